//! Steps on loops: what they make, and what they refuse, with the reason.

use std::sync::Arc;

use assay_ir::data::{Context, OpId, Program, Source};
use assay_ir::rewrite::Silent;
use assay_ir::strategy::{self, End, Limits, OpCount, Runner, Signature, Step};
use assay_ir::text;
use assay_transform::order::Policy;
use assay_transform::steps::of_loops;

fn read(ctx: &Arc<Context>, payload: &str) -> Program {
    let parsed = text::parse(ctx, &Source::new("payload", payload));
    assert!(parsed.diagnostics.is_empty(), "{:?}\n{payload}", parsed.diagnostics);
    parsed.program
}

/// The program after a strategy, or why its last step does not apply.
fn after(strategy: &str, payload: &str) -> Result<String, String> {
    let ctx = Context::new();
    let mut program = read(&ctx, payload);
    let all = of_loops(Policy::default());
    let steps: Vec<&dyn Step> = all.iter().map(Box::as_ref).collect();
    let signatures: Vec<Signature<'_>> = steps.iter().map(|step| Signature::step(*step)).collect();
    let text = format!("{strategy}; in(s) = region(0, block(0, opOne(is(\"scf.for\") ; s)))");
    let read_back = strategy::read(&ctx, &text, &signatures);
    assert!(read_back.diagnostics.is_empty(), "{:?}", read_back.diagnostics);
    let main = read_back.strategy.definition("main").expect("there is a main").body;
    let (cost, mut silent, top): (_, _, OpId) = (OpCount::default(), Silent, program.top());
    let limits = Limits { rewrites: 1000 };
    let mut runner = Runner::new(&read_back.strategy, &mut program, &steps, limits, &cost, &mut silent);
    let end = runner.run(main, top);
    let refusal = runner.refusal().map(|refusal| refusal.message.clone());
    match end {
        End::Success => Ok(text::print(&program, &Default::default())),
        End::Failure(_) => Err(refusal.unwrap_or_default()),
        other => panic!("{other:?}"),
    }
}

fn canonical(payload: &str) -> String {
    text::print(&read(&Context::new(), payload), &Default::default())
}

/// Two loops over a memref of 4 x 6, with a statement.
fn nest(upper: &str, inner: &str, statement: &str) -> String {
    format!(
        "func.func @f(%m: memref<4x6xf32>, %o: memref<4x6xf32>, %n: index, %x: f32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to {upper} step %c1 {{
    scf.for %j = %c0 to {inner} step %c1 {{
      {statement}
    }}
  }}
  return
}}
"
    )
}

const STORE: &str = "memref.store %x, %m[%i, %j] : memref<4x6xf32>";

fn a_loop_is_cut_in_parts_whose_last_one_is_shorter() {
    let made = after("main = topDown(loopStrip(4))", &nest("%c6", "%c4", STORE)).expect("it applies");
    let wanted = nest("%c6", "%c4", STORE)
        .replace("  scf.for %i = %c0 to %c6 step %c1 {\n", "  scf.for %p = %c0 to %c6 step %c4 {\n    %e = arith.addi %p, %c4 : index\n    %l = arith.minsi %e, %c6 : index\n    scf.for %i = %p to %l step %c1 {\n")
        .replace("  return", "  }\n  return");
    // The constant of the size moved to the front.
    let front = wanted
        .replace("  %c4 = arith.constant 4 : index\n", "")
        .replace("  %c0 = arith.constant 0", "  %c4 = arith.constant 4 : index\n  %c0 = arith.constant 0");
    assert_eq!(made, canonical(&front));
}

fn carried_values_go_through_both_loops() {
    let payload = "func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %x) -> (i32) {
    %t = arith.addi %s, %s : i32
    scf.yield %t : i32
  }
  return %r : i32
}
";
    let wanted = "func.func @f(%x: i32) -> i32 {
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %r = scf.for %p = %c0 to %c6 step %c3 iter_args(%a = %x) -> (i32) {
    %e = arith.addi %p, %c3 : index
    %q = scf.for %i = %p to %e step %c1 iter_args(%s = %a) -> (i32) {
      %t = arith.addi %s, %s : i32
      scf.yield %t : i32
    }
    scf.yield %q : i32
  }
  return %r : i32
}
";
    let made = after("main = topDown(loopStrip(3)) ; topDown(loopExact)", payload).expect("3 divides 6");
    assert_eq!(made, canonical(wanted));
}

fn parts_that_do_not_divide_keep_the_minimum() {
    let said = after("main = topDown(loopStrip(4)) ; topDown(loopExact)", &nest("%c6", "%c4", STORE));
    assert!(said.is_err(), "{said:?}");
}

fn bounds_that_are_not_known_are_refused_with_the_reason() {
    let said = after(
        "main = region(0, block(0, opOne(region(0, block(0, opOne(is(\"scf.for\") ; loopStrip(2)))))))",
        &nest("%n", "%c4", STORE),
    );
    assert_eq!(said, Err("a bound or the step is no constant".to_owned()));
}

fn two_loops_change_places_where_each_turn_has_its_own_element() {
    let made = after("main = topDown(interchange)", &nest("%c4", "%c6", STORE)).expect("it applies");
    let wanted = nest("%c4", "%c6", STORE)
        .replace("%i = %c0 to %c4", "%q = %c0 to @")
        .replace("%j = %c0 to %c6", "%i = %c0 to %c4")
        .replace("%q = %c0 to @", "%j = %c0 to %c6");
    assert_eq!(made, canonical(&wanted));
}

fn a_sum_along_one_loop_allows_the_interchange_and_one_along_both_does_not() {
    let sum = |place: &str| {
        format!(
            "%a = memref.load %o[%i, %j] : memref<4x6xf32>
      %b = memref.load %m[{place}] : memref<4x6xf32>
      %s = arith.addf %a, %b : f32
      memref.store %s, %m[{place}] : memref<4x6xf32>"
        )
    };
    assert!(after("main = topDown(interchange)", &nest("%c4", "%c6", &sum("%i, %c0"))).is_ok());
    let both = |statement: &str| {
        after(
            "main = inside(interchange); inside(s) = region(0, block(0, op(0, in(s))))",
            &nest("%c4", "%c6", statement),
        )
    };
    let refuses = |statement: &str, words: &str| {
        let said = both(statement).expect_err("it is refused");
        assert!(said.contains(words), "{said}");
    };
    // Without a solver what distances do not decide is not known.
    refuses(&sum("%c0, %c0"), "`memref.store` (line 13) keep their order is not known");
    let shifted = "%a = memref.load %m[%i, %c0] : memref<4x6xf32>
      memref.store %a, %m[%i, %j] : memref<4x6xf32>";
    // In each row the turns keep their order.
    assert!(both(shifted).is_ok());
    refuses("func.call @g() : () -> ()", "`func.call`");
    let beside = format!(
        "%e = arith.addi %i, %j : index\n      {STORE}\n    }}\n    scf.for %k = %c0 to %c4 step %c1 {{"
    );
    refuses(&beside, "the nest is not perfect");
}

fn steps_of_scripts_are_steps_of_strategies() {
    let store = "memref.store %x, %o[%i, %j] : memref<4x6xf32>";
    let made = after("main = topDown(tile(2, 3)) ; bottomUp(vectorize(3))", &nest("%c4", "%c6", store));
    let made = made.expect("both apply");
    assert!(made.contains("vector<3xf32>") && made.matches("scf.for").count() == 4, "{made}");
    let two = format!(
        "{store}\n    }}\n    scf.for %k = %c0 to %c6 step %c1 {{\n      memref.store %x, %m[%i, %k] : memref<4x6xf32>"
    );
    let fused =
        after("main = topDown(is(\"scf.for\") ; fuse)", &nest("%c4", "%c6", &two)).expect("it applies");
    assert_eq!(fused.matches("scf.for").count(), 2, "{fused}");
    let said = after("main = region(0, block(0, op(0, tile(2, 3))))", "func.func @f() { return }\n");
    assert!(said.is_err(), "{said:?}");
    // What a step edits before it is refused is undone.
    let said =
        after("main = topDown(is(\"scf.for\") ; try(unrollFull) ; fail) <+ id", &nest("%n", "%c4", STORE));
    assert_eq!(said, Ok(canonical(&nest("%n", "%c4", STORE))));
}

fn what_may_be_undefined_stays_in_its_loop() {
    let invariant = |op: &str| {
        format!("%e = arith.{op} %n, %c2 : index\n      memref.store %x, %m[%i, %e] : memref<4x6xf32>")
    };
    let hoist = "main = topDown(is(\"arith.NAME\") ; loopHoist)";
    assert!(after(&hoist.replace("NAME", "addi"), &nest("%c4", "%c6", &invariant("addi"))).is_ok());
    let said = after(
        "main = all(all(all(try(is(\"scf.for\") ; all(try(is(\"arith.divsi\") ; loopHoist) ; not(loopHoist))))))",
        &nest("%c4", "%c6", &invariant("divsi")),
    );
    let kept = said.unwrap_or_else(|_| canonical(&nest("%c4", "%c6", &invariant("divsi"))));
    assert_eq!(kept, canonical(&nest("%c4", "%c6", &invariant("divsi"))));
}

fn a_loop_of_one_turn_becomes_its_body() {
    let made = after("main = topDown(loopInline)", &nest("%c1", "%c6", STORE)).expect("it has one turn");
    let wanted = nest("%c1", "%c6", &STORE.replace("%i", "%c0"))
        .replace("  scf.for %i = %c0 to %c1 step %c1 {\n", "")
        .replace("  }\n  return", "  return");
    assert_eq!(made, canonical(&wanted));
    assert!(after("main = topDown(loopInline)", &nest("%c2", "%c6", STORE)).is_err());
    // A part of one turn.
    assert!(
        after(
            "main = topDown(loopStrip(1)) ; topDown(loopExact) ; topDown(loopInline)",
            &nest("%c4", "%c6", STORE)
        )
        .is_ok()
    );
}

assay_testing::tests!(
    a_loop_is_cut_in_parts_whose_last_one_is_shorter,
    carried_values_go_through_both_loops,
    parts_that_do_not_divide_keep_the_minimum,
    bounds_that_are_not_known_are_refused_with_the_reason,
    steps_of_scripts_are_steps_of_strategies,
    two_loops_change_places_where_each_turn_has_its_own_element,
    a_sum_along_one_loop_allows_the_interchange_and_one_along_both_does_not,
    what_may_be_undefined_stays_in_its_loop,
    a_loop_of_one_turn_becomes_its_body,
);
