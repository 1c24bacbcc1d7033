//! Layouts of what a pattern matches: which operations and values are the same, in which order they stand, where uses
//! and terminators are.

use arbitrary::Unstructured;
use assay_verifier::confirm::{PdlValue, Scenario, UsePlace};
use assay_verifier::structure::model::{Definition, Model};

use super::Dice;

fn all_values(model: &Model) -> Vec<PdlValue> {
    let name = |value: &assay_verifier::structure::model::Value| match value.def {
        Definition::Free(op) => PdlValue::Operand(op),
        Definition::Result(node, index) => PdlValue::Result(model.nodes[node].op, index as u32),
    };
    model.values.iter().map(name).collect()
}

/// A way to lay a match out, from bytes.
pub fn scenario(model: &Model, bytes: &mut Unstructured<'_>) -> Scenario {
    let dice = &mut Dice(bytes);
    let mut scenario = Scenario::default();
    let ops: Vec<_> = model.nodes.iter().map(|node| node.op).collect();
    let values = all_values(model);
    for _ in 0..dice.below(3) {
        match dice.one_in(2) {
            true => scenario.same_op.push((ops[dice.below(ops.len())], ops[dice.below(ops.len())])),
            false if !values.is_empty() => {
                scenario
                    .same_value
                    .push((values[dice.below(values.len())], values[dice.below(values.len())]));
            }
            false => {}
        }
    }
    scenario.order = ops.clone();
    for index in (1..ops.len()).rev() {
        scenario.order.swap(index, dice.below(index + 1));
    }
    if dice.one_in(2) {
        scenario.first = Some(ops[dice.below(ops.len())]);
    }
    scenario.late = values.iter().copied().filter(|_| dice.one_in(2)).collect();
    scenario.uses =
        values.iter().filter(|_| !dice.one_in(3)).map(|value| (*value, UsePlace::AfterDefinition)).collect();
    let wildcards: Vec<_> =
        model.nodes.iter().filter(|node| node.name.is_none()).map(|node| node.op).collect();
    // Merged with a named operation, one without a name is none of the terminators that the domain knows.
    if !wildcards.is_empty()
        && scenario.same_op.is_empty()
        && scenario.same_value.is_empty()
        && dice.one_in(2)
    {
        scenario.terminator = Some(wildcards[dice.below(wildcards.len())]);
    }
    scenario
}
