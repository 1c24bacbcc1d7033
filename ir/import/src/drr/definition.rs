//! Records of operations as the definitions that patterns over them are judged by: what ODS says of operands, results,
//! attributes and regions, with the traits whose meaning is known. Whatever a record leaves to C++ marks its definition as
//! one that C++ checks further.
//!
//! Each statement of such a definition holds of every operation that MLIR accepts; it accepts no other ones where nothing is
//! left to C++.

use std::sync::Arc;

use assay_ir::data::{Context, Ident, Span};
use assay_ir::spec::{
    AttributeSpec, Compare, Constraint, Group, Infer, OpSpec, Predicate, RegionSpec, Term, Var, Variadicity,
};
use assay_ir::text;

use super::ods::{Definition, Definitions, OpArg, OpValue};
use super::{attributes, traits};
use crate::predicate;
use crate::records::{Arg, ArgValue, Record, Records};

/// C++ that asks for a type without parameters, with the same in terms of the type as MLIR writes it.
fn plain_types(records: &Records) -> Vec<(String, String)> {
    let of_type = |record: Record<'_>| {
        let written = attributes::buildable(records, record.name)?;
        Some((format!("isa<{}>", record.text("cppType")?), format!("isa<{written}>")))
    };
    records.instances("TypeDef").filter_map(of_type).collect()
}

/// Reads records as definitions.
pub(super) struct Reader<'a> {
    pub(super) records: &'a Records,
    pub(super) ctx: &'a Arc<Context>,
    types: Vec<(String, String)>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(records: &'a Records, ctx: &'a Arc<Context>) -> Reader<'a> {
        Reader { records, ctx, types: plain_types(records) }
    }

    /// The operations that patterns name, by name.
    pub(super) fn all(&self, known: &Definitions<'_>) -> Vec<OpSpec> {
        let found = known.read_so_far();
        let mut specs: Vec<OpSpec> = found.iter().filter_map(|(record, op)| self.spec(record, op)).collect();
        specs.sort_by_key(|spec| self.ctx.str(spec.name));
        specs.dedup_by_key(|spec| spec.name);
        specs
    }

    /// Reads what a record says.
    pub(super) fn spec(&self, record: &str, op: &Definition<'_>) -> Option<OpSpec> {
        let record = self.records.get(record)?;
        let mut spec = OpSpec {
            checks: Vec::new(),
            name: self.ctx.ident(&op.name),
            source: None,
            span: Span::NONE,
            constraints: Vec::new(),
            operands: Vec::new(),
            results: Vec::new(),
            attributes: Vec::new(),
            regions: Some(self.regions(record)),
            traits: Default::default(),
            relations: Vec::new(),
            signatures: Vec::new(),
            variadic_per_element: true,
            lossy: false,
        };
        for (index, arg) in op.args.iter().enumerate() {
            match arg {
                OpArg::Operand(value) => {
                    let group = self.group(value, &format!("unnamed{index}"), &mut spec);
                    spec.operands.push(group);
                }
                OpArg::Attribute(attribute) => {
                    let var = self.variable(attribute.constraint, &mut spec);
                    let name = self.ctx.ident(attribute.name);
                    let optional = attribute.optional || attribute.has_default;
                    spec.attributes.push(AttributeSpec { name, var, optional, span: Span::NONE });
                }
            }
        }
        for (index, value) in op.results.iter().enumerate() {
            let group = self.group(value, &format!("result{index}"), &mut spec);
            spec.results.push(group);
        }
        self.successors(record, &mut spec);
        let left_to_cpp = |field| record.number(field) == Some(1);
        spec.traits.checked_in_cpp |= left_to_cpp("hasVerifier") || left_to_cpp("hasRegionVerifier");
        let mut traits =
            traits::Reader { records: self.records, ctx: self.ctx, spec: &mut spec, infers: false };
        traits.all(record);
        let in_cpp = traits.infers;
        self.inferred(op, &mut spec);
        spec.traits.checked_in_cpp |= in_cpp && !spec.traits.infers_results;
        Some(spec)
    }

    fn group(&self, value: &OpValue<'_>, otherwise: &str, spec: &mut OpSpec) -> Group {
        let name = self.ctx.ident(if value.name.is_empty() { otherwise } else { value.name });
        let variadicity = match (value.many, value.optional) {
            (true, true) => Variadicity::Optional,
            (true, false) => Variadicity::Variadic,
            (false, _) => Variadicity::Single,
        };
        Group { name, var: self.variable(value.constraint, spec), variadicity, span: Span::NONE }
    }

    /// A variable with the predicate of a constraint; each place has its own.
    fn variable(&self, constraint: &str, spec: &mut OpSpec) -> Var {
        let record = self.records.get(constraint).filter(|record| !record.is("Property"));
        let text = record.and_then(|record| record.def("predicate"));
        let text = text.map(|name| predicate::expression(self.records, name));
        let constraint = match text.map(|text| self.written(&text)) {
            Some(text) => {
                let known = Predicate::of_text(self.ctx, &text).unknown_texts().is_empty();
                spec.traits.checked_in_cpp |= !known;
                Constraint::CPred(self.ctx.ident(&text))
            }
            None => Constraint::Any,
        };
        spec.constraints.push((constraint, Span::NONE));
        Var((spec.constraints.len() - 1) as u32)
    }

    /// A predicate with the types of the records as MLIR writes them.
    fn written(&self, text: &str) -> String {
        let used = self.types.iter().filter(|(cpp, _)| text.contains(cpp));
        used.fold(text.to_owned(), |text, (cpp, written)| text.replace(cpp, written))
    }

    fn regions(&self, record: Record<'_>) -> Vec<RegionSpec> {
        let args = record.dag("regions").map(|dag| dag.args).unwrap_or_default();
        args.iter().enumerate().map(|(index, arg)| self.region(index, arg)).collect()
    }

    fn region(&self, index: usize, arg: &Arg<'_>) -> RegionSpec {
        let name = arg.name.map_or_else(|| format!("region{index}"), str::to_owned);
        let open = RegionSpec::open(self.ctx.ident(&name));
        let ArgValue::Def(constraint) = &arg.value else { return open };
        let Some(record) = self.records.get(constraint) else { return open };
        if record.is("VariadicRegion") {
            return RegionSpec { variadic: true, ..open };
        }
        match record.number("blocks").and_then(|blocks| u32::try_from(blocks).ok()) {
            Some(blocks) if record.is("SizedRegion") => {
                RegionSpec { blocks: Some(blocks), may_be_empty: false, ..open }
            }
            _ => open,
        }
    }

    fn successors(&self, record: Record<'_>, spec: &mut OpSpec) {
        let args = record.dag("successors").map(|dag| dag.args).unwrap_or_default();
        let many = |arg: &Arg<'_>| match &arg.value {
            ArgValue::Def(name) => {
                self.records.get(name).is_some_and(|record| record.is("VariadicSuccessor"))
            }
            _ => false,
        };
        match args.iter().any(many) {
            true => spec.traits.any_successors = true,
            false => spec.traits.successors = Some(args.len() as u32).filter(|count| *count > 0),
        }
    }

    /// How the types of results follow from the rest, where each does by what the record says.
    fn inferred(&self, op: &Definition<'_>, spec: &mut OpSpec) {
        if !op.infers && !op.types_of_operand {
            return;
        }
        let rules = spec.results.iter().enumerate().map(|(index, result)| {
            let written = attributes::buildable(self.records, op.results.get(index)?.constraint);
            let written = written.and_then(|written| text::parse_type(self.ctx, &written).ok());
            let single = result.variadicity == Variadicity::Single;
            let follows = || type_of(spec, result.name).map(Infer::Type);
            follows().or(written.map(Infer::Fixed)).filter(|_| single)
        });
        if let Some(rules) = rules.collect::<Option<Vec<Infer>>>().filter(|rules| !rules.is_empty()) {
            spec.traits.infers_results = true;
            spec.traits.infer = rules;
        }
    }
}

/// The operand whose type a result has.
fn type_of(spec: &OpSpec, result: Ident) -> Option<Ident> {
    let is_one = |group: &&Group| group.variadicity == Variadicity::Single;
    let mut operands = spec.operands.iter().filter(is_one).map(|group| group.name);
    operands.find(|operand| {
        let sides = [Term::Type(*operand), Term::Type(result)];
        spec.relations.iter().any(|relation| {
            relation.compare == Compare::Equal
                && relation.otherwise.is_empty()
                && sides.contains(&relation.left)
                && sides.contains(&relation.right)
                && relation.left != relation.right
        })
    })
}
