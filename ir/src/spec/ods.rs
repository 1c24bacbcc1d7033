//! What traits of ODS with a C++ name say of an operation: those about types as relations, the others as words.

use super::{Compare, Group, OpSpec, Relation, Term};
use crate::data::Ident;

/// Traits of `::mlir::OpTrait` that ask for nothing of types and have no word either.
const SILENT: [&str; 12] = [
    "AffineScope",
    "AlwaysSpeculatableImplTrait",
    "FirstAttrDerivedResultType",
    "HasRecursiveMemoryEffects",
    "IsIdempotent",
    "IsInvolution",
    "MemRefsNormalizable",
    "NoRegionArguments",
    "RecursivelySpeculatableImplTrait",
    "Scalarizable",
    "Tensorizable",
    "Vectorizable",
];

/// A definition that traits are added to.
pub struct OdsTraits<'s> {
    /// The definition.
    pub spec: &'s mut OpSpec,
}

impl OdsTraits<'_> {
    /// Adds a trait of `::mlir::OpTrait` by its name there; false for one that is not known, which may check in C++.
    pub fn add(&mut self, name: &str) -> bool {
        self.of_types(name) || self.word(name)
    }

    /// A trait that compares types of operands and results; false for others.
    fn of_types(&mut self, text: &str) -> bool {
        let names = |groups: &[Group]| groups.iter().map(|group| group.name).collect::<Vec<Ident>>();
        let (operands, results) = (names(&self.spec.operands), names(&self.spec.results));
        let all = [operands.clone(), results.clone()].concat();
        match text {
            "SameTypeOperands" => self.chain(&operands, Compare::Equal, Term::Type),
            "SameOperandsElementType" => self.chain(&operands, Compare::Equal, Term::Element),
            "SameOperandsAndResultElementType" => self.chain(&all, Compare::Equal, Term::Element),
            "SameOperandsShape" => self.shapes(&operands),
            "SameOperandsAndResultShape" => self.shapes(&all),
            "SameOperandsAndResultType" => {
                self.chain(&all, Compare::Equal, Term::Element);
                self.shapes(&all);
                // MLIR infers the results from the first operand that is always there.
                let anchor = self.spec.operands.iter().find(|group| !group.is_open()).map(|group| group.name);
                for (anchor, result) in
                    anchor.into_iter().flat_map(|name| results.iter().map(move |r| (name, *r)))
                {
                    self.state(Term::Type(anchor), Compare::Equal, Term::Type(result));
                }
            }
            "Elementwise"
                if self.spec.operands.iter().chain(&self.spec.results).all(|group| !group.is_open()) =>
            {
                self.elementwise(&operands, &results);
            }
            _ => return false,
        }
        true
    }

    /// That a measure of all values of these names is one.
    pub fn chain(&mut self, names: &[Ident], compare: Compare, measure: fn(Ident) -> Term) {
        for (index, name) in names.iter().enumerate() {
            // A group may be empty: then those before it are compared with those after it.
            let open = |name: &Ident| self.spec.group(*name).is_some_and(Group::is_open);
            let before: Vec<Ident> = match names[..index].iter().rev().find(|name| !open(name)) {
                Some(single) => vec![*single],
                None => names[..index].to_vec(),
            };
            let own = open(name).then_some(*name);
            for other in before.into_iter().chain(own) {
                self.state(measure(other), compare, measure(*name));
            }
        }
    }

    /// That the shapes of all values of these names are compatible with each other.
    fn shapes(&mut self, names: &[Ident]) {
        self.spec.traits.one_shape = true;
        for (index, name) in names.iter().enumerate() {
            let own = self.spec.group(*name).is_some_and(Group::is_open).then_some(*name);
            for other in names[..index].iter().copied().chain(own) {
                self.state(Term::Shape(other), Compare::Compatible, Term::Shape(*name));
            }
        }
    }

    /// That what is not scalar has one kind of container and compatible shapes, and that results are not scalar exactly
    /// where some operand is not.
    fn elementwise(&mut self, operands: &[Ident], results: &[Ident]) {
        self.spec.traits.one_shape = true;
        let scalar = |name: Ident| relation(Term::Type(name), Compare::Equal, Term::Element(name));
        let all = [operands, results].concat();
        for (index, name) in all.iter().enumerate() {
            for other in &all[..index] {
                let shapes = relation(Term::Shape(*other), Compare::Compatible, Term::Shape(*name));
                // Among results there is no scalar beside others.
                let scalars = [*other, *name].into_iter().filter(|name| operands.contains(name)).map(scalar);
                self.spec.relations.push(Relation { otherwise: scalars.collect(), ..shapes });
            }
        }
        for result in results {
            let shaped = |name: &Ident| relation(Term::Type(*name), Compare::NotEqual, Term::Element(*name));
            let some = operands.iter().map(shaped).collect();
            self.spec.relations.push(Relation { otherwise: some, ..scalar(*result) });
        }
    }

    /// Adds a relation, once.
    pub fn state(&mut self, left: Term, compare: Compare, right: Term) {
        let stated = relation(left, compare, right);
        if !self.spec.relations.contains(&stated) {
            self.spec.relations.push(stated);
        }
    }

    /// A trait about structure or effects; false for one that is not known.
    fn word(&mut self, text: &str) -> bool {
        let traits = &mut self.spec.traits;
        let flag = match text {
            "IsTerminator" => &mut traits.terminator,
            "IsIsolatedFromAbove" => &mut traits.isolated,
            "HasOnlyGraphRegion" => &mut traits.graph,
            "SingleBlock" => &mut traits.single_block,
            "NoTerminator" => &mut traits.no_terminator,
            "SymbolTable" => &mut traits.symbol_table,
            "IsCommutative" => &mut traits.commutative,
            "ReturnLike" => &mut traits.return_like,
            "AttrSizedOperandSegments" => &mut traits.operand_segments,
            "AttrSizedResultSegments" => &mut traits.result_segments,
            "SameVariadicOperandSize" => &mut traits.same_operand_sizes,
            "SameVariadicResultSize" => &mut traits.same_result_sizes,
            "ConstantLike" => &mut traits.constant_like,
            "AutomaticAllocationScope" => &mut traits.allocation_scope,
            _ => return SILENT.contains(&text),
        };
        *flag = true;
        true
    }
}

fn relation(left: Term, compare: Compare, right: Term) -> Relation {
    Relation { left, compare, right, otherwise: Vec::new() }
}
