//! The matching half of a pattern, with every range at one length and every operation taken for one kind. Where a pattern asks
//! for groups of operands or results after a range, MLIR 22 lets each group run to the last value unless the operation has
//! segment sizes; overlapping groups make values one.

use assay_ir::data::{OpId, TypeId, ValueId, known};
use assay_ir::spec::Variadicity;
use smallvec::{SmallVec, smallvec};

use super::super::model::*;
use super::super::promises;
use super::{Decoded, Decoder, LoosePlace, ValueBinding, is_range};

/// What stands in one operand place or result type place.
struct Group<T> {
    members: List<T>,
    range: bool,
}

/// The groups of a definition whose sizes an operation carries.
#[derive(Clone, Copy)]
struct Segments<'s> {
    definition: &'s [assay_ir::spec::Group],
    /// Sizes of those that may have several and that no place says.
    untold: Option<&'s [usize]>,
}

impl Segments<'_> {
    /// The size of each group: as a place says it, one, or the next one that no place says.
    fn sizes(&self, told: impl Fn(usize) -> Option<usize>) -> Option<Vec<usize>> {
        let mut untold = self.untold.unwrap_or(&[]).iter().copied();
        let groups = self.definition.iter().enumerate();
        let size = |(at, group): (usize, &assay_ir::spec::Group)| match told(at) {
            Some(size) => Some(size),
            None if group.variadicity == Variadicity::Single => Some(1),
            None => untold.next(),
        };
        groups.map(size).collect()
    }
}

/// Makes something that the pattern does not speak of.
type Fresh<'a, T> = fn(&mut Decoder<'a>, OpId) -> T;

type Groups<T> = SmallVec<[Group<T>; 4]>;

/// How the groups of an operation make up its operands or results.
struct Layout<T> {
    all: List<T>,
    /// Start and length of each place.
    places: List<(usize, usize)>,
    /// Sizes of the groups of the definition, where they count.
    sizes: Option<Vec<usize>>,
    /// What is one.
    equal: Vec<(T, T)>,
}

impl<T> Layout<T> {
    /// One value in each place.
    fn single(all: List<T>) -> Layout<T> {
        let places = (0..all.len()).map(|start| (start, 1)).collect();
        Layout { all, places, sizes: None, equal: Vec::new() }
    }
}

impl<'a> Decoder<'a> {
    pub(super) fn matcher_op(&mut self, op: OpId) -> Decoded<()> {
        match self.program.op(op).name {
            known::PDL_TYPE => self.matcher_type(op),
            known::PDL_TYPES => self.matcher_types(op),
            known::PDL_ATTRIBUTE => self.matcher_attribute(op),
            known::PDL_OPERAND => self.matcher_operand(op),
            known::PDL_OPERANDS => self.matcher_operands(op),
            known::PDL_OPERATION => self.matcher_operation(op),
            known::PDL_RESULT => self.matcher_result(op),
            known::PDL_RESULTS => self.matcher_results(op),
            known::PDL_NATIVE_CONSTRAINT => self.matcher_constraint(op),
            _ => Err(self.refuse(op, self.program.op_name(op))),
        }
    }

    // ---- types and attributes

    fn matcher_type(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let constant = self.constant_type(op);
        let ty = self.new_type(Some(handle), None, constant);
        self.meanings.insert(handle, ValueBinding::Types(smallvec![TypeRef::Matched(ty)]));
        Ok(())
    }

    fn matcher_types(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let elements: Vec<Option<TypeId>> = match self.constant_types(op) {
            Some(types) => types.into_iter().map(Some).collect(),
            None => vec![None; self.lengths.length(handle)],
        };
        self.ranges = true;
        let list = elements.into_iter().enumerate();
        let list = list.map(|(index, constant)| self.new_type(None, Some((handle, index)), constant));
        let types = list.map(TypeRef::Matched).collect();
        self.meanings.insert(handle, ValueBinding::Types(types));
        Ok(())
    }

    fn new_type(
        &mut self,
        handle: Option<ValueId>,
        range: Option<(ValueId, usize)>,
        constant: Option<TypeId>,
    ) -> TypeIx {
        self.model.types.push(Type { handle, range, constant });
        self.model.types.len() - 1
    }

    fn fresh_types(&mut self, count: usize) -> List<TypeIx> {
        (0..count).map(|_| self.new_type(None, None, None)).collect()
    }

    /// The type given by an optional operand of a `pdl.operand` or `pdl.attribute`.
    fn given_single_type(&mut self, op: OpId) -> Decoded<Option<TypeIx>> {
        let handle = self.program.operand(op, 0).filter(|_| self.lengths.loose.is_empty());
        match handle.and_then(|handle| self.meanings.get(&handle)).map(|meaning| match meaning {
            ValueBinding::Types(list) => list.as_slice(),
            _ => &[],
        }) {
            Some([TypeRef::Matched(ty)]) => Ok(Some(*ty)),
            _ => Ok(self.given_type(op)?.and_then(|types| types.first().copied())),
        }
    }

    /// The types given by an optional operand of a `pdl.operand`, `pdl.operands` or `pdl.attribute`.
    fn given_type(&mut self, op: OpId) -> Decoded<Option<List<TypeIx>>> {
        match self.program.operand(op, 0) {
            None => Ok(None),
            Some(handle) => {
                self.types_at(LoosePlace::Type(op, 0), handle, "a type that is no pdl.type").map(Some)
            }
        }
    }

    /// The types that stand in a place.
    fn types_at(&mut self, place: LoosePlace, handle: ValueId, otherwise: &str) -> Decoded<List<TypeIx>> {
        let (LoosePlace::Type(op, _) | LoosePlace::Operand(op, _)) = place;
        let Some(ValueBinding::Types(list)) = self.meanings.get(&handle) else {
            return Err(self.refuse(op, otherwise));
        };
        let matched = list.iter().filter_map(|ty| match ty {
            TypeRef::Matched(ty) => Some(*ty),
            TypeRef::Constant(_) | TypeRef::Open => None,
        });
        let written: List<TypeIx> = matched.collect();
        let Some(count) = self.lengths.loose_at(place) else { return Ok(written) };
        let own = self.fresh_types(count);
        self.model.loose_types.extend(own.iter().copied().zip(written));
        Ok(own)
    }

    fn matcher_attribute(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let ty = self.given_single_type(op)?;
        let constant = self.program.attr(op, known::VALUE);
        let index = self.model.attributes.len();
        self.model.attributes.push(Attribute { handle, constant, ty });
        self.meanings.insert(handle, ValueBinding::Attribute(AttrRef::Matched(index)));
        Ok(())
    }

    // ---- free values

    fn matcher_operand(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let ty = match self.given_single_type(op)? {
            Some(ty) => ty,
            None => self.new_type(Some(handle), None, None),
        };
        let value = self.new_value(Definition::Free(op), 0, ty);
        self.meanings.insert(handle, ValueBinding::Values(smallvec![ValueRef::Matched(value)]));
        Ok(())
    }

    fn matcher_operands(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        self.ranges = true;
        let types = match self.given_type(op)? {
            Some(types) => types,
            None => {
                let count = self.lengths.length(handle);
                (0..count).map(|index| self.new_type(None, Some((handle, index)), None)).collect()
            }
        };
        let values = types.into_iter().enumerate();
        let values = values.map(|(index, ty)| self.new_value(Definition::Free(op), index, ty));
        let values = values.map(ValueRef::Matched).collect();
        self.meanings.insert(handle, ValueBinding::Values(values));
        Ok(())
    }

    fn new_value(&mut self, def: Definition, element: usize, ty: TypeIx) -> ValueIx {
        self.model.values.push(Value { def, element, ty });
        self.model.values.len() - 1
    }

    // ---- operations

    fn matcher_operation(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let [operands, attributes, types] = self.operation_segments(op)?;
        let index = self.model.nodes.len();
        let lengths = self.lengths;
        let reading = lengths.reading(op);
        let written = self.name_of(op);
        let name = written.or(reading.and_then(|reading| reading.name));
        if written.is_none() && reading.is_some() {
            self.model.taken_for.push(index);
        }
        let registry = self.registry;
        let spec = name.and_then(|name| registry.definition(name));
        let apart = name.is_none() && reading.is_some();
        let layout = match self.single_values(op, &operands)? {
            Some(values) if reading.is_none() => Layout::single(values),
            _ => {
                let groups = self.operand_groups(op, &operands)?;
                let segments = spec.filter(|spec| spec.traits.operand_segments).map(|spec| Segments {
                    definition: &spec.operands,
                    untold: reading.map(|reading| &*reading.operands),
                });
                self.layout(op, groups, apart, segments, Decoder::fresh_value)?
            }
        };
        self.model.equal_values.extend(layout.equal);
        let places = operands.iter().zip(&layout.places);
        let places =
            places.map(|(handle, (start, len))| OperandPlace { handle: *handle, start: *start, len: *len });
        let mut node = Node {
            op,
            span: self.program.op(op).span,
            name,
            operands: layout.all,
            places: places.collect(),
            results: List::new(),
            attributes: List::new(),
            declared_without_results: types.is_empty(),
            counts_are_open: operands.iter().chain(&types).any(|handle| self.has_open_length(*handle)),
            operand_sizes: layout.sizes,
            result_sizes: None,
        };
        for (name, attribute) in self.named_attributes(op, attributes) {
            match self.meanings.get(&attribute) {
                Some(ValueBinding::Attribute(AttrRef::Matched(attribute))) => {
                    node.attributes.push((name, *attribute));
                }
                _ => return Err(self.refuse(op, "an attribute that a native constraint makes")),
            }
        }
        let layout = match self.single_types(op, &types)? {
            Some(types) if reading.is_none() => Layout::single(types),
            _ => {
                let groups = self.type_groups(op, &types)?;
                let segments = spec.filter(|spec| spec.traits.result_segments).map(|spec| Segments {
                    definition: &spec.results,
                    untold: reading.map(|reading| &*reading.results),
                });
                let fresh: Fresh<'a, TypeIx> = |decoder, _| decoder.new_type(None, None, None);
                self.layout(op, groups, apart, segments, fresh)?
            }
        };
        self.model.equal_types.extend(layout.equal);
        node.result_sizes = layout.sizes;
        for (number, ty) in layout.all.into_iter().enumerate() {
            let value = self.new_value(Definition::Result(index, number), 0, ty);
            node.results.push(value);
        }
        self.meanings.insert(handle, ValueBinding::Op(OpRef::Node(index)));
        self.model.nodes.push(node);
        Ok(())
    }

    /// Tells if a range has no length that is written.
    fn has_open_length(&self, handle: ValueId) -> bool {
        let definition = self.program.defining_op(handle);
        is_range(self.program, handle)
            && definition.is_none_or(|op| self.program.attr(op, known::CONSTANT_TYPES).is_none())
    }

    /// An operand that no place speaks of.
    fn fresh_value(&mut self, op: OpId) -> ValueIx {
        let ty = self.new_type(None, None, None);
        self.new_value(Definition::Free(op), self.model.values.len(), ty)
    }

    /// What stands in places none of which is a range, one in each; nothing when one is, or when one holds something of its
    /// own. `only` is the matched thing that a handle alone stands for.
    fn singles<T>(
        &self,
        op: OpId,
        handles: &[ValueId],
        otherwise: &str,
        only: fn(&ValueBinding) -> Option<Option<T>>,
    ) -> Decoded<Option<List<T>>> {
        if !self.lengths.loose.is_empty() || handles.iter().any(|handle| is_range(self.program, *handle)) {
            return Ok(None);
        }
        let mut out = List::with_capacity(handles.len());
        for handle in handles {
            match self.meanings.get(handle).and_then(only) {
                Some(Some(one)) => out.push(one),
                Some(None) => return Ok(None),
                None => return Err(self.refuse(op, otherwise)),
            }
        }
        Ok(Some(out))
    }

    fn single_values(&self, op: OpId, operands: &[ValueId]) -> Decoded<Option<List<ValueIx>>> {
        self.singles(op, operands, "an operand that is no matched value", |meaning| match meaning {
            ValueBinding::Values(list) => Some(match list.as_slice() {
                [ValueRef::Matched(value)] => Some(*value),
                _ => None,
            }),
            _ => None,
        })
    }

    fn single_types(&self, op: OpId, types: &[ValueId]) -> Decoded<Option<List<TypeIx>>> {
        self.singles(op, types, "a result type that is no pdl.type", |meaning| match meaning {
            ValueBinding::Types(list) => Some(match list.as_slice() {
                [TypeRef::Matched(ty)] => Some(*ty),
                _ => None,
            }),
            _ => None,
        })
    }

    fn operand_groups(&mut self, op: OpId, operands: &[ValueId]) -> Decoded<Groups<ValueIx>> {
        let mut out = Groups::with_capacity(operands.len());
        for (index, operand) in operands.iter().enumerate() {
            let range = is_range(self.program, *operand);
            let members = match self.lengths.loose_at(LoosePlace::Operand(op, index)) {
                Some(count) => self.loose_values(op, *operand, count),
                None => self.matched_values(op, *operand)?,
            };
            if range && members.is_empty() && self.is_results(*operand) {
                // MLIR looks for the operation that defines the first of them.
                self.model
                    .impossible
                    .push((op, "an empty range of results leads to no operation".to_owned()));
            }
            out.push(Group { members, range });
        }
        Ok(out)
    }

    fn is_results(&self, handle: ValueId) -> bool {
        let definition = self.program.defining_op(handle);
        definition.is_some_and(|op| self.program.op(op).name == known::PDL_RESULTS)
    }

    fn matched_values(&self, op: OpId, handle: ValueId) -> Decoded<List<ValueIx>> {
        let Some(ValueBinding::Values(list) | ValueBinding::View(_, list)) = self.meanings.get(&handle)
        else {
            return Err(self.refuse(op, "an operand that is no matched value"));
        };
        let values = list.iter().map(|value| match value {
            ValueRef::Matched(value) => Ok(*value),
            _ => Err(self.refuse(op, "a created value in the matcher")),
        });
        values.collect()
    }

    /// Fresh values in the place of others: of their types, as far as they go.
    fn loose_values(&mut self, op: OpId, handle: ValueId, count: usize) -> List<ValueIx> {
        let like = self.matched_values(op, handle).unwrap_or_default();
        let element = self.model.values.len();
        (0..count)
            .map(|index| {
                let ty = match like.get(index) {
                    Some(value) => self.model.values[*value].ty,
                    None => self.new_type(None, None, None),
                };
                self.new_value(Definition::Free(op), element + index, ty)
            })
            .collect()
    }

    fn type_groups(&mut self, op: OpId, types: &[ValueId]) -> Decoded<Groups<TypeIx>> {
        let mut out = Groups::with_capacity(types.len());
        for (index, ty) in types.iter().enumerate() {
            let range = is_range(self.program, *ty);
            let place = LoosePlace::Type(op, index);
            let members = self.types_at(place, *ty, "a result type that is no pdl.type")?;
            out.push(Group { members, range });
        }
        Ok(out)
    }

    /// Puts groups together; `apart` when each place is known to be a group of its own.
    fn layout<T: Copy>(
        &mut self,
        op: OpId,
        groups: Groups<T>,
        apart: bool,
        segments: Option<Segments<'_>>,
        fresh: Fresh<'a, T>,
    ) -> Decoded<Layout<T>> {
        let first = groups.iter().position(|group| group.range);
        match (first, segments) {
            (Some(_), None) if groups.len() > 1 && apart => {
                let sizes = groups.iter().map(|group| group.members.len()).collect();
                Ok(Layout { sizes: Some(sizes), ..self.one_by_one(op, groups, None) })
            }
            (Some(first), Some(segments)) if groups.len() > 1 => {
                self.by_segments(op, groups, first, segments, fresh)
            }
            (Some(first), None) if groups.len() > 1 => Ok(self.overlapping(op, groups, first)),
            _ => Ok(self.one_by_one(op, groups, segments)),
        }
    }

    /// All values one after the other.
    fn one_by_one<T: Copy>(
        &mut self,
        op: OpId,
        groups: Groups<T>,
        segments: Option<Segments<'_>>,
    ) -> Layout<T> {
        let mut all: List<T> = List::new();
        let mut places: List<(usize, usize)> = List::new();
        for group in groups {
            places.push((all.len(), group.members.len()));
            all.extend(group.members);
        }
        let sizes = segments.and_then(|segments| {
            segments.untold?;
            segments.sizes(|_| None)
        });
        if sizes.as_ref().is_some_and(|sizes| sizes.iter().sum::<usize>() != all.len()) {
            self.model.impossible.push((op, "the groups of the definition have other sizes".to_owned()));
        }
        Layout { all, places, sizes, equal: Vec::new() }
    }

    /// From the first range on each place is one group of the definition; the places before it are single values, counted from
    /// the start.
    fn by_segments<T: Copy>(
        &mut self,
        op: OpId,
        groups: Groups<T>,
        first: usize,
        segments: Segments<'_>,
        fresh: Fresh<'a, T>,
    ) -> Decoded<Layout<T>> {
        let told = |at: usize| groups.get(at).filter(|_| at >= first).map(|group| group.members.len());
        let Some(sizes) = segments.sizes(told) else {
            return Err(self.refuse(op, "groups that are not those of the definition"));
        };
        let starts: Vec<usize> =
            sizes.iter().scan(0, |start, size| Some(std::mem::replace(start, *start + size))).collect();
        let total: usize = sizes.iter().sum();
        let fits = |(size, group): (&usize, &assay_ir::spec::Group)| match group.variadicity {
            Variadicity::Single => *size == 1,
            Variadicity::Optional => *size <= 1,
            Variadicity::Variadic => true,
        };
        let single = groups.iter().filter(|group| !group.range).count();
        if groups.len() > sizes.len() || single > total || !sizes.iter().zip(segments.definition).all(fits) {
            self.model.impossible.push((op, "a range does not fit its group in the definition".into()));
        }
        let mut slots: Vec<Option<T>> = vec![None; total];
        let (mut places, mut equal) = (List::new(), Vec::new());
        for (index, group) in groups.into_iter().enumerate() {
            let start = if index < first { index } else { starts.get(index).copied().unwrap_or(total) };
            places.push((start.min(total), group.members.len().min(total - start.min(total))));
            for (slot, member) in slots.iter_mut().skip(start).zip(group.members) {
                match slot {
                    Some(other) => equal.push((*other, member)),
                    None => *slot = Some(member),
                }
            }
        }
        let all = slots.into_iter().map(|slot| slot.unwrap_or_else(|| fresh(self, op))).collect();
        Ok(Layout { all, places, sizes: Some(sizes), equal })
    }

    /// From the first range on, each group runs to the last value.
    fn overlapping<T: Copy>(&mut self, op: OpId, groups: Groups<T>, first: usize) -> Layout<T> {
        let mut all: List<T> = List::new();
        let mut places = List::new();
        let mut equal = Vec::new();
        for (index, group) in groups.into_iter().enumerate() {
            if index <= first {
                places.push((all.len(), group.members.len()));
                all.extend(group.members);
                continue;
            }
            let rest = all.get(index..).unwrap_or(&[]);
            let exists = index <= all.len();
            if !exists || rest.len() != group.members.len() {
                let message = "without segment sizes each range runs to the last value, which does not fit; one result \
                               is `pdl.result 0`, in PDLL `x.0`";
                self.model.impossible.push((op, message.to_owned()));
            }
            equal.extend(rest.iter().copied().zip(group.members.iter().copied()));
            places.push((index.min(all.len()), rest.len()));
        }
        Layout { all, places, sizes: None, equal }
    }

    // ---- results of matched operations

    fn result_parent(&self, op: OpId) -> Decoded<NodeIx> {
        let parent = self.program.operand(op, 0).and_then(|parent| self.node(parent));
        parent.ok_or_else(|| self.refuse(op, "a result of something not matched"))
    }

    fn matcher_result(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let parent = self.result_parent(op)?;
        let index = self.index_of(op);
        let found = index.and_then(|index| self.model.nodes[parent].results.get(index)).copied();
        let value = match found {
            Some(value) => value,
            None => {
                let has = self.model.nodes[parent].results.len();
                self.model.impossible.push((
                    op,
                    format!(
                        "the matched operation has {has} {}, so that this one never exists",
                        if has == 1 { "result" } else { "results" }
                    ),
                ));
                let ty = self.new_type(None, None, None);
                self.new_value(Definition::Free(op), 0, ty)
            }
        };
        self.meanings.insert(handle, ValueBinding::Values(smallvec![ValueRef::Matched(value)]));
        Ok(())
    }

    fn matcher_results(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let parent = self.result_parent(op)?;
        let node = &self.model.nodes[parent];
        let segments = self.has_result_segments(node.name);
        let group = self.group_of(op, node.results.len(), node.result_sizes.as_deref(), segments)?;
        let values: List<ValueIx> = match group {
            Some(group) => SmallVec::from_slice(&node.results[group]),
            None => {
                self.model
                    .impossible
                    .push((op, "the matched operation has no such group of results".to_owned()));
                let ty = self.new_type(None, None, None);
                smallvec![self.new_value(Definition::Free(op), 0, ty)]
            }
        };
        self.ranges = true;
        let values = values.into_iter().map(ValueRef::Matched).collect();
        let meaning = match is_range(self.program, handle) {
            true => ValueBinding::View(OpRef::Node(parent), values),
            false => ValueBinding::Values(values),
        };
        self.meanings.insert(handle, meaning);
        Ok(())
    }

    fn matcher_constraint(&mut self, op: OpId) -> Decoded<()> {
        for result in self.program.results(op) {
            if self.program.has_uses(result) {
                return Err(self.native(op));
            }
        }
        let call = self.call(op);
        self.model.promises.extend(promises::for_call(self.registry, &self.model, &call));
        self.model.constraints.push(call);
        Ok(())
    }
}
