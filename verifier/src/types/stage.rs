//! The stage as the pipeline calls it: read the pattern, ask whether it can match, ask each obligation, replay what seems
//! broken. Forms no overall verdict.

use assay_ir::data::{AttrKind, OpId};

use super::ask::{Asker, Solution, Tie, components, ties};
use super::concrete::Value;
use super::lower::lower;
use super::question::{About, Obligation, Question};
use super::term::{Formula, Term, Unread, Variable};
use super::witness::{self, Shown};
use super::{conform, counted, subset};
use crate::smt::SolverPool;
use crate::stage::{StageResult, Task};
use crate::structure::decode::Lengths;
use crate::verdict::{Claim, Finding, Label, Level, StageVerdict, Unknown};

/// Asks the T rules. `solvers` are asked where equations and plain types do not decide. Ranges are looked at in all lengths
/// that matter, each as a question of its own.
pub fn analyse(task: &Task<'_>, solvers: Option<&SolverPool>) -> StageResult {
    let (choices, complete) = counted::choices(task);
    let asker = Asker::new(task.registry.ctx(), solvers);
    let mut run = Run { result: StageResult::of(StageVerdict::Proved), open: None, matched: false };
    for lengths in &choices {
        let question = lower(task.program, task.pattern, task.registry, lengths);
        run.ask(task, &asker, &question, lengths);
    }
    if !complete {
        let span = task.program.op(task.pattern).span;
        run.leave_open(Unknown::Unsupported { what: "more ranges than are tried together".to_owned(), span });
    }
    run.finish(complete)
}

/// What the questions about one pattern came to so far.
struct Run {
    result: StageResult,
    open: Option<Unknown>,
    /// Whether some question has a left side that may hold.
    matched: bool,
}

impl Run {
    fn leave_open(&mut self, why: Unknown) {
        self.open.get_or_insert(why);
    }

    fn ask(&mut self, task: &Task<'_>, asker: &Asker<'_>, question: &Question, lengths: &Lengths) {
        let left = left_of(task, question);
        let matches = asker.solve(&left, &question.sorts());
        if matches == Solution::None {
            return;
        }
        self.matched = true;
        let left = Left::new(left, &matches);
        // Once is enough: what longer ranges break, too, says nothing new.
        let known = |one: &Obligation| {
            let same = |finding: &Finding| finding.claim.code == one.code && finding.claim.op == one.op;
            self.result.findings.iter().any(same)
        };
        let obligations: Vec<&Obligation> = question.obligations.iter().filter(|one| !known(one)).collect();
        let mut stage = Stage { task, question, asker, left, lengths, run: self };
        if let Solution::Unknown(why) = matches {
            stage.run.leave_open(why);
        }
        stage.assumptions();
        for why in &question.undecided {
            stage.run.leave_open(why.clone());
        }
        for obligation in obligations {
            stage.obligation(obligation);
        }
    }

    fn finish(mut self, complete: bool) -> StageResult {
        if !self.matched && complete {
            return StageResult::of(StageVerdict::Vacuous);
        }
        let refuted = self.result.findings.iter().any(|finding| finding.claim.level == Level::Error);
        self.result.verdict = if refuted {
            StageVerdict::Refuted
        } else if let Some(why) = self.open.take() {
            StageVerdict::Unknown(why)
        } else if let Some(claim) = self.result.disagreements.first() {
            let what = format!("a witness for {} (the replay does not fail)", claim.code);
            StageVerdict::Unknown(Unknown::Unsupported { what, span: claim.span })
        } else {
            StageVerdict::Proved
        };
        self.result
    }
}

/// The left side in parts that share nothing. Where it has a solution, a part that shares nothing with an obligation
/// has no say in it.
struct Left {
    parts: Vec<(Vec<Tie>, Formula)>,
    solution: Option<Vec<(Variable, Value)>>,
}

impl Left {
    fn new(left: Formula, matches: &Solution) -> Left {
        let parts = components(&left).into_iter().map(|part| (ties(&part), part)).collect();
        let solution = if let Solution::Values(values) = matches { Some(values.clone()) } else { None };
        Left { parts, solution }
    }

    /// The parts that have a say in a statement.
    fn about(&self, statement: &Formula) -> Formula {
        let own = ties(statement);
        let shares = |part: &[Tie]| part.iter().any(|tie| own.contains(tie));
        let parts = self.parts.iter().filter(|(part, _)| self.solution.is_none() || shares(part));
        Formula::all(parts.map(|(_, formula)| formula.clone()))
    }

    /// A solution of the parts that have a say, with that of the others.
    fn complete(&self, about: &Formula, values: Vec<(Variable, Value)>) -> Vec<(Variable, Value)> {
        let inside = about.variables();
        let within = |variable: &Variable| inside.binary_search(variable).is_ok();
        let mut all: Vec<(Variable, Value)> =
            values.into_iter().filter(|(variable, _)| within(variable)).collect();
        all.extend(self.solution.iter().flatten().filter(|(variable, _)| !within(variable)).copied());
        all.sort_by_key(|(variable, _)| *variable);
        all
    }
}

fn left_of(task: &Task<'_>, question: &Question) -> Formula {
    let left = question.left();
    Formula::all([conform::definitions(task.registry, &left), left])
}

fn broken_in(task: &Task<'_>, left: &Formula, obligation: &Obligation) -> Formula {
    let broken = Formula::all([left.clone(), obligation.formula.clone().negate()]);
    Formula::all([conform::definitions(task.registry, &broken), broken])
}

struct Stage<'a> {
    task: &'a Task<'a>,
    question: &'a Question,
    asker: &'a Asker<'a>,
    left: Left,
    lengths: &'a Lengths,
    run: &'a mut Run,
}

impl Stage<'_> {
    fn assumptions(&mut self) {
        let registry = self.task.registry;
        for (_, name) in &self.question.natives {
            let name = registry.ctx().str(*name).to_owned();
            self.run.result.assume(format!("native constraint {name} only narrows the match"));
        }
        for text in &self.question.assumed {
            self.run.result.assume(text.clone());
        }
    }

    fn obligation(&mut self, obligation: &Obligation) {
        if obligation.formula == Formula::True {
            return;
        }
        let broken = broken_in(self.task, &self.left.about(&obligation.formula), obligation);
        let mut sorts = self.question.sorts();
        if self.left.solution.is_some() {
            let inside = broken.variables();
            sorts.retain(|(variable, _)| inside.binary_search(variable).is_ok());
        }
        match self.asker.solve(&broken, &sorts) {
            Solution::None => {}
            Solution::Unknown(why) => self.run.leave_open(why),
            Solution::HangsOn(texts) => self.hangs_on(&texts, obligation),
            Solution::Values(values) => {
                let values = self.left.complete(&broken, values);
                self.candidate(obligation, &values);
            }
        }
    }

    fn hangs_on(&mut self, unread: &[Unread], obligation: &Obligation) {
        let span = self.task.program.op(obligation.op).span;
        // What the obligation itself hangs on says more than what the facts do.
        let own = obligation.formula.unread();
        let unread = if own.is_empty() { unread } else { &own };
        self.run.leave_open(subset::hangs_on(self.asker.ctx(), unread, span));
    }

    /// Something that seems to break: refuted when a replay shows it.
    fn candidate(&mut self, obligation: &Obligation, values: &[(Variable, Value)]) {
        let claim = self.claim(obligation, values);
        if let Some(call) = self.question.natives_of(&obligation.formula).first() {
            let why = self.native(*call);
            return self.run.leave_open(why);
        }
        match witness::show(self.task, self.question, obligation, values, self.lengths) {
            Shown::Fails { witness, assumed: false } => {
                self.run.result.findings.push(Finding { claim, witness: Some(*witness) });
            }
            Shown::Fails { witness, assumed: true } => {
                let call = self.question.natives.first().map(|(op, _)| *op);
                let why = self.native(call.unwrap_or(obligation.op));
                self.run.leave_open(why);
                let claim = Claim { level: Level::Warning, ..claim };
                self.run.result.findings.push(Finding { claim, witness: Some(*witness) });
            }
            // The left side is weaker than the truth here, so that a candidate may be none.
            _ if !self.question.loose.is_empty() => self.run.leave_open(self.question.loose[0].clone()),
            Shown::Works => self.run.result.disagreements.push(claim),
            Shown::NotShown(why) => {
                let what = format!("a witness for {} ({why})", claim.code);
                self.run.leave_open(Unknown::Unsupported { what, span: claim.span });
            }
            Shown::Undecided(why) => self.run.leave_open(why),
        }
    }

    fn native(&self, op: OpId) -> Unknown {
        let name = self.task.program.attr_text(op, assay_ir::data::known::NAME).unwrap_or("").to_owned();
        Unknown::Native { name, span: self.task.program.op(op).span }
    }

    fn claim(&self, obligation: &Obligation, values: &[(Variable, Value)]) -> Claim {
        let (program, ctx) = (self.task.program, self.asker.ctx());
        let span = program.op(obligation.op).span;
        let mut labels = Vec::new();
        let (message, help) = match &obligation.about {
            About::Definition { name, .. } => (
                format!("the created `{}` may break its definition{}", ctx.str(*name), self.example(values)),
                None,
            ),
            About::Undeclared(name) => {
                (format!("`{}` is not an operation of its dialect", ctx.str(*name)), None)
            }
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
                (message, Some("give both the same pdl.type".to_owned()))
            }
        };
        Claim { code: obligation.code, level: Level::Error, op: obligation.op, span, message, labels, help }
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
        let evaluator = super::concrete::Evaluator { ctx: self.asker.ctx(), values: &lookup };
        match evaluator.denotes(term) {
            super::concrete::Denotation::Value(Some(attr)) => self.text(attr),
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
