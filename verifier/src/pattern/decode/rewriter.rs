//! The rewriting half of a pattern, as steps.

use assay_ir::data::{Ident, OpId, ValueId, known};
use assay_ir::spec::{Infer, OpSpec};
use smallvec::smallvec;

use super::super::counts;
use super::super::model::*;
use super::{Decoded, Decoder, SmallList, ValueBinding, is_range, ops_of, segments};

impl Decoder<'_> {
    pub(super) fn rewrite(&mut self, rewrite: OpId) -> Decoded<()> {
        let [root, _] = segments::<2>(self.program, rewrite)
            .ok_or_else(|| self.refuse(rewrite, "operand segments that do not fit"))?;
        if self.model.nodes.is_empty() {
            return Err(self.refuse(rewrite, "a pattern that matches no operation"));
        }
        self.model.anchor = match root.first() {
            Some(root) => match self.node(*root) {
                Some(node) => node,
                None => return Err(self.refuse(rewrite, "a root that is not matched")),
            },
            None => self.choose_root(rewrite)?,
        };
        if self.ranges {
            self.bind_views();
        }
        if self.program.attr(rewrite, known::NAME).is_some() {
            return self.external_rewrite(rewrite);
        }
        for op in ops_of(self.program, rewrite) {
            self.rewrite_op(op)?;
        }
        Ok(())
    }

    /// Without a written root MLIR starts at the cheapest candidate.
    fn choose_root(&self, rewrite: OpId) -> Decoded<NodeIx> {
        let anchor = self.source.order().map(|order| order.anchor);
        let anchor = anchor.and_then(|op| self.model.nodes.iter().position(|node| node.op == op));
        anchor.ok_or_else(|| self.refuse(rewrite, "a pattern without a root"))
    }

    fn rewrite_op(&mut self, op: OpId) -> Decoded<()> {
        match self.program.op(op).name {
            known::PDL_TYPE => {
                let ty = self.constant_type(op).map_or(TypeRef::Open, TypeRef::Constant);
                self.give(op, ValueBinding::Types(smallvec![ty]))
            }
            known::PDL_TYPES => match self.constant_types(op) {
                Some(types) => {
                    self.give(op, ValueBinding::Types(types.into_iter().map(TypeRef::Constant).collect()))
                }
                None => Err(self.refuse(op, "a range of types that the created operation infers")),
            },
            known::PDL_ATTRIBUTE => {
                let constant = self.program.attr(op, known::VALUE);
                self.give(op, ValueBinding::Attribute(constant.map_or(AttrRef::Null, AttrRef::Constant)))
            }
            known::PDL_OPERATION => self.create(op),
            known::PDL_RESULT => self.read(op),
            known::PDL_RESULTS => self.read_group(op),
            known::PDL_RANGE => self.range(op),
            known::PDL_REPLACE => self.replace(op),
            known::PDL_ERASE => {
                let target = self.op_operand(op, 0)?;
                self.step(op, Step::Erase(target));
                Ok(())
            }
            known::PDL_NATIVE_REWRITE => self.native_rewrite(op),
            _ => Err(self.refuse(op, self.program.op_name(op))),
        }
    }

    pub(super) fn step(&mut self, op: OpId, step: Step) {
        self.model.actions.push(Action { op, span: self.program.op(op).span, step });
    }

    fn op_operand(&self, op: OpId, index: usize) -> Decoded<OpRef> {
        let handle = self.program.operand(op, index);
        match handle.and_then(|handle| self.meanings.get(&handle)) {
            Some(ValueBinding::Op(target)) => Ok(*target),
            _ => Err(self.refuse(op, "an operation that was neither matched nor created")),
        }
    }

    fn values_of(&mut self, op: OpId, handle: ValueId) -> Decoded<List<ValueRef>> {
        match self.meanings.get(&handle) {
            Some(ValueBinding::Values(list)) => Ok(list.iter().copied().collect()),
            Some(ValueBinding::View(owner, list)) => {
                let (owner, list) = (*owner, list.iter().copied().collect());
                self.step(op, Step::Read(owner));
                Ok(list)
            }
            Some(ValueBinding::Missing(target, read)) => {
                let (target, read) = (*target, *read);
                self.step(read, Step::TakeMissing(target));
                Ok(List::new())
            }
            _ => Err(self.refuse(op, "a value of unknown origin")),
        }
    }

    fn append_values(&mut self, op: OpId, handle: ValueId, list: &mut List<ValueRef>) -> Decoded<()> {
        match self.meanings.get(&handle) {
            Some(ValueBinding::Values(values)) => list.extend_from_slice(values),
            _ => list.extend(self.values_of(op, handle)?),
        }
        Ok(())
    }

    fn types_of(&mut self, op: OpId, handle: ValueId) -> Decoded<List<TypeRef>> {
        match self.meanings.get(&handle) {
            Some(ValueBinding::Types(list)) => Ok(list.iter().copied().collect()),
            Some(ValueBinding::TypesOf(owner, list)) => {
                let (owner, list) = (*owner, list.iter().copied().collect());
                self.step(op, Step::Read(owner));
                Ok(list)
            }
            _ => Err(self.refuse(op, "a type of unknown origin")),
        }
    }

    fn create(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let [operands, attributes, types] = self.operation_segments(op)?;
        let Some(name) = self.name_of(op) else {
            return Err(self.refuse(op, "a created operation without a name"));
        };
        let mut list = List::new();
        for operand in operands {
            self.append_values(op, operand, &mut list)?;
        }
        let mut given = List::new();
        for (name, attribute) in self.named_attributes(op, attributes) {
            match self.meanings.get(&attribute) {
                Some(ValueBinding::Attribute(attribute)) => given.push((name, *attribute)),
                _ => return Err(self.refuse(op, "an attribute of unknown origin")),
            }
        }
        let mut results = List::new();
        for ty in &types {
            match self.meanings.get(ty) {
                Some(ValueBinding::Types(types)) => results.extend_from_slice(types),
                _ => results.extend(self.types_of(op, *ty)?),
            }
        }
        let mut types_of = None;
        // One type that nothing determines leaves all of them open.
        let undetermined = types.iter().any(|ty| self.is_undetermined(*ty));
        let untyped = undetermined && !self.may_follow(handle, name);
        if types.is_empty() || undetermined && !untyped {
            (results, types_of) = self.open_results(op, handle, name, &list)?;
            self.bind_inferred_types(&types, &results);
        }
        let created = Created {
            op,
            span: self.program.op(op).span,
            name,
            operands: list,
            attributes: given,
            results,
            declared_without_results: types.is_empty(),
            types_of,
            native: false,
            untyped,
        };
        let index = self.model.created.len();
        self.model.created.push(created);
        self.step(op, Step::Create(index));
        self.meanings.insert(handle, ValueBinding::Op(OpRef::Created(index)));
        Ok(())
    }

    /// Gives the types of the rewrite that nothing gave yet those of the results that they were written for.
    fn bind_inferred_types(&mut self, types: &[ValueId], results: &[TypeRef]) {
        for (ty, result) in types.iter().zip(results) {
            if is_range(self.program, *ty) {
                return;
            }
            if self.is_undetermined(*ty) {
                self.meanings.insert(*ty, ValueBinding::Types(smallvec![*result]));
            }
        }
    }

    /// Tells if a type of the rewrite has neither a constant nor anything that was matched.
    fn is_undetermined(&self, ty: ValueId) -> bool {
        let of_type =
            self.program.defining_op(ty).is_some_and(|op| self.program.op(op).name == known::PDL_TYPE);
        let open = |types: &[TypeRef]| types.iter().any(|ty| matches!(ty, TypeRef::Open));
        of_type && matches!(self.meanings.get(&ty), Some(ValueBinding::Types(types)) if open(types))
    }

    /// Tells if the types of a created operation follow from its definition, or from what it replaces.
    fn may_follow(&self, handle: ValueId, name: Ident) -> bool {
        let infers = self.registry.op(name).is_some_and(|spec| spec.traits.infers_results);
        infers || self.replaced_by(handle).is_some()
    }

    /// The results of a created operation that declares no result type: inferred by the operation itself, else
    /// those of the operation that it replaces, else none.
    fn open_results(
        &self,
        op: OpId,
        handle: ValueId,
        name: Ident,
        operands: &[ValueRef],
    ) -> Decoded<(List<TypeRef>, Option<OpRef>)> {
        let spec = self.registry.op(name);
        if let Some(spec) = spec.filter(|spec| spec.traits.infers_results) {
            return match counts::fixed_count(&spec.results) {
                Some(_) => Ok((self.inferred(spec, op, operands), None)),
                None => Err(self.refuse(op, "an inferred number of results")),
            };
        }
        // Without traits it is not known whether it infers them; that it replaces something is then the best guess, and
        // `Roles` lists it as an assumption.
        if let Some(target) = self.replaced_by(handle) {
            let results = (0..self.model.result_count(target)).map(|index| self.model.result(target, index));
            return Ok((results.map(|value| self.model.type_of(value)).collect(), Some(target)));
        }
        match spec {
            Some(spec) if !counts::admits(&spec.results, spec.traits.same_result_sizes, 0) => {
                Err(self.refuse(op, "result types that are neither given nor inferable"))
            }
            _ => Ok((List::new(), None)),
        }
    }

    /// The types that an operation infers, where they are those of operands or written ones.
    fn inferred(&self, spec: &OpSpec, op: OpId, list: &[ValueRef]) -> List<TypeRef> {
        let positions = counts::positions(&spec.operands, spec.traits.same_operand_sizes, list.len(), None);
        let of_operand = |name: Ident| {
            let group = spec.operands.iter().position(|group| group.name == name)?;
            let at = positions.as_ref()?.iter().position(|other| *other == group)?;
            Some(self.model.type_of(list[at]))
        };
        let of_attribute = |name: Ident| {
            let [_, values, _] = self.operation_segments(op).ok()?;
            let at = self.attribute_names(op).into_iter().position(|other| other == name)?;
            match self.meanings.get(values.get(at)?)? {
                ValueBinding::Attribute(AttrRef::Matched(attribute)) => {
                    let attribute = &self.model.attributes[*attribute];
                    let constant = attribute.constant.and_then(|value| self.registry.ctx().attr_type(value));
                    attribute.ty.map(TypeRef::Matched).or(constant.map(TypeRef::Constant))
                }
                ValueBinding::Attribute(AttrRef::Constant(value)) => {
                    self.registry.ctx().attr_type(*value).map(TypeRef::Constant)
                }
                _ => None,
            }
        };
        let infer = |rule: &Infer| match rule {
            Infer::Type(name) => of_operand(*name).or_else(|| of_attribute(*name)),
            Infer::Fixed(ty) => Some(TypeRef::Constant(*ty)),
            Infer::Bool(_) | Infer::Element(_) => None,
        };
        spec.results
            .iter()
            .enumerate()
            .map(|(index, _)| spec.traits.infer.get(index).and_then(infer).unwrap_or(TypeRef::Open))
            .collect()
    }

    /// The operation that a later `pdl.replace .. with %handle` replaces, if it is there before this one.
    fn replaced_by(&self, handle: ValueId) -> Option<OpRef> {
        self.program.uses(handle).find_map(|slot| {
            let user = self.program.operand_owner(slot);
            if self.program.op(user).name != known::PDL_REPLACE || self.program.operand_index(slot) == 0 {
                return None;
            }
            match self.meanings.get(&self.program.operand(user, 0)?) {
                Some(ValueBinding::Op(target)) => Some(*target),
                _ => None,
            }
        })
    }

    fn read(&mut self, op: OpId) -> Decoded<()> {
        let target = self.op_operand(op, 0)?;
        self.step(op, Step::Read(target));
        let meaning = match self.index_of(op).filter(|index| *index < self.model.result_count(target)) {
            Some(index) => ValueBinding::Values(smallvec![self.model.result(target, index)]),
            None => ValueBinding::Missing(target, op),
        };
        self.give(op, meaning)
    }

    fn read_group(&mut self, op: OpId) -> Decoded<()> {
        let target = self.op_operand(op, 0)?;
        self.step(op, Step::Read(target));
        let (name, sizes) = match target {
            OpRef::Node(node) => {
                let node = &self.model.nodes[node];
                (node.name, node.result_sizes.clone())
            }
            OpRef::Created(created) => (Some(self.model.created[created].name), None),
        };
        let segments = self.has_result_segments(name);
        let count = self.model.result_count(target);
        let meaning = match self.group_of(op, count, sizes.as_deref(), segments)? {
            None => ValueBinding::Missing(target, op),
            Some(group) => {
                let values = group.map(|index| self.model.result(target, index)).collect();
                match self.program.result(op, 0).is_some_and(|value| is_range(self.program, value)) {
                    true => ValueBinding::View(target, values),
                    false => ValueBinding::Values(values),
                }
            }
        };
        self.give(op, meaning)
    }

    fn range(&mut self, op: OpId) -> Decoded<()> {
        let operands: Vec<ValueId> = self.program.operands(op).collect();
        let of_types = self.program.result(op, 0).is_some_and(|value| {
            self.program.value_type(value) == self.program.ctx().pdl_range(known::T_TYPE)
        });
        if of_types {
            let mut list = SmallList::new();
            for operand in operands {
                list.extend(self.types_of(op, operand)?);
            }
            return self.give(op, ValueBinding::Types(list));
        }
        let mut list = List::new();
        for operand in operands {
            list.extend(self.values_of(op, operand)?);
        }
        // Reading the elements is a use: MLIR looks at each of them here.
        self.step(op, Step::Take(list.clone()));
        let list = self.copied(op, list);
        self.give(op, ValueBinding::Values(list.into_iter().collect()))
    }

    /// A `pdl.range` copies its elements: what it holds stays what it is at this step.
    fn copied(&mut self, op: OpId, list: List<ValueRef>) -> List<ValueRef> {
        let moved = self.model.actions.iter().any(|action| matches!(action.step, Step::Replace { .. }));
        if moved && list.iter().any(|value| matches!(value, ValueRef::Held(..))) {
            let copy = self.model.copies.len();
            let count = list.len();
            self.model.copies.push(list.into_vec());
            self.step(op, Step::Copy(copy));
            return (0..count).map(|index| ValueRef::Copied(copy, index)).collect();
        }
        // Before anything was replaced an operand is what was matched.
        let fixed = list.into_iter().map(|value| match value {
            ValueRef::Held(node, slot) => ValueRef::Matched(self.model.nodes[node].operands[slot]),
            other => other,
        });
        fixed.collect()
    }

    fn replace(&mut self, op: OpId) -> Decoded<()> {
        let target = self.op_operand(op, 0)?;
        let [_, by_op, by_values] = segments::<3>(self.program, op)
            .ok_or_else(|| self.refuse(op, "operand segments that do not fit"))?;
        if let Some(handle) = by_op.first() {
            return self.replace_by_op(op, target, *handle);
        }
        if by_values.is_empty() {
            // MLIR 22 makes an erasure of it.
            self.step(op, Step::Erase(target));
            return Ok(());
        }
        let mut values = List::new();
        for handle in by_values {
            self.append_values(op, handle, &mut values)?;
        }
        self.step(op, Step::Replace { target, by: None, values });
        Ok(())
    }

    fn replace_by_op(&mut self, op: OpId, target: OpRef, handle: ValueId) -> Decoded<()> {
        let by = match self.meanings.get(&handle) {
            Some(ValueBinding::Op(by)) => *by,
            _ => return Err(self.refuse(op, "a replacement of unknown origin")),
        };
        // MLIR 22 does not read the results of the replacement when the replaced operation declares none.
        let erases = match target {
            OpRef::Node(node) => self.model.nodes[node].declared_without_results,
            OpRef::Created(created) => self.model.created[created].declared_without_results,
        };
        if erases {
            self.step(op, Step::Erase(target));
            return Ok(());
        }
        let count = self.model.result_count(by);
        let values = (0..count).map(|index| self.model.result(by, index)).collect();
        self.step(op, Step::Replace { target, by: Some(by), values });
        Ok(())
    }
}
