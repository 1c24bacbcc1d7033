//! Traits of ODS in a definition: those about types as relations, the others as words. A trait that is C++ of its project, or
//! whose condition has no words here, leaves a definition to C++.

use assay_ir::data::{Context, Ident};
use assay_ir::spec::{Compare, Group, ListTerm, OdsTraits, OpSpec, Signature, Term, Variadicity};

use super::cpp;
use crate::predicate;
use crate::records::{Record, Records};

/// Interfaces whose checks are about symbols.
const OF_SYMBOLS: [&str; 2] = ["SymbolOpInterface", "SymbolUserOpInterface"];

/// The definition that traits are added to.
pub(super) struct Reader<'r, 'a> {
    pub(super) records: &'a Records,
    pub(super) ctx: &'a Context,
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
        let Some(record) = self.records.get(name) else { return };
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
            if !own || !self.word(text) {
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
        let mut all = self.records.instances("OpInterface");
        let checks = all.any(|interface| {
            let text = interface.text("verify").unwrap_or_default();
            interface.text("cppInterfaceName") == Some(name) && !text.trim().is_empty()
        });
        self.spec.traits.checked_in_cpp |= checks && !OF_SYMBOLS.contains(&name);
    }

    fn stated(&mut self) -> OdsTraits<'_> {
        OdsTraits { spec: self.spec }
    }

    /// A condition between named operands, results and attributes.
    fn predicate(&mut self, record: Record<'_>) {
        let ctx = self.ctx;
        let names: Vec<Ident> = record
            .list("values")
            .iter()
            .filter_map(|name| name.as_str())
            .map(|name| ctx.ident(name))
            .collect();
        let several = names.iter().any(|name| self.spec.group(*name).is_some_and(Group::is_open));
        if record.is("AllTypesMatch") && several {
            let list = |name: &Ident| vec![ListTerm::Types(*name)];
            let pairs =
                names.windows(2).map(|pair| Signature { left: list(&pair[0]), right: list(&pair[1]) });
            self.spec.signatures.extend(pairs);
        } else if record.is("AllTypesMatch") {
            self.stated().chain(&names, Compare::Equal, Term::Type);
        } else if record.is("AllElementTypesMatch") && !several {
            self.stated().chain(&names, Compare::Equal, Term::Element);
        } else if record.is("AllRanksMatch") && !several {
            self.stated().chain(&names, Compare::Equal, Term::Rank);
        } else if !(record.is("TypesMatchWith") && self.follows(record)) {
            self.spec.traits.checked_in_cpp = true;
        }
    }

    /// That one type is a function of another one, where the function is known.
    fn follows(&mut self, record: Record<'_>) -> bool {
        let ctx = self.ctx;
        let side = |field| record.text(field).map(|name| ctx.ident(name));
        let (Some(left), Some(right)) = (side("lhs"), side("rhs")) else { return false };
        let several =
            |name| self.spec.group(name).is_some_and(|group| group.variadicity == Variadicity::Variadic);
        let compared = record.def("predicate").map(|name| predicate::expression(self.records, name));
        let equal = compared.is_some_and(|text| text.contains("std::equal_to<>()("));
        if several(left) || several(right) || !equal {
            return false;
        }
        let i1 = || Term::Constant(ctx.type_attr(ctx.integer(1)));
        let function = cpp::normalized(record.text("transformer").unwrap_or_default());
        match function.trim_start_matches("::") {
            "$0" => self.stated().state(Term::Type(left), Compare::Equal, Term::Type(right)),
            "getElementTypeOrSelf($0)" | "$0.getElementType()" => {
                self.stated().state(Term::Element(left), Compare::Equal, Term::Type(right));
            }
            "getI1SameShape($0)" => {
                self.stated().state(Term::Element(right), Compare::Equal, i1());
                self.stated().state(Term::Shape(left), Compare::Equal, Term::Shape(right));
            }
            _ => return false,
        }
        true
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
        OdsTraits { spec: self.spec }.add(text)
    }

    /// The name of the operation whose C++ class this is.
    fn operation(&self, class: &str) -> Option<Ident> {
        let class = class.trim().rsplit("::").next()?;
        let records = self.records;
        let is_class =
            |record: &Record<'_>| record.name == class || record.name.ends_with(&format!("_{class}"));
        let found = records.instances("Op").find(is_class)?;
        let dialect = records.get(found.def("opDialect")?)?.text("name")?;
        Some(self.ctx.ident(&format!("{dialect}.{}", found.text("opName")?)))
    }
}
