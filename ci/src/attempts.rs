//! Attempts of patterns by the drivers of `mlir-opt`: the log of actions names each, and a counter lets only the first ones
//! through. Knows no program.

use assay_mlir::opt::ParseOptions;
use assay_mlir::process::Ending;
use assay_mlir::{MlirOpt, Outcome};

/// A pattern that a driver tried.
pub(crate) struct Attempt {
    /// Its class.
    pub(crate) pattern: String,
    /// The operation, as the log prints it.
    at: String,
    /// The driver is a greedy one, which begins another iteration after a success.
    pub(crate) is_greedy: bool,
}

impl Attempt {
    /// The class of the pattern; one that has no name is told by its operation.
    pub(crate) fn name(&self) -> String {
        if !self.pattern.is_empty() {
            return self.pattern.clone();
        }
        let text = self.at.trim_start_matches('(');
        let text = text.split_once(" = ").map_or(text, |(_, text)| text);
        let end = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$'));
        let operation = text.trim_matches('"').split(end).next().unwrap_or_default();
        format!("unnamed pattern on {operation}")
    }

    /// Returns true when it was tried at an operation of this name.
    pub(crate) fn is_at(&self, name: &str) -> bool {
        let ends = |at: usize| {
            let rest = &self.at[at + name.len()..];
            !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || "_$.".contains(c))
        };
        self.at.match_indices(name).any(|(at, _)| ends(at))
    }
}

/// The option by which drivers leave out the first attempts, perform the next ones up to a number, and no others.
pub(crate) fn counter(skipped: usize, count: usize) -> String {
    format!("--mlir-debug-counter=apply-pattern-skip={skipped},apply-pattern-count={count}")
}

/// The patterns that a driver tries, in order, up to the one under which the binary ends.
pub(crate) fn tried(opt: &MlirOpt, text: &str, passes: &[String]) -> Vec<Attempt> {
    let mut flags = vec!["--allow-unregistered-dialect".to_owned(), "--log-actions-to=-".to_owned()];
    flags.extend(passes.iter().cloned());
    let (Ending::Exit { stdout, .. } | Ending::Signal { stdout, .. } | Ending::TimedOut { stdout, .. }) =
        opt.ask(text, &flags)
    else {
        return Vec::new();
    };
    in_log(&stdout.text())
}

/// The attempts that a log of actions begins.
fn in_log(log: &str) -> Vec<Attempt> {
    // Iterations nest where a pattern runs a driver.
    let mut iterations = 0_usize;
    let mut out = Vec::new();
    for line in log.lines() {
        let (begins, ends) = (line.contains(" begins "), line.contains(" completed "));
        if let Some((_, rest)) = line.split_once("`apply-pattern pattern: ").filter(|_| begins) {
            let pattern = pattern_name(rest);
            let at = rest.get(pattern.len()..).unwrap_or_default().trim().to_owned();
            out.push(Attempt { pattern: pattern.to_owned(), at, is_greedy: iterations > 0 });
        } else if begins && line.contains(" Action GreedyPatternRewriteIteration") {
            iterations += 1;
        } else if ends && line.contains("`GreedyPatternRewriteIteration`") {
            iterations = iterations.saturating_sub(1);
        }
    }
    out
}

/// The class of a pattern, before the operation in parentheses behind a space.
pub(crate) fn pattern_name(text: &str) -> &str {
    let anonymous = "(anonymous namespace)";
    let mut from = 0;
    loop {
        let Some(at) = text[from..].find(" (").map(|at| at + from) else { return text.trim() };
        let rest = &text[at + 1..];
        if !rest.starts_with(anonymous) {
            return &text[..at];
        }
        from = at + 1 + anonymous.len();
    }
}

/// The program behind passes, in generic form, when only the first attempts are performed; `None` where there is none.
pub(crate) fn up_to(opt: &MlirOpt, text: &str, passes: &[String], count: usize) -> Option<String> {
    let mut extra = passes.to_vec();
    extra.push(counter(0, count));
    let options = ParseOptions { generic: true, allow_unregistered: true, extra, ..ParseOptions::default() };
    match opt.parse_print(text, &options) {
        Outcome::Ok(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Attempt, in_log, pattern_name};

    #[test]
    fn a_pattern_without_a_name_is_told_by_its_operation() {
        let attempt = |at: &str| Attempt { pattern: String::new(), at: at.to_owned(), is_greedy: true };
        for (at, name) in [
            ("(%1 = index.cmp slt(%0, %idx0))", "index.cmp"),
            ("(\"lab.a\"(%x) : (i8) -> ())", "lab.a"),
            ("(%0:2 = scf.if %c -> (i8, i8) {...})", "scf.if"),
        ] {
            assert_eq!(attempt(at).name(), format!("unnamed pattern on {name}"));
        }
    }

    #[test]
    fn attempts_of_greedy_drivers_are_those_inside_of_iterations() {
        let log = "[thread a] begins (no breakpoint) Action `pass-execution` running `P` on Operation `builtin.module` (x)`
[thread a] begins (no breakpoint) Action GreedyPatternRewriteIteration(1) (Region #0 for op module {...})`
[thread a] begins (no breakpoint) Action `apply-pattern pattern: A (%0 = arith.addi %a, %b : i8)`
[thread a] completed `apply-pattern`
[thread a] completed `GreedyPatternRewriteIteration`
[thread a] begins (no breakpoint) Action `apply-pattern pattern: B (%0 = arith.addi %a, %b : i8)`
[thread a] completed `apply-pattern`
";
        let found: Vec<(String, bool)> =
            in_log(log).into_iter().map(|one| (one.pattern, one.is_greedy)).collect();
        assert_eq!(found, [("A".to_owned(), true), ("B".to_owned(), false)]);
    }

    #[test]
    fn the_class_ends_where_the_operation_begins() {
        for (text, name) in [
            (
                "(anonymous namespace)::AddIAddConstant (%0 = arith.addi %a, %b : i8)`",
                "(anonymous namespace)::AddIAddConstant",
            ),
            (
                "mlir::X<mlir::A, (anonymous namespace)::B> (scf.for ...)`",
                "mlir::X<mlir::A, (anonymous namespace)::B>",
            ),
            ("Simple (x)`", "Simple"),
        ] {
            assert_eq!(pattern_name(text), name);
        }
    }
}
