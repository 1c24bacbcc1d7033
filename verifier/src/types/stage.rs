//! The stage as the pipeline calls it: read the pattern, ask whether it can match, ask each obligation, replay what seems
//! broken. Forms no overall verdict.

use std::iter::repeat;

use assay_ir::data::{AttrKind, Context, Ident, OpId, ValueId};
use assay_ir::pdl::{Pattern, PdlOp};
use rustc_hash::FxHashMap;

use super::lower::lower;
use super::question::{About, Obligation, Origin, Question};
use super::witness::{self, Shown};
use super::{core, counted, subset};
use crate::limits::Resource;
use crate::pattern::decode::{Lengths, decode_with};
use crate::pattern::promises;
use crate::stage::{StageResult, Task};
use crate::verdict::{Claim, Finding, Label, Reason, Severity, StageVerdict, Unknown, Witness};
use crate::witness::replay::Failure;
use assay_smt::{SolverPool, Undecided};
use assay_type_solver::ask::{Reduced, SharedSymbol, Solution, TypeSolver, components, ties};
use assay_type_solver::candidates::Sort;
use assay_type_solver::concrete::Value;
use assay_type_solver::term::{Formula, Term, Unread, Variable};

/// Asks the T rules. `solvers` are asked where equations and plain types do not decide. Ranges are looked at in all lengths
/// that matter, each as a question of its own.
pub fn analyse(task: &Task<'_>, solvers: Option<&SolverPool>) -> StageResult {
    let (choices, complete) = counted::choices(task);
    // Where a native constraint may exclude whatever breaks, a solver is not worth its time.
    let native = undescribed(task);
    let asker = TypeSolver::new(task.registry.ctx(), solvers.filter(|_| native.is_none()));
    let mut run = Run { result: StageResult::from_verdict(StageVerdict::Proved), matched: false, paid: 0 };
    for lengths in choices.iter().filter(|lengths| may_match(task, lengths)) {
        if run.is_over(task, &asker) {
            break;
        }
        let question = lower(task.program, task.pattern, task.registry, lengths);
        run.ask(task, &asker, &question, lengths);
    }
    if !complete {
        let span = task.program.op(task.pattern).span;
        run.result.leave_open(Unknown::Unsupported {
            what: "more ranges than are tried together".to_owned(),
            span,
        });
    }
    let complete = complete && !task.account().is_spent(Resource::Types);
    let mut result = run.finish(complete);
    let not_asked = matches!(result.verdict, StageVerdict::Unknown(Unknown::NoSolver));
    if let Some(native) = native.filter(|_| not_asked) {
        result.verdict = StageVerdict::Unknown(native);
    }
    result
}

/// The first native constraint of the match of which nothing is known.
fn undescribed(task: &Task<'_>) -> Option<Unknown> {
    let pattern = Pattern { program: task.program, op: task.pattern };
    pattern.matcher().find_map(|op| {
        let PdlOp::NativeConstraint(call) = op else { return None };
        let name = task.registry.ctx().str(call.name()?);
        let unknown = task.registry.native(name).is_none();
        let span = task.program.op(call.op).span;
        unknown.then(|| Unknown::Native { name: name.to_owned(), span })
    })
}

/// Whether a match has ranges of these lengths: MLIR reaches no operation through an empty range of its results, for one.
fn may_match(task: &Task<'_>, lengths: &Lengths) -> bool {
    let model = decode_with(task.program, task.registry, task.pattern, lengths);
    model.map_or(true, |model| model.impossible.is_empty())
}

/// What the questions about one pattern came to so far.
struct Run {
    result: StageResult,
    /// Whether some question has a left side that may hold.
    matched: bool,
    /// The work of the asker that was charged.
    paid: u64,
}

impl Run {
    fn ask(&mut self, task: &Task<'_>, asker: &TypeSolver<'_>, question: &Question, lengths: &Lengths) {
        let sorts = question.sorts();
        let left = asker.reduce(&core::left_of(task, question.left()), &sorts);
        let matches = asker.decide(&left, &sorts);
        if matches == Solution::None {
            return;
        }
        self.matched = true;
        // Once is enough: what longer ranges break, too, says nothing new.
        let known = |one: &Obligation| {
            let claims = self.result.findings.iter().map(|finding| &finding.claim);
            let mut claims = claims.chain(&self.result.disagreements);
            claims.any(|claim| claim.code == one.code && claim.op == one.op)
        };
        let obligations: Vec<&Obligation> = question.obligations.iter().filter(|one| !known(one)).collect();
        let (left, known) = match question.made.is_empty() {
            true => (left, matches.clone()),
            false => {
                let after = asker.reduce(&core::left_of(task, question.after()), &sorts);
                let known = asker.decide(&after, &sorts);
                (after, known)
            }
        };
        let runs = known != Solution::None;
        let left = Left::new(left, &known);
        let mut stage = Stage { task, question, asker, left, sorts: &sorts, lengths, run: self };
        if let Solution::Unknown(why) = matches {
            stage.run.result.leave_open(why.into());
        }
        stage.assumptions();
        for why in &question.undecided {
            stage.run.result.leave_open(why.clone());
        }
        // Where native code always fails, nothing is left to hold.
        for obligation in obligations.into_iter().filter(|_| runs) {
            if stage.run.is_over(task, asker) {
                return;
            }
            stage.obligation(obligation);
        }
        if runs {
            stage.described();
        }
    }

    /// Charges the work since the last call; tells if it is more than the pattern may take, and says so.
    fn is_over(&mut self, task: &Task<'_>, asker: &TypeSolver<'_>) -> bool {
        let work = asker.work();
        let over = !task.account().charge(Resource::Types, work - self.paid);
        self.paid = work;
        if over {
            self.result.leave_open(Unknown::Limit(Resource::Types));
        }
        over
    }

    fn finish(self, complete: bool) -> StageResult {
        if !self.matched && complete {
            return StageResult::from_verdict(StageVerdict::Vacuous);
        }
        self.result.finish("the replay does not fail")
    }
}

/// The help about two types that may differ, in the words of PDL and of PDLL.
pub(super) const SAME_TYPE: &str = "give both the same type: one `pdl.type`, or `Value<t>` in PDLL";

/// Conjuncts of a part beyond which those that speak of nothing but the unknowns of an obligation are tried alone first.
const LARGE: usize = 24;

/// Unknowns of an obligation beyond which that is not tried.
const MOST: usize = 6;

/// The left side in parts that share nothing, in terms of what its equations leave. Where it has a solution, a part that
/// shares nothing with an obligation has no say in it.
pub(super) struct Left {
    pub(super) reduced: Reduced,
    parts: Vec<Formula>,
    /// The part that each unknown, and each text without meaning, is in.
    owners: FxHashMap<SharedSymbol, usize>,
    /// The conjuncts of large parts by all that they speak of: the part and the place in it.
    speaking: FxHashMap<Vec<Variable>, Vec<(usize, usize)>>,
    solution: Option<FxHashMap<Variable, Value>>,
}

impl Left {
    fn new(reduced: Reduced, matches: &Solution) -> Left {
        let parts = components(&reduced.formula);
        let (mut owners, mut speaking) = (FxHashMap::default(), FxHashMap::default());
        for (index, part) in parts.iter().enumerate() {
            owners.extend(ties(part).into_iter().zip(repeat(index)));
            let conjuncts = part.conjuncts();
            for (place, conjunct) in conjuncts.iter().enumerate().filter(|_| conjuncts.len() > LARGE) {
                speaking.entry(conjunct.variables()).or_insert_with(Vec::new).push((index, place));
            }
        }
        let solution = match matches {
            Solution::Values(values) => Some(values.iter().copied().collect()),
            _ => None,
        };
        Left { reduced, parts, owners, speaking, solution }
    }

    /// The parts that have a say in a statement, which is in terms of what the equations leave.
    pub(super) fn about(&self, statement: &Formula) -> Formula {
        if self.solution.is_none() {
            return self.reduced.formula.clone();
        }
        let mut list: Vec<usize> =
            ties(statement).iter().filter_map(|tie| self.owners.get(tie).copied()).collect();
        list.sort_unstable();
        list.dedup();
        Formula::all(list.into_iter().map(|index| self.parts[index].clone()))
    }

    /// What is said of the unknowns of a statement and of nothing else, where its parts say more than that.
    fn near(&self, statement: &Formula) -> Option<Formula> {
        let own = statement.variables();
        let large = |tie: &Variable| {
            let part = self.owners.get(&SharedSymbol::Variable(*tie));
            part.is_some_and(|part| self.parts[*part].conjuncts().len() > LARGE)
        };
        if own.len() > MOST || !own.iter().any(large) {
            return None;
        }
        let mut list: Vec<(usize, usize)> = Vec::new();
        for set in 1u32..1 << own.len() {
            let chosen = own.iter().enumerate().filter(|(place, _)| (set >> place) & 1 == 1);
            let chosen: Vec<Variable> = chosen.map(|(_, variable)| *variable).collect();
            list.extend(self.speaking.get(&chosen).into_iter().flatten());
        }
        list.sort_unstable();
        let conjunct = |(part, place): (usize, usize)| self.parts[part].conjuncts()[place].clone();
        Some(Formula::all(list.into_iter().map(conjunct)))
    }

    /// A solution of the parts that have a say, with that of the others, for all unknowns.
    fn complete(&self, ctx: &Context, values: Vec<(Variable, Value)>) -> Vec<(Variable, Value)> {
        let mut all: FxHashMap<Variable, Value> =
            self.solution.iter().flatten().map(|(v, x)| (*v, *x)).collect();
        all.extend(values);
        // What is equal to something else follows from that.
        let left = all.into_iter().filter(|(variable, _)| !self.reduced.is_replaced(*variable)).collect();
        self.reduced.extend(ctx, left)
    }
}

pub(super) struct Stage<'a> {
    pub(super) task: &'a Task<'a>,
    pub(super) question: &'a Question,
    pub(super) asker: &'a TypeSolver<'a>,
    pub(super) left: Left,
    sorts: &'a [(Variable, Sort)],
    lengths: &'a Lengths,
    run: &'a mut Run,
}

impl Stage<'_> {
    fn assumptions(&mut self) {
        let registry = self.task.registry;
        for (_, name) in &self.question.natives {
            self.run.result.assume(promises::assumption(registry, registry.ctx().str(*name)));
        }
        for text in &self.question.assumed {
            self.run.result.assume(text.clone());
        }
    }

    fn obligation(&mut self, obligation: &Obligation) {
        if obligation.formula == Formula::True {
            return self.assume_accepted(obligation);
        }
        let negated = self.left.reduced.apply(self.asker.ctx(), &obligation.formula.clone().negate());
        if let Some(near) = self.left.near(&negated) {
            match self.solve(&Formula::all([near, negated.clone()])) {
                Solution::None => return self.assume_accepted(obligation),
                // No plain types break it where less is known, so none do.
                Solution::Unknown(Undecided::NoSolver) => {
                    return self.run.result.leave_open(Unknown::NoSolver);
                }
                _ => {}
            }
        }
        let broken = Formula::all([self.left.about(&negated), negated]);
        match self.solve(&broken) {
            Solution::None => self.assume_accepted(obligation),
            Solution::Unknown(why) => self.run.result.leave_open(why.into()),
            Solution::HangsOn(texts) => self.hangs_on(&texts, obligation),
            Solution::Values(values) => {
                let values = self.left.complete(self.asker.ctx(), values);
                self.candidate(obligation, &values);
            }
        }
    }

    /// Created operations that are described and have no definition, whose types may be others than the description is for.
    fn described(&mut self) {
        let (registry, all) = (self.task.registry, &self.question.described);
        if self.run.result.beyond.is_some() || all.iter().all(|one| !one.created) {
            return;
        }
        let matched = all.iter().filter(|one| !one.created).map(|one| one.elements(registry));
        let known = Formula::all(matched);
        let open = all.iter().filter(|one| one.created).find(|one| {
            let missed = Formula::all([known.clone(), one.fits(registry, all).negate()]);
            let missed = self.left.reduced.apply(self.asker.ctx(), &missed);
            self.solve(&Formula::all([self.left.about(&missed), missed])) != Solution::None
        });
        if let Some(one) = open {
            let name = registry.ctx().str(one.name).to_owned();
            let span = self.task.program.op(one.op).span;
            self.run.result.beyond = Some(Reason::NoSpec { name, span });
        }
    }

    /// Whether a statement can hold, in programs with types and attributes as they are declared.
    pub(super) fn solve(&self, statement: &Formula) -> Solution {
        let whole = core::left_of(self.task, statement.clone());
        let inside = whole.variables();
        let sorts: Vec<(Variable, Sort)> =
            inside.iter().map(|variable| self.sorts[variable.0 as usize]).collect();
        self.asker.solve(&whole, &sorts)
    }

    fn hangs_on(&mut self, unread: &[Unread], obligation: &Obligation) {
        if self.is_left_to_cpp(obligation) {
            return;
        }
        if let Some((name, op)) = self.without_spec(obligation).filter(|(name, _)| self.is_in_cpp(*name)) {
            let name = self.task.registry.ctx().str(name);
            let span = self.task.program.op(op).span;
            return self.run.result.leave_open(Unknown::undefined(name, span));
        }
        let span = self.task.program.op(obligation.op).span;
        if let About::Undefined(name) = obligation.about {
            let name = self.task.registry.ctx().str(name);
            return self.run.result.leave_open(Unknown::undefined(name, span));
        }
        // The reason of the obligation itself says more than those of the facts.
        let own = obligation.formula.unread();
        let unread = if own.is_empty() { unread } else { &own };
        self.run.result.leave_open(subset::hangs_on(self.asker.ctx(), unread, span));
    }

    fn is_in_cpp(&self, name: Ident) -> bool {
        self.task.registry.op(name).is_some_and(|spec| spec.traits.checked_in_cpp)
    }

    /// Tells if all that may break of a definition are its checks in C++, which are taken to hold.
    fn is_left_to_cpp(&mut self, obligation: &Obligation) -> bool {
        if self.checked_in_cpp(obligation).is_none() {
            return false;
        }
        let read = obligation.formula.where_read();
        let broken = self.left.reduced.apply(self.asker.ctx(), &read.negate());
        let holds = self.solve(&Formula::all([self.left.about(&broken), broken])) == Solution::None;
        if holds {
            self.assume_accepted(obligation);
        }
        holds
    }

    /// The created operation that has to meet a definition, where C++ checks more than that says.
    fn checked_in_cpp(&self, obligation: &Obligation) -> Option<Ident> {
        let About::Definition { name, .. } = obligation.about else { return None };
        self.is_in_cpp(name).then_some(name)
    }

    /// Lists a created operation that meets its definition and is checked in C++, too.
    fn assume_accepted(&mut self, obligation: &Obligation) {
        if let Some(name) = self.checked_in_cpp(obligation) {
            let name = self.task.registry.ctx().str(name);
            self.run.result.assume(format!("{name} is checked in C++, too: taken to be accepted there"));
        }
    }

    /// Something that seems to break: refuted when a replay shows it.
    fn candidate(&mut self, obligation: &Obligation, values: &[(Variable, Value)]) {
        let mut claim = self.claim(obligation, values);
        let rests_on = self.question.natives_of(&obligation.formula);
        // Summaries run on integers alone.
        let runs =
            |call: &OpId| self.is_described(*call) && !values.iter().any(|(_, value)| self.is_index(*value));
        if let Some(call) = rests_on.iter().find(|call| !runs(call)) {
            let why = self.native(*call);
            return self.run.result.leave_open(why);
        }
        match witness::show(self.task, self.question, obligation, values, self.lengths) {
            Shown::Fails { witness, assumed: false }
                if let Some((name, op)) = self.without_spec(obligation) =>
            {
                let name = self.task.registry.ctx().str(name);
                let span = self.task.program.op(op).span;
                let message = format!("{}, if `{name}` has such types", claim.message);
                self.run.result.leave_open(Unknown::undefined(name, span));
                let claim = Claim { level: Severity::Warning, message, ..claim };
                self.run.result.findings.push(Finding { claim, witness: Some(*witness) });
            }
            Shown::Fails { witness, assumed: false } => {
                self.remark(&mut claim, obligation, values);
                self.assume_free_types(obligation);
                self.run.result.findings.push(Finding { claim, witness: Some(*witness) });
            }
            Shown::Fails { witness, assumed: true } => self.under_natives(claim, *witness),
            Shown::Earlier { failure, witness, assumed } => {
                self.earlier(&failure, *witness, assumed, obligation)
            }
            // The left side is weaker than the truth here, so that a candidate may be none.
            _ if !self.question.loose.is_empty() => {
                self.run.result.leave_open(self.question.loose[0].clone())
            }
            // What native code makes of types and attributes is not all on the left side.
            Shown::Works | Shown::Unreplayed(_) if let Some(call) = rests_on.first() => {
                let why = self.native(*call);
                self.run.result.leave_open(why);
            }
            Shown::Works => self.run.result.disagreements.push(claim),
            Shown::Unreplayed(why) => {
                let what = format!("a witness for {} ({why})", claim.code);
                self.run.result.leave_open(Unknown::Unsupported { what, span: claim.span });
            }
            Shown::Undecided(why) => self.run.result.leave_open(why),
        }
    }

    /// A claim that holds wherever the native constraints of the pattern do.
    fn under_natives(&mut self, claim: Claim, witness: Witness) {
        let call = self.question.natives.first().map(|(op, _)| *op);
        let why = self.native(call.unwrap_or(claim.op));
        self.run.result.leave_open(why);
        let claim = Claim { level: Severity::Warning, ..claim };
        self.run.result.findings.push(Finding { claim, witness: Some(witness) });
    }

    /// The failure that comes before the types can be looked at, under its own code.
    fn earlier(&mut self, failure: &Failure, witness: Witness, assumed: bool, obligation: &Obligation) {
        let Some(code) = failure.codes.first().copied() else { return };
        let op = failure.op().unwrap_or(obligation.op);
        let known = |finding: &Finding| finding.claim.code == code && finding.claim.op == op;
        if self.run.result.findings.iter().any(known) {
            return;
        }
        let span = self.task.program.op(op).span;
        let message = failure.text.clone();
        let claim = Claim { code, level: Severity::Error, op, span, message, labels: Vec::new(), help: None };
        match assumed {
            true => self.under_natives(claim, witness),
            false => self.run.result.findings.push(Finding { claim, witness: Some(witness) }),
        }
    }

    /// A matched operation whose definition is not known, or not all of it, and that may exclude the types for which an
    /// obligation fails: it has one of them, and there are others for which the obligation holds. Where a dialect is not loaded
    /// at all, the definition of what is created may depend on such an operation; what replaces its results does not.
    fn without_spec(&self, obligation: &Obligation) -> Option<(Ident, OpId)> {
        let registry = self.task.registry;
        let direct = match obligation.about {
            About::Definition { .. } => {
                self.matched_users(&obligation.formula.variables(), &|name| registry.op(name).is_none())
            }
            About::Replacement { .. } => None,
            _ => return None,
        };
        let found = direct
            .or_else(|| self.matched_users(&self.tied(obligation), &|name| registry.leaves_open(name)))?;
        let holds = self.left.reduced.apply(self.asker.ctx(), &obligation.formula);
        let holds = Formula::all([self.left.about(&holds), holds]);
        (!matches!(self.solve(&holds), Solution::None)).then_some(found)
    }

    /// The unknowns that an obligation speaks of, and those that what is known ties to them.
    fn tied(&self, obligation: &Obligation) -> Vec<Variable> {
        let own = self.left.reduced.apply(self.asker.ctx(), &obligation.formula);
        let mut near = self.left.about(&own).variables();
        near.extend(own.variables());
        let all = (0..self.question.unknowns.len()).map(|index| Variable(index as u32));
        all.filter(|one| self.left.reduced.remaining(*one).iter().any(|left| near.contains(left))).collect()
    }

    /// A matched operation of such a name that has one of these types, or a value of it.
    fn matched_users(&self, types: &[Variable], is: &dyn Fn(Ident) -> bool) -> Option<(Ident, OpId)> {
        types.iter().find_map(|variable| match self.question.unknowns[variable.0 as usize].0 {
            Origin::Type(value) | Origin::Operand(value) | Origin::Element(value, _) => {
                self.matched_user(value, is)
            }
            _ => None,
        })
    }

    fn matched_user(&self, value: ValueId, is: &dyn Fn(Ident) -> bool) -> Option<(Ident, OpId)> {
        let program = self.task.program;
        let pattern = Pattern { program, op: self.task.pattern };
        let users: Vec<OpId> = program.uses(value).map(|slot| program.operand_owner(slot)).collect();
        users.into_iter().filter(|user| pattern.in_matcher(*user)).find_map(|user| {
            match PdlOp::view(program, user) {
                PdlOp::Operation(operation) => Some((operation.name().filter(|name| is(*name))?, user)),
                PdlOp::Operand(_) => self.matched_user(program.result(user, 0)?, is),
                _ => None,
            }
        })
    }

    /// Lists operations of dialects that are not loaded whose types an obligation takes to be free.
    fn assume_free_types(&mut self, obligation: &Obligation) {
        let registry = self.task.registry;
        if !matches!(obligation.about, About::Replacement { .. }) {
            return;
        }
        let own = obligation.formula.variables();
        if let Some((name, _)) = self.matched_users(&own, &|name| registry.op(name).is_none()) {
            let name = registry.ctx().str(name);
            self.run.result.assume(format!("{name} has no spec: taken to have any types"));
        }
    }

    fn native(&self, op: OpId) -> Unknown {
        witness::native(self.task, op)
    }

    /// Whether something is the type `index`, or an attribute of it.
    fn is_index(&self, value: Value) -> bool {
        let ctx = self.asker.ctx();
        let ty = value.and_then(|attr| match ctx.attr_kind(attr) {
            AttrKind::Type(ty) => Some(*ty),
            _ => ctx.attr_type(attr),
        });
        ty == Some(ctx.index())
    }

    /// Whether native code has a summary that says what its results are.
    fn is_described(&self, call: OpId) -> bool {
        let facts = self.question.facts.iter().chain(&self.question.made);
        facts.filter(|fact| fact.op == call).any(|fact| fact.formula != Formula::True)
    }

    fn claim(&self, obligation: &Obligation, values: &[(Variable, Value)]) -> Claim {
        let (program, ctx) = (self.task.program, self.asker.ctx());
        let span = program.op(obligation.op).span;
        let mut labels = Vec::new();
        let (message, help) = match &obligation.about {
            About::Definition { name, .. } => (
                format!("the created `{}` may break its definition{}", ctx.str(*name), self.example(values)),
                self.untyped(obligation.op),
            ),
            About::Undeclared(name) => {
                let near = self.task.registry.meant(*name).map(|near| format!("did you mean `{near}`?"));
                (format!("`{}` is not an operation of its dialect", ctx.str(*name)), near)
            }
            About::Undefined(name) => (format!("`{}` has no definition here", ctx.str(*name)), None),
            About::ResultTypes(name) => (
                format!(
                    "the result types of the created `{}` are neither given nor inferable",
                    ctx.str(*name)
                ),
                Some("write the result types, with a type that is matched or constant".to_owned()),
            ),
            About::Replacement { target, index, from, to } => {
                labels.push(Label { span: program.op(*target).span, text: "replaced here".to_owned() });
                let (from, to) = (self.text_of(from, values), self.text_of(to, values));
                let message =
                    format!("result #{index} may be replaced by a value of another type: {from} by {to}");
                (message, Some(SAME_TYPE.to_owned()))
            }
        };
        Claim {
            code: obligation.code,
            level: Severity::Error,
            op: obligation.op,
            span,
            message,
            labels,
            help,
        }
    }

    /// Advice about a number without a type that a created operation is given.
    fn untyped(&self, op: OpId) -> Option<String> {
        let program = self.task.program;
        let PdlOp::Operation(made) = PdlOp::view(program, op) else { return None };
        made.attribute_values().find_map(|value| core::untyped(program, program.defining_op(value)?))
    }

    /// The types that show it, where the pattern names them.
    fn example(&self, values: &[(Variable, Value)]) -> String {
        let mut shown: Vec<String> = Vec::new();
        for (variable, value) in values {
            let (origin, _) = self.question.unknowns[variable.0 as usize];
            let text = match (origin, value) {
                (origin, Some(attr)) if origin.is_matched_type() => self.text(*attr),
                _ => continue,
            };
            if !shown.contains(&text) {
                shown.push(text);
            }
        }
        if shown.is_empty() { String::new() } else { format!(", for example with {}", shown.join(", ")) }
    }

    fn text_of(&self, term: &Term, values: &[(Variable, Value)]) -> String {
        let lookup =
            |variable: Variable| values.iter().find(|(known, _)| *known == variable).map(|(_, value)| *value);
        let evaluator = assay_type_solver::concrete::Evaluator { ctx: self.asker.ctx(), values: &lookup };
        match evaluator.denotes(term) {
            assay_type_solver::concrete::Denotation::Value(Some(attr)) => self.text(attr),
            _ => "some type".to_owned(),
        }
    }

    fn text(&self, attr: assay_ir::data::AttrId) -> String {
        let ctx = self.task.registry.ctx();
        match ctx.attr_kind(attr) {
            AttrKind::Type(ty) => format!("`{}`", assay_ir::text::type_text(ctx, *ty)),
            _ => "an attribute".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_share_nothing_are_left_out_only_where_the_left_side_has_a_solution() {
        let ctx = Context::new();
        let [a, b] = [Variable(0), Variable(1)].map(Term::Variable);
        let whole = Formula::all([Formula::Parameters(a.clone(), 1), Formula::Parameters(b, 2)]);
        let sorts = [(Variable(0), Sort::Optional), (Variable(1), Sort::Optional)];
        let asker = TypeSolver::new(&ctx, None);
        let statement = Formula::Parameters(a, 3);
        let about = |solution: &Solution| Left::new(asker.reduce(&whole, &sorts), solution).about(&statement);
        let first = whole.conjuncts()[0].clone();
        assert_eq!(about(&Solution::Values(Vec::new())), first);
        // The other part may be what has no solution.
        for undecided in [Solution::HangsOn(Vec::new()), Solution::Unknown(Undecided::Timeout)] {
            assert_eq!(about(&undecided), whole);
        }
    }
}
