//! Premises of laws: that an operation on numbers is associative, say, is a rewrite of its own, which the stages of patterns judge. Where
//! it holds at every width, one question answers for all types.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use assay_rise::index::Atom;
use assay_rise::nat::Nat;
use assay_rise::types::Scalar;
use assay_rise_proof::derivation::{Equality, Premise, Property};
use assay_smt::{Answer, SolverPool};

use super::indices;

/// Tells if the one pattern of a text is proved.
pub type Proves<'a> = Box<dyn Fn(&str) -> bool + Sync + 'a>;

/// Answers about premises, each asked once.
pub struct Premises<'a> {
    proves: Proves<'a>,
    solvers: Option<&'a SolverPool>,
    answers: Mutex<BTreeMap<(Premise, bool), bool>>,
}

impl std::fmt::Debug for Premises<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Premises")
    }
}

impl<'a> Premises<'a> {
    /// Premises that are asked as patterns, and of these solvers.
    pub fn new(proves: Proves<'a>, solvers: Option<&'a SolverPool>) -> Premises<'a> {
        Premises { proves, solvers, answers: Mutex::default() }
    }

    /// The sentence of a premise that was shown, or why it is not.
    ///
    /// # Errors
    /// Nothing shows it.
    pub fn shown(&self, premise: &Premise) -> Result<String, String> {
        // A constant is one of its width.
        let is_general = !matches!(premise.property, Property::Neutral(_));
        if is_general && self.holds(premise, true) {
            return Ok(format!("{premise}: proved at all widths"));
        }
        match self.holds(premise, false) {
            true => Ok(format!("{premise}: proved")),
            false if self.solvers.is_none() => Err(format!("no solver shows that {premise}")),
            false => Err(format!("it is not known that {premise}")),
        }
    }

    /// The sentence of an equality of indices that a solver shows, or why it does not.
    ///
    /// # Errors
    /// No solver shows it.
    pub fn equal(&self, equality: &Equality, atoms: &[Atom], positive: &[Nat]) -> Result<String, String> {
        let (one, two) = &equality.sides;
        let text = |index| assay_rise_proof::text::index(index, atoms);
        let sentence = format!("{} = {}", text(one), text(two));
        let Some(solvers) = self.solvers else { return Err(format!("no solver shows that {sentence}")) };
        match solvers.check(&indices::question(equality, atoms, positive)) {
            Answer::Unsat => Ok(format!("{sentence}: shown by the solver")),
            _ => Err("both sides have another normal form".to_owned()),
        }
    }

    fn holds(&self, premise: &Premise, any_width: bool) -> bool {
        let key = (premise.clone(), any_width);
        let known = |answers: &Mutex<BTreeMap<_, bool>>| {
            answers.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied()
        };
        if let Some(known) = known(&self.answers) {
            return known;
        }
        let holds = patterns(premise, any_width).iter().all(|text| (self.proves)(text));
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).insert(key, holds);
        holds
    }
}

/// The rewrites that a premise says to be right.
fn patterns(premise: &Premise, any_width: bool) -> Vec<String> {
    let (op, scalar) = (&premise.operation, premise.scalar);
    let ty =
        if any_width && matches!(scalar, Scalar::Int(_)) { String::new() } else { format!(" : {scalar}") };
    let apply = |name: &str, one: &str, two: &str| {
        format!(
            "  %{name}.op = pdl.operation \"{op}\"(%{one}, %{two} : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  %{name} = pdl.result 0 of %{name}.op\n"
        )
    };
    let whole = |operands: &str, matched: String, created: String, by: &str| {
        let operands: String =
            operands.chars().map(|name| format!("  %{name} = pdl.operand : %t\n")).collect();
        format!(
            "pdl.pattern @premise : benefit(1) {{\n  %t = pdl.type{ty}\n{operands}{matched}  pdl.rewrite %root.op {{\n{created}    pdl.replace %root.op with (%{by} : !pdl.value)\n  }}\n}}\n"
        )
    };
    match premise.property {
        Property::Associative => vec![whole(
            "abc",
            apply("inner", "a", "b") + &apply("root", "inner", "c"),
            apply("right", "b", "c") + &apply("new", "a", "right"),
            "new",
        )],
        Property::Commutative => {
            vec![whole("ab", apply("root", "a", "b"), apply("new", "b", "a"), "new")]
        }
        Property::Idempotent => vec![whole("a", apply("root", "a", "a"), String::new(), "a")],
        Property::Neutral(number) => {
            let constant = assay_ir::ops::integer_op("constant").unwrap_or_default();
            let constant = format!(
                "  %n = pdl.attribute = {number} : {scalar}\n  %z.op = pdl.operation \"{constant}\" {{\"value\" = %n}} -> (%t : !pdl.type)\n  %z = pdl.result 0 of %z.op\n"
            );
            let side = |one: &str, two: &str| {
                whole("a", constant.clone() + &apply("root", one, two), String::new(), "a")
            };
            vec![side("a", "z"), side("z", "a")]
        }
    }
}
