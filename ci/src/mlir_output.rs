//! The program that mlir-opt makes of a witness, beside the one that is reported: its driver folds and erases operations
//! besides applying the pattern. Knows no format and no rule.

use assay_ir::data::{OpId, Source, known};
use assay_ir::spec::Registry;
use assay_ir::text;
use assay_reports::{After, Evidence, EvidenceKind, Finding};
use assay_verifier::witness::{execute, rerun};

/// How the program of mlir-opt compares with the reported ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// The rewritten program.
    Same,
    /// The program before the rewrite.
    Unchanged,
    /// Another one, which computes something else than the program before on the inputs of the witness.
    Wrong,
    /// Another one, which is not shown to be wrong.
    Other,
}

/// Compares what mlir-opt printed for the witness of a finding; `None` where the finding has none.
pub(crate) fn compare(finding: &Finding, printed: &str, registry: &Registry) -> Option<Comparison> {
    let witness = finding.witness.as_ref()?;
    let theirs = nameless(&payload(printed));
    let text = text_of(finding)?;
    Some(match &witness.after {
        After::Program(after) if of_report(&after.text) == theirs => Comparison::Same,
        _ if is_unchanged(finding, printed) => Comparison::Unchanged,
        _ if differs(text, printed, registry) => Comparison::Wrong,
        _ => Comparison::Other,
    })
}

/// Tells if mlir-opt printed the program before the rewrite.
pub(crate) fn is_unchanged(finding: &Finding, printed: &str) -> bool {
    let witness = finding.witness.as_ref();
    witness.is_some_and(|witness| of_report(&witness.before.text) == nameless(&payload(printed)))
}

/// The lines of a program of a report, as [`nameless`] has them.
fn of_report(program: &str) -> Vec<String> {
    nameless(&program.lines().map(str::trim).collect::<Vec<&str>>())
}

/// The text of the witness of a finding: pattern and program.
pub(crate) fn text_of(finding: &Finding) -> Option<&str> {
    match &finding.evidence {
        Some(Evidence { kind: EvidenceKind::Payload, text, .. }) => Some(text),
        _ => None,
    }
}

/// Tells if what mlir-opt made of a witness computes something else on the arguments of the witness.
fn differs(witness: &str, printed: &str, registry: &Registry) -> bool {
    let read = |text: &str| {
        let parsed = text::parse(registry.ctx(), &Source::new("witness", text));
        parsed.diagnostics.is_empty().then_some(parsed.program)
    };
    let (Some(mut before), Some(mut after)) = (read(witness), read(printed)) else { return false };
    let named = |op: &OpId| before.attr_text(*op, known::SYM_NAME) == Some("ir");
    let module = before.ops_in(before.top_block()).find(named);
    let (Some(module), Some(function)) = (module, execute::function(&before)) else { return false };
    // Operations that no engine knows have no counterpart in a program that was read anew.
    if !execute::opaque(&before, function, registry).is_empty() {
        return false;
    }
    let compared = rerun::call(&before, module, registry).and_then(|call| {
        let (before, after) = (call.run(&mut before, registry, None)?, call.run(&mut after, registry, None)?);
        Ok(rerun::compared(&call, before, after))
    });
    compared.is_ok_and(|compared| compared.differs())
}

/// The witness with a pattern that matches nothing in place of its own; `None` where the text is not laid out as a witness.
pub(crate) fn without_pattern(witness: &str) -> Option<String> {
    let (head, rest) = witness.split_once("module @patterns {\n")?;
    let (_, program) = rest.split_once("\nmodule @ir")?;
    Some(format!("{head}module @patterns {{\n{NOTHING}}}\nmodule @ir{program}"))
}

/// A pattern that matches nothing in a witness. MLIR 22 crashes on a module without any.
const NOTHING: &str = "  pdl.pattern @nothing : benefit(1) {
    %root = operation \"assay.nothing\"
    rewrite %root {
      erase %root
    }
  }
";

/// Tells if mlir-opt printed the same program twice, names and order of operations apart.
pub(crate) fn are_same(one: &str, other: &str) -> bool {
    nameless(&payload(one)) == nameless(&payload(other))
}

/// The lines of `module @ir`, without the module.
pub(crate) fn payload(printed: &str) -> Vec<&str> {
    let inside = printed.lines().skip_while(|line| !line.trim_start().starts_with("module @ir"));
    let lines: Vec<&str> = inside.skip(1).map(str::trim).filter(|line| !line.is_empty()).collect();
    // The brackets of the module, and of the one around both.
    let nested = usize::from(printed.trim_start().starts_with("module {")) + 1;
    lines[..lines.len().saturating_sub(nested)].to_vec()
}

/// The lines without names of values and in an order that does not depend on theirs: MLIR has names of its own for constants,
/// and moves them.
fn nameless(lines: &[&str]) -> Vec<String> {
    let one = |line: &&str| {
        let mut out = String::new();
        let mut name = false;
        for c in line.replace("assay.once, ", "").replace(" {assay.once}", "").chars() {
            name = c == '%' || name && (c.is_ascii_alphanumeric() || c == '_');
            if !name || c == '%' {
                out.push(c);
            }
        }
        out
    };
    let mut all: Vec<String> = lines.iter().map(one).filter(|line| !line.is_empty()).collect();
    all.sort();
    all
}

#[cfg(test)]
mod tests {
    use super::{nameless, payload};

    #[test]
    fn the_payload_is_what_the_module_holds() {
        let printed = "module {\n  module @patterns {\n  }\n  module @ir {\n    a {\n    }\n  }\n}\n";
        assert_eq!(payload(printed), ["a {", "}"]);
    }

    #[test]
    fn names_and_order_do_not_count() {
        let mlir = ["%c1_i8 = arith.constant 1 : i8", "return %c1_i8 : i8"];
        let ours = ["return %0 : i8", "%0 = arith.constant 1 : i8"];
        assert_eq!(nameless(&mlir), nameless(&ours));
        assert_ne!(nameless(&mlir), nameless(&["return %0 : i8"]));
    }
}
