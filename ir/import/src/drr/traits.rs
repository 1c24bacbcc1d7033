//! Traits of ODS in a definition: those about types as relations, the others as words. A trait that is C++ of its project, or
//! whose condition has no words here, leaves a definition to C++.

use assay_ir::data::Ident;
use assay_ir::spec::{Compare, Group, ListTerm, OpSpec, Relation, Signature, Term, Variadicity};

use super::cpp;
use super::records::Record;
use super::{definition, predicate};

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

/// Interfaces whose checks are about symbols.
const OF_SYMBOLS: [&str; 2] = ["SymbolOpInterface", "SymbolUserOpInterface"];

/// The definition that traits are added to.
pub(super) struct Reader<'r, 'a> {
    pub(super) definition: &'r definition::Reader<'a>,
    pub(super) spec: &'r mut OpSpec,
    /// C++ infers the types of the results.
    pub(super) infers: bool,
}

impl Reader<'_, '_> {
    /// Adds the traits in a record of an operation, or in one that lists traits.
    pub(super) fn all(&mut self, record: Record<'_>) {
        for name in record.defs("traits") {
            self.one(name);
        }
    }

    fn one(&mut self, name: &str) {
        let Some(record) = self.definition.records.get(name) else { return };
        for field in ["dependentTraits", "baseInterfaces"] {
            record.defs(field).for_each(|other| self.one(other));
        }
        if name == "NoMemoryEffect" {
            self.spec.traits.pure = true;
        }
        if record.is("TraitList") {
            self.all(record);
        } else if record.is("PredOpTrait") {
            self.predicate(record);
        } else if let Some(interface) = record.text("cppInterfaceName") {
            self.interface(interface);
        } else if let Some(interface) = record.text("trait").and_then(|text| text.strip_suffix("::Trait")) {
            self.interface(interface);
        } else {
            let text = record.text("trait").unwrap_or_default();
            let text = text.strip_prefix("::mlir::OpTrait::").unwrap_or(text);
            let namespace = record.text("cppNamespace").unwrap_or_default();
            let own = matches!(namespace, "" | "::mlir::OpTrait" | "::mlir");
            if !own || !(self.of_types(text) || self.word(text)) {
                self.spec.traits.checked_in_cpp = true;
            }
        }
    }

    /// An interface may check types in C++.
    fn interface(&mut self, name: &str) {
        match name {
            "InferTypeOpInterface" => return self.infers = true,
            "SymbolOpInterface" => self.spec.traits.symbol = true,
            "SymbolUserOpInterface" => self.spec.traits.symbol_user = true,
            _ => {}
        }
        let mut all = self.definition.records.instances("OpInterface");
        let checks = all.any(|interface| {
            let text = interface.text("verify").unwrap_or_default();
            interface.text("cppInterfaceName") == Some(name) && !text.trim().is_empty()
        });
        self.spec.traits.checked_in_cpp |= checks && !OF_SYMBOLS.contains(&name);
    }

    /// A condition between named operands, results and attributes.
    fn predicate(&mut self, record: Record<'_>) {
        let ctx = self.definition.ctx;
        let names: Vec<Ident> = record
            .list("values")
            .iter()
            .filter_map(|name| name.as_str())
            .map(|name| ctx.ident(name))
            .collect();
        let several = names.iter().any(|name| self.group(*name).is_some_and(is_open));
        if record.is("AllTypesMatch") && several {
            let list = |name: &Ident| vec![ListTerm::Types(*name)];
            let pairs =
                names.windows(2).map(|pair| Signature { left: list(&pair[0]), right: list(&pair[1]) });
            self.spec.signatures.extend(pairs);
        } else if record.is("AllTypesMatch") {
            self.chain(&names, Compare::Equal, Term::Type);
        } else if record.is("AllElementTypesMatch") && !several {
            self.chain(&names, Compare::Equal, Term::Element);
        } else if record.is("AllRanksMatch") && !several {
            self.chain(&names, Compare::Equal, Term::Rank);
        } else if !(record.is("TypesMatchWith") && self.follows(record)) {
            self.spec.traits.checked_in_cpp = true;
        }
    }

    /// That one type is a function of another one, where the function is known.
    fn follows(&mut self, record: Record<'_>) -> bool {
        let ctx = self.definition.ctx;
        let side = |field| record.text(field).map(|name| ctx.ident(name));
        let (Some(left), Some(right)) = (side("lhs"), side("rhs")) else { return false };
        let several = |name| self.group(name).is_some_and(|group| group.variadicity == Variadicity::Variadic);
        let compared =
            record.def("predicate").map(|name| predicate::expression(self.definition.records, name));
        let equal = compared.is_some_and(|text| text.contains("std::equal_to<>()("));
        if several(left) || several(right) || !equal {
            return false;
        }
        let i1 = || Term::Constant(ctx.type_attr(ctx.integer(1)));
        let function = cpp::plain(record.text("transformer").unwrap_or_default());
        match function.trim_start_matches("::") {
            "$0" => self.state(Term::Type(left), Compare::Equal, Term::Type(right)),
            "getElementTypeOrSelf($0)" | "$0.getElementType()" => {
                self.state(Term::Element(left), Compare::Equal, Term::Type(right));
            }
            "getI1SameShape($0)" => {
                self.state(Term::Element(right), Compare::Equal, i1());
                self.state(Term::Shape(left), Compare::Equal, Term::Shape(right));
            }
            _ => return false,
        }
        true
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
                let anchor = self.spec.operands.iter().find(|group| !is_open(group)).map(|group| group.name);
                for (anchor, result) in
                    anchor.into_iter().flat_map(|name| results.iter().map(move |r| (name, *r)))
                {
                    self.state(Term::Type(anchor), Compare::Equal, Term::Type(result));
                }
            }
            "Elementwise"
                if self.spec.operands.iter().chain(&self.spec.results).all(|group| !is_open(group)) =>
            {
                self.elementwise(&operands, &results);
            }
            _ => return false,
        }
        true
    }

    /// That a measure of all values of these names is one.
    fn chain(&mut self, names: &[Ident], compare: Compare, measure: fn(Ident) -> Term) {
        for (index, name) in names.iter().enumerate() {
            // A group may be empty: then those before it are compared with those after it.
            let open = |name: &Ident| self.group(*name).is_some_and(is_open);
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
            let own = self.group(*name).is_some_and(is_open).then_some(*name);
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

    fn state(&mut self, left: Term, compare: Compare, right: Term) {
        let stated = relation(left, compare, right);
        if !self.spec.relations.contains(&stated) {
            self.spec.relations.push(stated);
        }
    }

    fn group(&self, name: Ident) -> Option<&Group> {
        self.spec.operands.iter().chain(&self.spec.results).find(|group| group.name == name)
    }

    /// A trait about structure or effects; false for one that is not known.
    fn word(&mut self, text: &str) -> bool {
        let parameters =
            text.split_once('<').map(|(name, rest)| (name, rest.rsplit_once('>').unwrap_or((rest, "")).0));
        if let Some((name, classes)) = parameters {
            let found = classes.split(',').map(|class| self.operation(class)).collect::<Option<Vec<Ident>>>();
            let traits = &mut self.spec.traits;
            match name {
                "HasParent" => traits.parents = found.unwrap_or_default(),
                "SingleBlockImplicitTerminator" => {
                    traits.single_block = true;
                    traits.implicit_terminator = found.and_then(|found| found.first().copied());
                }
                _ => return false,
            }
            return true;
        }
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

    /// The name of the operation whose C++ class this is.
    fn operation(&self, class: &str) -> Option<Ident> {
        let class = class.trim().rsplit("::").next()?;
        let records = self.definition.records;
        let is_class =
            |record: &Record<'_>| record.name == class || record.name.ends_with(&format!("_{class}"));
        let found = records.instances("Op").find(is_class)?;
        let dialect = records.get(found.def("opDialect")?)?.text("name")?;
        Some(self.definition.ctx.ident(&format!("{dialect}.{}", found.text("opName")?)))
    }
}

fn relation(left: Term, compare: Compare, right: Term) -> Relation {
    Relation { left, compare, right, otherwise: Vec::new() }
}

fn is_open(group: &Group) -> bool {
    group.variadicity != Variadicity::Single
}
