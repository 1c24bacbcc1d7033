//! Strategies on programs: which place a traversal reaches, that failure changes nothing, what does not end, search, and how
//! many patterns are applied in which time.

use std::sync::Arc;
use std::time::Instant;

use crate::common::read;
use assay_ir::data::{BlockId, Context, InsertPoint, NewOp, OpId, Pos, Program, Span};
use assay_ir::pdl::patterns;
use assay_ir::rewrite::{Applied, CompiledPattern, Listener, Options, Silent};
use assay_ir::strategy::{
    self, Argument, End, Failure, Kind, Limits, OpCount, Parameter, PatternStep, Refusal, Runner, Signature,
    Step, StepError, Why,
};
use assay_ir::text;

/// Patterns of unary operations, of which `A -> B` and `A B -> C` are short.
fn rule(name: &str, from: &[&str], to: &[&str]) -> String {
    let mut text = format!("pdl.pattern @{name} : benefit(1) {{\n  %t = pdl.type\n  %x = pdl.operand : %t\n");
    let mut last = "%x".to_owned();
    // The outermost operation is written first and matched last.
    for (at, op) in from.iter().rev().enumerate() {
        text += &format!("  %o{at} = pdl.operation \"{op}\"({last} : !pdl.value) -> (%t : !pdl.type)\n");
        text += &format!("  %v{at} = pdl.result 0 of %o{at}\n");
        last = format!("%v{at}");
    }
    let root = format!("%o{}", from.len() - 1);
    text = text.replace(&format!("  %v{} = pdl.result 0 of {root}\n", from.len() - 1), "");
    text += &format!("  pdl.rewrite {root} {{\n");
    let mut last = "%x".to_owned();
    for (at, op) in to.iter().rev().enumerate() {
        text += &format!("    %n{at} = pdl.operation \"{op}\"({last} : !pdl.value) -> (%t : !pdl.type)\n");
        text += &format!("    %w{at} = pdl.result 0 of %n{at}\n");
        last = format!("%w{at}");
    }
    text += &format!("    pdl.replace {root} with ({last} : !pdl.value)\n");
    for at in (0..from.len() - 1).rev() {
        text += &format!("    pdl.erase %o{at}\n");
    }
    text + "  }\n}\n"
}

const COMMUTE: &str = "pdl.pattern @commute : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %r = pdl.operation \"l.add\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation \"l.add\"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
";

/// Runs `main` of a text of strategies at the top of a program; the end, and the program afterwards.
fn run_in(patterns_text: &str, strategies: &str, payload: &str, rewrites: usize) -> (End, String, usize) {
    let ctx = Context::new();
    let program = read(&ctx, "payload", payload);
    run_on(&ctx, patterns_text, strategies, program, rewrites, &[])
}

fn run_on(
    ctx: &Arc<Context>,
    patterns_text: &str,
    strategies: &str,
    mut program: Program,
    rewrites: usize,
    others: &[&dyn Step],
) -> (End, String, usize) {
    let source = read(ctx, "patterns", patterns_text);
    let compiled: Vec<CompiledPattern<'_>> = patterns(&source)
        .into_iter()
        .map(|pattern| CompiledPattern::new(pattern).expect("the pattern can be lowered"))
        .collect();
    let options = Options::default();
    let patterns = PatternStep::all(&compiled, &options);
    let steps: Vec<&dyn Step> =
        patterns.iter().map(|pattern| pattern as &dyn Step).chain(others.iter().copied()).collect();
    let signatures: Vec<Signature<'_>> = steps.iter().map(|step| Signature::step(*step)).collect();
    let read_back = strategy::read(ctx, strategies, &signatures);
    assert!(read_back.diagnostics.is_empty(), "{:?}", read_back.diagnostics);
    let (cost, top) = (OpCount::default(), program.top());
    let main = read_back.strategy.definition("main").expect("there is a main").body;
    let mut silent = Silent;
    let limits = Limits { rewrites };
    let mut runner = Runner::new(&read_back.strategy, &mut program, &steps, limits, &cost, &mut silent);
    let end = runner.run(main, top);
    let applied = runner.rewrites();
    (end, text::print(&program, &Default::default()), applied)
}

fn run(patterns_text: &str, strategies: &str, payload: &str) -> (End, String) {
    let (end, after, _) = run_in(patterns_text, strategies, payload, 1_000_000);
    (end, after)
}

fn canonical(payload: &str) -> String {
    let ctx = Context::new();
    text::print(&read(&ctx, "payload", payload), &Default::default())
}

const NESTED: &str = "%a, %b, %c = \"l.s\"() : () -> (i32, i32, i1)
%0 = \"l.if\"(%c) ({
  %1 = \"l.s1\"() : () -> i32
  %2 = \"l.add\"(%a, %b) : (i32, i32) -> i32
  \"l.yield\"(%2) : (i32) -> ()
}) : (i1) -> i32
%3 = \"l.add\"(%a, %0) : (i32, i32) -> i32
\"l.use\"(%3) : (i32) -> ()
";

fn the_outer_and_the_inner_operation_are_commuted_by_choice_of_traversal() {
    let inner = canonical(&NESTED.replace("%2 = \"l.add\"(%a, %b)", "%2 = \"l.add\"(%b, %a)"));
    let outer = canonical(&NESTED.replace("%3 = \"l.add\"(%a, %0)", "%3 = \"l.add\"(%0, %a)"));
    let at_if = "main = region(0, block(0, op(1, region(0, block(0, op(1, commute))))))";
    let (end, after) = run(COMMUTE, at_if, NESTED);
    assert!(matches!(end, End::Success), "{end:?}");
    assert_eq!(after, inner);
    let (_, after) = run(COMMUTE, "main = region(0, block(0, op(2, commute)))", NESTED);
    assert_eq!(after, outer);
    // The first one in text order is the inner one; from below too.
    assert_eq!(run(COMMUTE, "main = topDown(commute)", NESTED).1, inner);
    assert_eq!(run(COMMUTE, "main = bottomUp(commute)", NESTED).1, inner);
    // On the level of the program itself there is only the outer one.
    assert_eq!(run(COMMUTE, "main = one(commute)", NESTED).1, outer);
}

fn two_maps_of_three_are_fused_by_choice_of_traversal() {
    let fusion = rule("fuse", &["l.f", "l.g"], &["l.fg"]) + &rule("fuse2", &["l.g", "l.h"], &["l.gh"]);
    let maps = "%x = \"l.s\"() : () -> i32
%0 = \"l.h\"(%x) : (i32) -> i32
%1 = \"l.g\"(%0) : (i32) -> i32
%2 = \"l.f\"(%1) : (i32) -> i32
\"l.use\"(%2) : (i32) -> ()
";
    let strategies = |main: &str| {
        format!(
            "fusion = fuse <+ fuse2;
             // From the last operation along the operands.
             down(s) = s <+ oneOperand(down(s));
             main = one(is(\"l.use\") ; oneOperand({main}))"
        )
    };
    let (_, first) = run(&fusion, &strategies("down(fusion)"), maps);
    let (_, last) = run(&fusion, &strategies("oneOperand(fusion)"), maps);
    assert!(first.contains("l.fg") && !first.contains("l.gh"), "{first}");
    assert!(last.contains("l.gh") && !last.contains("l.fg"), "{last}");
}

fn a_strategy_that_fails_leaves_the_program_as_it_was() {
    for main in [
        "main = one(commute ; is(\"l.other\"))",
        "main = one(commute) ; fail",
        "main = all(commute)",
        "main = allTopDown(commute)",
        "main = not(topDown(commute))",
        "main = explore(commute)",
    ] {
        let (end, after) = run(COMMUTE, main, NESTED);
        assert!(matches!(end, End::Failure(_)), "{main}: {end:?}");
        assert_eq!(after, canonical(NESTED), "{main}");
    }
    let (end, after) = run(COMMUTE, "main = require(topDown(commute))", NESTED);
    assert!(matches!(end, End::Success), "{end:?}");
    assert_eq!(after, canonical(NESTED));
}

fn all_places_are_reached_once_where_the_strategy_may_fail() {
    let both = NESTED
        .replace("%2 = \"l.add\"(%a, %b)", "%2 = \"l.add\"(%b, %a)")
        .replace("%3 = \"l.add\"(%a, %0)", "%3 = \"l.add\"(%0, %a)");
    for main in ["main = allTopDown(try(commute))", "main = allBottomUp(try(commute))"] {
        assert_eq!(run(COMMUTE, main, NESTED).1, canonical(&both), "{main}");
    }
}

fn what_repeats_the_same_program_does_not_end() {
    for main in [
        "main = repeat(topDown(commute))",
        "main = innermost(commute)",
        "main = repeat(try(topDown(commute)))",
    ] {
        let (end, _) = run(COMMUTE, main, NESTED);
        assert!(matches!(end, End::Endless(_)), "{main}: {end:?}");
    }
    let (end, _) = run(COMMUTE, "main = repeat(try(fail))", NESTED);
    assert!(matches!(end, End::Endless(_)), "nothing changes: {end:?}");
    let (end, _) = run(COMMUTE, "loop(s) = s <+ loop(s); main = loop(fail)", NESTED);
    assert!(matches!(end, End::TooDeep(_)), "{end:?}");
    let grow = rule("grow", &["l.f"], &["l.f", "l.f"]);
    let payload = "%x = \"l.s\"() : () -> i32\n%0 = \"l.f\"(%x) : (i32) -> i32\n";
    let (end, _, rewrites) = run_in(&grow, "main = repeat(topDown(grow))", payload, 50);
    assert!(matches!(end, End::Budget), "{end:?}");
    assert_eq!(rewrites, 50);
}

/// Transposition of a product with a fused transpose: greedy fusion stops with a transposition more than is needed.
fn only_a_search_with_the_inverse_rule_finds_the_program_without_transpositions() {
    let rules = rule("cancel", &["l.t", "l.t"], &[])
        + &rule("fuse", &["l.mm", "l.t"], &["l.mmt"])
        + &rule("split", &["l.mmt"], &["l.mm", "l.t"])
        + &rule("swap", &["l.t", "l.mm"], &["l.mm", "l.t"]);
    let payload = "%x = \"l.s\"() : () -> i32
%0 = \"l.t\"(%x) : (i32) -> i32
%1 = \"l.mmt\"(%0) : (i32) -> i32
%2 = \"l.use\"(%1) : (i32) -> i32
";
    let (end, greedy) = run(&rules, "main = repeat(topDown(cancel <+ fuse))", payload);
    assert!(matches!(end, End::Success), "{end:?}");
    assert!(greedy.contains("l.mmt") && greedy.contains("\"l.t\""), "{greedy}");
    let (end, _) = run(&rules, "main = repeat(topDown(fuse <+ split))", payload);
    assert!(matches!(end, End::Endless(_)), "the rule and its inverse: {end:?}");
    let (end, found) = run(&rules, "main = explore(500, cancel, fuse, split, swap)", payload);
    assert!(matches!(end, End::Success), "{end:?}");
    assert!(found.contains("\"l.mm\"") && !found.contains("\"l.t\""), "{found}");
}

/// Conditionals of constant conditions, one in the other, deeper than a text may be.
fn conditionals(ctx: &Arc<Context>, depth: usize) -> Program {
    let mut program = Program::new(ctx);
    let (bit, number) = ([(ctx.integer(1), Pos::NONE)], [(ctx.integer(32), Pos::NONE)]);
    let new = |name: &str| NewOp::named(ctx, ctx.ident(name));
    let mut block = program.top_block();
    let mut outer = None;
    for _ in 0..depth {
        let condition = program.create(&NewOp { results: &bit, ..new("l.true") }, InsertPoint::End(block));
        let operands: Vec<_> = program.results(condition).map(|value| (value, Pos::NONE)).collect();
        let whole = NewOp { operands: &operands, results: &number, regions: 1, ..new("l.if") };
        let op = program.create(&whole, InsertPoint::End(block));
        end_block(&mut program, block, op, outer.is_none());
        block = program.add_block(program.op_regions(op)[0], Span::NONE);
        outer = Some(op);
    }
    let constant = program.create(&NewOp { results: &number, ..new("l.k") }, InsertPoint::End(block));
    end_block(&mut program, block, constant, depth == 0);
    program
}

/// Ends a block with a use of the result of an operation in it.
fn end_block(program: &mut Program, block: BlockId, op: OpId, outermost: bool) {
    let ctx = Arc::clone(program.ctx());
    let operands: Vec<_> = program.results(op).map(|value| (value, Pos::NONE)).collect();
    let name = ctx.ident(if outermost { "l.use" } else { "l.yield" });
    program.create(&NewOp { operands: &operands, ..NewOp::named(&ctx, name) }, InsertPoint::End(block));
}

/// PDL moves no regions, so that the rule gives the constant that each conditional of this program yields.
const FOLD: &str = "pdl.pattern @fold : benefit(1) {
  %t = pdl.type
  %u = pdl.type
  %c = pdl.operation \"l.true\" -> (%u : !pdl.type)
  %cv = pdl.result 0 of %c
  %r = pdl.operation \"l.if\"(%cv : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation \"l.k\" -> (%t : !pdl.type)
    pdl.replace %r with %n
    pdl.erase %c
  }
}
";

fn nested_conditionals_fold_to_a_constant() {
    let wanted = "%0 = \"l.k\"() : () -> i32\n\"l.use\"(%0) : (i32) -> ()\n";
    for depth in [1, 10, 1_000] {
        let ctx = Context::new();
        let run = |main: &str| run_on(&ctx, FOLD, main, conditionals(&ctx, depth), 100_000, &[]);
        // From above one application is enough, from below each conditional takes one.
        let (_, after, above) = run("main = repeat(topDown(fold))");
        assert_eq!((after.as_str(), above), (wanted, 1));
        let (_, after, below) = run("main = innermost(fold)");
        assert_eq!((after.as_str(), below), (wanted, depth));
    }
}

fn sixty_thousand_applications_take_little_time() {
    let rules = rule("lower", &["l.a"], &["l.b"]) + &rule("finish", &["l.b"], &["l.c"]);
    let mut payload = String::from("%v0 = \"l.s\"() : () -> i32\n");
    for at in 1..=30_000 {
        payload += &format!("%v{at} = \"l.a\"(%v{}) : (i32) -> i32\n", at - 1);
    }
    let began = Instant::now();
    let (end, _, rewrites) = run_in(&rules, "main = innermost(lower <+ finish)", &payload, 100_000);
    assert!(matches!(end, End::Success), "{end:?}");
    assert_eq!(rewrites, 60_000);
    println!("{rewrites} applications, with reading and printing: {:?}", began.elapsed());
}

fn errors_of_a_text_say_where_and_what() {
    let ctx = Context::new();
    let said = |text: &str| {
        let read = strategy::read(
            &ctx,
            text,
            &[Signature::pattern("fold"), Signature::pattern("other"), Signature::step(&Marking)],
        );
        let one = |d: &assay_ir::diagnostic::Diagnostic| {
            let help = d.help.clone().map(|help| format!(" ({help})")).unwrap_or_default();
            format!("{}: {}{help}", &text[d.span.range()], d.message)
        };
        read.diagnostics.iter().map(one).collect::<Vec<_>>()
    };
    assert!(said("a = fold; b(s) = try(s) ; a").is_empty());
    assert_eq!(said("a = fald"), ["fald: there is no strategy and no pattern `fald` (there is `fold`)"]);
    assert_eq!(said("a = repeat(fold, other)"), ["repeat(fold, other): `repeat` takes a strategy"]);
    assert_eq!(said("a = is(fold)"), ["is(fold): `is` takes the name of an operation, as \"arith.addi\""]);
    assert_eq!(said("a = fold; a = other"), ["a: `a` is defined twice"]);
    assert_eq!(said("try = fold"), ["try: `try` is a combinator and cannot be defined"]);
    assert_eq!(said("a = (fold"), [": `)` is expected here"]);
    assert_eq!(said("a = fold <+"), [": a strategy is expected here"]);
    assert_eq!(said("a = fold %"), ["%: a strategy has no such character"]);
    assert_eq!(said("a(s) = s; b = a"), ["a: `a` takes 1 arguments"]);
    assert_eq!(said(""), [": a definition is expected here, as `name = strategy`"]);
    assert_eq!(said("a = mark"), ["mark: `mark` takes as (a number)"]);
    assert_eq!(said("a = mark(fold)"), ["mark(fold): `mark` takes as (a number)"]);
    assert_eq!(said("a(n) = mark(n) ; n"), ["n: `n` is a strategy here and a number elsewhere"]);
    assert_eq!(said("a(n) = mark(n); b = a(fold)"), ["a(fold): `n` of `a` is a number, and not a strategy"]);
    let through = "a(n) = mark(n); b(m) = a(m); c = b(fold)";
    assert_eq!(said(through), ["b(fold): `m` of `b` is a number, and not a strategy"]);
    assert_eq!(said("a(s) = fold @ s"), ["s: the parameter `s` takes no strategy"]);
    assert_eq!(said("a = fold @ other"), ["other: the pattern `other` takes nothing"]);
    // Several at once.
    assert_eq!(said("a = nope; b = fold(other); c = fold").len(), 2);
    let deep = format!("a = {}fold{}", "(".repeat(5000), ")".repeat(5000));
    assert_eq!(said(&deep), ["(: the strategy is nested too deep"]);
}

/// The program is compared with what it was before, so that ids and names do not matter.
fn a_failure_names_the_step_that_got_farthest() {
    let ctx = Context::new();
    let text =
        "main = one(is(\"l.use\") ; operand(0, is(\"l.f\") ; operand(0, is(\"l.g\"))) <+ is(\"l.other\"))";
    let read_back = strategy::read(&ctx, text, &[]);
    let mut program: Program = read(
        &ctx,
        "payload",
        "%x = \"l.s\"() : () -> i32\n%0 = \"l.f\"(%x) : (i32) -> i32\n\"l.use\"(%0) : (i32) -> ()\n",
    );
    let (cost, mut silent) = (OpCount::default(), Silent);
    let (top, limits) = (program.top(), Limits { rewrites: 1 });
    let mut runner = Runner::new(&read_back.strategy, &mut program, &[], limits, &cost, &mut silent);
    let main = read_back.strategy.definition("main").expect("there is a main").body;
    let End::Failure(failure) = runner.run(main, top) else { panic!("there is no `l.g`") };
    assert_eq!(&text[read_back.strategy.span(failure.node).range()], "is(\"l.g\")");
}

/// Gives an operation `l.f` without a mark one.
struct Marking;

impl Step for Marking {
    fn name(&self) -> &str {
        "mark"
    }

    fn parameters(&self) -> &[Parameter] {
        &[Parameter { name: "as", kind: Kind::Number }]
    }

    fn applies(&self, program: &Program, at: OpId, _: &[Argument]) -> Result<(), Refusal> {
        match (program.op_name(at), program.attr(at, program.ctx().ident("mark"))) {
            ("l.f", None) => Ok(()),
            ("l.f", Some(_)) => Err(Refusal::new("it has a mark")),
            _ => Err(Refusal::new("it is no `l.f`")),
        }
    }

    fn apply(
        &self,
        program: &mut Program,
        at: OpId,
        arguments: &[Argument],
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError> {
        self.applies(program, at, arguments)?;
        let ctx = program.ctx();
        let number = arguments[0].number().expect("the argument is a number");
        let mark = ctx.integer_attr(i128::from(number), ctx.integer(64));
        let attributes = ctx.dictionary([(ctx.ident("mark"), mark)]);
        program.set_attributes(at, attributes);
        listener.modified(program, at);
        Ok(Applied::default())
    }
}

/// Runs `main` with the step `mark` and no pattern.
fn marked(strategies: &str, payload: &str) -> (End, String) {
    let ctx = Context::new();
    let program = read(&ctx, "payload", payload);
    let (end, after, _) = run_on(&ctx, "", strategies, program, 100, &[&Marking]);
    (end, after)
}

const TWO: &str = "%x = \"l.s\"() : () -> i32
%0 = \"l.f\"(%x) : (i32) -> i32
%1 = \"l.f\"(%0) : (i32) -> i32
\"l.use\"(%1) : (i32) -> ()
";

fn with_marks(first: &str, second: &str) -> String {
    canonical(&TWO.replace("%x)", &format!("%x){first}")).replace("(%0)", &format!("(%0){second}")))
}

fn numbers_reach_a_step_through_definitions() {
    let text = "main = both(3, 5); both(n, m) = topDown(mark(n)) ; inner(m); inner(k) = topDown(mark(k))";
    let (end, after) = marked(text, TWO);
    assert!(matches!(end, End::Success), "{end:?}");
    assert_eq!(after, with_marks(" {mark = 3}", " {mark = 5}"));
    // A number chooses a child, too.
    let (_, after) = marked("main = place(2); place(n) = region(0, block(0, op(n, mark(1))))", TWO);
    assert_eq!(after, with_marks("", " {mark = 1}"));
}

fn what_is_done_is_written_before_where() {
    // The first place from above, all of them, and the first operation of the block at which it succeeds.
    assert_eq!(marked("main = mark(1) @ topDown", TWO).1, with_marks(" {mark = 1}", ""));
    assert_eq!(marked("main = mark(1) @topDown", TWO).1, with_marks(" {mark = 1}", ""));
    assert_eq!(marked("main = mark(1) @ normalize", TWO).1, with_marks(" {mark = 1}", " {mark = 1}"));
    assert_eq!(marked("main = mark(1) @ op(2) @ block(0) @ region(0)", TWO).1, with_marks("", " {mark = 1}"));
    assert_eq!(marked("main = mark(1) @ opOne @ blockOne @ regionOne", TWO).1, with_marks(" {mark = 1}", ""));
    // It binds tighter than `;`.
    let both = "main = mark(1) @ topDown ; mark(2) @ below(2); below(n, s) = region(0, block(0, op(n, s)))";
    assert_eq!(marked(both, TWO).1, with_marks(" {mark = 1}", " {mark = 2}"));
}

fn a_step_that_does_not_apply_says_why() {
    let ctx = Context::new();
    let mut program = read(&ctx, "payload", TWO);
    let text = "main = region(0, block(0, op(1, mark(1) ; mark(2))))";
    let read_back = strategy::read(&ctx, text, &[Signature::step(&Marking)]);
    let (steps, cost, mut silent): ([&dyn Step; 1], _, _) = ([&Marking], OpCount::default(), Silent);
    let (top, limits) = (program.top(), Limits { rewrites: 10 });
    let main = read_back.strategy.definition("main").expect("there is a main").body;
    let mut runner = Runner::new(&read_back.strategy, &mut program, &steps, limits, &cost, &mut silent);
    let end = runner.run(main, top);
    let End::Failure(Failure { node, why: Why::Refused, .. }) = end else { panic!("{end:?}") };
    assert_eq!(&text[read_back.strategy.span(node).range()], "mark(2)");
    assert_eq!(runner.refusal(), Some(&Refusal::new("it has a mark")));
    // The first mark is gone with the second.
    assert_eq!(text::print(&program, &Default::default()), canonical(TWO));
}

fn an_operation_that_is_made_from_another_keeps_what_is_not_named() {
    let payload = "%x = \"l.s\"() : () -> i32
%0 = \"l.f\"(%x) {keep = 7} : (i32) -> i32
%1 = \"l.g\"(%0, %x) ({
  \"l.yield\"() : () -> ()
}) {also = \"x\"} : (i32, i32) -> f32
\"l.use\"(%1) : (f32) -> ()
";
    // The operand of the operand becomes the operand; regions, attributes, the type and the use stay.
    let text = "main = topDown(is(\"l.g\") ; bind(1, \"other\") ; operand(0, is(\"l.f\") ; bind(0, \"inner\")) ; \
                fromOp(\"l.h\", \"inner\", \"lacking?\", \"other\") ; set(\"by\", \"hand\"))";
    let wanted = payload
        .replace("\"l.g\"(%0, %x)", "\"l.h\"(%x, %x)")
        .replace("{also = \"x\"}", "{also = \"x\", by = \"hand\"}");
    let (end, after) = marked(text, payload);
    assert!(matches!(end, End::Success), "{end:?}");
    assert_eq!(after, canonical(&wanted));
    // Without names of operands they stay, too.
    let (_, after) = marked("main = topDown(is(\"l.f\") ; fromOp(\"l.k\"))", payload);
    assert_eq!(after, canonical(&payload.replace("\"l.f\"", "\"l.k\"")));
    // A new operation has neither regions nor attributes.
    let new = "main = topDown(is(\"l.g\") ; bind(1, \"other\") ; newOp(\"l.h\", \"other\"))";
    let region = "(%0, %x) ({\n  \"l.yield\"() : () -> ()\n}) {also = \"x\"} : (i32, i32) -> f32";
    let wanted = payload.replace(&format!("\"l.g\"{region}"), "\"l.h\"(%x) : (i32) -> f32");
    assert_eq!(marked(new, payload).1, canonical(&wanted));
    // A type is that of a bound value, or not.
    let typed = |n: u32| {
        format!("main = topDown(is(\"l.f\") ; bind(0, \"x\") ; typed(\"x\") ; op{n}); op0 = id; op1 = fail")
    };
    assert!(matches!(marked(&typed(0), payload).0, End::Success));
    let (end, _) = marked("main = topDown(is(\"l.g\") ; bind(0, \"x\") ; typed(\"x\"))", payload);
    assert!(matches!(end, End::Failure(Failure { why: Why::Test, .. })), "{end:?}");
    // A name without a value, and one of another value.
    let (end, after) = marked("main = topDown(is(\"l.f\") ; fromOp(\"l.k\", \"nothing\"))", payload);
    assert!(matches!(end, End::Failure(Failure { why: Why::Name, .. })), "{end:?}");
    assert_eq!(after, canonical(payload));
    let (end, _) = marked("main = topDown(is(\"l.g\") ; bind(0, \"a\") ; bind(1, \"a\"))", payload);
    assert!(matches!(end, End::Failure(Failure { why: Why::Name, .. })), "{end:?}");
    // Behind a scope the name is free.
    let (end, _) = marked("main = topDown(is(\"l.g\") ; scope(bind(0, \"a\")) ; bind(1, \"a\"))", payload);
    assert!(matches!(end, End::Success), "{end:?}");
}

fn facts_about_attributes_compare_numbers_and_texts() {
    let payload = "\"l.a\"() {n = 2, list = array<i64: 0, 1>} : () -> ()\n";
    let succeeds = |fact: &str| matches!(marked(&format!("main = one({fact})"), payload).0, End::Success);
    assert!(succeeds("attr(\"n\", 2)") && succeeds("attr(\"list\", \"array<i64: 0, 1>\")"));
    assert!(!succeeds("attr(\"n\", 3)") && !succeeds("attr(\"list\", \"array<i64: 1, 0>\")"));
    assert!(!succeeds("attr(\"other\", 2)"));
}

fn replacements_are_recorded_as_they_are_kept() {
    let ctx = Context::new();
    let mut program = read(&ctx, "payload", TWO);
    // The first branch fails after its mark; what `asOne` does is one.
    let text = "main = region(0, block(0, op(1, (mark(1) ; fail) <+ id))) ; asOne(topDown(mark(2)) ; topDown(mark(3)))";
    let read_back = strategy::read(&ctx, text, &[Signature::step(&Marking)]);
    let (steps, cost, mut silent): ([&dyn Step; 1], _, _) = ([&Marking], OpCount::default(), Silent);
    let (top, limits) = (program.top(), Limits { rewrites: 10 });
    let main = read_back.strategy.definition("main").expect("there is a main").body;
    let mut runner =
        Runner::new(&read_back.strategy, &mut program, &steps, limits, &cost, &mut silent).recording();
    assert!(matches!(runner.run(main, top), End::Success));
    let replacements = runner.replacements();
    let texts: Vec<(String, String)> = replacements
        .iter()
        .map(|one| {
            (text::print(&one.before, &Default::default()), text::print(&one.after, &Default::default()))
        })
        .collect();
    assert_eq!(texts, [(canonical(TWO), with_marks(" {mark = 2}", " {mark = 3}"))]);
}

assay_testing::tests!(
    numbers_reach_a_step_through_definitions,
    what_is_done_is_written_before_where,
    a_step_that_does_not_apply_says_why,
    an_operation_that_is_made_from_another_keeps_what_is_not_named,
    facts_about_attributes_compare_numbers_and_texts,
    replacements_are_recorded_as_they_are_kept,
    the_outer_and_the_inner_operation_are_commuted_by_choice_of_traversal,
    two_maps_of_three_are_fused_by_choice_of_traversal,
    a_strategy_that_fails_leaves_the_program_as_it_was,
    all_places_are_reached_once_where_the_strategy_may_fail,
    what_repeats_the_same_program_does_not_end,
    only_a_search_with_the_inverse_rule_finds_the_program_without_transpositions,
    nested_conditionals_fold_to_a_constant,
    sixty_thousand_applications_take_little_time,
    errors_of_a_text_say_where_and_what,
    a_failure_names_the_step_that_got_farthest,
);
