//! A function and its variants, as points of a schedule's space are: compiled code runs the function once on some inputs, and each variant on
//! the same ones. Inputs are small whole numbers, on which floats are exact in any order; a difference is run again by the interpreter.
//!
//! Agreement is no proof. A difference is believed where the result before is a whole number that the type holds exactly; of others half of the bits of
//! the precision have to agree.

use assay_backend::constant::static_shape;
use assay_backend::engine::{Engine, IndexWidth, Options, Outcome, Run, Runner, entry_block};
use assay_backend::inputs::Random;
use assay_backend::interp::Interpreter;
use assay_backend::value::{Float, Shaped, Value, count};
use assay_ir::data::{Context, FloatKind, OpId, Program, TypeId, TypeKind};
use assay_ir::text;

use super::judge::Difference;
use crate::verdict::Rule;

/// Elements of an argument.
const MOST: u64 = 1 << 22;
/// Work of the function on all inputs, behind which no other is run.
const ENOUGH: u64 = 1 << 22;
/// Work of a run of the interpreter.
const INTERPRETED: u64 = 1 << 22;
/// The greatest number that is drawn.
const GREATEST: u64 = 3;

/// A function with what it does on inputs.
pub struct Reference<'p> {
    program: &'p Program,
    function: OpId,
    inputs: Vec<(Vec<Value>, Run)>,
}

/// How a variant relates to the function.
pub enum Variant {
    /// It does the same on all inputs.
    Same,
    /// It does something else.
    Differs(Box<Difference>),
    /// The engines contradict each other, in these words.
    Disagreement(String),
    /// It was not run to its end.
    Open(String),
}

impl<'p> Reference<'p> {
    /// Runs a function on drawn inputs; a run of compiled code has as much work as it needs.
    ///
    /// # Errors
    /// A parameter of a type for which nothing is made up, or a function that does not come to an end.
    pub fn new(
        program: &'p Program,
        function: OpId,
        run: &Runner<'_>,
        seed: u64,
        most: usize,
    ) -> Result<Reference<'p>, String> {
        let mut reference = Reference { program, function, inputs: Vec::new() };
        let (mut work, mut refused) = (0, None);
        for number in 0..most.max(1) as u64 {
            let arguments = reference.arguments(seed.wrapping_mul(0x1_0000).wrapping_add(number))?;
            let done = run(&arguments).map_err(|error| error.to_string())?;
            work += done.fuel;
            match &done.outcome {
                Outcome::Values(_) => reference.inputs.push((arguments, done)),
                other => refused = Some(ended(program, other)),
            }
            if work > ENOUGH {
                break;
            }
        }
        match (reference.inputs.is_empty(), refused) {
            (true, Some(why)) => Err(why),
            _ => Ok(reference),
        }
    }

    /// The inputs, the first one of which is measured.
    pub fn inputs(&self) -> impl Iterator<Item = &[Value]> {
        self.inputs.iter().map(|(arguments, _)| arguments.as_slice())
    }

    /// Arguments that are small whole numbers.
    fn arguments(&self, seed: u64) -> Result<Vec<Value>, String> {
        let (program, ctx) = (self.program, self.program.ctx());
        let entry = entry_block(program, self.function).ok_or("it has no body")?;
        let mut random = Random::new(seed);
        let one = |(index, argument): (usize, &assay_ir::data::ValueId)| {
            let ty = program.value_type(*argument);
            made_up(ctx, ty, &mut random).ok_or_else(|| {
                let name = text::type_text(ctx, ty);
                format!("parameter {index} is of type `{name}`, for which no value is made up")
            })
        };
        program.block(entry).arguments.iter().enumerate().map(one).collect()
    }

    /// Runs a variant on the inputs.
    pub fn compare(&self, target: &Program, later: OpId, run: &Runner<'_>) -> Variant {
        for (arguments, before) in &self.inputs {
            let after = match run(arguments) {
                Ok(after) => after,
                Err(error) => return Variant::Open(error.to_string()),
            };
            match broken(before, &after) {
                Ok(None) => {}
                Ok(Some(code)) => {
                    return self.confirmed(target, later, arguments, code, [before.clone(), after]);
                }
                Err(()) => return Variant::Open(ended(target, &after.outcome)),
            }
        }
        Variant::Same
    }

    /// The difference that runs show, where the interpreter shows it, too, or is too slow.
    fn confirmed(
        &self,
        target: &Program,
        later: OpId,
        arguments: &[Value],
        code: Rule,
        compiled: [Run; 2],
    ) -> Variant {
        let options = Options { fuel: INTERPRETED, memory: 1 << 30, ..Options::default() };
        let run = |program: &Program, function| Interpreter.run(program, function, arguments, &options).ok();
        let pair = (run(self.program, self.function), run(target, later));
        let decided = |run: &Option<Run>| run.as_ref().is_some_and(|run| run.outcome.is_decided());
        let (runs, code) = match pair {
            (Some(before), Some(after))
                if decided(&Some(before.clone())) && decided(&Some(after.clone())) =>
            {
                match broken(&before, &after) {
                    Ok(Some(code)) => ([before, after], code),
                    _ => {
                        let words = "compiled code tells the programs apart, and the interpreter does not";
                        return Variant::Disagreement(words.to_owned());
                    }
                }
            }
            _ => (compiled, code),
        };
        let [source, target] = runs;
        Variant::Differs(Box::new(Difference::of_runs(code, arguments, source, target)))
    }
}

/// How a run ended that came to no values.
fn ended(program: &Program, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Values(_) => "it returns".to_owned(),
        Outcome::Ub { op, why } => format!("undefined behaviour at `{}`: {why}", program.op_name(*op)),
        Outcome::Trap { message, .. } => format!("it stops by itself: {message}"),
        Outcome::OutOfFuel(limit) => format!("it is given up: {limit}"),
        Outcome::Unsupported { name, gap, .. } => format!("`{name}` is not compiled: {gap}"),
    }
}

/// The rule that the run after breaks; an error where it was not run to its end.
fn broken(before: &Run, after: &Run) -> Result<Option<Rule>, ()> {
    let (Outcome::Values(old), outcome) = (&before.outcome, &after.outcome) else { return Ok(None) };
    Ok(match outcome {
        Outcome::Values(new) if !all_near(old, new) => Some(Rule::V301),
        Outcome::Values(_) if !all_near(&before.memory, &after.memory) => Some(Rule::V304),
        Outcome::Values(_) => None,
        Outcome::Ub { .. } => Some(Rule::V302),
        Outcome::Trap { .. } => Some(Rule::V305),
        Outcome::OutOfFuel(_) | Outcome::Unsupported { .. } => return Err(()),
    })
}

fn all_near(before: &[Value], after: &[Value]) -> bool {
    before.len() == after.len() && before.iter().zip(after).all(|(a, b)| near(a, b))
}

/// Tells if a value may be another one: the same, or near it where the first was rounded.
fn near(before: &Value, after: &Value) -> bool {
    match (before, after) {
        _ if before.allows(after) => true,
        (Value::Float(a), Value::Float(b)) => near_numbers(*a, *b),
        (Value::Complex(a), Value::Complex(b)) => near_numbers(a[0], b[0]) && near_numbers(a[1], b[1]),
        (Value::Shaped(a), Value::Shaped(b)) => {
            a.shape() == b.shape() && a.elements().iter().zip(b.elements()).all(|(a, b)| near(a, b))
        }
        _ => false,
    }
}

fn near_numbers(before: Float, after: Float) -> bool {
    let bits = precision(before.kind);
    let (Some(a), Some(b)) = (before.to_f64(), after.to_f64()) else { return before == after };
    // A whole number below the precision was not rounded.
    let exact = a.fract() == 0.0 && a.abs() < f64::from(bits - 1).exp2();
    a == b
        || a.is_nan() && b.is_nan()
        || !exact && (a - b).abs() <= a.abs().max(b.abs()) * f64::from(-bits / 2).exp2()
}

/// Bits of the significand.
fn precision(kind: FloatKind) -> i32 {
    match kind {
        FloatKind::F64 => 53,
        FloatKind::F32 => 24,
        FloatKind::F16 => 11,
        FloatKind::BF16 => 8,
        _ => 2,
    }
}

/// A value of a type; `None` where none is made up.
fn made_up(ctx: &Context, ty: TypeId, random: &mut Random) -> Option<Value> {
    if let Some((shape, element)) = static_shape(ctx, ty) {
        let size = count(&shape).filter(|size| *size <= MOST)?;
        let elements: Vec<Value> = (0..size).map(|_| made_up(ctx, element, random)).collect::<Option<_>>()?;
        return Some(Shaped::new(shape, elements).into());
    }
    let small = |random: &mut Random| random.below(2 * GREATEST + 1) as i64 - GREATEST as i64;
    match ctx.type_kind(ty) {
        // It is a bound, or a place.
        TypeKind::Index => Some(Value::int(IndexWidth::W64.bits(), u128::from(random.below(GREATEST + 1)))),
        TypeKind::Integer { width, .. } => Some(Value::int(*width, i128::from(small(random)) as u128)),
        TypeKind::Float(kind) => Float::from_f64(*kind, small(random) as f64).map(Value::Float),
        TypeKind::Complex(part) => match ctx.type_kind(*part) {
            TypeKind::Float(kind) => {
                let mut number = || Float::from_f64(*kind, small(random) as f64);
                Some(Value::Complex(Box::new([number()?, number()?])))
            }
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use assay_backend::interp::find_function;
    use assay_ir::data::Source;

    use super::*;

    fn program(ctx: &std::sync::Arc<Context>, body: &str) -> Program {
        let text = format!("func.func @f(%a: f32, %b: f32, %c: f32, %n: i32) -> f32 {{\n{body}\n}}");
        let parsed = text::parse(ctx, &Source::new("f.mlir", text.as_str()));
        assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
        parsed.program
    }

    /// How a variant of a sum relates to it.
    fn compared(before: &str, after: &str) -> Variant {
        let ctx = Context::new();
        let (before, after) = (program(&ctx, before), program(&ctx, after));
        let (old, new) =
            (find_function(&before, "f").expect("one"), find_function(&after, "f").expect("one"));
        let options = Options::default();
        let reference = Reference::new(&before, old, &Interpreter.prepare(&before, old, &options), 1, 8);
        let reference = reference.expect("it is run");
        assert_eq!(reference.inputs().count(), 8);
        reference.compare(&after, new, &Interpreter.prepare(&after, new, &options))
    }

    const SUM: &str = "%s = arith.addf %a, %b : f32\n%t = arith.addf %s, %c : f32\nreturn %t : f32";

    #[test]
    fn a_sum_in_another_order_is_the_same() {
        let other = "%s = arith.addf %b, %c : f32\n%t = arith.addf %s, %a : f32\nreturn %t : f32";
        assert!(matches!(compared(SUM, other), Variant::Same));
    }

    #[test]
    fn a_wrong_sum_differs_and_undefined_behaviour_does() {
        let Variant::Differs(found) = compared(SUM, &SUM.replace("addf %s, %c", "addf %s, %b")) else {
            panic!("it differs")
        };
        assert_eq!(found.code, Rule::V301);
        let zero = "%z = arith.subi %n, %n : i32\n%q = arith.divsi %n, %z : i32\n";
        let Variant::Differs(found) = compared(SUM, &format!("{zero}{SUM}")) else { panic!("it differs") };
        assert_eq!(found.code, Rule::V302);
    }

    #[test]
    fn rounded_numbers_may_be_near_and_whole_ones_may_not() {
        let near = |a: f32, b: f32| super::near(&Value::f32(a), &Value::f32(b));
        assert!(near(0.1, 0.100_000_01) && near(0.0, -0.0) && near(f32::NAN, f32::NAN));
        assert!(!near(0.1, 0.2) && !near(3.0, 3.000_000_2) && !near(1.0, f32::NAN));
        // Above the precision of the type a whole number may have been rounded.
        assert!(near(33_554_432.0, 33_554_436.0) && !near(33_554_432.0, 34_000_000.0));
    }

    #[test]
    fn nothing_is_made_up_for_open_extents() {
        let ctx = Context::new();
        let text = "func.func @f(%m: memref<?xf32>) {\nreturn\n}";
        let program = text::parse(&ctx, &Source::new("f.mlir", text)).program;
        let function = find_function(&program, "f").expect("one");
        let run = Interpreter.prepare(&program, function, &Options::default());
        let why = Reference::new(&program, function, &run, 0, 1).err().expect("it is not run");
        assert_eq!(why, "parameter 0 is of type `memref<?xf32>`, for which no value is made up");
    }
}
