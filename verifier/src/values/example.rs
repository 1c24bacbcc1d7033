//! A model of the solver as an input in terms of the pattern: values, attributes, what memory holds, and what is to be seen of
//! it. Decides nothing.

use std::sync::Arc;

use assay_ir::data::{AttrId, AttrKind, Context, DenseData, IntValue, OpId, TypeId, TypeKind, ValueId};
use assay_ir::{ops, text};
use rustc_hash::FxHashMap;

use super::builder::{Encoding, Observable, Observed, Types};
use super::refine::Broken;
use super::trace::{At, is_memory};
use super::wide_integers::{number, written};
use crate::instance;
use crate::pattern::classes::Classes;
use crate::pattern::model::Model;
use crate::stage::Task;
use crate::verdict::Rule;
use crate::witness::PdlValue;
use crate::witness::input::{Counterexample, InitialStore, MatchInput, Observation, Probe};
use crate::witness::widen::width_of;
use assay_semantics::{Key, Role};
use assay_term::bits::signed;
use assay_term::eval::Model as Values;
use assay_term::minimize::ModelPreferences;
use assay_term::node::TermId;

/// Undefined behaviour of what need not run, poison and promises are better avoided.
pub(super) fn wishes(ctx: &Context, sides: &mut Encoding) -> ModelPreferences {
    let memrefs = sides.inputs.iter().filter(|input| is_memory(ctx, input.ty));
    let bases: Vec<TermId> = memrefs.filter_map(|input| Some(input.numbers.elements.first()?.bits)).collect();
    let mut one_memory = Vec::new();
    for (number, a) in bases.iter().enumerate() {
        for b in &bases[..number] {
            one_memory.push(sides.pool.equal(*a, *b));
        }
    }
    let poison =
        sides.inputs.iter().flat_map(|input| input.numbers.elements.iter().map(|scalar| scalar.poison));
    let promises = sides.roles.list().filter(|(_, role, _)| {
        !matches!(role, Role::Predicate | Role::FloatPredicate | Role::Number { .. } | Role::Place { .. })
    });
    let held = sides.memory.reads.iter().flat_map(|read| &read.value.elements).map(|scalar| scalar.poison);
    let undefined = may_stop(sides).map(|(_, undefined)| undefined);
    let mut avoided: Vec<TermId> =
        undefined.chain(poison).chain(held).chain(promises.map(|(_, _, ex)| ex)).collect();
    avoided.extend(one_memory);
    avoided.retain(|ex| sides.pool.value(*ex).is_none());
    ModelPreferences { avoided }
}

/// Matched operations that need not run, each with when it is undefined before the rewrite.
fn may_stop(sides: &Encoding) -> impl Iterator<Item = (OpId, TermId)> + '_ {
    let before = sides.before.iter().filter(|computed| !computed.created);
    let uncertain = |op: OpId| sides.uncertain.iter().any(|one| one.op == op);
    before.filter(move |computed| uncertain(computed.op)).map(|computed| (computed.op, computed.undefined))
}

/// Matched operations that are taken not to run: those that need not, where the question is whether the rest is defined, and
/// where one of them is undefined on this input, which would excuse any value.
fn idle(sides: &Encoding, question: &Broken, at: &At<'_>) -> Vec<OpId> {
    let target = sides.observed.get(question.observed).map(|observed| observed.target);
    let seen = sides.uncertain.iter().find(|one| Some(one.op) == target && question.code != Rule::V302);
    let feeds = |op: &OpId| seen.is_some_and(|seen| seen.with.contains(op));
    let others: Vec<OpId> = sides.uncertain.iter().map(|one| one.op).filter(|op| !feeds(op)).collect();
    let stops = may_stop(sides).any(|(op, undefined)| others.contains(&op) && at.holds(undefined));
    if question.code == Rule::V302 || stops { others } else { Vec::new() }
}

/// The types of a sample, by the handles of the pattern.
pub(super) fn by_handle(model: &Model, classes: &Classes<'_>, types: &Types) -> instance::Types {
    let handles = model.types.iter().enumerate().filter_map(|(index, ty)| Some((index, ty.handle?)));
    let single = handles.filter_map(|(index, handle)| {
        Some((handle, written(types.narrowed_type, *types.of.get(&classes.ty(index))?)))
    });
    let ranges = range_types(model, classes, types);
    instance::Types { single: single.collect(), ranges, classes: types.of.clone() }
}

/// The types of the elements of what the pattern binds as a range.
fn range_types(model: &Model, classes: &Classes<'_>, types: &Types) -> FxHashMap<ValueId, Vec<TypeId>> {
    let mut out: FxHashMap<ValueId, Vec<TypeId>> = FxHashMap::default();
    for (index, ty) in model.types.iter().enumerate() {
        let chosen = types.of.get(&classes.ty(index)).copied();
        if let Some(((handle, at), chosen)) = ty.range.zip(chosen) {
            let list = out.entry(handle).or_default();
            // Elements stand in order.
            if list.len() == at {
                list.push(written(types.narrowed_type, chosen));
            }
        }
    }
    out
}

/// An input in terms of the pattern.
pub(super) fn counterexample(
    task: &Task<'_>,
    (model, classes): (&Model, &Classes<'_>),
    sides: &Encoding,
    question: &Broken,
    values: &Values,
    types: &Types,
) -> Result<Counterexample, &'static str> {
    let ctx = task.registry.ctx();
    let at = At::new(sides, values);
    // What a memref holds is said apart; of itself there is only whether it is poison.
    let numbers = sides.inputs.iter().map(|input| (input, at.numbers(&input.numbers)));
    let numbers = numbers.filter(|(input, list)| !is_memory(ctx, input.ty) || list[..] == [None]);
    let given = numbers.map(|(input, numbers)| MatchInput { value: input.value, numbers });
    let (mut attributes, mut unlisted) = (FxHashMap::default(), Vec::new());
    for (key, attr) in attributes_of(ctx, (model, classes), sides, &at) {
        match key {
            Key::Bound(handle) => {
                attributes.insert(handle, attr);
            }
            Key::Unlisted(op, name) => unlisted.push((op, name, attr)),
        }
    }
    let idle = idle(sides, question, &at);
    // A function that returns at a matched terminator returns nothing else.
    let hands_on = sides.observed.iter().any(|observed| matches!(observed.seen, Observable::Handed(_)));
    let is_seen = |(number, observed): &(usize, &Observed)| {
        !idle.contains(&observed.target)
            && match observed.seen {
                Observable::Result(_) => !hands_on,
                Observable::Handed(_) => true,
                // The operation need not look at it.
                Observable::Passed(_) => false,
                Observable::Stored(..) => *number == question.observed && question.code != Rule::V302,
            }
    };
    let probe = if hands_on { probe(sides, question, &at)? } else { None };
    let seen: Vec<&Observed> =
        sides.observed.iter().enumerate().filter(is_seen).map(|(_, observed)| observed).collect();
    let mut observed = Vec::with_capacity(seen.len());
    for one in &seen {
        observed.push(match &one.seen {
            Observable::Result(index) => Observation::Result(one.target, *index),
            Observable::Handed(index) => Observation::Handed(one.target, *index),
            Observable::Passed(_) => return Err("an operand of an operation without meaning"),
            Observable::Stored(place, _) => {
                let spot = at.spot(task.program, sides, place).ok_or("a place that no memref has")?;
                Observation::Stored(one.target, spot)
            }
        });
    }
    let outcome = |undefined: TermId, side: &dyn Fn(&Observed) -> assay_semantics::Value| {
        (!at.holds(undefined)).then(|| seen.iter().map(|observed| at.numbers(&side(observed))).collect())
    };
    let mut fills: Vec<InitialStore> = Vec::new();
    for read in &sides.memory.reads {
        let Some(spot) = at.spot(task.program, sides, &read.place) else { continue };
        let fill = InitialStore { before: read.moment, spot, numbers: at.numbers(&read.value) };
        if !fills.contains(&fill) {
            fills.push(fill);
        }
    }
    if types.narrowed_type.is_some() && !(fills.is_empty() && probe.is_none()) {
        return Err("memory or returns of integers that are too wide");
    }
    let after = outcome(sides.undefined_after, &|observed| observed.after.clone());
    let handles = by_handle(model, classes, types);
    Ok(Counterexample {
        code: question.code,
        types: handles.single,
        range_types: handles.ranges,
        attributes,
        unlisted,
        given: given.collect(),
        observed,
        before: outcome(sides.undefined_before, &|observed| observed.before.clone()),
        after: after.filter(|_| probe.is_none()),
        probe,
        fills,
        same: one_memory(ctx, sides, &at)?,
        idle,
        index: types.index,
        narrow: types.narrowed_type.and_then(|(_, narrow)| width_of(ctx, narrow)),
    })
}

/// The result in question, beside a matched terminator that returns something else.
fn probe(sides: &Encoding, question: &Broken, at: &At<'_>) -> Result<Option<Probe>, &'static str> {
    match sides.observed.get(question.observed) {
        Some(Observed { seen: Observable::Result(index), target, before, .. })
            if question.code != Rule::V302 =>
        {
            match at.numbers(before)[..] {
                [Some(number)] => Ok(Some(Probe { op: *target, index: *index, number })),
                _ => Err("a result beside what a matched terminator returns"),
            }
        }
        _ => Ok(None),
    }
}

/// Operands that are one memref.
fn one_memory(
    ctx: &Context,
    sides: &Encoding,
    at: &At<'_>,
) -> Result<Vec<(PdlValue, PdlValue)>, &'static str> {
    let memrefs: Vec<_> = sides.inputs.iter().filter(|input| is_memory(ctx, input.ty)).collect();
    let mut same = Vec::new();
    for (number, a) in memrefs.iter().enumerate() {
        for b in &memrefs[..number] {
            let (one, other) = (at.numbers(&a.numbers), at.numbers(&b.numbers));
            if a.ty != b.ty || one != other || one[..] == [None] {
                continue;
            }
            let operand = |value: PdlValue| !matches!(value, PdlValue::Result(..));
            if !operand(a.value) || !operand(b.value) {
                return Err("two results that are one memref");
            }
            same.push((b.value, a.value));
        }
    }
    Ok(same)
}

/// The unknown attributes as real ones.
fn attributes_of(
    ctx: &Arc<Context>,
    place: (&Model, &Classes<'_>),
    sides: &Encoding,
    at: &At<'_>,
) -> Vec<(Key, AttrId)> {
    let mut keys: Vec<Key> = Vec::new();
    for (key, ..) in sides.roles.list() {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys.into_iter().filter_map(|key| Some((key, attribute(ctx, place, sides, at, key)?))).collect()
}

/// The case of this number of an enumeration that is written by its words, in the place of an operation where the attribute stands.
fn case(
    ctx: &Arc<Context>,
    (model, classes): (&Model, &Classes<'_>),
    key: Key,
    number: i64,
) -> Option<AttrId> {
    let (op, name) = model.nodes.iter().enumerate().find_map(|(index, node)| {
        let name = match key {
            Key::Unlisted(op, name) => (node.op == op).then_some(name),
            Key::Bound(handle) => {
                let own = model.attributes.iter().position(|attribute| attribute.handle == handle)?;
                let same = |attribute: usize| classes.attribute(attribute) == classes.attribute(own);
                let list = classes.attributes_of(classes.node(index));
                list.iter().find(|(_, attribute)| same(*attribute)).map(|(name, _)| *name)
            }
        };
        Some((node.name?, name?))
    })?;
    let record = ops::op(ctx.str(op))?;
    let kind = record.attributes().find(|one| one.name == ctx.str(name))?.kind;
    let (attribute, enumeration) = kind.strip_prefix("word(")?.strip_suffix(')')?.split_once(':')?;
    let (dialect, attribute) = attribute.split_once('.')?;
    let cases = &ops::Dialect::of_op(record).enumeration(enumeration)?.cases;
    let (word, _) = cases.iter().find(|(_, known)| *known == number)?;
    text::parse_attr(ctx, &format!("#{dialect}<{attribute} {word}>")).ok()
}

fn attribute(
    ctx: &Arc<Context>,
    place: (&Model, &Classes<'_>),
    sides: &Encoding,
    at: &At<'_>,
    key: Key,
) -> Option<AttrId> {
    let roles: Vec<(Role, TermId)> =
        sides.roles.list().filter(|(other, ..)| *other == key).map(|(_, role, ex)| (role, ex)).collect();
    let holds = |wanted: Role| roles.iter().any(|(role, ex)| *role == wanted && at.holds(*ex));
    match roles.first()? {
        (Role::Signed | Role::Unsigned, _) => {
            let words: Vec<&str> = [(Role::Signed, "nsw"), (Role::Unsigned, "nuw")]
                .into_iter()
                .filter_map(|(role, word)| holds(role).then_some(word))
                .collect();
            if words.is_empty() && matches!(key, Key::Unlisted(..)) {
                return None;
            }
            let body = if words.is_empty() { "none".to_owned() } else { words.join(", ") };
            Some(ctx.attr(AttrKind::Opaque {
                dialect: ctx.ident("arith"),
                name: ctx.ident("overflow"),
                body: ctx.ident(&body),
                ty: None,
            }))
        }
        (Role::NoNans | Role::NoInfinities, _) => {
            let words: Vec<&str> = [(Role::NoNans, "nnan"), (Role::NoInfinities, "ninf")]
                .into_iter()
                .filter_map(|(role, word)| holds(role).then_some(word))
                .collect();
            let body = if words.is_empty() { "none".to_owned() } else { words.join(",") };
            (!words.is_empty() || matches!(key, Key::Bound(_))).then(|| {
                ctx.attr(AttrKind::Opaque {
                    dialect: ctx.ident("arith"),
                    name: ctx.ident("fastmath"),
                    body: ctx.ident(&body),
                    ty: None,
                })
            })
        }
        (Role::Present, _) => holds(Role::Present).then(|| ctx.unit()),
        (Role::Place { .. }, ex) => {
            let (list, absent) = sides.roles.lists.get(&key)?;
            let place = usize::try_from(at.value(*ex)).ok()?;
            let missing = matches!(key, Key::Unlisted(..)) && *absent == Some(place);
            list.get(place).filter(|_| !missing).copied()
        }
        (Role::Predicate | Role::FloatPredicate, ex) => {
            let number = at.value(*ex) as i128;
            let case = i64::try_from(number).ok().and_then(|number| case(ctx, place, key, number));
            Some(case.unwrap_or_else(|| ctx.integer_attr(number, ctx.integer(64))))
        }
        (Role::Number { .. }, _) => {
            let ty = *sides.roles.types.get(&key)?;
            let numbers = roles.iter().filter_map(|(role, ex)| match role {
                Role::Number { width, .. } => Some((at.value(*ex), *width)),
                _ => None,
            });
            let numbers: Vec<_> = numbers.collect();
            let wide = match numbers[..] {
                [(bits, _)] => number(ctx, sides, bits, ty),
                _ => None,
            };
            Some(match wide {
                Some(wide) => {
                    let ty = written(sides.narrowed_type, ty);
                    ctx.attr(AttrKind::Integer { value: IntValue::new(wide), ty })
                }
                None => constant(ctx, ty, &numbers),
            })
        }
    }
}

/// An attribute with these numbers.
fn constant(ctx: &Context, ty: TypeId, numbers: &[(u128, u32)]) -> AttrId {
    let one = |(value, width): (u128, u32), ty: TypeId| {
        if matches!(ctx.type_kind(ty), TypeKind::Float(_)) {
            return ctx.attr(AttrKind::Float { bits: value, ty });
        }
        ctx.integer_attr(if width == 1 { value as i128 } else { signed(value, width) }, ty)
    };
    match ctx.type_kind(ty) {
        TypeKind::Vector { element, .. } | TypeKind::RankedTensor { element, .. } => {
            let list = numbers.iter().map(|number| one(*number, *element)).collect();
            ctx.attr(AttrKind::Dense { data: DenseData::Elements(list), ty })
        }
        _ => one(numbers.first().copied().unwrap_or((0, 64)), ty),
    }
}
