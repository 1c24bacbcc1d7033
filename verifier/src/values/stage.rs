//! The stage as the pipeline calls it: read the pattern, choose types, ask, and show what seems broken. Forms no overall
//! verdict.

use assay_ir::data::{Ident, OpId, Span};
use assay_ir::pdl::{Pattern, PdlOp};

use super::builder::{Change, EncodeError, Encoding, Observable, RecreatedRoot, Types};
use super::by_functions::WITNESS;
use super::case::{CaseSearch, UNITS_OF_ONE_WIDTH};
use super::coverage::{self, has_meaning};
use super::display::{broken_words, short};
use super::encode::{constrained, encode};
use super::example::{counterexample, wishes};
use super::proof::{Argument, Proof, Step};
use super::refine::{Broken, broken};
use super::scope::Scope;
use super::state::{ByFunctions, Next, Stage, TypedOutcome, UNITS_BEHIND, not_asked};
use super::trace::{self, At, is_memory};
use super::types::{Case, Choice, EXTENT, MAX_OPEN, plan, unfit};
use super::{necessary_effects, poison, wide_integers};
use crate::instance::{beyond, has_functions};
use crate::limits::Resource;
use crate::pattern::classes::Classes;
use crate::pattern::decode::{Instances, Unnamed};
use crate::pattern::model::Model;
use crate::pattern::naming;
use crate::stage::{StageResult, Task};
use crate::verdict::{Claim, Finding, Label, Reason, Rule, Severity, StageVerdict, Unknown};
use crate::witness::counterexample::{Demonstration, show};
use assay_semantics::{self, Element};
use assay_smt::SolverPool;
use assay_term::budget::{Budget, UNLIMITED};
use assay_term::decide::Decider;
use assay_term::enumerate::Decision;
use assay_term::eval::Model as Values;
use assay_term::exists_forall;
use assay_term::minimize::plainest;
use assay_term::node::TermId;

/// Asks the V rules.
pub fn analyse(task: &Task<'_>, solvers: Option<&SolverPool>) -> StageResult {
    run(task, solvers, &mut Proof::default())
}

/// Asks the V rules, of each choice of types as a pair of functions alone: the answer that the other way is compared with.
pub fn analyse_as_functions(task: &Task<'_>, solvers: Option<&SolverPool>) -> StageResult {
    with(task, solvers, &mut Proof::default(), |budget| budget, true)
}

/// Asks the V rules about a rewrite that breaks another rule in some programs: only differences count in the others.
pub fn differences(task: &Task<'_>, solvers: Option<&SolverPool>) -> StageResult {
    with(task, solvers, &mut Proof::default(), Budget::for_differences, false)
}

/// The questions that a proof about values rests on; `None` where there is no proof.
pub fn proof(task: &Task<'_>, solvers: Option<&SolverPool>) -> Option<Vec<Step>> {
    let mut proof = Proof::recorded();
    let result = run(task, solvers, &mut proof);
    let holds = matches!(result.verdict, StageVerdict::Proved | StageVerdict::Bounded(_));
    proof.steps().filter(|_| holds)
}

/// The questions whose models are the inputs of counterexamples.
pub fn refutation(task: &Task<'_>, solvers: Option<&SolverPool>) -> Vec<Step> {
    let mut proof = Proof::recorded();
    run(task, solvers, &mut proof);
    let mut steps = proof.steps().unwrap_or_default();
    steps.retain(|step| matches!(step.argument, Argument::Differs(_)));
    steps
}

fn run(task: &Task<'_>, solvers: Option<&SolverPool>, proof: &mut Proof) -> StageResult {
    with(task, solvers, proof, |budget| budget, false)
}

fn with(
    task: &Task<'_>,
    solvers: Option<&SolverPool>,
    proof: &mut Proof,
    limit: fn(Budget) -> Budget,
    alone: bool,
) -> StageResult {
    let question = solvers.map(|solvers| solvers.config().resource_units.unwrap_or(UNLIMITED));
    let budget = limit(Budget::new(question.unwrap_or(UNLIMITED)).at_most(task.options.units));
    let decider = Decider { solvers, shortcuts: true, units: None, budget: Some(&budget) };
    let Instances { models, complete, has_open_lengths } = match task.instances(Unnamed::Plain) {
        Ok(instances) => instances,
        Err(why) => return StageResult::unknown(why),
    };
    let result = StageResult::from_verdict(StageVerdict::Proved);
    if necessary_effects::changes_nothing(task, models) {
        return result;
    }
    let functions = ByFunctions { alone, ..ByFunctions::default() };
    let mut stage = Stage { task, solvers, decider, budget: &budget, result, behind: None, proof, functions };
    let several = *has_open_lengths && models.len() > 1 || !complete;
    stage.assume_described(models);
    let mut scope = Scope::default();
    for model in models.iter().filter(|model| model.impossible.is_empty()) {
        match stage.model(model, &mut scope) {
            Next::On => {}
            Next::Stop(result) => return necessary_effects::without_values(task, models, *result),
        }
        if stage.refuted() {
            break;
        }
    }
    if !complete && !scope.asked {
        // That nothing matches at the lengths that were tried says nothing of the others.
        stage.result.leave_open(task.untried());
    }
    stage.finish(scope, several)
}

impl Stage<'_> {
    pub(super) fn refuted(&self) -> bool {
        self.result.findings.iter().any(|finding| finding.claim.level == Severity::Error)
            || !self.result.disagreements.is_empty()
    }

    pub(super) fn span(&self, op: OpId) -> Span {
        self.task.program.op(op).span
    }

    fn model(&mut self, model: &Model, scope: &mut Scope) -> Next {
        let Ok(classes) = Classes::new(model, self.task.registry, false) else { return Next::On };
        let lacking = poison::without_meaning(self.task.registry, model, &classes)
            .filter(|_| !has_functions(self.task.registry, model, &classes));
        if let Some((name, op)) = lacking {
            if self.is_refused(model, &classes) {
                return Next::On;
            }
            return Next::Stop(Box::new(not_asked(name, self.span(op))));
        }
        if self.task.account().is_spent(Resource::Combinations) {
            self.result.leave_open(Unknown::Limit(Resource::Combinations));
            return Next::On;
        }
        let Some(plan) = plan(self.task.registry, model, &classes, self.task.options.width_max) else {
            let what = format!("more than {MAX_OPEN} open types");
            self.result.leave_open(Unknown::Unsupported { what, span: self.span(model.pattern) });
            return Next::On;
        };
        self.task.account().charge(Resource::Combinations, plan.tried);
        if RecreatedRoot::find(self.task.registry, model, &classes).is_some_and(RecreatedRoot::is_call) {
            let what = "attributes of arguments and results of a call change nothing that it does";
            self.result.assume(what.to_owned());
        }
        if self.matches_reduction(model) {
            let what = "no reduction that is matched is in a `vector.mask`";
            self.result.assume(what.to_owned());
        }
        scope.of_model = 0;
        for case in &plan.cases {
            if scope.is_spent() {
                break;
            }
            let asked = CaseSearch::new(model, &classes, &plan, case);
            if let Next::Stop(result) = self.case(asked, scope) {
                return Next::Stop(result);
            }
            if self.refuted() {
                break;
            }
        }
        if plan.cases.is_empty() && !plan.open.is_empty() {
            let what = unfit(self.task.registry, model, &classes, &plan);
            scope.unfit = Some((what, self.span(model.pattern)));
        }
        if !plan.memrefs.is_empty() && !plan.cases.is_empty() {
            scope.omit("memrefs of other extents");
            scope.words.push(format!("memrefs of {EXTENT} elements in each dimension"));
        }
        match plan.vectors {
            true if self.is_elementwise(model, &classes) => {
                scope.words.push("vectors and tensors of them".to_owned());
            }
            true => scope.omit("vectors and tensors"),
            false => {}
        }
        Next::On
    }

    /// Lists the operations that are what users say.
    fn assume_described(&mut self, models: &[Model]) {
        let registry = self.task.registry;
        if !registry.has_semantics() {
            return;
        }
        let names = models.iter().flat_map(|model| {
            let nodes = model.nodes.iter().filter_map(|node| node.name);
            nodes.chain(model.created.iter().map(|created| created.name))
        });
        let described = names.filter_map(|name| Some((name, registry.semantics(name)?)));
        for (name, semantics) in described {
            let name = registry.ctx().str(name);
            self.result.assume(format!("`{name}` is what its description says ({})", semantics.at.0));
        }
    }

    /// Tells if a pattern matches an operation that does something else in a `vector.mask`.
    fn matches_reduction(&self, model: &Model) -> bool {
        let name = |name| self.task.registry.ctx().str(name);
        model.nodes.iter().filter_map(|node| node.name).any(|one| assay_semantics::is_reduction(name(one)))
    }

    /// Tells if all that users say of the operations of a pattern is said of each element of vectors and tensors.
    fn is_elementwise(&self, model: &Model, classes: &Classes<'_>) -> bool {
        let registry = self.task.registry;
        let nodes = (0..model.nodes.len()).filter_map(|node| classes.name(classes.node(node)));
        let mut names = nodes.chain(model.created.iter().map(|created| created.name));
        !registry.has_semantics()
            || names.all(|name| {
                let variants = registry.semantics(name).map_or(&[][..], |semantics| &semantics.variants[..]);
                variants.iter().all(|variant| variant.elementwise)
            })
    }

    /// Tells if native constraints refuse every match, where all types are written.
    fn is_refused(&self, model: &Model, classes: &Classes<'_>) -> bool {
        let (ctx, registry) = (self.task.registry.ctx(), self.task.registry);
        let open = |class: usize| classes.type_constant(classes.ty(class)).is_none();
        if model.constraints.is_empty() || (0..model.types.len()).any(open) {
            return false;
        }
        let plan = plan(registry, model, classes, self.task.options.width_max);
        let Some(plan) = plan.filter(|plan| !plan.cases.is_empty()) else { return false };
        let refused = |case: &Case| {
            let types = plan.at(ctx, case, &[], Choice::PLAIN);
            let said = constrained((self.task.program, registry), model, classes, &types);
            said.is_some_and(|(mut pool, facts)| self.decider.decide(&mut pool, &[facts]) == Decision::Never)
        };
        plan.cases.iter().all(refused)
    }

    /// The rewrite holds at some types and breaks at others, which an operation without a definition may exclude.
    pub(super) fn only_where_allowed(&mut self, (name, op): (Ident, OpId)) {
        let name = self.task.registry.ctx().str(name);
        for finding in &mut self.result.findings {
            finding.claim.message += &format!(", if `{name}` has such types");
            finding.claim.level = Severity::Warning;
        }
        self.result.leave_open(Unknown::undefined(name, self.span(op)));
    }

    /// Asks at given types.
    pub(super) fn at(&mut self, model: &Model, classes: &Classes<'_>, types: &Types) -> TypedOutcome {
        self.behind = None;
        let mut sides = match self.encode(model, classes, types) {
            Ok(sides) => sides,
            Err(asked) => return self.without_encoding((model, classes), types, asked),
        };
        if sides.roles.keeps_flags {
            let what = "fast-math flags that are kept permit what they permitted before";
            self.result.assume(what.to_owned());
        }
        let silent = sides.silent.first().map(|index| &model.constraints[*index]);
        self.behind = silent.map(|call| Unknown::Native { name: call.name.clone(), span: call.span });
        // Whatever breaks, the constraint may exclude it: inputs that are tried or drawn show as much as a solver.
        self.decider.solvers = self.solvers.filter(|_| self.behind.is_none());
        if self.behind.is_some() {
            self.budget.restrict(UNITS_BEHIND);
        }
        let questions = broken(&mut sides);
        let facts = sides.pool.all(sides.roles.facts.clone());
        let words = || types.describe(self.task.registry.ctx());
        if !sides.roles.facts.is_empty() && self.decider.decide(&mut sides.pool, &[facts]) == Decision::Never
        {
            self.proof.note(Argument::NoMatch, &sides.pool, facts, words);
            return TypedOutcome::Empty;
        }
        let any = sides.pool.any(questions.iter().map(|question| question.statement));
        let (known, wrong) = sides.substitute_choices(facts, any);
        match self.decider.decide(&mut sides.pool, &[known, wrong]) {
            Decision::Never => {
                let statement = sides.pool.and(known, wrong);
                self.proof.note(Argument::Never, &sides.pool, statement, words);
                return TypedOutcome::Holds;
            }
            Decision::Unknown(why) if sides.roles.choices.is_empty() => {
                return TypedOutcome::Open(why.into());
            }
            // With choices it is no proof, and what breaks is asked where none makes a difference.
            Decision::Unknown(_) | Decision::Holds(_) => {}
        }
        let supposed = sides.supposed.first().map(|index| &model.constraints[*index]);
        let supposed = supposed.map(|call| Unknown::Native { name: call.name.clone(), span: call.span });
        self.behind = self.behind.take().or(supposed);
        if let Some(native) = self.behind.clone() {
            // The constraint may exclude exactly this: what breaks is a warning.
            self.result.leave_open(native);
        }
        let outcome = self.each((model, classes), sides, questions, facts, types);
        self.for_known_results((model, classes), types, outcome)
    }

    /// Both sides at given types.
    fn encode(&self, model: &Model, classes: &Classes<'_>, types: &Types) -> Result<Encoding, EncodeError> {
        if self.functions.alone {
            return Err(EncodeError::Unsupported { what: "expressions".to_owned(), op: model.pattern });
        }
        encode((self.task.program, self.task.registry), model, classes, types)
    }

    /// The outcome where there are no sides, for this reason.
    pub(super) fn outcome_of(&self, model: &Model, why: EncodeError) -> TypedOutcome {
        match why {
            EncodeError::NoMeaning(name, op) => TypedOutcome::NoMeaning(name, op),
            EncodeError::Unsupported { what, op } => {
                TypedOutcome::Open(Unknown::Unsupported { what, span: self.span(op) })
            }
            EncodeError::Undescribed { what, op } => TypedOutcome::Undescribed(what, op),
            EncodeError::Native(op) => {
                let maker = model.makers.iter().find(|call| call.op == op).or(model.makers.first());
                let name = maker.map_or_else(String::new, |call| call.name.clone());
                TypedOutcome::Open(Unknown::Native { name, span: self.span(op) })
            }
            EncodeError::Refused => TypedOutcome::Empty,
            EncodeError::IllTyped => {
                let what = "types that do not fit".to_owned();
                TypedOutcome::Open(Unknown::Unsupported { what, span: self.span(model.pattern) })
            }
        }
    }

    /// Asks each question by itself, since one of them may be answered by an example.
    fn each(
        &mut self,
        (model, classes): (&Model, &Classes<'_>),
        mut sides: Encoding,
        mut questions: Vec<Broken>,
        facts: TermId,
        types: &Types,
    ) -> TypedOutcome {
        let mut undecided = None;
        let remade = RecreatedRoot::find(self.task.registry, model, classes);
        let facts = self.without_choices(&mut sides, &mut questions, facts, model);
        let mut shown: Vec<(Rule, OpId)> = Vec::new();
        for question in &questions {
            // One place of memory that is wrong speaks for all that one operation writes.
            let observed = sides.observed.get(question.observed);
            let place = observed.filter(|observed| matches!(observed.seen, Observable::Stored(..)));
            let about = place.map(|observed| (question.code, observed.target));
            if about.is_some_and(|about| shown.contains(&about)) {
                continue;
            }
            match self.decider.decide(&mut sides.pool, &[facts, question.statement]) {
                Decision::Never => {}
                Decision::Unknown(why) => undecided = Some(why.into()),
                Decision::Holds(_) if let Some(again) = remade.filter(|again| again.hides(observed)) => {
                    self.without_meaning(again.name, model.nodes[again.node].op);
                }
                Decision::Holds(values) => {
                    let before = self.result.findings.len();
                    self.candidate((model, classes), &mut sides, facts, question, values, types);
                    shown.extend(about.filter(|_| self.result.findings.len() > before));
                }
            }
        }
        match (self.refuted(), undecided) {
            (true, _) => TypedOutcome::Refuted,
            (false, Some(why)) => TypedOutcome::Open(why),
            (false, None) => match self.result.open.clone() {
                Some(why) => TypedOutcome::Open(why),
                None => TypedOutcome::Holds,
            },
        }
    }

    /// The facts about inputs for which no operation has a choice; whatever is not broken there is left open.
    fn without_choices(
        &mut self,
        sides: &mut Encoding,
        questions: &mut [Broken],
        facts: TermId,
        model: &Model,
    ) -> TermId {
        if sides.roles.choices.is_empty() {
            return facts;
        }
        let what = match permitting(self.task, model) {
            Some(flags) => format!("results that `{flags}` lets an operation choose"),
            None => "results that an operation may choose".to_owned(),
        };
        self.result.leave_open(Unknown::Unsupported { what, span: self.span(model.pattern) });
        sides.without_choices(questions, facts)
    }

    /// Something that seems to break: refuted when the programs differ when they are run.
    fn candidate(
        &mut self,
        (model, classes): (&Model, &Classes<'_>),
        sides: &mut Encoding,
        facts: TermId,
        question: &Broken,
        values: Values,
        types: &Types,
    ) {
        let Some(values) = self.simplest((model, classes), sides, facts, question, values) else { return };
        let mut claim = self.claim(sides, question, &values);
        let extended = types.narrowed_type.is_some();
        let shown = match counterexample(self.task, (model, classes), sides, question, &values, types) {
            Ok(example) => show(self.task, model, &example),
            Err(why) => Demonstration::NotRun(why.to_owned()),
        };
        match shown {
            Demonstration::Differs { mut witness, undefined } => {
                if let Some(native) = &self.behind {
                    let name = native.subject();
                    claim.level = Severity::Warning;
                    claim.message = format!("{}, unless `{name}` excludes it", claim.message);
                }
                let known = |one: &Finding| one.claim.code == claim.code && one.claim.op == claim.op;
                if self.behind.is_some() && self.result.findings.iter().any(known) {
                    return;
                }
                if extended {
                    // Solver and trace speak of the smaller width.
                    self.result.findings.push(Finding { claim, witness: Some(*witness) });
                    return;
                }
                let program = self.task.program;
                let trace = trace::tell(program, sides, &values, question.observed, undefined.as_deref());
                witness.trace = Some(trace);
                let statement = sides.pool.and(facts, question.statement);
                let about = || (types.describe(self.task.registry.ctx()), trace::legend(program, sides));
                self.proof.record(Argument::Differs(claim.code), &sides.pool, statement, about);
                self.result.findings.push(Finding { claim, witness: Some(*witness) });
            }
            // What native code makes of this input is not known.
            _ if self.behind.is_some() || extended => {}
            Demonstration::Disagreement(why) => {
                claim.message = format!("{}; {why}", claim.message);
                self.result.disagreements.push(claim);
            }
            Demonstration::NotRun(why) => {
                let what = format!("{WITNESS} {} ({why})", claim.code);
                self.result.leave_open(Unknown::Unsupported { what, span: claim.span });
            }
        }
    }

    /// The plainest values that break something, whatever operations without a meaning come to; `None` where there are none.
    fn simplest(
        &mut self,
        (model, classes): (&Model, &Classes<'_>),
        sides: &mut Encoding,
        facts: TermId,
        question: &Broken,
        values: Values,
    ) -> Option<Values> {
        let statement = sides.pool.and(facts, question.statement);
        let wishes = wishes(self.task.registry.ctx(), sides);
        // That there are plainer values is worth little.
        let units = self.decider.units.map_or(UNITS_OF_ONE_WIDTH, |units| units.min(UNITS_OF_ONE_WIDTH));
        let hasty = Decider { units: Some(units), ..self.decider };
        let the_match = poison::Match { registry: self.task.registry, model, classes };
        let unknown = the_match.without_meaning(sides, statement);
        // Values for each result that is unknown were not looked for in all wide numbers.
        if sides.narrowed_type.is_some() && (unknown.is_some() || !sides.roles.choices.is_empty()) {
            return None;
        }
        if let Some((name, op)) = unknown.filter(|_| !sides.roles.choices.is_empty()) {
            return self.without_meaning(name, op);
        }
        let Some((name, op)) = unknown else {
            return Some(plainest(&hasty, &mut sides.pool, statement, values, &wishes));
        };
        let Some((results, poison)) = the_match.results(sides, statement) else {
            return self.without_meaning(name, op);
        };
        let any: Vec<TermId> = broken(sides).into_iter().map(|question| question.statement).collect();
        let any = sides.pool.any(any);
        // Of poison an unknown operation may make poison, which would excuse anything.
        let fed = the_match.fed_by_poison(sides);
        let mut facts = [facts, sides.pool.not(fed)].to_vec();
        if question.code != Rule::V302 {
            // Undefined behaviour of the original excuses no other value, as poison does not; where the rewritten program
            // is undefined, too, that is another question.
            facts.extend([sides.undefined_before, sides.undefined_after].map(|ex| sides.pool.not(ex)));
        }
        let facts = sides.pool.all(facts);
        let statement = sides.pool.and(facts, question.statement);
        let claim = exists_forall::Claim {
            facts,
            shown: question.statement,
            any,
            results: &results,
            poison: &poison,
        };
        match exists_forall::robust(&self.decider, &mut sides.pool, &claim) {
            Decision::Holds(values) => {
                let plain = plainest(&hasty, &mut sides.pool, statement, values.clone(), &wishes);
                let kept = exists_forall::is_robust(&self.decider, &mut sides.pool, &claim, &plain);
                Some(if kept { plain } else { values })
            }
            _ => self.without_meaning(name, op),
        }
    }

    fn without_meaning(&mut self, name: Ident, op: OpId) -> Option<Values> {
        let name = self.task.registry.ctx().str(name).to_owned();
        self.result.leave_open(Unknown::NoMeaning { name, span: self.span(op) });
        None
    }

    fn claim(&self, sides: &Encoding, question: &Broken, values: &Values) -> Claim {
        let program = self.task.program;
        let rewrite = Pattern { program, op: self.task.pattern }.rewrite().map(|rewrite| rewrite.op);
        let observed = sides.observed.get(question.observed);
        let op = observed.map(|observed| observed.op).or(rewrite).unwrap_or(self.task.pattern);
        let at = At::new(sides, values);
        let mut labels = Vec::new();
        let inputs: Vec<String> = sides
            .inputs
            .iter()
            .filter(|input| !is_memory(program.ctx(), input.ty))
            .map(|input| {
                let width = input.layout.width;
                let list: Vec<String> = at
                    .numbers(&input.numbers)
                    .into_iter()
                    .map(|number| match (number, input.layout.element) {
                        (Some(bits), Element::Float(format)) => format.render(bits),
                        (Some(bits), _) => wide_integers::number(program.ctx(), sides, bits, input.ty)
                            .map_or_else(|| short(number, width), |wide| wide.to_string()),
                        _ => short(number, width),
                    })
                    .collect();
                let list = list.join(", ");
                let numbers = if input.layout.shape.is_some() { format!("[{list}]") } else { list };
                format!("{} = {numbers}", trace::value_name(program, input.value))
            })
            .collect();
        let on = match inputs.is_empty() {
            true => String::new(),
            false => format!(", for example with {}", inputs.join(", ")),
        };
        let what = observed.map_or_else(String::new, |observed| {
            let text = match observed.seen {
                Observable::Result(_) => "replaced here",
                Observable::Handed(_) => "forwarded here",
                Observable::Passed(_) => "passed here",
                Observable::Stored(_, Change::New) => "memory is changed here",
                Observable::Stored(..) => "stored here",
            };
            if observed.target != op {
                labels.push(Label { span: program.op(observed.target).span, text: text.to_owned() });
            }
            broken_words(question.code, observed, &naming::name(program, observed.target))
        });
        let message = match question.code {
            Rule::V302 => format!("the rewritten program is undefined where the original was not{on}"),
            _ => format!("{what}{on}"),
        };
        Claim {
            code: question.code,
            level: Severity::Error,
            op,
            span: program.op(op).span,
            message,
            labels,
            help: None,
        }
    }

    /// An operation that has no meaning on any types, or on none but written ones.
    fn never_means(&self) -> Option<(String, Span)> {
        let (program, registry) = (self.task.program, self.task.registry);
        program.walk(self.task.pattern).find_map(|op| {
            let PdlOp::Operation(operation) = PdlOp::view(program, op) else { return None };
            let name = operation.name()?;
            let text = registry.ctx().str(name);
            let what = match has_meaning(registry, name) {
                false => text.to_owned(),
                true if coverage::makes_views(text) => format!("{text} on an open type"),
                true => return None,
            };
            Some((what, program.op(op).span))
        })
    }

    fn finish(mut self, mut scope: Scope, several: bool) -> StageResult {
        if several {
            scope.omit("longer ranges");
        }
        for bound in self.functions.within.drain(..) {
            scope.omit(beyond(&bound));
            scope.words.push(bound);
        }
        let (words, omitted) = (scope.describe(), scope.omitted());
        let against = self.result.against("execution does not confirm the solver's counterexample");
        self.result.verdict = if let Some(against) = against {
            against
        } else if let (false, true, Some((name, span))) =
            (scope.asked, scope.unfit.is_some(), self.never_means())
        {
            StageVerdict::NotChecked(Reason::NoMeaning { name, span })
        } else if let (false, Some((what, span))) = (scope.asked, scope.unfit) {
            StageVerdict::Unknown(Unknown::Unsupported { what, span })
        } else if let (false, Some((what, span))) = (scope.asked, scope.undescribed) {
            StageVerdict::Unknown(Unknown::Unsupported { what, span })
        } else if !scope.asked {
            StageVerdict::Vacuous
        } else if let Some(omitted) = omitted {
            let words = if words.is_empty() { String::new() } else { format!("{words}; ") };
            StageVerdict::Bounded(format!("{words}{omitted}"))
        } else {
            StageVerdict::Proved
        };
        self.result.widths = (!words.is_empty()).then_some(words);
        self.result
    }
}

/// Flags that let a floating-point operation choose between results.
const CHOOSING_FLAGS: [&str; 5] = ["afn", "arcp", "contract", "nsz", "reassoc"];

/// The flags of the pattern that let floating-point operations choose a result, in the order of their names.
fn permitting(task: &Task<'_>, model: &Model) -> Option<String> {
    let constants = model.attributes.iter().filter_map(|attribute| attribute.constant);
    let texts: Vec<String> =
        constants.map(|constant| assay_ir::text::attr_text(task.registry.ctx(), constant)).collect();
    let is_named = |flag: &&str| texts.iter().any(|text| text.contains("fastmath<") && text.contains(*flag));
    let found: Vec<&str> = CHOOSING_FLAGS.into_iter().filter(is_named).collect();
    (!found.is_empty()).then(|| found.join(","))
}
