//! The points one by one: the script runs on the program, the function is compared with what it was, and measured; then the program is as before.

use std::path::Path;
use std::time::Instant;

use assay_ir::data::Program;
use assay_mlir::OnDemand;
use assay_smt::SolverPool;
use assay_transform::order::Policy;
use assay_transform::run::{Bound, Change, Observer, Options, Script, execute};
use assay_transform::tune::{Point, Proposals, Space};
use assay_verifier::program::{Programs, Variant};

use super::function::{Function, compiled, runner};
use super::measure::Measure;
use super::table::{Table, disagreement, refuted};
use crate::args::TuneArgs;
use crate::commands::tv::{self, Judging, Record};
use crate::interrupt;

/// Counts the steps; prints of the script go nowhere.
#[derive(Default)]
struct Quiet(usize);

impl Observer for Quiet {
    fn changed(&mut self, _: &Program, _: Change) {
        self.0 += 1;
    }

    fn undone(&mut self, kept: usize) {
        self.0 = kept;
    }

    fn count(&self) -> usize {
        self.0
    }

    fn says(&mut self, _: &str) {}
}

/// A search for the best point.
pub(super) struct Search<'s> {
    pub(super) args: &'s TuneArgs,
    pub(super) script: Script<'s>,
    pub(super) space: &'s Space<'s>,
    pub(super) function: Function<'s>,
    pub(super) opt: &'s OnDemand,
    pub(super) solvers: Option<&'s SolverPool>,
    pub(super) bound: &'s [Bound],
}

/// The result of a point.
struct Known {
    cost: Option<f64>,
    verdict: String,
}

impl Known {
    fn without_cost(verdict: String) -> Known {
        Known { cost: None, verdict }
    }
}

impl Search<'_> {
    /// Measures points until there is no other, the time is over, or a signal comes. The records of refuted ones.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub(super) fn run(
        &mut self,
        proposals: &Proposals<'_>,
        payload: &mut Program,
        measure: &mut Measure,
        table: &mut Table<'_>,
    ) -> anyhow::Result<Vec<Record>> {
        let began = Instant::now();
        let mut found = Vec::new();
        while !interrupt::is_over() && self.args.time.is_none_or(|time| began.elapsed() < time) {
            let Some(point) = proposals.next(&table.measured()) else { break };
            let before = payload.checkpoint();
            let known = self.point(&point, payload, measure, &mut found);
            payload.rollback(before);
            // A measurement that was ended is no result.
            if interrupt::came() {
                break;
            }
            table.add(self.args, point, known.cost, known.verdict)?;
        }
        Ok(found)
    }

    fn point(
        &self,
        point: &Point,
        payload: &mut Program,
        measure: &mut Measure,
        found: &mut Vec<Record>,
    ) -> Known {
        let chosen = self.space.chosen(point);
        let policy = Policy { solvers: self.solvers, alias: self.args.alias, forced: false };
        let (enable, bound) = (self.args.enable, self.bound);
        let options = Options { opt: Some(self.opt), policy, enable, bound, chosen: Some(&chosen) };
        if let Err(failure) = execute(&self.script, payload, options, &mut Quiet::default()) {
            let (name, number) = &failure.step;
            return Known::without_cost(format!("{name}#{number} fails: {}", failure.message));
        }
        let Some(function) = self.function.in_program(payload) else {
            return Known::without_cost(format!("`@{}` is gone", self.function.name));
        };
        let batch = compiled(payload, function, true);
        let verdict = match self.function.reference.compare(payload, function, &runner(&batch)) {
            Variant::Same => format!("tested: {} inputs", self.function.reference.inputs().count()),
            Variant::Open(why) => return Known::without_cost(format!("not validated: {why}")),
            Variant::Disagreement(words) => return Known::without_cost(disagreement(&words)),
            Variant::Differs(difference) => {
                found.push(self.record(point, payload, &difference));
                return Known::without_cost(refuted(difference.code.code()));
            }
        };
        let arguments = self.function.reference.inputs().next().unwrap_or_default();
        match measure.cost(payload, &batch.functions()[0], arguments) {
            Ok(cost) => Known { cost: Some(cost), verdict },
            Err(why) => Known::without_cost(format!("{verdict}; not measured: {why}")),
        }
    }

    fn record(
        &self,
        point: &Point,
        payload: &Program,
        found: &assay_verifier::program::Difference,
    ) -> Record {
        let source = self.function.program;
        let programs =
            Programs { source, target: payload, name: &self.function.name, written: None, read: None };
        let text = source.source().map_or_else(String::new, |source| source.text().to_owned());
        let file = self.args.to.as_deref().unwrap_or(&self.args.script).display().to_string();
        tv::difference(&self.judging(&file, &text), &self.space.words(point), &programs, found)
    }

    /// How refuted points are reported.
    pub(super) fn judging(&self, file: &str, source: &str) -> Judging {
        Judging {
            opt: self.opt.known().cloned(),
            solvers: None,
            inputs: self.args.inputs,
            seed: self.args.seed,
            alias: self.args.alias,
            formats: self.args.format.clone(),
            color: self.args.color,
            baseline: None,
            quiet: false,
            file: file.to_owned(),
            source: source.to_owned(),
            command: self.command(),
        }
    }

    /// The command that shows it again.
    fn command(&self) -> String {
        let quoted = |path: &Path| crate::shell::quoted(&path.display().to_string());
        let to = self.args.to.as_deref().map(|path| format!(" --to {}", quoted(path))).unwrap_or_default();
        let TuneArgs { script, inputs, seed, .. } = self.args;
        let name = &self.function.name;
        format!("assay tune {}{to} --entry @{name} --inputs {inputs} --seed {seed}", quoted(script))
    }
}
