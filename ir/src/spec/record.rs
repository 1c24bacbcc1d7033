//! Definitions of operations by their records, where those say all that MLIR asks: no verifier in C++, no trait and no condition but
//! such as have a meaning here. Operations with regions or successors, terminators, symbols, and those of dialects
//! with rules of their own have none.

use std::sync::{Arc, RwLock};

use assay_ops::{Dialect, Many, Op};
use rustc_hash::FxHashMap;

use super::relation::{self, StatedRelation};
use super::{
    AttributeSpec, Constraint, Group, Infer, OdsTraits, OpSpec, Predicate, Traits, Var, Variadicity,
};
use crate::data::{Context, Ident, Span};

/// The definitions that were asked for so far, with what their texts say.
#[derive(Debug, Default)]
pub(super) struct Recorded {
    specs: boxcar::Vec<Arc<OpSpec>>,
    positions: RwLock<FxHashMap<Ident, Option<usize>>>,
    predicates: RwLock<FxHashMap<Ident, Arc<Predicate>>>,
}

impl Recorded {
    /// The definition of an operation, where its record gives one.
    pub(super) fn op(&self, ctx: &Context, name: Ident) -> Option<&Arc<OpSpec>> {
        let known = self.positions.read().ok()?.get(&name).copied();
        let position = match known {
            Some(position) => position?,
            None => self.add(ctx, name)?,
        };
        self.specs.get(position)
    }

    fn add(&self, ctx: &Context, name: Ident) -> Option<usize> {
        let read = assay_ops::op(ctx.str(name)).and_then(|op| Reader::new(ctx, op)?.whole());
        let mut positions = self.positions.write().ok()?;
        // Another thread may have been faster.
        *positions.entry(name).or_insert_with(|| {
            let (spec, predicates) = read?;
            self.predicates.write().ok()?.extend(predicates);
            Some(self.specs.push(Arc::new(spec)))
        })
    }

    /// The predicate of the text of a constraint.
    pub(super) fn predicate(&self, text: Ident) -> Option<Arc<Predicate>> {
        self.predicates.read().ok()?.get(&text).map(Arc::clone)
    }
}

type Texts = Vec<(Ident, Arc<Predicate>)>;

struct Reader<'c> {
    ctx: &'c Context,
    op: &'c Op,
    dialect: &'static Dialect,
    spec: OpSpec,
    predicates: Texts,
}

impl<'c> Reader<'c> {
    fn new(ctx: &'c Context, op: &'c Op) -> Option<Reader<'c>> {
        let spec = OpSpec {
            name: ctx.ident(op.name),
            source: None,
            span: Span::NONE,
            constraints: Vec::new(),
            operands: Vec::new(),
            results: Vec::new(),
            attributes: Vec::new(),
            regions: Some(Vec::new()),
            traits: Traits::of_record(ctx, op),
            relations: Vec::new(),
            signatures: Vec::new(),
            checks: Vec::new(),
            variadic_per_element: true,
            lossy: false,
        };
        let dialect = assay_ops::dialect(assay_ops::dialect_of(op.name))?;
        Some(Reader { ctx, op, dialect, spec, predicates: Vec::new() })
    }

    /// The definition, if the record is all of it.
    fn whole(mut self) -> Option<(OpSpec, Texts)> {
        let op = self.op;
        let in_cpp = op.verifiers().next().is_some() || op.cpp_conditions().next().is_some();
        let holds = op.regions() != (0, false) || op.successors() != (0, false);
        let acts = ["terminator", "symbol", "symbol_user"].iter().any(|word| op.has(word));
        if in_cpp || holds || acts || !op.is_upstream() || self.dialect.has_own_rules() {
            return None;
        }
        self.spec.operands = op.operands().map(|group| self.group(group)).collect::<Option<_>>()?;
        self.spec.results = op.results().map(|group| self.group(group)).collect::<Option<_>>()?;
        for attribute in op.attributes() {
            let var = self.variable(attribute.constraint)?;
            let optional = attribute.optional || attribute.default.is_some() || attribute.kind == "unit";
            let name = self.ctx.ident(attribute.name);
            self.spec.attributes.push(AttributeSpec { name, var, optional, span: Span::NONE });
        }
        for text in op.relations() {
            let Ok(StatedRelation::Relation(relation)) = relation::read(self.ctx, text) else { return None };
            self.spec.relations.push(relation);
        }
        let mut traits = OdsTraits { spec: &mut self.spec };
        for name in op.cpp_traits() {
            // A namespace, or parameters: C++ of a dialect.
            if name.contains([':', '<']) || !traits.add(name) {
                return None;
            }
        }
        self.infer();
        Some((self.spec, self.predicates))
    }

    fn group(&mut self, group: assay_ops::Group) -> Option<Group> {
        let variadicity = match group.many {
            Many::One => Variadicity::Single,
            Many::Optional => Variadicity::Optional,
            Many::Any => Variadicity::Variadic,
            Many::Lists => return None,
        };
        let (name, var) = (self.ctx.ident(group.name), self.variable(group.constraint)?);
        Some(Group { name, var, variadicity, span: Span::NONE })
    }

    /// A variable with a constraint, all of which has a meaning here; each place has its own.
    fn variable(&mut self, constraint: &str) -> Option<Var> {
        let text = self.dialect.constraint(constraint)?;
        let predicate = Predicate::of_text(self.ctx, text);
        if !predicate.unknown_texts().is_empty() {
            return None;
        }
        let text = self.ctx.ident(text);
        self.predicates.push((text, Arc::new(predicate)));
        self.spec.constraints.push((Constraint::CPred(text), Span::NONE));
        Some(Var(u32::try_from(self.spec.constraints.len() - 1).ok()?))
    }

    /// How result types follow from the rest: those of `SameOperandsAndResultType` from the first operand that is always there, as
    /// MLIR infers them; of others the record does not tell if they do.
    fn infer(&mut self) {
        let single = |group: &&Group| !group.is_open();
        let anchor = self.spec.operands.iter().find(single).map(|group| group.name);
        let same = self.op.has("SameOperandsAndResultType")
            && self.spec.results.iter().all(|group| !group.is_open());
        match anchor.filter(|_| same) {
            Some(anchor) => {
                self.spec.traits.infers_results = true;
                self.spec.traits.infer = self.spec.results.iter().map(|_| Infer::Type(anchor)).collect();
            }
            None => self.spec.traits.inferred_in_cpp = !self.spec.results.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn defined(ctx: &Context, name: &str) -> Option<OpSpec> {
        Some(Reader::new(ctx, assay_ops::op(name)?)?.whole()?.0)
    }

    #[test]
    fn whole_records_are_definitions() {
        let ctx = Context::new();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for name in super::super::upstream_names() {
            if defined(&ctx, name).is_some() {
                *counts.entry(assay_ops::dialect_of(name)).or_default() += 1;
            }
        }
        let all: usize = counts.values().sum();
        assert!(all > 900, "{all}: {counts:?}");
    }

    #[test]
    fn what_is_checked_in_cpp_has_no_definition() {
        let ctx = Context::new();
        for name in [
            "tosa.exp",
            "memref.load",
            "scf.if",
            "cf.br",
            "func.func",
            "linalg.matmul",
            "pdl.erase",
            "lab.op",
        ] {
            assert!(defined(&ctx, name).is_none(), "{name}");
        }
    }

    #[test]
    fn a_definition_has_what_the_record_says() {
        let ctx = Context::new();
        let spec = defined(&ctx, "llvm.intr.fshl").expect("a definition");
        let names: Vec<&str> = spec.operands.iter().map(|group| ctx.str(group.name)).collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(spec.traits.infer, [Infer::Type(ctx.ident("a"))]);
        assert!(spec.traits.pure && !spec.traits.checked_in_cpp && !spec.lossy);
    }

    #[test]
    fn a_definition_is_read_once() {
        let ctx = Context::new();
        let recorded = Recorded::default();
        let name = ctx.ident("llvm.intr.fshl");
        let [first, second] = [(); 2].map(|()| recorded.op(&ctx, name).expect("a definition"));
        assert!(Arc::ptr_eq(first, second) && recorded.op(&ctx, ctx.ident("lab.op")).is_none());
    }
}
