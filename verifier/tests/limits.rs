//! Each limit of what is built for one pattern, on both sides: with as much as the pattern takes the verdict is the one without
//! limits, with one unit less it is `unknown(limit)`, or a remark says that there may be more findings.

use assay_ir::data::{Context, Source};
use assay_ir::pdl::patterns;
use assay_verifier::limits::{Limits, Resource};
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::pipeline::{self, Candidate, EnabledStages};
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::{Judgement, Rule, Unknown, Verdict};

/// Without types and values, but where a limit of theirs is looked at.
const ASKED: EnabledStages = EnabledStages {
    matching: true,
    structure: true,
    types: false,
    values: false,
    differences: false,
    termination: true,
};

/// The judgement of a pattern under limits, and what it took of a resource.
fn judged(text: &str, limits: Limits, resource: Resource) -> (Judgement, u64) {
    let ctx = Context::new();
    let registry = assay_corpus::load_builtin(&ctx);
    let parsed = assay_ir::text::parse(&ctx, &Source::new("test", text.to_owned()));
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let pattern = patterns(&parsed.program)[0].op;
    let subject = AnalyzedPattern::new(&parsed.program, pattern, &registry).within(limits);
    let options = Options { limits, ..Options::default() };
    let candidate = Candidate { pattern, unreadable: Vec::new(), violations: Vec::new() };
    let (types, values) = (resource == Resource::Types, resource == Resource::Combinations);
    // Patterns without end are refuted, whatever a limit of values leaves open.
    let asked = EnabledStages { types, values, termination: !values, ..ASKED };
    let judgement = pipeline::judge(&Task::new(&subject, &options), &candidate, asked, None);
    let used = limits.limit(resource) - subject.account().left(resource);
    (judgement, used)
}

fn has_remark(judgement: &Judgement) -> bool {
    judgement.findings.iter().any(|finding| finding.claim.code == Rule::U012)
}

/// The verdict with exactly as much as is needed, which is that without limits, and the judgement with one unit less.
fn around(text: &str, resource: Resource) -> (Verdict, Judgement) {
    let (whole, used) = judged(text, Limits::default(), resource);
    assert!(used > 1 && !has_remark(&whole), "{used}: {:?}", whole.findings);
    let (enough, again) = judged(text, Limits::default().with(resource, used), resource);
    assert_eq!((&enough.verdict, again), (&whole.verdict, used));
    assert!(!has_remark(&enough));
    let (less, _) = judged(text, Limits::default().with(resource, used - 1), resource);
    (whole.verdict, less)
}

/// Operations of one name that share an operand, each replaced by it: any two may be one.
fn twins(count: usize) -> String {
    let body: String = (0..count)
        .map(|n| format!("  %n{n} = pdl.operation \"test.n\"(%a : !pdl.value) -> (%t : !pdl.type)\n"))
        .collect();
    let rewrite: String =
        (0..count).map(|n| format!("    pdl.replace %n{n} with (%a : !pdl.value)\n")).collect();
    let last = count - 1;
    format!(
        "pdl.pattern @p : benefit(1) {{\n  %t = pdl.type : i32\n  %a = pdl.operand : %t\n{body}  pdl.rewrite %n{last} {{\n{rewrite}  }}\n}}\n"
    )
}

/// Operations of one name of which only the last is erased: it may be any other, and nothing breaks.
fn last_of(count: usize) -> String {
    let body: String =
        (0..count).map(|n| format!("  %n{n} = pdl.operation \"test.n\"(%a : !pdl.value)\n")).collect();
    let last = count - 1;
    format!(
        "pdl.pattern @p : benefit(1) {{\n  %t = pdl.type : i32\n  %a = pdl.operand : %t\n{body}  pdl.rewrite %n{last} {{\n    pdl.erase %n{last}\n  }}\n}}\n"
    )
}

/// Each operation takes the result of the one before it twice, which MLIR does not compare.
fn doubled(count: usize) -> String {
    let mut body = String::new();
    for n in 0..count {
        let of = if n == 0 { "%a".to_owned() } else { format!("%r{}", n - 1) };
        body += &format!(
            "  %n{n} = pdl.operation \"test.n\"({of}, {of} : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  %r{n} = pdl.result 0 of %n{n}\n"
        );
    }
    let last = count - 1;
    format!(
        "pdl.pattern @p : benefit(1) {{\n  %t = pdl.type : i32\n  %a = pdl.operand : %t\n{body}  pdl.rewrite %n{last} {{\n    pdl.replace %n{last} with (%a : !pdl.value)\n  }}\n}}\n"
    )
}

/// An operation with ranges of operands, which is erased.
const RANGES: &str = "pdl.pattern @p : benefit(1) {
  %xs = pdl.operands
  %ys = pdl.operands
  %root = pdl.operation \"test.r\"(%xs, %ys : !pdl.range<value>, !pdl.range<value>)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
";

fn ways_in_which_operations_may_be_one_are_limited() {
    let (whole, less) = around(&last_of(6), Resource::Structure);
    assert!(matches!(whole, Verdict::WellFormed(_) | Verdict::Proved), "{whole}");
    assert_eq!(less.verdict, Verdict::Unknown(Unknown::Limit(Resource::Structure)));
}

fn lengths_of_ranges_are_limited() {
    let (whole, less) = around(RANGES, Resource::Models);
    assert!(matches!(whole, Verdict::WellFormed(_) | Verdict::Proved), "{whole}");
    assert_eq!(less.verdict, Verdict::Unknown(Unknown::Limit(Resource::Models)));
}

fn steps_of_questions_about_types_are_limited() {
    let text = "pdl.pattern @p : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %r = pdl.operation \"arith.addi\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation \"arith.muli\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
";
    let (whole, less) = around(text, Resource::Types);
    assert!(matches!(whole, Verdict::WellFormed(_) | Verdict::Proved), "{whole}");
    assert_eq!(less.verdict, Verdict::Unknown(Unknown::Limit(Resource::Types)));
    let none = judged(text, Limits::default().with(Resource::Types, 0), Resource::Types).0;
    assert_eq!(none.verdict, Verdict::Unknown(Unknown::Limit(Resource::Types)), "and not vacuous");
}

/// Six open types in some hundred lengths of ranges took minutes in all their combinations.
fn combinations_of_open_types_are_limited() {
    let text = "pdl.pattern @p : benefit(1) {
  %t0 = pdl.type
  %t1 = pdl.type : i64
  %t2 = pdl.type : i1
  %x0 = pdl.operand : %t1
  %x2 = pdl.operands
  %ts0 = pdl.types
  %n0 = pdl.operation \"lab.c\"(%x0, %x2 : !pdl.value, !pdl.range<value>) -> (%ts0 : !pdl.range<type>)
  %x3 = pdl.operand : %t1
  %rs0 = pdl.results of %n0
  %n1 = pdl.operation \"lab.b\"(%x3, %rs0 : !pdl.value, !pdl.range<value>) -> (%t0, %t2 : !pdl.type, !pdl.type)
  %r0 = pdl.result 0 of %n1
  %x4 = pdl.operands
  %ts2 = pdl.types
  %n2 = pdl.operation(%r0, %x4 : !pdl.value, !pdl.range<value>) -> (%ts2 : !pdl.range<type>)
  %r1 = pdl.result 1 of %n1
  %rs2 = pdl.results of %n2
  %ts3 = pdl.types
  %n3 = pdl.operation \"lab.a\"(%x0, %r1, %rs2 : !pdl.value, !pdl.value, !pdl.range<value>) -> (%ts3 : !pdl.range<type>)
  pdl.rewrite %n3 {
    %c0 = pdl.operation \"llvm.lshr\"(%r0, %r0 : !pdl.value, !pdl.value)
  }
}
";
    let (judgement, used) = judged(text, Limits::default(), Resource::Combinations);
    assert!(used >= Limits::default().limit(Resource::Combinations), "{used}");
    assert_eq!(judgement.verdict, Verdict::Unknown(Unknown::Limit(Resource::Combinations)));
    let (none, _) = judged(text, Limits::default().with(Resource::Combinations, 0), Resource::Combinations);
    assert_eq!(none.verdict, judgement.verdict);
}

fn what_was_shown_before_a_limit_stands_and_a_remark_says_that_there_may_be_more() {
    for (resource, text) in
        [(Resource::Programs, doubled(6)), (Resource::Evidence, doubled(6)), (Resource::Structure, twins(5))]
    {
        let (whole, less) = around(&text, resource);
        assert_eq!((&whole, &less.verdict), (&Verdict::Refuted, &Verdict::Refuted), "{resource:?}");
        // The last witness may be larger than what is left.
        assert!(has_remark(&less), "{resource:?}: {:?}", less.findings);
    }
}

fn without_anything_to_show_a_claim_with_nothing_is_refuted() {
    let limits = Limits::default().with(Resource::Programs, 0);
    let (judgement, _) = judged(&twins(3), limits, Resource::Programs);
    assert_eq!(judgement.verdict, Verdict::Unknown(Unknown::Limit(Resource::Programs)));
    assert!(judgement.disagreements.is_empty());
}

fn a_match_that_is_wished_for_is_found_among_any_number() {
    // Ten to the power of ten matches.
    let (judgement, _) = judged(&twins(10), Limits::default(), Resource::Matching);
    assert_eq!(judgement.verdict, Verdict::Refuted);
    let ended_twice = |finding: &&assay_verifier::verdict::Finding| finding.claim.code == Rule::S109;
    assert_eq!(judgement.findings.iter().filter(ended_twice).count(), 9);
}

fn steps_of_matching_are_limited() {
    let text = twins(4);
    let (whole, _) = judged(&text, Limits::default(), Resource::Matching);
    let limits = Limits::default().with(Resource::Matching, 10);
    let (less, _) = judged(&text, limits, Resource::Matching);
    assert_eq!(whole.verdict, Verdict::Refuted);
    assert_eq!(less.verdict, Verdict::Unknown(Unknown::Limit(Resource::Matching)));
}

fn a_thousand_siblings_take_no_more_than_the_square_of_a_hundred() {
    let siblings = |count: usize| {
        let body: String = (0..count)
            .map(|n| format!("  %n{n} = pdl.operation \"test.n{n}\"(%a : !pdl.value) -> (%t : !pdl.type)\n"))
            .collect();
        let rewrite: String =
            (0..count).map(|n| format!("    pdl.replace %n{n} with (%a : !pdl.value)\n")).collect();
        let last = count - 1;
        format!(
            "pdl.pattern @p : benefit(1) {{\n  %t = pdl.type : i32\n  %a = pdl.operand : %t\n{body}  pdl.rewrite %n{last} {{\n{rewrite}  }}\n}}\n"
        )
    };
    let steps = |count: usize| judged(&siblings(count), Limits::default(), Resource::Structure).1;
    assert!(steps(400) <= 20 * steps(100), "{} {}", steps(100), steps(400));
}

assay_testing::tests!(
    ways_in_which_operations_may_be_one_are_limited,
    lengths_of_ranges_are_limited,
    steps_of_questions_about_types_are_limited,
    combinations_of_open_types_are_limited,
    what_was_shown_before_a_limit_stands_and_a_remark_says_that_there_may_be_more,
    without_anything_to_show_a_claim_with_nothing_is_refuted,
    a_match_that_is_wished_for_is_found_among_any_number,
    steps_of_matching_are_limited,
    a_thousand_siblings_take_no_more_than_the_square_of_a_hundred,
);
