//! Faults for which MLIR rejects a script before it runs it: unknown, recursive and badly called sequences, annotations of
//! arguments that are missing or wrong, counts of results and options of knobs.

use assay_ir::data::{AttrKind, BlockId, OpId, Program, TypeId, TypeKind, ValueDef, ValueId, known};
use assay_ir::rule::Rule;
use rustc_hash::FxHashSet;

use super::alias::MayMust;
use super::effects::{self, Consumes, Effects};
use super::text::{self, Symbols};
use super::{Problem, function_of, operands, shapes};

/// Levels of regions that are looked into for consumed arguments.
const LEVELS: usize = 200;

/// Tells if an operation whose effects its text decides consumes an operand.
pub(super) fn region_consumes(
    program: &Program,
    symbols: &Symbols,
    op: OpId,
    index: usize,
    level: usize,
) -> bool {
    if program.op_regions(op).is_empty() {
        let callee = text::targets(program, op).first().and_then(|name| symbols.find(program, op, *name));
        return callee.is_some_and(|callee| text::argument(program, callee, index).consumed);
    }
    level < LEVELS
        && text::body(program, op).is_some_and(|block| {
            let argument = program.block(block).arguments.get(index).copied();
            argument.is_some_and(|argument| {
                block_consumes(program, symbols, block, argument, level + 1).is_some()
            })
        })
}

/// The operation of a block, nested ones as far as they take it as an operand, that consumes a value.
fn block_consumes(
    program: &Program,
    symbols: &Symbols,
    block: BlockId,
    value: ValueId,
    level: usize,
) -> Option<OpId> {
    let consumes = |op: OpId, effects: Effects, index: usize| match effects.consumes {
        Consumes::None => false,
        Consumes::All => true,
        Consumes::First { unless } => index == 0 && !unless.is_some_and(|name| text::flag(program, op, name)),
        Consumes::Text => region_consumes(program, symbols, op, index, level),
    };
    let mut users: Vec<OpId> = program
        .uses(value)
        .filter(|slot| {
            let op = program.operand_owner(*slot);
            let effects = effects::lookup(program.op_name(op));
            program.op(op).block == Some(block)
                && effects.is_some_and(|effects| consumes(op, effects, program.operand_index(*slot)))
        })
        .map(|slot| program.operand_owner(slot))
        .collect();
    users.sort_by_key(|op| program.op(*op).span.start);
    users.first().copied()
}

type Check = fn(&Program, &Symbols, OpId, &mut Vec<Problem>);

/// Checks of single operations.
const CHECK_OPS: &[(&str, Check)] = &[
    ("transform.named_sequence", sequence),
    ("transform.include", include),
    ("transform.foreach_match", matchers),
    ("transform.collect_matching", matchers),
    ("transform.structured.tile_using_for", |program, _, op, out| loops(program, op, out)),
    ("transform.sequence", |program, _, op, out| results(program, op, out)),
    ("transform.foreach", |program, _, op, out| results(program, op, out)),
    ("transform.alternatives", |program, _, op, out| {
        results(program, op, out);
        isolation(program, op, out);
    }),
    ("transform.match.structured", |program, _, op, out| results(program, op, out)),
    ("transform.tune.knob", |program, _, op, out| knob(program, op, out)),
];

/// Everything that is rejected.
pub(super) fn rejected(program: &Program, symbols: &Symbols) -> Vec<Problem> {
    let mut out = Vec::new();
    let ops: Vec<OpId> = program.walk(program.top()).collect();
    for op in &ops {
        operands::check(program, *op, &mut out);
        if let Some(check) = function_of(CHECK_OPS, program.op_name(*op)) {
            check(program, symbols, *op, &mut out);
        }
    }
    recursion(program, symbols, &ops, &mut out);
    out
}

fn problem(rule: Rule, at: OpId, message: String, related: Vec<(OpId, String)>) -> Problem {
    Problem { rule, certainty: MayMust::Must, at, message, related }
}

/// Annotations of the arguments of a sequence, and the place that it is in.
fn sequence(program: &Program, symbols: &Symbols, op: OpId, out: &mut Vec<Problem>) {
    if let Some(parent) = program.parent_op(op)
        && program.op(parent).name == known::BUILTIN_MODULE
        && !text::flag(program, parent, "transform.with_named_sequence")
    {
        let message = "the module around a named sequence lacks `transform.with_named_sequence`".to_owned();
        out.push(problem(Rule::C515, op, message, Vec::new()));
    }
    let Some(block) = text::body(program, op) else { return };
    for (index, argument) in program.block(block).arguments.iter().enumerate() {
        let annotated = text::argument(program, op, index);
        let spelled = text::spelled(program, *argument);
        if annotated.consumed && annotated.readonly {
            let message = format!("{spelled} is both `transform.consumed` and `transform.readonly`");
            out.push(problem(Rule::C515, op, message, Vec::new()));
        } else if annotated.readonly
            && let Some(by) = block_consumes(program, symbols, block, *argument, 0)
        {
            let message =
                format!("{spelled} is `transform.readonly`, and `{}` consumes it", program.op_name(by));
            out.push(problem(Rule::C515, op, message, vec![(by, "it is consumed here".to_owned())]));
        }
    }
    let ty = text::attr(program, op, "function_type").and_then(|ty| program.ctx().as_type(ty));
    if let Some(TypeKind::Function { results, .. }) = ty.map(|ty| program.ctx().type_kind(ty)) {
        yields(program, op, block, results, out);
    }
}

/// Values from outside that the regions of an operation use, which is isolated from above.
fn isolation(program: &Program, op: OpId, out: &mut Vec<Problem>) {
    for inner in program.walk(op).filter(|inner| *inner != op) {
        let is_outside = |value: &ValueId| {
            let holder = match program.value(*value).def {
                ValueDef::Result(by, _) => by,
                ValueDef::Argument(block, _) => program.block_parent_op(block),
            };
            holder != op && !program.is_within(holder, op)
        };
        if let Some(value) = program.operands(inner).find(is_outside) {
            let spelled = text::spelled(program, value);
            let message = format!(
                "{spelled} is from outside of `{}`, which is isolated from above",
                program.op_name(op)
            );
            out.push(problem(Rule::C515, inner, message, Vec::new()));
        }
    }
}

/// Values that the blocks of an operation yield, which are its results.
fn results(program: &Program, op: OpId, out: &mut Vec<Problem>) {
    let results: Vec<TypeId> = program.results(op).map(|result| program.value_type(result)).collect();
    for region in program.op_regions(op) {
        if let Some(block) = program.region(*region).blocks.first() {
            yields(program, op, *block, &results, out);
        }
    }
}

/// Yielded values, as many as results and of their types; MLIR does not look at the types that a structured match yields, and
/// crashes where a handle becomes one of another role.
fn yields(program: &Program, op: OpId, block: BlockId, results: &[TypeId], out: &mut Vec<Problem>) {
    let yielded = text::yielded(program, block);
    let at = program.last_op(block).unwrap_or(op);
    if results.len() != yielded.len() {
        let whole = if text::is_sequence(program, op) { "sequence" } else { "operation" };
        let message =
            format!("{} values are yielded, and the {whole} has {} results", yielded.len(), results.len());
        out.push(problem(Rule::C515, at, message, Vec::new()));
        return;
    }
    let by_role = shapes::table().has("by-role", program.op_name(op));
    for (index, (value, result)) in yielded.iter().zip(results).enumerate() {
        let fits = match by_role {
            true => text::role(program, *value) == text::role_of(program, *result),
            false => program.value_type(*value) == *result,
        };
        if !fits {
            let message = format!(
                "{} is yielded as result {index}, which has another type",
                text::spelled(program, *value)
            );
            out.push(problem(Rule::C515, at, message, vec![(op, "the results".to_owned())]));
        }
    }
}

/// The callee of an include, its operands and results.
fn include(program: &Program, symbols: &Symbols, op: OpId, out: &mut Vec<Problem>) {
    let Some(target) = text::attr(program, op, "target") else { return };
    let Some(callee) = symbols.find(program, op, target) else {
        let message = "the included sequence does not exist".to_owned();
        out.push(problem(Rule::C512, op, message, Vec::new()));
        return;
    };
    if !text::is_sequence(program, callee) {
        let message = "the included symbol is no named sequence".to_owned();
        out.push(problem(Rule::C512, op, message, vec![(callee, "the symbol".to_owned())]));
        return;
    }
    let ty = text::attr(program, callee, "function_type").and_then(|ty| program.ctx().as_type(ty));
    let Some(TypeKind::Function { inputs, results }) = ty.map(|ty| program.ctx().type_kind(ty)) else {
        return;
    };
    let related = || vec![(callee, "the sequence".to_owned())];
    let (given, taken) = (program.operand_count(op), inputs.len());
    if given != taken {
        let message = format!("{given} operands are given to a sequence that takes {taken}");
        out.push(problem(Rule::C512, op, message, related()));
        return;
    }
    if program.result_count(op) != results.len() {
        let message = format!(
            "{} results are taken from a sequence that has {}",
            program.result_count(op),
            results.len()
        );
        out.push(problem(Rule::C512, op, message, related()));
        return;
    }
    for (index, operand) in program.operands(op).enumerate() {
        let annotated = text::argument(program, callee, index);
        let spelled = text::spelled(program, operand);
        if program.value_type(operand) != inputs[index] {
            let message = format!("{spelled} has another type than the sequence takes");
            out.push(problem(Rule::C515, op, message, related()));
        } else if !annotated.consumed && !annotated.readonly {
            let message = format!(
                "argument {index} of the included sequence is neither `transform.consumed` nor `transform.readonly`"
            );
            out.push(problem(Rule::C515, op, message, related()));
        }
    }
}

/// Matchers and actions: they exist, their arguments are annotated, and matchers change nothing.
fn matchers(program: &Program, symbols: &Symbols, op: OpId, out: &mut Vec<Problem>) {
    let targets = text::targets(program, op);
    let lists = shapes::table().arguments("calls", program.op_name(op)).map_or(1, <[_]>::len);
    let matching = targets.len() / lists;
    for (number, target) in targets.iter().enumerate() {
        let Some(callee) = symbols.find(program, op, *target) else {
            let message = "a matcher or an action does not exist".to_owned();
            out.push(problem(Rule::C512, op, message, Vec::new()));
            continue;
        };
        let Some(block) = text::body(program, callee) else { continue };
        for (index, argument) in program.block(block).arguments.iter().enumerate() {
            let annotated = text::argument(program, callee, index);
            let spelled = text::spelled(program, *argument);
            let message = if !annotated.consumed && !annotated.readonly {
                format!("{spelled} is neither `transform.consumed` nor `transform.readonly`")
            } else if number < matching && annotated.consumed {
                format!("{spelled} is consumed by a matcher")
            } else {
                continue;
            };
            out.push(problem(Rule::C515, op, message, vec![(callee, "the sequence".to_owned())]));
        }
        if number < matching {
            unfit(program, op, callee, block, out);
        }
    }
}

fn unfit(program: &Program, op: OpId, callee: OpId, block: BlockId, out: &mut Vec<Problem>) {
    let other = program.ops_in(block).find(|inner| {
        let known = effects::lookup(program.op_name(*inner));
        !text::is_terminator(program, *inner) && known.is_some_and(|effects| !effects.matcher)
    });
    if let Some(other) = other {
        let message = format!("`{}` stands in a matcher, which may only match", program.op_name(other));
        let related = vec![(callee, "the matcher".to_owned()), (other, "this operation".to_owned())];
        out.push(problem(Rule::C515, op, message, related));
    }
}

/// A tiling has a result for each size that is not zero.
fn loops(program: &Program, op: OpId, out: &mut Vec<Problem>) {
    let Some(sizes) = text::integers(program, op, "static_sizes") else { return };
    let scalable = text::attr(program, op, "scalable_sizes");
    let scalable = scalable.map_or(&[][..], |list| text::elements(program, list));
    let made = sizes.iter().enumerate().filter(|(index, size)| {
        let scales = scalable.get(*index).and_then(|flag| text::integer(program, *flag));
        **size != 0 || scales.is_some_and(|flag| flag != 0)
    });
    let (made, results) = (made.count(), program.result_count(op).saturating_sub(1));
    if made != results {
        let message = format!("{made} tile sizes make loops, and {results} handles to loops are taken");
        out.push(problem(Rule::C514, op, message, Vec::new()));
    }
}

/// The value that a knob selects is one of its options.
fn knob(program: &Program, op: OpId, out: &mut Vec<Problem>) {
    let (Some(selected), Some(options)) =
        (text::attr(program, op, "selected"), text::attr(program, op, "options"))
    else {
        return;
    };
    let listed = matches!(program.ctx().attr_kind(options), AttrKind::Array(_));
    if listed && !text::elements(program, options).contains(&selected) {
        let message = "the selected value is none of the options".to_owned();
        out.push(problem(Rule::C514, op, message, Vec::new()));
    }
}

/// Includes that lead back to the sequence that they are in: each cycle at its first include.
fn recursion(program: &Program, symbols: &Symbols, ops: &[OpId], out: &mut Vec<Problem>) {
    let around = |op: OpId| {
        let mut at = Some(op);
        while let Some(one) = at {
            if text::is_sequence(program, one) {
                return Some(one);
            }
            at = program.parent_op(one);
        }
        None
    };
    let mut calls: Vec<(OpId, OpId, OpId)> = Vec::new();
    for op in ops {
        for target in text::targets(program, *op) {
            if let (Some(caller), Some(callee)) = (around(*op), symbols.find(program, *op, target)) {
                calls.push((caller, *op, callee));
            }
        }
    }
    let mut known: FxHashSet<OpId> = FxHashSet::default();
    for (caller, at, callee) in &calls {
        if known.contains(caller) {
            continue;
        }
        let reached = reachable(&calls, *callee);
        if !reached.contains(caller) {
            continue;
        }
        // All sequences of the cycle are reported by this include.
        known.extend(reached.iter().filter(|one| reachable(&calls, **one).contains(caller)));
        known.insert(*caller);
        let message = if caller == callee {
            "the sequence includes itself".to_owned()
        } else {
            "the sequence includes itself through others".to_owned()
        };
        out.push(problem(Rule::C512, *caller, message, vec![(*at, "it is included here".to_owned())]));
    }
}

fn reachable(calls: &[(OpId, OpId, OpId)], from: OpId) -> FxHashSet<OpId> {
    let mut seen = FxHashSet::from_iter([from]);
    let mut open = vec![from];
    while let Some(one) = open.pop() {
        for (_, _, callee) in calls.iter().filter(|(caller, ..)| *caller == one) {
            if seen.insert(*callee) {
                open.push(*callee);
            }
        }
    }
    seen
}
