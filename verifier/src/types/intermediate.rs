//! The question about a pattern as `irdl.check_subset`: on the left what is known of every match, on the right what has to
//! hold after the rewrite, with the unknowns that both sides have in common yielded. Decides nothing; what the form has no
//! words for is refused with a reason.

use std::fmt::Write as _;

use assay_ir::data::{AttrKind, Context, Ident, OpId, known};
use assay_ir::pdl::PdlOp;
use assay_ir::spec::{
    BaseRef, Constraint, Group, ListTerm, OpSpec, Registry, Relation, Signature, Term as RelationTerm, Var,
    Variadicity, open_groups,
};
use assay_ir::text::attr_text;
use rustc_hash::FxHashMap;

use super::lower::lower;
use super::question::{About, Fact, Origin, Question, Use};
use super::{counted, emit};
use crate::pattern::decode::Lengths;
use crate::stage::Task;
use crate::verdict::Unknown;
use assay_type_solver::encode::variable_name;
use assay_type_solver::segments;
use assay_type_solver::term::{Formula, Term, Variable};

/// What says that a value is a type.
const IS_TYPE: &str = "irdl.c_pred \"(::llvm::isa<::mlir::Type>($_self))\"";

/// What says that an attribute has a type.
const IS_TYPED: &str = "irdl.c_pred \"(::llvm::isa<::mlir::TypedAttr>($_self))\"";

/// The question as text that reads back; one for each choice of lengths of ranges that has to be looked at.
///
/// # Errors
/// What in the question the form has no words for.
pub fn check_subset_text(task: &Task<'_>) -> Result<String, Unknown> {
    let (choices, complete) = counted::choices(task);
    if !complete {
        let what = "more ranges than are tried together".to_owned();
        return Err(Unknown::Unsupported { what, span: task.program.op(task.pattern).span });
    }
    let texts: Result<Vec<String>, Unknown> =
        choices.iter().map(|lengths| with_lengths(task, lengths)).collect();
    Ok(texts?.join("\n"))
}

fn with_lengths(task: &Task<'_>, lengths: &Lengths) -> Result<String, Unknown> {
    let question = lower(task.program, task.pattern, task.registry, lengths);
    if let Some(why) = question.undecided.first().or(question.loose.first()) {
        return Err(why.clone());
    }
    if let Some(fact) = question.made.first() {
        let (what, span) = ("what native code makes".to_owned(), task.program.op(fact.op).span);
        return Err(Unknown::Unsupported { what, span });
    }
    let by_native = |fact: &&Fact| matches!(PdlOp::view(task.program, fact.op), PdlOp::NativeConstraint(_));
    if let Some(fact) = question.facts.iter().find(by_native) {
        let (what, span) = ("what native code requires".to_owned(), task.program.op(fact.op).span);
        return Err(Unknown::Unsupported { what, span });
    }
    let mut left = Side::new(task, &question);
    left.unknowns();
    left.typed_attributes();
    for one in question.uses.iter().filter(|one| !one.created) {
        left.operation(one)?;
    }
    left.undeclared();
    // What the right side speaks of: the left side gives it a value.
    let mut common: Vec<Term> = Vec::new();
    for one in question.uses.iter().filter(|one| one.created) {
        let attributes = one.attributes.iter().map(|(_, term)| term);
        common.extend(one.operands.iter().chain(&one.results).chain(attributes).cloned());
    }
    for obligation in &question.obligations {
        if let About::Replacement { from, to, .. } = &obligation.about {
            common.extend([from.clone(), to.clone()]);
        }
    }
    let mut seen = rustc_hash::FxHashSet::default();
    common.retain(|term| !matches!(term, Term::Constant(_) | Term::Absent) && seen.insert(term.clone()));
    let mut yielded = Vec::new();
    for term in &common {
        yielded.push(left.term(term)?);
    }
    left.finish(&yielded);
    let mut right = Side::new(task, &question);
    for (index, term) in common.iter().enumerate() {
        let name = format!("%y{index}");
        right.line(&format!("{name} = irdl.any"));
        right.terms.insert(term.clone(), name);
    }
    let yielded: Vec<String> = (0..common.len()).map(|index| format!("%y{index}")).collect();
    for one in question.uses.iter().filter(|one| one.created) {
        right.operation(one)?;
    }
    right.obligations()?;
    right.finish(&yielded);
    let heading: String = emit::heading(task, lengths).lines().map(|line| format!("// {line}\n")).collect();
    Ok(format!("{heading}irdl.check_subset {{\n{}}} of {{\n{}}}\n", left.text, right.text))
}

struct Side<'a> {
    task: &'a Task<'a>,
    ctx: &'a Context,
    registry: &'a Registry,
    question: &'a Question,
    text: String,
    values: usize,
    terms: FxHashMap<Term, String>,
}

impl<'a> Side<'a> {
    fn new(task: &'a Task<'a>, question: &'a Question) -> Side<'a> {
        let registry = task.registry;
        let (text, terms) = (String::new(), FxHashMap::default());
        Side { task, ctx: registry.ctx(), registry, question, text, values: 0, terms }
    }

    fn line(&mut self, text: &str) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "  {text}");
    }

    fn about(&mut self, op: OpId) {
        let place = emit::place(self.task.program, op);
        self.line(&format!("// {place}"));
    }

    fn value(&mut self, constraint: &str) -> String {
        let name = format!("%{}", self.values);
        self.values += 1;
        self.line(&format!("{name} = {constraint}"));
        name
    }

    fn finish(&mut self, yielded: &[String]) {
        let list = if yielded.is_empty() { String::new() } else { format!(" {}", yielded.join(", ")) };
        self.line(&format!("irdl.yield{list}"));
    }

    fn unsupported(&self, what: &str, op: OpId) -> Unknown {
        Unknown::Unsupported { what: what.to_owned(), span: self.task.program.op(op).span }
    }

    fn unknowns(&mut self) {
        for (index, (origin, _)) in self.question.unknowns.iter().enumerate() {
            let variable = Variable(index as u32);
            let constraint = match origin {
                Origin::Type(_) | Origin::Operand(_) | Origin::Element(..) | Origin::Loose(..) => IS_TYPE,
                Origin::Attribute(_) | Origin::Native(_) => known::text(known::IRDL_ANY),
                // Those that matter come with their operation.
                Origin::Unlisted(..) => continue,
            };
            let name = format!("%{}", variable_name(variable));
            let what = emit::origin(self.task, *origin);
            self.line(&format!("// {what}"));
            self.line(&format!("{name} = {constraint}"));
            self.terms.insert(Term::Variable(variable), name);
        }
    }

    /// `pdl.attribute : %t`
    fn typed_attributes(&mut self) {
        for fact in &self.question.facts {
            let Formula::Equal(Term::TypeOf(attribute), ty) = &fact.formula else { continue };
            let (Ok(attribute), Ok(ty)) = (self.term(attribute), self.term(ty)) else { continue };
            self.about(fact.op);
            self.type_of(&attribute, &ty);
        }
    }

    fn type_of(&mut self, attribute: &str, ty: &str) {
        let typed = self.value(IS_TYPED);
        self.value(&format!("irdl.all_of({attribute}, {typed})"));
        self.line(&format!(
            "irdl.relation \"type(k) == type(t)\"(k: {attribute}, t: {ty}) {{attributes = [\"k\"]}}"
        ));
    }

    fn undeclared(&mut self) {
        if self.question.facts.iter().any(|fact| fact.formula == Formula::False) {
            self.value("irdl.any_of()");
        }
    }

    /// The value of a term.
    fn term(&mut self, term: &Term) -> Result<String, Unknown> {
        if let Some(known) = self.terms.get(term) {
            return Ok(known.clone());
        }
        let name = match term {
            Term::Constant(attr) => self.value(&format!("irdl.is {}", attr_text(self.ctx, *attr))),
            Term::TypeOf(of) => {
                let of = self.term(of)?;
                let ty = self.value(IS_TYPE);
                self.type_of(&of, &ty);
                ty
            }
            Term::Reshape { like, element } => {
                let (like, element) = (self.term(like)?, self.term(element)?);
                let made = self.value(IS_TYPE);
                self.line(&format!("irdl.relation \"shape(r) == shape(x)\"(r: {made}, x: {like})"));
                self.line(&format!("irdl.relation \"element(r) == type(e)\"(r: {made}, e: {element})"));
                made
            }
            Term::Element(of) => {
                let of = self.term(of)?;
                let made = self.value(IS_TYPE);
                self.line(&format!("irdl.relation \"element(x) == type(e)\"(x: {of}, e: {made})"));
                made
            }
            Term::Variable(_) | Term::Absent | Term::Parameter(..) => {
                return Err(self.unsupported("an attribute that may be absent", self.task.pattern));
            }
        };
        self.terms.insert(term.clone(), name.clone());
        Ok(name)
    }

    fn operation(&mut self, one: &Use) -> Result<(), Unknown> {
        self.about(one.op);
        let spec = one.spec.as_ref();
        let (operand_sizes, result_sizes) = (self.sizes(spec, one, true)?, self.sizes(spec, one, false)?);
        let mut shared = FxHashMap::default();
        let mut groups: Vec<(Ident, Vec<String>)> = Vec::new();
        for (list, sizes, terms) in
            [(&spec.operands, &operand_sizes, &one.operands), (&spec.results, &result_sizes, &one.results)]
        {
            let mut rest = terms.as_slice();
            for (group, size) in list.iter().zip(sizes) {
                let (here, after) = rest.split_at((*size).min(rest.len()));
                rest = after;
                let mut values = Vec::new();
                for term in here {
                    let value = self.term(term)?;
                    let alone = spec.variadic_per_element && group.variadicity != Variadicity::Single;
                    let mut own = FxHashMap::default();
                    let vars = if alone { &mut own } else { &mut shared };
                    let constraint = self.constraint(spec, group.var, vars);
                    self.value(&format!("irdl.all_of({value}, {constraint})"));
                    values.push(value);
                }
                groups.push((group.name, values));
            }
        }
        let mut attributes: Vec<(Ident, String)> = Vec::new();
        for listed in &spec.attributes {
            let given = one.attributes.iter().find(|(name, _)| *name == listed.name);
            let value = match given {
                Some((_, term)) => self.term(term)?,
                None if listed.optional => continue,
                None if one.created => {
                    self.value("irdl.any_of()");
                    continue;
                }
                None => self.value(known::text(known::IRDL_ANY)),
            };
            let constraint = self.constraint(spec, listed.var, &mut shared);
            self.value(&format!("irdl.all_of({value}, {constraint})"));
            attributes.push((listed.name, value));
        }
        let named = Named { groups, attributes };
        for relation in &spec.relations {
            self.relation(one, &named, relation)?;
        }
        for signature in &spec.signatures {
            self.signature(one, &named, signature)?;
        }
        match spec.checks.first() {
            None => Ok(()),
            Some(check) => Err(self.unsupported(&check.text(self.ctx), one.op)),
        }
    }

    fn sizes(&self, spec: &OpSpec, one: &Use, operands: bool) -> Result<Vec<usize>, Unknown> {
        let (groups, terms, always): (&[Group], _, _) = match operands {
            true => (&spec.operands, &one.operands, spec.traits.operand_segments),
            false => (&spec.results, &one.results, spec.traits.result_segments),
        };
        let open = open_groups(groups);
        match segments::readings(groups, terms.len()).as_deref() {
            Some([only]) if open < 2 && !always => Ok(only.clone()),
            Some([]) => Err(self.unsupported("a number of values that the definition excludes", one.op)),
            _ => Err(self.unsupported("groups that segment sizes tell apart", one.op)),
        }
    }

    /// The value of a constraint of a definition, in these variables.
    fn constraint(&mut self, spec: &OpSpec, var: Var, vars: &mut FxHashMap<Var, String>) -> String {
        if let Some(known) = vars.get(&var) {
            return known.clone();
        }
        let mut list = |side: &mut Self, parts: &[Var]| {
            let names: Vec<String> = parts.iter().map(|part| side.constraint(spec, *part, vars)).collect();
            names.join(", ")
        };
        let text = match spec.constraint(var) {
            Constraint::Any => known::text(known::IRDL_ANY).to_owned(),
            Constraint::Is(attr) => format!("irdl.is {}", attr_text(self.ctx, *attr)),
            Constraint::Base(base) => format!("irdl.base {}", self.base(base)),
            Constraint::CPred(text) => {
                let text = self.ctx.string_attr(self.ctx.str(*text));
                format!("irdl.c_pred {}", attr_text(self.ctx, text))
            }
            Constraint::AnyOf(parts) => format!("irdl.any_of({})", list(self, parts)),
            Constraint::AllOf(parts) => format!("irdl.all_of({})", list(self, parts)),
            Constraint::Parametric(base, parts) => {
                let parts = list(self, parts);
                format!("irdl.parametric {}<{parts}>", self.base(base))
            }
        };
        let name = self.value(&text);
        vars.insert(var, name.clone());
        name
    }

    fn base(&self, base: &BaseRef) -> String {
        match base {
            BaseRef::Type { dialect, name } | BaseRef::Attribute { dialect, name } => {
                let kind = AttrKind::SymbolRef { root: *dialect, nested: Box::new([*name]) };
                attr_text(self.ctx, self.ctx.attr(kind))
            }
            BaseRef::Named(text) => attr_text(self.ctx, self.ctx.string_attr(self.ctx.str(*text))),
        }
    }

    fn relation(&mut self, one: &Use, named: &Named, relation: &Relation) -> Result<(), Unknown> {
        let mut names = Vec::new();
        for part in std::iter::once(relation).chain(&relation.otherwise) {
            for term in [&part.left, &part.right] {
                match term {
                    RelationTerm::Type(name)
                    | RelationTerm::Element(name)
                    | RelationTerm::Width(name)
                    | RelationTerm::Shape(name)
                    | RelationTerm::Rank(name) => names.push((*name, false)),
                    RelationTerm::Count(name) => names.push((*name, true)),
                    RelationTerm::Constant(_) => {}
                    RelationTerm::Dynamic(_) | RelationTerm::Blocks(_) => {
                        return Err(self.unsupported("a relation about regions", one.op));
                    }
                }
            }
        }
        self.state(one, named, &relation.text(self.registry.ctx()), &names)
    }

    fn signature(&mut self, one: &Use, named: &Named, signature: &Signature) -> Result<(), Unknown> {
        let mut names = Vec::new();
        for term in signature.left.iter().chain(&signature.right) {
            let ListTerm::Types(name) = term else {
                return Err(self.unsupported("lists of types of regions, functions or blocks", one.op));
            };
            names.push((*name, true));
        }
        self.state(one, named, &signature.text(self.registry.ctx()), &names)
    }

    /// A relation of named values; a name that is only counted has to have some.
    fn state(
        &mut self,
        one: &Use,
        named: &Named,
        text: &str,
        names: &[(Ident, bool)],
    ) -> Result<(), Unknown> {
        let mut written: Vec<String> = Vec::new();
        let mut attributes: Vec<String> = Vec::new();
        let mut seen = Vec::new();
        for (name, counted) in names {
            if seen.contains(name) {
                continue;
            }
            seen.push(*name);
            let text = self.ctx.str(*name);
            if let Some((_, values)) = named.groups.iter().find(|(known, _)| known == name) {
                match (values.is_empty(), counted) {
                    // It says nothing.
                    (true, false) => return Ok(()),
                    (true, true) => return Err(self.unsupported("a count of no values", one.op)),
                    _ => written.extend(values.iter().map(|value| format!("{text}: {value}"))),
                }
            } else if let Some((_, value)) = named.attributes.iter().find(|(known, _)| known == name) {
                written.push(format!("{text}: {value}"));
                attributes.push(format!("\"{text}\""));
            } else if one.created {
                return Ok(());
            } else {
                return Err(self.unsupported("a relation of an attribute that may be absent", one.op));
            }
        }
        let listed = match attributes.is_empty() {
            true => String::new(),
            false => format!(" {{attributes = [{}]}}", attributes.join(", ")),
        };
        self.line(&format!("irdl.relation \"{text}\"({}){listed}", written.join(", ")));
        Ok(())
    }

    fn obligations(&mut self) -> Result<(), Unknown> {
        for obligation in &self.question.obligations {
            match &obligation.about {
                About::Definition { .. } => {}
                About::Undefined(name) => {
                    let text = format!("the definition of {}", self.ctx.str(*name));
                    return Err(self.unsupported(&text, obligation.op));
                }
                About::Undeclared(_) | About::ResultTypes(_) => {
                    self.about(obligation.op);
                    self.value("irdl.any_of()");
                }
                About::Replacement { from, to, .. } => {
                    self.about(obligation.op);
                    let (from, to) = (self.term(from)?, self.term(to)?);
                    self.value(&format!("irdl.all_of({from}, {to})"));
                }
            }
        }
        Ok(())
    }
}

struct Named {
    groups: Vec<(Ident, Vec<String>)>,
    attributes: Vec<(Ident, String)>,
}
