//! What would make a refuted pattern right: guards, the weakest tests of the program around a match under which it does no
//! harm, and repairs of its text. Nothing is suggested that was not judged again, whole, and proved.
//!
//! Modules in reading order: [`edit`] changes of the text, `guards` which tests there are, `repairs` which changes,
//! `values` those of a rewrite that computes something else, `restrict` which matches to leave alone.

pub mod edit;
pub(crate) mod guards;
pub(crate) mod repairs;
mod restrict;
mod values;

use std::cell::Cell;

use assay_ir::data::Source;
use assay_ir::pdl::roots;
use assay_ir::text;

use crate::limits::{Limits, Resource};
use crate::pattern::AnalyzedPattern;
use crate::pattern::decode::Unnamed;
use crate::pipeline::{self, Candidate, EnabledStages};
use crate::stage::{StageResult, Task};
use crate::verdict::{Judgement, Severity, StageVerdict, Verdict};
use crate::{matchable, structure, witness};
use assay_ir::rule::{Family, Rule};
use assay_smt::SolverPool;
use edit::{Edit, Text};
use guards::Guard;

/// A pattern that was changed and then proved.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// What is done, or when the pattern does no harm: one phrase for each change.
    pub words: Vec<String>,
    /// The changes of the text, none overlapping another.
    pub edits: Vec<Edit>,
    /// The changed pattern in canonical form.
    pub pattern: String,
}

/// What would help.
#[derive(Clone, Debug, Default)]
pub struct Suggestions {
    /// The tests under which the pattern does no harm.
    pub guard: Option<Proposal>,
    /// A repair.
    pub repair: Option<Proposal>,
    /// A repair that suffices for the structure alone, as other rules are broken too: in words.
    pub partial: Option<String>,
}

/// Suggestions get one part in this many of what the pattern may take.
const SHARE: u64 = 8;

/// Sets of changes that are judged, at the most.
const MAX_TRIES: usize = 48;

/// Operations of all changed patterns that are judged, at the most, but for a first set, which is always tried.
const MAX_OPERATIONS: usize = 40_000;

/// The fix of a refuted pattern, or of one that never matches for its literals. Other patterns need none.
pub fn suggest(
    task: &Task<'_>,
    judgement: &Judgement,
    asked: EnabledStages,
    solvers: Option<&SolverPool>,
) -> Suggestions {
    if !matches!(judgement.verdict, Verdict::Refuted | Verdict::Vacuous) {
        return Suggestions::default();
    }
    let Some(text) = Text::from_pattern(task.program, task.pattern) else { return Suggestions::default() };
    let limits = Cell::new(task.account().limits().divided(SHARE));
    let mender = FixSynthesizer { task, text, asked, solvers, limits };
    if judgement.verdict == Verdict::Vacuous {
        return Suggestions { repair: mender.typed(), ..Suggestions::default() };
    }
    let guards = mender.guards(judgement);
    let repair = mender.repair(judgement, guards.as_ref());
    let partial = if repair.is_none() { mender.partial(judgement) } else { None };
    Suggestions { repair, guard: guards.map(|(_, guard)| guard), partial }
}

struct FixSynthesizer<'a, 't> {
    task: &'a Task<'t>,
    text: Text<'t>,
    asked: EnabledStages,
    solvers: Option<&'a SolverPool>,
    /// The rest for all tries together.
    limits: Cell<Limits>,
}

impl FixSynthesizer<'_, '_> {
    /// How many sets of changes may be judged.
    fn tries(&self) -> usize {
        let operations = self.task.program.walk(self.task.pattern).count();
        (MAX_OPERATIONS / operations.max(1)).clamp(1, MAX_TRIES)
    }

    /// The smallest set of guards that suffices, and what they make of the pattern.
    fn guards(&self, judgement: &Judgement) -> Option<(Vec<Guard>, Proposal)> {
        let broken = judgement.findings.iter().filter(|finding| finding.claim.level == Severity::Error);
        if broken.map(|finding| finding.claim.code).any(|code| !guards::may_help(code)) {
            return None;
        }
        let found = self.task.instances(Unnamed::Plain).ok()?;
        let [model] = found.models.as_slice() else { return None };
        let all = guards::find(model, self.task.options);
        let singles = all.iter().map(|guard| vec![*guard]);
        let pairs = all
            .iter()
            .enumerate()
            .flat_map(|(at, first)| all[at + 1..].iter().map(move |second| vec![*first, *second]));
        for set in singles.chain(pairs).take(self.tries()) {
            let Some(edits) = guards::edits(&self.text, model, &set) else { continue };
            if let Some(pattern) = self.proved(&edits, false) {
                let words = set.iter().map(|guard| guards::describe(&self.text, model, *guard)).collect();
                return Some((set, Proposal { words, edits, pattern }));
            }
        }
        None
    }

    /// One change for each broken place, tried together; else the guards.
    fn repair(&self, judgement: &Judgement, guards: Option<&(Vec<Guard>, Proposal)>) -> Option<Proposal> {
        let errors = judgement.findings.iter().filter(|finding| finding.claim.level == Severity::Error);
        let mut places: Vec<Vec<repairs::Repair>> = Vec::new();
        let with_values = self.asked.values && differs(judgement);
        for finding in errors {
            let choices = repairs::propose(&self.text, &finding.claim);
            if !choices.is_empty() {
                places.push(choices);
            }
        }
        if with_values {
            places.insert(0, values::propose(&self.text));
        }
        // What is wrong in structure and in values needs both.
        let alone = usize::from(with_values && places.len() > 1);
        let mut sets: Vec<Vec<&repairs::Repair>> =
            places.iter().skip(alone).flatten().map(|one| vec![one]).collect();
        if places.len() > 1 {
            let mut product: Vec<Vec<&repairs::Repair>> = vec![Vec::new()];
            for choices in &places {
                product = product
                    .into_iter()
                    .flat_map(|set| choices.iter().map(move |one| set.iter().copied().chain([one]).collect()))
                    .take(MAX_TRIES)
                    .collect();
            }
            sets.extend(product);
        }
        for set in sets.into_iter().take(self.tries()) {
            let mut edits: Vec<Edit> = set.iter().flat_map(|repair| repair.edits.clone()).collect();
            edits.sort();
            edits.dedup();
            if let Some(pattern) = self.proved(&edits, with_values) {
                let mut words: Vec<String> = set.iter().map(|repair| repair.title.clone()).collect();
                words.dedup();
                return Some(Proposal { words, edits, pattern });
            }
        }
        let (set, proposal) = guards?;
        let mut names: Vec<String> = set.iter().map(|guard| format!("`{}`", guard.native())).collect();
        names.dedup();
        let constraints = if names.len() == 1 { "constraint" } else { "constraints" };
        let title = format!(
            "match only where it does no harm; the native {constraints} {} must be registered where the pattern is \
             applied",
            names.join(" and ")
        );
        Some(Proposal { words: vec![title], ..proposal.clone() })
    }

    /// Types for the literals that have none, where that is what keeps a pattern from matching.
    fn typed(&self) -> Option<Proposal> {
        let repair = repairs::typed(&self.text, self.task.registry)?;
        let pattern = self.proved(&repair.edits, false)?;
        Some(Proposal { words: vec![repair.title], edits: repair.edits, pattern })
    }

    /// Says that the structure has a repair, where the pattern is wrong in other ways too.
    fn partial(self, judgement: &Judgement) -> Option<String> {
        let errors = judgement.findings.iter().filter(|finding| finding.claim.level == Severity::Error);
        let (structural, others): (Vec<Rule>, Vec<Rule>) =
            errors.map(|finding| finding.claim.code).partition(|code| is_structural(*code));
        if structural.is_empty() || others.is_empty() {
            return None;
        }
        let asked = EnabledStages { types: false, values: false, termination: false, ..self.asked };
        let limits = Cell::new(self.task.account().limits().divided(SHARE));
        FixSynthesizer { asked, limits, ..self }.repair(judgement, None)?;
        let list = |codes: &[Rule]| {
            let mut codes: Vec<&str> = codes.iter().map(|code| code.code()).collect();
            codes.dedup();
            codes.join(", ")
        };
        Some(format!(
            "a fix for {} exists, but the pattern is wrong with it, too: {}",
            list(&structural),
            list(&others)
        ))
    }

    /// The changed pattern in canonical form, if it is proved; with its values, where they have to be compared.
    fn proved(&self, edits: &[Edit], with_values: bool) -> Option<String> {
        let ctx = self.task.program.ctx();
        let source = Source::new("changed pattern", self.text.changed(edits)?);
        let parsed = text::parse(ctx, &source);
        let (candidates, elsewhere) =
            pipeline::candidates(&parsed.program, &parsed.diagnostics, self.task.registry);
        let [candidate] = candidates.as_slice() else { return None };
        if !elsewhere.is_empty() || !candidate.unreadable.is_empty() || !candidate.violations.is_empty() {
            return None;
        }
        // The time to put roots in an order grows with the square of their number.
        let roots = roots::candidates(self.task.view()).len() as u64;
        if roots * roots > self.limits.get().limit(Resource::Roots) {
            return None;
        }
        // A changed pattern has as many lengths as the pattern.
        let models = self.task.account().limits().limit(Resource::Models);
        let limits = self.limits.get().with(Resource::Models, models);
        let subject =
            AnalyzedPattern::new(&parsed.program, candidate.pattern, self.task.registry).within(limits);
        let proved = self.judged(candidate, &subject, with_values);
        subject.account().charge(Resource::Roots, roots * roots);
        self.limits.set(subject.account().rest());
        proved.then(|| witness::text::operation(&parsed.program, candidate.pattern))
    }

    /// Tells if a changed pattern is proved.
    fn judged(&self, candidate: &Candidate, subject: &AnalyzedPattern<'_>, with_values: bool) -> bool {
        let task = Task::new(subject, self.task.options);
        // Most changes fail in the cheap stages.
        let holds = |result: StageResult| {
            matches!(result.verdict, StageVerdict::Proved | StageVerdict::NotChecked(_))
        };
        if self.asked.matching && matchable::is_refuted(&task)
            || self.asked.structure && !structure::holds(&task)
            || !holds(pipeline::matching(&task, self.asked))
        {
            return false;
        }
        // Values take the longest, and are of no use where types are wrong.
        let asked = EnabledStages { differences: false, ..self.asked };
        let judgement = pipeline::judge(&task, candidate, asked, self.solvers);
        match judgement.verdict {
            Verdict::Proved | Verdict::Bounded(_) => true,
            Verdict::WellFormed(_) => !with_values,
            _ => false,
        }
    }
}

/// Tells if values are what is wrong with a pattern.
fn differs(judgement: &Judgement) -> bool {
    let errors = judgement.findings.iter().filter(|finding| finding.claim.level == Severity::Error);
    errors.map(|finding| finding.claim.code).any(|code| matches!(code, Rule::V301 | Rule::V302 | Rule::V303))
}

/// Codes that a repair may be about.
pub fn is_structural(code: Rule) -> bool {
    matches!(code.family(), Family::Structure | Family::Matching)
}
