//! Definitions of operations by their records. One is *whole* where its record says all that MLIR asks: no verifier in C++, no trait
//! and no condition but such as have a meaning here; of operations with regions or successors, terminators and symbols none is. Any
//! other operation is defined *in part*: what is read of its record has to hold, and more may. Dialects with rules of their own have
//! neither.

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
    specs: boxcar::Vec<(Arc<OpSpec>, Extent)>,
    positions: RwLock<FxHashMap<Ident, Option<usize>>>,
    predicates: RwLock<FxHashMap<Ident, Arc<Predicate>>>,
}

/// The part of what MLIR asks of an operation that a definition says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// All of it.
    Whole,
    /// Some of it.
    Part,
}

impl Recorded {
    /// The definition of an operation of this extent, where its record gives one.
    pub(super) fn op(&self, ctx: &Context, name: Ident, extent: Extent) -> Option<&Arc<OpSpec>> {
        let known = self.positions.read().ok()?.get(&name).copied();
        let position = match known {
            Some(position) => position?,
            None => self.add(ctx, name)?,
        };
        self.specs.get(position).filter(|(_, found)| *found == extent).map(|(spec, _)| spec)
    }

    fn add(&self, ctx: &Context, name: Ident) -> Option<usize> {
        let read = assay_ops::op(ctx.str(name)).and_then(|op| {
            let whole = || Some((Reader::new(ctx, op)?.whole()?, Extent::Whole));
            whole().or_else(|| Some((Reader::new(ctx, op)?.part()?, Extent::Part)))
        });
        let mut positions = self.positions.write().ok()?;
        // Another thread may have been faster.
        *positions.entry(name).or_insert_with(|| {
            let ((spec, predicates), extent) = read?;
            self.predicates.write().ok()?.extend(predicates);
            Some(self.specs.push((Arc::new(spec), extent)))
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
    /// Operands and results that may have types of which no elements and extents are known here.
    open: Vec<Ident>,
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
        Some(Reader { ctx, op, dialect, spec, predicates: Vec::new(), open: Vec::new() })
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
            match relation::read(self.ctx, text) {
                Ok(StatedRelation::Relation(relation)) => self.spec.relations.push(relation),
                Ok(StatedRelation::Check(check)) => self.spec.checks.push(check),
                _ => return None,
            }
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

    /// The part of the definition that can be read: the rest is taken to hold.
    fn part(mut self) -> Option<(OpSpec, Texts)> {
        let op = self.op;
        if !op.is_upstream() || self.dialect.has_own_rules() {
            return None;
        }
        self.spec.operands = op.operands().map(|group| self.open_group(group)).collect::<Option<_>>()?;
        self.spec.results = op.results().map(|group| self.open_group(group)).collect::<Option<_>>()?;
        for attribute in op.attributes() {
            // Of properties that are no attributes the record does not tell how they are held.
            let Some(var) = self.open_variable(attribute.constraint) else { continue };
            let optional = attribute.optional || attribute.default.is_some() || attribute.kind == "unit";
            let name = self.ctx.ident(attribute.name);
            self.spec.attributes.push(AttributeSpec { name, var, optional, span: Span::NONE });
        }
        for text in op.relations() {
            if let Ok(StatedRelation::Relation(relation)) = relation::read(self.ctx, text) {
                self.spec.relations.push(relation);
            }
        }
        let mut traits = OdsTraits { spec: &mut self.spec };
        for name in op.cpp_traits().filter(|name| !name.contains([':', '<'])) {
            traits.add(name);
        }
        let open = std::mem::take(&mut self.open);
        self.spec.relations.retain(|relation| !relation.is_about_shape_of(&open));
        // A pattern makes no regions; those of a program are judged by what holds them.
        self.spec.regions = None;
        self.spec.traits.open_regions = true;
        self.spec.traits.one_shape = false;
        self.infer();
        Some((self.spec, self.predicates))
    }

    fn group(&mut self, group: assay_ops::Group) -> Option<Group> {
        let whole = group.many != Many::Lists;
        let var = self.variable(group.constraint).filter(|_| whole)?;
        Some(self.named(group, var))
    }

    fn open_group(&mut self, group: assay_ops::Group) -> Option<Group> {
        let var = match self.open_variable(group.constraint) {
            Some(var) => {
                let permits = self.predicates.last().is_some_and(|(_, one)| one.permits_dialect_type());
                self.open.extend(permits.then(|| self.ctx.ident(group.name)));
                var
            }
            None => self.constrained(Constraint::Any)?,
        };
        Some(self.named(group, var))
    }

    fn named(&self, group: assay_ops::Group, var: Var) -> Group {
        let variadicity = match group.many {
            Many::One => Variadicity::Single,
            Many::Optional => Variadicity::Optional,
            // The sizes of the lists in a group are in an attribute of its own.
            Many::Any | Many::Lists => Variadicity::Variadic,
        };
        Group { name: self.ctx.ident(group.name), var, variadicity, span: Span::NONE }
    }

    /// A variable with a constraint, all of which has a meaning here; each place has its own.
    fn variable(&mut self, constraint: &str) -> Option<Var> {
        let var = self.open_variable(constraint)?;
        let (_, predicate) = self.predicates.last()?;
        predicate.unknown_texts().is_empty().then_some(var)
    }

    /// A variable with a constraint, of which some may have no meaning here.
    fn open_variable(&mut self, constraint: &str) -> Option<Var> {
        let text = self.dialect.constraint(constraint)?;
        let predicate = Predicate::of_text(self.ctx, text);
        let text = self.ctx.ident(text);
        let predicate = predicate.with_open_shapes(text);
        self.predicates.push((text, Arc::new(predicate)));
        self.constrained(Constraint::CPred(text))
    }

    fn constrained(&mut self, constraint: Constraint) -> Option<Var> {
        self.spec.constraints.push((constraint, Span::NONE));
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
    fn every_record_is_a_definition() {
        let ctx = Context::new();
        let recorded = Recorded::default();
        let (mut whole, mut part, mut own, mut none) = (0, 0, 0, Vec::new());
        for name in super::super::upstream_names() {
            let ident = ctx.ident(name);
            let rules = assay_ops::dialect(assay_ops::dialect_of(name)).is_some_and(Dialect::has_own_rules);
            match [Extent::Whole, Extent::Part].map(|extent| recorded.op(&ctx, ident, extent).is_some()) {
                [true, false] => whole += 1,
                [false, true] => part += 1,
                _ if rules => own += 1,
                _ => none.push(name),
            }
        }
        assert_eq!(none, [""; 0], "of which nothing is read");
        assert_eq!(whole + part + own, super::super::upstream_names().count());
        assert!(
            whole > 900 && part > 1500 && own < 40,
            "{whole} whole, {part} in part, {own} by rules of their own"
        );
    }

    #[test]
    fn a_definition_in_part_has_what_is_read_of_the_record() {
        let ctx = Arc::new(Context::new());
        let recorded = Recorded::default();
        let part = |name| recorded.op(&ctx, ctx.ident(name), Extent::Part).expect("a definition");
        let bitcast = part("vector.bitcast");
        let [relation] = bitcast.relations.as_slice() else { panic!("{:?}", bitcast.relations) };
        assert_eq!(relation.text(&ctx), "rank(result) == rank(source)");
        let exp = part("tosa.exp");
        assert!(exp.traits.pure && exp.operands.len() == 1 && exp.results.len() == 1);
        // The elements of a tile, and those of what is only an interface here, are known to C++ alone.
        let tile = crate::text::parse_type(&ctx, "!amx.tile<16x16xbf16>").expect("a type");
        let zero = part("amx.tile_zero");
        let Constraint::CPred(text) = zero.constraint(zero.results[0].var) else { panic!("a predicate") };
        let predicate = recorded.predicate(*text).expect("it is recorded");
        assert_eq!(predicate.holds(&ctx, ctx.type_attr(tile)), None);
        assert_eq!(predicate.holds(&ctx, ctx.type_attr(ctx.integer(8))), Some(false));
        assert_eq!(part("bufferization.to_buffer").relations, []);
        // A switch takes one list of values for each of its successors.
        let switch = part("cf.switch");
        let open = |index: usize| switch.operands[index].variadicity;
        assert_eq!([0, 1, 2].map(open), [Variadicity::Single, Variadicity::Variadic, Variadicity::Variadic]);
    }

    #[test]
    fn what_is_checked_in_cpp_has_no_whole_definition() {
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
        let [first, second] = [(); 2].map(|()| recorded.op(&ctx, name, Extent::Whole).expect("a definition"));
        assert!(Arc::ptr_eq(first, second) && recorded.op(&ctx, ctx.ident("lab.op"), Extent::Part).is_none());
    }
}
