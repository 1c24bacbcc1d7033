//! What the summaries of native constraints promise about a match: uses, terminators, dominance, blocks. Must not know the
//! rewrite, nor evaluate a constraint.
//!
//! A promise holds of every match, so that it restricts what has to be looked at: a merge that contradicts one is no
//! match, and what dominates by promise dominates as an operand does.

use assay_ir::data::{AttrKind, Ident};
use assay_ir::natives::{Promise, Role};
use assay_ir::spec::Registry;

use super::classes::{Classes, Conflict};
use super::model::*;

/// True of operations whose operands and results are never poison: those of dialects of hardware, and those of which a user says so.
pub(crate) fn is_hardware(registry: &Registry, name: Ident) -> bool {
    let text = registry.ctx().str(name);
    text.starts_with("comb.") || text.starts_with("hw.") || registry.promises(name).never_poison
}

/// What a call promises; nothing when it is negated or has no summary.
pub(crate) fn for_call(registry: &Registry, model: &Model, call: &NativeCall) -> Vec<Promised> {
    let summary = registry.native(&call.name).filter(|summary| {
        summary.role == Role::Constraint && summary.arguments.len() == call.arguments.len() && !call.negated
    });
    let Some(summary) = summary else { return Vec::new() };
    let node = |index: usize| match call.arguments.get(index) {
        Some(Argument::Op(node)) => Some(*node),
        _ => None,
    };
    let values = |index: usize| match call.arguments.get(index) {
        Some(Argument::Op(node)) => Some(model.nodes[*node].results.to_vec()),
        Some(Argument::Values(values)) => Some(values.clone()),
        _ => None,
    };
    let name = |index: usize| match call.arguments.get(index) {
        Some(Argument::Attribute(attribute)) => {
            match registry.ctx().attr_kind(model.attributes[*attribute].constant?) {
                AttrKind::String { text, .. } => Some(*text),
                _ => None,
            }
        }
        _ => None,
    };
    let read = |(index, promise): (usize, Promise)| -> Option<Vec<Promised>> {
        Some(match promise {
            Promise::IsUnused => vec![Promised::Unused(values(index)?)],
            Promise::HasOneUse => vec![Promised::OneUse(values(index)?)],
            Promise::IsNotTerminator => vec![Promised::NotTerminator(node(index)?)],
            Promise::SameBlock(other) => vec![Promised::SameBlock(node(index)?, node(other)?)],
            Promise::Lacks(other) => vec![Promised::Lacks(node(index)?, name(other)?)],
            Promise::Dominates(other) => match (node(index), node(other)?) {
                (Some(first), then) => vec![Promised::NodeAbove(first, then)],
                (None, then) => {
                    values(index)?.into_iter().map(|value| Promised::ValueAbove(value, then)).collect()
                }
            },
        })
    };
    summary.promises().filter_map(read).flatten().collect()
}

impl Classes<'_> {
    /// Whether the promises leave such a match.
    ///
    /// # Errors
    /// [`Conflict::Promise`]
    pub(super) fn keeps_promises(&self) -> Result<(), Conflict> {
        let kept = |promise: &Promised| match promise {
            Promised::Unused(values) => users(self, values).next().is_none(),
            Promised::OneUse(values) => users(self, values).nth(1).is_none(),
            Promised::NotTerminator(node) => !self.spec(*node).is_some_and(|spec| spec.traits.terminator),
            Promised::Lacks(node, name) => {
                let matched = self.attributes_of(self.node(*node));
                matched.iter().all(|(known, _)| known != name)
            }
            Promised::ValueAbove(..) | Promised::NodeAbove(..) | Promised::SameBlock(..) => true,
        };
        if self.model().promises.iter().all(kept) { Ok(()) } else { Err(Conflict::Promise) }
    }

    /// Values that are available at an operation by promise.
    pub fn values_promised_above(&self, node: usize) -> impl Iterator<Item = ValueIx> + '_ {
        let node = self.node(node);
        self.model().promises.iter().filter_map(move |promise| match promise {
            Promised::ValueAbove(value, at) if self.node(*at) == node => Some(*value),
            _ => None,
        })
    }

    /// Classes of operations that dominate an operation by promise.
    pub fn operations_promised_above(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let node = self.node(node);
        self.model().promises.iter().filter_map(move |promise| match promise {
            Promised::NodeAbove(first, at) if self.node(*at) == node => Some(self.node(*first)),
            _ => None,
        })
    }
}

/// Classes of matched operations that have one of the values as an operand, once for each operand.
fn users<'c>(classes: &'c Classes<'_>, values: &'c [ValueIx]) -> impl Iterator<Item = usize> + 'c {
    let model = classes.model();
    let wanted = move |operand: &&ValueIx| {
        values.iter().any(|value| classes.value(*value) == classes.value(**operand))
    };
    classes
        .node_classes()
        .flat_map(move |node| model.nodes[node].operands.iter().filter(wanted).map(move |_| node))
}

/// What is known of the uses of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Uses {
    /// Anything.
    Any,
    /// There are none.
    None,
    /// This matched operation has the only one.
    Only(usize),
}

/// What is promised of the uses of a result of a matched operation.
pub(crate) fn uses_of(classes: &Classes<'_>, value: usize) -> Uses {
    for promise in &classes.model().promises {
        let speaks = |values: &[ValueIx]| values.iter().any(|other| classes.value(*other) == value);
        match promise {
            Promised::Unused(values) if speaks(values) => return Uses::None,
            Promised::OneUse(values) if speaks(values) => {
                let Some(user) = users(classes, values).next() else { continue };
                let own = classes.model().nodes[user].operands.iter();
                let here = own.map(|operand| classes.value(*operand)).any(|operand| operand == value);
                return if here { Uses::Only(user) } else { Uses::None };
            }
            _ => {}
        }
    }
    Uses::Any
}

/// Tells if nothing in the program uses a value before the rewrite: it is made by the rewrite, or promised.
pub(crate) fn is_unused(classes: &Classes<'_>, value: ValueRef) -> bool {
    match value {
        ValueRef::Matched(value) => uses_of(classes, classes.value(value)) == Uses::None,
        ValueRef::Created(..) => true,
        ValueRef::Held(..) | ValueRef::Copied(..) => false,
    }
}

/// Tells if an operation is promised to have no attribute of a name.
pub(crate) fn lacks(classes: &Classes<'_>, node: NodeIx, name: Ident) -> bool {
    let node = classes.node(node);
    let says = |promise: &Promised| matches!(promise, Promised::Lacks(other, lacked) if *lacked == name && classes.node(*other) == node);
    classes.model().promises.iter().any(says)
}

/// Tells if an operation is promised to be no terminator.
pub(crate) fn no_terminator(classes: &Classes<'_>, node: NodeIx) -> bool {
    let node = classes.node(node);
    let denies = |promise: &Promised| matches!(promise, Promised::NotTerminator(other) if classes.node(*other) == node);
    classes.model().promises.iter().any(denies)
}

/// Whether an operation that is promised to stand in one block with another one would lie inside, and the other outside.
pub(crate) fn parts_a_block(classes: &Classes<'_>, inside: &[usize]) -> bool {
    classes.model().promises.iter().any(|promise| match promise {
        Promised::SameBlock(a, b) => inside.contains(&classes.node(*a)) != inside.contains(&classes.node(*b)),
        _ => false,
    })
}

/// What a verdict takes for granted of a native constraint.
pub(crate) fn assumption(registry: &Registry, name: &str) -> String {
    match registry.native(name) {
        Some(summary) if summary.role == Role::Constraint => {
            format!("native constraint {name} does what its summary says ({})", summary.at.0)
        }
        _ => format!("native constraint {name} only narrows the match"),
    }
}

/// The assumption about a native rewrite, unless a body says what it makes.
pub(crate) fn assumption_of_rewrite(registry: &Registry, name: &str) -> Option<String> {
    match registry.native(name).filter(|summary| summary.role == Role::Rewrite) {
        Some(summary)
            if !summary.creates.is_empty() || !summary.products.is_empty() || summary.results.is_empty() =>
        {
            Some(format!("native rewrite {name} does what its summary says ({})", summary.at.0))
        }
        Some(summary) if summary.nonnull => None,
        _ => Some(format!("native rewrite {name} makes an attribute or a type, never null")),
    }
}

/// The first constraint without a whole summary.
pub(crate) fn undescribed(registry: &Registry, calls: &[NativeCall]) -> String {
    let whole = |call: &&NativeCall| registry.native(&call.name).is_some_and(|summary| summary.exact);
    let open = calls.iter().find(|call| !whole(call)).or(calls.first());
    open.map_or_else(String::new, |call| call.name.clone())
}

#[cfg(test)]
mod tests {
    use crate::stage::Options;
    use crate::structure::testing::{ask, codes_in, codes_of};
    use crate::verdict::Rule;
    use crate::verdict::StageVerdict;

    /// `%root = lab.r(%pv, %y)` with `%pv = lab.p(%x)` under a native constraint.
    fn body(constraint: &str, rewrite: &str) -> String {
        format!(
            "  %t = pdl.type : i32\n  %x = pdl.operand : %t\n  %y = pdl.operand : %t
  %p = pdl.operation \"lab.p\"(%x : !pdl.value) -> (%t : !pdl.type)\n  %pv = pdl.result 0 of %p
  %root = pdl.operation \"lab.r\"(%pv, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %rv = pdl.result 0 of %root\n  pdl.apply_native_constraint {constraint}\n  pdl.rewrite %root {{\n{rewrite}\n  }}\n"
        )
    }

    const LATE: &str =
        "    %n = pdl.operation \"lab.n\"(%x : !pdl.value) -> (%t : !pdl.type)\n    pdl.replace %p with %n";

    fn proved(constraint: &str, rewrite: &str) -> bool {
        matches!(ask(&body(constraint, rewrite), &Options::default()).verdict, StageVerdict::Proved)
    }

    #[test]
    fn an_only_use_in_the_match_has_a_known_place() {
        assert!(proved("\"one_use\"(%pv : !pdl.value)", LATE));
        assert_eq!(codes_of(&body("\"one_use\"(%rv : !pdl.value)", LATE)), [Rule::S103]);
    }

    #[test]
    fn an_only_use_that_stays_still_holds_what_is_erased() {
        assert_eq!(codes_of(&body("\"one_use\"(%pv : !pdl.value)", "    pdl.erase %p")), [Rule::S105]);
    }

    #[test]
    fn an_only_use_that_goes_first_lets_go() {
        let rewrite = "    pdl.replace %root with (%y : !pdl.value)\n    pdl.erase %p";
        assert!(proved("\"one_use\"(%pv : !pdl.value)", rewrite));
        assert_eq!(codes_of(&body("\"one_use\"(%rv : !pdl.value)", rewrite)), [Rule::S105]);
    }

    #[test]
    fn what_nothing_uses_may_be_erased() {
        assert!(proved("\"unused\"(%rv : !pdl.value)", "    pdl.erase %root"));
        assert_eq!(codes_of(&body("\"one_use\"(%rv : !pdl.value)", "    pdl.erase %root")), [Rule::S105]);
    }

    #[test]
    fn a_value_that_dominates_by_promise_may_take_the_place_of_an_earlier_one() {
        let rewrite = "    pdl.replace %p with (%y : !pdl.value)";
        assert!(proved("\"dominates\"(%y, %p : !pdl.value, !pdl.operation)", rewrite));
        assert_eq!(
            codes_of(&body("\"dominates\"(%y, %root : !pdl.value, !pdl.operation)", rewrite)),
            [Rule::S103, Rule::S107]
        );
    }

    #[test]
    fn a_negated_constraint_promises_nothing() {
        let mut negated = body("\"one_use\"(%pv : !pdl.value)", LATE);
        negated = negated.replace(
            "(%pv : !pdl.value)\n  pdl.rewrite",
            "(%pv : !pdl.value) {isNegated = true}\n  pdl.rewrite",
        );
        assert_eq!(codes_of(&negated), [Rule::S103]);
    }

    #[test]
    fn a_program_that_a_negated_constraint_stops_is_not_offered() {
        // Without a use the constraint holds, so that its negation fails; the one with a use is not built yet.
        let negated = body("\"unused\"(%rv : !pdl.value)", LATE)
            .replace("(%rv : !pdl.value)\n", "(%rv : !pdl.value) {isNegated = true}\n");
        let result = ask(&negated, &Options::default());
        assert!(result.disagreements.is_empty() && !matches!(result.verdict, StageVerdict::Proved));
    }

    #[test]
    fn an_operation_that_is_no_terminator_may_go() {
        let wildcard = |constraint: &str| {
            codes_of(&format!(
                "  %t = pdl.type : i32\n  %x = pdl.operand : %t
  %root = pdl.operation (%x : !pdl.value) -> (%t : !pdl.type)\n{constraint}  pdl.rewrite %root {{
    pdl.replace %root with (%x : !pdl.value)\n  }}\n"
            ))
        };
        assert_eq!(wildcard(""), [Rule::S101]);
        let guard = "  pdl.apply_native_constraint \"not_terminator\"(%root : !pdl.operation)\n";
        assert!(wildcard(guard).is_empty());
    }

    #[test]
    fn operations_of_one_block_do_not_hold_each_other() {
        let siblings = |constraint: &str| {
            let mut options = Options::default();
            options.unknown_ops.may_own_regions = true;
            let body = format!(
                "  %x = pdl.operand\n  %outer = pdl.operation \"lab.outer\"(%x : !pdl.value)
  %root = pdl.operation \"lab.inner\"(%x : !pdl.value)\n{constraint}  pdl.rewrite %root {{
    pdl.erase %outer\n    pdl.erase %root\n  }}\n"
            );
            codes_in(&ask(&body, &options))
        };
        assert_eq!(siblings(""), [Rule::S109]);
        let guard =
            "  pdl.apply_native_constraint \"same_block\"(%outer, %root : !pdl.operation, !pdl.operation)\n";
        assert!(siblings(guard).is_empty());
    }
}
