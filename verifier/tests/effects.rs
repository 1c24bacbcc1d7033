//! What can be seen of a program beside its results: memory, what terminators forward, and operations without a meaning.

use assay_ir::data::{Context, Source};
use assay_testing::{Checked, Missing};
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::pipeline::{self, EnabledStages};
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::{Finding, Judgement, Rule, Stage, StageVerdict, Verdict};

/// What every pattern here begins with: memrefs, an index and numbers.
const GIVEN: &str = r#"
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %mark = pdl.attribute = unit
  %a = pdl.operand : %m
  %i = pdl.operand : %n
  %x = pdl.operand : %t
"#;

fn judged(text: &str) -> Result<Judgement, Missing> {
    let solvers = crate::common::pool()?;
    let ctx = Context::new();
    let registry = assay_corpus::load_builtin(&ctx);
    let parsed = assay_ir::text::parse(&ctx, &Source::new("pattern.mlir", text));
    assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
    let (candidates, _) = pipeline::candidates(&parsed.program, &parsed.diagnostics, &registry);
    let [candidate] = &candidates[..] else { panic!("{text}: one pattern") };
    let options = Options::default();
    let (program, pattern) = (&parsed.program, candidate.pattern);
    let subject = AnalyzedPattern::new(program, pattern, &registry);
    let task = Task::new(&subject, &options);
    Ok(pipeline::judge(&task, candidate, EnabledStages::default(), Some(&solvers)))
}

fn pattern(given: &str, body: &str) -> String {
    format!("pdl.pattern @p : benefit(1) {{{given}{body}}}\n")
}

/// The lines of [`GIVEN`] that something needs.
fn needed(body: &str) -> String {
    let mut out = String::from(body);
    let mut lines = Vec::new();
    for line in GIVEN.lines().rev().filter(|line| line.contains('=')) {
        let name = line.trim().split(' ').next().unwrap_or_default();
        let uses = |text: &str| {
            let after = text.split(name).skip(1).map(|rest| rest.chars().next());
            after.flatten().any(|next| !next.is_ascii_alphanumeric())
        };
        if uses(&out) {
            out.push_str(line);
            out.push('\n');
            lines.push(line);
        }
    }
    lines.reverse();
    format!("\n{}\n", lines.join("\n"))
}

/// The judgement of a pattern after what it needs of [`GIVEN`].
fn judge(body: &str) -> Result<Judgement, Missing> {
    judged(&pattern(&needed(body), body))
}

fn proved(body: &str) -> Checked {
    let judgement = judge(body)?;
    let codes: Vec<_> = judgement.findings.iter().map(|f| (f.claim.code, &f.claim.message)).collect();
    assert_eq!(judgement.verdict, Verdict::Proved, "{codes:?} {:?}", judgement.disagreements);
    let values = judgement.stages.iter().find(|(stage, _)| *stage == Stage::Values);
    assert!(matches!(values, Some((_, StageVerdict::Proved))), "{:?}", judgement.stages);
    Ok(())
}

/// The finding of a code, of a pattern that is refuted.
fn refuted(body: &str, code: &str) -> Result<Finding, Missing> {
    let judgement = judge(body)?;
    assert!(judgement.disagreements.is_empty(), "{:?}", judgement.disagreements);
    assert_eq!(judgement.verdict, Verdict::Refuted, "{:?}", judgement.stages);
    let found = judgement.findings.iter().find(|finding| finding.claim.code.code() == code);
    Ok(found.unwrap_or_else(|| panic!("{:?}", judgement.findings)).clone())
}

const STORE: &str = "  %root = pdl.operation \"memref.store\"(%x, %a, %i : !pdl.value, !pdl.value, !pdl.value) \
                     {\"assay.once\" = %mark}\n";

fn a_store_that_is_made_twice_leaves_the_same_memory() -> Checked {
    proved(&format!(
        "{STORE}  pdl.rewrite %root {{
    %p = pdl.operation \"memref.store\"(%x, %a, %i : !pdl.value, !pdl.value, !pdl.value)
    %q = pdl.operation \"memref.store\"(%x, %a, %i : !pdl.value, !pdl.value, !pdl.value)
    pdl.erase %root
  }}\n"
    ))?;
    Ok(())
}

fn a_store_elsewhere_is_one_more_effect() -> Checked {
    // It is undefined, too, where the other memref is poison.
    let found = refuted(
        "  %b = pdl.operand : %m\n  %s = pdl.operation \"t.s\"(%b : !pdl.value) -> (%n : !pdl.type)
  %j = pdl.result 0 of %s
  %root = pdl.operation \"memref.store\"(%x, %a, %j : !pdl.value, !pdl.value, !pdl.value)
  pdl.rewrite %root {
    %p = pdl.operation \"memref.store\"(%x, %a, %j : !pdl.value, !pdl.value, !pdl.value)
    %q = pdl.operation \"memref.store\"(%x, %b, %j : !pdl.value, !pdl.value, !pdl.value)
    pdl.erase %root
  }\n",
        "V304",
    )?;
    assert!(found.witness.is_some_and(|witness| witness.modules.contains("assay.arguments")));
    Ok(())
}

fn an_erased_store_to_large_memory_is_refuted_by_what_it_touches() -> Checked {
    for size in [4u64, 1 << 27, i64::MAX as u64] {
        let body = format!("{STORE}  pdl.rewrite %root {{\n    pdl.erase %root\n  }}\n");
        let given = needed(&body).replace("memref<4xi8>", &format!("memref<{size}xi8>"));
        let judgement = judged(&pattern(&given, &body))?;
        assert!(judgement.disagreements.is_empty(), "{:?}", judgement.disagreements);
        let codes: Vec<&str> = judgement.findings.iter().map(|finding| finding.claim.code.code()).collect();
        assert_eq!((judgement.verdict, &codes[..]), (Verdict::Refuted, &["V304"][..]), "{size}");
    }
    Ok(())
}

fn memrefs_may_be_one() -> Checked {
    // Where both are one memory, what is stored last counts.
    let body = "  %b = pdl.operand : %m
  %first = pdl.operation \"memref.load\"(%b, %i : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %l = pdl.result 0 of %first
  %root = pdl.operation \"memref.store\"(%l, %a, %i : !pdl.value, !pdl.value, !pdl.value) {\"assay.once\" = %mark}
  pdl.rewrite %root {
    %p = pdl.operation \"memref.store\"(%l, %a, %i : !pdl.value, !pdl.value, !pdl.value)
    %k = pdl.operation \"memref.load\"(%a, %i : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %kv = pdl.result 0 of %k
    %q = pdl.operation \"memref.store\"(%kv, %b, %i : !pdl.value, !pdl.value, !pdl.value)
    pdl.erase %root
  }\n";
    // Memory may have changed since the first load, so that the second store is seen where they are two.
    assert!(refuted(body, "V304")?.witness.is_some());
    Ok(())
}

fn a_load_sees_what_the_rewrite_stored_before_it() -> Checked {
    proved(
        "  %root = pdl.operation \"memref.store\"(%x, %a, %i : !pdl.value, !pdl.value, !pdl.value) {\"assay.once\" = %mark}
  pdl.rewrite %root {
    %p = pdl.operation \"memref.store\"(%x, %a, %i : !pdl.value, !pdl.value, !pdl.value)
    %k = pdl.operation \"memref.load\"(%a, %i : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %kv = pdl.result 0 of %k
    %q = pdl.operation \"memref.store\"(%kv, %a, %i : !pdl.value, !pdl.value, !pdl.value)
    pdl.erase %root
  }\n",
    )?;
    Ok(())
}

fn a_load_that_nothing_needs_may_stand_anywhere_inside() -> Checked {
    proved(&format!(
        "{STORE}  pdl.rewrite %root {{
    %k = pdl.operation \"memref.load\"(%a, %i : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %p = pdl.operation \"memref.store\"(%x, %a, %i : !pdl.value, !pdl.value, !pdl.value)
    pdl.erase %root
  }}\n"
    ))?;
    Ok(())
}

fn memrefs_of_open_extent_are_not_compared() -> Checked {
    let given = GIVEN.replace("memref<4xi8>", "memref<?xi8>");
    let body = format!("{STORE}  pdl.rewrite %root {{\n    pdl.erase %root\n  }}\n");
    let judgement = judged(&pattern(&given, &body))?;
    let values = judgement.stages.iter().find(|(stage, _)| *stage == Stage::Values);
    let Some((_, StageVerdict::Unknown(why))) = values else { panic!("{:?}", judgement.stages) };
    // Whatever a store is, it may not disappear.
    assert_eq!(why.to_string(), "no meaning: memref.store on memref<?xi8>");
    Ok(())
}

fn an_open_memref_is_looked_at_with_few_elements_and_that_is_said() -> Checked {
    let given =
        "\n  %t = pdl.type : i8\n  %a = pdl.operand\n  %i = pdl.operand\n  %mark = pdl.attribute = unit\n";
    let body =
        "  %root = pdl.operation \"memref.load\"(%a, %i : !pdl.value, !pdl.value) {\"assay.once\" = %mark} \
                -> (%t : !pdl.type)
  pdl.rewrite %root {
    %k = pdl.operation \"memref.load\"(%a, %i : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %k
  }\n";
    let judgement = judged(&pattern(given, body))?;
    let Verdict::Bounded(set) = &judgement.verdict else { panic!("{:?}", judgement.verdict) };
    assert!(set.contains("memrefs of 4 elements"), "{set}");
    Ok(())
}

fn what_is_returned_is_compared_one_by_one() -> Checked {
    let returned = |first: &str, second: &str| {
        format!(
            "  %y = pdl.operand : %t
  %root = pdl.operation \"func.return\"(%x, %y : !pdl.value, !pdl.value) {{\"assay.once\" = %mark}}
  pdl.rewrite %root {{
    %new = pdl.operation \"func.return\"({first}, {second} : !pdl.value, !pdl.value)
    pdl.erase %root
  }}\n"
        )
    };
    proved(&returned("%x", "%y"))?;
    let found = refuted(&returned("%y", "%x"), "V301")?;
    assert!(found.claim.message.contains("forwards"), "{}", found.claim.message);
    Ok(())
}

fn a_result_beside_a_matched_return_shows_by_a_division() -> Checked {
    let given = "\n  %t = pdl.type\n  %s = pdl.type : i32\n  %x = pdl.operand : %t\n";
    let body = "  %n = pdl.operation \"arith.ceildivui\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %n
  %u = pdl.operation \"lab.u\"(%v : !pdl.value) -> (%s : !pdl.type)
  %w = pdl.result 0 of %u
  %root = pdl.operation \"func.return\"(%w : !pdl.value)
  pdl.rewrite %root {
    %new = pdl.operation \"func.return\"(%w : !pdl.value)
    pdl.erase %root
    pdl.replace %n with (%x : !pdl.value)
  }\n";
    let judgement = judged(&pattern(given, body))?;
    assert!(judgement.disagreements.is_empty(), "{:?}", judgement.disagreements);
    let found = judgement.findings.iter().find(|found| found.claim.code == Rule::V301);
    let Some(witness) = found.and_then(|found| found.witness.as_ref()) else {
        panic!("{:?}", judgement.verdict);
    };
    assert!(witness.before.contains("arith.divui"), "{}", witness.before);
    Ok(())
}

fn a_function_of_the_same_operand_gives_the_same() -> Checked {
    let twice = |name: &str| {
        format!(
            "  %p = pdl.operation \"{name}\"(%x : !pdl.value) -> (%t : !pdl.type)
  %q = pdl.operation \"{name}\"(%x : !pdl.value) -> (%t : !pdl.type)
  %pv = pdl.result 0 of %p\n  %qv = pdl.result 0 of %q
  %root = pdl.operation \"arith.subi\"(%pv, %qv : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {{
    %zero = pdl.attribute = 0 : i8
    %new = pdl.operation \"arith.constant\" {{\"value\" = %zero}} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }}\n"
        )
    };
    proved(&twice("math.ctpop"))?;
    // Nothing is known of this one: it may well be a function.
    let judgement = judge(&twice("t.any"))?;
    let Verdict::Unknown(why) = &judgement.verdict else { panic!("{:?}", judgement.verdict) };
    assert_eq!(why.to_string(), "no meaning: t.any");
    Ok(())
}

fn what_a_rewrite_reads_outside_is_undefined() -> Checked {
    let found = refuted(
        &format!(
            "{STORE}  pdl.rewrite %root {{
    %five = pdl.attribute = 5 : index
    %c = pdl.operation \"arith.constant\" {{\"value\" = %five}} -> (%n : !pdl.type)
    %j = pdl.result 0 of %c
    %k = pdl.operation \"memref.load\"(%a, %j : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %p = pdl.operation \"memref.store\"(%x, %a, %i : !pdl.value, !pdl.value, !pdl.value)
    pdl.erase %root
  }}\n"
        ),
        "V302",
    )?;
    assert!(found.witness.is_some());
    Ok(())
}

fn an_operation_that_is_created_and_erased_again_never_runs() -> Checked {
    let text = |last: &str| {
        format!(
            r#"pdl.pattern @p : benefit(1) {{
  %x = pdl.operand
  %t = pdl.type
  %sub = pdl.operation "arith.subi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r = pdl.result 0 of %sub
  %root = pdl.operation "lab.a"(%r : !pdl.value)
  pdl.rewrite %root {{
    %c = pdl.operation "arith.remsi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    {last}
  }}
}}
"#
        )
    };
    // The remainder by zero is undefined, but only where it is still there.
    let gone = judged(&text("pdl.replace %c with %sub"))?;
    assert!(gone.findings.iter().all(|finding| finding.claim.code != Rule::V302), "{gone:?}");
    assert!(gone.disagreements.is_empty(), "{gone:?}");
    let stays = judged(&text(""))?;
    assert!(stays.findings.iter().any(|finding| finding.claim.code == Rule::V302), "{stays:?}");
    Ok(())
}

fn undefined_behaviour_of_a_matched_user_excuses_no_value_of_the_root() -> Checked {
    let text = |divisor: &str| {
        format!(
            r#"pdl.pattern @p : benefit(1) {{
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  {divisor}
  %root = pdl.operation "llvm.ashr"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r = pdl.result 0 of %root
  %user = pdl.operation "arith.divsi"(%r, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {{
    pdl.replace %user with %root
    pdl.replace %root with (%x : !pdl.value)
  }}
}}
"#
        )
    };
    let zero = r#"%none = pdl.attribute = 0 : i8
  %constant = pdl.operation "arith.constant" {"value" = %none} -> (%t : !pdl.type)
  %z = pdl.result 0 of %constant"#;
    // One user divides by anything, the other always by zero.
    for divisor in ["%z = pdl.operand : %t", zero] {
        let judgement = judged(&text(divisor))?;
        assert!(judgement.disagreements.is_empty(), "{divisor}: {:?}", judgement.disagreements);
        assert_eq!(judgement.verdict, Verdict::Refuted, "{divisor}: {:?}", judgement.stages);
        assert_eq!(judgement.findings[0].claim.code, Rule::V301, "{divisor}: {:?}", judgement.findings);
    }
    Ok(())
}

assay_testing::tests!(
    undefined_behaviour_of_a_matched_user_excuses_no_value_of_the_root,
    an_operation_that_is_created_and_erased_again_never_runs,
    a_store_that_is_made_twice_leaves_the_same_memory,
    a_store_elsewhere_is_one_more_effect,
    an_erased_store_to_large_memory_is_refuted_by_what_it_touches,
    memrefs_may_be_one,
    a_load_sees_what_the_rewrite_stored_before_it,
    a_load_that_nothing_needs_may_stand_anywhere_inside,
    memrefs_of_open_extent_are_not_compared,
    an_open_memref_is_looked_at_with_few_elements_and_that_is_said,
    what_is_returned_is_compared_one_by_one,
    a_result_beside_a_matched_return_shows_by_a_division,
    a_function_of_the_same_operand_gives_the_same,
    what_a_rewrite_reads_outside_is_undefined,
);
