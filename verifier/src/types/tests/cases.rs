//! Contradictions by cases against evaluation: what is said to have no solution has none among types and attributes of every
//! kind.

use std::sync::Arc;

use assay_ir::data::AttrId;
use assay_ir::spec::{Predicate, TypeClass};

use super::encoding::{atoms, predicates, samples};
use super::{Fixture, Random, word};
use assay_type_solver::cases::contradicts;
use assay_type_solver::concrete::Evaluator;
use assay_type_solver::term::{Formula, Number, Order, Term, Variable};

/// Formulas that are drawn.
const COUNT: usize = 2000;

/// Draws formulas about two unknowns.
struct Draw<'w> {
    world: &'w Fixture,
    predicates: Vec<Predicate>,
    values: Vec<AttrId>,
    random: Random,
}

impl Draw<'_> {
    fn below(&mut self, count: usize) -> usize {
        self.random.below(count)
    }

    fn term(&mut self) -> Term {
        let variable = Term::Variable(Variable(self.below(2) as u32));
        let other = Term::Variable(Variable(self.below(2) as u32));
        match self.below(10) {
            0 => variable.element(),
            1 => variable.type_of(),
            2 => variable.with_element(&other),
            3 => variable.with_element(&other.element()),
            4 => variable.with_element(&other).with_element(&Term::Constant(self.world.ty("i1"))),
            5 => variable.type_of().element(),
            6 => {
                let at = self.below(self.values.len());
                Term::Constant(self.values[at])
            }
            _ => variable,
        }
    }

    fn atom(&mut self) -> Formula {
        let (a, b) = (self.term(), self.term());
        let order = [Order::Less, Order::LessOrEqual, Order::Equal, Order::NotEqual][self.below(4)];
        match self.below(8) {
            0 => {
                let all = atoms(self.world, &a, &b);
                all[self.below(all.len())].clone()
            }
            1 => Formula::equal(a, b),
            2 => Formula::Compare(Number::Width(a), order, Number::Width(b)),
            3 => Formula::Compare(Number::Width(a), order, Number::Constant(self.below(3) as i128 * 16)),
            4 => Formula::is_type(a),
            5 => Formula::holds(a, Predicate::Element(Box::new(Predicate::Type(TypeClass::Index)))),
            _ => {
                let at = self.below(self.predicates.len());
                Formula::Holds(a, Arc::new(self.predicates[at].clone()))
            }
        }
    }

    fn formula(&mut self, depth: usize) -> Formula {
        let parts = 2 + self.below(3);
        match (depth, self.below(5)) {
            (0, _) | (_, 0) => self.atom(),
            (_, 1) => self.formula(depth - 1).negate(),
            (_, 2) => Formula::any((0..parts).map(|_| self.formula(depth - 1)).collect::<Vec<_>>()),
            _ => Formula::all((0..parts + 1).map(|_| self.formula(depth - 1)).collect::<Vec<_>>()),
        }
    }
}

#[test]
fn what_is_contradicted_by_cases_holds_of_nothing() {
    let world = Fixture::new();
    let values = samples(&world);
    let predicates = predicates(&world);
    let mut draw = Draw { world: &world, predicates, values: values.clone(), random: Random(11) };
    let all: Vec<Option<AttrId>> = values.iter().copied().map(Some).chain([None]).collect();
    let mut contradicted = 0;
    for _ in 0..COUNT {
        let formula = draw.formula(3);
        if !formula.variables().is_empty() && contradicts(&world.ctx, &formula).0 {
            contradicted += 1;
            for first in &all {
                for second in &all {
                    let given = |variable: Variable| Some(if variable.0 == 0 { *first } else { *second });
                    let evaluator = Evaluator { ctx: &world.ctx, values: &given };
                    assert_ne!(
                        evaluator.holds(&formula),
                        Some(true),
                        "{formula:?} at {first:?} and {second:?}"
                    );
                }
            }
        }
    }
    println!("{contradicted} of {COUNT} contradicted");
    assert!(contradicted > COUNT / 20, "{contradicted}");
}

#[test]
fn what_holds_of_something_is_contradicted_by_no_case() {
    let world = Fixture::new();
    let values = samples(&world);
    let predicates = predicates(&world);
    let mut draw = Draw { world: &world, predicates, values: values.clone(), random: Random(12) };
    let mut held = 0;
    for _ in 0..COUNT {
        let (first, second) = (values[draw.below(values.len())], values[draw.below(values.len())]);
        let given = |variable: Variable| Some(Some(if variable.0 == 0 { first } else { second }));
        let evaluator = Evaluator { ctx: &world.ctx, values: &given };
        // Each conjunct holds of the two.
        let parts: Vec<Formula> = (0..5)
            .map(|_| draw.formula(2))
            .filter_map(|formula| match evaluator.holds(&formula)? {
                true => Some(formula),
                false => Some(formula.negate()),
            })
            .collect();
        let formula = Formula::all(parts);
        held += usize::from(!formula.variables().is_empty());
        assert!(!contradicts(&world.ctx, &formula).0, "{formula:?} at {first:?} and {second:?}");
    }
    assert!(held > COUNT / 2, "{held}");
}

/// Patterns behind a constraint of which nothing is known, with created operations of types that depend on kinds, widths and
/// the predicate of a comparison.
const BEHIND: &str = r#"pdl.pattern @chosen : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.minui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "of_its_user"(%root : !pdl.operation)
  pdl.rewrite %root {
    %p = pdl.attribute = 6 : i64
    %c = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %p}
    %v = pdl.result 0 of %c
    %n = pdl.operation "arith.select"(%v, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %n
  }
}
pdl.pattern @extended : benefit(1) {
  %s = pdl.type
  %t = pdl.type
  %u = pdl.type
  %x = pdl.operand : %s
  %inner = pdl.operation "arith.extui"(%x : !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %inner
  %root = pdl.operation "arith.extui"(%v : !pdl.value) -> (%u : !pdl.type)
  pdl.apply_native_constraint "of_its_user"(%root : !pdl.operation)
  pdl.rewrite %root {
    %n = pdl.operation "arith.extui"(%x : !pdl.value) -> (%u : !pdl.type)
    pdl.replace %root with %n
  }
}
pdl.pattern @inverted : benefit(1) {
  %b = pdl.type : i1
  %x = pdl.operand
  %y = pdl.operand
  %p = pdl.attribute
  %root = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
  pdl.apply_native_constraint "of_its_user"(%root : !pdl.operation)
  pdl.rewrite %root {
    %q = pdl.apply_native_rewrite "predicate_inverted"(%p : !pdl.attribute) : !pdl.attribute
    %n = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %q} -> (%b : !pdl.type)
    pdl.replace %root with %n
  }
}
"#;

#[test]
fn types_behind_a_constraint_of_which_nothing_is_known_need_no_solver() {
    let world = Fixture::new();
    let words: Vec<String> = world.all(BEHIND, None).iter().map(word).collect();
    assert_eq!(words, ["proved"; 3]);
    // What is wrong is not proved either.
    let wrong = BEHIND
        .replace("arith.select", "arith.addi")
        .replace("-> (%u : !pdl.type)\n    pdl.replace", "-> (%s : !pdl.type)\n    pdl.replace");
    let wrong = wrong.replace("predicate_inverted", "nothing_known");
    for result in world.all(&wrong, None) {
        assert_ne!(word(&result), "proved");
    }
}
