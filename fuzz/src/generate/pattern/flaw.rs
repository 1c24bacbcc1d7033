//! Safe patterns with one deliberate flaw, and the rule that it breaks.

use assay_ir::data::known;

use super::sketch::{Action, Attribute, CreatedOp, MadeType, Node, OpRef, Operand, Results, Sketch, Used};
use crate::generate::choose::Choose;
use crate::generate::vocabulary::{FUNCTION, LAB, MADE, MISSING, RETURN, SCOPE, is_terminator};

type Flaw = fn(&mut Sketch) -> Option<&'static str>;

const FLAWS: [Flaw; 18] = [
    erased_with_uses,
    used_after_its_end,
    created_after_the_root,
    replaced_too_late,
    reads_the_root,
    replaced_by_itself,
    one_value_too_few,
    one_value_too_many,
    returns_something,
    ended_twice,
    result_out_of_range,
    needs_a_region,
    terminator_in_the_middle,
    terminator_erased,
    handle_used_twice,
    symbol_ends,
    symbol_may_end,
    refers_to_nothing,
];

/// Puts one flaw into a safe pattern; without any that fits, the pattern stays as it is.
pub(super) fn flawed<C: Choose>(dice: &mut C, sketch: Sketch) -> Sketch {
    let start = dice.below(FLAWS.len());
    for step in 0..FLAWS.len() {
        let mut changed = sketch.clone();
        if let Some(code) = FLAWS[(start + step) % FLAWS.len()](&mut changed) {
            changed.flaw = Some(code);
            return changed;
        }
    }
    sketch
}

fn root(sketch: &Sketch) -> usize {
    sketch.marked()
}

fn named(node: &Node) -> bool {
    node.name.is_some_and(|name| !is_terminator(name))
}

fn create(operands: Vec<Used>, results: Vec<MadeType>) -> Action {
    let count = results.len();
    let (attributes, carried) = (Vec::new(), Vec::new());
    Action::Create(CreatedOp { name: MADE[1], operands, attributes, carried, results, count })
}

/// An operation that has results and a name, and is not the root.
fn inner(sketch: &Sketch) -> Option<usize> {
    (0..sketch.nodes.len()).find(|node| {
        let data = &sketch.nodes[*node];
        *node != root(sketch) && named(data) && data.results.count().is_some_and(|count| count > 0)
    })
}

fn is_ended(sketch: &Sketch, node: usize) -> bool {
    let ends = |action: &Action| match action {
        Action::ReplaceByOp(target, _) | Action::ReplaceByValues(target, _) | Action::Erase(target) => {
            *target == OpRef::Node(node)
        }
        Action::Create(_) => false,
    };
    sketch.actions.iter().any(ends)
}

fn root_results(sketch: &Sketch) -> Option<usize> {
    let node = &sketch.nodes[root(sketch)];
    node.results.count().filter(|_| named(node))
}

fn own(node: usize, count: usize) -> Vec<Used> {
    (0..count).map(|index| Used::Result { of: OpRef::Node(node), index }).collect()
}

fn erased_with_uses(sketch: &mut Sketch) -> Option<&'static str> {
    let node = inner(sketch).filter(|node| !is_ended(sketch, *node))?;
    sketch.actions.push(Action::Erase(OpRef::Node(node)));
    Some("S105")
}

fn used_after_its_end(sketch: &mut Sketch) -> Option<&'static str> {
    let node = root(sketch);
    root_results(sketch).filter(|count| *count > 0 && is_ended(sketch, node))?;
    sketch.actions.push(create(own(node, 1), Vec::new()));
    Some("S104")
}

fn created_after_the_root(sketch: &mut Sketch) -> Option<&'static str> {
    if !is_ended(sketch, root(sketch)) || !named(&sketch.nodes[root(sketch)]) {
        return None;
    }
    sketch.actions.push(create(Vec::new(), Vec::new()));
    Some("S102")
}

fn replaced_too_late(sketch: &mut Sketch) -> Option<&'static str> {
    let node = inner(sketch).filter(|node| !is_ended(sketch, *node))?;
    let Results::Types(types) = &sketch.nodes[node].results else { return None };
    let results = types.iter().map(|ty| MadeType::Var(*ty)).collect();
    let actions = vec![create(Vec::new(), results), Action::ReplaceByOp(OpRef::Node(node), OpRef::Made(0))];
    sketch.actions = actions;
    Some("S103")
}

fn reads_the_root(sketch: &mut Sketch) -> Option<&'static str> {
    root_results(sketch).filter(|count| *count > 0)?;
    sketch.actions = vec![create(own(root(sketch), 1), Vec::new())];
    Some("S106")
}

fn replaced_by_itself(sketch: &mut Sketch) -> Option<&'static str> {
    let count = root_results(sketch).filter(|count| *count > 0)?;
    let node = root(sketch);
    sketch.actions = vec![Action::ReplaceByValues(OpRef::Node(node), own(node, count))];
    Some("S107")
}

fn some_value(sketch: &Sketch) -> Option<Used> {
    sketch.free.iter().position(|free| !free.range).map(Used::Free)
}

fn one_value_too_few(sketch: &mut Sketch) -> Option<&'static str> {
    // Without any value at all, MLIR takes it for an erasure.
    let count = root_results(sketch).filter(|count| *count > 1)?;
    let values = vec![some_value(sketch)?; count - 1];
    sketch.actions = vec![Action::ReplaceByValues(OpRef::Node(root(sketch)), values)];
    Some("S108")
}

fn one_value_too_many(sketch: &mut Sketch) -> Option<&'static str> {
    let count = root_results(sketch)?;
    let value = some_value(sketch)?;
    let values = vec![value; count + 1];
    sketch.actions = vec![Action::ReplaceByValues(OpRef::Node(root(sketch)), values)];
    Some("S108")
}

fn ended_twice(sketch: &mut Sketch) -> Option<&'static str> {
    let node = root(sketch);
    if !is_ended(sketch, node) || !named(&sketch.nodes[node]) {
        return None;
    }
    sketch.actions.push(Action::Erase(OpRef::Node(node)));
    Some("S109")
}

fn result_out_of_range(sketch: &mut Sketch) -> Option<&'static str> {
    let node = inner(sketch).filter(|node| !is_ended(sketch, *node))?;
    let index = sketch.nodes[node].results.count()?;
    let value = Used::Result { of: OpRef::Node(node), index };
    sketch.actions.insert(0, create(vec![value], Vec::new()));
    shift(sketch);
    Some("S110")
}

/// An action was put before all others: what they create has other numbers now.
fn shift(sketch: &mut Sketch) {
    let op = |op: &mut OpRef| {
        if let OpRef::Made(action) = op {
            *action += 1;
        }
    };
    let value = |value: &mut Used| {
        if let Used::Result { of, .. } | Used::Results(of) = value {
            op(of);
        }
    };
    for action in sketch.actions.iter_mut().skip(1) {
        match action {
            Action::Create(made) => made.operands.iter_mut().for_each(value),
            Action::ReplaceByOp(target, by) => {
                op(target);
                op(by);
            }
            Action::ReplaceByValues(target, values) => {
                op(target);
                values.iter_mut().for_each(value);
            }
            Action::Erase(target) => op(target),
        }
    }
}

fn insert_plain(sketch: &mut Sketch, name: &'static str) {
    let (operands, attributes, carried, results) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let made = CreatedOp { name, operands, attributes, carried, results, count: 0 };
    sketch.actions.insert(0, Action::Create(made));
    shift(sketch);
}

fn needs_a_region(sketch: &mut Sketch) -> Option<&'static str> {
    insert_plain(sketch, SCOPE);
    Some("S111")
}

fn terminator_in_the_middle(sketch: &mut Sketch) -> Option<&'static str> {
    insert_plain(sketch, RETURN);
    Some("S101")
}

fn terminator_erased(sketch: &mut Sketch) -> Option<&'static str> {
    let node = root(sketch);
    sketch.nodes[node].name.filter(|name| is_terminator(name))?;
    sketch.actions = vec![Action::Erase(OpRef::Node(node))];
    Some("S101")
}

/// A return of nothing gives way to one that returns something.
fn returns_something(sketch: &mut Sketch) -> Option<&'static str> {
    alone(sketch, Some(RETURN));
    sketch.actions = vec![Action::Erase(OpRef::Node(0))];
    insert_plain(sketch, RETURN);
    sketch.actions.insert(0, create(Vec::new(), vec![MadeType::Constant(0)]));
    shift(sketch);
    if let Action::Create(returned) = &mut sketch.actions[1] {
        returned.operands.push(Used::Result { of: OpRef::Made(0), index: 0 });
    }
    Some("S115")
}

/// A root without a spec that reads one result in two places through one handle.
fn handle_used_twice(sketch: &mut Sketch) -> Option<&'static str> {
    let node = root(sketch);
    let data = &sketch.nodes[node];
    let shared = data.operands.iter().copied().find(|operand| matches!(operand, Operand::Result { .. }))?;
    if data.real || !data.name.is_some_and(|name| LAB.contains(&name)) {
        return None;
    }
    sketch.nodes[node].operands.push(shared);
    Some("M501")
}

/// What has neither operands nor results is matched alone; what the rewrite made of nothing stays.
fn alone(sketch: &mut Sketch, name: Option<&'static str>) {
    let attributes = sketch.nodes[root(sketch)].attributes.iter().copied();
    // What a definition prescribes has no name of ours.
    let attributes = attributes.filter(|(name, _)| matches!(*name, "k" | "l")).collect::<Vec<_>>();
    let kept: Vec<Attribute> = attributes.iter().map(|(_, at)| sketch.attributes[*at]).collect();
    let attributes = attributes.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
    let node =
        Node { name, real: false, operands: Vec::new(), attributes, results: Results::Types(Vec::new()) };
    let of_nothing = |action: &Action| matches!(action, Action::Create(made) if made.operands.is_empty() && made.carried.is_empty() && !is_terminator(made.name));
    sketch.actions.retain(of_nothing);
    sketch.actions.push(Action::Erase(OpRef::Node(0)));
    sketch.nodes = vec![node];
    sketch.attributes = kept;
    sketch.free.clear();
    sketch.root = Some(0);
}

fn symbol_ends(sketch: &mut Sketch) -> Option<&'static str> {
    alone(sketch, Some(FUNCTION));
    Some("S113")
}

fn symbol_may_end(sketch: &mut Sketch) -> Option<&'static str> {
    alone(sketch, None);
    Some("S113")
}

fn refers_to_nothing(sketch: &mut Sketch) -> Option<&'static str> {
    let operands: Vec<Used> = some_value(sketch).into_iter().collect();
    let (attributes, carried, results) = (vec![("callee", MISSING)], Vec::new(), Vec::new());
    let made =
        CreatedOp { name: known::text(known::FUNC_CALL), operands, attributes, carried, results, count: 0 };
    sketch.actions.insert(0, Action::Create(made));
    shift(sketch);
    Some("S114")
}
