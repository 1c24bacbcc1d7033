//! The engine against real MLIR on the same pattern and program: the same program up to names, or both fail. Where MLIR
//! defines nothing, it may do what the engine says that it does. Knows what its greedy driver does besides.

use std::sync::Arc;
use std::time::Duration;

use assay_ir::data::{Context, OpId, Program, Source, known};
use assay_ir::pdl::{Pattern, PdlOp, validate};
use assay_ir::rewrite::{CompiledPattern, GreedyOptions, GreedyOutcome, InMlir, apply_greedily};
use assay_ir::{ops, text, wellformed};
use assay_mlir::process::Limits;
use assay_mlir::{Batch, MlirOpt, Outcome as Mlir};

use crate::execute::{lost_terminator, options};
use crate::outcome::{NOT_CHECKED, Outcome, of_error, of_violations};
use crate::shape::{shape, shape_apart_from_constants, top_ops};
use crate::subject::FuzzContext;

/// How long MLIR may take over a program that ends ill-formed.
const PATIENCE: Duration = Duration::from_secs(2);

/// How much longer it may take where it should end well: a busy system is no difference.
const GRACE: u32 = 6;

/// Rewrites after which a run counts as endless.
const BUDGET: usize = 300;

/// A pattern that matches nothing: MLIR's driver then only folds and drops dead code.
const NO_PATTERN: &str = "pdl.pattern : benefit(0) {\n  %r = pdl.operation \"assay.never\"\n  pdl.rewrite %r {\n    pdl.erase %r\n  }\n}\n";

/// A function that holds an operation of each dialect, so that MLIR loads them.
const LOADER: &str = "func.func private @loader() {\n  %c = arith.constant 1 : i32\n  \"lab.use\"(%c) : (i32) -> ()\n  \
                      cf.br ^bb1\n^bb1:\n  %u = llvm.mlir.undef : i32\n  \"lab.use\"(%u) : (i32) -> ()\n  \
                      scf.execute_region {\n    \"lab.use\"() : () -> ()\n    scf.yield\n  }\n  return\n}\n";

/// What the engine says.
#[derive(Debug)]
pub struct Prediction {
    /// The outcome.
    pub outcome: Outcome,
    /// How many rewrites were done.
    pub rewrites: usize,
    /// The program as far as it got.
    pub after: Program,
    /// What MLIR may do where the rewrite broke; empty where it did not.
    pub in_mlir: &'static [InMlir],
    /// Whether it broke at the last step: MLIR goes on where the engine stops.
    last: bool,
    /// Whether MLIR cannot lower the pattern.
    unlowerable: bool,
    /// Whether only the lost terminator makes it ill-formed.
    lost: bool,
}

impl Prediction {
    /// Whether MLIR may crash.
    pub fn may_crash(&self) -> bool {
        self.unlowerable || self.in_mlir.contains(&InMlir::Crash)
    }
}

/// How both compare.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    /// The same program, after at least one rewrite.
    Same,
    /// Neither rewrites anything.
    NoMatch,
    /// Both fail.
    BothFail,
    /// The engine names what MLIR does not define, and MLIR passes over it, as the engine says that it may.
    Silent,
    /// MLIR's driver folds what the pattern would match before the pattern meets it: it leaves what it leaves without any
    /// pattern.
    Folded,
    /// MLIR's driver folds between two rewrites, in a way that is its own affair.
    Between,
    /// Not compared; the word says why.
    NotAsked(&'static str),
    /// They differ.
    Differs(String),
}

impl Agreement {
    /// One word.
    pub fn word(&self) -> &'static str {
        match self {
            Agreement::Same => "same",
            Agreement::NoMatch => "no-match",
            Agreement::BothFail => "both-fail",
            Agreement::Silent => "silent",
            Agreement::Folded => "folded",
            Agreement::Between => "folded-between",
            Agreement::NotAsked(_) => "not-checked",
            Agreement::Differs(_) => "differs",
        }
    }
}

/// Runs the patterns as MLIR's driver does, without folding.
pub fn predict(world: &FuzzContext, patterns: &[Pattern<'_>], payload: &Program) -> Prediction {
    // A copy: what is predicted outlives this question and is compared when MLIR has answered, and the payload is written out.
    let mut after = payload.clone();
    let blank = |outcome, after| Prediction {
        outcome,
        rewrites: 0,
        after,
        in_mlir: &[],
        last: false,
        unlowerable: false,
        lost: false,
    };
    if patterns.iter().any(|pattern| !validate(*pattern, Some(&world.registry)).is_empty()) {
        return blank(Outcome::Malformed, after);
    }
    let compiled: Result<Vec<CompiledPattern<'_>>, _> =
        patterns.iter().map(|pattern| CompiledPattern::new(*pattern)).collect();
    let Ok(compiled) = compiled else {
        return Prediction { unlowerable: true, ..blank(Outcome::NeverMatched, after) };
    };
    let limits = GreedyOptions { rewrites: BUDGET, find_cycles: false, ..GreedyOptions::default() };
    let scope = after.top();
    match apply_greedily(&mut after, scope, &compiled, &options(&world.registry), &limits) {
        GreedyOutcome::Broken { error, rewrites, pattern } => {
            let last = patterns[pattern].rewrite_ops().last().map(PdlOp::op) == Some(error.op);
            let (outcome, in_mlir) = (of_error(&error), error.in_mlir());
            Prediction { in_mlir, last, rewrites, ..blank(outcome, after) }
        }
        GreedyOutcome::Budget(rewrites) if rewrites >= BUDGET => {
            Prediction { rewrites, ..blank(Outcome::Endless, after) }
        }
        GreedyOutcome::Converged(0) => blank(Outcome::NeverMatched, after),
        GreedyOutcome::Converged(rewrites)
        | GreedyOutcome::Budget(rewrites)
        | GreedyOutcome::Cycle { rewrites, .. } => {
            let violations = wellformed::check(&after, &world.registry, &wellformed::Options::default());
            let lost = lost_terminator(payload, &after, &world.registry);
            let outcome = match of_violations(&violations) {
                Some(outcome) => outcome,
                None if lost => Outcome::IllFormed("S101"),
                None => Outcome::WellFormed,
            };
            Prediction { rewrites, lost: lost && violations.is_empty(), ..blank(outcome, after) }
        }
    }
}

/// A pattern, or several of them, one program, and what the engine says of them.
#[derive(Debug)]
pub struct Question {
    /// Text of the patterns.
    pub pattern: String,
    /// Text of the program.
    pub payload: String,
    /// What the engine says.
    pub prediction: Prediction,
}

/// What MLIR made of it, beside ours.
#[derive(Clone, Debug)]
pub struct Answered {
    /// In one word: `ok`, `error`, `crash`, `hang`, `not checked`.
    pub mlir: &'static str,
    /// How both compare.
    pub agreement: Agreement,
}

fn with_loader(question: &Question) -> String {
    let needs =
        ["\"arith.", "\"llvm.", "\"scf.", "\"cf."].iter().any(|dialect| question.pattern.contains(dialect));
    if needs { format!("{}{LOADER}", question.payload) } else { question.payload.clone() }
}

/// Asks MLIR: in batches where no crash is expected, one by one elsewhere, and not at all where it would hang. A crash
/// costs as much as a hundred cases in a batch: of those that are expected one in `crashes` is asked.
pub fn ask(world: &FuzzContext, opt: &MlirOpt, questions: &[Question], crashes: usize) -> Vec<Answered> {
    let payloads: Vec<String> = questions.iter().map(with_loader).collect();
    // What ends ill-formed may hang, and would take the others along; nothing is lost by not waiting for it.
    let wall = opt.limits().wall.min(PATIENCE);
    let hasty = opt.clone().with_limits(Limits { wall, ..*opt.limits() });
    let mut batches =
        [Batch::of_pdl(opt, None).expecting_success(), Batch::of_pdl(opt, None), Batch::of_pdl(&hasty, None)];
    let mut batched = [Vec::new(), Vec::new(), Vec::new()];
    let mut outcomes: Vec<Option<Mlir>> = Vec::with_capacity(questions.len());
    for (index, question) in questions.iter().enumerate() {
        outcomes.push(None);
        if question.prediction.outcome == Outcome::Endless {
            continue;
        }
        if question.prediction.may_crash() {
            // The same ones whatever stands beside them.
            if !(question.pattern.len() + payloads[index].len()).is_multiple_of(crashes.max(1)) {
                continue;
            }
            outcomes[index] = Some(opt.apply_pdl(&question.pattern, &payloads[index], None));
        } else {
            let which = match question.prediction.outcome {
                Outcome::WellFormed | Outcome::NeverMatched if !question.prediction.unlowerable => 0,
                Outcome::IllFormed(_) => 2,
                _ => 1,
            };
            batches[which].push_pdl(&question.pattern, &payloads[index]);
            batched[which].push(index);
        }
    }
    for (batched, batch) in batched.iter().zip(&batches) {
        for (index, outcome) in batched.iter().zip(batch.run()) {
            outcomes[*index] = Some(outcome);
        }
    }
    // Beside others, a dialect that nothing of its own loads may be there.
    for index in &batched[0] {
        if let Agreement::Differs(_) = compare(world, &questions[*index], &outcomes[*index]) {
            outcomes[*index] = Some(opt.apply_pdl(&questions[*index].pattern, &payloads[*index], None));
        }
    }
    let patient = Limits { wall: opt.limits().wall * GRACE, ..*opt.limits() };
    for (index, question) in questions.iter().enumerate() {
        let fine = matches!(question.prediction.outcome, Outcome::WellFormed | Outcome::NeverMatched);
        if fine && !question.prediction.unlowerable && matches!(outcomes[index], Some(Mlir::TimedOut)) {
            let opt = opt.clone().with_limits(patient);
            outcomes[index] = Some(opt.apply_pdl(&question.pattern, &payloads[index], None));
        }
    }
    let mut answers: Vec<Answered> = questions
        .iter()
        .zip(&outcomes)
        .map(|(question, outcome)| Answered {
            mlir: word(outcome.as_ref()),
            agreement: compare(world, question, outcome),
        })
        .collect();
    tidy(world, opt, questions, &payloads, &outcomes, &mut answers);
    answers
}

/// One word for what MLIR did.
pub fn word(outcome: Option<&Mlir>) -> &'static str {
    match outcome {
        None => NOT_CHECKED,
        Some(Mlir::Ok(_)) => "ok",
        Some(Mlir::Error(_)) => "error",
        Some(Mlir::Crash { .. }) => "crash",
        Some(Mlir::TimedOut) => "hang",
        Some(Mlir::OutOfMemory) => "out of memory",
        Some(Mlir::NoAnswer(_)) => "no answer",
    }
}

fn compare(world: &FuzzContext, question: &Question, outcome: &Option<Mlir>) -> Agreement {
    let prediction = &question.prediction;
    let Some(outcome) = outcome else { return Agreement::NotAsked("it would not end, or crash") };
    if let Mlir::NoAnswer(_) | Mlir::OutOfMemory = outcome {
        return Agreement::NotAsked("MLIR did not get to answer");
    }
    let failed = !matches!(outcome, Mlir::Ok(_));
    if prediction.unlowerable {
        return match outcome {
            Mlir::Crash { .. } => Agreement::BothFail,
            _ => Agreement::Differs(format!("the pattern cannot be lowered, MLIR: {}", word(Some(outcome)))),
        };
    }
    match prediction.outcome {
        Outcome::Malformed if matches!(outcome, Mlir::Error(_)) => Agreement::BothFail,
        Outcome::Malformed => {
            Agreement::Differs(format!("PDL's own rules refuse it, MLIR: {}", word(Some(outcome))))
        }
        Outcome::EngineError(_) | Outcome::Undefined(_) => {
            let seen = match outcome {
                Mlir::Ok(_) => InMlir::Silent,
                Mlir::Error(_) => InMlir::VerifierError,
                _ => InMlir::Crash,
            };
            let allowed = prediction.in_mlir.contains(&seen);
            match (failed, allowed || !prediction.last || prediction.in_mlir.contains(&InMlir::Silent)) {
                (true, true) => Agreement::BothFail,
                (false, true) => Agreement::Silent,
                (_, false) => Agreement::Differs(format!("{}, MLIR: {seen:?}", prediction.outcome)),
            }
        }
        Outcome::IllFormed(_) if failed => Agreement::BothFail,
        Outcome::IllFormed(_) if prediction.lost => Agreement::Silent,
        // An operation without the regions that it needs is dead to the driver, and goes before anyone looks at it.
        Outcome::IllFormed("S111") => Agreement::Silent,
        // Nor does anyone see what is wrong with an operation that is dead for another reason.
        Outcome::IllFormed(_) if matches!(outcome, Mlir::Ok(theirs) if is_same(world, &without_dead(world, &prediction.after), theirs)) => {
            Agreement::Silent
        }
        _ => match outcome {
            Mlir::Ok(theirs) if is_same(world, &question.prediction.after, theirs) => {
                match prediction.rewrites {
                    0 => Agreement::NoMatch,
                    _ => Agreement::Same,
                }
            }
            other => Agreement::Differs(format!("{}, MLIR: {other:?}", prediction.outcome)),
        },
    }
}

/// The program without what MLIR's driver drops as dead: operations without an effect, down to what they hold, whose
/// results nothing uses. A terminator is never dead by itself.
fn without_dead(world: &FuzzContext, program: &Program) -> Program {
    // A copy: the prediction is read again by those who compare it next, and it is a program of a few operations.
    let mut out = program.clone();
    loop {
        let traits = |op: OpId| world.registry.op(out.op(op).name).map(|spec| &spec.traits);
        let holds = |op: OpId| ops::has_role(out.op_name(op), "scope");
        // A division is not pure, since it may be undefined; it has no effect either.
        let free = |op: OpId| traits(op).is_some_and(|traits| traits.pure || traits.deterministic);
        let harmless = |op: OpId| holds(op) || free(op) || traits(op).is_some_and(|traits| traits.terminator);
        let dead = |op: &OpId| {
            traits(*op).is_some_and(|traits| !traits.terminator)
                && (free(*op) || holds(*op))
                && out.walk(*op).all(harmless)
                && out.results(*op).all(|value| !out.has_uses(value))
        };
        let found: Vec<OpId> = out.walk(out.top()).filter(dead).collect();
        if found.is_empty() {
            return out;
        }
        for op in found {
            if !out.is_erased(op) {
                out.erase(op);
            }
        }
    }
}

/// Whether MLIR's text is our program.
fn is_same(world: &FuzzContext, ours: &Program, theirs: &str) -> bool {
    let Some(theirs) = payload_shape(world.ctx(), theirs) else { return false };
    if shape(ours, &top_ops(ours)) == theirs {
        return true;
    }
    // What the reader adds to what it reads, defaults of properties among them, is in theirs.
    let again = text::parse(world.ctx(), &Source::new("ours", text::print(ours, &Default::default())));
    again.diagnostics.is_empty() && shape(&again.program, &top_ops(&again.program)) == theirs
}

/// The shape of what is in `module @ir`, without the function that loads dialects.
fn payload_shape(ctx: &Arc<Context>, theirs: &str) -> Option<Vec<u32>> {
    payload_shape_by(ctx, theirs, shape)
}

/// The same by another notion of shape.
fn payload_shape_by(
    ctx: &Arc<Context>,
    theirs: &str,
    shape: fn(&Program, &[OpId]) -> Vec<u32>,
) -> Option<Vec<u32>> {
    let parsed = text::parse(ctx, &Source::new("mlir", theirs));
    if !parsed.diagnostics.is_empty() {
        return None;
    }
    let program = &parsed.program;
    let module = program.walk(program.top()).find(|op| {
        program.op(*op).name == known::BUILTIN_MODULE && program.attr_text(*op, known::SYM_NAME) == Some("ir")
    })?;
    let block = *program.region(*program.op_regions(module).first()?).blocks.first()?;
    let ops: Vec<_> = program
        .ops_in(block)
        .filter(|op| program.attr_text(*op, known::SYM_NAME) != Some("loader"))
        .collect();
    Some(shape(program, &ops))
}

/// Whether MLIR folds what our rewrite left into constants. It may do so between two rewrites, and where the constants go
/// then is its own affair.
fn makes_constants(tidied: &Mlir, ours: &Program) -> bool {
    let constants = |text: &str| text.matches(".constant ").count();
    let Mlir::Ok(tidied) = tidied else { return false };
    constants(tidied) > constants(&text::print(ours, &Default::default()))
}

/// Where both seem to differ, or MLIR says nothing to what it does not define, its driver may have folded or dropped
/// something: it is let loose, with no pattern, on the program before and on ours after.
fn tidy(
    world: &FuzzContext,
    opt: &MlirOpt,
    questions: &[Question],
    payloads: &[String],
    outcomes: &[Option<Mlir>],
    answers: &mut [Answered],
) {
    let differs = |index: &usize| {
        let prediction = &questions[*index].prediction;
        match answers[*index].agreement {
            Agreement::Differs(_) => {
                prediction.outcome != Outcome::Malformed
                    && prediction.in_mlir.is_empty()
                    && !prediction.unlowerable
            }
            // Where the engine stops half-way there is no program after it.
            Agreement::Silent => !prediction.in_mlir.is_empty(),
            _ => false,
        }
    };
    let unclear: Vec<usize> = (0..questions.len()).filter(differs).collect();
    let mut befores = Batch::of_pdl(opt, None);
    // What is ill-formed may be folded or dropped before the verifier looks at the result.
    let mut afters = Batch::of_pdl(opt, None).without_verifying_input();
    for index in &unclear {
        befores.push_pdl(NO_PATTERN, &payloads[*index]);
        let prediction = &questions[*index].prediction;
        let after = match prediction.in_mlir {
            [] => text::print(&prediction.after, &Default::default()),
            _ => String::new(),
        };
        afters.push_pdl(NO_PATTERN, &after);
    }
    let tidied = befores.run().into_iter().zip(afters.run());
    for (index, (before, after)) in unclear.into_iter().zip(tidied) {
        let (before, after) = (&before, &after);
        let theirs = outcomes[index].as_ref();
        let of = |outcome: &Mlir| match outcome {
            Mlir::Ok(text) => payload_shape(world.ctx(), text),
            _ => None,
        };
        // Where the driver puts constants that it folds between two rewrites is its own affair.
        let apart = |outcome: &Mlir| match outcome {
            Mlir::Ok(text) => payload_shape_by(world.ctx(), text, shape_apart_from_constants),
            _ => None,
        };
        let same = match (theirs.and_then(apart), apart(after)) {
            (Some(theirs), Some(ours)) => theirs == ours,
            _ => false,
        };
        let given = text::parse(world.ctx(), &Source::new("before", questions[index].payload.as_str()));
        let untouched = of(before) == Some(shape(&given.program, &top_ops(&given.program)));
        let unmatched = !untouched && theirs.and_then(of).is_some_and(|theirs| Some(theirs) == of(before));
        let fails = |outcome: Option<&Mlir>| matches!(outcome, Some(Mlir::Error(_)));
        if !questions[index].prediction.in_mlir.is_empty() {
            if unmatched {
                answers[index].agreement = Agreement::Folded;
            }
        } else if same {
            answers[index].agreement = match &questions[index].prediction {
                Prediction { outcome: Outcome::IllFormed(_), .. } => Agreement::Silent,
                Prediction { rewrites: 0, .. } => Agreement::NoMatch,
                _ => Agreement::Same,
            };
        } else if fails(theirs) && fails(Some(after)) {
            answers[index].agreement = Agreement::BothFail;
        } else if unmatched {
            answers[index].agreement = Agreement::Folded;
        } else if !untouched || makes_constants(after, &questions[index].prediction.after) {
            answers[index].agreement = Agreement::Between;
        }
    }
}
