//! Operations that MLIR explains by others: its own expansion of each, run by the interpreter, has to give what the
//! interpreter gives for the operation itself.

use crate::programs::{read, tool};
use assay_backend::engine::{Engine, IndexWidth, Options, Outcome};
use assay_backend::inputs::Inputs;
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::Value;
use assay_testing::Checked;

/// Programs of one operation each, whose results have to be defined on some inputs.
const OPERATIONS: [(&str, &[&str], &str); 15] = [
    ("arith.scaling_extf %a0, %a1 : f16, f32 to f32", &["f16", "f32"], "f32"),
    ("arith.scaling_extf %a0, %a1 : bf16, bf16 to f32", &["bf16", "bf16"], "f32"),
    ("arith.scaling_extf %a0, %a1 : f16, f64 to f64", &["f16", "f64"], "f64"),
    ("arith.scaling_truncf %a0, %a1 : f32, f32 to f16", &["f32", "f32"], "f16"),
    ("arith.scaling_truncf %a0, %a1 : f64, f16 to bf16", &["f64", "f16"], "bf16"),
    ("arith.ceildivsi %a0, %a1 : i8", &["i8", "i8"], "i8"),
    ("arith.ceildivui %a0, %a1 : i8", &["i8", "i8"], "i8"),
    ("arith.floordivsi %a0, %a1 : i8", &["i8", "i8"], "i8"),
    ("arith.maximumf %a0, %a1 : f32", &["f32", "f32"], "f32"),
    ("arith.minimumf %a0, %a1 : f64", &["f64", "f64"], "f64"),
    ("arith.maxnumf %a0, %a1 : f32", &["f32", "f32"], "f32"),
    ("arith.extf %a0 : bf16 to f32", &["bf16"], "f32"),
    ("arith.truncf %a0 : f32 to bf16", &["f32"], "bf16"),
    ("math.ctlz %a0 : i8", &["i8"], "i8"),
    ("math.clampf %a0 to [%a1, %a2] : f32", &["f32", "f32", "f32"], "f32"),
];

/// Inputs of each.
const INPUTS: usize = 600;

fn an_operation_does_what_its_expansion_does() -> Checked {
    let mut text = String::new();
    for (number, (right, parameters, result)) in OPERATIONS.iter().enumerate() {
        let head: Vec<String> =
            parameters.iter().enumerate().map(|(at, ty)| format!("%a{at}: {ty}")).collect();
        text += &format!(
            "func.func @f{number}({}) -> {result} {{\n  %r = {right}\n  return %r : {result}\n}}\n",
            head.join(", ")
        );
    }
    let passes = ["--arith-expand=include-bf16=true include-f8e8m0=true", "--math-expand-ops"];
    let expanded = tool("mlir-opt-22", &passes, &text)?;
    let (ours, theirs) = (read(&text), read(&expanded));
    let options = Options::default();
    for (number, (right, ..)) in OPERATIONS.iter().enumerate() {
        let name = format!("f{number}");
        let [function, expansion] =
            [&ours, &theirs].map(|program| find_function(program, &name).expect("both have it"));
        let operation = right.split(' ').next().unwrap_or_default();
        let is_gone = theirs.walk(expansion).all(|op| theirs.op_name(op) != operation);
        let mut compared = 0;
        let inputs =
            Inputs::for_function(&ours, function, IndexWidth::W64, 31).expect("numbers can be drawn");
        for arguments in inputs.take(INPUTS) {
            if is_expanded_otherwise(operation, &arguments) {
                continue;
            }
            let [one, other] = [(&ours, function), (&theirs, expansion)].map(|(program, function)| {
                Interpreter.run(program, function, &arguments, &options).expect("they fit").outcome
            });
            // Undefined behaviour may be another one in the expansion.
            if matches!(one, Outcome::Ub { .. }) {
                continue;
            }
            compared += 1;
            assert!(one.allows(&other), "{right} on {arguments:?}: {one:?}, expanded {other:?}\n{expanded}");
        }
        assert!(compared > INPUTS / 2, "{right}: {compared}");
        assert!(is_gone, "{operation} is not expanded:\n{expanded}");
    }
    Ok(())
}

/// Where MLIR's expansion is known not to be what the operation is defined as. A scale whose exponent is zero stands for
/// the smallest power of two, and is expanded to zero, which `f8E8M0FNU` does not have. Of two zeros, `maximumf` and
/// `minimumf` have to tell the signs, and their expansions do not.
fn is_expanded_otherwise(operation: &str, arguments: &[Value]) -> bool {
    let below = |value: &Value, limit: f64| {
        value.as_float().and_then(|float| float.to_f64()).is_some_and(|number| number.abs() < limit)
    };
    match operation {
        "arith.scaling_extf" | "arith.scaling_truncf" => below(&arguments[1], f64::powi(2.0, -126)),
        "arith.maximumf" | "arith.minimumf" | "arith.maxnumf" => {
            arguments.iter().all(|argument| below(argument, f64::MIN_POSITIVE))
        }
        _ => false,
    }
}

assay_testing::tests!(an_operation_does_what_its_expansion_does,);
