//! The matching half of a pattern, with every range at one length. Where a pattern asks for groups of operands or results
//! after a range, MLIR 22 lets each group run to the last value unless the operation has segment sizes; overlapping
//! groups make values one.

use assay_ir::data::{OpId, TypeId, ValueId, known};

use super::super::model::*;
use super::super::promises;
use super::{Decoded, Decoder, LoosePlace, Meaning, is_range};

/// What stands in one operand place or result type place.
struct Group<T> {
    members: Vec<T>,
    range: bool,
}

/// How the groups of an operation make up its operands or results.
struct Layout<T> {
    all: Vec<T>,
    /// Start and length of each place.
    places: Vec<(usize, usize)>,
    /// Sizes of the groups of the definition, where they count.
    sizes: Option<Vec<usize>>,
    /// What is one.
    equal: Vec<(T, T)>,
}

impl Decoder<'_> {
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
        self.types.insert(handle, vec![ty]);
        self.meanings.insert(handle, Meaning::Types(vec![TypeRef::Matched(ty)]));
        Ok(())
    }

    fn matcher_types(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let elements: Vec<Option<TypeId>> = match self.constant_types(op) {
            Some(types) => types.into_iter().map(Some).collect(),
            None => vec![None; self.lengths.of(handle)],
        };
        let list = elements.into_iter().enumerate();
        let list: Vec<TypeIx> =
            list.map(|(index, constant)| self.new_type(None, Some((handle, index)), constant)).collect();
        let types = list.iter().map(|ty| TypeRef::Matched(*ty)).collect();
        self.types.insert(handle, list);
        self.meanings.insert(handle, Meaning::Types(types));
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

    fn fresh_types(&mut self, count: usize) -> Vec<TypeIx> {
        (0..count).map(|_| self.new_type(None, None, None)).collect()
    }

    /// The type given by an optional operand of a `pdl.operand`, `pdl.operands` or `pdl.attribute`.
    fn given_type(&mut self, op: OpId) -> Decoded<Option<Vec<TypeIx>>> {
        match self.program.operand(op, 0) {
            None => Ok(None),
            Some(handle) => {
                self.types_at(LoosePlace::Type(op, 0), handle, "a type that is no pdl.type").map(Some)
            }
        }
    }

    /// The types that stand in a place.
    fn types_at(&mut self, place: LoosePlace, handle: ValueId, otherwise: &str) -> Decoded<Vec<TypeIx>> {
        let (LoosePlace::Type(op, _) | LoosePlace::Operand(op, _)) = place;
        let Some(written) = self.types.get(&handle).cloned() else { return Err(self.refuse(op, otherwise)) };
        let Some(count) = self.lengths.loose_at(place) else { return Ok(written) };
        let own = self.fresh_types(count);
        self.model.loose_types.extend(own.iter().copied().zip(written));
        Ok(own)
    }

    fn matcher_attribute(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let ty = self.given_type(op)?.and_then(|types| types.first().copied());
        let constant = self.program.attr(op, known::VALUE);
        let index = self.model.attributes.len();
        self.attributes.insert(handle, index);
        self.model.attributes.push(Attribute { handle, constant, ty });
        self.meanings.insert(handle, Meaning::Attribute(AttrRef::Matched(index)));
        Ok(())
    }

    // ---- free values

    fn matcher_operand(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let ty = match self.given_type(op)?.and_then(|types| types.first().copied()) {
            Some(ty) => ty,
            None => self.new_type(Some(handle), None, None),
        };
        let value = self.new_value(Definition::Free(op), 0, ty);
        self.meanings.insert(handle, Meaning::Values(vec![ValueRef::Matched(value)]));
        Ok(())
    }

    fn matcher_operands(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let types = match self.given_type(op)? {
            Some(types) => types,
            None => {
                let count = self.lengths.of(handle);
                (0..count).map(|index| self.new_type(None, Some((handle, index)), None)).collect()
            }
        };
        let values = types.into_iter().enumerate();
        let values = values.map(|(index, ty)| self.new_value(Definition::Free(op), index, ty));
        let values = values.map(ValueRef::Matched).collect();
        self.meanings.insert(handle, Meaning::Values(values));
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
        let name = self.name_of(op);
        let spec = name.and_then(|name| self.registry.op(name)).cloned();
        let groups = self.operand_groups(op, &operands)?;
        let segmented = spec.as_ref().filter(|spec| spec.traits.operand_segments);
        let layout = self.layout(op, name.is_some(), groups, segmented.map(|spec| &*spec.operands))?;
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
            results: Vec::new(),
            attributes: Vec::new(),
            declared_without_results: types.is_empty(),
            operand_sizes: layout.sizes,
            result_sizes: None,
        };
        for (name, attribute) in self.attribute_names(op).into_iter().zip(attributes) {
            match self.attributes.get(&attribute) {
                Some(attribute) => node.attributes.push((name, *attribute)),
                None => return Err(self.refuse(op, "an attribute that a native constraint makes")),
            }
        }
        let groups = self.type_groups(op, &types)?;
        let segmented = spec.as_ref().filter(|spec| spec.traits.result_segments);
        let layout = self.layout(op, name.is_some(), groups, segmented.map(|spec| &*spec.results))?;
        self.model.equal_types.extend(layout.equal);
        node.result_sizes = layout.sizes;
        for (number, ty) in layout.all.into_iter().enumerate() {
            let value = self.new_value(Definition::Result(index, number), 0, ty);
            node.results.push(value);
        }
        self.nodes.insert(handle, index);
        self.meanings.insert(handle, Meaning::Op(OpRef::Node(index)));
        self.model.nodes.push(node);
        Ok(())
    }

    fn operand_groups(&mut self, op: OpId, operands: &[ValueId]) -> Decoded<Vec<Group<ValueIx>>> {
        let mut out = Vec::with_capacity(operands.len());
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

    fn matched_values(&self, op: OpId, handle: ValueId) -> Decoded<Vec<ValueIx>> {
        let Some(Meaning::Values(list) | Meaning::View(_, list)) = self.meanings.get(&handle) else {
            return Err(self.refuse(op, "an operand that is no matched value"));
        };
        let values = list.iter().map(|value| match value {
            ValueRef::Matched(value) => Ok(*value),
            _ => Err(self.refuse(op, "a created value in the matcher")),
        });
        values.collect()
    }

    /// Fresh values in the place of others: of their types, as far as they go.
    fn loose_values(&mut self, op: OpId, handle: ValueId, count: usize) -> Vec<ValueIx> {
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

    fn type_groups(&mut self, op: OpId, types: &[ValueId]) -> Decoded<Vec<Group<TypeIx>>> {
        let mut out = Vec::with_capacity(types.len());
        for (index, ty) in types.iter().enumerate() {
            let range = is_range(self.program, *ty);
            let place = LoosePlace::Type(op, index);
            let members = self.types_at(place, *ty, "a result type that is no pdl.type")?;
            out.push(Group { members, range });
        }
        Ok(out)
    }

    /// Puts groups together; `segmented` are the groups of the definition if the operation carries their sizes.
    fn layout<T: Copy>(
        &mut self,
        op: OpId,
        named: bool,
        groups: Vec<Group<T>>,
        segmented: Option<&[assay_ir::spec::Group]>,
    ) -> Decoded<Layout<T>> {
        let first = groups.iter().position(|group| group.range);
        let Some(first) = first else {
            let all: Vec<T> = groups.into_iter().flat_map(|group| group.members).collect();
            let places = (0..all.len()).map(|index| (index, 1)).collect();
            return Ok(Layout { all, places, sizes: None, equal: Vec::new() });
        };
        if groups.len() == 1 {
            let all = groups.into_iter().flat_map(|group| group.members).collect::<Vec<T>>();
            let places = vec![(0, all.len())];
            return Ok(Layout { all, places, sizes: None, equal: Vec::new() });
        }
        if !named {
            return Err(self.refuse(op, "a range beside something else in an operation without a name"));
        }
        match segmented {
            Some(definition) => self.by_segments(op, groups, first, definition),
            None => Ok(self.overlapping(op, groups, first)),
        }
    }

    /// Each group is one group of the definition.
    fn by_segments<T: Copy>(
        &mut self,
        op: OpId,
        groups: Vec<Group<T>>,
        first: usize,
        definition: &[assay_ir::spec::Group],
    ) -> Decoded<Layout<T>> {
        use assay_ir::spec::Variadicity;
        let plain = |index: usize| {
            definition.get(index).is_some_and(|group| group.variadicity == Variadicity::Single)
        };
        if groups.len() != definition.len() || !(0..first).all(plain) {
            return Err(self.refuse(op, "groups that are not those of the definition"));
        }
        let mut layout =
            Layout { all: Vec::new(), places: Vec::new(), sizes: Some(Vec::new()), equal: Vec::new() };
        for (group, defined) in groups.into_iter().zip(definition) {
            let len = group.members.len();
            let fits = match defined.variadicity {
                Variadicity::Single => len == 1,
                Variadicity::Optional => len <= 1,
                Variadicity::Variadic => true,
            };
            if !fits {
                self.model.impossible.push((op, "a range does not fit its group in the definition".into()));
            }
            layout.places.push((layout.all.len(), len));
            layout.all.extend(group.members);
            layout.sizes.iter_mut().for_each(|sizes| sizes.push(len));
        }
        Ok(layout)
    }

    /// From the first range on, each group runs to the last value.
    fn overlapping<T: Copy>(&mut self, op: OpId, groups: Vec<Group<T>>, first: usize) -> Layout<T> {
        let mut all: Vec<T> = Vec::new();
        let mut places = Vec::new();
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
                let message = "without segment sizes each range runs to the last value, which does not fit";
                self.model.impossible.push((op, message.to_owned()));
            }
            equal.extend(rest.iter().copied().zip(group.members.iter().copied()));
            places.push((index.min(all.len()), rest.len()));
        }
        Layout { all, places, sizes: None, equal }
    }

    // ---- results of matched operations

    fn result_parent(&self, op: OpId) -> Decoded<NodeIx> {
        let parent = self.program.operand(op, 0).and_then(|parent| self.nodes.get(&parent)).copied();
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
                    format!("the matched operation has {has} results, so that this one never exists"),
                ));
                let ty = self.new_type(None, None, None);
                self.new_value(Definition::Free(op), 0, ty)
            }
        };
        self.meanings.insert(handle, Meaning::Values(vec![ValueRef::Matched(value)]));
        Ok(())
    }

    fn matcher_results(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let parent = self.result_parent(op)?;
        let node = &self.model.nodes[parent];
        let segments = self.has_result_segments(node.name);
        if node.name.is_none() && self.index_of(op).is_some_and(|index| index > 0) {
            return Err(self.refuse(op, "a group of results of an operation without a name"));
        }
        let group = self.group_of(op, node.results.len(), node.result_sizes.as_deref(), segments)?;
        let values = match group {
            Some(group) => node.results[group].to_vec(),
            None => {
                self.model
                    .impossible
                    .push((op, "the matched operation has no such group of results".to_owned()));
                let ty = self.new_type(None, None, None);
                vec![self.new_value(Definition::Free(op), 0, ty)]
            }
        };
        let values: Vec<ValueRef> = values.into_iter().map(ValueRef::Matched).collect();
        let meaning = match is_range(self.program, handle) {
            true => Meaning::View(OpRef::Node(parent), values),
            false => Meaning::Values(values),
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
        self.model.promises.extend(promises::of(self.registry, &self.model, &call));
        self.model.constraints.push(call);
        Ok(())
    }
}
