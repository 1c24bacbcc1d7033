//! Reads a pattern into a [`Question`]. Follows what MLIR 22 compares, not what the text seems to say. A place that it
//! cannot read makes the left side weaker or the right side undecided, never the other way round. What an operation asks
//! of its parent, its regions and symbols is left to the structure stage.

use std::cell::RefCell;
use std::sync::Arc;

use assay_ir::data::{Context, Ident, OpId, Program, Span, ValueId, known as names};
use assay_ir::natives::{BUILDER, Promise, Role};
use assay_ir::pdl::{Operation, Pattern, PdlOp, Replace, ResultOf};
use assay_ir::spec::{OpSpec, Registry, is_of_upstream};
use rustc_hash::{FxHashMap, FxHashSet};

use super::fits::Described;
use super::fits::constant_type;
use super::mapped::takes_what_the_root_takes;
use super::of_spec::{infer, of_one_shape, of_results};
use super::question::{About, Fact, Obligation, Origin, Part, Question, Use, constant, known};
use super::undefined::{Undefined, is_of_known_dialect};
use super::visits::loose_places;
use crate::pattern::decode::Lengths;
use crate::verdict::{Rule, Unknown};
use assay_type_solver::candidates::Sort;
use assay_type_solver::conform::conforms;
use assay_type_solver::places::Places;
use assay_type_solver::term::{Formula, Term};

/// Reads a pattern that has passed PDL's own static rules, with ranges of these lengths. The length of any other range is
/// open.
pub fn lower(program: &Program, pattern: OpId, registry: &Registry, lengths: &Lengths) -> Question {
    let view = Pattern { program, op: pattern };
    let mut lengths = lengths.clone();
    // Places that name one `pdl.types` need not have one length: MLIR 22 does not compare them.
    lengths.ranges.retain(|(range, _)| places_in_matcher(view, *range) < 2 || is_operands(program, *range));
    let mut lowering = Lowering {
        program,
        ctx: program.ctx(),
        registry,
        pattern: view,
        question: RefCell::new(Question::default()),
        results: FxHashMap::default(),
        terms: FxHashMap::default(),
        loose: loose_places(view),
        lengths,
        bound: RefCell::default(),
        root: None,
    };
    lowering.matcher();
    lowering.rewrite();
    lowering.question.into_inner()
}

pub(super) struct Lowering<'a> {
    pub(super) program: &'a Program,
    pub(super) ctx: &'a Context,
    pub(super) registry: &'a Registry,
    pub(super) pattern: Pattern<'a>,
    pub(super) question: RefCell<Question>,
    /// Result types of matched and created operations, by the value of the `pdl.operation`.
    pub(super) results: FxHashMap<ValueId, Vec<Part>>,
    /// Types and attributes by the value that stands for them.
    pub(super) terms: FxHashMap<ValueId, Term>,
    /// Operand places that MLIR 22 does not compare with the value written there.
    loose: FxHashSet<(OpId, usize)>,
    /// How long ranges are.
    lengths: Lengths,
    /// Which types and values matching binds, as far as that was asked.
    bound: RefCell<FxHashMap<ValueId, bool>>,
    /// The root, where it is an operation without a definition.
    root: Option<Undefined>,
}

/// What is known of an operation that the rewrite makes.
struct CreatedOp {
    name: Ident,
    attributes: Vec<(Ident, Term)>,
    /// Types of its results when it is made.
    results: Vec<Part>,
}

/// Operations that the rewrite replaces, and those that it makes and erases again, by their values, each with the types of
/// what replaces its results.
type Ended = FxHashMap<ValueId, Option<Vec<Part>>>;

/// The part of some results that a `pdl.result` or `pdl.results` stands for.
fn places_of(result: ResultOf<'_>, parts: &[Part], value: ValueId) -> Vec<Part> {
    match result.index() {
        None => parts.to_vec(),
        Some(_) if result.is_results() => vec![Part::Many(value)],
        Some(index) => {
            let before = parts.get(..index as usize).unwrap_or(&[]);
            match parts.get(index as usize) {
                Some(part) if before.iter().all(|part| !matches!(part, Part::Many(_))) => {
                    vec![part.clone()]
                }
                _ => vec![Part::Many(value)],
            }
        }
    }
}

/// How often the matcher names a value.
fn places_in_matcher(pattern: Pattern<'_>, value: ValueId) -> usize {
    let program = pattern.program;
    program.uses(value).filter(|slot| pattern.in_matcher(program.operand_owner(*slot))).count()
}

fn is_operands(program: &Program, value: ValueId) -> bool {
    program.defining_op(value).is_some_and(|op| program.op(op).name == names::PDL_OPERANDS)
}

impl<'a> Lowering<'a> {
    pub(super) fn fresh(&self, origin: Origin, sort: Sort) -> Term {
        self.question.borrow_mut().fresh(origin, sort)
    }

    pub(super) fn fact(&self, op: OpId, formula: Formula) {
        self.question.borrow_mut().facts.push(Fact { formula, op });
    }

    fn unsupported(&self, what: &str, op: OpId) -> Unknown {
        Unknown::Unsupported { what: what.to_owned(), span: self.program.op(op).span }
    }

    /// The text of an operation name up to its first dot, as a dialect.
    fn dialect(&self, name: Ident) -> Ident {
        let text = self.ctx.str(name);
        self.ctx.ident(text.split('.').next().unwrap_or(text))
    }

    fn matcher(&mut self) {
        for op in self.pattern.matcher() {
            match op {
                PdlOp::Attribute(attribute) => {
                    let Some(value) = attribute.value() else { continue };
                    let term = match attribute.constant() {
                        Some(attr) => constant(attr),
                        None => self.fresh(Origin::Attribute(value), Sort::Attribute),
                    };
                    if let Some(ty) = attribute.ty() {
                        let ty = self.type_term(ty);
                        self.fact(attribute.op, Formula::equal(term.type_of(), ty));
                    }
                    self.terms.insert(value, term);
                }
                PdlOp::NativeConstraint(call) => {
                    let Some(name) = call.name() else { continue };
                    self.question.borrow_mut().natives.push((call.op, name));
                    // Of one that has to fail, nothing is known.
                    let summary =
                        self.summary(call.op, name, Role::Constraint).filter(|_| !call.is_negated());
                    let formula = self.results(call.op, summary.as_deref());
                    self.fact(call.op, formula);
                }
                PdlOp::Operation(operation) => self.matched(operation),
                _ => {}
            }
        }
    }

    /// The type that a `!pdl.type` value stands for.
    pub(super) fn type_term(&self, value: ValueId) -> Term {
        match self.pattern.definition(value) {
            Some(PdlOp::Type(ty)) => match ty.constant() {
                Some(constant) => constant_type(self.ctx, constant),
                None => self.fresh(Origin::Type(value), Sort::Type),
            },
            Some(op) => self.native(op.op(), value, Sort::Type),
            None => self.fresh(Origin::Type(value), Sort::Type),
        }
    }

    /// The types of a range: one by one where its length is known.
    fn range(&self, value: ValueId) -> Vec<Part> {
        match self.lengths.named(value) {
            Some(length) => {
                let element = |index| Part::One(self.fresh(Origin::Element(value, index), Sort::Type));
                (0..length).map(element).collect()
            }
            None => vec![Part::Many(value)],
        }
    }

    /// What native code made: one unknown for each of its results.
    fn native(&self, call: OpId, value: ValueId, sort: Sort) -> Term {
        if let Some(term) = self.terms.get(&value) {
            return term.clone();
        }
        self.fresh(Origin::Native(call), sort)
    }

    pub(super) fn attribute_term(&mut self, value: ValueId) -> Term {
        if let Some(term) = self.terms.get(&value) {
            return term.clone();
        }
        let term = match self.pattern.definition(value) {
            Some(PdlOp::Attribute(attribute)) => match attribute.constant() {
                Some(attr) => constant(attr),
                None => self.fresh(Origin::Attribute(value), Sort::Attribute),
            },
            Some(op) => self.native(op.op(), value, Sort::Attribute),
            None => self.fresh(Origin::Attribute(value), Sort::Attribute),
        };
        self.terms.insert(value, term.clone());
        term
    }

    /// The types that a `!pdl.type` or `!pdl.range<type>` value stands for.
    fn type_parts(&self, value: ValueId) -> Vec<Part> {
        match self.pattern.definition(value) {
            Some(PdlOp::Types(types)) => match types.constants() {
                Some(list) => list.iter().map(|ty| Part::One(constant_type(self.ctx, *ty))).collect(),
                None => self.range(value),
            },
            Some(PdlOp::Range(range)) => range.elements().flat_map(|part| self.type_parts(part)).collect(),
            Some(PdlOp::Type(ty)) => {
                if ty.constant().is_some() || self.is_bound(value) {
                    return vec![Part::One(self.type_term(value))];
                }
                if !self.pattern.in_matcher(ty.op) {
                    let inferred = self.terms.get(&value).map(|term| Part::One(term.clone()));
                    return vec![inferred.unwrap_or(Part::Undetermined)];
                }
                self.unbound(ty.op);
                vec![Part::Many(value)]
            }
            Some(PdlOp::NativeRewrite(_) | PdlOp::NativeConstraint(_)) if self.is_range(value) => {
                vec![Part::Many(value)]
            }
            _ => vec![Part::One(self.type_term(value))],
        }
    }

    /// MLIR 22 accepts such a pattern and crashes when it lowers it.
    fn unbound(&self, op: OpId) {
        let why = self.unsupported("a value that nothing binds", op);
        self.question.borrow_mut().undecided.push(why);
    }

    /// Whether matching binds a type or value: a matched operation names it, or something bound has it as its type.
    fn is_bound(&self, value: ValueId) -> bool {
        let binds = |slot| {
            let owner = self.program.operand_owner(slot);
            self.pattern.in_matcher(owner)
                && match self.program.op(owner).name {
                    names::PDL_OPERATION => true,
                    names::PDL_OPERAND | names::PDL_OPERANDS | names::PDL_ATTRIBUTE => {
                        self.program.result(owner, 0).is_some_and(|inner| self.is_bound(inner))
                    }
                    _ => false,
                }
        };
        if let Some(known) = self.bound.borrow().get(&value) {
            return *known;
        }
        let bound = self.program.uses(value).any(binds);
        self.bound.borrow_mut().insert(value, bound);
        bound
    }

    fn is_range(&self, value: ValueId) -> bool {
        let single = [names::T_TYPE, names::VALUE].map(|name| self.ctx.pdl_type(name));
        !single.contains(&self.program.value_type(value))
    }

    /// The types of what a `!pdl.value` or `!pdl.range<value>` value stands for.
    pub(super) fn value_parts(&self, value: ValueId) -> Vec<Part> {
        match self.pattern.definition(value) {
            Some(PdlOp::Operand(operand)) if !self.is_bound(value) => {
                self.unbound(operand.op);
                vec![Part::Many(value)]
            }
            Some(PdlOp::Operand(operand)) => match operand.ty() {
                Some(ty) if operand.is_range() => match self.type_parts(ty) {
                    // A second use of one `pdl.types` is not compared, so that the values keep their own name.
                    parts if parts.iter().any(|part| matches!(part, Part::Many(_))) => {
                        vec![self.many(ty, value)]
                    }
                    parts => parts,
                },
                Some(ty) => vec![Part::One(self.type_term(ty))],
                None if operand.is_range() => self.range(value),
                None => vec![Part::One(self.fresh(Origin::Operand(value), Sort::Type))],
            },
            Some(PdlOp::Result(result)) => self.result_parts(result, value),
            Some(PdlOp::Range(range)) => range.elements().flat_map(|part| self.value_parts(part)).collect(),
            Some(op) if !self.is_range(value) => vec![Part::One(self.native(op.op(), value, Sort::Type))],
            _ => vec![Part::Many(value)],
        }
    }

    /// The types of a range of open length: those of `types` when nothing else in the matcher names them, else its own.
    fn many(&self, types: ValueId, value: ValueId) -> Part {
        match places_in_matcher(self.pattern, types) {
            0 | 1 => Part::Many(types),
            _ => Part::Many(value),
        }
    }

    fn result_parts(&self, result: ResultOf<'_>, value: ValueId) -> Vec<Part> {
        let Some(parts) = result.parent().and_then(|parent| self.results.get(&parent)) else {
            return vec![Part::Many(value)];
        };
        places_of(result, parts, value)
    }

    fn matched(&mut self, operation: Operation<'a>) {
        let results: Vec<Part> = operation.result_types().flat_map(|ty| self.type_parts(ty)).collect();
        if let Some(value) = operation.value() {
            self.results.insert(value, results.clone());
        }
        let mut operands = Vec::new();
        for (index, operand) in operation.operands().enumerate() {
            match self.loose.contains(&(operation.op, index)) {
                true if self.is_range(operand) => operands.push(Part::Many(operand)),
                true => operands.push(Part::One(self.fresh(Origin::Loose(operation.op, index), Sort::Type))),
                false => operands.extend(self.value_parts(operand)),
            }
        }
        let attributes: Vec<(Ident, Term)> =
            operation.attributes().map(|(name, value)| (name, self.attribute_term(value))).collect();
        let Some(name) = operation.name() else { return };
        let Some(spec) = self.registry.op(name) else {
            if self.registry.is_complete(self.dialect(name)) {
                self.fact(operation.op, Formula::False);
            }
            self.described(operation.op, name, false, &operands, &results);
            let unlisted = |name| self.fresh(Origin::Unlisted(operation.op, name), Sort::Optional);
            let part = self.in_part(name, &attributes, &operands, &results, &unlisted, false);
            part.into_iter().for_each(|formula| self.fact(operation.op, formula));
            if self.pattern.root() == Some(operation.op) {
                self.root = Some(self.undefined(operation, name, &attributes, &operands, &results));
            }
            return;
        };
        let (Some(operands), Some(results)) = (known(&operands), known(&results)) else {
            let why = self.unsupported("variadic operands", operation.op);
            self.question.borrow_mut().loose.push(why);
            return;
        };
        let attribute = |name: Ident| match attributes.iter().find(|(known, _)| *known == name) {
            Some((_, term)) => term.clone(),
            None => self.fresh(Origin::Unlisted(operation.op, name), Sort::Optional),
        };
        let places = Places { operands: &operands, results: &results, attribute: &attribute, bare: false };
        let formula = match of_one_shape(spec) {
            Some(narrower) => {
                let text = format!("{} is matched where its tensors have one shape", self.ctx.str(name));
                self.question.borrow_mut().assumed.push(text);
                conforms(self.registry, &narrower, &places)
            }
            None => conforms(self.registry, spec, &places),
        };
        self.fact(operation.op, formula);
        let (op, spec) = (operation.op, Arc::clone(spec));
        let attributes = attributes.clone();
        self.question.borrow_mut().uses.push(Use { op, spec, created: false, operands, results, attributes });
    }

    fn rewrite(&mut self) {
        let Some(rewrite) = self.pattern.rewrite() else { return };
        if let Some(name) = rewrite.external() {
            return self.external_rewrite(rewrite.op, name);
        }
        let mut made: FxHashMap<OpId, CreatedOp> = FxHashMap::default();
        for op in rewrite.ops() {
            match op {
                PdlOp::Operation(operation) => {
                    made.extend(self.created(operation).map(|one| (operation.op, one)));
                }
                PdlOp::NativeRewrite(call) => {
                    let Some(name) = call.name() else { continue };
                    self.native_rewrite(call.op, name);
                }
                _ => {}
            }
        }
        self.afterwards(&rewrite.ops().collect::<Vec<_>>(), &made);
    }

    /// What has to hold when the rewrite has run. What it makes and ends itself is not there then, and users of what it
    /// replaces see the replacement. That is known of all later endings when the rewrite is read from its end.
    fn afterwards(&mut self, ops: &[PdlOp<'a>], made: &FxHashMap<OpId, CreatedOp>) {
        let (mut obligations, mut uses) = (Vec::new(), Vec::new());
        let mut ended: FxHashMap<ValueId, Option<Vec<Part>>> = FxHashMap::default();
        let is_made =
            |value: ValueId| self.program.defining_op(value).is_some_and(|op| made.contains_key(&op));
        for op in ops.iter().rev() {
            match op {
                PdlOp::Operation(operation) => {
                    let (Some(one), Some(value)) = (made.get(&operation.op), operation.value()) else {
                        continue;
                    };
                    self.holds_of(*operation, one, value, &ended, &mut obligations, &mut uses);
                }
                PdlOp::Replace(replace) => {
                    let Some(target) = replace.target() else { continue };
                    let by: Vec<Part> = match replace.by_operation() {
                        Some(by) => self.lasting_results(by, &ended).unwrap_or_else(|| vec![Part::Many(by)]),
                        None => self.replacing(*replace, target, &ended),
                    };
                    if !is_made(target) {
                        self.replaced(*replace, target, &by, &mut obligations);
                    }
                    ended.insert(target, Some(by));
                }
                PdlOp::Erase(erase) => {
                    ended.extend(
                        erase.target().filter(|target| is_made(*target)).map(|target| (target, None)),
                    );
                }
                _ => {}
            }
        }
        let mut question = self.question.borrow_mut();
        question.obligations.extend(obligations.into_iter().rev());
        question.uses.extend(uses.into_iter().rev());
    }

    /// The types of what replaces the results of an operation, in order. Uses move one result after the other: those that
    /// went to a later result of the operation itself move on with it, and for any other one nothing takes their place.
    fn replacing(&self, replace: Replace<'a>, target: ValueId, ended: &Ended) -> Vec<Part> {
        let (mut by, mut own) = (Vec::new(), Vec::new());
        for value in replace.by_values() {
            let parts = self.lasting_parts(value, ended);
            if let Some(PdlOp::Result(result)) = self.pattern.definition(value)
                && result.parent() == Some(target)
                && let (false, Some(index)) = (self.is_range(value), result.index())
            {
                own.push((by.len(), index as usize));
            }
            by.extend(parts);
        }
        let placed = !by.iter().any(|part| matches!(part, Part::Many(_)));
        let results = self.results.get(&target);
        for (at, index) in own.into_iter().rev().filter(|_| placed) {
            let part = if index > at { by.get(index) } else { results.and_then(|all| all.get(at)) };
            if let Some(part) = part.cloned() {
                by[at] = part;
            }
        }
        by
    }

    /// The result types of an operation, or of what takes its place later.
    fn lasting_results(&self, op: ValueId, ended: &Ended) -> Option<Vec<Part>> {
        let replaced = ended.get(&op).and_then(Option::as_ref);
        replaced.or_else(|| self.results.get(&op)).cloned()
    }

    /// The types of what stands for a value when the rewrite has run.
    fn lasting_parts(&self, value: ValueId, ended: &Ended) -> Vec<Part> {
        match self.pattern.definition(value) {
            Some(PdlOp::Result(result)) => {
                let by = result.parent().and_then(|parent| ended.get(&parent)?.as_ref());
                match by {
                    Some(by) => places_of(result, by, value),
                    None => self.result_parts(result, value),
                }
            }
            Some(PdlOp::Range(range)) => {
                range.elements().flat_map(|part| self.lasting_parts(part, ended)).collect()
            }
            _ => self.value_parts(value),
        }
    }

    /// What the rewrite makes of a `pdl.operation`, as it is when it is made.
    fn created(&mut self, operation: Operation<'a>) -> Option<CreatedOp> {
        let (name, value) = (operation.name()?, operation.value()?);
        let operands: Vec<Part> =
            operation.operands().flat_map(|operand| self.value_parts(operand)).collect();
        let attributes: Vec<(Ident, Term)> =
            operation.attributes().map(|(name, value)| (name, self.attribute_term(value))).collect();
        let spec = self.registry.op(name);
        let written: Vec<Part> = operation.result_types().flat_map(|ty| self.type_parts(ty)).collect();
        // One type that nothing determines leaves all of them open, where they follow from something else.
        let undetermined = written.iter().any(|part| matches!(part, Part::Undetermined));
        let results = match written.is_empty() || undetermined {
            false => written,
            true => match self.results_left_open(value, spec, &operands, &attributes) {
                found if found.is_empty() => written,
                found => found,
            },
        };
        self.bind_inferred_types(operation, &results);
        self.built_types(operation, spec, &operands, &results, &attributes);
        self.results.insert(value, results.clone());
        Some(CreatedOp { name, attributes, results })
    }

    /// Gives the types of the rewrite that nothing gave yet those of the results that they were written for.
    fn bind_inferred_types(&mut self, operation: Operation<'a>, results: &[Part]) {
        for (ty, part) in operation.result_types().zip(results) {
            if self.is_range(ty) {
                return;
            }
            let open = matches!(self.type_parts(ty)[..], [Part::Undetermined]);
            if let (true, Part::One(term)) = (open, part) {
                self.terms.insert(ty, term.clone());
            }
        }
    }

    /// Types that a builder in C++ finds for results are taken to be of types that the definition permits there.
    fn built_types(
        &self,
        operation: Operation<'a>,
        spec: Option<&Arc<OpSpec>>,
        operands: &[Part],
        results: &[Part],
        attributes: &[(Ident, Term)],
    ) {
        let by_builder = |ty: ValueId| match self.pattern.definition(ty) {
            Some(PdlOp::NativeRewrite(call)) => {
                call.name().is_some_and(|name| self.ctx.str(name).starts_with(BUILDER))
            }
            _ => false,
        };
        let (Some(spec), true) = (spec, operation.result_types().any(by_builder)) else { return };
        let (Some(operands), Some(results)) = (known(operands), known(results)) else { return };
        let given = |name: Ident| attributes.iter().find(|(known, _)| *known == name);
        let attribute = |name: Ident| given(name).map_or(Term::Absent, |(_, term)| term.clone());
        let places = Places { operands: &operands, results: &results, attribute: &attribute, bare: true };
        let formula = conforms(self.registry, &of_results(spec), &places);
        self.question.borrow_mut().made.push(Fact { formula, op: operation.op });
    }

    /// What has to hold of an operation that the rewrite makes.
    fn holds_of(
        &self,
        operation: Operation<'a>,
        made: &CreatedOp,
        value: ValueId,
        ended: &Ended,
        obligations: &mut Vec<Obligation>,
        uses: &mut Vec<Use>,
    ) {
        let (name, op) = (made.name, operation.op);
        let untyped =
            Obligation { code: Rule::T203, op, formula: Formula::False, about: About::ResultTypes(name) };
        if made.results.iter().any(|part| matches!(part, Part::Undetermined)) {
            // Such an operation cannot even be made.
            return obligations.push(untyped);
        }
        if ended.contains_key(&value) {
            return;
        }
        let lasting = || operation.operands().flat_map(|operand| self.lasting_parts(operand, ended));
        let Some(spec) = self.registry.op(name) else {
            let operands: Vec<Part> = lasting().collect();
            if self.registry.is_complete(self.dialect(name)) {
                obligations.push(Obligation { code: Rule::T201, about: About::Undeclared(name), ..untyped });
            } else if is_of_known_dialect(self.registry, name) {
                let whole = self.without_definition(operation, made, &operands);
                let absent = |_| Term::Absent;
                let part = self.in_part(name, &made.attributes, &operands, &made.results, &absent, true);
                let is_whole = takes_what_the_root_takes(self.program, self.pattern, operation);
                if let Some(part) = part.as_ref().filter(|_| is_whole && !operation.types_are_left_open()) {
                    let (about, formula) = (About::Definition { name, declared: Span::NONE }, part.clone());
                    return obligations.push(Obligation { code: Rule::T201, op, formula, about });
                }
                if let Some(part) = part.filter(|_| !operation.types_are_left_open()) {
                    // Where it is the root again, it is all that the root has to be.
                    let formula = Formula::any([whole.formula.without_unread(), part]);
                    let about = About::Definition { name, declared: Span::NONE };
                    obligations.push(Obligation { code: Rule::T201, op, formula, about });
                }
                obligations.push(whole);
            }
            self.described(op, name, true, &operands, &made.results);
            return;
        };
        if spec.lossy && is_of_upstream(self.ctx.str(name)) {
            obligations.push(self.without_definition(operation, made, &lasting().collect::<Vec<_>>()));
        }
        if spec.traits.inferred_in_cpp && operation.types_are_left_open() {
            return obligations.push(self.without_definition(
                operation,
                made,
                &lasting().collect::<Vec<_>>(),
            ));
        }
        let needs: usize = spec.results.iter().map(assay_type_solver::segments::least).sum();
        let nothing = operation.types_are_left_open() && made.results.is_empty();
        if nothing && needs > 0 && !spec.traits.infers_results {
            match spec.lossy {
                false => obligations.push(untyped),
                true => {
                    let why = self.unsupported("result types that a spec without traits may infer", op);
                    self.question.borrow_mut().undecided.push(why);
                }
            }
            return;
        }
        self.defaults(spec, &made.attributes);
        let operands: Vec<Part> = lasting().collect();
        let about = About::Definition { name, declared: spec.span };
        let formula = match (known(&operands), known(&made.results)) {
            (Some(operands), Some(results)) => {
                let given = |name: Ident| made.attributes.iter().find(|(known, _)| *known == name);
                let attribute = |name: Ident| given(name).map_or(Term::Absent, |(_, term)| term.clone());
                let places =
                    Places { operands: &operands, results: &results, attribute: &attribute, bare: true };
                let formula = conforms(self.registry, spec, &places);
                let (spec, attributes) = (Arc::clone(spec), made.attributes.clone());
                uses.push(Use { op, spec, created: true, operands, results, attributes });
                formula
            }
            _ => Formula::Unread(self.ctx.ident("variadic operands").into(), Vec::new()),
        };
        obligations.push(Obligation { code: Rule::T201, op, formula, about });
    }

    /// What has to hold of a created operation that has no definition here: that it is the root again, which is valid.
    fn without_definition(&self, op: Operation<'a>, made: &CreatedOp, operands: &[Part]) -> Obligation {
        let one = self.undefined(op, made.name, &made.attributes, operands, &made.results);
        let again = self.root.as_ref().map(|root| one.is_again(self.ctx, root, &self.unlisted(root)));
        let text = format!("the definition of {}", self.ctx.str(made.name));
        let open = Formula::Unread(self.ctx.ident(&text).into(), Vec::new());
        let formula = Formula::any(again.into_iter().chain([open]));
        Obligation { code: Rule::T201, op: op.op, formula, about: About::Undefined(made.name) }
    }

    /// What is known to hold of an operation whose definition is known in part; `bare` tells that it has no attributes but the
    /// given ones and `rest`.
    fn in_part(
        &self,
        name: Ident,
        attributes: &[(Ident, Term)],
        operands: &[Part],
        results: &[Part],
        rest: &dyn Fn(Ident) -> Term,
        bare: bool,
    ) -> Option<Formula> {
        let spec = self.registry.defined_in_part(name)?;
        let (operands, results) = (known(operands)?, known(results)?);
        let attribute = |name: Ident| match attributes.iter().find(|(known, _)| *known == name) {
            Some((_, term)) => term.clone(),
            None => rest(name),
        };
        let places = Places { operands: &operands, results: &results, attribute: &attribute, bare };
        Some(conforms(self.registry, spec, &places).where_read())
    }

    fn undefined(
        &self,
        operation: Operation<'a>,
        name: Ident,
        attributes: &[(Ident, Term)],
        operands: &[Part],
        results: &[Part],
    ) -> Undefined {
        Undefined {
            op: operation.op,
            name,
            values: operation.operands().collect(),
            places: known(operands).zip(known(results)),
            attributes: attributes.to_vec(),
        }
    }

    /// The attribute of the root of a name that the pattern does not give it.
    fn unlisted(&self, root: &Undefined) -> impl Fn(Ident) -> Term {
        |name| self.fresh(Origin::Unlisted(root.op, name), Sort::Optional)
    }

    /// Takes down an operation that is described and has no definition.
    fn described(&self, op: OpId, name: Ident, created: bool, operands: &[Part], results: &[Part]) {
        if Described::belongs(self.registry, name) {
            let places = known(operands).zip(known(results));
            self.question.borrow_mut().described.push(Described { op, name, created, places });
        }
    }

    /// Listed attributes that are not given: of a definition that lost its defaults they are taken to have one.
    fn defaults(&self, spec: &OpSpec, given: &[(Ident, Term)]) {
        if !spec.lossy {
            return;
        }
        let absent =
            spec.attributes.iter().filter(|listed| given.iter().all(|(name, _)| *name != listed.name));
        for listed in absent {
            let (name, op) = (self.ctx.str(listed.name), self.ctx.str(spec.name));
            self.question.borrow_mut().assumed.push(format!("{op} may lack {name}: its spec does not tell"));
        }
    }

    /// Result types that are not written: inferred, or those of the operation that this one replaces, or none.
    fn results_left_open(
        &self,
        value: ValueId,
        spec: Option<&Arc<OpSpec>>,
        operands: &[Part],
        attributes: &[(Ident, Term)],
    ) -> Vec<Part> {
        if let Some(spec) = spec.filter(|spec| spec.traits.infers_results) {
            let inferred = infer(self.ctx, spec, operands, attributes);
            return inferred.unwrap_or_else(|| vec![Part::Many(value)]);
        }
        let replaces = |slot| {
            let owner = self.program.operand_owner(slot);
            match PdlOp::view(self.program, owner) {
                PdlOp::Replace(replace) if replace.by_operation() == Some(value) => replace.target(),
                _ => None,
            }
        };
        let older = |target| self.results.get(&target).cloned();
        self.program.uses(value).filter_map(replaces).find_map(older).unwrap_or_default()
    }

    /// Tells if a native constraint promises that a result of a matched operation has no use.
    fn is_unused(&self, target: ValueId, index: usize) -> bool {
        let result = |value: ValueId| match self.pattern.definition(value) {
            Some(PdlOp::Result(result)) => {
                result.parent() == Some(target) && result.index().is_some_and(|at| at as usize == index)
            }
            _ => value == target,
        };
        self.pattern.matcher().any(|op| {
            let PdlOp::NativeConstraint(call) = op else { return false };
            let summary = call.name().and_then(|name| self.summary(call.op, name, Role::Constraint));
            let Some(summary) = summary.filter(|_| !call.is_negated()) else { return false };
            let unused = |(at, promise): (usize, Promise)| {
                promise == Promise::IsUnused && call.arguments().nth(at).is_some_and(result)
            };
            summary.promises().any(unused)
        })
    }

    /// That what takes the place of a matched operation has its types.
    fn replaced(
        &self,
        replace: Replace<'a>,
        target: ValueId,
        after: &[Part],
        obligations: &mut Vec<Obligation>,
    ) {
        let Some(target_op) = self.program.defining_op(target) else { return };
        let before = self.results.get(&target).cloned().unwrap_or_default();
        let first = obligations.len();
        let mut rest = before.iter().zip(after).enumerate();
        let mut open = false;
        for (index, pair) in rest.by_ref() {
            match pair {
                // Whatever takes the place of what has no use has none.
                (Part::One(_), _) if self.is_unused(target, index) => {}
                (Part::One(from), Part::One(to)) => obligations.push(Obligation {
                    code: Rule::T202,
                    op: replace.op,
                    formula: Formula::equal(from.clone(), to.clone()),
                    about: About::Replacement {
                        target: target_op,
                        index,
                        from: from.clone(),
                        to: to.clone(),
                    },
                }),
                // T203 already says that these types do not exist.
                (Part::Undetermined, _) | (_, Part::Undetermined) => {}
                (Part::Many(range), after)
                    if after == &Part::Many(*range) && places_in_matcher(self.pattern, *range) < 2 => {}
                _ => {
                    open = true;
                    break;
                }
            }
        }
        // The rewrite is read from its end.
        obligations[first..].reverse();
        let ranges = |parts: &[Part]| parts.iter().any(|part| matches!(part, Part::Many(_)));
        if open || (before.len() != after.len() && (ranges(&before) || ranges(after))) {
            let why = self.unsupported("variadic operands", replace.op);
            self.question.borrow_mut().undecided.push(why);
        }
    }
}
