//! Reads a `pdl.pattern` into a [`Model`]. Everything that is outside the analysed fragment is named and refused
//! here, so that the analysis itself never has to guess. Expects a pattern that passed PDL's static rules.

use assay_ir::data::{AttrId, AttrKind, Ident, OpId, Program, TypeId, ValueId, known};
use assay_ir::pdl::Pattern;
use assay_ir::spec::Registry;
use rustc_hash::FxHashMap;

use super::model::*;
use crate::verdict::Unknown;

type Decoded<T> = Result<T, Unknown>;

/// What a PDL value of the rewrite stands for.
#[derive(Clone, Debug)]
enum Meaning {
    Op(OpRef),
    Values(Vec<ValueRef>),
    Type(TypeRef),
    Attribute,
    /// A result that does not exist, with the `pdl.result` that reads it.
    Missing(OpRef, OpId),
    /// A value or operation that native code made.
    Opaque(String),
}

struct Decoder<'a> {
    program: &'a Program,
    registry: &'a Registry,
    model: Model,
    types: FxHashMap<ValueId, TypeIx>,
    attributes: FxHashMap<ValueId, AttrIx>,
    nodes: FxHashMap<ValueId, NodeIx>,
    meanings: FxHashMap<ValueId, Meaning>,
}

/// Reads a pattern.
///
/// # Errors
/// The first construct that is not analysed.
pub fn decode(program: &Program, registry: &Registry, pattern: OpId) -> Decoded<Model> {
    let body =
        body_of(program, pattern).ok_or_else(|| unsupported(program, pattern, "a pattern without a body"))?;
    let rewrite = body.last().copied().filter(|op| program.op(*op).name == known::PDL_REWRITE);
    let rewrite = rewrite.ok_or_else(|| unsupported(program, pattern, "a pattern without a rewrite"))?;
    let model = Model {
        pattern,
        rewrite,
        wildcards_deny_terminators: denies_terminators(program, pattern),
        nodes: Vec::new(),
        values: Vec::new(),
        types: Vec::new(),
        attributes: Vec::new(),
        created: Vec::new(),
        actions: Vec::new(),
        anchor: 0,
        constraints: Vec::new(),
        makers: Vec::new(),
        impossible: Vec::new(),
    };
    let mut decoder = Decoder {
        program,
        registry,
        model,
        types: FxHashMap::default(),
        attributes: FxHashMap::default(),
        nodes: FxHashMap::default(),
        meanings: FxHashMap::default(),
    };
    for op in &body[..body.len() - 1] {
        decoder.matcher_op(*op)?;
    }
    decoder.rewrite(rewrite)?;
    Ok(decoder.model)
}

/// The operations of the only block of the only region.
fn body_of(program: &Program, op: OpId) -> Option<Vec<OpId>> {
    let region = program.op_regions(op).first()?;
    let block = program.region(*region).blocks.first()?;
    Some(program.ops_in(*block).collect())
}

fn denies_terminators(program: &Program, pattern: OpId) -> bool {
    let name = program.ctx().ident("assay.wildcards");
    program.attr_text(pattern, name) == Some("no_terminator")
}

fn unsupported(program: &Program, op: OpId, what: &str) -> Unknown {
    Unknown::Unsupported { what: what.to_owned(), span: program.op(op).span }
}

/// The operand segments of an operation, as slices of its operand list.
fn segments<const N: usize>(program: &Program, op: OpId) -> Option<[Vec<ValueId>; N]> {
    let sizes = match program.ctx().attr_kind(program.attr(op, known::OPERAND_SEGMENT_SIZES)?) {
        AttrKind::DenseArray { values, .. } => values.to_vec(),
        _ => return None,
    };
    let mut operands = program.operands(op);
    let mut out: [Vec<ValueId>; N] = std::array::from_fn(|_| Vec::new());
    if sizes.len() != N {
        return None;
    }
    for (segment, size) in out.iter_mut().zip(sizes) {
        let size = integer(program, size)?;
        for _ in 0..size {
            segment.push(operands.next()?);
        }
    }
    operands.next().is_none().then_some(out)
}

fn integer(program: &Program, attr: AttrId) -> Option<i64> {
    match program.ctx().attr_kind(attr) {
        AttrKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

impl Decoder<'_> {
    fn refuse(&self, op: OpId, what: &str) -> Unknown {
        unsupported(self.program, op, what)
    }

    fn native(&self, op: OpId) -> Unknown {
        Unknown::Native { name: self.native_name(op), span: self.program.op(op).span }
    }

    fn native_name(&self, op: OpId) -> String {
        self.program.attr_text(op, known::NAME).unwrap_or("").to_owned()
    }

    fn call(&self, op: OpId) -> NativeCall {
        NativeCall { op, span: self.program.op(op).span, name: self.native_name(op) }
    }

    fn only_result(&self, op: OpId) -> Decoded<ValueId> {
        self.program.result(op, 0).ok_or_else(|| self.refuse(op, "a PDL operation without its result"))
    }

    fn matcher_op(&mut self, op: OpId) -> Decoded<()> {
        match self.program.op(op).name {
            known::PDL_TYPE => self.matcher_type(op),
            known::PDL_ATTRIBUTE => self.matcher_attribute(op),
            known::PDL_OPERAND => self.matcher_operand(op),
            known::PDL_OPERATION => self.matcher_operation(op),
            known::PDL_RESULT => self.matcher_result(op),
            known::PDL_NATIVE_CONSTRAINT => self.matcher_constraint(op),
            _ => Err(self.refuse(op, self.program.op_name(op))),
        }
    }

    fn matcher_type(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let constant = self.constant_type(op);
        let ty = self.new_type(Some(handle), constant);
        self.types.insert(handle, ty);
        self.meanings.insert(handle, Meaning::Type(TypeRef::Matched(ty)));
        Ok(())
    }

    fn constant_type(&self, op: OpId) -> Option<TypeId> {
        let attr = self.program.attr(op, known::CONSTANT_TYPE)?;
        match self.program.ctx().attr_kind(attr) {
            AttrKind::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    fn new_type(&mut self, handle: Option<ValueId>, constant: Option<TypeId>) -> TypeIx {
        self.model.types.push(Type { handle, constant });
        self.model.types.len() - 1
    }

    /// The type given by an optional operand of a `pdl.operand` or `pdl.attribute`.
    fn given_type(&mut self, op: OpId) -> Decoded<Option<TypeIx>> {
        match self.program.operand(op, 0) {
            None => Ok(None),
            Some(handle) => match self.types.get(&handle) {
                Some(ty) => Ok(Some(*ty)),
                None => Err(self.refuse(op, "a type that is no pdl.type")),
            },
        }
    }

    fn matcher_attribute(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let ty = self.given_type(op)?;
        let constant = self.program.attr(op, known::VALUE);
        self.attributes.insert(handle, self.model.attributes.len());
        self.model.attributes.push(Attribute { handle, constant, ty });
        self.meanings.insert(handle, Meaning::Attribute);
        Ok(())
    }

    fn matcher_operand(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let ty = match self.given_type(op)? {
            Some(ty) => ty,
            None => self.new_type(Some(handle), None),
        };
        let value = self.new_value(Definition::Free(op), ty);
        self.meanings.insert(handle, Meaning::Values(vec![ValueRef::Matched(value)]));
        Ok(())
    }

    fn new_value(&mut self, def: Definition, ty: TypeIx) -> ValueIx {
        self.model.values.push(Value { def, ty });
        self.model.values.len() - 1
    }

    fn matcher_operation(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let [operands, attributes, types] = self.operation_segments(op)?;
        let index = self.model.nodes.len();
        let mut node = Node {
            op,
            span: self.program.op(op).span,
            name: self.name_of(op),
            operands: Vec::new(),
            operand_handles: operands.clone(),
            results: Vec::new(),
            attributes: Vec::new(),
        };
        for operand in operands {
            match self.meanings.get(&operand) {
                Some(Meaning::Values(list)) if list.len() == 1 => match list[0] {
                    ValueRef::Matched(value) => node.operands.push(value),
                    ValueRef::Created(..) => return Err(self.refuse(op, "a created value in the matcher")),
                },
                _ => return Err(self.refuse(op, "an operand that is no single value")),
            }
        }
        for (name, attribute) in self.attribute_names(op).into_iter().zip(attributes) {
            match self.attributes.get(&attribute) {
                Some(attribute) => node.attributes.push((name, *attribute)),
                None => return Err(self.refuse(op, "an attribute that a native constraint makes")),
            }
        }
        for (number, ty) in types.into_iter().enumerate() {
            let Some(ty) = self.types.get(&ty).copied() else {
                return Err(self.refuse(op, "a result type that is no pdl.type"));
            };
            let value = self.new_value(Definition::Result(index, number), ty);
            node.results.push(value);
        }
        self.nodes.insert(handle, index);
        self.meanings.insert(handle, Meaning::Op(OpRef::Node(index)));
        self.model.nodes.push(node);
        Ok(())
    }

    fn operation_segments(&self, op: OpId) -> Decoded<[Vec<ValueId>; 3]> {
        segments::<3>(self.program, op).ok_or_else(|| self.refuse(op, "operand segments that do not fit"))
    }

    fn name_of(&self, op: OpId) -> Option<Ident> {
        self.program.attr_text(op, known::OP_NAME).map(|text| self.program.ctx().ident(text))
    }

    fn attribute_names(&self, op: OpId) -> Vec<Ident> {
        let Some(names) = self.program.attr(op, known::ATTRIBUTE_VALUE_NAMES) else { return Vec::new() };
        match self.program.ctx().attr_kind(names) {
            AttrKind::Array(names) => names.iter().filter_map(|name| self.text(*name)).collect(),
            _ => Vec::new(),
        }
    }

    fn text(&self, attr: AttrId) -> Option<Ident> {
        match self.program.ctx().attr_kind(attr) {
            AttrKind::String { text, .. } => Some(*text),
            _ => None,
        }
    }

    fn matcher_result(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let parent = self.program.operand(op, 0).and_then(|parent| self.nodes.get(&parent)).copied();
        let Some(parent) = parent else { return Err(self.refuse(op, "a result of something not matched")) };
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
                let ty = self.new_type(None, None);
                self.new_value(Definition::Free(op), ty)
            }
        };
        self.meanings.insert(handle, Meaning::Values(vec![ValueRef::Matched(value)]));
        Ok(())
    }

    fn index_of(&self, op: OpId) -> Option<usize> {
        let index = integer(self.program, self.program.attr(op, known::INDEX)?)?;
        usize::try_from(index).ok()
    }

    fn matcher_constraint(&mut self, op: OpId) -> Decoded<()> {
        for result in self.program.results(op) {
            if self.program.has_uses(result) {
                return Err(self.native(op));
            }
        }
        let call = self.call(op);
        self.model.constraints.push(call);
        Ok(())
    }

    fn rewrite(&mut self, rewrite: OpId) -> Decoded<()> {
        let [root, _] = segments::<2>(self.program, rewrite)
            .ok_or_else(|| self.refuse(rewrite, "operand segments that do not fit"))?;
        if self.model.nodes.is_empty() {
            return Err(self.refuse(rewrite, "a pattern that matches no operation"));
        }
        self.model.anchor = match root.first() {
            Some(root) => match self.nodes.get(root) {
                Some(node) => *node,
                None => return Err(self.refuse(rewrite, "a root that is not matched")),
            },
            None => self.choose_root(rewrite)?,
        };
        if self.program.attr(rewrite, known::NAME).is_some() {
            return Err(self.native(rewrite));
        }
        for op in body_of(self.program, rewrite).unwrap_or_default() {
            self.rewrite_op(op)?;
        }
        Ok(())
    }

    /// Without a written root MLIR starts at the cheapest candidate.
    fn choose_root(&self, rewrite: OpId) -> Decoded<NodeIx> {
        let pattern = Pattern { program: self.program, op: self.model.pattern };
        let anchor = pattern.anchor().and_then(|op| self.model.nodes.iter().position(|node| node.op == op));
        anchor.ok_or_else(|| self.refuse(rewrite, "a pattern without a root"))
    }

    fn rewrite_op(&mut self, op: OpId) -> Decoded<()> {
        match self.program.op(op).name {
            known::PDL_TYPE => {
                let ty = self.constant_type(op).map_or(TypeRef::Open, TypeRef::Constant);
                self.give(op, Meaning::Type(ty))
            }
            known::PDL_ATTRIBUTE => self.give(op, Meaning::Attribute),
            known::PDL_OPERATION => self.create(op),
            known::PDL_RESULT => self.read(op),
            known::PDL_RESULTS => self.read_all(op),
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

    fn give(&mut self, op: OpId, meaning: Meaning) -> Decoded<()> {
        let handle = self.only_result(op)?;
        self.meanings.insert(handle, meaning);
        Ok(())
    }

    fn step(&mut self, op: OpId, step: Step) {
        self.model.actions.push(Action { op, span: self.program.op(op).span, step });
    }

    fn op_operand(&self, op: OpId, index: usize) -> Decoded<OpRef> {
        let handle = self.program.operand(op, index);
        match handle.and_then(|handle| self.meanings.get(&handle)) {
            Some(Meaning::Op(target)) => Ok(*target),
            Some(Meaning::Opaque(name)) => {
                Err(Unknown::Native { name: name.clone(), span: self.program.op(op).span })
            }
            _ => Err(self.refuse(op, "an operation that was neither matched nor created")),
        }
    }

    fn values_of(&mut self, op: OpId, handle: ValueId) -> Decoded<Vec<ValueRef>> {
        match self.meanings.get(&handle) {
            Some(Meaning::Values(list)) => Ok(list.clone()),
            Some(Meaning::Missing(target, read)) => {
                let (target, read) = (*target, *read);
                self.step(read, Step::TakeMissing(target));
                Ok(Vec::new())
            }
            Some(Meaning::Opaque(name)) => {
                Err(Unknown::Native { name: name.clone(), span: self.program.op(op).span })
            }
            _ => Err(self.refuse(op, "a value of unknown origin")),
        }
    }

    fn create(&mut self, op: OpId) -> Decoded<()> {
        let handle = self.only_result(op)?;
        let [operands, attributes, types] = self.operation_segments(op)?;
        let Some(name) = self.name_of(op) else {
            return Err(self.refuse(op, "a created operation without a name"));
        };
        let mut list = Vec::new();
        for operand in operands {
            list.extend(self.values_of(op, operand)?);
        }
        for attribute in attributes {
            if let Some(Meaning::Opaque(name)) = self.meanings.get(&attribute) {
                return Err(Unknown::Native { name: name.clone(), span: self.program.op(op).span });
            }
        }
        let mut results = Vec::new();
        for ty in &types {
            match self.meanings.get(ty) {
                Some(Meaning::Type(ty)) => results.push(*ty),
                _ => return Err(self.refuse(op, "a range of result types")),
            }
        }
        let mut types_of = None;
        if types.is_empty() {
            (results, types_of) = self.open_results(op, handle, name)?;
        }
        let created = Created {
            op,
            span: self.program.op(op).span,
            name,
            operands: list,
            results,
            declared_without_results: types.is_empty(),
            types_of,
        };
        let index = self.model.created.len();
        self.model.created.push(created);
        self.step(op, Step::Create(index));
        self.meanings.insert(handle, Meaning::Op(OpRef::Created(index)));
        Ok(())
    }

    /// The results of a created operation that declares no result type: inferred by the operation itself, else
    /// those of the operation that it replaces, else none.
    fn open_results(&self, op: OpId, handle: ValueId, name: Ident) -> Decoded<(Vec<TypeRef>, Option<OpRef>)> {
        let spec = self.registry.op(name);
        if let Some(spec) = spec.filter(|spec| spec.traits.infers_results) {
            return match super::counts::fixed_count(&spec.results) {
                Some(count) => Ok((vec![TypeRef::Open; count], None)),
                None => Err(self.refuse(op, "an inferred number of results")),
            };
        }
        // Without traits nobody knows whether it infers them; that it replaces something is then the best guess, and
        // `Roles` lists it as an assumption.
        if let Some(target) = self.replaced_by(handle) {
            let results = (0..self.model.result_count(target)).map(|index| self.model.result(target, index));
            return Ok((results.map(|value| self.model.type_of(value)).collect(), Some(target)));
        }
        match spec {
            Some(spec) if !super::counts::admits(&spec.results, 0) => {
                Err(self.refuse(op, "result types that are neither given nor inferable"))
            }
            _ => Ok((Vec::new(), None)),
        }
    }

    /// The operation that a later `pdl.replace .. with %handle` replaces, if it is there before this one.
    fn replaced_by(&self, handle: ValueId) -> Option<OpRef> {
        self.program.uses(handle).find_map(|slot| {
            let user = self.program.operand_owner(slot);
            if self.program.op(user).name != known::PDL_REPLACE || self.program.operand_index(slot) == 0 {
                return None;
            }
            match self.meanings.get(&self.program.operand(user, 0)?) {
                Some(Meaning::Op(target)) => Some(*target),
                _ => None,
            }
        })
    }

    fn read(&mut self, op: OpId) -> Decoded<()> {
        let target = self.op_operand(op, 0)?;
        self.step(op, Step::Read(target));
        let meaning = match self.index_of(op).filter(|index| *index < self.model.result_count(target)) {
            Some(index) => Meaning::Values(vec![self.model.result(target, index)]),
            None => Meaning::Missing(target, op),
        };
        self.give(op, meaning)
    }

    fn read_all(&mut self, op: OpId) -> Decoded<()> {
        let target = self.op_operand(op, 0)?;
        if self.program.attr(op, known::INDEX).is_some() {
            return Err(self.refuse(op, "pdl.results with an index"));
        }
        self.step(op, Step::Read(target));
        let results = (0..self.model.result_count(target)).map(|index| self.model.result(target, index));
        let values = Meaning::Values(results.collect());
        self.give(op, values)
    }

    fn range(&mut self, op: OpId) -> Decoded<()> {
        let mut list = Vec::new();
        let operands: Vec<ValueId> = self.program.operands(op).collect();
        for operand in operands {
            list.extend(self.values_of(op, operand)?);
        }
        // Reading the elements is a use: MLIR looks at each of them here.
        self.step(op, Step::Take(list.clone()));
        self.give(op, Meaning::Values(list))
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
        let mut values = Vec::new();
        for handle in by_values {
            values.extend(self.values_of(op, handle)?);
        }
        self.step(op, Step::Replace { target, by: None, values });
        Ok(())
    }

    fn replace_by_op(&mut self, op: OpId, target: OpRef, handle: ValueId) -> Decoded<()> {
        let by = match self.meanings.get(&handle) {
            Some(Meaning::Op(by)) => *by,
            Some(Meaning::Opaque(name)) => {
                return Err(Unknown::Native { name: name.clone(), span: self.program.op(op).span });
            }
            _ => return Err(self.refuse(op, "a replacement of unknown origin")),
        };
        // MLIR 22 does not read the results of the replacement when the replaced operation declares none.
        let erases = match target {
            OpRef::Node(node) => self.model.nodes[node].results.is_empty(),
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

    fn native_rewrite(&mut self, op: OpId) -> Decoded<()> {
        let ctx = self.program.ctx();
        let plain = [ctx.pdl_type(known::T_ATTRIBUTE), ctx.pdl_type(known::T_TYPE)];
        let (one, many) = (plain, [ctx.pdl_range(known::T_ATTRIBUTE), ctx.pdl_range(known::T_TYPE)]);
        let harmless = |value: ValueId| {
            let ty = self.program.value_type(value);
            one.contains(&ty) || many.contains(&ty)
        };
        let arguments_harmless = self.program.operands(op).all(harmless);
        let results_harmless =
            self.program.results(op).all(|value| one.contains(&self.program.value_type(value)));
        let results: Vec<ValueId> = self.program.results(op).collect();
        if arguments_harmless && results_harmless {
            let call = self.call(op);
            self.model.makers.push(call);
            for result in results {
                let is_type = self.program.value_type(result) == one[1];
                let meaning = if is_type { Meaning::Type(TypeRef::Open) } else { Meaning::Attribute };
                self.meanings.insert(result, meaning);
            }
            return Ok(());
        }
        if arguments_harmless || results.is_empty() {
            return Err(self.native(op));
        }
        // Blamed where the product is used, when it is; the call itself may change anything too.
        let name = self.native_name(op);
        for result in results {
            self.meanings.insert(result, Meaning::Opaque(name.clone()));
        }
        let used = self.program.results(op).find_map(|result| self.program.uses(result).last());
        let place = used.map_or(op, |slot| self.program.operand_owner(slot));
        Err(Unknown::Native { name, span: self.program.op(place).span })
    }
}
