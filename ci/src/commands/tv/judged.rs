//! From two texts to one record for each function: read, paired and judged by the library. Decides nothing about a pair.

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_ir::data::{Context, OpId, Program, Source};
use assay_ir::text;
use assay_verifier::program::aliases::{aliased, stem};
use assay_verifier::program::lowered::{declared, with_callers};
use assay_verifier::program::observers::{bodiless, called, observed, unknown};
use assay_verifier::program::outlined::{Functions, outline};
use assay_verifier::program::{
    Answer, Open, Pair, Paired, Prover, Settings, internal, is_hidden, judge, pairs, prove,
};
use assay_verifier::smt::SolverPool;

/// A text before or after.
#[derive(Clone, Copy)]
pub(super) struct Side<'t> {
    /// The name for messages.
    pub(super) name: &'t str,
    /// The text.
    pub(super) text: &'t str,
}

/// A function of the program before with its answer.
pub(super) struct Judged {
    /// Its name.
    pub(super) name: String,
    /// The answer; `None` where it is gone and others could not call it, so that there is nothing to compare.
    pub(super) answer: Option<Answer>,
}

/// Two programs with the answers about their functions.
pub(super) struct Compared {
    pub(super) before: Program,
    pub(super) after: Program,
    pub(super) functions: Vec<Judged>,
}

/// The judge: its settings and the functions that are asked about.
pub(super) struct Judge<'s> {
    pub(super) settings: Settings,
    pub(super) entry: Option<String>,
    /// Functions are also judged on memory that overlaps.
    pub(super) alias: bool,
    /// Solvers and the turns of loops that they are asked about; `None` where agreement on inputs is enough.
    pub(super) proofs: Option<(&'s SolverPool, usize)>,
    /// The text before all passes, which says of what types functions were declared.
    pub(super) origin: Option<&'s str>,
}

/// Functions without a body.
struct Unknown {
    /// All that are called, with a body that is drawn.
    drawn: BTreeSet<String>,
    /// Those that only the program after knows.
    added: BTreeSet<String>,
    /// Those that stand for operations.
    outlined: Functions,
}

impl Judge<'_> {
    /// Judges the functions of two texts.
    ///
    /// # Errors
    /// The first message of the reader about a text.
    pub(super) fn texts(
        &self,
        ctx: &Arc<Context>,
        before: Side<'_>,
        after: Side<'_>,
    ) -> Result<Compared, String> {
        Ok(self.programs(read(ctx, before)?, read(ctx, after)?))
    }

    /// Runs both functions of a pair, and asks for a proof where they agree.
    fn pair(&self, pair: &Pair<'_>, drawn: &BTreeSet<String>) -> Answer {
        let calls = [(pair.before, pair.function), (pair.after, pair.later)];
        let calls = calls.into_iter().any(|(program, function)| called(program, function, drawn).is_some());
        let answer = match judge(pair, &self.settings) {
            // Of functions without a body one behaviour was drawn.
            Answer::Bounded { inputs, .. } if calls => Answer::Tested { inputs, unproved: None },
            answer => answer,
        };
        let Some((solvers, turns)) = self.proofs else { return answer };
        prove(pair, &self.settings, &Prover { solvers, drawn, turns }, answer)
    }

    /// The answer about a pair, of which nothing is refuted where the program after calls what the program before does not know:
    /// a function of a library may do what an operation did.
    ///
    /// Where a function has operations that calls stand for, it is only proved or not known.
    fn settled(&self, pair: &Pair<'_>, unknown: &Unknown) -> Answer {
        let answer = self.pair(pair, &unknown.drawn);
        if let Answer::Same | Answer::Proved | Answer::Followed(_) = answer {
            return answer;
        }
        let names = unknown.outlined.keys().cloned().collect();
        let stands = called(pair.before, pair.function, &names);
        if let Some(name) = stands.or_else(|| called(pair.after, pair.later, &names)) {
            return Answer::Open(Open::NoMeaning(unknown.outlined[&name].clone()));
        }
        match answer {
            found @ Answer::Refuted(_) => match called(pair.after, pair.later, &unknown.added) {
                Some(name) => Answer::Open(Open::NoMeaning(format!("func.call @{name}"))),
                None => found,
            },
            answer => answer,
        }
    }

    /// Judges the functions of two programs; those without a body that are called get one that is drawn. A private function
    /// that others call is judged by what these do, unless it is asked for by name.
    pub(super) fn programs(&self, mut before: Program, mut after: Program) -> Compared {
        let outlined = match self.proofs {
            Some(_) => outline(&mut before, &mut after),
            None => Functions::new(),
        };
        let internal = internal(&before);
        let mut types = declared(&before);
        let origin = self.origin.and_then(|text| read(before.ctx(), Side { name: "origin", text }).ok());
        types.extend(origin.iter().flat_map(declared));
        let called = |program: Program| with_callers(&program, &types).unwrap_or(program);
        let (before, after) = (called(before), called(after));
        let overlapping = || Some((aliased(&before)?, aliased(&after)?));
        let (before, after) = self.alias.then(overlapping).flatten().unwrap_or((before, after));
        let mut names = bodiless(&before);
        names.extend(bodiless(&after));
        let added = unknown(&after, &before);
        let with_bodies = || Some((observed(&before, &names)?, observed(&after, &names)?));
        let (before, after) = (!names.is_empty()).then(with_bodies).flatten().unwrap_or((before, after));
        let unknown = Unknown { drawn: names, added, outlined };
        let asked = |name: &str, entry: &str| name == entry || name.starts_with(&stem(entry));
        let wanted = |name: &str| {
            let shown = self.entry.as_deref().map_or(!internal.contains(name), |entry| asked(name, entry));
            !unknown.drawn.contains(name) && shown
        };
        let judged = |(name, function, paired): (String, OpId, Paired<'_>)| {
            let answer = match paired {
                Paired::Both(pair) => Some(self.settled(&pair, &unknown)),
                Paired::Retyped => Some(Answer::Open(Open::Retyped)),
                // A function without callers outside of the program may be erased.
                Paired::Gone if is_hidden(&before, function) => None,
                Paired::Gone => Some(Answer::Open(Open::Gone)),
            };
            Judged { name, answer }
        };
        let functions =
            pairs(&before, &after).into_iter().filter(|(name, ..)| wanted(name)).map(judged).collect();
        Compared { before, after, functions }
    }
}

/// Reads a text.
///
/// # Errors
/// The first message of the reader.
pub(super) fn read(ctx: &Arc<Context>, side: Side<'_>) -> Result<Program, String> {
    let parsed = text::parse(ctx, &Source::new(side.name, side.text));
    match parsed.diagnostics.into_iter().next() {
        Some(fault) => Err(format!("{}: {}", side.name, fault.message)),
        None => Ok(parsed.program),
    }
}
