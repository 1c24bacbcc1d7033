//! `irdl.operation`: operands, results, attributes, regions, and the `assay.` attributes that say what IRDL cannot.

use super::definition::{Definition, function_of};
use super::{Loader, string};
use crate::data::{AttrId, AttrKind, Context, Ident, OpId, ValueId, known};
use crate::spec::relation::{self, StatedRelation};
use crate::spec::{
    AttributeSpec, Constraint, Group, ListTerm, OpSpec, RegionSpec, Relation, Term, Variadicity,
};

/// A function that reads a part of the definition of an operation.
type Part = fn(&mut Loader<'_>, OpId, &Definition, &mut OpSpec);

const PART_OPS: &[(&str, Part)] = &[
    ("irdl.operands", |loader, op, definition, spec| spec.operands = loader.groups(op, definition)),
    ("irdl.results", |loader, op, definition, spec| spec.results = loader.groups(op, definition)),
    ("irdl.attributes", |loader, op, definition, spec| spec.attributes = loader.attributes(op, definition)),
    ("irdl.regions", |loader, op, definition, spec| spec.regions = Some(loader.regions(op, definition))),
];

impl Loader<'_> {
    pub(super) fn operation(&mut self, op: OpId, dialect: Ident, per_element: bool, lossy: bool) {
        let Some(symbol) = self.symbol(op) else { return };
        let name = self.attr_text(op, "assay.name").unwrap_or(symbol);
        self.defines(op, dialect, self.ctx.ident(name));
        let definition = self.definition(op, dialect);
        let mut spec = OpSpec {
            name: self.ctx.ident(&format!("{}.{name}", self.ctx.str(dialect))),
            source: self.program.source().cloned(),
            span: self.place(op),
            constraints: definition.constraints.clone(),
            operands: Vec::new(),
            results: Vec::new(),
            attributes: Vec::new(),
            regions: Some(Vec::new()),
            traits: Default::default(),
            relations: Vec::new(),
            signatures: Vec::new(),
            checks: Vec::new(),
            variadic_per_element: self.per_element(op).unwrap_or(per_element),
            lossy: lossy && !self.is_completed(op),
        };
        self.parts(&definition, &mut spec);
        self.traits(op, &mut spec);
        self.optional_attributes(op, &mut spec);
        if spec.lossy {
            spec.traits.any_successors = true;
            spec.attributes.iter_mut().for_each(|attribute| attribute.optional = true);
        }
        self.relations(op, &mut spec);
        self.registry.add_op(spec);
    }

    fn parts(&mut self, definition: &Definition, spec: &mut OpSpec) {
        let mut seen: Vec<Ident> = Vec::new();
        for &part in &definition.others {
            let name = self.program.op(part).name;
            let text = self.program.op_name(part);
            if seen.contains(&name) {
                self.error(part, format!("duplicate `{text}` in one definition"));
                continue;
            }
            seen.push(name);
            match function_of(PART_OPS, text) {
                Some(read) => read(self, part, definition, spec),
                None => self.error(part, format!("`{text}` does not belong into `irdl.operation`")),
            }
        }
    }

    fn groups(&mut self, op: OpId, definition: &Definition) -> Vec<Group> {
        let names = self.names_of(op, "names");
        let kinds = self.variadicities(op, names.len());
        let values: Vec<ValueId> = self.program.operands(op).collect();
        let mut groups = Vec::new();
        for ((value, name), variadicity) in values.into_iter().zip(names).zip(kinds) {
            if let Some(var) = self.var(op, value, definition) {
                let name = self.ctx.ident(&name);
                groups.push(Group { name, var, variadicity, span: self.place(op) });
            }
        }
        groups
    }

    fn variadicities(&mut self, op: OpId, count: usize) -> Vec<Variadicity> {
        let mut kinds = Vec::new();
        if let Some(attr) = self.attr(op, "variadicity") {
            collect_variadicities(self.ctx, attr, &mut kinds);
        }
        if kinds.len() != count && !kinds.is_empty() {
            let text = self.program.op_name(op);
            self.error(op, format!("`{text}` has {count} operands and {} variadicities", kinds.len()));
        }
        kinds.resize(count, Variadicity::Single);
        kinds
    }

    fn attributes(&mut self, op: OpId, definition: &Definition) -> Vec<AttributeSpec> {
        let names = self.names_of(op, self.ctx.str(known::ATTRIBUTE_VALUE_NAMES));
        let values: Vec<ValueId> = self.program.operands(op).collect();
        let mut attributes: Vec<AttributeSpec> = Vec::new();
        for (value, text) in values.into_iter().zip(names) {
            let name = self.ctx.ident(&text);
            if attributes.iter().any(|attribute| attribute.name == name) {
                self.error(op, format!("attribute `{text}` is listed twice"));
            }
            if let Some(var) = self.var(op, value, definition) {
                attributes.push(AttributeSpec { name, var, optional: false, span: self.place(op) });
            }
        }
        attributes
    }

    fn regions(&mut self, op: OpId, definition: &Definition) -> Vec<RegionSpec> {
        let names = self.names_of(op, "names");
        let values: Vec<ValueId> = self.program.operands(op).collect();
        let mut regions = Vec::new();
        for (value, name) in values.into_iter().zip(names) {
            let name = self.ctx.ident(&name);
            if let Some(&region) = definition.regions.get(&value) {
                regions.push(self.region(region, name, definition));
            } else if let Some(var) = self.var(op, value, definition) {
                regions.push(self.region_by_predicate(op, name, &definition.constraints[var.0 as usize].0));
            }
        }
        regions
    }

    fn region(&mut self, op: OpId, name: Ident, definition: &Definition) -> RegionSpec {
        let arguments =
            self.attr(op, "constrainedArguments").is_some().then(|| self.operand_vars(op, definition));
        let blocks = self.attr(op, "numberOfBlocks").and_then(|attr| number(self.ctx, attr));
        if self.attr(op, "numberOfBlocks").is_some() && blocks.is_none_or(|count| count == 0) {
            self.error(op, "the number of blocks is no positive number");
        }
        let may_be_empty = blocks.is_none();
        RegionSpec { arguments, blocks, may_be_empty, ..RegionSpec::open(name) }
    }

    /// `tblgen-to-irdl` writes `c_pred` for regions that MLIR's IRDL has no words for: at most N blocks, and
    /// variadic groups of regions.
    fn region_by_predicate(&mut self, op: OpId, name: Ident, constraint: &Constraint) -> RegionSpec {
        let text = match constraint {
            Constraint::CPred(text) => self.ctx.str(*text),
            _ => "",
        };
        let argument = |function: &str| -> Option<u32> {
            text.split_once(function)?.1.strip_prefix("($_self, ")?.trim_end_matches(')').parse().ok()
        };
        let open = RegionSpec::open(name);
        if let Some(most) = argument("hasNItemsOrLess") {
            return RegionSpec { at_most: Some(most), ..open };
        }
        if let Some(exactly) = argument("hasNItems") {
            return RegionSpec { blocks: Some(exactly), variadic: true, may_be_empty: false, ..open };
        }
        if let Some(least @ (0 | 1)) = argument("hasNItemsOrMore") {
            return RegionSpec { may_be_empty: least == 0, ..open };
        }
        if text != "true" {
            self.warning(op, format!("nothing is known about regions that satisfy `{text}`"));
        }
        open
    }

    fn traits(&mut self, op: OpId, spec: &mut OpSpec) {
        for word in self.texts(op, "assay.traits").unwrap_or_default() {
            if !self.region_trait(op, word, spec) && !spec.traits.read(self.ctx, word) {
                self.warning(op, format!("`{word}` is no known trait"));
            }
        }
        if spec.traits.open_regions {
            spec.regions = None;
        }
    }

    /// `may_be_empty=r`, `nonempty=r`, `variadic_region=r`, `at_most_one_block=r`, `ends=r:d.op`: statements about one region.
    fn region_trait(&mut self, op: OpId, word: &str, spec: &mut OpSpec) -> bool {
        let Some((key, value)) = word.split_once('=') else { return false };
        if !matches!(key, "may_be_empty" | "nonempty" | "variadic_region" | "at_most_one_block" | "ends") {
            return false;
        }
        let (name, terminator) = value.split_once(':').unwrap_or((value, ""));
        let wanted = self.ctx.ident(name.trim());
        let Some(region) = spec.regions.iter_mut().flatten().find(|region| region.name == wanted) else {
            self.error(op, format!("`{word}` names no region of this operation"));
            return true;
        };
        match key {
            "may_be_empty" => region.may_be_empty = true,
            "nonempty" => region.may_be_empty = false,
            "variadic_region" => region.variadic = true,
            "ends" => region.terminator = Some(self.ctx.ident(terminator.trim())),
            _ => {
                region.at_most = Some(1);
                region.blocks = None;
                region.may_be_empty = true;
            }
        }
        true
    }

    fn optional_attributes(&mut self, op: OpId, spec: &mut OpSpec) {
        for text in self.texts(op, "assay.optional_attributes").unwrap_or_default() {
            let name = self.ctx.ident(text);
            match spec.attributes.iter_mut().find(|attribute| attribute.name == name) {
                Some(attribute) => attribute.optional = true,
                None => self.error(op, format!("`{text}` is no attribute of this operation")),
            }
        }
    }

    fn relations(&mut self, op: OpId, spec: &mut OpSpec) {
        for text in self.texts(op, "assay.relations").unwrap_or_default() {
            match relation::read(self.ctx, text) {
                Ok(StatedRelation::Relation(relation)) => {
                    self.check_names(op, text, &relation, spec);
                    spec.relations.push(relation);
                }
                Ok(StatedRelation::Signature(signature)) => {
                    for term in signature.left.iter().chain(&signature.right) {
                        self.check_list_name(op, text, term, spec);
                    }
                    spec.signatures.push(signature);
                }
                Ok(StatedRelation::Check(check)) => {
                    check.names.iter().for_each(|name| self.check_name(op, text, *name, spec));
                    spec.checks.push(check);
                }
                Err(message) => self.error(op, message),
            }
        }
    }

    fn check_names(&mut self, op: OpId, text: &str, relation: &Relation, spec: &OpSpec) {
        for part in std::iter::once(relation).chain(&relation.otherwise) {
            for term in [&part.left, &part.right] {
                let name = match term {
                    Term::Type(name) | Term::Element(name) | Term::Width(name) | Term::Shape(name) => *name,
                    Term::Count(name) if self.ctx.str(*name).ends_with("successors") => continue,
                    Term::Count(name) | Term::Rank(name) | Term::Dynamic(name) | Term::Blocks(name) => *name,
                    Term::Constant(_) => continue,
                };
                self.check_name(op, text, name, spec);
            }
        }
    }

    fn check_list_name(&mut self, op: OpId, text: &str, term: &ListTerm, spec: &OpSpec) {
        if let Some(name) = term.name() {
            self.check_name(op, text, name, spec);
        }
    }

    fn check_name(&mut self, op: OpId, text: &str, name: Ident, spec: &OpSpec) {
        let known = spec.operands.iter().chain(&spec.results).any(|group| group.name == name)
            || spec.attributes.iter().any(|attribute| attribute.name == name)
            || spec.regions.iter().flatten().any(|region| region.name == name);
        if !known {
            let name = self.ctx.str(name);
            self.error(op, format!("`{text}`: the operation has no part named `{name}`"));
        }
    }
}

fn number(ctx: &Context, attr: AttrId) -> Option<u32> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => value.to_i64().and_then(|number| u32::try_from(number).ok()),
        _ => None,
    }
}

/// The words of `#irdl<variadicity_array[single, optional]>`, in whichever form it was read.
fn collect_variadicities(ctx: &Context, attr: AttrId, into: &mut Vec<Variadicity>) {
    match ctx.attr_kind(attr) {
        AttrKind::Opaque { body, .. } => collect_words(ctx.str(*body), into),
        AttrKind::Array(items) => {
            for item in items {
                collect_words(string(ctx, *item).unwrap_or(""), into);
            }
        }
        AttrKind::Dialect { params, .. } => {
            for param in params {
                match string(ctx, *param) {
                    Some(text) => collect_words(text, into),
                    None => collect_variadicities(ctx, *param, into),
                }
            }
        }
        _ => {}
    }
}

fn collect_words(text: &str, into: &mut Vec<Variadicity>) {
    for word in text.split(|c: char| !c.is_ascii_alphabetic() && c != '_') {
        match word {
            "single" => into.push(Variadicity::Single),
            "optional" => into.push(Variadicity::Optional),
            "variadic" => into.push(Variadicity::Variadic),
            _ => {}
        }
    }
}
