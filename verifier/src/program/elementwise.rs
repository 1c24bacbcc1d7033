//! Functions that do to each element of vectors or tensors of one shape the same: they refine each other at any extents if functions
//! of one element do. The behaviour of the whole is undefined where that of some element is, and an empty tensor has none.

use std::collections::BTreeMap;

use assay_backend::engine::entry_block;
use assay_backend::value::{Shaped, Value, count};
use assay_ir::data::{AttrId, AttrKind, Context, DenseData, OpId, Program, TypeId, TypeKind, ValueId, known};
use assay_ir::ops;

use super::pair::{Pair, Paired, pairs, qualified};

/// Elements from which on a tensor is not drawn element by element.
const DRAWN: u64 = 1024;
/// Elements of a tensor beyond which nothing is run.
const LARGEST: u64 = 1 << 22;

/// Both programs of a pair with one element in the place of each vector and tensor; `None` where a function does more than one thing
/// to each element of one shape.
pub(super) struct OneElement {
    source: Program,
    target: Program,
    name: String,
    shape: Shape,
}

impl OneElement {
    pub(super) fn of_pair(pair: &Pair<'_>) -> Option<OneElement> {
        let before = Side { program: pair.source, function: pair.function };
        let after = Side { program: pair.target, function: pair.later };
        let shape = before.shape()?;
        if after.shape().is_some_and(|other| other != shape)
            || !before.is_elementwise()
            || !after.is_elementwise()
        {
            return None;
        }
        // Extents that are open are those of all arguments only where the function before puts all of them together.
        if shape.is_open && !before.joins_arguments() {
            return None;
        }
        let name = qualified(pair.source, pair.function)?;
        Some(OneElement { source: before.of_one()?, target: after.of_one()?, name, shape })
    }

    /// Arguments of the pair whose elements are all these; `None` where tensors are small enough to be drawn, or their extents are
    /// not known.
    pub(super) fn repeated(&self, pair: &Pair<'_>, arguments: &[Value]) -> Option<Vec<Value>> {
        let known = |(extent, scalable): &(Option<u64>, bool)| extent.filter(|_| !scalable);
        let extents: Vec<u64> = self.shape.extents.iter().map(known).collect::<Option<_>>()?;
        let size = count(&extents).filter(|size| (DRAWN..=LARGEST).contains(size))?;
        let side = Side { program: pair.source, function: pair.function };
        let repeated = |(value, one): (ValueId, &Value)| match side.is_shaped(value) {
            true => Shaped::new(&extents[..], vec![one.clone(); size as usize]).into(),
            false => one.clone(),
        };
        Some(side.arguments().into_iter().zip(arguments).map(repeated).collect())
    }

    /// The functions of one element.
    pub(super) fn pair(&self) -> Option<Pair<'_>> {
        let (.., paired) =
            pairs(&self.source, &self.target).into_iter().find(|(name, ..)| *name == self.name)?;
        match paired {
            Paired::Both(pair) => Some(pair),
            Paired::Retyped | Paired::Gone => None,
        }
    }
}

/// A shape without its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shape {
    is_vector: bool,
    extents: Vec<(Option<u64>, bool)>,
    is_open: bool,
}

fn shape(ctx: &Context, ty: TypeId) -> Option<Shape> {
    let (is_vector, extents): (bool, Vec<(Option<u64>, bool)>) = match ctx.type_kind(ty) {
        TypeKind::Vector { shape, .. } => {
            (true, shape.iter().map(|(extent, scalable)| (Some(*extent), *scalable)).collect())
        }
        TypeKind::RankedTensor { shape, encoding: None, .. } => {
            (false, shape.iter().map(|extent| (*extent, false)).collect())
        }
        _ => return None,
    };
    let is_open = extents.iter().any(|(extent, _)| extent.is_none());
    Some(Shape { is_vector, extents, is_open })
}

/// One function of a pair.
#[derive(Clone, Copy)]
struct Side<'p> {
    program: &'p Program,
    function: OpId,
}

impl Side<'_> {
    fn arguments(&self) -> Vec<ValueId> {
        let entry = entry_block(self.program, self.function);
        entry.map(|entry| self.program.block(entry).arguments.to_vec()).unwrap_or_default()
    }

    fn operations(&self) -> Vec<OpId> {
        entry_block(self.program, self.function)
            .map(|entry| self.program.ops_in(entry).collect())
            .unwrap_or_default()
    }

    fn is_shaped(&self, value: ValueId) -> bool {
        shape(self.program.ctx(), self.program.value_type(value)).is_some()
    }

    fn values(&self) -> Vec<ValueId> {
        let results =
            self.operations().into_iter().flat_map(|op| self.program.results(op).collect::<Vec<_>>());
        self.arguments().into_iter().chain(results).collect()
    }

    /// The shape of all values that have one.
    fn shape(&self) -> Option<Shape> {
        let ctx = self.program.ctx();
        let mut all =
            self.values().into_iter().filter_map(|value| shape(ctx, self.program.value_type(value)));
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }

    /// Tells if every operation works on each element alone, makes a constant of equal elements, or returns.
    fn is_elementwise(&self) -> bool {
        let (program, ctx) = (self.program, self.program.ctx());
        let is_plain = |value: ValueId| {
            let kind = ctx.type_kind(program.value_type(value));
            self.is_shaped(value)
                || matches!(kind, TypeKind::Integer { .. } | TypeKind::Float(_) | TypeKind::Index)
        };
        let region = program.op_regions(self.function);
        let one_block = region.len() == 1 && program.region(region[0]).blocks.len() == 1;
        let undecorated = ["arg_attrs", "res_attrs"]
            .iter()
            .all(|name| program.attr(self.function, ctx.ident(name)).is_none());
        let fits = |op: OpId| {
            let Some(record) = ops::op(program.op_name(op)) else { return false };
            let (mut operands, mut results) = (program.operands(op), program.results(op));
            if program.op(op).name == known::FUNC_RETURN {
                return true;
            }
            if !program.op_regions(op).is_empty() {
                return false;
            }
            if record.has("constant_like") {
                return results.all(|result| !self.is_shaped(result)) || self.splat(op).is_some();
            }
            let shaped = operands.any(|operand| self.is_shaped(operand));
            record.has("Elementwise") && results.all(|result| self.is_shaped(result) == shaped)
        };
        one_block
            && undecorated
            && self.values().into_iter().all(is_plain)
            && self.operations().into_iter().all(fits)
    }

    /// The element of a constant of equal elements.
    fn splat(&self, op: OpId) -> Option<AttrId> {
        let ctx = self.program.ctx();
        match ctx.attr_kind(self.program.attr(op, ctx.ident("value"))?) {
            AttrKind::Dense { data: DenseData::Splat(element), .. } => Some(*element),
            _ => None,
        }
    }

    /// Tells if operations put all shaped arguments together, so that these have the same extents or the behaviour is undefined.
    fn joins_arguments(&self) -> bool {
        let mut group: BTreeMap<ValueId, usize> = BTreeMap::new();
        let shaped = |value: &ValueId| self.is_shaped(*value);
        for (at, argument) in self.arguments().into_iter().filter(shaped).enumerate() {
            group.insert(argument, at);
        }
        for op in self.operations() {
            if self.program.op(op).name == known::FUNC_RETURN {
                continue;
            }
            let together: Vec<usize> =
                self.program.operands(op).filter_map(|operand| group.get(&operand).copied()).collect();
            let Some(first) = together.first().copied() else { continue };
            group.values_mut().filter(|other| together.contains(other)).for_each(|other| *other = first);
            for result in self.program.results(op).filter(shaped) {
                group.insert(result, first);
            }
        }
        let mut all = self.arguments().into_iter().filter_map(|argument| group.get(&argument).copied());
        let first = all.next();
        all.all(|other| Some(other) == first)
    }

    /// The program with one element in the place of each vector and tensor of the function.
    fn of_one(&self) -> Option<Program> {
        let mut program = self.program.clone();
        let ctx = std::sync::Arc::clone(self.program.ctx());
        let element = |ty: TypeId| match shape(&ctx, ty) {
            Some(_) => ctx.element_type(ty).unwrap_or(ty),
            None => ty,
        };
        for op in self.operations() {
            if let (Some(splat), true) =
                (self.splat(op), self.program.results(op).any(|one| self.is_shaped(one)))
            {
                let value = ctx.ident("value");
                let with = |dictionary: AttrId| {
                    let entries: Vec<_> = ctx.entries(dictionary).to_vec();
                    ctx.dictionary(
                        entries
                            .into_iter()
                            .map(|(name, attr)| (name, if name == value { splat } else { attr })),
                    )
                };
                let data = self.program.op(op);
                let (properties, attributes) = (with(data.properties), with(data.attributes));
                program.set_properties(op, properties);
                program.set_attributes(op, attributes);
            }
        }
        for value in self.values() {
            program.set_value_type(value, element(self.program.value_type(value)));
        }
        let declared = self.program.attr(self.function, known::FUNCTION_TYPE)?;
        let TypeKind::Function { inputs, results } = ctx.type_kind(ctx.as_type(declared)?) else {
            return None;
        };
        let [inputs, results] = [inputs, results].map(|types| types.iter().map(|ty| element(*ty)).collect());
        let ty = ctx.type_attr(ctx.ty(TypeKind::Function { inputs, results }));
        let with = |dictionary: AttrId| {
            let entries: Vec<_> = ctx.entries(dictionary).to_vec();
            let retyped = |(name, attr)| (name, if name == known::FUNCTION_TYPE { ty } else { attr });
            ctx.dictionary(entries.into_iter().map(retyped))
        };
        let data = self.program.op(self.function);
        let (properties, attributes) = (with(data.properties), with(data.attributes));
        program.set_properties(self.function, properties);
        program.set_attributes(self.function, attributes);
        Some(program)
    }
}
