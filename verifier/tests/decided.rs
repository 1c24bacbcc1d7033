//! Patterns on which the structure stage once gave no answer, or claimed what did not come true: each is decided, with operations
//! of no definition as they are by default and with ones that may own regions. A file of `decided` is named after what it is about.

use std::path::Path;

use assay_ir::data::{Context, Source};
use assay_ir::pdl::patterns;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::pipeline;
use assay_verifier::stage::{Options, Task, UnknownOps};
use assay_verifier::verdict::{Severity, StageVerdict};

/// What the stages say, in a word: `vacuous`, `proved`, or the codes of the errors, each of which has a witness.
fn summary(path: &Path, options: &Options) -> String {
    let ctx = Context::new();
    let registry = assay_corpus::load_builtin(&ctx);
    let text = std::fs::read_to_string(path).unwrap();
    let parsed = assay_ir::text::parse(&ctx, &Source::new("test", text));
    assert!(parsed.diagnostics.is_empty(), "{}: {:?}", path.display(), parsed.diagnostics);
    let pattern = patterns(&parsed.program)[0].op;
    let subject = AnalyzedPattern::new(&parsed.program, pattern, &registry);
    let task = Task::new(&subject, options);
    let result = pipeline::structural(&task);
    if let StageVerdict::Vacuous = result.verdict {
        return "vacuous".to_owned();
    }
    assert!(result.disagreements.is_empty(), "{}: {:?}", path.display(), result.disagreements);
    let errors = result.findings.iter().filter(|finding| finding.claim.level == Severity::Error);
    let mut codes: Vec<&str> = Vec::new();
    for finding in errors {
        assert!(finding.witness.is_some(), "{}: {:?}", path.display(), finding.claim);
        codes.push(finding.claim.code.code());
    }
    match result.verdict {
        StageVerdict::Proved => "proved".to_owned(),
        StageVerdict::Refuted => {
            codes.sort_unstable();
            codes.dedup();
            codes.join(" ")
        }
        other => panic!("{}: {other:?}", path.display()),
    }
}

fn what_was_open_once_is_decided() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/decided");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut out = String::new();
    for path in &files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let unknown_ops = UnknownOps { may_own_regions: true, ..UnknownOps::default() };
        let plain = summary(path, &Options::default());
        let regions = summary(path, &Options { unknown_ops, ..Options::default() });
        out += &format!("{name}: {plain}; {regions}\n");
    }
    assert_eq!(out, EXPECTED);
}

/// Without and with regions.
const EXPECTED: &str = "\
branch_created_in_the_middle: S101 S111; S101 S111
branch_with_types_that_differ: S110; S110
five_open_ranges: proved; proved
float_and_integer_in_one: proved; proved
held_operation_used_by_what_is_created: S105; S104 S105
replaced_by_itself_while_it_holds: S106 S107; S106 S107
replaced_by_what_it_holds: S105 S107; S104 S105 S107
return_after_an_operation_without_a_name: S101 S105; S101 S105
return_created_before_a_return_that_ends: S101 S103 S106; S101 S103 S104 S106
return_created_in_the_middle: S101; S101
returned_types_that_differ: S110; S110
returns_beside_a_yield: vacuous; vacuous
returns_of_different_numbers: vacuous; vacuous
returns_that_an_operation_joins: vacuous; vacuous
root_ends_before_what_holds_it: S103 S107; S102 S103 S104 S107 S109
terminator_created_before_a_return_that_ends: S101 S106 S111; S101 S106 S111
terminator_in_a_region_that_goes: S105 S109; S104 S105 S109
terminator_that_holds: M501 S105 S107; M501 S101 S104 S105 S107
type_other_than_itself: proved; proved
width_less_than_itself: proved; proved
yield_created_in_the_middle: S101; S101
";

assay_testing::tests!(what_was_open_once_is_decided,);
