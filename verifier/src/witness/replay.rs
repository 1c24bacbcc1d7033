//! Runs the rewrite on a payload, with MLIR's meaning, and says what happened, as types. Uses the engine for the rewrite and
//! the independent checker for the program before and after it; shares no algorithm with the analysis.

use std::sync::Arc;

use assay_backend::natives::Summaries;
use assay_ir::data::{BlockId, Context, OpId, Program, Span, ValueId, known};
use assay_ir::natives::{Role, Summary, produced};
use assay_ir::pdl::{Answer, Bound, NativeCall, NativeFailure, Natives, Pattern, Rewriter};
use assay_ir::rewrite::{Applied, Broken, CompiledPattern, Match, Options, PdlSemantics, RewriteError, Work};
use assay_ir::spec::Registry;
use assay_ir::wellformed::{self, Violation, ViolationKind};

use super::payload::Payload;
use super::rule_of_failure::{rules_of_error, rules_of_violation};
use super::text::Printed;
use crate::pattern::AnalyzedPattern;
use crate::verdict::Rule;

/// What went wrong, with the rules that it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The rules of which it is an instance.
    pub codes: &'static [Rule],
    /// Where it shows.
    pub broke: Broke,
    /// The value whose use breaks, with the `pdl.operation` that made it.
    pub value: Option<(ValueId, Option<OpId>)>,
    /// The block that breaks.
    pub block: Option<BlockId>,
    /// Operations of the payload that take part.
    pub points: Vec<Point>,
    /// In words.
    pub text: String,
    /// Whether MLIR 22 says nothing about it.
    pub silent: bool,
}

impl Failure {
    /// The PDL operation at which it shows, where there is one.
    pub fn op(&self) -> Option<OpId> {
        match self.broke {
            Broke::Step(op) | Broke::Created(op) => Some(op),
            Broke::Elsewhere => None,
        }
    }
}

/// The part of an operation of the payload in a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The operation.
    pub op: OpId,
    /// Tells if it was to go.
    pub gone: bool,
    /// A few words.
    pub text: &'static str,
    /// The PDL operation that does it; none for other remarks.
    pub by: Span,
}

impl Point {
    /// An operation that the PDL operation at `by` was to erase or replace.
    fn gone(op: OpId, text: &'static str, by: Span) -> Point {
        Point { op, gone: true, text, by }
    }

    /// An operation with a part of its own.
    fn here(op: OpId, text: &'static str) -> Point {
        Point { op, gone: false, text, by: Span::NONE }
    }
}

/// Where a failure shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broke {
    /// The rewrite stopped at this PDL operation.
    Step(OpId),
    /// At the operation that this `pdl.operation` made.
    Created(OpId),
    /// At an operation that was there before.
    Elsewhere,
}

/// What a replay showed, and what was seen of the program after the rewrite.
#[derive(Clone, Debug)]
pub enum Outcome<T = Printed> {
    /// The rewrite broke, or what it left is ill-formed.
    Fails {
        /// Everything that went wrong.
        failures: Vec<Failure>,
        /// The program as far as it got.
        after: T,
        /// Tells if unregistered native constraints were taken to hold.
        assumed: bool,
    },
    /// The rewrite ran and left a well-formed program.
    Works(T),
    /// The pattern does not match in the way that was asked for.
    NoMatch,
    /// Matching took more steps than are allowed.
    GaveUp,
}

/// Native code as a replay takes it: constraints are assumed, functions that only make attributes or types make plain ones.
struct Plain;

impl Natives for Plain {
    fn constraint(&self, _: &Program, _: &NativeCall<'_>) -> Answer {
        Answer::Unknown
    }

    fn rewrite(
        &self,
        rewriter: &mut dyn Rewriter,
        call: &NativeCall<'_>,
    ) -> Result<Vec<Bound>, NativeFailure> {
        let known = determined(rewriter, call)?;
        let described = !known.is_empty();
        let ctx: &Context = rewriter.program().ctx();
        let made = call.results.iter().enumerate().map(|(index, ty)| {
            if let Some(bound) = known.get(index).cloned().flatten() {
                Ok(bound)
            } else if *ty == ctx.pdl_type(known::T_ATTRIBUTE) {
                Ok(Bound::Attribute(Some(ctx.string_attr("made"))))
            } else if *ty == ctx.pdl_type(known::T_TYPE) {
                Ok(Bound::Type(ctx.integer(32)))
            } else if described && *ty == ctx.pdl_type(known::VALUE) {
                // Nothing uses it, or the pattern has no verdict.
                Ok(Bound::Values(Vec::new()))
            } else {
                Err(NativeFailure::Unknown)
            }
        });
        made.collect()
    }
}

/// The results that the summary of a native rewrite determines.
///
/// # Errors
/// [`NativeFailure::Unknown`] of one that makes operations: no program shows them.
fn determined(rewriter: &dyn Rewriter, call: &NativeCall<'_>) -> Result<Vec<Option<Bound>>, NativeFailure> {
    let fits = |summary: &&Arc<Summary>| {
        let counts = (summary.arguments.len(), summary.results.len());
        summary.role == Role::Rewrite && counts == (call.arguments.len(), call.results.len())
    };
    match rewriter.registry().and_then(|registry| registry.native(call.name)).filter(fits) {
        Some(summary) if !summary.creates.is_empty() => Err(NativeFailure::Unknown),
        Some(summary) => Ok(produced(rewriter.program(), summary, call.arguments)),
        None => Ok(Vec::new()),
    }
}

/// The settings of a replay.
pub(crate) fn options(registry: &Registry, meaning: PdlSemantics) -> Options<'_> {
    Options { registry: Some(registry), natives: &Plain, meaning, work: None }
}

/// Native code as its summaries say; what they do not tell is taken as a replay takes it.
pub(super) struct Summarised<'a>(Summaries<'a>);

impl<'a> Summarised<'a> {
    pub(super) fn new(registry: &'a Registry) -> Summarised<'a> {
        Summarised(Summaries::new(registry))
    }

    /// The settings of a replay with such native code.
    pub(super) fn options(natives: &'a Summarised<'_>, registry: &'a Registry) -> Options<'a> {
        Options { registry: Some(registry), natives, meaning: PdlSemantics::Mlir22, work: None }
    }
}

impl Natives for Summarised<'_> {
    fn constraint(&self, program: &Program, call: &NativeCall<'_>) -> Answer {
        self.0.constraint(program, call)
    }

    fn rewrite(
        &self,
        rewriter: &mut dyn Rewriter,
        call: &NativeCall<'_>,
    ) -> Result<Vec<Bound>, NativeFailure> {
        match self.0.rewrite(rewriter, call) {
            Err(NativeFailure::Unknown) => Plain.rewrite(rewriter, call),
            said => said,
        }
    }
}

/// Applies the pattern to a payload with native code that does what its summaries say. `see` is shown the program after the
/// rewrite and what went wrong; afterwards the payload is what it was.
pub(crate) fn replay_summarised<T>(
    subject: &AnalyzedPattern<'_>,
    payload: &mut Payload,
    see: impl FnOnce(&mut Program, &[Failure]) -> T,
) -> Outcome<T> {
    summarised(subject, payload, see, Known::Whole)
}

/// [`replay_summarised`], where what is made also has to meet definitions that are known in part.
pub(crate) fn replay_in_part<T>(
    subject: &AnalyzedPattern<'_>,
    payload: &mut Payload,
    see: impl FnOnce(&mut Program, &[Failure]) -> T,
) -> Outcome<T> {
    summarised(subject, payload, see, Known::Part)
}

fn summarised<T>(
    subject: &AnalyzedPattern<'_>,
    payload: &mut Payload,
    see: impl FnOnce(&mut Program, &[Failure]) -> T,
    known: Known,
) -> Outcome<T> {
    let natives = Summarised::new(subject.registry);
    let work = Some(subject.account().matching());
    let options = Options { work, ..Summarised::options(&natives, subject.registry) };
    replay_with(subject, payload, &options, see, known)
}

/// The definitions that the operations of a rewrite are held against.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// Those that are known as a whole.
    Whole,
    /// Those that are known in part, too.
    Part,
    /// Those that are known as a whole, and the traits that are known of others.
    Traits,
}

/// The match at the root of a payload that binds what the payload was built for.
pub(crate) fn find(subject: &AnalyzedPattern<'_>, payload: &Payload, meaning: PdlSemantics) -> Option<Match> {
    find_with(&subject.compiled().ok()?, payload, &options_of(subject, meaning))
}

/// The settings of a replay that takes its work from the account of the pattern.
pub(crate) fn options_of<'a>(subject: &'a AnalyzedPattern<'_>, meaning: PdlSemantics) -> Options<'a> {
    Options { work: Some(subject.account().matching()), ..options(subject.registry, meaning) }
}

fn find_with(pattern: &CompiledPattern<'_>, payload: &Payload, options: &Options<'_>) -> Option<Match> {
    let source = pattern.pattern().program;
    let intended = |value| payload.ops.get(&source.defining_op(value)?).copied();
    pattern.match_with(&payload.program, payload.anchor, options, &intended)
}

/// Applies the pattern to a payload, prints the program after the rewrite, and undoes it.
pub fn replay(subject: &AnalyzedPattern<'_>, payload: &mut Payload) -> Outcome {
    let options = options_of(subject, PdlSemantics::Mlir22);
    replay_with(subject, payload, &options, |after, _| Printed::new(after), Known::Whole)
}

/// [`replay`], where terminators and symbols of operations that are defined in part count, too.
pub(crate) fn replay_by_traits(subject: &AnalyzedPattern<'_>, payload: &mut Payload) -> Outcome {
    let options = options_of(subject, PdlSemantics::Mlir22);
    replay_with(subject, payload, &options, |after, _| Printed::new(after), Known::Traits)
}

fn replay_with<T>(
    subject: &AnalyzedPattern<'_>,
    payload: &mut Payload,
    options: &Options<'_>,
    see: impl FnOnce(&mut Program, &[Failure]) -> T,
    known: Known,
) -> Outcome<T> {
    let Ok(compiled) = subject.compiled() else { return Outcome::NoMatch };
    let found = find_with(&compiled, payload, options);
    if options.work.is_some_and(Work::is_spent) {
        return Outcome::GaveUp;
    }
    let Some(found) = found else { return Outcome::NoMatch };
    let assumed = !found.assumed.is_empty();
    let ends = terminators(&payload.program, subject.registry);
    let (failures, after) = payload.program.tentatively(|program| {
        let failures = match compiled.apply(program, &found, options) {
            Err(error) => vec![of_error(program, &error)],
            Ok(applied) => after_rewrite(subject.view(), &ends, (subject.registry, known), program, &applied),
        };
        let after = see(program, &failures);
        (failures, after)
    });
    if failures.is_empty() { Outcome::Works(after) } else { Outcome::Fails { failures, after, assumed } }
}

fn of_error(after: &Program, error: &RewriteError) -> Failure {
    let codes = rules_of_error(&error.broken);
    let op = match &error.broken {
        Broken::ResultIndexOutOfRange { result } => *result,
        _ => error.op,
    };
    let (broke, text) = (Broke::Step(op), error.broken.message());
    let points = points_of_error(after, error);
    Failure { codes, broke, value: None, block: None, points, text, silent: false }
}

/// The operations of the payload that a rewrite error speaks of.
fn points_of_error(after: &Program, error: &RewriteError) -> Vec<Point> {
    let user_from = |op: OpId, first: usize| {
        let mut uses = after.results(op).skip(first).flat_map(|value| after.uses(value).collect::<Vec<_>>());
        uses.next().map(|slot| after.operand_owner(slot))
    };
    let by = error.span;
    match &error.broken {
        Broken::EraseWithUses { op, user } => {
            vec![Point::gone(*op, "erased", by), Point::here(*user, "still used here")]
        }
        Broken::TooFewReplacements { op, values, .. } => {
            let used =
                user_from(*op, *values).map(|user| Point::here(user, "a result without a replacement"));
            [Point::gone(*op, "replaced by too few values", by)].into_iter().chain(used).collect()
        }
        Broken::TooManyReplacements { op, .. } => vec![Point::gone(*op, "replaced by too many values", by)],
        Broken::ReplaceByOwnResult { op } => {
            let used = user_from(*op, 0).map(|user| Point::here(user, "used here"));
            [Point::gone(*op, "replaced by its own result", by)].into_iter().chain(used).collect()
        }
        Broken::UseOfErasedOp { op } => vec![Point::gone(*op, "erased before it is read", by)],
        Broken::UseOfErasedValue { value } => {
            let op = after.defining_op(*value);
            op.map(|op| Point::gone(op, "erased before its result is used", by)).into_iter().collect()
        }
        Broken::DoubleErase { op } => vec![Point::gone(*op, "erased or replaced again", by)],
        Broken::ResultIndexOutOfRange { .. }
        | Broken::CannotInferTypes
        | Broken::InferenceFailed
        | Broken::NoType
        | Broken::InsertionPointGone
        | Broken::NativeUnknown { .. }
        | Broken::NativeFailed
        | Broken::Unbound { .. } => Vec::new(),
    }
}

/// The operations of the payload that a violation speaks of.
fn points_of_violation(after: &Program, violation: &Violation) -> Vec<Point> {
    let definer = |operand| {
        let op = after.defining_op(after.operand_value(operand));
        op.filter(|op| !after.is_erased(*op)).map(|op| Point::here(op, "defined here"))
    };
    match &violation.kind {
        ViolationKind::NullOperand(_) => vec![Point::here(violation.op, "the used operation is gone")],
        ViolationKind::DominanceViolation(operand)
        | ViolationKind::UseOfValueFromIsolatedParent { operand, .. } => match definer(*operand) {
            Some(definer) if definer.op == violation.op => {
                vec![Point::here(violation.op, "uses its own result")]
            }
            definer => [Point::here(violation.op, "used here")].into_iter().chain(definer).collect(),
        },
        ViolationKind::MissingTerminator(block) => {
            let last = after.last_op(*block);
            last.map(|op| Point::here(op, "the block ends here")).into_iter().collect()
        }
        ViolationKind::EmptyBlock(_) => vec![Point::here(violation.op, "its block lost its terminator")],
        _ => vec![Point::here(violation.op, "not valid here")],
    }
}

fn after_rewrite(
    pattern: Pattern<'_>,
    ends: &[(OpId, BlockId)],
    (registry, known): (&Registry, Known),
    after: &Program,
    applied: &Applied,
) -> Vec<Failure> {
    let mut violations = wellformed::check(after, registry, &wellformed::Options::default());
    match known {
        Known::Whole => {}
        Known::Part => violations.extend(wellformed::check_parts(after, registry, &applied.created)),
        Known::Traits => violations.extend(wellformed::check_traits(after, registry, after.top())),
    }
    let mut out: Vec<Failure> =
        violations.iter().map(|violation| of_violation(pattern, after, violation, applied)).collect();
    out.extend(lost_terminators(ends, registry, after));
    out
}

fn of_violation(pattern: Pattern<'_>, after: &Program, violation: &Violation, applied: &Applied) -> Failure {
    let codes = rules_of_violation(&violation.kind);
    let value = match &violation.kind {
        ViolationKind::NullOperand(operand)
        | ViolationKind::DominanceViolation(operand)
        | ViolationKind::UseOfValueFromIsolatedParent { operand, .. } => {
            let value = after.operand_value(*operand);
            let maker = after.defining_op(value).and_then(|op| creator(pattern, op, applied));
            Some((value, maker))
        }
        _ => None,
    };
    let block = match &violation.kind {
        ViolationKind::MissingTerminator(block) | ViolationKind::EmptyBlock(block) => Some(*block),
        _ => None,
    };
    let broke = creator(pattern, violation.op, applied).map_or(Broke::Elsewhere, Broke::Created);
    let points = points_of_violation(after, violation);
    Failure { codes, broke, value, block, points, text: violation.message.clone(), silent: false }
}

/// The `pdl.operation` that created a payload operation.
fn creator(pattern: Pattern<'_>, op: OpId, applied: &Applied) -> Option<OpId> {
    let index = applied.created.iter().position(|created| *created == op)?;
    let made = pattern.rewrite_ops().map(assay_ir::pdl::PdlOp::op);
    made.filter(|op| pattern.program.op(*op).name == known::PDL_OPERATION).nth(index)
}

/// The terminators of a program, each with its block.
pub(super) fn terminators(program: &Program, registry: &Registry) -> Vec<(OpId, BlockId)> {
    let at_end = |op: OpId| {
        let block = program.op(op).block?;
        (program.last_op(block) == Some(op) && ends_block(program, registry, op)).then_some((op, block))
    };
    program.walk(program.top()).filter_map(at_end).collect()
}

/// Blocks that ended with one of these terminators and now end with an operation without a spec: MLIR stays silent, as such
/// an operation might be a terminator; it is taken to be none unless it was there before.
pub(super) fn lost_terminators(
    ends: &[(OpId, BlockId)],
    registry: &Registry,
    after: &Program,
) -> Vec<Failure> {
    let mut out = Vec::new();
    for (op, block) in ends.iter().copied() {
        if !after.is_erased(op) {
            continue;
        }
        let Some(last) = after.last_op(block) else { continue };
        if registry.op(after.op(last).name).is_none() && after.successors(last).is_empty() {
            let text = format!(
                "the block now ends with `{}`, which is taken to be no terminator",
                after.op_name(last)
            );
            let (broke, value, block) = (Broke::Elsewhere, None, Some(block));
            let points = vec![Point::here(last, "the block ends here")];
            out.push(Failure { codes: &[Rule::S101], broke, value, block, points, text, silent: true });
        }
    }
    out
}

fn ends_block(program: &Program, registry: &Registry, op: OpId) -> bool {
    match registry.op(program.op(op).name) {
        Some(spec) if !spec.lossy => spec.traits.terminator,
        _ => !program.successors(op).is_empty(),
    }
}
