//! The relation between two parts of handles: whether consuming one invalidates handles to the other. MLIR invalidates a
//! handle when one of its operations is a consumed one or lies in it; ancestors and siblings stay valid.
//!
//! `Must` holds on every payload on which the parts are not empty. `May` holds on some. `Assumed` marks what is taken not to
//! happen without evidence: operations of a handle that hold one another.

use assay_ir::data::{Context, Ident};

use super::kinds::{may_nest, meet};
use super::payload::{Group, GroupId, NodeId, Part, Payload, What};

/// The way in which a handle is invalidated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// It was consumed itself.
    Direct,
    /// It points to a consumed operation.
    Same,
    /// It points into a consumed operation.
    Nested,
}

/// The strength of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MayMust {
    /// Only where a listed assumption fails.
    Assumed,
    /// On some payload.
    May,
    /// On every payload, or on the given one.
    Must,
}

/// How consuming a part concerns another one; nothing where it does not. What may be is left out where only `surely` counts.
pub(super) fn hit(
    payload: &Payload,
    ctx: &Context,
    consumed: Part,
    other: Part,
    surely: bool,
) -> Option<(How, MayMust)> {
    match (consumed, other) {
        (Part::Op(a), Part::Op(b)) => op_op(payload, a, b),
        (Part::Op(a), Part::Group(b)) => op_group(payload, ctx, a, b),
        (Part::Group(a), Part::Op(b)) => group_op(payload, ctx, a, b),
        (Part::Group(a), Part::Group(b)) => group_group(payload, ctx, a, b, surely),
    }
}

fn op_op(payload: &Payload, a: NodeId, b: NodeId) -> Option<(How, MayMust)> {
    let sure = |node| if payload.is_shaken(node) { MayMust::May } else { MayMust::Must };
    match a == b {
        true => Some((How::Same, sure(a))),
        false => payload.is_within(b, a).then(|| (How::Nested, sure(b))),
    }
}

fn is_spread(payload: &Payload, group: &Group) -> bool {
    matches!(payload.node(group.within).what, What::Op { .. })
}

/// Tells if a part lies in another by the chain of its makers.
fn is_below(payload: &Payload, mut inner: Part, outer: Part) -> bool {
    while let Part::Group(group) = inner {
        let Some(around) = payload.group(group).inside else { break };
        if around == outer {
            return true;
        }
        inner = around;
    }
    false
}

/// Tells if a group was asked for as the parents of a part, perhaps through other parents.
fn is_above(payload: &Payload, outer: GroupId, inner: Part) -> bool {
    let mut at = payload.group(outer).above;
    while let Some(part) = at {
        if part == inner {
            return true;
        }
        at = match part {
            Part::Group(group) => payload.group(group).above,
            Part::Op(_) => None,
        };
    }
    false
}

fn op_group(payload: &Payload, ctx: &Context, a: NodeId, b: GroupId) -> Option<(How, MayMust)> {
    let group = payload.group(b);
    if group.inside == Some(Part::Op(a)) || payload.is_within(group.within, a) {
        // The place of a spread group is one of its ancestors.
        return Some((How::Nested, MayMust::Must));
    }
    let below = is_spread(payload, group) && payload.is_within(a, group.within);
    if !below || is_above(payload, b, Part::Op(a)) {
        return None;
    }
    let names = payload.name(a).map(|name: Ident| std::rc::Rc::from([name]));
    if !group.fresh && meet(&names, &group.names) {
        return Some((How::Same, MayMust::May));
    }
    may_nest(&names, &group.names, ctx).then_some((How::Nested, MayMust::May))
}

fn group_op(payload: &Payload, ctx: &Context, a: GroupId, b: NodeId) -> Option<(How, MayMust)> {
    if is_above(payload, a, Part::Op(b)) {
        return Some((How::Nested, MayMust::Must));
    }
    let group = payload.group(a);
    if b == group.within || !payload.is_within(b, group.within) {
        return None;
    }
    let names = payload.name(b).map(|name| std::rc::Rc::from([name]));
    if is_spread(payload, group) && !group.fresh && meet(&names, &group.names) {
        return Some((How::Same, MayMust::May));
    }
    may_nest(&group.names, &names, ctx).then_some((How::Nested, MayMust::May))
}

fn group_group(
    payload: &Payload,
    ctx: &Context,
    a: GroupId,
    b: GroupId,
    surely: bool,
) -> Option<(How, MayMust)> {
    if a == b {
        return Some((How::Same, MayMust::Must));
    }
    if is_above(payload, a, Part::Group(b)) || is_below(payload, Part::Group(b), Part::Group(a)) {
        return Some((How::Nested, MayMust::Must));
    }
    if is_above(payload, b, Part::Group(a)) || is_below(payload, Part::Group(a), Part::Group(b)) {
        // Parents lie in a consumed operation where the operations of the handle hold one another.
        return Some((How::Nested, MayMust::Assumed));
    }
    let (first, second) = (payload.group(a), payload.group(b));
    if let (Some((whole, step, share)), Some((other, same, number))) = (first.share, second.share)
        && whole == other
        && step == same
    {
        let how = if share == number { How::Same } else { How::Nested };
        let sure = if share == number { MayMust::Must } else { MayMust::Assumed };
        return Some((how, sure));
    }
    if second.share.is_some_and(|(whole, ..)| whole == a) || first.share.is_some_and(|(whole, ..)| whole == b)
    {
        return Some((How::Same, MayMust::Must));
    }
    if surely { None } else { apart(payload, ctx, first, second) }
}

/// Groups that no step relates: what their places and names permit.
fn apart(payload: &Payload, ctx: &Context, a: &Group, b: &Group) -> Option<(How, MayMust)> {
    let near = payload.is_within(b.within, a.within)
        || (is_spread(payload, b) && payload.is_within(a.within, b.within));
    if !near {
        return None;
    }
    // Operations that a step makes are none that a handle had before; those of one step are different ones.
    let made = |one: &Group, two: &Group| one.fresh && (two.fresh || one.version > two.version);
    let distinct = made(a, b) || made(b, a);
    let joint = a.within == b.within || is_spread(payload, a) || is_spread(payload, b);
    if joint && !distinct && meet(&a.names, &b.names) {
        return Some((How::Same, MayMust::May));
    }
    // The operations that a step makes do not move around operations that were there.
    let moved = a.fresh && a.version > b.version;
    (!moved && may_nest(&a.names, &b.names, ctx)).then_some((How::Nested, MayMust::May))
}
