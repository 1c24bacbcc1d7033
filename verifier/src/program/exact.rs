//! Programs of which a run of compiled code says all that a run of the interpreter does: they are too long for the interpreter, and a
//! difference between them is one that compiled code alone shows.
//!
//! Theorem: an engine has any value where the interpreter loads poison, and does not tell what the interpreter notes beside the outcome:
//! orders that iterations do not have, and operands for which MLIR does not say what an operation does. In a function that is accepted
//! nothing gives poison and all memory that is read is that of arguments (the program before), loops run in order, and indices are numbers from zero up to a bound
//! that fits. Decides nothing about a pair.

use assay_ir::affine::{Map, Operator, Term};
use assay_ir::data::{AttrId, AttrKind, OpId, Program, TypeKind, ValueDef, ValueId};

/// A bound on the index that an operation gives, or a loop counts with, which is not negative; `None` where there is none.
type Bound = fn(&Program, OpId, usize) -> Option<u64>;

/// Operations that give no poison on numbers, or move what they get.
const ADMITTED_RULES: [(&str, Bound); 46] = [
    ("affine.apply", greatest_result),
    ("affine.for", unknown),
    ("affine.load", unknown),
    ("affine.max", greatest_result),
    ("affine.min", least_result),
    ("affine.store", unknown),
    ("affine.vector_load", unknown),
    ("affine.vector_store", unknown),
    ("affine.yield", unknown),
    ("arith.addf", unknown),
    ("arith.addi", sum),
    ("arith.andi", unknown),
    ("arith.cmpf", unknown),
    ("arith.cmpi", unknown),
    ("arith.constant", constant),
    ("arith.divf", unknown),
    ("arith.extf", unknown),
    ("arith.extsi", unknown),
    ("arith.extui", unknown),
    ("arith.index_cast", unknown),
    ("arith.maximumf", unknown),
    ("arith.maxsi", greatest_operand),
    ("arith.maxui", greatest_operand),
    ("arith.minimumf", unknown),
    ("arith.minsi", least_operand),
    ("arith.minui", least_unsigned),
    ("arith.mulf", unknown),
    ("arith.muli", product),
    ("arith.negf", unknown),
    ("arith.ori", unknown),
    ("arith.select", unknown),
    ("arith.sitofp", unknown),
    ("arith.subf", unknown),
    ("arith.subi", unknown),
    ("arith.trunci", unknown),
    ("arith.uitofp", unknown),
    ("arith.xori", unknown),
    ("func.func", unknown),
    ("func.return", unknown),
    ("memref.load", unknown),
    ("memref.store", unknown),
    ("scf.for", unknown),
    ("scf.yield", unknown),
    ("vector.broadcast", unknown),
    ("vector.transfer_read", unknown),
    ("vector.transfer_write", unknown),
];

/// Operations beside these that the program after may have: memory of its own, whose contents before the first store are poison, and
/// poison, which pads vectors. Where it shows, any value that compiled code has in its place is one that the program before does not come to.
const OWN_RULES: [(&str, Bound); 4] = [
    ("memref.alloc", unknown),
    ("memref.alloca", unknown),
    ("memref.dealloc", unknown),
    ("ub.poison", unknown),
];

/// Loops with the bound on what they count with.
const LOOP_RULES: [(&str, Bound); 3] = [("affine.for", bounds), ("scf.for", counted), ("scf.while", unknown)];

fn rule(rules: &[(&str, Bound)], name: &str) -> Option<Bound> {
    rules.iter().find(|(other, _)| *other == name).map(|(_, bound)| *bound)
}

/// Attributes that make poison of some results.
const FLAGS: [&str; 4] = ["fastmath", "overflowFlags", "isExact", "nonNeg"];

/// Chains of indices that are followed.
const DEPTH: usize = 24;

/// Returns true when compiled code says all about runs of a function, of the source, or of the target where it `is_target`.
pub(super) fn is_exact(program: &Program, function: OpId, is_target: bool) -> bool {
    program.walk(function).all(|op| {
        let name = program.op_name(op);
        let admitted = rule(&ADMITTED_RULES, name).is_some() || is_target && rule(&OWN_RULES, name).is_some();
        admitted && !has_flags(program, op) && has_known_places(program, op)
    })
}

/// Returns true when a function ends after a number of iterations that its text says: its loops count, from a number up to a number.
pub(super) fn counts(program: &Program, function: OpId) -> bool {
    program.walk(function).all(|op| {
        let name = program.op_name(op);
        let known = rule(&ADMITTED_RULES, name).or(rule(&OWN_RULES, name)).is_some();
        known && is_counted(program, op)
    })
}

/// Returns true of an operation that is no loop, or one that counts from a number up to a number.
pub(super) fn is_counted(program: &Program, op: OpId) -> bool {
    rule(&LOOP_RULES, program.op_name(op)).is_none_or(|bound| bound(program, op, DEPTH).is_some())
}

fn has_flags(program: &Program, op: OpId) -> bool {
    let ctx = program.ctx();
    let is_none = |attr: AttrId| {
        let text = assay_ir::text::attr_text(ctx, attr);
        text.ends_with("<none>")
    };
    ctx.entries(program.op(op).properties)
        .iter()
        .any(|(name, attr)| FLAGS.contains(&ctx.str(*name)) && !is_none(*attr))
}

/// Returns true when the indices of an operation are numbers from zero up to a bound.
fn has_known_places(program: &Program, op: OpId) -> bool {
    let is_index =
        |value: &ValueId| matches!(program.ctx().type_kind(program.value_type(*value)), TypeKind::Index);
    let known = |value: ValueId| greatest(program, value, DEPTH).is_some();
    let is_end = program.next_op(op).is_none();
    let is_loop = rule(&LOOP_RULES, program.op_name(op)).is_some();
    if is_loop { is_counted(program, op) } else { is_end || program.operands(op).filter(is_index).all(known) }
}

/// A bound on an index that is not negative.
fn greatest(program: &Program, value: ValueId, depth: usize) -> Option<u64> {
    let depth = depth.checked_sub(1)?;
    match program.value(value).def {
        ValueDef::Result(op, _) => rule(&ADMITTED_RULES, program.op_name(op))?(program, op, depth),
        ValueDef::Argument(block, 0) => {
            let op = program.region(program.block(block).region).op;
            rule(&LOOP_RULES, program.op_name(op))?(program, op, depth)
        }
        ValueDef::Argument(..) => None,
    }
}

fn unknown(_: &Program, _: OpId, _: usize) -> Option<u64> {
    None
}

fn constant(program: &Program, op: OpId, _: usize) -> Option<u64> {
    match program.ctx().attr_kind(program.attr(op, program.ctx().ident("value"))?) {
        AttrKind::Integer { value, .. } => u64::try_from(value.to_i64()?).ok(),
        _ => None,
    }
}

fn both(program: &Program, op: OpId, depth: usize) -> Option<[u64; 2]> {
    let operand = |at: usize| greatest(program, program.operand(op, at)?, depth);
    Some([operand(0)?, operand(1)?])
}

fn sum(program: &Program, op: OpId, depth: usize) -> Option<u64> {
    let [a, b] = both(program, op, depth)?;
    a.checked_add(b).filter(|sum| i64::try_from(*sum).is_ok())
}

fn product(program: &Program, op: OpId, depth: usize) -> Option<u64> {
    let [a, b] = both(program, op, depth)?;
    a.checked_mul(b).filter(|product| i64::try_from(*product).is_ok())
}

fn greatest_operand(program: &Program, op: OpId, depth: usize) -> Option<u64> {
    both(program, op, depth)?.into_iter().max()
}

fn least_operand(program: &Program, op: OpId, depth: usize) -> Option<u64> {
    both(program, op, depth)?.into_iter().min()
}

/// As an unsigned number it is at most the operand of which a bound is known, whatever the other one is.
fn least_unsigned(program: &Program, op: OpId, depth: usize) -> Option<u64> {
    let operand = |at: usize| greatest(program, program.operand(op, at)?, depth);
    [operand(0), operand(1)].into_iter().flatten().min()
}

fn greatest_result(program: &Program, op: OpId, depth: usize) -> Option<u64> {
    results(program, op, "map", 0, depth)?.into_iter().max()
}

fn least_result(program: &Program, op: OpId, depth: usize) -> Option<u64> {
    results(program, op, "map", 0, depth)?.into_iter().min()
}

/// The bound of a loop between operands, the first of which is not negative.
fn counted(program: &Program, op: OpId, depth: usize) -> Option<u64> {
    let [_, upper] = both(program, op, depth)?;
    greatest(program, program.operand(op, 2)?, depth)?;
    Some(upper)
}

/// The bound of a loop whose lower bound is not negative.
fn bounds(program: &Program, op: OpId, depth: usize) -> Option<u64> {
    let sizes = program.attr(op, program.ctx().ident("operandSegmentSizes"))?;
    let AttrKind::DenseArray { values, .. } = program.ctx().attr_kind(sizes) else { return None };
    let AttrKind::Integer { value, .. } = program.ctx().attr_kind(*values.first()?) else { return None };
    let lower = usize::try_from(value.to_i64()?).ok()?;
    results(program, op, "lowerBoundMap", 0, depth)?;
    results(program, op, "upperBoundMap", lower, depth)?.into_iter().min()
}

/// Bounds on the results of a map, of operands from number `from` on.
fn results(program: &Program, op: OpId, name: &str, from: usize, depth: usize) -> Option<Vec<u64>> {
    let map = Map::from_attr(program.ctx(), program.attr(op, program.ctx().ident(name))?)?;
    let operand = |at: usize| greatest(program, program.operand(op, from + at)?, depth);
    let dims: Vec<Option<u64>> = (0..map.dims).map(operand).collect();
    let symbols: Vec<Option<u64>> = (map.dims..map.dims + map.symbols).map(operand).collect();
    map.results.iter().map(|term| bound(term, &dims, &symbols)).collect()
}

/// A bound on a term that is not negative.
fn bound(term: &Term, dims: &[Option<u64>], symbols: &[Option<u64>]) -> Option<u64> {
    match term {
        Term::Dim(at) => *dims.get(*at)?,
        Term::Symbol(at) => *symbols.get(*at)?,
        Term::Constant(number) => u64::try_from(*number).ok(),
        Term::Binary(operator, a, b) => {
            let divisor = matches!(**b, Term::Constant(1..));
            let (a, b) = (bound(a, dims, symbols)?, bound(b, dims, symbols)?);
            let found = match operator {
                Operator::Add => a.checked_add(b)?,
                Operator::Mul => a.checked_mul(b)?,
                Operator::FloorDiv | Operator::CeilDiv if divisor => a,
                Operator::Mod if divisor => a.min(b),
                Operator::FloorDiv | Operator::CeilDiv | Operator::Mod => return None,
            };
            i64::try_from(found).ok().map(|_| found)
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_backend::interp::find_function;
    use assay_ir::data::{Context, Source};
    use assay_ir::text;

    use super::*;

    fn holds(body: &str, is_target: bool) -> (bool, bool) {
        let source = format!("func.func @f(%m: memref<8x8xf32>, %n: index) {{\n{body}\nreturn\n}}\n");
        let parsed = text::parse(&Context::new(), &Source::new("f.mlir", source));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let function = find_function(&parsed.program, "f").expect("a function");
        (is_exact(&parsed.program, function, is_target), counts(&parsed.program, function))
    }

    fn nest(bound: &str, place: &str, operation: &str) -> String {
        format!(
            "affine.for %i = 0 to 4 {{\naffine.for %j = 0 to {bound} {{\n%x = affine.load %m[%i, {place}] : memref<8x8xf32>\n\
             %y = {operation} : f32\naffine.store %y, %m[%i, %j] : memref<8x8xf32>\n}}\n}}"
        )
    }

    #[test]
    fn a_nest_with_places_from_zero_on_is_exact() {
        assert_eq!(holds(&nest("8", "%j", "arith.addf %x, %x"), false), (true, true));
        assert_eq!(
            holds(
                &nest("min affine_map<(d0) -> (d0 + 4, 8)>(%i)", "%j * 2 mod 8", "arith.addf %x, %x"),
                false
            ),
            (true, true)
        );
    }

    #[test]
    fn a_tile_up_to_the_least_of_two_ends_counts() {
        let tiled = |least: &str| {
            let constants = "%z = arith.constant 0 : index\n%one = arith.constant 1 : index\n%p = arith.constant 3 : index\n%e = arith.constant 8 : index";
            let tile = format!(
                "%d = arith.subi %e, %i : index\n%w = arith.{least} %d, %p : index\n%u = arith.addi %i, %w : index"
            );
            let point = "scf.for %j = %i to %u step %one {\n%x = memref.load %m[%j, %j] : memref<8x8xf32>\n\
                         memref.store %x, %m[%j, %j] : memref<8x8xf32>\n}";
            format!("{constants}\nscf.for %i = %z to %e step %p {{\n{tile}\n{point}\n}}")
        };
        // Of the difference, which is an index, no bound is known: it is not exact.
        assert_eq!(holds(&tiled("minui"), true), (false, true));
        // Below zero the minimum would be, too.
        assert_eq!(holds(&tiled("minsi"), true), (false, false));
    }

    #[test]
    fn a_place_that_may_be_negative_is_not() {
        assert!(!holds("%z = arith.constant -1 : index\nmemref.dim %m, %z : memref<8x8xf32>", false).0);
        let below = "%z = arith.constant 0.0 : f32\naffine.for %i = 0 to 4 {\n%p = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)\n\
                     %v = vector.transfer_read %m[%p, %p], %z : memref<8x8xf32>, vector<4xf32>\n}";
        assert!(!holds(below, false).0);
        assert!(holds(&below.replace("d0 - 1", "d0 + 1"), false).0);
    }

    #[test]
    fn what_may_give_poison_is_not() {
        assert!(!holds(&nest("8", "%j", "arith.addf %x, %x fastmath<nnan>"), false).0);
        let own = "%b = memref.alloc() : memref<8x8xf32>\nmemref.dealloc %b : memref<8x8xf32>";
        assert_eq!((holds(own, false).0, holds(own, true).0), (false, true));
        let padding = "%z = ub.poison : f32";
        assert_eq!((holds(padding, false).0, holds(padding, true).0), (false, true));
    }

    #[test]
    fn loops_without_order_or_up_to_a_number_of_the_caller_are_not() {
        let parallel = "affine.parallel (%i) = (0) to (4) {\n}";
        assert_eq!(holds(parallel, true), (false, false));
        assert_eq!(holds(&nest("%n", "%j", "arith.addf %x, %x"), false), (false, false));
    }
}
