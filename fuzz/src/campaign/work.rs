//! One pattern of a campaign from its number to its record: made, asked about, executed, shown to MLIR. A pure function
//! of the plan and the number. Writes nothing.

use std::ops::ControlFlow;

use arbitrary::Unstructured;
use assay_ir::data::{OpId, Program, Source};
use assay_ir::pdl::patterns;
use assay_ir::rewrite::{CompiledPattern, PdlSemantics};
use assay_mlir::MlirOpt;
use assay_smt::SolverPool;

use super::learn::Corpus;
use super::plan::{ENGINE, OracleKind, Plan, Wrong, print};
use super::record::{CaseRecord, Record};
use super::stages::{execute, stages};
use crate::config::PayloadConfig;
use crate::coverage::Coverage;
use crate::execute::{apply_at, matches_at};
use crate::oracle::engine_mlir::{Agreement, Question, ask, predict};
use crate::oracle::verdict::{self, Answer};
use crate::oracle::{Failure, round_trip, undo, wellformed_mlir};
use crate::outcome::{NOT_CHECKED, Outcome};
use crate::subject::{FuzzContext, GeneratedPattern, Trial, seed_of};
use crate::{check_options, generic_printer, opportunity};

/// Matched operations of a small pattern, all of whose layouts can be enumerated.
const SMALL: usize = 2;

/// Patterns that were worked on together.
#[derive(Debug, Default)]
pub struct Chunk {
    /// One record each.
    pub records: Vec<Record>,
    /// What is wrong, with the number of the pattern.
    pub wrong: Vec<(u64, Wrong)>,
    /// How diverse they are.
    pub coverage: Coverage,
    /// Features that they showed, in a campaign that learns.
    pub corpus: Corpus,
}

/// Works on the patterns with these numbers.
pub fn chunk(plan: &Plan, numbers: std::ops::Range<u64>, solvers: Option<&SolverPool>) -> Chunk {
    let world = FuzzContext::describing(&plan.meanings);
    let mut out = Chunk::default();
    let mut questions: Vec<(usize, Question)> = Vec::new();
    for index in numbers {
        let seed = seed_of(plan.seed, index);
        let noise = plan.noise(seed);
        let mut rest = Unstructured::new(&noise);
        let subject = GeneratedPattern::new(&world, &plan.config, &mut rest);
        let used = noise.len() - rest.len();
        let options = plan.options(seed);
        let payloads = check_options::payloads(&plan.config.payload, &options);
        let mut trials = subject.trials(&world, &payloads, seed);
        let enumerated = exhaust(&payloads, &world, &subject, &mut trials);
        let mut coverage = Coverage::default();
        coverage.pattern(&subject.sketch, subject.valid);
        coverage.trials(&subject.sketch, &trials);
        out.coverage.add(&coverage);
        let mut record = blank(plan, index, &subject, &trials);
        record.enumerated = enumerated;
        record.options = check_options::flags(&options);
        if plan.oracle == OracleKind::Verdict {
            let answer = verdict::ask(&world, &subject, &options);
            let wrong = judge(&world, &subject, &answer, &trials, &mut record);
            out.wrong.extend(wrong.map(|wrong| (index, Wrong { options: plan.drawn(seed), ..wrong })));
        } else if let Some(wrong) = facts(plan, &world, &subject, &trials) {
            record.wrong = Some(wrong.what.clone());
            out.wrong.push((index, wrong));
        }
        if plan.all_stages {
            let wrong = stages(&world, &subject, &options, &trials, solvers, &mut record);
            out.wrong.extend(wrong.map(|wrong| (index, Wrong { options: plan.drawn(seed), ..wrong })));
        }
        if plan.all_stages || plan.oracle == OracleKind::Execution {
            let wrong = execute(plan, &world, &subject, &options, seed, &mut record);
            out.wrong.extend(wrong.map(|wrong| (index, wrong)));
        }
        population(&subject, &mut record);
        if plan.mlir.is_some() && plan.oracle != OracleKind::Wellformed {
            questions.extend(questions_of(plan, &world, &subject, &trials).map(|q| (out.records.len(), q)));
        }
        if plan.guide.is_some() {
            out.corpus.count(&noise[..used], &record, &coverage);
        }
        out.records.push(record);
    }
    if let Some(opt) = &plan.mlir {
        match plan.oracle {
            OracleKind::Wellformed => wellformed(plan, opt, &mut out),
            _ => with_mlir(plan, &world, opt, questions, &mut out),
        }
    }
    out
}

/// All layouts of a small pattern: of each outcome the first one is kept. How many there were.
fn exhaust(
    config: &PayloadConfig,
    world: &FuzzContext,
    subject: &GeneratedPattern,
    trials: &mut Vec<Trial>,
) -> usize {
    if config.exhaustive == 0 || subject.sketch.nodes.len() > SMALL {
        return 0;
    }
    let mut seen: Vec<(Outcome, bool)> = Vec::new();
    subject.exhaust(world, config, &mut |trial| {
        let kind = (trial.outcome(), trial.is_special());
        if !seen.contains(&kind) {
            seen.push(kind);
            trials.push(trial);
        }
        ControlFlow::Continue(())
    })
}

fn blank(plan: &Plan, index: u64, subject: &GeneratedPattern, trials: &[Trial]) -> Record {
    let mut record = Record {
        index,
        mode: plan.config.pattern.mode.word().to_owned(),
        text: subject.text.clone(),
        verdict: if subject.valid { NOT_CHECKED } else { "malformed" }.to_owned(),
        flaw: subject.sketch.flaw.map(str::to_owned),
        connected: subject.sketch.is_connected(),
        nodes: subject.sketch.nodes.len(),
        real: subject.sketch.nodes.iter().any(|node| node.real),
        ranges: subject.sketch.has_ranges(),
        payloads: trials.len(),
        matched: trials.iter().filter(|trial| !trial.runs.is_empty()).count(),
        ..Record::default()
    };
    if !subject.valid {
        record.outcomes.insert(Outcome::Malformed.to_string(), 1);
    }
    for trial in trials {
        *record.outcomes.entry(trial.outcome().to_string()).or_default() += 1;
    }
    let mut broken = trials.iter().filter(|trial| trial.outcome().breaks_structure()).peekable();
    record.broken = broken.peek().is_some();
    record.special = record.broken && broken.all(Trial::is_special);
    let first = trials.iter().find(|trial| trial.outcome().breaks_structure());
    record.cases.extend(first.map(|trial| CaseRecord {
        payload: print(trial),
        assay: trial.outcome().to_string(),
        mlir: NOT_CHECKED.to_owned(),
        agreement: String::new(),
        special: trial.is_special(),
    }));
    record
}

/// What execution came to, and the rules that the pattern could show.
fn population(subject: &GeneratedPattern, record: &mut Record) {
    let rewritten = match record.matched {
        _ if !subject.valid => NOT_CHECKED,
        0 => "never matched",
        _ if record.broken => "breaks",
        _ => "works",
    };
    record.stages.insert("rewriting".to_owned(), rewritten.to_owned());
    let decided = |stage: &str| record.stages.get(stage).is_some_and(|word| word != NOT_CHECKED);
    let could = opportunity::possible_rules(&subject.sketch, decided("values"), decided("termination"));
    record.could = could.iter().map(|rule| rule.code().to_owned()).collect();
}

fn judge(
    world: &FuzzContext,
    subject: &GeneratedPattern,
    answer: &Answer,
    trials: &[Trial],
    record: &mut Record,
) -> Option<Wrong> {
    record.verdict = answer.class.word().to_owned();
    record.why = answer.why.clone();
    record.codes = answer.codes.clone();
    record.granted = answer.granted.clone();
    record.disagreements = answer.disagreements.clone();
    for (code, payload) in &answer.witnesses {
        match *code {
            "M501" => record.over_matched |= over_matches(world, &subject.text, payload),
            _ => record.witness_broken |= shows(world, &subject.text, payload),
        }
    }
    if let (false, Some((code, payload))) = (record.broken, answer.witnesses.first()) {
        // Nothing that was tried shows it: the witness stands in the record.
        let (payload, assay) = (payload.clone(), format!("witness {code}"));
        let (mlir, agreement) = (NOT_CHECKED.to_owned(), String::new());
        record.cases.push(CaseRecord { payload, assay, mlir, agreement, special: false });
    }
    let failure = verdict::contradiction(subject, answer, trials)?;
    let shows = trials.iter().find(|trial| trial.outcome().breaks_structure());
    record.wrong = Some(failure.what.to_owned());
    let payload = shows.map(print).unwrap_or_default();
    Some(Wrong { what: failure.what.to_owned(), pattern: subject.text.clone(), payload, options: None })
}

/// Whether a pattern, as text, breaks a structure rule somewhere in a program, as text; nothing when either does not
/// read or the pattern does not match.
pub fn breaks(world: &FuzzContext, pattern: &str, payload: &str) -> Option<bool> {
    replayed(world, pattern, payload, |compiled, program, op| {
        let runs = apply_at(compiled, program, op, &world.registry);
        (!runs.is_empty()).then(|| runs.iter().any(|run| run.outcome.breaks_structure()))
    })
}

/// As [`breaks`], of a program that was made to show something: contracts with a parent count, as its parents are meant.
fn shows(world: &FuzzContext, pattern: &str, payload: &str) -> bool {
    let structural = |outcome: Outcome| outcome.rule().is_some_and(|rule| rule.starts_with('S'));
    let shown = replayed(world, pattern, payload, |compiled, program, op| {
        let runs = apply_at(compiled, program, op, &world.registry);
        (!runs.is_empty()).then(|| runs.iter().any(|run| structural(run.outcome)))
    });
    shown == Some(true)
}

/// Whether MLIR 22 finds more matches at some operation of a program than the pattern has as it is written.
fn over_matches(world: &FuzzContext, pattern: &str, payload: &str) -> bool {
    let more = replayed(world, pattern, payload, |compiled, program, op| {
        let matches = |meaning| matches_at(compiled, program, op, &world.registry, meaning);
        Some(matches(PdlSemantics::Mlir22) > matches(PdlSemantics::Written))
    });
    more == Some(true)
}

/// What is asked of a pattern at each operation of a program: whether it holds at one of those that answer.
fn replayed(
    world: &FuzzContext,
    pattern: &str,
    payload: &str,
    ask: impl Fn(&CompiledPattern<'_>, &Program, OpId) -> Option<bool>,
) -> Option<bool> {
    let source = |name: &str, text: &str| assay_ir::text::parse(world.ctx(), &Source::new(name, text));
    let (pattern, payload) = (source("pattern", pattern), source("payload", payload));
    if !pattern.diagnostics.is_empty() || !payload.diagnostics.is_empty() {
        return None;
    }
    let compiled = CompiledPattern::new(*patterns(&pattern.program).first()?).ok()?;
    let program = &payload.program;
    program.walk(program.top()).filter_map(|op| ask(&compiled, program, op)).reduce(|a, b| a || b)
}

/// The facts that need no MLIR.
fn facts(plan: &Plan, world: &FuzzContext, subject: &GeneratedPattern, trials: &[Trial]) -> Option<Wrong> {
    let of = |failure: Failure, payload: String| Wrong {
        what: failure.what.to_owned(),
        pattern: subject.text.clone(),
        payload,
        options: None,
    };
    match plan.oracle {
        OracleKind::Print => {
            if let Err(failure) = round_trip::check(&subject.program) {
                return Some(of(failure, String::new()));
            }
            trials.iter().find_map(|trial| {
                // The printer is what is under suspicion: another one writes the program down, and reading adds what
                // reading adds.
                let written = generic_printer::print(&trial.payload.program);
                let read = round_trip::read(world.ctx(), &written);
                let failure = read.and_then(|program| round_trip::check(&program)).err()?;
                Some(Wrong { pattern: String::new(), ..of(failure, written) })
            })
        }
        OracleKind::Undo => trials.iter().find_map(|trial| {
            let failure =
                undo::check(world, subject.pattern()?, &trial.payload.program, [trial.anchor]).err()?;
            Some(of(failure, print(trial)))
        }),
        _ => None,
    }
}

/// What MLIR is asked about a pattern: payloads that broke and payloads that did not, alternating.
fn questions_of<'s>(
    plan: &'s Plan,
    world: &'s FuzzContext,
    subject: &'s GeneratedPattern,
    trials: &'s [Trial],
) -> impl Iterator<Item = Question> + 's {
    let (broken, fine): (Vec<&Trial>, Vec<&Trial>) = trials
        .iter()
        .filter(|trial| !trial.runs.is_empty())
        .partition(|trial| trial.outcome().rule().is_some());
    let most = broken.len().max(fine.len());
    let mixed =
        (0..most).flat_map(move |at| broken.get(at).copied().into_iter().chain(fine.get(at).copied()));
    let asked = mixed.take(plan.mlir_payloads).filter_map(move |trial| {
        let prediction = predict(world, &[subject.pattern()?], &trial.payload.program);
        Some(Question { pattern: subject.text.clone(), payload: print(trial), prediction })
    });
    // What PDL's own rules refuse, MLIR has to refuse whatever it is applied to.
    let refused = subject.pattern().filter(|_| !subject.valid).map(|pattern| {
        let prediction = predict(world, &[pattern], &Program::new(world.ctx()));
        Question { pattern: subject.text.clone(), payload: String::new(), prediction }
    });
    asked.chain(refused)
}

fn with_mlir(
    plan: &Plan,
    world: &FuzzContext,
    opt: &MlirOpt,
    questions: Vec<(usize, Question)>,
    out: &mut Chunk,
) {
    let (slots, questions): (Vec<usize>, Vec<Question>) = questions.into_iter().unzip();
    for ((slot, question), answer) in
        slots.into_iter().zip(&questions).zip(ask(world, opt, &questions, plan.crashes))
    {
        let record = &mut out.records[slot];
        *record.mlir.entry(answer.mlir.to_owned()).or_default() += 1;
        *record.agreement.entry(answer.agreement.word().to_owned()).or_default() += 1;
        record.cases.push(CaseRecord {
            payload: question.payload.clone(),
            assay: question.prediction.outcome.to_string(),
            mlir: answer.mlir.to_owned(),
            agreement: answer.agreement.word().to_owned(),
            special: false,
        });
        if let Agreement::Differs(_) = answer.agreement {
            let what = ENGINE.to_owned();
            record.wrong.get_or_insert_with(|| what.clone());
            let (pattern, payload) = (question.pattern.clone(), question.payload.clone());
            out.wrong.push((record.index, Wrong { what, pattern, payload, options: None }));
        }
    }
}

/// Programs, in order and damaged, to both verifiers.
fn wellformed(plan: &Plan, opt: &MlirOpt, out: &mut Chunk) {
    let world = FuzzContext::describing(&plan.meanings);
    let mut programs = Vec::new();
    for (slot, record) in out.records.iter().enumerate() {
        let seed = seed_of(plan.seed, record.index);
        let noise = plan.noise(seed);
        let subject = GeneratedPattern::new(&world, &plan.config, &mut Unstructured::new(&noise));
        for trial in subject.trials(&world, &plan.config.payload, seed).iter().take(plan.mlir_payloads) {
            programs.extend(
                wellformed_mlir::variants(&trial.payload.program, seed).into_iter().map(|p| (slot, p)),
            );
        }
    }
    let texts: Vec<&assay_ir::data::Program> = programs.iter().map(|(_, program)| program).collect();
    for ((slot, program), found) in programs.iter().zip(wellformed_mlir::check_all(&world, opt, &texts)) {
        let record = &mut out.records[*slot];
        let word = if found.is_ok() { "agrees" } else { "differs" };
        *record.agreement.entry(word.to_owned()).or_default() += 1;
        if let Err(failure) = found {
            record.wrong.get_or_insert_with(|| failure.what.to_owned());
            let payload = wellformed_mlir::text(program);
            let what = failure.what.to_owned();
            let wrong = Wrong { what, pattern: String::new(), payload, options: None };
            out.wrong.push((record.index, wrong));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_terminator_is_shown_beside_a_broken_type() {
        let pattern = r#"pdl.pattern @p : benefit(1) {
  %type = pdl.type : index
  %x = pdl.operand
  %root = pdl.operation(%x : !pdl.value) -> (%type : !pdl.type)
  pdl.rewrite %root {
    %float = pdl.type : f64
    %new = pdl.operation "arith.extf"(%x : !pdl.value) -> (%float : !pdl.type)
    pdl.replace %root with %new
  }
}
"#;
        let payload = r#"func.func @f(%x: i32) {
  cf.br ^bb1
^bb1:
  %0 = "assay.terminator"(%x)[^bb2] : (i32) -> index
^bb2:
  return
}
"#;
        assert!(shows(&FuzzContext::new(), pattern, payload));
    }
}
