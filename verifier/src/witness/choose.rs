//! The chooser of types: plain types and attributes under which the matched operations of a pattern conform to their
//! definitions. Knows patterns and definitions, neither payloads nor solvers.

use std::cell::RefCell;

use assay_ir::data::{AttrId, AttrKind, Context, Ident, TypeId, known};
use assay_ir::spec::{OpSpec, Predicate, Registry, Variadicity};
use rustc_hash::FxHashMap;

use crate::pattern::classes::Classes;
use crate::pattern::model::{AttrIx, Node, NodeIx, TypeIx, ValueIx};
use assay_type_solver::ask::{TypeSolver, components};
use assay_type_solver::candidates::{Candidates, Sort, builtin_types};
use assay_type_solver::concrete::Value;
use assay_type_solver::conform::{conforms, definitions};
use assay_type_solver::order;
use assay_type_solver::places::Places;
use assay_type_solver::search::{SearchResult, first_fit, holds, search};
use assay_type_solver::term::{Formula, Term, Variable};

/// The result of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Values for all unknowns.
    Values(Vec<(Variable, Value)>),
    /// No types and attributes satisfy the statement.
    Impossible,
    /// No candidates satisfy it.
    NotFound {
        /// Whether all candidates were tried, and they have an instance of everything that the statement speaks of.
        searched_all: bool,
    },
}

/// A match as a statement about its types and attributes.
pub(crate) struct Matched<'c, 'a> {
    registry: &'c Registry,
    classes: &'c Classes<'a>,
    /// Attributes that definitions list and the pattern does not name, by the class of the operation.
    unlisted: RefCell<Vec<(NodeIx, Ident)>>,
    /// Attributes that were chosen before, by class.
    given: &'c FxHashMap<AttrIx, AttrId>,
}

impl<'c, 'a> Matched<'c, 'a> {
    /// A match with these attributes.
    pub(crate) fn new(
        registry: &'c Registry,
        classes: &'c Classes<'a>,
        given: &'c FxHashMap<AttrIx, AttrId>,
    ) -> Matched<'c, 'a> {
        Matched { registry, classes, unlisted: RefCell::default(), given }
    }

    /// That every matched operation conforms to its definition, and every attribute has its type.
    pub(crate) fn statement(&self) -> Formula {
        let model = self.classes.model();
        let typed = (0..model.attributes.len()).filter_map(|attribute| {
            let ty = self.classes.attribute_type(self.classes.attribute(attribute))?;
            Some(Formula::equal(self.attribute(attribute).type_of(), self.ty(ty)))
        });
        let nodes = self.classes.node_classes().map(|node| self.conforms(node));
        let all = Formula::all(nodes.chain(typed));
        Formula::all([definitions(self.registry, &all), all])
    }

    fn conforms(&self, node: NodeIx) -> Formula {
        let Some(spec) = self.classes.spec(node) else { return Formula::True };
        let ctx = self.registry.ctx();
        let model = self.classes.model();
        let types = |values: &[ValueIx]| -> Vec<Term> {
            values.iter().map(|value| self.ty(model.values[*value].ty)).collect()
        };
        let matched = &model.nodes[node];
        let segments = node_segments(ctx, spec, matched);
        let listed = self.classes.attributes_of(node);
        let attribute = |name: Ident| {
            if let Some((_, attribute)) = listed.iter().find(|(other, _)| *other == name) {
                return self.attribute(*attribute);
            }
            match segments.iter().find(|(other, _)| *other == name) {
                Some((_, sizes)) => Term::Constant(*sizes),
                None => self.unlisted(node, name),
            }
        };
        let (operands, results) = (types(&matched.operands), types(&matched.results));
        let places = Places { operands: &operands, results: &results, attribute: &attribute, bare: false };
        conforms(self.registry, spec, &places)
    }

    /// The type of a class of types.
    pub(crate) fn ty(&self, ty: TypeIx) -> Term {
        match self.classes.type_constant(ty) {
            Some(constant) => Term::Constant(self.registry.ctx().type_attr(constant)),
            None => Term::Variable(self.type_variable(ty)),
        }
    }

    /// The unknown of an open class of types.
    pub(crate) fn type_variable(&self, ty: TypeIx) -> Variable {
        Variable(self.classes.ty(ty) as u32)
    }

    fn attribute(&self, attribute: AttrIx) -> Term {
        let class = self.classes.attribute(attribute);
        let constant = self.given.get(&class).copied().or(self.classes.attribute_constant(class));
        constant.map_or_else(|| Term::Variable(self.attribute_variable(class)), Term::Constant)
    }

    fn attribute_variable(&self, class: AttrIx) -> Variable {
        Variable((self.classes.model().types.len() + class) as u32)
    }

    fn unlisted(&self, node: NodeIx, name: Ident) -> Term {
        let mut unlisted = self.unlisted.borrow_mut();
        let known = unlisted.iter().position(|known| *known == (node, name));
        let index = known.unwrap_or_else(|| {
            unlisted.push((node, name));
            unlisted.len() - 1
        });
        Term::Variable(self.unlisted_variable(index))
    }

    fn unlisted_variable(&self, index: usize) -> Variable {
        let model = self.classes.model();
        Variable((model.types.len() + model.attributes.len() + index) as u32)
    }

    /// The classes of types of the values and attributes of the match.
    pub(crate) fn types(&self) -> Vec<TypeIx> {
        let model = self.classes.model();
        let mut seen = vec![false; model.types.len()];
        let values = model.values.iter().map(|value| value.ty);
        let used = values.chain(model.attributes.iter().filter_map(|attribute| attribute.ty));
        let mut first = |class: &TypeIx| !std::mem::replace(&mut seen[*class], true);
        used.map(|ty| self.classes.ty(ty)).filter(|class| first(class)).collect()
    }

    /// The unknowns of the statement: types first. The statement has been made.
    fn unknowns(&self) -> Vec<(Variable, Sort)> {
        let open = |class: &TypeIx| self.classes.type_constant(*class).is_none();
        let types =
            self.types().into_iter().filter(open).map(|class| (self.type_variable(class), Sort::Type));
        let attributes = (0..self.classes.model().attributes.len()).filter_map(|attribute| {
            let class = self.classes.attribute(attribute);
            let Term::Variable(variable) = self.attribute(attribute) else { return None };
            (class == attribute).then_some((variable, Sort::Attribute))
        });
        let unlisted = 0..self.unlisted.borrow().len();
        let unlisted = unlisted.map(|index| (self.unlisted_variable(index), Sort::Optional));
        types.chain(attributes).chain(unlisted).collect()
    }

    /// Chooses types and attributes of the match that satisfy further statements, too. `match_statement` is the
    /// [`statement`](Self::statement) of the match.
    pub(crate) fn choose(&self, match_statement: &Formula, further: &[Formula]) -> Choice {
        let whole = Formula::all([match_statement].into_iter().chain(further).cloned());
        let unknowns = self.unknowns();
        let mut choice = choose(self.registry.ctx(), &whole, &unknowns);
        if let Choice::Values(values) = &mut choice {
            self.name_symbols(&whole, values);
        }
        choice
    }

    /// Gives each symbol that was chosen a name of its own where the statement does not speak of the name.
    fn name_symbols(&self, statement: &Formula, values: &mut [(Variable, Value)]) {
        let ctx = self.registry.ctx();
        let symbols: Vec<usize> = (0..values.len())
            .filter(|at| {
                values[*at].1.is_some_and(|attr| matches!(ctx.attr_kind(attr), AttrKind::SymbolRef { .. }))
            })
            .collect();
        for at in symbols {
            let before = values[at].1.replace(ctx.symbol_attr(&format!("g{at}")));
            if holds(ctx, statement, values) == Some(false) {
                values[at].1 = before;
            }
        }
    }

    /// The type that was chosen for a class of types.
    pub(crate) fn type_of(&self, class: TypeIx, values: &FxHashMap<Variable, Value>) -> Option<TypeId> {
        let chosen = || self.registry.ctx().as_type((*values.get(&self.type_variable(class))?)?);
        self.classes.type_constant(class).or_else(chosen)
    }

    /// The attribute that was chosen for a class of attributes.
    pub(crate) fn attribute_of(&self, class: AttrIx, values: &FxHashMap<Variable, Value>) -> Option<AttrId> {
        match self.attribute(class) {
            Term::Constant(constant) => Some(constant),
            _ => values.get(&self.attribute_variable(class)).copied().flatten(),
        }
    }

    /// The attributes that were chosen besides those of the pattern, by the class of the operation.
    pub(crate) fn required(
        &self,
        values: &FxHashMap<Variable, Value>,
    ) -> FxHashMap<NodeIx, Vec<(Ident, AttrId)>> {
        let mut required: FxHashMap<NodeIx, Vec<(Ident, AttrId)>> = FxHashMap::default();
        for (index, (node, name)) in self.unlisted.borrow().iter().enumerate() {
            if let Some(Some(value)) = values.get(&self.unlisted_variable(index)) {
                required.entry(*node).or_default().push((*name, *value));
            }
        }
        required
    }
}

/// Chooses plain values for all unknowns. What has no known meaning is taken to hold.
fn choose(ctx: &Context, statement: &Formula, unknowns: &[(Variable, Sort)]) -> Choice {
    let read = statement.assuming(true);
    if let Some(values) = first_fit(ctx, &read, unknowns) {
        return Choice::Values(values);
    }
    let asker = TypeSolver::new(ctx, None);
    let reading = asker.reduce(&read, unknowns);
    // A contradiction counts only where every statement has a meaning.
    let stated = asker.reduce(statement, unknowns);
    let contradicts = |part: Formula| order::simplify(ctx, part) == Formula::False;
    if stated.formula == Formula::False || components(&stated.formula).into_iter().any(contradicts) {
        return Choice::Impossible;
    }
    let mut values = Vec::new();
    for part in components(&reading.formula) {
        let part = order::simplify(ctx, part);
        match attempt(ctx, &part, unknowns) {
            SearchResult::Values(found) => values.extend(found),
            _ => return Choice::NotFound { searched_all: excluded(ctx, &stated.formula, unknowns) },
        }
    }
    asker.rest(&mut values, unknowns, &reading);
    Choice::Values(reading.extend(ctx, values))
}

fn attempt(ctx: &Context, part: &Formula, unknowns: &[(Variable, Sort)]) -> SearchResult {
    let inside = part.variables();
    let open: Vec<(Variable, Sort)> =
        unknowns.iter().copied().filter(|(variable, _)| inside.contains(variable)).collect();
    // Plain ones fit nearly always, and are few.
    match search(ctx, part, &open, &Candidates::collect(ctx, &[part])) {
        SearchResult::Values(values) => SearchResult::Values(values),
        _ => search(ctx, part, &open, &Candidates::wide(ctx, part)),
    }
}

/// Whether the conjuncts of which the candidates have an instance of everything exclude all of them.
fn excluded(ctx: &Context, statement: &Formula, unknowns: &[(Variable, Sort)]) -> bool {
    let types: Vec<TypeId> = builtin_types(ctx).collect();
    let is_type = |variable: &Variable| unknowns.contains(&(*variable, Sort::Type));
    let covered =
        |part: &&Formula| is_covered(ctx, &types, part, false) && part.variables().iter().all(is_type);
    let covered = Formula::all(statement.conjuncts().iter().filter(covered).cloned());
    components(&covered).iter().any(|part| matches!(attempt(ctx, part, unknowns), SearchResult::Nothing))
}

/// Whether a statement speaks of classes of types alone that each have an instance in `types`, and of no numbers: between two
/// widths there is always another one. `denied` says that the statement stands under a negation.
fn is_covered(ctx: &Context, types: &[TypeId], statement: &Formula, denied: bool) -> bool {
    match statement {
        Formula::True | Formula::False => true,
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().all(|part| is_covered(ctx, types, part, denied))
        }
        Formula::Not(inner) => is_covered(ctx, types, inner, !denied),
        Formula::Equal(a, b) => is_simple(a) && is_simple(b),
        Formula::Holds(term, predicate) => is_simple(term) && has_instance(ctx, types, predicate, denied),
        Formula::Parameters(..) | Formula::Compare(..) | Formula::Compatible(..) | Formula::Unread(..) => {
            false
        }
    }
}

fn is_simple(term: &Term) -> bool {
    matches!(term, Term::Variable(_) | Term::Constant(_) | Term::Absent)
}

/// Whether each class of types that a predicate speaks of has an instance in `types`. Every kind of shaped type is there with
/// every class of elements, and of rank one, but not with every shape.
fn has_instance(ctx: &Context, types: &[TypeId], predicate: &Predicate, denied: bool) -> bool {
    match predicate {
        Predicate::True => true,
        Predicate::And(list) | Predicate::Or(list) => {
            list.iter().all(|part| has_instance(ctx, types, part, denied))
        }
        Predicate::Not(inner) => has_instance(ctx, types, inner, !denied),
        Predicate::Element(inner) => {
            let elements: Vec<TypeId> = types.iter().filter_map(|ty| ctx.element_type(*ty)).collect();
            has_instance(ctx, &elements, inner, denied)
        }
        Predicate::Type(class) => types.iter().any(|ty| class.holds(ctx, *ty)),
        Predicate::Rank { min, max } => !denied && (*min..=*max).contains(&1),
        _ => false,
    }
}

/// The segment sizes of a matched operation: those that its pattern speaks of, else [`segment_sizes`].
pub(crate) fn node_segments(ctx: &Context, spec: &OpSpec, node: &Node) -> Vec<(Ident, AttrId)> {
    let mut out = segment_sizes(ctx, spec, node.operands.len(), node.results.len());
    for (name, sizes) in [
        (known::OPERAND_SEGMENT_SIZES, &node.operand_sizes),
        (known::RESULT_SEGMENT_SIZES, &node.result_sizes),
    ] {
        let Some(sizes) = sizes else { continue };
        let element = ctx.integer(32);
        let values = sizes.iter().map(|size| ctx.integer_attr(*size as i128, element)).collect();
        out.retain(|(other, _)| *other != name);
        out.push((name, ctx.attr(AttrKind::DenseArray { element, values })));
    }
    out
}

/// `operandSegmentSizes` and `resultSegmentSizes` for these counts, where the spec asks for them: groups that may be
/// empty are, except for the first one that takes the rest.
fn segment_sizes(ctx: &Context, spec: &OpSpec, operands: usize, results: usize) -> Vec<(Ident, AttrId)> {
    let mut out = Vec::new();
    let traits = &spec.traits;
    let alike = (traits.same_operand_sizes, traits.same_result_sizes);
    for (groups, count, asked, alike, name) in [
        (&spec.operands, operands, traits.operand_segments, alike.0, known::OPERAND_SEGMENT_SIZES),
        (&spec.results, results, traits.result_segments, alike.1, known::RESULT_SEGMENT_SIZES),
    ] {
        let open = groups.iter().filter(|group| group.variadicity != Variadicity::Single).count();
        if (open < 2 || alike) && !asked {
            continue;
        }
        let mut rest = count.saturating_sub(groups.len() - open);
        let element = ctx.integer(32);
        let values = groups.iter().map(|group| {
            let size = match group.variadicity {
                Variadicity::Single => 1,
                Variadicity::Optional => rest.min(1),
                Variadicity::Variadic => rest,
            };
            if group.variadicity != Variadicity::Single {
                rest -= size;
            }
            ctx.integer_attr(size as i128, element)
        });
        let values = values.collect();
        out.push((name, ctx.attr(AttrKind::DenseArray { element, values })));
    }
    out
}
