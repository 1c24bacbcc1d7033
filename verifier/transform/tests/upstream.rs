//! Steps of MLIR that run in process: their result is that of `mlir-opt`, and those that change the order of accesses are refused.

use std::num::NonZero;
use std::sync::Arc;

use assay_audit::script::text::{Symbols, is_sequence};
use assay_ir::data::{Context, Program, Source};
use assay_ir::text;
use assay_mlir::MlirOpt;
use assay_mlir::opt::{Outcome, ParseOptions};
use assay_smt::{SolverConfig, SolverPath, SolverPool};
use assay_testing::{Checked, Missing, mlir};
use assay_transform::order::Policy;
use assay_transform::run::{Change, Failure, Observer, Options, Script, execute};

/// A sum over some turns, and one over two dimensions.
fn program(lower: i64, upper: i64, step: i64) -> String {
    format!(
        "func.func @f(%m: memref<64xi32>, %n: index, %x: i32) -> i32 {{
  %c0 = arith.constant {lower} : index
  %c1 = arith.constant {step} : index
  %c7 = arith.constant {upper} : index
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %x) -> i32 {{
    %v = memref.load %m[%i] : memref<64xi32>
    %s = arith.addi %v, %a : i32
    scf.yield %s : i32
  }} {{first}}
  %unused = arith.muli %r, %r : i32
  scf.for %i = %c0 to %n step %c1 {{
    memref.store %x, %m[%i] : memref<64xi32>
  }} {{second}}
  return %r : i32
}}
"
    )
}

/// Common subexpressions: operands in another order, in a loop, with flags and attributes, dead ones.
fn common() -> String {
    "func.func @f(%a: i32, %b: i32, %m: memref<4xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.addi %a, %b : i32
  %y = arith.addi %b, %a : i32
  %t = arith.subi %a, %b {tag} : i32
  %u = arith.subi %a, %b : i32
  %v = arith.addi %a, %b overflow<nsw> : i32
  %d = arith.muli %a, %b : i32
  %e = arith.muli %d, %d : i32
  scf.for %i = %c0 to %n step %c1 {
    %z = arith.addi %a, %b : i32
    %one = arith.constant 1 : index
    %j = arith.subi %i, %one : index
    %k = arith.subi %i, %c1 : index
    memref.store %z, %m[%j] : memref<4xi32>
    memref.store %v, %m[%k] : memref<4xi32>
  }
  %p = arith.xori %x, %y : i32
  %q = arith.xori %t, %u : i32
  %r = arith.ori %p, %q : i32
  return %r : i32
}
"
    .to_owned()
}

/// Loops side by side and in one another, with values between, carried values in two depths, and an operation that holds another one.
fn nested() -> String {
    "func.func @f(%m: memref<64xi32>, %n: index, %x: i32, %b: i1) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c2 {
    %k = arith.addi %i, %c2 : index
    scf.for %j = %c0 to %n step %c2 {
      memref.store %x, %m[%k] : memref<64xi32>
      memref.store %x, %m[%j] : memref<64xi32>
    } {tag}
    %s:2 = scf.for %j = %c0 to %n step %c2 iter_args(%p = %x, %q = %x) -> (i32, i32) {
      %u = scf.for %l = %c0 to %n step %c2 iter_args(%r = %q) -> i32 {
        %w = arith.addi %r, %p : i32
        scf.yield %w : i32
      }
      %v = arith.addi %u, %x : i32
      scf.yield %v, %p : i32, i32
    }
    scf.if %b {
      memref.store %s#1, %m[%i] : memref<64xi32>
    }
    %t = scf.for %j = %c0 to %n step %c2 iter_args(%p = %s#0) -> i32 {
      %y = arith.addi %p, %x : i32
      memref.store %y, %m[%i] : memref<64xi32>
      scf.yield %y : i32
    }
    memref.store %t, %m[%i] : memref<64xi32>
  } {nest}
  %one = scf.for %i = %c0 to %n step %c2 iter_args(%p = %x) -> i32 {
    %y = arith.addi %p, %x : i32
    scf.yield %y : i32
  } {first}
  %twice = arith.addi %x, %x : i32
  %other = scf.for %i = %c0 to %n step %c2 iter_args(%p = %x) -> i32 {
    %y = arith.muli %p, %x : i32
    scf.yield %y : i32
  } {second}
  return %one, %other : i32, i32
}
"
    .to_owned()
}

fn script(step: &str) -> String {
    format!(
        "module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.readonly}}) {{
    %first = transform.structured.match attributes{{first}} in %root : (!transform.any_op) -> !transform.any_op
    %second = transform.structured.match attributes{{second}} in %root : (!transform.any_op) -> !transform.any_op
    {step}
    transform.yield
  }}
}}
"
    )
}

#[derive(Default)]
struct Names(Vec<String>);

impl Observer for Names {
    fn changed(&mut self, _: &Program, change: Change) {
        self.0.push(change.name);
    }

    fn undone(&mut self, kept: usize) {
        self.0.truncate(kept);
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn says(&mut self, _: &str) {}
}

/// The program behind a step, without `mlir-opt`.
fn here(payload: &str, step: &str, policy: Policy<'_>) -> Result<String, Failure> {
    let ctx = Context::new();
    let read = |name: &str, text: &str| {
        let parsed = text::parse(&ctx, &Source::new(name, text));
        assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
        parsed.program
    };
    let (script, mut payload) = (read("script", &script(step)), read("payload", payload));
    let symbols = Symbols::collect(&script);
    let entry = script.walk(script.top()).find(|op| is_sequence(&script, *op)).expect("there is one");
    let script = Script { program: &script, symbols: &symbols, entry };
    let options = Options { policy, ..Options::default() };
    execute(&script, &mut payload, options, &mut Names::default())?;
    Ok(canonical(&text::print(&payload, &Default::default())))
}

fn canonical(printed: &str) -> String {
    let ctx = Context::new();
    let parsed = text::parse(&ctx, &Source::new("program", printed));
    assert!(parsed.diagnostics.is_empty(), "{:?}\n{printed}", parsed.diagnostics);
    text::print(&parsed.program, &Default::default())
}

/// The program behind a step by `mlir-opt` alone.
fn there(opt: &MlirOpt, payload: &str, step: &str) -> String {
    let file = tempfile::Builder::new().suffix(".mlir").tempfile().expect("a file");
    std::fs::write(file.path(), script(step)).expect("writable");
    let extra = vec![
        format!("--transform-preload-library=transform-library-paths={}", file.path().display()),
        "--transform-interpreter".to_owned(),
    ];
    match opt.parse_print(payload, &ParseOptions { extra, ..ParseOptions::default() }) {
        Outcome::Ok(printed) => canonical(&printed),
        other => panic!("{step}: {other:?}"),
    }
}

fn results_are_those_of_mlir() -> Checked {
    let opt = Arc::new(mlir()?);
    let unroll = |handle: &str, factor: i64| {
        format!("transform.loop.unroll %{handle} {{factor = {factor} : i64}} : !transform.any_op")
    };
    let typed = "%typed = transform.cast %first : !transform.any_op to !transform.op<\"scf.for\">\n";
    let peel = format!(
        "{typed}    %main, %rest = transform.loop.peel %typed : (!transform.op<\"scf.for\">) -> (!transform.any_op, !transform.any_op)
    transform.annotate %main \"main\" : !transform.any_op
    transform.annotate %rest \"rest\" : !transform.any_op"
    );
    let promote = "transform.loop.promote_if_one_iteration %first : !transform.any_op".to_owned();
    let dead = "%f = transform.structured.match ops{[\"func.func\"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_dce to %f : !transform.any_op";
    let mut cases: Vec<(String, String)> = Vec::new();
    for factor in [1, 2, 3, 7, 9] {
        cases.push((program(0, 7, 1), unroll("first", factor)));
        cases.push((program(0, 7, 1), unroll("second", factor)));
    }
    // No turn, one, and a rest of one.
    cases.extend([1, 2, 3].map(|factor| (program(5, 5, 1), unroll("first", factor))));
    cases.push((program(3, 9, 2), unroll("first", 2)));
    cases.push((program(1, 8, 3), peel));
    cases.extend([5, 6, 7].map(|upper| (program(5, upper, 1), promote.clone())));
    cases.push((program(0, 7, 1), dead.to_owned()));
    cases.push((common(), dead.replace("apply_dce", "apply_cse")));
    let nest = "%nest = transform.structured.match attributes{nest} in %root : (!transform.any_op) -> !transform.any_op\n";
    for factor in [2, 4, 8] {
        let jam = "transform.loop.unroll_and_jam %nest";
        cases.push((nested(), format!("{nest}    {jam} {{factor = {factor} : i64}} : !transform.any_op")));
    }
    // Operations that unrolling makes are the same as those that were there.
    let both = "%f = transform.structured.match ops{[\"func.func\"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_cse to %f : !transform.any_op";
    let shifted = program(0, 6, 1)
        .replace("%v = memref.load %m[%i]", "%k = arith.addi %i, %c1 : index\n    %v = memref.load %m[%k]");
    cases.push((shifted, format!("{}\n    {both}", unroll("first", 6))));
    for pair in ["%first into %second", "%second into %first"] {
        let fuse = format!(
            "%fused = transform.loop.fuse_sibling {pair} : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.annotate %fused \"fused\" : !transform.any_op"
        );
        cases.push((nested(), fuse));
    }
    for (payload, step) in cases {
        let ours = here(&payload, &step, Policy::default())
            .unwrap_or_else(|failure| panic!("{step}: {}", failure.message));
        assert_eq!(ours, there(&opt, &payload, &step), "{step}\n{payload}");
    }
    Ok(())
}

/// Two loops, the first of which stores what the second reads at another place; the accesses of a nest at distance (1, -1).
fn ordered(offset: i64) -> String {
    format!(
        "func.func @f(%m: memref<32x32xi32>, %x: i32) {{
  %c1 = arith.constant 1 : index
  %off = arith.constant {offset} : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c1 to %c9 step %c1 {{
    memref.store %x, %m[%i, %c1] : memref<32x32xi32>
  }} {{first}}
  scf.for %i = %c1 to %c9 step %c1 {{
    %o = arith.addi %i, %off : index
    %v = memref.load %m[%o, %c1] : memref<32x32xi32>
    memref.store %v, %m[%i, %c9] : memref<32x32xi32>
  }} {{second}}
  scf.for %i = %c1 to %c9 step %c1 {{
    scf.for %j = %c1 to %c9 step %c1 {{
      %a = arith.addi %i, %c1 : index
      %b = arith.subi %j, %off : index
      %v = memref.load %m[%i, %j] : memref<32x32xi32>
      memref.store %v, %m[%a, %b] : memref<32x32xi32>
    }}
  }} {{nest}}
  return
}}
"
    )
}

fn steps_that_change_the_order_are_refused() -> Checked {
    let solver = SolverPath::find(None).map_err(Missing::new)?;
    let pool = SolverPool::new(SolverConfig::new(solver), NonZero::<usize>::MIN);
    let policy = Policy { solvers: Some(&pool), ..Policy::default() };
    let fuse = "%fused = transform.loop.fuse_sibling %first into %second : (!transform.any_op, !transform.any_op) -> !transform.any_op";
    let jam = "%nest = transform.structured.match attributes{nest} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll_and_jam %nest {factor = 2 : i64} : !transform.any_op";
    let message = |offset: i64, step: &str| {
        here(&ordered(offset), step, policy).expect_err("there is no mlir-opt").message
    };
    for (step, wrong, right) in [(fuse, 1, -1), (jam, 1, -1)] {
        let refused = message(wrong, step);
        assert!(refused.contains("the order is reversed") || refused.contains("a later turn"), "{refused}");
        here(&ordered(right), step, policy).unwrap_or_else(|failure| panic!("{step}: {}", failure.message));
    }
    Ok(())
}

assay_testing::tests!(results_are_those_of_mlir, steps_that_change_the_order_are_refused);
