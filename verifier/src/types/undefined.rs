//! Operations of known dialects that have no definition here. Nothing is known of what their verifiers ask, but that it
//! holds of a matched one: a created one is valid where it is the root again, in its place, with the same values, types and
//! attributes.

use assay_ir::data::{Context, Ident, OpId, ValueId};
use assay_ir::spec::{Registry, is_of_upstream};
use assay_ir::text::attribute_names;

use assay_type_solver::term::{Formula, Term};

/// An operation without a definition, as a pattern writes it.
pub(super) struct Undefined {
    /// The `pdl.operation`.
    pub(super) op: OpId,
    /// Its name.
    pub(super) name: Ident,
    /// The values that it takes.
    pub(super) values: Vec<ValueId>,
    /// The types of its operands and results; `None` where it has ranges, whose number is open.
    pub(super) places: Option<(Vec<Term>, Vec<Term>)>,
    /// The attributes that the pattern names.
    pub(super) attributes: Vec<(Ident, Term)>,
}

/// Tells if an operation belongs to a dialect of MLIR or to one that is declared in part, and no user describes it: then it
/// has a definition somewhere.
pub(super) fn is_of_known_dialect(registry: &Registry, name: Ident) -> bool {
    let ctx = registry.ctx();
    let text = ctx.str(name);
    let dialect = text.split('.').next().unwrap_or(text);
    let known = is_of_upstream(text) || registry.has_dialect(ctx.ident(dialect));
    known && registry.semantics(name).is_none()
}

impl Undefined {
    /// That this created operation is the root again; `unlisted` are the attributes of the root that the pattern does not
    /// name.
    pub(super) fn is_again(
        &self,
        ctx: &Context,
        root: &Undefined,
        unlisted: &dyn Fn(Ident) -> Term,
    ) -> Formula {
        let (Some((operands, results)), Some((before, given))) = (&self.places, &root.places) else {
            return Formula::False;
        };
        let counts = operands.len() == before.len() && results.len() == given.len();
        let Some(listed) = attribute_names(ctx.str(self.name)) else { return Formula::False };
        if self.name != root.name || self.values != root.values || !counts {
            return Formula::False;
        }
        let places = operands.iter().chain(results).zip(before.iter().chain(given));
        let mut all: Vec<Formula> = places.map(|(a, b)| Formula::equal(a.clone(), b.clone())).collect();
        // What only the root has besides is no part of its definition.
        let named = self.attributes.iter().map(|(name, _)| *name);
        for name in listed.map(|name| ctx.ident(name)).chain(named) {
            let of = |one: &Undefined| one.attributes.iter().find(|(known, _)| *known == name).cloned();
            let here = of(self).map_or(Term::Absent, |(_, term)| term);
            let there = of(root).map_or_else(|| unlisted(name), |(_, term)| term);
            all.push(Formula::equal(here, there));
        }
        Formula::all(all)
    }
}
