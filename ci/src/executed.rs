//! Programs of a witness before and after its rewrite, run on this machine's processor by `mlir-runner`: what MLIR made of
//! the one, and the other. Knows no format.

use assay_backend::value::Value;
use assay_ir::data::{AttrId, FloatKind, Program, Source, TypeKind, known};
use assay_ir::rule::Rule;
use assay_ir::spec::Registry;
use assay_ir::text::{self, type_text};
use assay_mlir::runner::{HEX, MAIN, MlirRunner, printing};
use assay_reports::{Confirmed, Finding};
use assay_verifier::witness::{again, execute};

use crate::rewritten;

/// The outcome of both runs.
pub(crate) struct Ran {
    /// In words, as they follow "MLIR made a program".
    pub(crate) words: String,
    /// The results differ.
    pub(crate) differs: bool,
}

/// Runs the program of a witness and the one that mlir-opt `printed` for it. `None` where that shows nothing: the finding is not
/// about two values, compiled code did not show it, or the function takes or returns more than numbers.
pub(crate) fn ran(runner: &MlirRunner, finding: &Finding, printed: &str, registry: &Registry) -> Option<Ran> {
    if finding.code != Rule::V301 || finding.confirmation.how != Confirmed::Executed {
        return None;
    }
    let before = plain(&finding.witness.as_ref()?.before.text);
    let after = plain(&rewritten::payload(printed).join("\n"));
    let main = main(rewritten::text_of(finding)?, registry)?;
    let run = |program: &str| runner.numbers(&format!("{HEX}{program}\n{main}"), &[]);
    let shown =
        |numbers: &[u64]| numbers.iter().map(|bits| format!("0x{bits:X}")).collect::<Vec<_>>().join(", ");
    Some(match (run(&before), run(&after)) {
        (Ok(before), Ok(after)) if before != after => Ran {
            words: format!("mlir-runner returns {} before and {} after", shown(&before), shown(&after)),
            differs: true,
        },
        (Ok(both), Ok(_)) => {
            Ran { words: format!("mlir-runner returns {} before and after", shown(&both)), differs: false }
        }
        (Err(why), _) | (_, Err(why)) => {
            Ran { words: format!("mlir-runner says nothing: {why}"), differs: false }
        }
    })
}

/// A program without the mark of the operation that is rewritten.
fn plain(text: &str) -> String {
    text.replace("assay.once, ", "").replace(", assay.once", "").replace(" {assay.once}", "")
}

/// A function that calls that of a witness on its arguments and prints the results.
fn main(witness: &str, registry: &Registry) -> Option<String> {
    let ctx = registry.ctx();
    let parsed = text::parse(ctx, &Source::new("witness", witness));
    let program = &parsed.program;
    let named = |op: &assay_ir::data::OpId| program.attr_text(*op, known::SYM_NAME) == Some("ir");
    let module = program.ops_in(program.top_block()).find(named)?;
    let function = execute::function(program)?;
    let call = again::call(program, module, registry).ok()?;
    if !call.opaque.is_empty() || call.index != 64 {
        return None;
    }
    let (inputs, results) = types(program, program.attr(function, known::FUNCTION_TYPE)?)?;
    let name = program.attr_text(function, known::SYM_NAME)?;
    let mut out = format!("func.func @{MAIN}() {{\n");
    for (number, (value, ty)) in call.arguments.iter().zip(&inputs).enumerate() {
        out += &format!("  %a{number} = arith.constant {} : {ty}\n", constant(value)?);
    }
    let arguments: Vec<String> = (0..inputs.len()).map(|number| format!("%a{number}")).collect();
    let (arguments, count) = (arguments.join(", "), results.len());
    out += &format!(
        "  %r:{count} = func.call @{name}({arguments}) : ({}) -> ({})\n",
        inputs.join(", "),
        results.join(", ")
    );
    for (number, ty) in results.iter().enumerate() {
        out += &printing(ty, &format!("%r#{number}"), &format!("%w{number}"))?;
    }
    out += "  return\n}\n";
    Some(out).filter(|_| count > 0)
}

/// The types that a function takes and returns.
fn types(program: &Program, attr: AttrId) -> Option<(Vec<String>, Vec<String>)> {
    let ctx = program.ctx();
    let TypeKind::Function { inputs, results } = ctx.type_kind(ctx.as_type(attr)?) else { return None };
    let texts = |list: &[assay_ir::data::TypeId]| list.iter().map(|ty| type_text(ctx, *ty)).collect();
    Some((texts(inputs), texts(results)))
}

/// The literal of a number.
fn constant(value: &Value) -> Option<String> {
    match value {
        Value::Int(int) if int.width() <= 64 => Some(int.to_signed().to_string()),
        Value::Float(float) if float.kind == FloatKind::F32 => Some(format!("0x{:08X}", float.bits)),
        Value::Float(float) if float.kind == FloatKind::F64 => Some(format!("0x{:016X}", float.bits)),
        _ => None,
    }
}
