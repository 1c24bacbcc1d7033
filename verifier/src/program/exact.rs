//! Programs of which a run of compiled code says all that a run of the interpreter does: they are too long for the interpreter, and a
//! difference between them is one that compiled code alone shows.
//!
//! Theorem: an engine has any value where the interpreter loads poison, and does not tell what the interpreter notes beside the outcome:
//! orders that iterations do not have, and operands for which MLIR does not say what an operation does. In a function that is accepted
//! nothing gives poison and all memory that is read is that of arguments (the program before), loops run in order, and indices are numbers from zero up to a bound
//! that fits. Decides nothing about a pair.

use assay_ir::affine::{Map, Operator, Term};
use assay_ir::data::{AttrId, AttrKind, OpId, Program, TypeKind, ValueDef, ValueId};

/// Operations that give no poison on numbers, or move what they get.
const ADMITTED: [&str; 46] = [
    "affine.apply",
    "affine.for",
    "affine.load",
    "affine.max",
    "affine.min",
    "affine.store",
    "affine.vector_load",
    "affine.vector_store",
    "affine.yield",
    "arith.addf",
    "arith.addi",
    "arith.andi",
    "arith.cmpf",
    "arith.cmpi",
    "arith.constant",
    "arith.divf",
    "arith.extf",
    "arith.extsi",
    "arith.extui",
    "arith.index_cast",
    "arith.maximumf",
    "arith.maxsi",
    "arith.maxui",
    "arith.minimumf",
    "arith.minsi",
    "arith.minui",
    "arith.mulf",
    "arith.muli",
    "arith.negf",
    "arith.ori",
    "arith.select",
    "arith.sitofp",
    "arith.subf",
    "arith.subi",
    "arith.trunci",
    "arith.uitofp",
    "arith.xori",
    "func.func",
    "func.return",
    "memref.load",
    "memref.store",
    "scf.for",
    "scf.yield",
    "vector.broadcast",
    "vector.transfer_read",
    "vector.transfer_write",
];

/// Operations beside these that the program after may have: memory of its own, whose contents before the first store are poison, and
/// poison, which pads vectors. Where it shows, any value that compiled code has in its place is one that the program before does not come to.
const OWN: [&str; 4] = ["memref.alloc", "memref.alloca", "memref.dealloc", "ub.poison"];

/// Attributes that make poison of some results.
const FLAGS: [&str; 4] = ["fastmath", "overflowFlags", "isExact", "nonNeg"];

/// Chains of indices that are followed.
const DEPTH: usize = 24;

/// Returns true when compiled code says all about runs of a function, of the program `after` or the one before.
pub(super) fn is_exact(program: &Program, function: OpId, after: bool) -> bool {
    program.walk(function).all(|op| {
        let name = program.op_name(op);
        let admitted = ADMITTED.contains(&name) || after && OWN.contains(&name);
        admitted && !has_flags(program, op) && has_known_places(program, op)
    })
}

/// Returns true when a function ends after a number of iterations that its text says: its loops count, from a number up to a number.
pub(super) fn counts(program: &Program, function: OpId) -> bool {
    program.walk(function).all(|op| match program.op_name(op) {
        "scf.for" => program.operands(op).take(3).all(|value| greatest(program, value, DEPTH).is_some()),
        "affine.for" => bounds(program, op, DEPTH).is_some(),
        name => ADMITTED.contains(&name) || OWN.contains(&name),
    })
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
    match program.op_name(op) {
        "affine.for" => bounds(program, op, DEPTH).is_some(),
        "func.return" | "scf.yield" | "affine.yield" => true,
        _ => program.operands(op).filter(is_index).all(known),
    }
}

/// A bound on an index that is not negative.
fn greatest(program: &Program, value: ValueId, depth: usize) -> Option<u64> {
    let depth = depth.checked_sub(1)?;
    let of = |value: ValueId| greatest(program, value, depth);
    let Some(op) = program.defining_op(value) else { return induction(program, value, depth) };
    let operand = |at: usize| program.operand(op, at).and_then(of);
    match program.op_name(op) {
        "arith.constant" => {
            let attr = program.attr(op, program.ctx().ident("value"))?;
            match program.ctx().attr_kind(attr) {
                AttrKind::Integer { value, .. } => u64::try_from(value.to_i64()?).ok(),
                _ => None,
            }
        }
        "arith.addi" => operand(0)?.checked_add(operand(1)?).filter(|sum| i64::try_from(*sum).is_ok()),
        "arith.muli" => {
            operand(0)?.checked_mul(operand(1)?).filter(|product| i64::try_from(*product).is_ok())
        }
        "affine.apply" | "affine.max" => results(program, op, "map", 0, depth)?.into_iter().max(),
        "affine.min" => results(program, op, "map", 0, depth)?.into_iter().min(),
        _ => None,
    }
}

/// A bound on the number that a loop counts with.
fn induction(program: &Program, value: ValueId, depth: usize) -> Option<u64> {
    let ValueDef::Argument(block, at) = program.value(value).def else { return None };
    let op = program.region(program.block(block).region).op;
    match program.op_name(op) {
        "scf.for" if at == 0 => {
            greatest(program, program.operand(op, 0)?, depth)?;
            greatest(program, program.operand(op, 1)?, depth)
        }
        "affine.for" if at == 0 => bounds(program, op, depth),
        _ => None,
    }
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

    fn holds(body: &str, after: bool) -> (bool, bool) {
        let source = format!("func.func @f(%m: memref<8x8xf32>, %n: index) {{\n{body}\nreturn\n}}\n");
        let parsed = text::parse(&Context::new(), &Source::new("f.mlir", source));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let function = find_function(&parsed.program, "f").expect("a function");
        (is_exact(&parsed.program, function, after), counts(&parsed.program, function))
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
