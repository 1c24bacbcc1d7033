//! What attributes of parameters and results promise, as operations: an integer outside of its `llvm.range` and a float of a class in its
//! `llvm.nofpclass` are poison, and poison where `llvm.noundef` is written is undefined behaviour (LLVM language reference, "Parameter
//! Attributes"). Each side of a pair gets the operations of its own promises, so that an input that breaks one is excused, and a
//! promise that is added is found. Promises about addresses have no operations: the program after may have those that follow from the ones
//! before.

use assay_backend::engine::entry_block;
use assay_backend::value::{Shaped, Value};
use assay_ir::data::{
    AttrId, AttrKind, Context, FloatKind, Ident, InsertPoint, NewOp, OpId, Pos, Program, TypeId, TypeKind,
    ValueId, known,
};
use assay_ir::ops;
use assay_ir::text::{attr_text, parse_attr, type_text};
use std::collections::BTreeMap;
use std::sync::Arc;

use super::stored::{is_memory, only_read};

/// Bits of `index`.
const INDEX: u32 = 64;

/// Predicates of `arith.cmpf`.
const GREATER: i128 = 2;
const GREATER_OR_EQUAL: i128 = 3;
const LESS: i128 = 4;
const LESS_OR_EQUAL: i128 = 5;
const UNORDERED: i128 = 14;

/// Attributes of one parameter or result.
type Promises = Vec<(Ident, AttrId)>;

/// Integers from `lower` on, `size` of them, modulo the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    width: u32,
    lower: u128,
    size: u128,
}

impl Range {
    /// The range of an attribute as `#llvm.constant_range<i8, 0, 10>`, for a type of its width.
    fn from_attr(ctx: &Context, ty: TypeId, attr: AttrId) -> Option<Range> {
        let width = match ctx.type_kind(number(ctx, ty)?) {
            TypeKind::Integer { width: width @ 2..=64, .. } => *width,
            TypeKind::Index => INDEX,
            _ => return None,
        };
        let text = attr_text(ctx, attr);
        let inside = text.split_once('<')?.1.strip_suffix('>')?;
        let mut parts = inside.split(',').map(str::trim);
        let of = parts.next()?.strip_prefix('i')?.parse::<u32>().ok()?;
        let mask = (1u128 << width) - 1;
        let mut next = || Some(parts.next()?.parse::<i128>().ok()? as u128 & mask);
        let (lower, upper) = (next()?, next()?);
        (of == width && lower != upper).then_some(Range {
            width,
            lower,
            size: upper.wrapping_sub(lower) & mask,
        })
    }

    /// A number of the range for any number.
    fn within(self, value: &Value) -> Value {
        let mask = (1u128 << self.width) - 1;
        match value {
            Value::Int(int) if int.width() == self.width => {
                let from = int.to_u128().unwrap_or(0).wrapping_sub(self.lower) & mask;
                Value::int(self.width, self.lower.wrapping_add(from % self.size) & mask)
            }
            Value::Shaped(shaped) => {
                let elements: Vec<Value> = shaped.elements().iter().map(|one| self.within(one)).collect();
                Shaped::new(shaped.shape(), elements).into()
            }
            other => other.clone(),
        }
    }
}

/// Classes of floats, as the bits of `llvm.nofpclass` say them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Classes {
    mask: u64,
    /// Bits of the float, and of its fraction.
    bits: u32,
    fraction: u32,
}

impl Classes {
    /// The classes of an attribute for floats of a type; `None` where comparisons of numbers do not tell them from others, which
    /// are those of one kind of NaN and of a zero of one sign.
    fn from_attr(ctx: &Context, ty: TypeId, attr: AttrId) -> Option<Classes> {
        let TypeKind::Float(kind) = ctx.type_kind(number(ctx, ty)?) else { return None };
        let fraction = match kind {
            FloatKind::F16 => 10,
            FloatKind::BF16 => 7,
            FloatKind::F32 => 23,
            FloatKind::F64 => 52,
            _ => return None,
        };
        let mask = number_in(ctx, attr)?;
        let both = |shift: u32| matches!(mask >> shift & 3, 0 | 3);
        (both(0) && both(5)).then_some(Classes { mask, bits: kind.bits(), fraction })
    }

    /// The ends of the classes that the mask has, in which numbers are: from the first, included where it says so, to the second.
    fn ranges(self) -> Vec<[(bool, u64); 2]> {
        let sign = 1u64 << (self.bits - 1);
        let infinite = ((1u64 << (self.bits - 1 - self.fraction)) - 1) << self.fraction;
        let normal = 1u64 << self.fraction;
        let [minus_infinite, minus_normal] = [infinite, normal].map(|bits| bits | sign);
        let all = [
            (2, [(true, minus_infinite), (true, minus_infinite)]),
            (3, [(false, minus_infinite), (true, minus_normal)]),
            (4, [(false, minus_normal), (false, 0)]),
            (5, [(true, 0), (true, 0)]),
            (7, [(false, 0), (false, normal)]),
            (8, [(true, normal), (false, infinite)]),
            (9, [(true, infinite), (true, infinite)]),
        ];
        all.into_iter().filter(|(bit, _)| self.mask >> bit & 1 == 1).map(|(_, range)| range).collect()
    }

    fn has_nan(self) -> bool {
        self.mask & 3 == 3
    }
}

/// The number of an integer attribute.
fn number_in(ctx: &Context, attr: AttrId) -> Option<u64> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => u64::try_from(value.to_big()).ok(),
        _ => None,
    }
}

/// The type of the numbers of a value, of which there is one or a fixed row.
fn number(ctx: &Context, ty: TypeId) -> Option<TypeId> {
    let one = match ctx.type_kind(ty) {
        TypeKind::Vector { shape, element } if matches!(shape[..], [(_, false)]) => *element,
        _ => ty,
    };
    matches!(ctx.type_kind(one), TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_))
        .then_some(one)
}

/// Returns true of an attribute whose promise about a value of a type is modelled.
pub(crate) fn is_modelled(ctx: &Context, ty: TypeId, name: &str, attr: AttrId) -> bool {
    match name {
        promise if promise == known::text(known::NOUNDEF) => number(ctx, ty).is_some(),
        "llvm.range" => Range::from_attr(ctx, ty, attr).is_some(),
        "llvm.nofpclass" => Classes::from_attr(ctx, ty, attr).is_some(),
        _ => false,
    }
}

/// Returns true of a promise about an address that follows from those that are there: the same, a weaker one of its kind, or one that
/// another kind implies ("`dereferenceable` ... implies that the pointer is not null", in address space 0, of the LLVM language reference).
pub(super) fn is_implied(ctx: &Context, there: &BTreeMap<&str, AttrId>, name: &str, attr: AttrId) -> bool {
    if there.get(name) == Some(&attr) {
        return true;
    }
    let most = |names: &[&str]| {
        let numbers = names.iter().filter_map(|name| number_in(ctx, *there.get(name)?));
        numbers.max()
    };
    let wanted = number_in(ctx, attr);
    let reaches = |names: &[&str]| wanted.zip(most(names)).is_some_and(|(wanted, most)| wanted <= most);
    match name {
        "llvm.align" | "llvm.dereferenceable" => reaches(&[name]),
        "llvm.dereferenceable_or_null" => reaches(&[name, "llvm.dereferenceable"]),
        "llvm.nonnull" => most(&["llvm.dereferenceable"]).is_some_and(|bytes| bytes > 0),
        "llvm.readonly" | "llvm.writeonly" => there.contains_key("llvm.readnone"),
        _ => false,
    }
}

/// Returns true of a promise about a parameter that the function itself keeps on all inputs.
pub(super) fn is_kept(program: &Program, function: OpId, parameter: usize, name: &str) -> bool {
    let Some(entry) = entry_block(program, function).filter(|_| name == "llvm.readonly") else {
        return false;
    };
    let parameters = &program.block(entry).arguments;
    let preceding = parameters.iter().take(parameter).filter(|value| is_memory(program, **value)).count();
    let is_it = parameters.get(parameter).is_some_and(|value| is_memory(program, *value));
    is_it && only_read(program, function).get(preceding) == Some(&true)
}

/// Returns true when a parameter is promised to share no memory with others.
pub(crate) fn is_apart(program: &Program, function: OpId, parameter: usize) -> bool {
    let all = listed(program, function, "arg_attrs");
    all.get(parameter)
        .is_some_and(|list| list.iter().any(|(name, _)| program.ctx().str(*name) == "llvm.noalias"))
}

/// An input whose numbers are in the ranges that the parameters of a function promise.
pub(crate) fn within(program: &Program, function: OpId, input: Vec<Value>) -> Vec<Value> {
    let ctx = program.ctx();
    let Some(entry) = entry_block(program, function) else { return input };
    let all = listed(program, function, "arg_attrs");
    let names = &program.block(entry).arguments;
    let one = |(at, value): (usize, Value)| {
        let attrs = all.get(at).map_or(&[][..], Vec::as_slice);
        let attr = attrs.iter().find(|(name, _)| ctx.str(*name) == "llvm.range");
        match attr.and_then(|(_, attr)| Range::from_attr(ctx, program.value_type(*names.get(at)?), *attr)) {
            Some(range) => range.within(&value),
            None => value,
        }
    };
    input.into_iter().enumerate().map(one).collect()
}

/// The attributes of each parameter or result of a function or call.
fn listed(program: &Program, op: OpId, list: &str) -> Vec<Promises> {
    let ctx = program.ctx();
    match program.attr(op, ctx.ident(list)).map(|attr| ctx.attr_kind(attr)) {
        Some(AttrKind::Array(each)) => each.iter().map(|one| ctx.entries(*one).to_vec()).collect(),
        _ => Vec::new(),
    }
}

/// Adds the operations of all promises of a program: of functions with a body in the body, of those without one and of calls around
/// each call.
pub(crate) fn with_promises(program: &mut Program) {
    let all: Vec<OpId> = program.walk(program.top()).collect();
    for op in all {
        if entry_block(program, op).is_some() {
            in_body(program, op);
        } else if program.attr(op, program.ctx().ident("callee")).is_some() {
            around_call(program, op);
        }
    }
}

fn in_body(program: &mut Program, function: OpId) {
    let Some(entry) = entry_block(program, function) else { return };
    let names = program.block(entry).arguments.clone();
    if let Some(first) = program.first_op(entry) {
        for (value, promises) in names.into_iter().zip(listed(program, function, "arg_attrs")) {
            Guard { program, at: InsertPoint::Before(first) }.defined(value, &promises);
        }
    }
    let results = listed(program, function, "res_attrs");
    if results.is_empty() {
        return;
    }
    let region = program.op_regions(function)[0];
    let blocks = program.region(region).blocks.clone();
    let last: Vec<OpId> = blocks.into_iter().filter_map(|block| program.last_op(block)).collect();
    for end in last.into_iter().filter(|op| program.successors(*op).is_empty()).collect::<Vec<_>>() {
        Guard { program, at: InsertPoint::Before(end) }.used(end, &results);
    }
}

fn around_call(program: &mut Program, call: OpId) {
    let [mut arguments, mut results] = ["arg_attrs", "res_attrs"].map(|list| listed(program, call, list));
    if let Some(callee) = declaration(program, call) {
        merge(&mut arguments, listed(program, callee, "arg_attrs"));
        merge(&mut results, listed(program, callee, "res_attrs"));
    }
    Guard { program, at: InsertPoint::Before(call) }.used(call, &arguments);
    let Some(next) = program.next_op(call) else { return };
    let values: Vec<ValueId> = program.results(call).collect();
    for (value, promises) in values.into_iter().zip(results) {
        Guard { program, at: InsertPoint::Before(next) }.defined(value, &promises);
    }
}

fn merge(list: &mut Vec<Promises>, more: Vec<Promises>) {
    list.resize(list.len().max(more.len()), Promises::new());
    for (one, more) in list.iter_mut().zip(more) {
        let new = more.into_iter().filter(|entry| !one.contains(entry)).collect::<Vec<_>>();
        one.extend(new);
    }
}

/// The declaration of a function without a body that is called.
fn declaration(program: &Program, call: OpId) -> Option<OpId> {
    let ctx = program.ctx();
    let AttrKind::SymbolRef { root, .. } = ctx.attr_kind(program.attr(call, ctx.ident("callee"))?) else {
        return None;
    };
    let name = ctx.str(*root);
    let is_it = |op: &OpId| {
        let function = matches!(program.op(*op).name, known::FUNC_FUNC | known::LLVM_FUNC);
        function && program.attr_text(*op, known::SYM_NAME) == Some(name)
    };
    program.ops_in(program.top_block()).find(is_it).filter(|op| entry_block(program, *op).is_none())
}

/// A place where operations of promises are made.
struct Guard<'p> {
    program: &'p mut Program,
    at: InsertPoint,
}

impl Guard<'_> {
    /// Holds a value to its promises wherever it is used.
    fn defined(&mut self, value: ValueId, promises: &Promises) {
        let mut held = value;
        if let Some((new, made)) = self.checked(value, promises) {
            self.program.replace_uses(value, new);
            for op in made {
                let operands: Vec<ValueId> = self.program.operands(op).collect();
                let own = |one: &ValueId| if *one == new { value } else { *one };
                let operands: Vec<ValueId> = operands.iter().map(own).collect();
                self.program.set_operands(op, &operands);
            }
            held = new;
        }
        self.defined_behaviour(held, promises);
    }

    /// Holds the operands of an operation to their promises.
    fn used(&mut self, op: OpId, all: &[Promises]) {
        let mut operands: Vec<ValueId> = self.program.operands(op).collect();
        let mut changed = false;
        for (value, promises) in operands.iter_mut().zip(all) {
            if let Some((new, _)) = self.checked(*value, promises) {
                (*value, changed) = (new, true);
            }
            self.defined_behaviour(*value, promises);
        }
        if changed {
            self.program.set_operands(op, &operands);
        }
    }

    /// The number, or poison where it is none that is promised.
    fn checked(&mut self, value: ValueId, promises: &Promises) -> Option<(ValueId, Vec<OpId>)> {
        self.ranged(value, promises).or_else(|| self.classed(value, promises))
    }

    /// The number, or poison where it is of a class that is excluded.
    fn classed(&mut self, value: ValueId, promises: &Promises) -> Option<(ValueId, Vec<OpId>)> {
        let ctx = Arc::clone(self.program.ctx());
        let ty = self.program.value_type(value);
        let (_, attr) = promises.iter().find(|(name, _)| ctx.str(*name) == "llvm.nofpclass")?;
        let classes = Classes::from_attr(&ctx, ty, *attr).filter(|classes| classes.mask != 0)?;
        let digits = classes.bits as usize / 4;
        let mut made = Vec::new();
        let mut found: Vec<ValueId> = Vec::new();
        if classes.has_nan() {
            let (is_nan, op) = self.compared(ops::float_op("cmp")?, UNORDERED, value, value);
            made.push(op);
            found.push(is_nan);
        }
        for [(from_it, from), (to_it, to)] in classes.ranges() {
            let ends = [from, to].map(|bits| self.constant(&format!("0x{bits:0digits$X}"), ty));
            let [Some(from), Some(to)] = ends else { return None };
            let above = if from_it { GREATER_OR_EQUAL } else { GREATER };
            let below = if to_it { LESS_OR_EQUAL } else { LESS };
            let (above, one) = self.compared(ops::float_op("cmp")?, above, value, from);
            let (below, two) = self.compared(ops::float_op("cmp")?, below, value, to);
            let bit = self.program.value_type(above);
            let (inside, three) = self.make(ops::integer_op("and")?, &[above, below], bit, &[]);
            made.extend([one, two, three]);
            found.push(inside);
        }
        let mut any = *found.first()?;
        for more in &found[1..] {
            let bit = self.program.value_type(any);
            let (either, op) = self.make(ops::integer_op("or")?, &[any, *more], bit, &[]);
            made.push(op);
            any = either;
        }
        let (poison, one) = self.make(ops::role_op("poison")?, &[], ty, &[]);
        let (held, two) = self.make(ops::integer_op("select")?, &[any, poison, value], ty, &[]);
        made.extend([one, two]);
        Some((held, made))
    }

    /// The number, or poison where it is outside of its range.
    fn ranged(&mut self, value: ValueId, promises: &Promises) -> Option<(ValueId, Vec<OpId>)> {
        let ctx = Arc::clone(self.program.ctx());
        let ty = self.program.value_type(value);
        let (_, attr) = promises.iter().find(|(name, _)| ctx.str(*name) == "llvm.range")?;
        let Range { lower, size, .. } = Range::from_attr(&ctx, ty, *attr)?;
        let lower = self.constant(&lower.to_string(), ty)?;
        let size = self.constant(&size.to_string(), ty)?;
        let (from, one) = self.make(ops::integer_op("sub")?, &[value, lower], ty, &[]);
        let (inside, two) = self.compared(ops::integer_op("cmp")?, 6, from, size);
        let (poison, three) = self.make(ops::role_op("poison")?, &[], ty, &[]);
        let (held, four) = self.make(ops::integer_op("select")?, &[inside, value, poison], ty, &[]);
        Some((held, vec![one, two, three, four]))
    }

    /// Undefined behaviour where a value that is promised not to be poison is.
    fn defined_behaviour(&mut self, value: ValueId, promises: &Promises) {
        let ctx = Arc::clone(self.program.ctx());
        let ty = self.program.value_type(value);
        let promised = promises.iter().any(|(name, _)| *name == known::NOUNDEF);
        let Some(number) = number(&ctx, ty).filter(|_| promised) else { return };
        let (comparison, predicate) = match ctx.type_kind(number) {
            // Equal or a NaN: poison alone is neither.
            TypeKind::Float(_) => (ops::float_op("cmp"), 8),
            _ => (ops::integer_op("cmp"), 0),
        };
        let (Some(comparison), Some(assertion)) = (comparison, ops::role_op("assertion")) else { return };
        let (mut same, _) = self.compared(comparison, predicate, value, value);
        if number != ty {
            let Ok(kind) = parse_attr(&ctx, "#vector.kind<and>") else { return };
            same = self.make("vector.reduction", &[same], ctx.integer(1), &[("kind", kind)]).0;
        }
        let message = ctx.string_attr(known::text(known::NOUNDEF));
        let properties = ctx.dictionary([(ctx.ident("msg"), message)]);
        let operands = [(same, Pos::NONE)];
        let new = NewOp { operands: &operands, properties, ..NewOp::named(&ctx, ctx.ident(assertion)) };
        self.program.create(&new, self.at);
    }

    fn constant(&mut self, value: &str, ty: TypeId) -> Option<ValueId> {
        let ctx = Arc::clone(self.program.ctx());
        let name = type_text(&ctx, ty);
        let text = match ctx.type_kind(ty) {
            TypeKind::Vector { .. } => format!("dense<{value}> : {name}"),
            _ => format!("{value} : {name}"),
        };
        let value = parse_attr(&ctx, &text).ok()?;
        Some(self.make(ops::integer_op("constant")?, &[], ty, &[("value", value)]).0)
    }

    fn compared(&mut self, name: &str, predicate: i128, one: ValueId, other: ValueId) -> (ValueId, OpId) {
        let ctx = Arc::clone(self.program.ctx());
        let bit = ctx.integer(1);
        let ty = match ctx.type_kind(self.program.value_type(one)) {
            TypeKind::Vector { shape, .. } => ctx.ty(TypeKind::Vector { shape: shape.clone(), element: bit }),
            _ => bit,
        };
        let predicate = ctx.integer_attr(predicate, ctx.integer(64));
        self.make(name, &[one, other], ty, &[("predicate", predicate)])
    }

    /// An operation with one result.
    fn make(
        &mut self,
        name: &str,
        operands: &[ValueId],
        ty: TypeId,
        properties: &[(&str, AttrId)],
    ) -> (ValueId, OpId) {
        let ctx = Arc::clone(self.program.ctx());
        let properties = ctx.dictionary(properties.iter().map(|(name, attr)| (ctx.ident(name), *attr)));
        let new = NewOp { properties, ..NewOp::named(&ctx, ctx.ident(name)) };
        let op = self.program.build(&new, operands, &[ty], self.at);
        (self.program.results(op).next().expect("it was made with one result"), op)
    }
}

#[cfg(test)]
mod tests {
    use assay_ir::data::Source;
    use assay_ir::text::parse_type;

    use super::*;

    #[test]
    fn a_range_is_read_and_numbers_fall_into_it() {
        let ctx = Context::new();
        let i8 = ctx.integer(8);
        let range = |text: &str| Range::from_attr(&ctx, i8, parse_attr(&ctx, text).expect("an attribute"));
        let plain = range("#llvm.constant_range<i8, 0, 10>").expect("a range");
        assert_eq!(plain.within(&Value::int(8, 16)), Value::int(8, 6));
        assert_eq!(plain.within(&Value::Poison), Value::Poison);
        let around = range("#llvm.constant_range<i8, -2, 2>").expect("a range");
        assert_eq!(around, Range { width: 8, lower: 254, size: 4 });
        assert_eq!(around.within(&Value::int(8, 255)), Value::int(8, 255));
        assert_eq!(range("#llvm.constant_range<i16, 0, 10>"), None);
    }

    #[test]
    fn classes_of_floats_are_ranges_between_them() {
        let ctx = Context::new();
        let ty = parse_type(&ctx, "f32").expect("a type");
        let classes = |mask: u64| {
            Classes::from_attr(&ctx, ty, parse_attr(&ctx, &format!("{mask} : i64")).expect("an attribute"))
        };
        let infinite = classes(516).expect("infinities").ranges();
        let both = [0xff80_0000, 0x7f80_0000].map(|bits| [(true, bits), (true, bits)]);
        assert_eq!(infinite, both);
        assert_eq!(classes(128).expect("small numbers").ranges(), [[(false, 0), (false, 0x0080_0000)]]);
        assert!(classes(3).expect("all NaNs").has_nan());
        // One kind of NaN, and a zero of one sign.
        assert_eq!([classes(1), classes(32)], [None, None]);
    }

    #[test]
    fn weaker_promises_about_addresses_follow() {
        let ctx = Context::new();
        let attr = |text: &str| parse_attr(&ctx, text).expect("an attribute");
        let implied = |there: (&str, &str), name: &str, value: &str| {
            is_implied(&ctx, &BTreeMap::from([(there.0, attr(there.1))]), name, attr(value))
        };
        let align = ("llvm.align", "16 : i64");
        assert!(implied(align, "llvm.align", "8 : i64") && !implied(align, "llvm.align", "32 : i64"));
        let bytes = ("llvm.dereferenceable", "4 : i64");
        assert!(implied(bytes, "llvm.dereferenceable_or_null", "4 : i64"));
        assert!(implied(bytes, "llvm.nonnull", "unit") && !implied(bytes, "llvm.noalias", "unit"));
        let or_null = ("llvm.dereferenceable_or_null", "4 : i64");
        assert!(!implied(or_null, "llvm.dereferenceable", "4 : i64"));
        assert!(!implied(or_null, "llvm.nonnull", "unit"));
    }

    #[test]
    fn a_program_without_promises_stays_as_it_is() {
        let ctx = Context::new();
        let text = "func.func @f(%a: i8 {llvm.nonnull}) -> i8 {\n  return %a : i8\n}";
        let mut program = assay_ir::text::parse(&ctx, &Source::new("f.mlir", text)).program;
        let count = |program: &Program| program.walk(program.top()).count();
        let at_first = count(&program);
        with_promises(&mut program);
        assert_eq!(count(&program), at_first);
    }
}
