//! A step that is not known here is run by `mlir-opt`: one process for one step. The payload is sent with marks, a script of one step finds its
//! operands by these, and marks what the handles that are used later, and the results, point to afterwards.

use std::sync::Arc;

use assay_audit::script::interpret::{Interpreter, StepOutcome};
use assay_audit::script::text::{self, Role};
use assay_ir::data::{AttrId, Context, Ident, InsertPoint, OpId, Program, Source, ValueId};
use assay_ir::rule::Rule;
use assay_ir::text as print;
use assay_mlir::opt::ParseOptions;
use assay_mlir::{MlirOpt, OnDemand, Outcome};
use rustc_hash::FxHashMap;

use super::machine::Run;
use super::marks::{self, Marks, Place};
use super::one_step::{ENTRY, OneStep};
use super::state::{Handle, Part};
use crate::copies::Copies;

/// Operations that are carried over by themselves.
const MARKED: usize = 2048;

/// A handle that is used behind the step: the number of the operation of each part, `None` of the whole program, and its place there.
type Carried = (ValueId, Vec<(Option<usize>, Place)>);

/// The operations with each mark.
type Found = FxHashMap<Ident, Vec<(OpId, AttrId)>>;

/// Why a step has no outcome.
type Refused = (Rule, String);

/// The program that `mlir-opt` printed, or the message of its failure.
type Answered = Result<Program, String>;

impl Run<'_, '_> {
    /// Runs a step by `mlir-opt`.
    pub(super) fn foreign(&mut self, op: OpId) -> StepOutcome {
        let Some(opt) = self.options.opt.and_then(OnDemand::get) else {
            let name = self.script.program.op_name(op);
            let message = format!("`{name}` is run by `mlir-opt`, and there is none (`--mlir-opt PATH`)");
            let outcome = self.stops(op, message);
            if let Some(failure) = &mut self.failure {
                failure.needs_tool = true;
            }
            return outcome;
        };
        self.sent(op, opt).unwrap_or_else(|(rule, message)| {
            self.ends(rule, op, message, Vec::new());
            StepOutcome::Stops
        })
    }

    fn sent(&mut self, op: OpId, opt: &MlirOpt) -> Result<StepOutcome, Refused> {
        let mut marked = Marks::default();
        let carried = self.carried(op, &mut marked);
        let kept = marked.ops.len();
        let one = self.one_step(op, &mut marked, kept).map_err(|message| (Rule::C516, message))?;
        if marked.ops.len() > MARKED {
            let message = "the handles have more operations than are carried over to `mlir-opt`";
            return Err((Rule::C516, message.to_owned()));
        }
        let payload = marked.text(self.payload);
        let ctx = Arc::clone(self.payload.ctx());
        let ask = |script: &str| asked(&ctx, opt, &payload, script);
        let results: Vec<ValueId> = self.script.program.results(op).collect();
        let mut counts = vec![1; results.len()];
        let mut read = match ask(&one.whole(&self.marked_results(&results, &counts)))? {
            Ok(read) => read,
            Err(message) => return self.failed_there(op, &ask, &one, message, &carried),
        };
        let mut found = marks::take(&mut read);
        for (index, count) in counts.iter_mut().enumerate() {
            *count = found.get(&ctx.ident(&marks::result(index, None))).map_or(0, Vec::len);
        }
        if counts.iter().any(|count| *count > 1) {
            // The order of the operations of a result is asked for.
            read = ask(&one.whole(&self.marked_results(&results, &counts)))?
                .map_err(|message| (Rule::C516, message))?;
            found = marks::take(&mut read);
        }
        let copies = self.replace(op, &read);
        self.carry(&carried, &found, &copies);
        self.give_results(op, &counts, &found, &copies);
        Ok(StepOutcome::Goes)
    }

    fn marked_results(&self, results: &[ValueId], counts: &[usize]) -> String {
        let marks = results.iter().zip(counts).enumerate();
        marks.map(|(index, (result, count))| self.marked_result(index, *result, *count)).collect()
    }

    fn give_results(&mut self, op: OpId, counts: &[usize], found: &Found, copies: &Copies) {
        let ctx = Arc::clone(self.payload.ctx());
        for (index, count) in counts.iter().enumerate() {
            let at = |part| found.get(&ctx.ident(&marks::result(index, part)));
            let whole = at(None).into_iter().flatten();
            let split = (0..*count).filter_map(|part| at(Some(part))).flatten();
            let ops = whole.chain(split).filter_map(|(op, _)| copies.copied(*op)).map(Part::Op);
            let params = found.get(&ctx.ident(&marks::param(index))).into_iter().flatten();
            let parts: Vec<Part> = ops.chain(params.map(|(_, value)| Part::Param(*value))).collect();
            self.give(op, index, parts);
        }
    }

    /// The handles that an operation behind this one uses.
    fn carried(&self, op: OpId, marked: &mut Marks) -> Vec<Carried> {
        let program = self.script.program;
        let later = |value: &ValueId| {
            let mut users = program.uses(*value).map(|slot| program.operand_owner(slot));
            text::role(program, *value) != Role::Param && users.any(|user| comes_behind(program, user, op))
        };
        let mut all = Vec::new();
        for value in self.state.all_live().into_iter().filter(later) {
            let parts = self.state.parts(self.payload, value).into_iter().filter_map(|part| {
                let number = match part {
                    Part::Op(op) if op == self.payload.top() => None,
                    part => Some(marked.number_of(self.payload, part)?),
                };
                Some((number, Place::find(self.payload, part)?))
            });
            all.push((value, parts.collect()));
        }
        all
    }

    /// Defines the handles that are used later by what their operations became.
    fn carry(&mut self, carried: &[Carried], found: &Found, copies: &Copies) {
        let ctx = Arc::clone(self.payload.ctx());
        for (value, places) in carried {
            let mut parts = Vec::new();
            for (number, place) in places {
                let Some(number) = number else {
                    parts.push(Part::Op(self.payload.top()));
                    continue;
                };
                let now = found.get(&ctx.ident(&marks::after(*number))).into_iter().flatten();
                let now = now.filter_map(|(op, _)| copies.copied(*op));
                parts.extend(now.filter_map(|op| place.part(self.payload, op)));
            }
            self.state.renew(*value, Handle::new(text::role(self.script.program, *value), parts));
        }
    }

    /// A failure of the step: a silenceable one leaves what `mlir-opt` did until then.
    fn failed_there(
        &mut self,
        op: OpId,
        ask: &dyn Fn(&str) -> Result<Answered, Refused>,
        one: &OneStep,
        message: String,
        carried: &[Carried],
    ) -> Result<StepOutcome, Refused> {
        if !self.around.failing.is_empty() {
            // Where something may suppress it, a failure that may not be suppressed is told from one that may.
            let Ok(mut read) = ask(&one.suppressed())? else { return Err((Rule::C516, message)) };
            let found = marks::take(&mut read);
            let copies = self.replace(op, &read);
            self.carry(carried, &found, &copies);
        }
        Ok(self.fails(op, message))
    }

    /// Puts another program in the place of the payload, and tells the observer where it differs.
    fn replace(&mut self, op: OpId, read: &Program) -> Copies {
        let before = marks::generic(self.payload);
        let mut copies = Copies::default();
        let (top, block) = (self.payload.top(), self.payload.top_block());
        let old: Vec<OpId> = self.payload.ops_in(block).collect();
        old.into_iter().rev().for_each(|op| self.payload.erase(op));
        for one in read.ops_in(read.top_block()) {
            copies.copy(self.payload, read, one, InsertPoint::End(block));
        }
        let data = read.op(read.top());
        self.payload.set_attributes(top, data.attributes);
        self.payload.set_properties(top, data.properties);
        if marks::generic(self.payload) != before {
            self.tell(op, None, Vec::new());
        }
        copies
    }
}

/// Tells if an operation of a script may run behind another one. In an iteration one in front of it comes again.
fn comes_behind(program: &Program, mut user: OpId, op: OpId) -> bool {
    while program.op(user).block != program.op(op).block {
        match program.parent_op(user) {
            Some(parent) => user = parent,
            None => return true,
        }
    }
    std::iter::successors(program.next_op(op), |next| program.next_op(*next)).any(|next| next == user)
}

/// The program behind a script; or its failure in words.
fn asked(ctx: &Arc<Context>, opt: &MlirOpt, payload: &str, script: &str) -> Result<Answered, Refused> {
    let other = |message: String| (Rule::C516, message);
    let file = tempfile::Builder::new().suffix(".mlir").tempfile();
    let file = file.map_err(|error| other(format!("no file for the script: {error}")))?;
    std::fs::write(file.path(), script).map_err(|error| other(format!("no file for the script: {error}")))?;
    let options = ParseOptions {
        generic: true,
        allow_unregistered: true,
        extra: vec![
            format!("--transform-preload-library=transform-library-paths={}", file.path().display()),
            format!("--transform-interpreter=entry-point={ENTRY}"),
        ],
        ..ParseOptions::default()
    };
    match opt.parse_print(payload, &options) {
        Outcome::Ok(printed) => {
            let read = print::parse(ctx, &Source::new("mlir-opt", &printed));
            match read.diagnostics.first() {
                None => Ok(Ok(read.program)),
                Some(first) => Err(other(format!("what `mlir-opt` prints is not read: {}", first.message))),
            }
        }
        Outcome::Error(said) => Ok(Err(said.first().map_or_else(String::new, |one| one.message.clone()))),
        Outcome::Crash { signal, .. } => {
            Err((Rule::X701, format!("`mlir-opt` crashes with signal {signal}")))
        }
        Outcome::TimedOut => Err((Rule::X702, "`mlir-opt` does not end".to_owned())),
        Outcome::OutOfMemory => Err(other("`mlir-opt` runs out of memory".to_owned())),
        Outcome::NoAnswer(why) => Err(other(why)),
    }
}
