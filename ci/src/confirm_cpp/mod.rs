//! `--confirm-mlir` of C++: for each path of a body a program that it matches, and for each of its conditions one that misses that
//! condition alone, go through the folder or pattern of the real binary, and what comes out is held against what was read.
//! A body is confirmed when every path was. Changes no verdict about the body.

mod binary;
mod reading;
mod terms;

use std::ops::ControlFlow;

use assay_fuzz::concrete::{CannotRun, Instance, examples};
use assay_ir::data::{FloatKind, OpId, Program, TypeKind};
use assay_ir::ops;
use assay_ir::spec::Registry;
use assay_mlir::MlirOpt;

use binary::{Driver, Ran};
pub(crate) use reading::{Decision, End, ReadPath, Reading};

/// Programs that are looked at for one match or near miss.
const LOOKED: usize = 240;
/// Programs that are run for one match or near miss of a pattern, each of which takes processes of its own.
const RUN: usize = 4;
/// Programs that go through the folders together for one match or near miss.
const FOLDED: usize = 16;
/// Near misses of one path.
const MISSES: usize = 24;
/// The seed of the programs: a run repeats.
const SEED: u64 = 0x6370_7021;

/// The confirmation of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Confirmation {
    /// Applications of the binary that made what was read.
    pub(crate) runs: usize,
    /// Why the path is not confirmed; nothing where it is.
    pub(crate) open: Vec<String>,
    /// Programs of which the binary makes something else, in words.
    pub(crate) disagreements: Vec<String>,
}

/// A program that is run.
struct Trial {
    /// The number of the condition that it misses; `None` of a match.
    miss: Option<usize>,
    text: String,
    expected: Option<String>,
    certain: bool,
}

/// The binary, asked for its passes.
pub(crate) struct Confirmer<'a> {
    opt: &'a MlirOpt,
    passes: &'a [String],
    registry: &'a Registry,
}

impl<'a> Confirmer<'a> {
    /// One that runs this binary.
    pub(crate) fn new(opt: &'a MlirOpt, passes: &'a [String], registry: &'a Registry) -> Confirmer<'a> {
        Confirmer { opt, passes, registry }
    }

    /// Runs programs of the path of this number, from 0.
    pub(crate) fn path(&self, reading: &Reading, number: usize) -> Confirmation {
        let mut out = Confirmation::default();
        let Some(path) = reading.paths.get(number) else {
            out.open.push("it was not read".to_owned());
            return out;
        };
        let mut trials = Vec::new();
        let mut root = String::new();
        let tried = self.trials(reading, (path.pattern, None), &mut trials, |program, at| {
            root = program.op_name(at).to_owned();
            reading.expected(program, at, self.registry).filter(|expected| expected.path == Some(number))
        });
        if let Some(why) = tried {
            out.open.push(why.message());
            return out;
        }
        let mut unreachable = Vec::new();
        // Programs on which another decision of the source applies break a condition of this decision, even where both give the same result.
        let own = reading.decision(number);
        for (miss, (_, _, pattern)) in path.misses.iter().enumerate().take(MISSES) {
            let tried = self.trials(reading, (*pattern, Some(miss)), &mut trials, |program, at| {
                reading.expected(program, at, self.registry).filter(|expected| Some(expected.decision) != own)
            });
            if let Some(Nothing::Exchanged) = tried {
                unreachable.push(miss);
            }
        }
        let driver = match &reading.class {
            None => Some(Driver::Folding),
            Some(class) => trials.first().and_then(|trial| {
                Driver::of_class(self.opt, self.passes, binary::unqualified(class), &root, &trial.text)
            }),
        };
        let Some(driver) = driver else {
            out.open.push("no pass of the binary was found that runs the pattern".to_owned());
            return out;
        };
        self.run((path, &unreachable), &driver, &root, &trials, &mut out);
        out
    }

    /// Adds programs of a pattern; why there is none, where that is so.
    fn trials(
        &self,
        reading: &Reading,
        (pattern, miss): (OpId, Option<usize>),
        trials: &mut Vec<Trial>,
        mut expected: impl FnMut(&mut Program, OpId) -> Option<reading::Expected>,
    ) -> Option<Nothing> {
        let (mut count, mut exchanged) = (0, 0);
        let folds = reading.class.is_none();
        let visit = |instance: &mut Instance| {
            let anchor = instance.payload.anchor;
            let program = &mut instance.payload.program;
            if !is_plain(program, anchor, reading.leaves_index_out) || has_equal_constants(program, anchor) {
                return ControlFlow::Continue(());
            }
            if miss.is_some() && has_other_floats(program, anchor) {
                return ControlFlow::Continue(());
            }
            if is_exchanged(program, anchor, self.registry) {
                exchanged += 1;
                return ControlFlow::Continue(());
            }
            if let Some(found) = expected(program, anchor) {
                count += 1;
                let certain = found.certain && !(folds && folds_by_traits(program, anchor));
                let text = assay_ir::text::print(program, &Default::default());
                trials.push(Trial { miss, text, expected: found.after, certain });
            }
            if count == (if folds { FOLDED } else { RUN }) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let done = examples(reading.pattern(pattern), self.registry, (LOOKED, SEED), visit);
        match done {
            Err(why) => Some(Nothing::CannotMake(why)),
            Ok(()) if count > 0 => None,
            Ok(()) if exchanged > 0 => Some(Nothing::Exchanged),
            Ok(()) => Some(Nothing::NotFound),
        }
    }

    fn run(
        &self,
        (path, unreachable): (&ReadPath, &[usize]),
        driver: &Driver,
        root: &str,
        trials: &[Trial],
        out: &mut Confirmation,
    ) {
        let befores: Vec<&str> = trials.iter().map(|trial| trial.text.as_str()).collect();
        let plain = binary::through(self.opt, &befores, &[]);
        let afters: Vec<&str> =
            trials.iter().map(|trial| trial.expected.as_deref().unwrap_or(&trial.text)).collect();
        let wanted = binary::through(self.opt, &afters, &[]);
        let accepted: Vec<(&Trial, &str, &str)> = trials
            .iter()
            .zip(plain.iter().zip(&wanted))
            .filter_map(|(trial, (plain, wanted))| Some((trial, plain.as_deref()?, wanted.as_deref()?)))
            .collect();
        let befores: Vec<&str> = accepted.iter().map(|(_, before, _)| *before).collect();
        let ran = driver.run(self.opt, &befores, root);
        let mut confirmed = vec![false; path.misses.len() + 1];
        unreachable.iter().for_each(|miss| confirmed[miss + 1] = true);
        let mut why = None;
        for ((trial, before, wanted), ran) in accepted.into_iter().zip(ran) {
            let after = match &ran {
                Ran::Program(after) => after,
                Ran::NotTried(reason) => {
                    why.get_or_insert(*reason);
                    continue;
                }
            };
            match self.agrees(driver, (before, wanted, after), root, trial.expected.is_some()) {
                Some(true) => {
                    out.runs += 1;
                    confirmed[trial.miss.map_or(0, |miss| miss + 1)] = true;
                }
                Some(false) if trial.certain => out.disagreements.push(format!(
                    "`mlir-opt {}` makes of\n{before}this:\n{after}and the reading says:\n{wanted}",
                    driver.options()
                )),
                _ => {}
            }
        }
        if !out.disagreements.is_empty() {
            out.open.push("the binary makes something else of a program".to_owned());
        }
        if !confirmed[0] {
            let why = why.unwrap_or("the binary does not make what was read");
            out.open.push(format!("no match was seen ({why})"));
        }
        for (seen, (condition, line, _)) in confirmed[1..].iter().zip(&path.misses) {
            if !seen {
                out.open.push(format!("no near miss of {condition} (line {line}) was seen"));
            }
        }
    }

    /// Tells if a program is what was read; `None` where that cannot be told.
    fn agrees(
        &self,
        driver: &Driver,
        (before, wanted, after): (&str, &str, &str),
        root: &str,
        rewrites: bool,
    ) -> Option<bool> {
        let ctx = self.registry.ctx();
        let [old, new, ran] = [before, wanted, after].map(|text| terms::returned(ctx, text));
        let (old, new, ran) = (old?, new?, ran?);
        if new == ran {
            // Where the reading makes the same program, nothing is to be seen.
            return (!rewrites || old != new).then_some(true);
        }
        // The driver folds other operations, too; that says nothing about this body.
        let others_fold = old.iter().zip(&ran).any(|(old, ran)| old != ran && !old.starts_with(root));
        if others_fold || old.len() != ran.len() {
            return None;
        }
        if !rewrites {
            return Some(false);
        }
        // Constants that the reading leaves to be computed.
        if let (Some(read), Some(new)) = (terms::values(ctx, wanted), terms::values(ctx, after)) {
            return if read == new { (old != ran).then_some(true) } else { Some(false) };
        }
        // The driver goes on behind the rewrite, with operations of other kinds.
        if new.iter().any(|term| term.contains(root)) {
            return None;
        }
        let [further] = &driver.alone(self.opt, &[wanted])[..] else { return None };
        let further = terms::returned(ctx, further.as_deref()?)?;
        if further == ran {
            return (old != new).then_some(true);
        }
        let [whole, other] = &driver.whole(self.opt, &[wanted, before])[..] else { return None };
        let (whole, other) =
            (terms::returned(ctx, whole.as_deref()?)?, terms::returned(ctx, other.as_deref()?)?);
        Some(whole == other)
    }
}

/// The reason for which there is no program.
enum Nothing {
    /// The pattern has no programs.
    CannotMake(CannotRun),
    /// The driver exchanges the operands of all that were found, so that the body never sees one.
    Exchanged,
    /// None was found.
    NotFound,
}

impl Nothing {
    fn message(self) -> String {
        match self {
            Nothing::CannotMake(why) => format!("no program can be made for it: {why}"),
            Nothing::Exchanged => {
                "the driver exchanges the operands of each program that it matches".to_owned()
            }
            Nothing::NotFound => "no program was found that it matches".to_owned(),
        }
    }
}

/// Tells if the reading speaks about a program: scalars and complex numbers, and no `index` where it leaves that out.
fn is_plain(program: &Program, root: OpId, leaves_index_out: bool) -> bool {
    let ctx = program.ctx();
    let scalar = |value| match ctx.type_kind(program.value_type(value)) {
        TypeKind::Integer { .. } | TypeKind::Float(_) => true,
        TypeKind::Index => !leaves_index_out,
        TypeKind::Complex(_) => true,
        _ => false,
    };
    let Some(block) = program.op(root).block else { return false };
    program.ops_in(block).all(|op| program.operands(op).all(scalar) && program.results(op).all(scalar))
}

/// Tells if a constant of a program is a floating-point number of another type than `f32`: conditions on constants are read for that type alone, so that
/// another path may take what misses one.
fn has_other_floats(program: &Program, root: OpId) -> bool {
    let other = |value| match program.ctx().type_kind(program.value_type(value)) {
        TypeKind::Float(kind) => *kind != FloatKind::F32,
        _ => false,
    };
    let Some(block) = program.op(root).block else { return false };
    let constant =
        |op: &OpId| ops::op(program.op_name(*op)).is_some_and(|record| record.has("constant_like"));
    program.ops_in(block).filter(constant).any(|op| program.results(op).any(other))
}

/// Tells if two constants of a program are equal: the driver makes them one before any folder sees them.
fn has_equal_constants(program: &Program, root: OpId) -> bool {
    let Some(block) = program.op(root).block else { return false };
    let constants: Vec<OpId> = program
        .ops_in(block)
        .filter(|op| ops::op(program.op_name(*op)).is_some_and(|record| record.has("constant_like")))
        .collect();
    let key = |op: &OpId| {
        let data = program.op(*op);
        let ty = program.results(*op).next().map(|value| program.value_type(value));
        (data.name, data.properties, data.attributes, ty)
    };
    constants.iter().enumerate().any(|(at, op)| constants[..at].iter().any(|other| key(other) == key(op)))
}

/// Tells if the driver moves a constant to the right before any folder sees the operation.
fn is_exchanged(program: &Program, root: OpId, registry: &Registry) -> bool {
    let is_constant = |value| {
        let spec = program.defining_op(value).and_then(|op| registry.op(program.op(op).name));
        spec.is_some_and(|spec| spec.traits.constant_like)
    };
    let Some(block) = program.op(root).block else { return false };
    program.ops_in(block).any(|op| {
        let spec = registry.op(program.op(op).name);
        spec.is_some_and(|spec| spec.traits.commutative) && {
            let operands: Vec<bool> = program.operands(op).map(is_constant).collect();
            operands.windows(2).any(|pair| pair[0] && !pair[1])
        }
    })
}

/// Tells if traits of the root fold the program beside its own folder.
fn folds_by_traits(program: &Program, root: OpId) -> bool {
    let Some(record) = ops::op(program.op_name(root)) else { return false };
    let operands: Vec<_> = program.operands(root).collect();
    let same = operands.windows(2).any(|pair| pair[0] == pair[1]);
    let inner = operands.iter().filter_map(|value| program.defining_op(*value));
    let twice = inner.into_iter().any(|op| program.op(op).name == program.op(root).name);
    record.has("IsIdempotent") && (same || twice) || record.has("IsInvolution") && twice
}
