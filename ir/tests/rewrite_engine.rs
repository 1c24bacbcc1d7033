//! What the engine promises beyond agreeing with MLIR: explanations, unknown native code, cycles, deep patterns.

use std::sync::Arc;

use crate::common::{TestNatives, generic, line, read};
use assay_ir::data::{Context, Program};
use assay_ir::pdl::{canonical, patterns, validate};
use assay_ir::rewrite::{
    Broken, CompiledPattern, GreedyOptions, GreedyOutcome, Options, PdlSemantics, Reason, apply_greedily,
    find_matches,
};

fn both(pattern: &str, payload: &str) -> (Arc<Context>, Program, Program) {
    let ctx = Context::new();
    let pattern = read(&ctx, "pattern", pattern);
    let payload = read(&ctx, "payload", payload);
    (ctx, pattern, payload)
}

const PATTERN: &str = "pdl.pattern @p : benefit(1) {
  %t = pdl.type : i32
  %k = pdl.attribute = 1 : i8
  %x = pdl.operand : %t
  %y = pdl.operand
  %p = pdl.operation \"lab.p\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %p
  %root = pdl.operation \"lab.a\"(%v, %x : !pdl.value, !pdl.value) {\"k\" = %k}
  pdl.rewrite %root {
    pdl.erase %root
  }
}";

/// Why `PATTERN` does not match the last operation of a payload, and on which line that is asked for.
fn why(payload: &str) -> Option<(Reason, u32)> {
    let (_, source, payload) = both(PATTERN, payload);
    let pattern = CompiledPattern::new(patterns(&source)[0]).expect("the pattern can be lowered");
    let last = payload.last_op(payload.top_block()).expect("the payload is not empty");
    let mismatch = pattern.explain_mismatch(&payload, last, &Options::default())?;
    Some((mismatch.reason, line(&source, mismatch.op)))
}

fn a_mismatch_names_the_place_in_the_pattern_that_got_farthest() {
    let with = |root: &str| {
        format!(
            "%a, %w = \"lab.s\"() : () -> (i32, i64)
             %p = \"lab.p\"(%a, %w) : (i32, i64) -> i32
             {root}"
        )
    };
    assert_eq!(why(&with("\"lab.a\"(%p, %a) {k = 1 : i8} : (i32, i32) -> ()")), None);
    assert_eq!(why(&with("\"lab.b\"(%p, %a) {k = 1 : i8} : (i32, i32) -> ()")), Some((Reason::Name, 8)));
    assert_eq!(why(&with("\"lab.a\"(%p) {k = 1 : i8} : (i32) -> ()")), Some((Reason::OperandCount, 8)));
    assert_eq!(why(&with("\"lab.a\"(%p, %a) : (i32, i32) -> ()")), Some((Reason::Missing, 3)));
    assert_eq!(why(&with("\"lab.a\"(%p, %a) {k = 2 : i8} : (i32, i32) -> ()")), Some((Reason::Attribute, 3)));
    assert_eq!(why(&with("\"lab.a\"(%p, %p) {k = 1 : i8} : (i32, i32) -> ()")), Some((Reason::Different, 4)));
    assert_eq!(why(&with("\"lab.a\"(%a, %a) {k = 1 : i8} : (i32, i32) -> ()")), Some((Reason::Name, 6)));
}

const NATIVE: &str = "pdl.pattern @p : benefit(1) {
  %root = pdl.operation \"lab.a\"
  %k = pdl.apply_native_constraint \"nobody_knows\"(%root : !pdl.operation) : !pdl.attribute
  pdl.rewrite %root {
    %n = pdl.operation \"lab.b\" {\"k\" = %k}
    pdl.erase %root
  }
}";

fn an_unknown_constraint_is_assumed_to_hold_and_its_result_cannot_be_used() {
    let (_, source, mut payload) = both(NATIVE, "\"lab.a\"() : () -> ()");
    let pattern = CompiledPattern::new(patterns(&source)[0]).expect("the pattern can be lowered");
    let options = Options::default();
    let found = pattern.find_matches(&payload, payload.top(), &options);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].assumed.iter().map(|op| line(&source, *op)).collect::<Vec<_>>(), [3]);
    let error = pattern.apply(&mut payload, &found[0], &options).expect_err("the attribute is unknown");
    assert!(matches!(error.broken, Broken::NativeUnknown { .. }), "{error:?}");
    assert_eq!(line(&source, error.op), 5);
    assert!(error.in_mlir().is_empty());
}

fn a_negated_constraint_holds_where_the_constraint_fails() {
    let text = "pdl.pattern @p : benefit(1) {
      %root = pdl.operation
      pdl.apply_native_constraint \"single_entity_constraint\"(%root : !pdl.operation) {isNegated = true}
      pdl.rewrite %root {
        pdl.erase %root
      }
    }";
    let (ctx, source, payload) = both(text, "\"test.op\"() : () -> ()\n\"lab.a\"() : () -> ()");
    let options = Options { natives: &TestNatives, ..Options::default() };
    let found = find_matches(&payload, payload.top(), patterns(&source)[0], &options);
    let names: Vec<_> = found.iter().map(|m| payload.op(m.anchor).name).collect();
    assert_eq!(names, [ctx.ident("builtin.module"), ctx.ident("lab.a")]);
    assert!(found.iter().all(|m| m.assumed.is_empty()));
}

fn native_code_rewrites_through_the_same_checks() {
    let text = "pdl.pattern @p : benefit(1) {
      %x = pdl.operand
      %root = pdl.operation \"lab.a\"(%x : !pdl.value)
      pdl.rewrite %root with \"rewriter\"(%x : !pdl.value)
    }";
    let payload =
        "%x = \"lab.s\"() : () -> i32\n\"lab.a\"(%x) : (i32) -> ()\n%r = \"lab.a\"(%x) : (i32) -> i32
      \"lab.a\"(%r, %r) : (i32, i32) -> ()";
    let (_, source, mut payload) = both(text, payload);
    let pattern = CompiledPattern::new(patterns(&source)[0]).expect("the pattern can be lowered");
    let options = Options { natives: &TestNatives, ..Options::default() };
    let found = pattern.find_matches(&payload, payload.top(), &options);
    assert_eq!(found.len(), 1, "an operation with a result does not match");
    pattern.apply(&mut payload, &found[0], &options).expect("the rewrite is fine");
    assert!(generic(&payload, payload.top_block()).contains("\"test.success\"(%0) : (i32) -> ()"));
}

fn a_pattern_that_feeds_itself_is_a_cycle_of_its_length() {
    let text = "pdl.pattern @p : benefit(1) {
      %x = pdl.operand
      %y = pdl.operand
      %root = pdl.operation \"lab.a\"(%x, %y : !pdl.value, !pdl.value)
      pdl.rewrite %root {
        %n = pdl.operation \"lab.a\"(%y, %x : !pdl.value, !pdl.value)
        pdl.erase %root
      }
    }";
    let (_, source, payload) =
        both(text, "%x, %y = \"lab.s\"() : () -> (i32, i32)\n\"lab.a\"(%x, %y) : (i32, i32) -> ()");
    let all = [CompiledPattern::new(patterns(&source)[0]).expect("the pattern can be lowered")];
    let run = |limits: GreedyOptions<'_>| {
        let mut program = payload.clone();
        let top = program.top();
        apply_greedily(&mut program, top, &all, &Options::default(), &limits)
    };
    let limits = GreedyOptions::default();
    assert_eq!(run(limits), GreedyOutcome::Cycle { rewrites: 2, length: 2 });
    let limits = GreedyOptions { find_cycles: false, rewrites: 7, rounds: None, ..limits };
    assert_eq!(run(limits), GreedyOutcome::Budget(7));
}

fn deep_patterns_do_not_exhaust_the_stack() {
    let depth = 20_000;
    let mut text = String::from("pdl.pattern @p : benefit(1) {\n  %t = pdl.type\n  %v0 = pdl.operand : %t\n");
    let mut payload = String::from("%v0 = \"lab.s\"() : () -> i32\n");
    for n in 1..=depth {
        let m = n - 1;
        text += &format!("  %o{n} = pdl.operation \"lab.a\"(%v{m} : !pdl.value) -> (%t : !pdl.type)\n");
        text += &format!("  %v{n} = pdl.result 0 of %o{n}\n");
        payload += &format!("%v{n} = \"lab.a\"(%v{m}) : (i32) -> i32\n");
    }
    text +=
        &format!("  pdl.rewrite %o{depth} {{\n    pdl.replace %o{depth} with (%v0 : !pdl.value)\n  }}\n}}\n");
    let (_, source, mut payload) = both(&text, &payload);
    let pattern = patterns(&source)[0];
    assert_eq!(validate(pattern, None), Vec::new());
    assert!(canonical(pattern).lines().count() > 2 * depth);
    let compiled = CompiledPattern::new(pattern).expect("the pattern can be lowered");
    let options = Options { meaning: PdlSemantics::Written, ..Options::default() };
    let last = payload.last_op(payload.top_block()).expect("the payload is not empty");
    let found = compiled.match_at(&payload, last, &options).expect("the last operation matches");
    compiled.apply(&mut payload, &found, &options).expect("the rewrite is fine");
}

fn canonical_texts_differ_exactly_where_patterns_do() {
    let ctx = Context::new();
    let text = |text: &str| {
        let program = read(&ctx, "p", text);
        canonical(patterns(&program)[0])
    };
    let plain = text(PATTERN);
    assert_eq!(plain, text(&PATTERN.replace("%x", "%other").replace("@p", "@q").replace("\n  ", "\n      ")));
    assert_ne!(plain, text(&PATTERN.replace("1 : i8", "2 : i8")));
    assert_ne!(plain, text(&PATTERN.replace("benefit(1)", "benefit(2)")));
    assert_ne!(plain, text(&PATTERN.replace("(%v, %x", "(%x, %v")));
    let with = |attributes: &str| {
        text(&format!(
            "\"pdl.pattern\"() <{{benefit = 1 : i16, sym_name = \"p\"}}> ({{\n%t = pdl.type\n\
             %o = \"pdl.operation\"(%t) <{{attributeValueNames = [], opName = \"l.a\", \
             operandSegmentSizes = array<i32: 0, 0, 1>}}> {attributes} : (!pdl.type) -> !pdl.operation\n\
             pdl.rewrite %o {{\npdl.erase %o\n}}\n}}) : () -> ()\n"
        ))
    };
    // A key may contain the text of another entry.
    assert_ne!(with("{\"a = 1 : i64, aa\" = 2 : i64}"), with("{a = 1 : i64, aa = 2 : i64}"));
}

assay_testing::tests!(
    a_mismatch_names_the_place_in_the_pattern_that_got_farthest,
    an_unknown_constraint_is_assumed_to_hold_and_its_result_cannot_be_used,
    a_negated_constraint_holds_where_the_constraint_fails,
    native_code_rewrites_through_the_same_checks,
    a_pattern_that_feeds_itself_is_a_cycle_of_its_length,
    deep_patterns_do_not_exhaust_the_stack,
    canonical_texts_differ_exactly_where_patterns_do,
);
