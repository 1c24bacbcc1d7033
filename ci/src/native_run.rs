//! The program of a witness and the one that mlir-opt makes of it, run on this machine's processor by `mlir-runner`. Knows no
//! format.

use assay_backend::value::Value;
use assay_ir::data::{AttrId, FloatKind, Program, Source, TypeKind, known};
use assay_ir::rule::Rule;
use assay_ir::spec::Registry;
use assay_ir::text::{self, type_text};
use assay_ir::verdict::Confirmed;
use assay_mlir::runner::{BINARY, HEX, MAIN, MlirRunner, printing};
use assay_reports::Finding;
use assay_verifier::witness::{execute, rerun};

use crate::mlir_output;

/// The outcome of both runs.
pub(crate) struct Ran {
    /// The clause after the outcome of mlir-opt.
    pub(crate) words: String,
    /// The results differ.
    pub(crate) differs: bool,
}

/// Runs the program of a witness and the one that mlir-opt `printed` for it. `None` where that shows nothing: the finding is not
/// about two values, compiled code did not show it, or the function takes or returns more than numbers.
pub(crate) fn ran(
    runner: Option<&MlirRunner>,
    finding: &Finding,
    printed: &str,
    registry: &Registry,
) -> Option<Ran> {
    if finding.code != Rule::V301 || finding.confirmation.how != Confirmed::Executed {
        return None;
    }
    let before = without_mark(&finding.witness.as_ref()?.before.text);
    let aliases = printed.lines().filter(|line| line.starts_with(['#', '!']));
    let after: Vec<&str> = aliases.chain(mlir_output::payload(printed)).collect();
    let (main, count) = main(mlir_output::text_of(finding)?, registry)?;
    let Some(runner) = runner else {
        return Some(Ran { words: format!("{BINARY} is not there to compare values"), differs: false });
    };
    let run = |program: &str| {
        let numbers = runner.numbers(&format!("{program}\n{HEX}{main}"), &[])?;
        match numbers.len() {
            found if found == count => Ok(numbers),
            found => Err(format!("{found} numbers are printed for {count} results")),
        }
    };
    let both = run(&before).and_then(|before| Ok((before, run(&without_mark(&after.join("\n")))?)));
    let shown =
        |numbers: &[u64]| numbers.iter().map(|bits| format!("0x{bits:X}")).collect::<Vec<_>>().join(", ");
    let (words, differs) = match both {
        Ok((before, after)) if before != after => {
            let words =
                format!("by mlir-runner it returns {} before and {} after", shown(&before), shown(&after));
            (words, true)
        }
        Ok((both, _)) => (format!("by mlir-runner it returns {} before and after", shown(&both)), false),
        Err(why) => (format!("mlir-runner compares no values: {why}"), false),
    };
    let words = match runner.mismatch() {
        Some(mismatch) => format!("{words} ({mismatch})"),
        None => words,
    };
    Some(Ran { words, differs })
}

/// A program without the mark of the operation that is rewritten.
fn without_mark(text: &str) -> String {
    text.replace("assay.once, ", "").replace(", assay.once", "").replace(" {assay.once}", "")
}

/// A function that calls that of a witness on its arguments and prints the results, and how many it prints.
fn main(witness: &str, registry: &Registry) -> Option<(String, usize)> {
    let ctx = registry.ctx();
    let parsed = text::parse(ctx, &Source::new("witness", witness));
    let program = &parsed.program;
    let named = |op: &assay_ir::data::OpId| program.attr_text(*op, known::SYM_NAME) == Some("ir");
    let module = program.ops_in(program.top_block()).find(named)?;
    let function = execute::function(program)?;
    let call = rerun::call(program, module, registry).ok()?;
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
    (count > 0).then_some((out, count))
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
