//! The questions that a proof or a refutation about values rests on, as texts that any solver reads. Decides nothing.

use assay_ir::rule::Rule;

use assay_certificate::Certificate;
use assay_term::arena::TermArena;
use assay_term::node::TermId;
use assay_term::print;
use assay_term::simplify::assume::conjuncts;
use assay_term::width_generic::certificate;

/// A question that an answer rests on: it has a model if a program that differs was found with it, and none otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The part that it plays.
    pub argument: Argument,
    /// The types that it is asked at.
    pub types: Vec<String>,
    /// The question in SMT-LIB 2, with `check-sat` at its end.
    pub text: String,
    /// What says that it never holds without a solver; for all widths, behind the last sample of them.
    pub certificate: Option<Certificate>,
}

/// The part that a question plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// At these types the rewritten program never differs.
    Never,
    /// At these types nothing matches.
    NoMatch,
    /// One width, or several, of an argument that does not depend on the width: the question is the same at several widths, and an identity
    /// of rings or an automaton over the bits says that it never holds.
    AllWidths,
    /// A model is an input on which the rewritten program differs, as this rule says.
    Differs(Rule),
}

impl Argument {
    /// The argument in words.
    pub fn describe(self) -> &'static str {
        match self {
            Argument::Differs(_) => "a model of it is an input on which the rewritten program differs",
            Argument::Never => "the rewritten program never differs at these types",
            Argument::NoMatch => "nothing matches at these types",
            Argument::AllWidths => {
                "a sample of all widths: the question is the same at each of them, and an identity of rings or an automaton \
                 over the bits says that it never holds"
            }
        }
    }
}

/// The steps of an answer, where they are recorded.
#[derive(Debug, Default)]
pub(super) struct Proof {
    steps: Option<Vec<Step>>,
    /// The answer rests on more than questions.
    partial: bool,
}

impl Proof {
    pub(super) fn recorded() -> Proof {
        Proof { steps: Some(Vec::new()), partial: false }
    }

    pub(super) fn is_recorded(&self) -> bool {
        self.steps.is_some()
    }

    /// Records the certificate of the samples that were noted last.
    pub(super) fn certify(&mut self, certificate: Certificate) {
        if let Some(last) = self.steps.iter_mut().flatten().next_back() {
            last.certificate = Some(certificate);
        }
    }

    /// Records that the answer rests on more than questions.
    pub(super) fn is_more(&mut self) {
        self.partial = true;
    }

    /// The recorded steps; `None` where they are not all that the answer rests on.
    pub(super) fn steps(self) -> Option<Vec<Step>> {
        (!self.partial).then(|| self.steps.unwrap_or_default())
    }

    /// Records a statement that never holds at types with these texts.
    pub(super) fn note(
        &mut self,
        argument: Argument,
        pool: &TermArena,
        statement: TermId,
        types: impl FnOnce() -> Vec<String>,
    ) {
        self.record(argument, pool, statement, || (types(), Vec::new()));
    }

    /// Records a statement that was decided: the texts of the types, and lines that say what its variables stand for.
    pub(super) fn record(
        &mut self,
        argument: Argument,
        pool: &TermArena,
        statement: TermId,
        about: impl FnOnce() -> (Vec<String>, Vec<String>),
    ) {
        if let Some(steps) = &mut self.steps {
            let (types, legend) = about();
            let legend: String = legend.iter().map(|line| format!("; {line}\n")).collect();
            let query = print::query(pool, &conjuncts(pool, statement)).without_values();
            let certificate = match argument {
                Argument::Never | Argument::NoMatch => certificate::by_ring(pool, statement),
                Argument::AllWidths | Argument::Differs(_) => None,
            };
            steps.push(Step { argument, types, text: format!("{legend}{query}"), certificate });
        }
    }
}
