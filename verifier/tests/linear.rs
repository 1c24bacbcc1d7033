//! The work of the structure rules grows with the size of a pattern and not faster: counted steps, no times.

use assay_ir::data::{Context, Source};
use assay_ir::pdl::patterns;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::stage::{Options, Task};
use assay_verifier::structure;

/// Steps that the analysis takes on a pattern.
fn steps(matcher: &str, rewrite: &str) -> usize {
    let ctx = Context::new();
    let registry = assay_corpus::load_builtin(&ctx);
    let text = format!(
        "pdl.pattern @p : benefit(1) {{\n  %t = pdl.type : i32\n  %x = pdl.operand : %t\n{matcher}  pdl.rewrite %root {{\n{rewrite}  }}\n}}\n"
    );
    let parsed = assay_ir::text::parse(&ctx, &Source::new("test", text));
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let pattern = patterns(&parsed.program)[0].op;
    let options = Options::default();
    let subject = AnalyzedPattern::new(&parsed.program, pattern, &registry);
    let task = Task::new(&subject, &options);
    let answers = structure::claims(&task, structure::Beyond::default()).expect("the pattern is analysed");
    assert!(answers.iter().all(|answer| answer.candidates.is_empty()), "the pattern is safe");
    answers.iter().map(|answer| answer.steps).sum()
}

/// `length` operations of one name, each fed by the one before it in all its operands.
fn tower(length: usize, operands: usize) -> String {
    let mut out = String::new();
    let mut last = "%x".to_owned();
    for number in 0..length {
        let name = if number + 1 == length { "root".to_owned() } else { format!("p{number}") };
        let list = vec![last.as_str(); operands].join(", ");
        let types = vec!["!pdl.value"; operands].join(", ");
        out.push_str(&format!("  %{name} = pdl.operation \"lab.a\"({list} : {types}) -> (%t : !pdl.type)\n"));
        if number + 1 < length {
            out.push_str(&format!("  %v{number} = pdl.result 0 of %{name}\n"));
            last = format!("%v{number}");
        }
    }
    out
}

const FORWARD: &str = "    pdl.replace %root with (%x : !pdl.value)\n";

fn a_chain_takes_steps_in_proportion_to_its_length() {
    let (short, long) = (steps(&tower(500, 1), FORWARD), steps(&tower(5_000, 1), FORWARD));
    assert!(long <= short * 11, "{short} steps for 500 operations, {long} for 5000");
}

fn a_diamond_takes_steps_in_proportion_to_its_depth() {
    let (short, long) = (steps(&tower(100, 2), FORWARD), steps(&tower(1_000, 2), FORWARD));
    assert!(long <= short * 11, "{short} steps for depth 100, {long} for depth 1000");
}

fn many_ended_operations_take_at_most_the_product() {
    let rewrite = |length: usize| {
        let inner = (1..length - 1).rev().map(|n| format!("    pdl.replace %p{n} with (%x : !pdl.value)\n"));
        FORWARD.to_owned() + &inner.collect::<String>()
    };
    let (short, long) = (steps(&tower(20, 1), &rewrite(20)), steps(&tower(200, 1), &rewrite(200)));
    assert!(long <= short * 110, "{short} steps for 20 ended operations, {long} for 200");
}

assay_testing::tests!(
    a_chain_takes_steps_in_proportion_to_its_length,
    a_diamond_takes_steps_in_proportion_to_its_depth,
    many_ended_operations_take_at_most_the_product,
);
