//! What a function computes before a rewrite and after it, by both engines: the engines agree with each other, and the
//! rewrite keeps what is computed or does not. Knows how values are given, not what operations make of them.

use assay_backend::engine::{Engine, Options, Outcome as Ran};
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::{Shaped, Value};
use assay_ir::data::{FloatKind, OpId, Program, TypeId, TypeKind};
use assay_ir::meanings::expanded;
use assay_jit::Jit;

use super::Failure;
use crate::generate::choose::Choose;
use crate::generate::input;
use crate::subject::FuzzContext;

/// The fact that compiled code and interpreter have to agree on.
pub const SAME: &str = "both engines compute the same";

/// What a rewrite does to what a program computes, the worst over all inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// No engine can run the program before or after.
    NotRunnable,
    /// It is undefined behaviour on every input.
    Undefined,
    /// Wherever the program before is defined, the one after computes the same or what that allows.
    HandleFate,
    /// The result differs.
    Changed,
}

impl Effect {
    /// Its name in records.
    pub fn word(self) -> &'static str {
        match self {
            Effect::NotRunnable => "not runnable",
            Effect::Undefined => "undefined",
            Effect::HandleFate => "same result",
            Effect::Changed => "different result",
        }
    }
}

/// The types of a function's parameters.
fn parameters(program: &Program, function: OpId) -> Option<Vec<TypeId>> {
    let entry = *program.region(*program.op_regions(function).first()?).blocks.first()?;
    Some(program.block(entry).arguments.iter().map(|value| program.value_type(*value)).collect())
}

/// A value of a type; nothing for a type that engines do not take.
fn value<C: Choose>(program: &Program, ty: TypeId, bits: Option<u128>, dice: &mut C) -> Option<Value> {
    let chosen = |width: u32, dice: &mut C| bits.unwrap_or_else(|| input::value(width, dice));
    Some(match program.ctx().type_kind(ty) {
        TypeKind::Integer { width, .. } => Value::int(*width, chosen(*width, dice)),
        TypeKind::Index => Value::int(64, chosen(64, dice)),
        TypeKind::Float(kind) => Value::float(*kind, float(*kind, dice)?),
        TypeKind::Vector { shape, element } => {
            let extent = |(extent, scalable): &(u64, bool)| (!scalable).then_some(*extent);
            shaped(program, shape.iter().map(extent).collect::<Option<_>>()?, *element, dice)?
        }
        TypeKind::RankedTensor { shape, element, .. } => {
            shaped(program, shape.iter().copied().collect::<Option<_>>()?, *element, dice)?
        }
        _ => return None,
    })
}

fn shaped<C: Choose>(program: &Program, shape: Vec<u64>, element: TypeId, dice: &mut C) -> Option<Value> {
    let count = shape.iter().product::<u64>();
    let elements = (0..count).map(|_| value(program, element, None, dice)).collect::<Option<Vec<Value>>>()?;
    Some(Value::Shaped(Shaped::new(shape, elements)))
}

fn float<C: Choose>(kind: FloatKind, dice: &mut C) -> Option<u128> {
    if kind == FloatKind::BF16 {
        return None;
    }
    let boundaries = input::float_boundaries(kind)?;
    Some(match dice.one_in(3) {
        false => boundaries[dice.below(boundaries.len())],
        true => input::value(kind.bits(), dice),
    })
}

/// Lists of arguments for the function of a generated program; nothing when it takes what engines do not.
pub fn arguments<C: Choose>(program: &Program, most: usize, dice: &mut C) -> Option<Vec<Vec<Value>>> {
    let types = parameters(program, find_function(program, "f")?)?;
    let narrow = |ty: &TypeId| match program.ctx().type_kind(*ty) {
        TypeKind::Integer { width, .. } => *width,
        TypeKind::Index => 64,
        // The bits of others are chosen one by one.
        _ => 0,
    };
    let widths: Vec<u32> = types.iter().map(narrow).collect();
    let make = |bits: Vec<u128>| {
        let given = types.iter().zip(&widths).zip(bits);
        given.map(|((ty, width), bits)| value(program, *ty, (*width > 0).then_some(bits), dice)).collect()
    };
    let lists = if widths.iter().all(|width| *width == 0) {
        vec![vec![0; widths.len()]; most]
    } else {
        input::lists(&widths, most, &mut Boundaries(0))
    };
    lists.into_iter().map(make).collect()
}

/// Chooses in a row: the lists of integers need no noise of their own.
struct Boundaries(usize);

impl Choose for Boundaries {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(25).wrapping_add(13);
        (self.0 >> 3) % limit.max(1)
    }
}

fn run(engine: &dyn Engine, program: &Program, arguments: &[Value]) -> Option<Ran> {
    let function = find_function(program, "f")?;
    let run = engine.run(program, function, arguments, &Options::default()).ok()?;
    run.outcome.is_decided().then_some(run.outcome)
}

/// Both engines on one input; what the interpreter says, and whether compiled code says anything.
///
/// # Errors
/// When they say different things.
fn both(program: &Program, arguments: &[Value]) -> Result<Option<(Ran, bool)>, Failure> {
    let reference = run(&Interpreter, program, arguments);
    let compiled = run(&Jit, program, arguments);
    let ran = compiled.is_some();
    if let (Some(reference), Some(compiled)) = (&reference, compiled)
        && !(reference.allows(&compiled) && same_kind(reference, &compiled))
    {
        let text = assay_ir::text::print(program, &Default::default());
        let shown = format!("{arguments:?}: {reference:?}, compiled: {compiled:?}\n{text}");
        return Err(Failure::new(SAME, shown));
    }
    Ok(reference.map(|reference| (reference, ran)))
}

fn same_kind(one: &Ran, other: &Ran) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

/// Runs a program before and after a rewrite on these inputs, with the bodies of operations that users describe; what that
/// comes to, and whether compiled code ran too.
///
/// # Errors
/// When the two engines differ on one of them.
pub fn compare(
    world: &FuzzContext,
    before: &Program,
    after: &Program,
    inputs: &[Vec<Value>],
) -> Result<(Effect, bool), Failure> {
    let (before, after) = (expanded(before, &world.registry), expanded(after, &world.registry));
    let (mut worst, mut compiled) = (Effect::NotRunnable, true);
    for arguments in inputs {
        let (Some((reference, one)), Some((result, other))) =
            (both(&before, arguments)?, both(&after, arguments)?)
        else {
            return Ok((Effect::NotRunnable, false));
        };
        compiled &= one && other;
        worst = worst.max(match reference {
            Ran::Ub { .. } => Effect::Undefined,
            _ if reference.allows(&result) => Effect::HandleFate,
            _ => Effect::Changed,
        });
    }
    Ok((worst, compiled && worst != Effect::NotRunnable))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::ChoiceEnumerator;
    use assay_ir::data::Source;

    fn effect(before: &str, after: &str) -> Effect {
        let world = FuzzContext::new();
        let read = |body: &str| {
            let text = format!("func.func @f(%a: i32, %b: i32) -> i32 {{\n{body}\nreturn %r : i32\n}}");
            let parsed = assay_ir::text::parse(world.ctx(), &Source::new("f", text));
            assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
            parsed.program
        };
        let (before, after) = (read(before), read(after));
        let inputs = arguments(&before, 16, &mut ChoiceEnumerator::new()).expect("integers can be given");
        compare(&world, &before, &after, &inputs).expect("the engines agree").0
    }

    #[test]
    fn a_rewrite_keeps_or_changes_what_is_computed() {
        let add = "%r = arith.addi %a, %b : i32";
        assert_eq!(effect(add, "%r = arith.addi %b, %a : i32"), Effect::HandleFate);
        assert_eq!(effect(add, "%r = arith.subi %a, %b : i32"), Effect::Changed);
        assert_eq!(effect("%r = \"lab.a\"() : () -> i32", add), Effect::NotRunnable);
        let by_zero = "%z = arith.subi %a, %a : i32\n%r = arith.divui %b, %z : i32";
        assert_eq!(effect(by_zero, add), Effect::Undefined);
    }
}
