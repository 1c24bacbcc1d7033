//! Operations that lose their own meaning and get it back as text: the same verdicts on the whole corpus. And what is said of
//! a pattern while the meaning is gone.

use std::collections::BTreeMap;

use assay_corpus::{load_builtin, patterns, patterns_folder};
use assay_ir::data::{Context, Source};
use assay_ir::spec::Registry;
use assay_smt::SolverPool;
use assay_testing::Checked;
use assay_verifier::meanings;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::pipeline::{self, EnabledStages};
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::Verdict;

/// The operations, and what they mean in terms of others; `!w` stands for each type.
const GONE: [&str; 5] = ["arith.addi", "arith.andi", "arith.maxsi", "arith.minui", "arith.ceildivui"];

const BODIES: &str = r#"
func.func @addi_W(%x: !w, %y: !w,
    %flags: i2 {assay.attribute = "overflowFlags", assay.absent = 0, assay.scalar, assay.cases = [
      #arith.overflow<none>, #arith.overflow<nsw>, #arith.overflow<nuw>, #arith.overflow<nsw, nuw>]}) -> !w
    attributes {assay.meaning = "arith.addi", assay.elementwise} {
  %zero = arith.constant 0 : !w
  %negated = arith.subi %zero, %y : !w
  %sum = arith.subi %x, %negated : !w
  %one = arith.constant 1 : i2
  %two = arith.constant 2 : i2
  %carry = arith.cmpi ult, %sum, %x : !w
  %a = arith.xori %x, %sum : !w
  %b = arith.xori %y, %sum : !w
  %na = arith.cmpi slt, %a, %zero : !w
  %nb = arith.cmpi slt, %b, %zero : !w
  %no = arith.constant false
  %over = arith.select %na, %nb, %no : i1
  %signed = "test.and_flag"(%flags, %one) : (i2, i2) -> i1
  %unsigned = "test.and_flag"(%flags, %two) : (i2, i2) -> i1
  %s = arith.select %signed, %over, %no : i1
  %u = arith.select %unsigned, %carry, %no : i1
  %broken = arith.ori %s, %u : i1
  %poison = ub.poison : !w
  %made = arith.select %broken, %poison, %sum : !w
  return %made : !w
}
func.func @andi_W(%x: !w, %y: !w) -> !w attributes {assay.meaning = "arith.andi", assay.elementwise} {
  %ones = arith.constant -1 : !w
  %nx = arith.xori %x, %ones : !w
  %ny = arith.xori %y, %ones : !w
  %or = arith.ori %nx, %ny : !w
  %made = arith.xori %or, %ones : !w
  return %made : !w
}
func.func @maxsi_W(%x: !w, %y: !w) -> !w attributes {assay.meaning = "arith.maxsi", assay.elementwise} {
  %above = arith.cmpi sgt, %x, %y : !w
  %made = arith.select %above, %x, %y : !w
  return %made : !w
}
func.func @minui_W(%x: !w, %y: !w) -> !w attributes {assay.meaning = "arith.minui", assay.elementwise} {
  %below = arith.cmpi ult, %x, %y : !w
  %made = arith.select %below, %x, %y : !w
  return %made : !w
}
func.func @ceildivui_W(%x: !w, %y: !w) -> !w attributes {assay.meaning = "arith.ceildivui", assay.elementwise} {
  %zero = arith.constant 0 : !w
  %minus_one = arith.constant -1 : !w
  %quotient = arith.divui %x, %y : !w
  %rest = arith.remui %x, %y : !w
  %more = arith.subi %quotient, %minus_one : !w
  %exact = arith.cmpi eq, %rest, %zero : !w
  %made = arith.select %exact, %quotient, %more : !w
  return %made : !w
}
"#;

/// Patterns that a ring identity proves at all widths, which does not look through the selections of a body: `bounded` there.
const BY_RING: [&str; 1] = ["sum_of_products"];

/// Patterns that write `i0`, which no body can say: a width that is tried is at least 1.
const OF_NOTHING: [&str; 2] = ["add_of_nothing", "shift_of_nothing"];

/// A flag is in a set of flags; computed by an operation of its own.
const FLAG: &str = r#"
func.func @and_flag(%flags: i2, %flag: i2) -> i1 attributes {assay.meaning = "test.and_flag", assay.elementwise} {
  %either = arith.ori %flags, %flag : i2
  %made = arith.cmpi eq, %either, %flags : i2
  return %made : i1
}
"#;

fn forgetful() -> Registry {
    let mut registry = load_builtin(&Context::new());
    for name in GONE {
        let name = registry.ctx().ident(name);
        registry.forget_meaning(name);
    }
    registry
}

fn described() -> Registry {
    let mut registry = forgetful();
    let (open, index) = (BODIES.replace("_W", ""), BODIES.replace("_W", "_index").replace("!w", "index"));
    let text = format!("!w = i8\n{FLAG}{open}{index}");
    let ctx = registry.ctx().clone();
    let parsed = assay_ir::text::parse(&ctx, &Source::new("bodies.mlir", text));
    let troubles = meanings::load(&parsed.program, &mut registry);
    assert!(parsed.diagnostics.is_empty() && troubles.is_empty(), "{:?}{troubles:?}", parsed.diagnostics);
    registry
}

/// Verdicts of the patterns of a file, with the codes of what was found.
fn judged(text: &str, registry: &Registry, solvers: &SolverPool) -> BTreeMap<String, (Verdict, Vec<String>)> {
    let parsed = assay_ir::text::parse(registry.ctx(), &Source::new("p.mlir", text));
    let (candidates, _) = pipeline::candidates(&parsed.program, &parsed.diagnostics, registry);
    let options = Options { width_max: 12, ..Options::default() };
    let mut out = BTreeMap::new();
    for candidate in &candidates {
        let subject = AnalyzedPattern::new(&parsed.program, candidate.pattern, registry);
        let task = Task::new(&subject, &options);
        let judgement = pipeline::judge(&task, candidate, EnabledStages::default(), Some(solvers));
        assert!(judgement.disagreements.is_empty(), "{:?}: {:?}", judgement.name, judgement.disagreements);
        let codes = judgement.findings.iter().map(|finding| finding.claim.code.code().to_owned()).collect();
        out.insert(judgement.name.unwrap_or_default(), (judgement.verdict, codes));
    }
    out
}

/// Tells if one of the five is part of a pattern file.
fn speaks_of_them(text: &str) -> bool {
    GONE.iter().any(|name| text.contains(&format!("\"{name}\"")))
}

fn texts() -> Vec<(String, String)> {
    let folders = std::fs::read_dir(patterns_folder()).expect("the corpus is readable");
    let folders = folders.map(|entry| entry.expect("the corpus is readable").path());
    let files = folders.flat_map(|folder| patterns(&folder).expect("the corpus is readable"));
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a pattern file is readable");
        (path.display().to_string(), text)
    };
    let mut texts: Vec<(String, String)> = files.filter_map(|file| Some(read(file.path?))).collect();
    texts.retain(|(_, text)| speaks_of_them(text));
    texts.sort();
    texts
}

/// The word of a verdict.
fn word(verdict: &Verdict) -> String {
    verdict.to_string().split(['(', ' ']).next().unwrap_or_default().to_owned()
}

fn operations_described_by_others_give_the_same_verdicts_on_the_corpus() -> Checked {
    let solvers = crate::common::pool()?;
    let mut differ = Vec::new();
    let mut compared = 0;
    for (file, text) in texts() {
        let own = judged(&text, &load_builtin(&Context::new()), &solvers);
        let described = judged(&text, &described(), &solvers);
        for (name, (verdict, codes)) in &own {
            compared += 1;
            let (other, other_codes) = &described[name];
            let weaker = BY_RING.contains(&name.as_str()) && word(other) == "bounded";
            let unsaid = OF_NOTHING.contains(&name.as_str()) && word(other) == "unknown";
            if ((word(verdict) != word(other) && !weaker) || codes != other_codes) && !unsaid {
                differ.push(format!(
                    "{file} @{name}: {verdict:?} {codes:?}\n  described: {other:?} {other_codes:?}"
                ));
            }
        }
    }
    assay_testing::note!("{compared} patterns");
    assert!(differ.is_empty(), "{} of {compared} differ:\n{}", differ.len(), differ.join("\n"));
    assert!(compared >= 60, "{compared} patterns");
    Ok(())
}

fn a_meaning_that_is_gone_changes_no_verdict_into_its_opposite() -> Checked {
    let solvers = crate::common::pool()?;
    let mut wrong = Vec::new();
    for (file, text) in texts() {
        let own = judged(&text, &load_builtin(&Context::new()), &solvers);
        for (name, (verdict, _)) in judged(&text, &forgetful(), &solvers) {
            let whole = word(&own[&name].0);
            let holds = match word(&verdict).as_str() {
                "refuted" => ["refuted", "vacuous", "malformed"].contains(&whole.as_str()),
                "proved" | "bounded" => ["proved", "bounded", "vacuous"].contains(&whole.as_str()),
                _ => true,
            };
            if !holds {
                wrong.push(format!("{file} @{name}: {verdict:?}, with all meanings {whole}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

assay_testing::tests!(
    operations_described_by_others_give_the_same_verdicts_on_the_corpus,
    a_meaning_that_is_gone_changes_no_verdict_into_its_opposite,
);
