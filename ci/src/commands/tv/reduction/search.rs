//! The search of a reduction: the first pass that goes wrong, the shortest pipeline, the smallest program, over and over until
//! neither gets smaller. Each step is one that the binary and the engines confirm.

use std::sync::Arc;

use assay_ir::data::Context;
use assay_mlir::MlirOpt;
use assay_verifier::program::reduce;

use super::super::passes::Passes;
use super::super::smaller::{self, Fault, generic, reparse};
use super::super::stages;
use super::super::through::{self, After};
use super::checkpoint::{Case, Checkpoint, Size};
use super::pipeline::Pipeline;
use crate::attempts;
use crate::interrupt;
use crate::progress::Progress;

/// Rounds of pipeline and program at most.
const ROUNDS: usize = 4;

/// A search for a smaller case.
pub(super) struct Search<'s> {
    pub(super) opt: &'s MlirOpt,
    pub(super) ctx: Arc<Context>,
    pub(super) fault: &'s Fault<'s>,
    /// The function that the finding is about, without the names of modules around it.
    pub(super) function: &'s str,
    pub(super) checkpoint: &'s Checkpoint,
    pub(super) progress: &'s Progress,
    /// The size of the first case.
    pub(super) start: Size,
    pub(super) case: Case,
    /// Programs that were tried.
    pub(super) tried: usize,
}

impl Search<'_> {
    /// Makes the case as small as it can be. A run that is to end stops with what it has.
    ///
    /// # Errors
    /// A state that cannot be written.
    pub(super) fn run(&mut self) -> anyhow::Result<()> {
        self.at_one_pass()?;
        for _ in 0..ROUNDS {
            let start = (self.case.program.clone(), self.case.pipeline.clone());
            self.shorten()?;
            self.shrink()?;
            if interrupt::is_over() || start == (self.case.program.clone(), self.case.pipeline.clone()) {
                break;
            }
        }
        Ok(())
    }

    fn is_in(&mut self, text: &str, pipeline: &Pipeline) -> bool {
        self.tried += 1;
        self.show();
        self.fault.is_in(&[text.to_owned()], &pipeline.passes()) == [true]
    }

    fn show(&self) {
        let Size { operations, passes } = self.size();
        self.progress.say(format!("{operations} operations, {passes} passes, {} programs tried", self.tried));
    }

    /// The size of the case.
    pub(super) fn size(&self) -> Size {
        size(&self.ctx, &self.case)
    }

    /// Takes the program before the first pass that goes wrong, and that pass alone, if these show the fault.
    fn at_one_pass(&mut self) -> anyhow::Result<()> {
        let mut before = self.case.program.clone();
        if self.case.pipeline.len() < 2 {
            return Ok(());
        }
        for at in 0..self.case.pipeline.len() {
            if interrupt::is_over() {
                return Ok(());
            }
            let one = self.case.pipeline.part(&[at]);
            if self.is_in(&before, &one) {
                self.case = Case { program: before, pipeline: one };
                return self.save();
            }
            match through::after(self.opt, &[&before], &[&before], &one.passes()).pop() {
                Some(After::Program(after)) => before = after,
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    fn shorten(&mut self) -> anyhow::Result<()> {
        let (program, pipeline) = (self.case.program.clone(), self.case.pipeline.clone());
        let shortest = pipeline.shortest(&mut |one| self.is_in(&program, one));
        self.case.pipeline = shortest;
        self.save()
    }

    /// Reduces the program around its function, then around each other one that is left.
    fn shrink(&mut self) -> anyhow::Result<()> {
        let mut done: Vec<String> = Vec::new();
        let mut name = Some(self.function.to_owned());
        while let Some(function) = name {
            let Some(start) = reparse(&self.ctx, &self.case.program) else { break };
            let passes = self.case.pipeline.passes();
            let mut failed = None;
            let program = reduce(&start, &function, self.fault.how.proposals(), &mut |texts| {
                let held = self.fault.is_in(texts, &passes);
                self.tried += texts.len();
                failed = failed.take().or(self.smaller(texts, &held).err());
                held
            });
            if let Some(error) = failed {
                return Err(error);
            }
            self.case.program = generic(&program);
            self.save()?;
            done.push(function);
            name = functions(&self.ctx, &self.case.program).into_iter().find(|name| !done.contains(name));
            if interrupt::is_over() {
                break;
            }
        }
        Ok(())
    }

    /// Writes down the smallest of the texts that show the fault, if it is smaller than what is known.
    fn smaller(&mut self, texts: &[String], held: &[bool]) -> anyhow::Result<()> {
        let smaller = texts.iter().zip(held).filter(|(_, held)| **held).map(|(text, _)| text);
        if let Some(text) =
            smaller.min_by_key(|text| text.len()).filter(|text| text.len() < self.case.program.len())
        {
            self.case.program.clone_from(text);
            self.save()?;
        }
        self.show();
        Ok(())
    }

    fn save(&self) -> anyhow::Result<()> {
        self.checkpoint.save(self.fault.how.rule(), self.start, &self.case)
    }

    /// The first application of a pattern with which the passes go wrong, by its number from 1 and its class; `None` where they go wrong
    /// without any.
    pub(super) fn pattern(&mut self) -> Option<(usize, String)> {
        let passes = self.case.pipeline.passes();
        let names = attempts::tried(self.opt, &self.case.program, &passes.arguments);
        let wrong = |this: &mut Self, count: usize| {
            this.tried += 1;
            let counted = stages::counted(&passes, 0, count);
            this.fault.is_in(std::slice::from_ref(&this.case.program), &counted) == [true]
        };
        if names.is_empty() || !wrong(self, names.len()) || wrong(self, 0) {
            return None;
        }
        let (mut right, mut bad) = (0, names.len());
        while right + 1 < bad {
            let middle = right.midpoint(bad);
            if wrong(self, middle) { bad = middle } else { right = middle }
        }
        names.get(bad - 1).map(|attempt| (bad, attempt.name()))
    }

    /// The passes that perform the application of this number alone, if that is enough.
    pub(super) fn alone(&mut self, number: usize) -> Option<Passes> {
        let one = stages::counted(&self.case.pipeline.passes(), number - 1, 1);
        self.tried += 1;
        (self.fault.is_in(std::slice::from_ref(&self.case.program), &one) == [true]).then_some(one)
    }
}

/// The functions with a body of a text.
pub(super) fn functions(ctx: &Arc<Context>, text: &str) -> Vec<String> {
    reparse(ctx, text).map_or_else(Vec::new, |program| smaller::functions(&program))
}

/// The size of a case.
pub(super) fn size(ctx: &Arc<Context>, case: &Case) -> Size {
    let operations = reparse(ctx, &case.program).map_or(0, |program| program.walk(program.top()).count() - 1);
    Size { operations, passes: case.pipeline.len() }
}
