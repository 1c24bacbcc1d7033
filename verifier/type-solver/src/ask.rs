//! Is a formula satisfiable, and by which types and attributes? Equations first, then kinds case by case, then plain values,
//! then the solver.
//! Knows no patterns: the caller decides what an answer means.
//!
//! A variable that a conjunct equates with a term which always denotes something is replaced by it; this keeps all
//! solutions. A formula that becomes false so has none. Conjuncts that share neither unknowns nor texts without meaning
//! are decided apart: the formula has a solution when each part has one. Solutions found here or by the solver are evaluated on the formula before they
//! are given out; a model that no real types have is `unknown`.

use std::cell::{Cell, RefCell};

use assay_ir::data::{Context, UnionFind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::candidates::{Candidates, Sort};
use crate::cases;
use crate::concrete::{Denotation, Evaluator, Value};
use crate::display;
use crate::encode::{Encoder, prelude, variable_name};
use crate::model;
use crate::order;
use crate::search::{SearchResult, holds, improve, search, search_counted};
use crate::term::{Formula, Term, Unread, Variable};
use assay_smt::{Answer, Query, SolverPool, Undecided};

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// No types and attributes satisfy the formula.
    None,
    /// These do.
    Values(Vec<(Variable, Value)>),
    /// Some might, if these said so: the formula depends on statements without a known meaning.
    HangsOn(Vec<Unread>),
    /// Not decided.
    Unknown(Undecided),
}

/// A part with its unknowns, numbered from zero.
type NumberedPart = (Formula, Vec<(Variable, Sort)>);

/// How questions are decided. Parts that were decided once are remembered.
pub struct TypeSolver<'a> {
    ctx: &'a Context,
    solvers: Option<&'a SolverPool>,
    shortcuts: bool,
    known: RefCell<FxHashMap<NumberedPart, Solution>>,
    trace: Option<RefCell<Vec<String>>>,
    work: Cell<u64>,
}

impl<'a> TypeSolver<'a> {
    /// Decides by equations and plain types where these suffice, else by a solver.
    pub fn new(ctx: &'a Context, solvers: Option<&'a SolverPool>) -> TypeSolver<'a> {
        TypeSolver {
            ctx,
            solvers,
            shortcuts: true,
            known: RefCell::default(),
            trace: None,
            work: Cell::new(0),
        }
    }

    /// Leaves every question to the solver, whole.
    pub fn by_solver_only(ctx: &'a Context, solvers: &'a SolverPool) -> TypeSolver<'a> {
        TypeSolver {
            ctx,
            solvers: Some(solvers),
            shortcuts: false,
            known: RefCell::default(),
            trace: None,
            work: Cell::new(0),
        }
    }

    /// Writes down each step.
    pub fn traced(self) -> TypeSolver<'a> {
        TypeSolver { trace: Some(RefCell::default()), ..self }
    }

    /// The steps that were written down.
    pub fn steps(self) -> Vec<String> {
        self.trace.map(RefCell::into_inner).unwrap_or_default()
    }

    /// The conjuncts that were read and the values that were tried, so far.
    pub fn work(&self) -> u64 {
        self.work.get()
    }

    fn worked(&self, steps: usize) {
        self.work.set(self.work.get().saturating_add(steps as u64));
    }

    fn note(&self, step: impl FnOnce() -> String) {
        if let Some(trace) = &self.trace {
            trace.borrow_mut().push(step());
        }
    }

    fn note_conjuncts(&self, heading: &str, formula: &Formula) {
        self.note(|| heading.to_owned());
        let conjuncts = formula.conjuncts();
        for conjunct in conjuncts {
            self.note(|| format!("  {}", display::formula(self.ctx, conjunct)));
        }
    }

    /// Owner of all ids.
    pub fn ctx(&self) -> &'a Context {
        self.ctx
    }

    /// A whole question as an SMT-LIB 2 file that any solver reads, without shortcuts; `None` when the encoding has no
    /// number for something in it.
    pub fn text(&self, question: &Sections) -> Option<String> {
        query(&mut Encoder::new(self.ctx), question).map(|query| query.to_string())
    }

    /// Decides a formula over these unknowns.
    pub fn solve(&self, formula: &Formula, unknowns: &[(Variable, Sort)]) -> Solution {
        if !self.shortcuts {
            let whole = with_sorts(formula, unknowns);
            return self.ask(&whole, unknowns, &Candidates::collect(self.ctx, &[&whole]));
        }
        self.decide(&self.reduce(formula, unknowns), unknowns)
    }

    /// What is left of a formula, and that its unknowns are what their sorts say, once equations are used.
    pub fn reduce(&self, formula: &Formula, unknowns: &[(Variable, Sort)]) -> Reduced {
        let whole = with_sorts(formula, unknowns);
        self.note_conjuncts("the question: can all of this hold?", &whole);
        self.worked(whole.conjuncts().len());
        let reduced = unify(self.ctx, &whole);
        for (variable, term) in &reduced.replaced {
            self.note(|| format!("{} is {}", variable_name(*variable), display::term(self.ctx, term)));
        }
        if reduced.formula == Formula::False {
            self.note(|| "what is left contradicts itself: nothing does".to_owned());
        } else if !reduced.replaced.is_empty() {
            self.note_conjuncts("what is left:", &reduced.formula);
        }
        reduced
    }

    /// Decides what is left of a formula over these unknowns.
    pub fn decide(&self, reduced: &Reduced, unknowns: &[(Variable, Sort)]) -> Solution {
        if reduced.formula == Formula::False {
            return Solution::None;
        }
        let places: Places = unknowns.iter().enumerate().map(|(at, (v, sort))| (*v, (at, *sort))).collect();
        let mut values = Vec::new();
        let mut undecided: Option<Solution> = None;
        for part in components(&reduced.formula) {
            self.worked(1);
            let found = self.component(&part, &places);
            self.note_conjuncts("a part that stands alone:", &part);
            self.note(|| format!("  {}", self.outcome(&found)));
            match found {
                Solution::None => return Solution::None,
                Solution::Values(found) => values.extend(found),
                // The reason of a part says more than that another one is not decided.
                hangs @ Solution::HangsOn(_) => undecided = Some(hangs),
                other => undecided = undecided.or(Some(other)),
            }
        }
        if let Some(undecided) = undecided {
            return undecided;
        }
        self.rest(&mut values, unknowns, reduced);
        Solution::Values(reduced.extend(self.ctx, values))
    }

    fn outcome(&self, found: &Solution) -> String {
        match found {
            Solution::None => "cannot hold".to_owned(),
            Solution::HangsOn(_) => "depends on something without a known meaning".to_owned(),
            Solution::Unknown(why) => format!("is not decided: {why}"),
            Solution::Values(values) => {
                let texts = values.iter().map(|(variable, value)| {
                    let value = value.map_or(Term::Absent, Term::Constant);
                    format!("{} = {}", variable_name(*variable), display::term(self.ctx, &value))
                });
                format!("holds for {}", texts.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// Values for unknowns that nothing is said of.
    pub fn rest(
        &self,
        values: &mut Vec<(Variable, Value)>,
        unknowns: &[(Variable, Sort)],
        reduced: &Reduced,
    ) {
        let known: FxHashSet<Variable> = values.iter().map(|(v, _)| *v).collect();
        let is_open = |variable| !known.contains(variable) && !reduced.is_replaced(*variable);
        let open: Vec<_> = unknowns.iter().filter(|(variable, _)| is_open(variable)).collect();
        if open.is_empty() {
            return;
        }
        let candidates = Candidates::collect(self.ctx, &[]);
        for (variable, sort) in open {
            values.extend(candidates.first(*sort).map(|value| (*variable, value)));
        }
    }

    /// Decides a part. It is remembered with its unknowns numbered from zero, since many parts differ in their names alone.
    fn component(&self, formula: &Formula, places: &Places) -> Solution {
        let mut inside: Vec<(usize, Variable, Sort)> = formula
            .variables()
            .into_iter()
            .filter_map(|variable| places.get(&variable).map(|(at, sort)| (*at, variable, *sort)))
            .collect();
        inside.sort_unstable_by_key(|(at, ..)| *at);
        let numbers: FxHashMap<Variable, Variable> =
            inside.iter().zip(0..).map(|((_, variable, _), number)| (*variable, Variable(number))).collect();
        let formula = formula.substitute(&|variable| numbers.get(&variable).copied().map(Term::Variable));
        let open: Vec<(Variable, Sort)> =
            inside.iter().zip(0..).map(|((.., sort), number)| (Variable(number), *sort)).collect();
        let found = self.numbered(formula, open);
        let Solution::Values(values) = found else { return found };
        let named = |(variable, value): (Variable, Value)| Some((inside.get(variable.0 as usize)?.1, value));
        Solution::Values(values.into_iter().filter_map(named).collect())
    }

    fn numbered(&self, formula: Formula, open: Vec<(Variable, Sort)>) -> Solution {
        let key = (formula, open);
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let (formula, open) = &key;
        let found = match order::simplify(self.ctx, formula.clone()) {
            Formula::False => Solution::None,
            simple if self.is_contradicted(&simple) => Solution::None,
            simple => {
                let candidates = Candidates::collect(self.ctx, &[&simple]);
                let (found, steps) = search_counted(self.ctx, &simple, open, &candidates);
                self.worked(steps);
                match found {
                    SearchResult::Values(found) => Solution::Values(found),
                    _ => match self.depends(&simple, open, &candidates) {
                        Some(unread) => Solution::HangsOn(unread),
                        None => self.ask(&simple, open, &candidates),
                    },
                }
            }
        };
        self.known.borrow_mut().insert(key, found.clone());
        found
    }

    fn is_contradicted(&self, formula: &Formula) -> bool {
        let (contradicted, steps) = cases::contradicts(self.ctx, formula);
        self.worked(steps);
        contradicted
    }

    /// The statements without a known meaning that a formula depends on, where plain values satisfy it under one reading
    /// of them: a solver could say no more.
    fn depends(
        &self,
        formula: &Formula,
        open: &[(Variable, Sort)],
        candidates: &Candidates,
    ) -> Option<Vec<Unread>> {
        let unread = formula.unread();
        let satisfied =
            |holds| search(self.ctx, &formula.assuming(holds), open, candidates).values().is_some();
        (!unread.is_empty() && (satisfied(true) || satisfied(false))).then_some(unread)
    }

    fn ask(&self, formula: &Formula, open: &[(Variable, Sort)], candidates: &Candidates) -> Solution {
        let Some(solvers) = self.solvers else { return Solution::Unknown(Undecided::NoSolver) };
        let mut encoder = Encoder::new(self.ctx);
        let variables: Vec<Variable> = open.iter().map(|(variable, _)| *variable).collect();
        let sections = Sections::new(formula, &variables);
        let Some(query) = query(&mut encoder, &sections) else {
            return Solution::Unknown(Undecided::Solver("a number beyond 128 bits".to_owned()));
        };
        let model = match solvers.check(&query) {
            Answer::Unsat => return Solution::None,
            Answer::Unknown(why) => return Solution::Unknown(why.into()),
            Answer::Sat(model) => model,
        };
        let unread = formula.unread();
        let unreal = || match unread.is_empty() {
            true => Solution::Unknown(Undecided::Solver("a model that no real types have".to_owned())),
            false => Solution::HangsOn(unread.clone()),
        };
        let reader = model::Reader::new(&encoder);
        let values: Option<Vec<(Variable, Value)>> = variables
            .iter()
            .zip(&model)
            .map(|(variable, (_, item))| Some((*variable, reader.value(item)?)))
            .collect();
        let Some(mut values) = values else { return unreal() };
        improve(self.ctx, formula, open, candidates, &mut values);
        match holds(self.ctx, formula, &values) {
            Some(true) => Solution::Values(values),
            None if !unread.is_empty() => Solution::HangsOn(unread),
            _ => unreal(),
        }
    }
}

/// A formula and that its unknowns are what their sorts say.
pub fn with_sorts(formula: &Formula, unknowns: &[(Variable, Sort)]) -> Formula {
    let sorts = unknowns.iter().map(|(variable, sort)| match sort {
        Sort::Type => Formula::is_type(Term::Variable(*variable)),
        Sort::Attribute => Formula::present(Term::Variable(*variable)),
        Sort::Optional => Formula::True,
    });
    Formula::all([formula.clone()].into_iter().chain(sorts).collect::<Vec<_>>())
}

/// Where each unknown stands among those of a question, and what it stands for.
type Places = FxHashMap<Variable, (usize, Sort)>;

/// What ties conjuncts together.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum SharedSymbol {
    /// An unknown.
    Variable(Variable),
    /// Something without a known meaning, which says the same wherever it stands.
    Unread(Unread),
}

/// All that ties a formula to others.
pub fn ties(formula: &Formula) -> Vec<SharedSymbol> {
    let texts = formula.unread().into_iter().map(SharedSymbol::Unread);
    formula.variables().into_iter().map(SharedSymbol::Variable).chain(texts).collect()
}

/// The conjuncts in groups that share no unknown and no text without meaning, in the order of their first conjunct.
pub fn components(formula: &Formula) -> Vec<Formula> {
    let conjuncts = match formula {
        Formula::True => &[],
        Formula::And(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    let ties: Vec<Vec<SharedSymbol>> = conjuncts.iter().map(ties).collect();
    // The group of each conjunct: the first conjunct that it hangs together with.
    let mut group = UnionFind::new(conjuncts.len());
    let mut owner: FxHashMap<SharedSymbol, usize> = FxHashMap::default();
    for (index, list) in ties.iter().enumerate() {
        for tie in list {
            group.join(index, *owner.entry(*tie).or_insert(index));
        }
    }
    let mut parts: Vec<(usize, Vec<Formula>)> = Vec::new();
    let mut slots: FxHashMap<usize, usize> = FxHashMap::default();
    for (index, conjunct) in conjuncts.iter().enumerate() {
        let first = group.find(index);
        let slot = *slots.entry(first).or_insert_with(|| {
            parts.push((first, Vec::new()));
            parts.len() - 1
        });
        parts[slot].1.push(conjunct.clone());
    }
    parts.into_iter().map(|(_, list)| Formula::all(list)).collect()
}

/// A question in parts, each with what a reader is told of it.
#[derive(Clone, Debug, Default)]
pub struct Sections {
    /// What the file is about.
    pub title: String,
    /// The unknowns, and what each is.
    pub unknowns: Vec<(Variable, String)>,
    /// The statements, all of which have to hold, and where each comes from.
    pub statements: Vec<(String, Formula)>,
}

impl Sections {
    /// A question without any explanation.
    fn new(formula: &Formula, variables: &[Variable]) -> Sections {
        Sections {
            title: String::new(),
            unknowns: variables.iter().map(|variable| (*variable, String::new())).collect(),
            statements: vec![(String::new(), formula.clone())],
        }
    }
}

/// A question as SMT-LIB; `None` when the encoding has no number for something in it. Unknowns are numbered by their place
/// in the question, so that equal questions are equal texts wherever they come from.
fn query(encoder: &mut Encoder<'_>, question: &Sections) -> Option<Query> {
    let order: FxHashMap<Variable, usize> =
        question.unknowns.iter().enumerate().map(|(index, (variable, _))| (*variable, index)).collect();
    let numbered =
        |variable: Variable| order.get(&variable).map(|index| Term::Variable(Variable(*index as u32)));
    let mut asserts = Vec::new();
    for (from, formula) in &question.statements {
        let formula = formula.substitute(&numbered);
        let conjuncts = formula.conjuncts();
        let mut text = String::new();
        for conjunct in conjuncts {
            text.push_str(&format!("(assert {})\n", encoder.formula(conjunct)));
        }
        for statement in encoder.valid_parameters(&formula) {
            text.push_str(&format!("(assert {statement})\n"));
        }
        asserts.push((from.as_str(), text));
    }
    let names: Vec<String> = (0..order.len()).map(|index| variable_name(Variable(index as u32))).collect();
    let valid: String = (0..order.len())
        .map(|index| format!("(assert {})\n", encoder.valid(Variable(index as u32))))
        .collect();
    if encoder.beyond {
        return None;
    }
    let mut query = Query::new();
    let comment = |query: &mut Query, text: &str| {
        if !text.is_empty() {
            query.comment(text);
        }
    };
    comment(&mut query, &question.title);
    query.comment("types and attributes");
    query.begin_with(prelude()?);
    query.read(&encoder.declarations()).ok()?;
    for (name, (_, what)) in names.iter().zip(&question.unknowns) {
        comment(&mut query, what);
        query.declare_const(name, "T");
    }
    query.comment("the unknowns are what real programs have");
    query.read(&valid).ok()?;
    for (from, text) in asserts {
        comment(&mut query, from);
        query.read(&text).ok()?;
    }
    for name in &names {
        query.observe(name);
    }
    Some(query)
}

/// A formula after its equations were used.
pub struct Reduced {
    /// What is left.
    pub formula: Formula,
    /// The variables that are gone, with what they are, in terms of those that are left.
    replaced: Vec<(Variable, Term)>,
    terms: FxHashMap<Variable, Term>,
}

impl Reduced {
    /// Another formula in terms of the variables that are left.
    pub fn apply(&self, ctx: &Context, formula: &Formula) -> Formula {
        match self.terms.is_empty() {
            true => formula.clone(),
            false => fold(ctx, &formula.substitute(&|variable| self.terms.get(&variable).cloned())),
        }
    }

    /// Whether a variable is gone.
    pub fn is_replaced(&self, variable: Variable) -> bool {
        self.terms.contains_key(&variable)
    }

    /// The variables that are left of which a variable is a function.
    pub fn remaining(&self, variable: Variable) -> Vec<Variable> {
        let mut found = Vec::new();
        self.terms.get(&variable).unwrap_or(&Term::Variable(variable)).variables(&mut |one| found.push(one));
        found
    }

    /// A solution with the variables that were replaced, in the order of the variables.
    pub fn extend(&self, ctx: &Context, mut found: Vec<(Variable, Value)>) -> Vec<(Variable, Value)> {
        let open: FxHashMap<Variable, Value> = found.iter().copied().collect();
        let values = |variable: Variable| open.get(&variable).copied();
        let evaluator = Evaluator { ctx, values: &values };
        for (variable, term) in &self.replaced {
            if let Denotation::Value(value) = evaluator.denotes(term) {
                found.push((*variable, value));
            }
        }
        found.sort_by_key(|(variable, _)| *variable);
        found
    }
}

/// Replaces variables that conjuncts equate with something, and decides atoms about written things.
fn unify(ctx: &Context, formula: &Formula) -> Reduced {
    let mut bindings = Bindings::default();
    let mut current = fold(ctx, formula);
    loop {
        let before = bindings.order.len();
        let conjuncts = current.conjuncts();
        for conjunct in conjuncts {
            if let Formula::Equal(a, b) = conjunct {
                bindings.equate(a, b);
            }
        }
        if bindings.order.len() == before {
            break;
        }
        current = fold(ctx, &current.substitute(&|variable| bindings.find(variable)));
    }
    let term = |variable: &Variable| Some((*variable, bindings.find(*variable)?));
    let replaced: Vec<(Variable, Term)> = bindings.order.iter().filter_map(term).collect();
    let terms = replaced.iter().cloned().collect();
    Reduced { formula: current, replaced, terms }
}

/// What variables are equal to. No variable is in what it is equal to, however far that is followed.
#[derive(Default)]
struct Bindings {
    terms: RefCell<FxHashMap<Variable, Term>>,
    order: Vec<Variable>,
}

impl Bindings {
    fn equate(&mut self, a: &Term, b: &Term) {
        let (a, b) = (self.apply(a), self.apply(b));
        let usable = |variable: &Term, term: &Term| match variable {
            Term::Variable(variable) => {
                let mut inside = false;
                term.variables(&mut |v| inside |= v == *variable);
                (!inside && term.always_denotes()).then(|| (*variable, term.clone()))
            }
            _ => None,
        };
        // The later variable goes, so that the earlier name stays.
        let found = match (&a, &b) {
            (Term::Variable(x), Term::Variable(y)) if x < y => usable(&b, &a),
            _ => usable(&a, &b).or_else(|| usable(&b, &a)),
        };
        if let Some((variable, term)) = found {
            self.terms.borrow_mut().insert(variable, term);
            self.order.push(variable);
        }
    }

    fn apply(&self, term: &Term) -> Term {
        term.substitute(&|variable| self.find(variable))
    }

    /// What a variable is equal to, in variables that are equal to nothing; `None` for one of these. What was found is kept,
    /// so that no way is gone twice.
    fn find(&self, variable: Variable) -> Option<Term> {
        let mut way = vec![variable];
        let mut term = self.terms.borrow().get(&variable)?.clone();
        while let Term::Variable(next) = term {
            match self.terms.borrow().get(&next) {
                Some(further) => {
                    way.push(next);
                    term = further.clone();
                }
                None => break,
            }
        }
        if !matches!(term, Term::Variable(_)) {
            term = self.apply(&term);
        }
        let mut terms = self.terms.borrow_mut();
        for passed in way {
            terms.insert(passed, term.clone());
        }
        Some(term)
    }
}

/// Decides what rests on no unknown.
fn fold(ctx: &Context, formula: &Formula) -> Formula {
    match formula {
        Formula::And(parts) => Formula::all(parts.iter().map(|part| fold(ctx, part)).collect::<Vec<_>>()),
        Formula::Or(parts) => Formula::any(parts.iter().map(|part| fold(ctx, part)).collect::<Vec<_>>()),
        Formula::Not(inner) => fold(ctx, inner).negate(),
        atom => match (Evaluator { ctx, values: &|_| None }).holds(atom) {
            Some(true) => Formula::True,
            Some(false) => Formula::False,
            None => atom.clone(),
        },
    }
}
