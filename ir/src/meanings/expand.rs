//! Programs with bodies in place of the operations that they compute, so that an engine runs them without knowing those
//! operations. What does not fit any body stays as it is. Evaluates nothing.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::fit::{Extents, element, extents};
use super::retype::retype;
use super::{Argument, Fit, Form, Variant};
use crate::data::{
    AttrId, AttrKind, Context, DenseData, Ident, InsertPoint, NewOp, OpId, Pos, Program, TypeId, TypeKind,
    ValueId, known,
};
use crate::natives::Instance;
use crate::spec::{Registry, with_element};

/// The program with the bodies of all operations that have one, and no other operation changed. New operations stand at
/// the place in the text of the one that they compute.
pub fn expanded<'p>(program: &'p Program, registry: &Registry) -> Cow<'p, Program> {
    let computed = |program: &Program, op: OpId| registry.computes(program.op(op).name);
    let types = registry.type_meanings().next().is_some();
    if !types && (!registry.has_semantics() || !program.walk(program.top()).any(|op| computed(program, op))) {
        return Cow::Borrowed(program);
    }
    let mut out = program.clone();
    expand(&mut out, registry);
    Cow::Owned(out)
}

/// Puts the bodies of all operations that have one into a program, as [`expanded`] does into a copy.
pub fn expand(program: &mut Program, registry: &Registry) {
    if !registry.has_semantics() {
        return;
    }
    let computed = |program: &Program, op: OpId| registry.computes(program.op(op).name);
    let mut pending: Vec<OpId> = program.walk(program.top()).filter(|op| computed(program, *op)).collect();
    let mut bodies = Bodies::default();
    while let Some(op) = pending.pop() {
        let made =
            Expansion::new(program, registry, op, &mut bodies).map(|expansion| expansion.apply(program));
        pending.extend(made.into_iter().flatten().filter(|op| computed(program, *op)));
    }
    if registry.type_meanings().next().is_some() {
        let ctx = Arc::clone(program.ctx());
        retype(program, &|ty| registry.described_type(&ctx, ty));
    }
}

/// Bodies that were read, by the name of the operation, the line of the function and the widths.
type Bodies = FxHashMap<(Ident, u32, Vec<u32>), Option<Arc<Instance>>>;

/// One operation and its body.
struct Expansion {
    op: OpId,
    body: Arc<Instance>,
    fit: Fit,
    /// Constants for the arguments behind the operands.
    constants: Vec<AttrId>,
    /// For each operand, whether it is one number for all elements.
    spread: Vec<bool>,
}

impl Expansion {
    fn new(program: &Program, registry: &Registry, op: OpId, bodies: &mut Bodies) -> Option<Expansion> {
        let ctx = program.ctx();
        let name = program.op(op).name;
        let semantics = registry.semantics(name)?;
        let written: Vec<TypeId> =
            program.operands(op).chain(program.results(op)).map(|value| program.value_type(value)).collect();
        let mut operands: Vec<TypeId> = written.iter().map(|ty| registry.representation(ctx, *ty)).collect();
        let results = operands.split_off(program.operand_count(op));
        let (variant, fit) = semantics.variant(ctx, &operands, &results)?;
        let attr = |name: Ident| program.attr(op, name);
        let parameter = |name: Ident| registry.parameter(ctx, &written, name);
        let known = Known { attr: &attr, parameter: &parameter };
        let constants = variant.arguments.iter().map(|one| constant(ctx, variant, &fit, one, &known));
        let constants = constants.collect::<Option<_>>()?;
        let key = (name, variant.at.1, fit.widths.clone());
        let read = || variant.instance(ctx, registry, &fit).map(Arc::new);
        let body = bodies.entry(key).or_insert_with(read).clone()?;
        let same_shape = |ty: &TypeId| match fit.shaped {
            Some(shaped) => with_element(ctx, shaped, element(ctx, *ty)) == *ty,
            None => matches!(extents(ctx, *ty), Extents::Scalar) || !variant.elementwise,
        };
        let spread = operands.iter().map(|ty| !same_shape(ty)).collect();
        Some(Expansion { op, body, fit, constants, spread })
    }

    /// Puts the body in place of the operation; the operations that were made.
    fn apply(&self, out: &mut Program) -> Vec<OpId> {
        let body = &self.body.program;
        let Some(block) = self.body.block() else { return Vec::new() };
        let parameters = body.block(block).arguments.to_vec();
        let mut made = Vec::new();
        let mut values: FxHashMap<ValueId, ValueId> = FxHashMap::default();
        let operands: Vec<ValueId> = out.operands(self.op).collect();
        for (index, operand) in operands.iter().enumerate() {
            let value = if self.spread[index] { self.spread(out, *operand, &mut made) } else { *operand };
            values.insert(parameters[index], value);
        }
        for (parameter, attr) in parameters[operands.len()..].iter().zip(&self.constants) {
            let ty = self.shaped(out.ctx(), body.value_type(*parameter));
            let properties = [(out.ctx().ident("value"), *attr)];
            let op = self.create(out, known::text(known::ARITH_CONSTANT), &[], ty, &properties);
            made.push(op);
            values.insert(*parameter, out.results(op).next().expect("a constant has one result"));
        }
        for inner in body.ops_in(block) {
            if body.op(inner).name == known::FUNC_RETURN {
                let operands: Vec<ValueId> = body.operands(inner).map(|value| values[&value]).collect();
                let results: Vec<ValueId> = out.results(self.op).collect();
                results.into_iter().zip(operands).for_each(|(old, new)| out.replace_uses(old, new));
                break;
            }
            made.push(self.copy(out, inner, InsertPoint::Before(self.op), &mut values));
        }
        out.erase(self.op);
        made
    }

    /// One operation of the body with all that it holds, in the shape of the results.
    fn copy(
        &self,
        out: &mut Program,
        inner: OpId,
        at: InsertPoint,
        values: &mut FxHashMap<ValueId, ValueId>,
    ) -> OpId {
        let body = &self.body.program;
        let ctx = Arc::clone(out.ctx());
        let data = body.op(inner);
        let types = body.results(inner).map(|value| self.shaped(&ctx, body.value_type(value)));
        let types: Vec<TypeId> = types.collect();
        let new = NewOp {
            regions: body.op_regions(inner).len(),
            properties: self.shaped_value(&ctx, data.name, data.properties),
            attributes: self.shaped_value(&ctx, data.name, data.attributes),
            loc: out.op(self.op).loc,
            span: out.op(self.op).span,
            ..NewOp::named(&ctx, data.name)
        };
        let operands: Vec<ValueId> = body.operands(inner).map(|value| values[&value]).collect();
        let op = out.build(&new, &operands, &types, at);
        values.extend(body.results(inner).zip(out.results(op)));
        // Regions are of one block: branches are no part of a body.
        for (index, region) in body.op_regions(inner).iter().enumerate() {
            for block in &body.region(*region).blocks {
                let region = out.op_regions(op)[index];
                let copy = out.add_block(region, out.op(op).span);
                for argument in &body.block(*block).arguments {
                    let value = out.add_argument(copy, body.value_type(*argument), Pos::NONE);
                    values.insert(*argument, value);
                }
                for inside in body.ops_in(*block) {
                    self.copy(out, inside, InsertPoint::End(copy), values);
                }
            }
        }
        op
    }

    /// The dictionary of a constant with its number for all elements; any other as it is.
    fn shaped_value(&self, ctx: &Context, name: Ident, dictionary: AttrId) -> AttrId {
        if self.fit.shaped.is_none() || name != known::ARITH_CONSTANT {
            return dictionary;
        }
        let value = ctx.ident("value");
        let splat = |attr: AttrId| match ctx.attr_type(attr) {
            Some(ty) => splat(ctx, attr, self.shaped(ctx, ty)),
            None => attr,
        };
        let entry =
            |(name, attr): &(Ident, AttrId)| (*name, if *name == value { splat(*attr) } else { *attr });
        let entries: Vec<(Ident, AttrId)> = ctx.entries(dictionary).iter().map(entry).collect();
        ctx.dictionary(entries)
    }

    /// A type in the shape of the results.
    fn shaped(&self, ctx: &Context, ty: TypeId) -> TypeId {
        self.fit.shaped.map_or(ty, |shaped| with_element(ctx, shaped, ty))
    }

    /// One number as all elements.
    fn spread(&self, out: &mut Program, value: ValueId, made: &mut Vec<OpId>) -> ValueId {
        let ty = out.value_type(value);
        let one = element(out.ctx(), ty);
        let mut value = value;
        if one != ty {
            let op = self.create(out, "tensor.extract", &[value], one, &[]);
            made.push(op);
            value = out.results(op).next().expect("an element is one result");
        }
        let Some(shaped) = self.fit.shaped else { return value };
        let name = match out.ctx().type_kind(shaped) {
            TypeKind::Vector { .. } => "vector.broadcast",
            _ => "tensor.splat",
        };
        let all = self.shaped(out.ctx(), one);
        let op = self.create(out, name, &[value], all, &[]);
        made.push(op);
        out.results(op).next().expect("it has one result")
    }

    /// An operation with one result, before the one that is replaced.
    fn create(
        &self,
        out: &mut Program,
        name: &str,
        operands: &[ValueId],
        result: TypeId,
        properties: &[(Ident, AttrId)],
    ) -> OpId {
        let ctx = Arc::clone(out.ctx());
        let new = NewOp {
            properties: ctx.dictionary(properties.to_vec()),
            loc: out.op(self.op).loc,
            span: out.op(self.op).span,
            ..NewOp::named(&ctx, ctx.ident(name))
        };
        out.build(&new, operands, &[result], InsertPoint::Before(self.op))
    }
}

/// The parts of an operation other than its operands.
struct Known<'k> {
    /// Its attributes and properties.
    attr: &'k dyn Fn(Ident) -> Option<AttrId>,
    /// The parameters of its types.
    parameter: &'k dyn Fn(Ident) -> Option<u64>,
}

/// The constant that stands for an argument, in the shape of the results.
fn constant(
    ctx: &Context,
    variant: &Variant,
    fit: &Fit,
    argument: &Argument,
    known: &Known<'_>,
) -> Option<AttrId> {
    let attr = known.attr;
    let shaped = |ty: TypeId| fit.shaped.map_or(ty, |shaped| with_element(ctx, shaped, ty));
    match argument {
        Argument::Place { name, bits, .. } => {
            let ty = ctx.integer(*bits);
            let number = ctx.integer_attr(argument.place(ctx, attr(*name))? as i128, ty);
            Some(splat(ctx, number, shaped(ty)))
        }
        Argument::Width { of, form } => {
            let ty = variant.type_of(ctx, *form, fit);
            let number = ctx.integer_attr(i128::from(fit.widths[*of]), ty);
            Some(splat(ctx, number, shaped(ty)))
        }
        Argument::Parameter { name, form } => {
            let ty = variant.type_of(ctx, *form, fit);
            let number = ctx.integer_attr(i128::from((known.parameter)(*name)?), ty);
            Some(splat(ctx, number, shaped(ty)))
        }
        Argument::Number { name, form, absent, scalar } => {
            let ty = variant.type_of(ctx, *form, fit);
            match attr(*name) {
                None => Some(splat(ctx, number_at(ctx, (*absent)?, *form, ty), shaped(ty))),
                Some(attr) if *scalar || fit.shaped.is_none() => {
                    (ctx.attr_type(attr) == Some(ty)).then(|| splat(ctx, attr, shaped(ty)))
                }
                Some(attr) => (ctx.attr_type(attr) == Some(shaped(ty))).then_some(attr),
            }
        }
    }
}

/// A number at the width of the argument.
fn number_at(ctx: &Context, attr: AttrId, form: Form, ty: TypeId) -> AttrId {
    match (form, ctx.attr_kind(attr)) {
        (Form::Open(_), AttrKind::Integer { value, .. }) => {
            ctx.attr(AttrKind::Integer { value: value.clone(), ty })
        }
        _ => attr,
    }
}

/// A number, or as all elements of a vector or tensor.
fn splat(ctx: &Context, attr: AttrId, ty: TypeId) -> AttrId {
    match ctx.type_kind(ty) {
        TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } => {
            ctx.attr(AttrKind::Dense { data: DenseData::Splat(attr), ty })
        }
        _ => attr,
    }
}
