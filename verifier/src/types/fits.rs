//! Operations whose results a user describes and that have no definition: which types they are described for, as a formula
//! over the types that the pattern gives them. Asks nothing.

use assay_ir::data::{Context, Ident, OpId, Signedness, TypeId};
use assay_ir::meanings::{Form, Variant};
use assay_ir::spec::{Predicate, Registry, TypeClass};

use assay_type_solver::term::{Formula, Term};

/// An operation that has a description and no definition.
#[derive(Clone, Debug)]
pub struct Described {
    /// The `pdl.operation`.
    pub op: OpId,
    /// Its name.
    pub name: Ident,
    /// The rewrite makes it.
    pub created: bool,
    /// The types of its operands and results; `None` where it takes ranges, whose number is open.
    pub places: Option<(Vec<Term>, Vec<Term>)>,
}

impl Described {
    /// Tells if an operation belongs here.
    pub fn belongs(registry: &Registry, name: Ident) -> bool {
        registry.op(name).is_none()
            && registry.semantics(name).is_some_and(|semantics| !semantics.variants.is_empty())
    }

    /// A match says of the elements of its types that they are ones of its description. Its shapes may differ, as those of
    /// many operations may that are described for equal ones.
    pub fn elements(&self, registry: &Registry) -> Formula {
        self.of_variants(registry, |variant, operands, results| {
            elements(registry.ctx(), variant, operands, results)
        })
    }

    /// The description is of these types, or the operation is matched on the same ones.
    pub fn fits(&self, registry: &Registry, all: &[Described]) -> Formula {
        let described = self.of_variants(registry, |variant, operands, results| {
            Formula::all([
                elements(registry.ctx(), variant, operands, results),
                shapes(variant, operands, results),
            ])
        });
        let matched = all.iter().filter(|other| !other.created && other.name == self.name);
        Formula::any(matched.map(|other| self.same(other)).chain([described]))
    }

    fn of_variants(
        &self,
        registry: &Registry,
        says: impl Fn(&Variant, &[Term], &[Term]) -> Formula,
    ) -> Formula {
        let Some((operands, results)) = &self.places else { return Formula::False };
        let variants: &[Variant] = registry.semantics(self.name).map_or(&[], |semantics| &semantics.variants);
        let fit = variants.iter().filter(|variant| {
            variant.operands.len() == operands.len() && variant.results.len() == results.len()
        });
        Formula::any(fit.map(|variant| says(variant, operands, results)))
    }

    fn same(&self, other: &Described) -> Formula {
        let (Some((operands, results)), Some((theirs, made))) = (&self.places, &other.places) else {
            return Formula::False;
        };
        if operands.len() != theirs.len() || results.len() != made.len() {
            return Formula::False;
        }
        let pairs = operands.iter().chain(results).zip(theirs.iter().chain(made));
        Formula::all(pairs.map(|(one, other)| Formula::equal(one.clone(), other.clone())))
    }
}

/// The elements are of the types that the function names, those of one open width the same.
fn elements(ctx: &Context, variant: &Variant, operands: &[Term], results: &[Term]) -> Formula {
    let forms = variant.operands.iter().map(|operand| operand.form).chain(variant.results.iter().copied());
    let mut first: Vec<Option<Term>> = vec![None; variant.widths.len()];
    let mut all = Vec::new();
    for (form, term) in forms.zip(operands.iter().chain(results)) {
        let element = if variant.elementwise { term.element() } else { term.clone() };
        match form {
            Form::Fixed(ty) => all.push(Formula::equal(element, constant_type(ctx, ty))),
            Form::Open(open) => match &first[open] {
                Some(known) => all.push(Formula::equal(known.clone(), element)),
                None => {
                    let signless = TypeClass::Integer(Some(Signedness::Signless), None);
                    all.push(Formula::holds(element.clone(), Predicate::Type(signless)));
                    first[open] = Some(element);
                }
            },
        }
    }
    Formula::all(all)
}

/// All that are not numbers for all elements have one shape.
fn shapes(variant: &Variant, operands: &[Term], results: &[Term]) -> Formula {
    if !variant.elementwise {
        return Formula::True;
    }
    let whole = variant.operands.iter().zip(operands).filter(|(operand, _)| !operand.scalar);
    let mut shaped = results.iter().chain(whole.map(|(_, term)| term));
    let Some(first) = shaped.next() else { return Formula::True };
    Formula::all(shaped.map(|term| Formula::equal(term.clone(), first.with_element(&term.element()))))
}

pub(super) fn constant_type(ctx: &Context, ty: TypeId) -> Term {
    Term::Constant(ctx.type_attr(ty))
}
