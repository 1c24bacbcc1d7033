//! Which rules a generated pattern could show to be broken, by what it matches and does: the population behind each count of
//! a rule. A rule without a population says nothing by a count of zero.

use assay_ir::ops;
use assay_ir::rule::{Family, Rule};

use crate::generate::pattern::sketch::{Action, OpRef, Operand, Sketch, Used};
use crate::generate::vocabulary::is_terminator;

/// The rules that tables list: those of the stages.
pub fn rules() -> impl Iterator<Item = Rule> {
    let listed = [Family::Structure, Family::Matching, Family::Types, Family::Values, Family::Termination];
    Rule::ALL.iter().copied().filter(move |rule| listed.contains(&rule.family()))
}

/// What a pattern has in it.
#[derive(Clone, Copy, Debug, Default)]
struct Parts {
    erases: bool,
    replaces: bool,
    replaces_by_values: bool,
    creates: bool,
    creates_real: bool,
    creates_terminator: bool,
    created_operands: bool,
    leaves_types_out: bool,
    reads_in_rewrite: bool,
    own_results: bool,
    actions_on_one: bool,
    wildcard: bool,
    terminator: bool,
    symbols: bool,
    several: bool,
    results: bool,
}

/// Tells if regions, symbols or parents are prescribed for an operation.
fn is_bound(name: &str) -> bool {
    let prescribes = |record: &ops::Op| {
        record.regions() != (0, false) || ["terminator", "symbol_user"].iter().any(|word| record.has(word))
    };
    ops::op(name).is_some_and(prescribes)
}

/// Tells if an operation has a trait.
fn has(name: &str, word: &str) -> bool {
    ops::op(name).is_some_and(|record| record.has(word))
}

impl Parts {
    fn from_sketch(sketch: &Sketch) -> Parts {
        let mut parts = Parts { several: sketch.nodes.len() > 1, ..Parts::default() };
        for node in &sketch.nodes {
            parts.wildcard |= node.name.is_none();
            parts.terminator |= node.name.is_some_and(is_terminator);
            parts.symbols |= node.name.is_some_and(|name| has(name, "symbol"));
            parts.results |= node.results.count() != Some(0);
        }
        let mut ended: Vec<OpRef> = Vec::new();
        for action in &sketch.actions {
            let (target, values): (Option<OpRef>, &[Used]) = match action {
                Action::Create(made) => {
                    parts.creates = true;
                    parts.creates_real |= !made.name.starts_with("lab.");
                    parts.creates_terminator |= is_terminator(made.name);
                    parts.created_operands |= !made.operands.is_empty();
                    parts.leaves_types_out |= made.results.len() < made.count || made.count == 0;
                    parts.symbols |= has(made.name, "symbol_user");
                    (None, &made.operands)
                }
                Action::ReplaceByOp(target, _) => (Some(*target), &[]),
                Action::ReplaceByValues(target, values) => {
                    parts.replaces_by_values = true;
                    (Some(*target), values)
                }
                Action::Erase(target) => {
                    parts.erases = true;
                    (Some(*target), &[])
                }
            };
            parts.replaces |= matches!(action, Action::ReplaceByOp(..) | Action::ReplaceByValues(..));
            for value in values {
                let owner = match value {
                    Used::Bound { node, .. } => Some(OpRef::Node(*node)),
                    Used::Result { of, .. } | Used::Results(of) => Some(*of),
                    Used::Free(_) => None,
                };
                parts.reads_in_rewrite |= matches!(value, Used::Result { .. } | Used::Results(_));
                parts.own_results |= owner.is_some() && owner == target;
            }
            if let Some(target) = target {
                parts.actions_on_one |= ended.contains(&target);
                ended.push(target);
            }
        }
        parts
    }
}

/// The rules that a pattern could show. `values` says whether the stage of values was asked, `termination` whether that of
/// termination was.
pub fn possible_rules(sketch: &Sketch, values: bool, termination: bool) -> Vec<Rule> {
    let parts = Parts::from_sketch(sketch);
    let gone = parts.erases || parts.replaces;
    let contracts = sketch.names().any(is_bound) || parts.wildcard;
    let could = |rule: Rule| match rule {
        Rule::S101 => parts.terminator || parts.wildcard || parts.creates_terminator,
        Rule::S102 => gone && parts.creates,
        Rule::S103 => parts.replaces || parts.created_operands,
        Rule::S104 => gone && (parts.reads_in_rewrite || parts.created_operands),
        Rule::S105 => parts.erases && parts.results,
        Rule::S106 => gone && parts.created_operands && parts.results,
        Rule::S107 => parts.own_results || parts.replaces && parts.several,
        Rule::S108 => parts.replaces,
        Rule::S109 => parts.actions_on_one || gone && parts.several,
        Rule::S110 => parts.reads_in_rewrite,
        Rule::S111 => parts.creates_real || parts.creates_terminator,
        Rule::S112 => gone,
        Rule::S113 => gone && (parts.symbols || parts.wildcard),
        Rule::S114 => parts.symbols,
        Rule::S115 => contracts,
        Rule::S116 => parts.replaces && parts.results,
        Rule::S120 => parts.several && !sketch.is_connected(),
        Rule::M501 => reads_a_result(sketch),
        Rule::M502 => parts.several,
        Rule::T201 => parts.creates_real || parts.replaces && parts.results,
        Rule::T202 => parts.replaces,
        Rule::T203 => parts.leaves_types_out,
        Rule::V301 | Rule::V302 | Rule::V303 => values,
        Rule::N401 => termination,
        // V304 needs memory, N402 several patterns, V305 and V306 passes.
        _ => false,
    };
    rules().filter(|rule| could(*rule)).collect()
}

/// Whether a matched operation reads the result of another one: then MLIR 22 matches by rules of its own.
fn reads_a_result(sketch: &Sketch) -> bool {
    let reads = |operand: &Operand| matches!(operand, Operand::Result { .. } | Operand::Results(_));
    sketch.nodes.iter().any(|node| node.operands.iter().any(reads))
}

#[cfg(test)]
mod tests {
    use arbitrary::Unstructured;

    use super::*;
    use crate::config::{Mode, PatternConfig};
    use crate::generate::{bytes, pattern};

    /// V304 needs memory and N402 several patterns: the generators make neither. V305 and V306 are about passes.
    #[test]
    fn every_listed_rule_but_four_has_a_population_over_all_modes() {
        let mut missing: Vec<Rule> = rules().collect();
        for mode in Mode::ALL {
            for seed in 0..400 {
                let noise = bytes(seed, pattern::BYTES);
                let sketch = pattern::sketch(&PatternConfig::for_mode(mode), &mut Unstructured::new(&noise));
                let could = possible_rules(&sketch, true, true);
                missing.retain(|rule| !could.contains(rule));
            }
        }
        assert_eq!(missing, [Rule::N402, Rule::V304, Rule::V305, Rule::V306]);
    }
}
