//! Unknowns that a statement gives few values: types that are listed, one by one.

use assay_ir::data::{Context, Signedness, TypeId, TypeKind};
use assay_ir::spec::{Predicate, TypeClass};
use rustc_hash::FxHashMap;

use crate::term::{Formula, Term, Variable};

/// All types that an unknown may be; `None` where the statement lists none, so that it may be any number of types.
pub fn listed_types(ctx: &Context, statement: &Formula, unknown: Variable) -> Option<Vec<TypeId>> {
    let mut known: FxHashMap<Variable, Vec<TypeId>> = FxHashMap::default();
    let conjuncts = statement.conjuncts();
    for variable in statement.variables() {
        if let Some(types) = conjuncts.iter().find_map(|one| of_formula(ctx, one, variable)) {
            known.insert(variable, types);
        }
    }
    // Along equations, each of which adds an unknown at least.
    loop {
        let before = known.len();
        for conjunct in conjuncts {
            let Formula::Equal(Term::Variable(left), Term::Variable(right)) = conjunct else { continue };
            for (from, to) in [(left, right), (right, left)] {
                if let (Some(types), false) = (known.get(from).cloned(), known.contains_key(to)) {
                    known.insert(*to, types);
                }
            }
        }
        if known.len() == before {
            return known.remove(&unknown);
        }
    }
}

fn of_formula(ctx: &Context, formula: &Formula, unknown: Variable) -> Option<Vec<TypeId>> {
    let is_it = |term: &Term| *term == Term::Variable(unknown);
    match formula {
        Formula::Equal(left, Term::Constant(attr)) if is_it(left) => Some(vec![ctx.as_type(*attr)?]),
        Formula::Equal(Term::Constant(attr), right) if is_it(right) => Some(vec![ctx.as_type(*attr)?]),
        Formula::Holds(term, predicate) if is_it(term) => of_predicate(ctx, predicate),
        Formula::And(parts) => parts.iter().find_map(|part| of_formula(ctx, part, unknown)),
        Formula::Or(parts) => united(parts.iter().map(|part| of_formula(ctx, part, unknown))),
        _ => None,
    }
}

fn of_predicate(ctx: &Context, predicate: &Predicate) -> Option<Vec<TypeId>> {
    match predicate {
        Predicate::And(parts) => parts.iter().find_map(|part| of_predicate(ctx, part)),
        Predicate::Or(parts) => united(parts.iter().map(|part| of_predicate(ctx, part))),
        Predicate::Type(TypeClass::Index) => Some(vec![ctx.index()]),
        Predicate::Type(TypeClass::Integer(Some(Signedness::Signless), Some(width))) => {
            Some(vec![ctx.integer(*width)])
        }
        Predicate::Type(TypeClass::Float(Some(kind))) => Some(vec![ctx.ty(TypeKind::Float(*kind))]),
        _ => None,
    }
}

/// The types of all parts; `None` where one of them lists none.
fn united(parts: impl Iterator<Item = Option<Vec<TypeId>>>) -> Option<Vec<TypeId>> {
    let mut all: Vec<TypeId> = Vec::new();
    for part in parts {
        for ty in part? {
            if !all.contains(&ty) {
                all.push(ty);
            }
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn is(ctx: &Context, variable: u32, width: u32) -> Formula {
        let ty = ctx.type_attr(ctx.integer(width));
        Formula::Equal(Term::Variable(Variable(variable)), Term::Constant(ty))
    }

    #[test]
    fn types_are_listed_by_alternatives_and_along_equations() {
        let ctx = Context::new();
        let one_of = Formula::any([is(&ctx, 0, 8), is(&ctx, 0, 16)]);
        let same = Formula::Equal(Term::Variable(Variable(0)), Term::Variable(Variable(1)));
        let both = Formula::all([same, one_of.clone()]);
        let listed = Some(vec![ctx.integer(8), ctx.integer(16)]);
        assert_eq!(listed_types(&ctx, &both, Variable(0)), listed);
        assert_eq!(listed_types(&ctx, &both, Variable(1)), listed);
        assert_eq!(listed_types(&ctx, &one_of, Variable(1)), None);
    }

    #[test]
    fn an_alternative_that_lists_none_leaves_all_open() {
        let ctx = Context::new();
        let any = Arc::new(Predicate::Type(TypeClass::Integer(Some(Signedness::Signless), None)));
        let open = Formula::any([is(&ctx, 0, 8), Formula::Holds(Term::Variable(Variable(0)), any)]);
        assert_eq!(listed_types(&ctx, &open, Variable(0)), None);
        assert_eq!(listed_types(&ctx, &is(&ctx, 0, 8).negate(), Variable(0)), None);
    }
}
