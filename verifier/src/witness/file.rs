//! A witness as a file of its own: the pattern in `module @patterns`, the payload in `module @ir`, which is where
//! real MLIR's `-test-pdl-bytecode-pass` looks, and our own replay of such a file. Writes and opens nothing.

use std::sync::Arc;

use assay_backend::engine::SecondEngine;
use assay_ir::data::{
    AttrKind, BlockId, Ident, InsertPoint, IntValue, NewOp, OpId, Pos, Program, Span, TypeId, ValueId, known,
};
use assay_ir::pdl::{self, Pattern};
use assay_ir::rewrite::{
    CompiledPattern, GreedyOptions, GreedyOutcome, Options, PdlSemantics, Work, apply_greedily,
};
use assay_ir::spec::Registry;
use assay_ir::wellformed;
use rustc_hash::FxHashMap;

use super::execute::Value;
use super::payload::Payload;
use super::replay::{self, Broke, Failure, Point, lost_terminators, terminators};
use super::rerun::{self, Compared};
use super::text::{self as print, Printed};
use crate::limits::{Limits, Resource};
use crate::pattern::naming;
use crate::verdict::{Application, Confirmed, Mark, Marks, Rule, Witness};

/// The attribute that lets a pattern match only once: MLIR's driver repeats patterns until none applies.
pub const MARKER: &str = "assay.once";

/// A witness of what one application does.
pub fn witness(pattern: Pattern<'_>, payload: &mut Payload, after: String, failure: String) -> Witness {
    marked(pattern, payload, after, failure, "")
}

/// A witness of how one application fails.
pub fn failing(pattern: Pattern<'_>, payload: &mut Payload, after: Printed, failure: &Failure) -> Witness {
    let Printed { text, lines } = after;
    let mut witness = witness(pattern, payload, text, failure.text.clone());
    witness.stopped = match failure.broke {
        Broke::Step(op) => Some(pattern.program.op(op).span),
        Broke::Created(_) | Broke::Elsewhere => None,
    };
    let (kept, gone): (Vec<_>, Vec<_>) =
        failure.points.iter().partition(|point| lines.contains_key(&point.op));
    let before = match gone.is_empty() {
        true => FxHashMap::default(),
        false => Printed::new(&payload.program).lines,
    };
    witness.marks = Marks { before: marks(&before, &gone), after: marks(&lines, &kept) };
    witness
}

/// A remark on the line of one operation.
pub fn remark(program: &Program, op: OpId, text: &str) -> Vec<Mark> {
    let (_, lines) = assay_ir::text::print_with_lines(program);
    let line = lines.get(&op).copied();
    let mark = line.map(|line| Mark { line, gone: false, text: text.to_owned(), by: Span::NONE });
    mark.into_iter().collect()
}

/// Remarks on the lines of the operations that take part.
fn marks(lines: &FxHashMap<OpId, usize>, points: &[&Point]) -> Vec<Mark> {
    let mark = |point: &&Point| {
        let line = *lines.get(&point.op)?;
        Some(Mark { line, gone: point.gone, text: point.text.to_owned(), by: point.by })
    };
    points.iter().filter_map(mark).collect()
}

/// A witness of values that one application changes, on these arguments and with `index` of this width.
pub fn counterexample(
    pattern: Pattern<'_>,
    payload: &mut Payload,
    after: String,
    failure: String,
    (arguments, index): (&[Value], u32),
) -> Witness {
    let beside = rerun::written(payload.program.ctx(), arguments, index);
    marked(pattern, payload, after, failure, &beside)
}

fn marked(
    pattern: Pattern<'_>,
    payload: &mut Payload,
    after: String,
    failure: String,
    beside: &str,
) -> Witness {
    let ctx = Arc::clone(payload.program.ctx());
    let anchor = payload.program.op(payload.anchor);
    let entries = ctx.entries(anchor.attributes).iter().copied();
    let with_marker = ctx.dictionary(entries.chain([(ctx.ident(MARKER), ctx.unit())]));
    let marked = payload.program.tentatively(|program| {
        program.set_attributes(payload.anchor, with_marker);
        print::program(program)
    });
    let modules = modules(&with_once(pattern), &marked, beside);
    create(payload, after, failure, modules)
}

/// A witness of what repeated application of these patterns does.
pub fn endless(
    patterns: &[Pattern<'_>],
    payload: &Payload,
    after: String,
    failure: String,
    applications: Vec<Application>,
) -> Witness {
    let texts: String = patterns.iter().map(|pattern| named(pattern.program, pattern.op)).collect();
    let modules = modules(&texts, &print::program(&payload.program), "");
    Witness { applications, ..create(payload, after, failure, modules) }
}

/// The text of a pattern with the names of its source.
fn named(program: &Program, pattern: OpId) -> String {
    let mut names = FxHashMap::default();
    for op in program.walk(pattern) {
        let name = naming::name(program, op);
        // A number may be the canonical name of something else.
        if name.strip_prefix('%').is_some_and(|name| name.starts_with(|c: char| !c.is_ascii_digit())) {
            names.extend(program.results(op).map(|value| (value, name.clone())));
        }
    }
    assay_ir::text::print_op_named(program, pattern, names)
}

fn create(payload: &Payload, after: String, failure: String, modules: String) -> Witness {
    Witness {
        before: print::program(&payload.program),
        after,
        marks: Marks::default(),
        stopped: None,
        applications: Vec::new(),
        failure,
        modules,
        confirmed: Confirmed::Replayed,
        trace: None,
    }
}

fn modules(pattern: &str, payload: &str, beside: &str) -> String {
    format!("module @patterns {{\n{}}}\nmodule @ir{beside} {{\n{}}}\n", indented(pattern), indented(payload))
}

fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") }).collect()
}

/// The start of every witness.
const FIRST_WORDS: &str = "// A program on which the pattern breaks rule";

/// Tells if a file is a witness that was written here.
pub fn is_witness(bytes: &[u8]) -> bool {
    bytes.starts_with(FIRST_WORDS.as_bytes())
}

/// The file of a witness of rule `code`; real MLIR accepts it.
pub fn text(witness: &Witness, code: Rule) -> String {
    // A program that stays well-formed shows nothing by being rewritten: it has to be run.
    let how = match witness.confirmed {
        Confirmed::Replayed | Confirmed::Mlir | Confirmed::None => {
            "Run it again with `assay replay FILE`, or with"
        }
        Confirmed::Interpreted | Confirmed::Executed => {
            "Run it again before and after with `assay replay FILE`, rewrite it with"
        }
    };
    let mut out = format!(
        "{FIRST_WORDS} {code} (see `assay explain {code}`):\n\
         //   {}\n\
         // {how}\n\
         //   mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass FILE\n\
         {}",
        witness.failure.replace('\n', "\n//   "),
        witness.modules
    );
    let title = match (&witness.stopped, &witness.applications[..]) {
        (Some(_), _) => "Where the rewrite stops".to_owned(),
        (None, []) => "After the rewrite".to_owned(),
        (None, [_]) => "After one rewrite".to_owned(),
        (None, applications) => format!("After {} rewrites", applications.len()),
    };
    out.push_str(&format!("// {title}:\n"));
    let after = witness.applications.last().map_or(&witness.after, |application| &application.program);
    for line in after.lines() {
        out.push_str("//   ");
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// The pattern with the marker on its anchor, so that MLIR applies it once; as it is where it has the marker.
fn with_once(pattern: Pattern<'_>) -> String {
    let marked = alone(pattern).and_then(|(mut program, op)| {
        let anchor = Pattern { program: &program, op }.anchor()?;
        mark(&mut program, op, anchor)?;
        Some(named(&program, op))
    });
    marked.unwrap_or_else(|| named(pattern.program, pattern.op))
}

/// A program of this pattern only; `None` where it is more than operations in regions of one block.
fn alone(pattern: Pattern<'_>) -> Option<(Program, OpId)> {
    let mut to = Program::new(pattern.program.ctx());
    if let Some(source) = pattern.program.source() {
        to.set_source(Arc::clone(source));
    }
    let block = to.top_block();
    let op = copy(pattern.program, pattern.op, &mut to, block, &mut FxHashMap::default())?;
    Some((to, op))
}

/// Copies an operation to the end of a block; `values` are the copies of the values above it.
fn copy(
    from: &Program,
    op: OpId,
    to: &mut Program,
    block: BlockId,
    values: &mut FxHashMap<ValueId, ValueId>,
) -> Option<OpId> {
    let data = from.op(op);
    let operands: Option<Vec<(ValueId, Pos)>> =
        from.operands(op).map(|value| Some((*values.get(&value)?, Pos::NONE))).collect();
    let results: Vec<(TypeId, Pos)> =
        from.results(op).map(|value| (from.value_type(value), from.value(value).pos)).collect();
    let regions = from.op_regions(op);
    let new = NewOp {
        name: data.name,
        operands: &operands.filter(|_| from.successors(op).is_empty())?,
        results: &results,
        successors: &[],
        regions: regions.len(),
        properties: data.properties,
        attributes: data.attributes,
        loc: data.loc,
        span: data.span,
    };
    let made = to.create(&new, InsertPoint::End(block));
    values.extend(from.results(op).zip(to.results(made).collect::<Vec<_>>()));
    for (index, region) in regions.iter().enumerate() {
        let inner = match from.region(*region).blocks.as_slice() {
            [] => continue,
            [inner] => inner,
            _ => return None,
        };
        if !from.block(*inner).arguments.is_empty() {
            return None;
        }
        let region = to.op_regions(made)[index];
        let block = to.add_block(region, Span::NONE);
        for op in from.ops_in(*inner) {
            copy(from, op, to, block, values)?;
        }
    }
    Some(made)
}

fn mark(program: &mut Program, pattern: OpId, anchor: OpId) -> Option<()> {
    let ctx = Arc::clone(program.ctx());
    let data = program.op(anchor).clone();
    let names = match ctx.attr_kind(ctx.entry(data.properties, known::ATTRIBUTE_VALUE_NAMES)?) {
        AttrKind::Array(names) => names.to_vec(),
        _ => return None,
    };
    let marker = ctx.string_attr(MARKER);
    if names.contains(&marker) {
        return None;
    }
    let (element, sizes) = match ctx.attr_kind(ctx.entry(data.properties, known::OPERAND_SEGMENT_SIZES)?) {
        AttrKind::DenseArray { element, values } if values.len() == 3 => (*element, values.to_vec()),
        _ => return None,
    };
    let size = |index: usize| match ctx.attr_kind(sizes[index]) {
        AttrKind::Integer { value: IntValue::Small(size), .. } => usize::try_from(*size).ok(),
        _ => None,
    };
    let (operands, attributes) = (size(0)?, size(1)?);
    let body = Pattern { program, op: pattern }.body()?;
    let unit = unit_attribute(program, body);

    let mut values: Vec<ValueId> = program.operands(anchor).collect();
    values.insert(operands + attributes, unit);
    program.set_operands(anchor, &values);
    let grown = ctx.integer_attr(attributes as i128 + 1, element);
    let sizes = ctx.attr(AttrKind::DenseArray { element, values: Box::new([sizes[0], grown, sizes[2]]) });
    let names = ctx.attr(AttrKind::Array(names.into_iter().chain([marker]).collect()));
    let changed = |key: Ident, old| match key {
        known::OPERAND_SEGMENT_SIZES => sizes,
        known::ATTRIBUTE_VALUE_NAMES => names,
        _ => old,
    };
    let entries: Vec<_> =
        ctx.entries(data.properties).iter().map(|(key, old)| (*key, changed(*key, *old))).collect();
    program.set_properties(anchor, ctx.dictionary(entries));
    Some(())
}

fn unit_attribute(program: &mut Program, body: assay_ir::data::BlockId) -> ValueId {
    let ctx = Arc::clone(program.ctx());
    let results = [(ctx.pdl_type(known::T_ATTRIBUTE), Pos::NONE)];
    let properties = ctx.dictionary([(known::VALUE, ctx.unit())]);
    let new = NewOp { results: &results, properties, ..NewOp::named(&ctx, known::PDL_ATTRIBUTE) };
    let op = program.create(&new, InsertPoint::Start(body));
    program.result(op, 0).expect("it was made with one result")
}

/// What running a witness file showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rerun {
    /// It breaks: what went wrong, and the program as far as it got.
    Breaks {
        /// In words.
        failures: Vec<String>,
        /// Text of the payload afterwards.
        after: String,
    },
    /// The rewrite does not end within the budget of rewrites.
    Endless,
    /// It runs, and the result is well-formed.
    Works {
        /// Text of the payload afterwards.
        after: String,
    },
    /// It runs, and the program then does what it did not before, on the arguments that stand beside it.
    Differs {
        /// What both programs came to.
        compared: Compared,
        /// Text of the payload afterwards.
        after: String,
    },
    /// It runs, and the program then does what it may on those arguments.
    Agrees {
        /// What both programs came to.
        compared: Compared,
        /// Text of the payload afterwards.
        after: String,
    },
    /// The programs cannot be run on what stands beside them, in words.
    CannotRun(String),
    /// MLIR 22 matches where the written pattern does not (rule M501); the rewrite itself runs.
    OverMatch,
    /// The pattern matches nowhere in the payload.
    NoMatch,
    /// The payload is not well-formed before any rewrite.
    InvalidBefore(Vec<String>),
    /// There is no `module @patterns` with a pattern, or no `module @ir`.
    NotAWitness,
}

/// Applies the pattern of `@patterns` once to `@ir`, at its first match, and on to the end while it matches. Several
/// patterns are applied together until none matches. The program is the same afterwards.
pub fn rerun(program: &mut Program, registry: &Registry, second: SecondEngine, budget: usize) -> Rerun {
    let module = |name: &str| {
        program.ops_in(program.top_block()).find(|op| {
            program.op(*op).name == known::BUILTIN_MODULE
                && program.attr_text(*op, known::SYM_NAME) == Some(name)
        })
    };
    let (Some(patterns), Some(payload)) = (module("patterns"), module("ir")) else {
        return Rerun::NotAWitness;
    };
    let mut members: Vec<Pattern<'_>> = pdl::patterns(program);
    members.retain(|pattern| program.is_within(pattern.op, patterns));
    if members.is_empty() {
        return Rerun::NotAWitness;
    }
    let only_payload = wellformed::Options { scope: Some(payload) };
    let before = wellformed::check(program, registry, &only_payload);
    if !before.is_empty() {
        return Rerun::InvalidBefore(before.into_iter().map(|violation| violation.message).collect());
    }
    // Patterns are read while the payload beside them is rewritten: they go to programs of their own.
    let members: Option<Vec<(Program, OpId)>> = members.into_iter().map(alone).collect();
    let Some(members) = members else { return Rerun::NoMatch };
    let work = Work::new(Limits::default().limit(Resource::Matching));
    let done = rerun_within(program, (registry, second), payload, &members, budget, &work);
    match work.is_spent() {
        true => Rerun::CannotRun("matching takes more steps than are allowed".to_owned()),
        false => done,
    }
}

fn rerun_within(
    program: &mut Program,
    (registry, second): (&Registry, SecondEngine),
    payload: OpId,
    members: &[(Program, OpId)],
    budget: usize,
    work: &Work,
) -> Rerun {
    let options = Options { work: Some(work), ..replay::options(registry, PdlSemantics::Mlir22) };
    let compiled: Result<Vec<CompiledPattern<'_>>, _> =
        members.iter().map(|(program, op)| CompiledPattern::new(Pattern { program, op: *op })).collect();
    let Ok(compiled) = compiled else { return Rerun::NoMatch };
    let [pattern] = compiled.as_slice() else {
        return together(program, payload, &compiled, &options, budget);
    };
    if rerun::has_arguments(program, payload) {
        return on_arguments(program, payload, (registry, second), pattern, work);
    }
    let Some(found) = pattern.first_match(program, payload, &options) else {
        return Rerun::NoMatch;
    };
    let written = Options { meaning: PdlSemantics::Written, ..options };
    let over_match = pattern.first_match(program, payload, &written).is_none();
    let ends = terminators(program, registry);
    // The rewrite is not blamed for faults of the program before it.
    let is_whole = wellformed::check_traits(program, registry, payload).is_empty();
    program.tentatively(|after| {
        let applied = pattern.apply(after, &found, &options);
        let shown = print::operation(after, payload);
        let applied = match applied {
            Ok(applied) => applied,
            Err(error) => {
                return Rerun::Breaks { failures: vec![error.broken.message()], after: shown };
            }
        };
        let mut failures = broken(&ends, after, payload, registry);
        if is_whole {
            let lost = wellformed::check_traits(after, registry, payload);
            failures.extend(lost.into_iter().map(|violation| violation.message));
        }
        if !failures.is_empty() {
            return Rerun::Breaks { failures, after: shown };
        }
        if over_match {
            return Rerun::OverMatch;
        }
        let parts = wellformed::check_parts(after, registry, &applied.created);
        match apply_greedily(after, payload, &compiled, &options, &until(budget)) {
            GreedyOutcome::Budget { .. } | GreedyOutcome::Cycle { .. } => Rerun::Endless,
            _ if parts.is_empty() => Rerun::Works { after: shown },
            _ => {
                let failures = parts.into_iter().map(|violation| violation.message).collect();
                Rerun::Breaks { failures, after: shown }
            }
        }
    })
}

/// What is wrong with a payload after a rewrite, in words; `ends` are the terminators before it.
fn broken(ends: &[(OpId, BlockId)], after: &Program, payload: OpId, registry: &Registry) -> Vec<String> {
    let broken = wellformed::check(after, registry, &wellformed::Options { scope: Some(payload) });
    let lost = lost_terminators(ends, registry, after);
    broken
        .into_iter()
        .map(|violation| violation.message)
        .chain(lost.into_iter().map(|lost| lost.text))
        .collect()
}

/// Applies the pattern once and runs both programs; of several matches the first one that shows a difference counts.
fn on_arguments(
    program: &mut Program,
    payload: OpId,
    (registry, second): (&Registry, SecondEngine),
    pattern: &CompiledPattern<'_>,
    work: &Work,
) -> Rerun {
    let natives = replay::Summarised::new(registry);
    let options = Options { work: Some(work), ..replay::Summarised::options(&natives, registry) };
    let call = rerun::call(program, payload, registry);
    let before = call.as_ref().map_err(String::clone).and_then(|call| call.run(program, registry, second));
    let ends = terminators(program, registry);
    let mut first = None;
    for op in program.walk(payload).collect::<Vec<_>>() {
        for found in pattern.matches_at(program, op, &options) {
            let outcome = program.tentatively(|program| {
                let applied = pattern.apply(program, &found, &options);
                let after = print::operation(program, payload);
                let failures = match applied {
                    Err(error) => vec![error.broken.message()],
                    Ok(_) => broken(&ends, program, payload, registry),
                };
                if !failures.is_empty() {
                    return Rerun::Breaks { failures, after };
                }
                let compared = match (&call, &before) {
                    (Ok(call), Ok(before)) => call
                        .run(program, registry, second)
                        .map(|after| rerun::compared(call, before.clone(), after)),
                    (Err(why), _) | (_, Err(why)) => Err(why.clone()),
                };
                match compared {
                    Err(why) => Rerun::CannotRun(why),
                    Ok(compared) if compared.differs() => Rerun::Differs { compared, after },
                    Ok(compared) => Rerun::Agrees { compared, after },
                }
            });
            if matches!(outcome, Rerun::Differs { .. }) {
                return outcome;
            }
            first.get_or_insert(outcome);
        }
    }
    first.unwrap_or(Rerun::NoMatch)
}

fn until(budget: usize) -> GreedyOptions<'static> {
    GreedyOptions { rewrites: budget, rounds: None, find_cycles: true, ..GreedyOptions::default() }
}

/// Several patterns until none matches.
fn together(
    program: &mut Program,
    payload: OpId,
    patterns: &[CompiledPattern<'_>],
    options: &Options<'_>,
    budget: usize,
) -> Rerun {
    let (outcome, after) = program.tentatively(|program| {
        let outcome = apply_greedily(program, payload, patterns, options, &until(budget));
        (outcome, print::operation(program, payload))
    });
    match outcome {
        GreedyOutcome::Budget { .. } | GreedyOutcome::Cycle { .. } => Rerun::Endless,
        GreedyOutcome::Converged(0) => Rerun::NoMatch,
        GreedyOutcome::Converged(_) => Rerun::Works { after },
        GreedyOutcome::Broken { error, .. } => {
            Rerun::Breaks { failures: vec![error.broken.message()], after }
        }
    }
}
