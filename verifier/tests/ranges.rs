//! Patterns with ranges, all small rewrites over a few matchers: what the structure stage says against what happens on
//! payloads of every length up to three, laid out in several ways.

use assay_ir::data::{Context, Source};
use assay_ir::pdl::{Pattern, patterns, validate};
use assay_ir::rule::{Family, Rule};
use assay_ir::spec::Registry;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::pattern::decode::Unnamed;
use assay_verifier::pattern::model::{Definition, Model};
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::StageVerdict;
use assay_verifier::witness::{self, Outcome, PdlValue, Scenario, UsePlace};
use assay_verifier::{matchable, pipeline};

/// A range of operands, alone; beside a value; and the results of another operation.
const MATCHERS: [&str; 4] = [
    "  %ts = pdl.types\n  %xs = pdl.operands
  %root = pdl.operation \"lab.v\"(%xs : !pdl.range<value>) -> (%ts : !pdl.range<type>)\n",
    "  %t = pdl.type : i32\n  %ts = pdl.types\n  %x = pdl.operand : %t\n  %xs = pdl.operands : %ts
  %root = pdl.operation \"lab.v\"(%x, %xs : !pdl.value, !pdl.range<value>) -> (%t : !pdl.type)\n",
    "  %ts = pdl.types\n  %xs = pdl.operands\n  %us = pdl.types
  %p = pdl.operation \"lab.p\"(%xs : !pdl.range<value>) -> (%ts : !pdl.range<type>)\n  %rs = pdl.results of %p
  %root = pdl.operation \"lab.r\"(%rs : !pdl.range<value>) -> (%us : !pdl.range<type>)\n",
    "  %t = pdl.type : i32\n  %x = pdl.operand : %t\n  %y = pdl.operand : %t\n  %us = pdl.types
  %p = pdl.operation \"lab.p\"(%x : !pdl.value) -> (%t : !pdl.type)\n  %pv = pdl.result 0 of %p
  %xs = pdl.operands\n  %root = pdl.operation \"lab.r\"(%pv, %xs : !pdl.value, !pdl.range<value>) -> (%t : !pdl.type)\n",
];

/// Steps; each uses what the ones before it made, where it names that.
fn steps(matcher: usize) -> Vec<&'static str> {
    let mut out = vec![
        "pdl.erase %root",
        "pdl.replace %root with (%xs : !pdl.range<value>)",
        "%nN = pdl.operation \"lab.n\"(%xs : !pdl.range<value>)",
        "%oN = pdl.results of %root\n    %mN = pdl.operation \"lab.m\"(%oN : !pdl.range<value>)",
        "%cN = pdl.range %xs, %xs : !pdl.range<value>, !pdl.range<value>\n    pdl.replace %root with (%cN : !pdl.range<value>)",
    ];
    out.extend(match matcher {
        0 => vec![
            "%wN = pdl.operation \"lab.w\"(%xs : !pdl.range<value>) -> (%ts : !pdl.range<type>)\n    pdl.replace %root with %wN",
        ],
        1 => vec![
            "pdl.replace %root with (%x : !pdl.value)",
            "%wN = pdl.operation \"lab.w\"(%xs, %x : !pdl.range<value>, !pdl.value) -> (%t : !pdl.type)\n    pdl.replace %root with %wN",
        ],
        2 => vec![
            "pdl.erase %p",
            "pdl.replace %p with (%xs : !pdl.range<value>)",
            "%wN = pdl.operation \"lab.w\"(%rs, %xs : !pdl.range<value>, !pdl.range<value>) -> (%us : !pdl.range<type>)\n    pdl.replace %root with %wN",
        ],
        _ => vec![
            "pdl.replace %p with (%x : !pdl.value)",
            "%wN = pdl.operation \"lab.w\"(%xs : !pdl.range<value>) -> (%t : !pdl.type)\n    pdl.replace %root with %wN",
        ],
    });
    out
}

fn pattern_text(matcher: usize, chosen: &[usize]) -> String {
    let steps = steps(matcher);
    let mut body = String::new();
    for (number, step) in chosen.iter().enumerate() {
        body.push_str("    ");
        body.push_str(&steps[*step].replace('N', &number.to_string()));
        body.push('\n');
    }
    let matcher = MATCHERS[matcher];
    format!("pdl.pattern @p : benefit(1) {{\n{matcher}  pdl.rewrite %root {{\n{body}  }}\n}}\n")
}

/// Layouts of one model: plain, everything used, late values, pairs of values that are one.
fn scenarios(model: &Model) -> Vec<Scenario> {
    let name = |value: usize| match model.values[value].def {
        Definition::Free(op) => PdlValue::Element(op, model.values[value].element as u32),
        Definition::Result(node, index) => PdlValue::Result(model.nodes[node].op, index as u32),
    };
    let values: Vec<PdlValue> = (0..model.values.len()).map(name).collect();
    let uses: Vec<_> = values.iter().map(|value| (*value, UsePlace::AfterDefinition)).collect();
    let used = Scenario { uses, late: values.clone(), ..Scenario::default() };
    let mut out = vec![Scenario::default(), used.clone()];
    for node in &model.nodes {
        out.push(Scenario { first: Some(node.op), ..used.clone() });
    }
    for (index, a) in values.iter().enumerate() {
        for b in &values[index + 1..] {
            out.push(Scenario { same_value: vec![(*a, *b)], ..used.clone() });
        }
    }
    out
}

/// A payload on which a pattern breaks a rule of structure.
fn breaks(registry: &Registry, pattern: Pattern<'_>) -> Option<String> {
    let subject = AnalyzedPattern::new(pattern.program, pattern.op, registry);
    let found = subject.instances(Unnamed::Plain).expect("the pattern is decoded");
    for model in found.models.iter().filter(|model| model.impossible.is_empty()) {
        for scenario in scenarios(model) {
            let Ok(mut payload) = witness::build(model, registry, &scenario) else { continue };
            if let Outcome::Fails { failures, .. } = witness::replay(&subject, &mut payload)
                && failures
                    .iter()
                    .flat_map(|failure| failure.codes)
                    .any(|code| code.family() == Family::Structure && *code != Rule::S115)
            {
                return Some(format!("{failures:?} on\n{}", witness::text::program(&payload.program)));
            }
        }
    }
    None
}

fn check(registry: &Registry, text: &str) -> &'static str {
    let parsed = assay_ir::text::parse(registry.ctx(), &Source::new("pattern", text));
    assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
    let pattern = patterns(&parsed.program)[0];
    if !validate(pattern, Some(registry)).is_empty() {
        return "malformed";
    }
    let options = Options::default();
    let subject = AnalyzedPattern::new(&parsed.program, pattern.op, registry);
    let task = Task::new(&subject, &options);
    assert!(matches!(matchable::matches(&task).verdict, StageVerdict::Proved), "{text}");
    let result = pipeline::structural(&task);
    assert!(result.disagreements.is_empty(), "{:?}\n{text}", result.disagreements);
    match result.verdict {
        StageVerdict::Proved => {
            if let Some(broken) = breaks(registry, pattern) {
                panic!("proved, but {broken}\n{text}");
            }
            "proved"
        }
        StageVerdict::Refuted => "refuted",
        other => panic!("{other:?}\n{text}"),
    }
}

fn what_is_said_of_small_patterns_with_ranges_is_what_happens() {
    let registry = assay_corpus::load_builtin(&Context::new());
    let mut seen = std::collections::BTreeMap::<&str, usize>::new();
    for matcher in 0..MATCHERS.len() {
        let count = steps(matcher).len();
        for first in 0..count {
            *seen.entry(check(&registry, &pattern_text(matcher, &[first]))).or_default() += 1;
            for second in 0..count {
                *seen.entry(check(&registry, &pattern_text(matcher, &[first, second]))).or_default() += 1;
            }
        }
    }
    println!("{seen:?}");
    assert!(seen["proved"] >= 10 && seen["refuted"] >= 50, "{seen:?}");
}

assay_testing::tests!(what_is_said_of_small_patterns_with_ranges_is_what_happens,);
