//! What is wrong, reduced: one file for each kind of failure and shape of the reduced case, which `assay replay` runs.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use arbitrary::Unstructured;
use assay_ir::data::{Context, Program, Source, known};
use assay_ir::pdl::{Pattern, canonical, patterns, validate};
use assay_ir::rewrite::CompiledPattern;
use assay_mlir::MlirOpt;
use assay_mlir::process::Limits;
use assay_verifier::stage::Options;
use serde::{Deserialize, Serialize};

use super::plan::{ENGINE, INPUTS, OracleKind, Plan, Wrong};
use crate::execute::{apply_at, is_wellformed};
use crate::generate::{ChoiceSource, bytes};
use crate::oracle::engine_mlir::{Agreement, Question, ask, predict};
use crate::oracle::verdict::{self, Class};
use crate::oracle::{Failure, execution, round_trip, undo, wellformed_mlir};
use crate::outcome::Outcome;
use crate::shrink::{shrink, size};
use crate::subject::FuzzContext;
use crate::{check_options, generic_printer};

/// Programs that are tried at most to reduce one finding.
const TRIES: usize = 6000;

/// Programs that are tried in one process where MLIR is asked.
const TOGETHER: usize = 48;

/// How long MLIR may take over programs that are tried.
const PATIENCE: Duration = Duration::from_secs(3);

/// The oracle of a fact: campaigns with all stages meet facts of other oracles than their own.
fn oracle_for(plan: &Plan, what: &str) -> OracleKind {
    match what {
        ENGINE => OracleKind::Engine,
        execution::SAME => OracleKind::Execution,
        _ => plan.oracle,
    }
}

/// A reduced finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The oracle whose fact it is.
    pub oracle: OracleKind,
    /// The fact that does not hold.
    pub what: String,
    /// Tells it from others: the fact and the shape of the reduced case.
    pub key: String,
    /// The line that names the options of the verdict; empty for the defaults.
    pub options: String,
    /// The reduced case, a text that stands alone.
    pub text: String,
    /// How many operations it has, pattern and payload together.
    pub operations: usize,
}

/// Pattern and payload in one text.
pub fn modules(pattern: &str, payload: &str) -> String {
    match pattern {
        "" => format!("module @ir {{\n{payload}}}\n"),
        _ => format!("module @patterns {{\n{pattern}}}\nmodule @ir {{\n{payload}}}\n"),
    }
}

/// The operations of a named module, as text.
fn module(program: &Program, name: &str) -> Option<String> {
    let modules = program.ops_in(program.top_block());
    let mut found = modules.filter(|op| {
        program.op(*op).name == known::BUILTIN_MODULE && program.attr_text(*op, known::SYM_NAME) == Some(name)
    });
    let block = *program.region(*program.op_regions(found.next()?).first()?).blocks.first()?;
    let print = |op| assay_ir::text::print_op(program, op, &Default::default());
    Some(program.ops_in(block).map(|op| format!("{}\n", print(op).trim_end())).collect())
}

/// Whether a fact fails on cases, each a text: the failures, in their order. What needs MLIR is asked together, and
/// holds where there is none.
pub fn failures(
    world: &FuzzContext,
    oracle: OracleKind,
    opt: Option<&MlirOpt>,
    texts: &[String],
) -> Vec<Option<Failure>> {
    failures_but(world, oracle, opt, texts, 1)
}

/// The same, with one in `crashes` of the cases that are expected to crash MLIR: each of them costs a process.
fn failures_but(
    world: &FuzzContext,
    oracle: OracleKind,
    opt: Option<&MlirOpt>,
    texts: &[String],
    crashes: usize,
) -> Vec<Option<Failure>> {
    let cases: Vec<Case> = texts.iter().map(|text| Case::read(world, text)).collect();
    match (oracle, opt) {
        (OracleKind::Wellformed, Some(opt)) => {
            let programs: Vec<&Program> = cases.iter().map(|case| &case.payload_program).collect();
            wellformed_mlir::check_all(world, opt, &programs).into_iter().map(Result::err).collect()
        }
        (OracleKind::Engine, Some(opt)) => engine(world, opt, &cases, crashes),
        (OracleKind::Wellformed | OracleKind::Engine, None) => vec![None; texts.len()],
        _ => cases.iter().map(|case| alone(world, oracle, case).err()).collect(),
    }
}

/// The line of a finding that names the seed of its options.
const OPTIONS: &str = "// options drawn from: ";

/// The options that a text of a case names, else the defaults.
fn options_of(text: &str) -> Options {
    let line = text.lines().find_map(|line| line.strip_prefix(OPTIONS));
    let seed = line.and_then(|rest| rest.split(' ').next()?.parse().ok());
    seed.map_or_else(Options::default, check_options::options)
}

/// The line that names the options, and nothing where they were not drawn.
fn options_line(drawn_from: Option<u64>) -> String {
    drawn_from.map_or_else(String::new, |seed| {
        format!("{OPTIONS}{seed} (assay check {})\n", check_options::flags(&check_options::options(seed)))
    })
}

/// A case as it was read.
struct Case {
    options: Options,
    program: Program,
    program_reads: bool,
    reads: bool,
    pattern: String,
    payload: String,
    payload_program: Program,
}

impl Case {
    fn read(world: &FuzzContext, text: &str) -> Case {
        let parsed = assay_ir::text::parse(world.ctx(), &Source::new("case", text));
        let pattern = module(&parsed.program, "patterns").unwrap_or_default();
        let payload = module(&parsed.program, "ir").unwrap_or_default();
        let read = assay_ir::text::parse(world.ctx(), &Source::new("payload", payload.as_str()));
        let program_reads = parsed.diagnostics.is_empty();
        let reads = program_reads && read.diagnostics.is_empty();
        Case {
            options: options_of(text),
            program: parsed.program,
            program_reads,
            reads,
            pattern,
            payload,
            payload_program: read.program,
        }
    }

    fn is_fine(&self, world: &FuzzContext) -> bool {
        self.reads && is_wellformed(&self.payload_program, &world.registry)
    }
}

/// The first pattern of a text, if PDL's rules accept it.
fn valid<'p>(world: &FuzzContext, program: &'p Program) -> Option<Pattern<'p>> {
    let found = patterns(program).first().copied()?;
    validate(found, Some(&world.registry)).is_empty().then_some(found)
}

/// The facts that need no MLIR.
fn alone(world: &FuzzContext, oracle: OracleKind, case: &Case) -> Result<(), Failure> {
    // Nor is a text that does not read a case of the printer.
    match oracle {
        OracleKind::Print if !case.program_reads => Ok(()),
        OracleKind::Print => round_trip::check(&case.program),
        _ if !case.reads => Ok(()),
        OracleKind::Undo => {
            let parsed = assay_ir::text::parse(world.ctx(), &Source::new("pattern", case.pattern.as_str()));
            let Some(found) = valid(world, &parsed.program) else { return Ok(()) };
            let program = &case.payload_program;
            undo::check(world, found, program, program.walk(program.top()).collect::<Vec<_>>())
        }
        OracleKind::Execution => of_execution(world, case),
        OracleKind::Verdict | OracleKind::Engine | OracleKind::Wellformed => of_verdict(world, case),
    }
}

fn engine(world: &FuzzContext, opt: &MlirOpt, cases: &[Case], crashes: usize) -> Vec<Option<Failure>> {
    let mut out = vec![None; cases.len()];
    let (mut slots, mut questions) = (Vec::new(), Vec::new());
    for (slot, case) in cases.iter().enumerate() {
        let parsed = assay_ir::text::parse(world.ctx(), &Source::new("pattern", case.pattern.as_str()));
        if let Some(found) = patterns(&parsed.program).first().filter(|_| case.is_fine(world)) {
            let prediction = predict(world, &[*found], &case.payload_program);
            slots.push(slot);
            let (pattern, payload) = (case.pattern.clone(), case.payload.clone());
            questions.push(Question { pattern, payload, prediction });
        }
    }
    for (slot, answer) in slots.into_iter().zip(ask(world, opt, &questions, crashes)) {
        if let Agreement::Differs(why) = answer.agreement {
            out[slot] = Some(Failure::new(ENGINE, why));
        }
    }
    out
}

/// Both engines on what the case is before the rewrite and after it.
fn of_execution(world: &FuzzContext, case: &Case) -> Result<(), Failure> {
    if !case.is_fine(world) {
        return Ok(());
    }
    let parsed = assay_ir::text::parse(world.ctx(), &Source::new("pattern", case.pattern.as_str()));
    let Some(compiled) = valid(world, &parsed.program).and_then(|found| CompiledPattern::new(found).ok())
    else {
        return Ok(());
    };
    let program = &case.payload_program;
    let noise = bytes(1, 512);
    let dice = &mut ChoiceSource(&mut Unstructured::new(&noise));
    let Some(inputs) = execution::arguments(program, INPUTS, dice) else { return Ok(()) };
    for op in program.walk(program.top()) {
        for run in apply_at(&compiled, program, op, &world.registry) {
            if run.outcome == Outcome::WellFormed {
                execution::compare(world, program, &run.after, &inputs)?;
            }
        }
    }
    Ok(())
}

/// A proof that execution contradicts; other contradictions are about patterns alone.
fn of_verdict(world: &FuzzContext, case: &Case) -> Result<(), Failure> {
    let parsed = assay_ir::text::parse(world.ctx(), &Source::new("pattern", case.pattern.as_str()));
    let Some(found) = valid(world, &parsed.program) else { return Ok(()) };
    let answer = verdict::ask_with(world, found, &case.options);
    if let Some(claim) = answer.disagreements.first() {
        return Err(Failure::new("what is claimed was replayed", claim.as_str()));
    }
    if answer.class == Class::Refuted && answer.unshown {
        return Err(Failure::new("what is refuted has a witness", format!("{:?}", answer.codes)));
    }
    let breaks = super::work::breaks(world, &case.pattern, &case.payload).filter(|_| case.is_fine(world));
    match (answer.class, breaks) {
        (Class::Proved, Some(true)) => Err(Failure::new("what is proved works", "")),
        (Class::Vacuous, Some(_)) => Err(Failure::new("what is vacuous never matches", "")),
        _ => Ok(()),
    }
}

/// Reduces something wrong, and writes it down.
pub fn reduce(plan: &Plan, wrong: &Wrong) -> Finding {
    let oracle = oracle_for(plan, &wrong.what);
    let text = modules(&wrong.pattern, &wrong.payload);
    let ctx = Context::new();
    let parsed = assay_ir::text::parse(&ctx, &Source::new("case", text.as_str()));
    let print = |program: &Program| match oracle {
        OracleKind::Print => generic_printer::print(program),
        _ => assay_ir::text::print(program, &Default::default()),
    };
    let options = options_line(wrong.options);
    let world = FuzzContext::describing(&plan.meanings);
    // What hangs is not waited for as long as in a campaign.
    let opt = plan.mlir.as_ref().map(|opt| {
        let wall = opt.limits().wall.min(PATIENCE);
        opt.clone().with_limits(Limits { wall, ..*opt.limits() })
    });
    let read = |program: &Program| format!("{options}{}", print(program));
    let fails = |texts: &[String], crashes: usize| {
        let found = failures_but(&world, oracle, opt.as_ref(), texts, crashes);
        found.iter().position(|failure| failure.as_ref().is_some_and(|failure| failure.what == wrong.what))
    };
    // Crashes are asked about only where the case is one. What cannot be repeated from its text is kept as it is.
    let repeats = |crashes: &usize| fails(&[read(&parsed.program)], *crashes).is_some();
    let crashes =
        [usize::MAX, 1].into_iter().find(|crashes| parsed.diagnostics.is_empty() && repeats(crashes));
    let together = if oracle.needs_mlir() { TOGETHER } else { 1 };
    let (program, text) = match crashes {
        Some(crashes) => {
            let shrunk =
                shrink(parsed.program, TRIES, together, &mut |program| read(program), &mut |texts| {
                    fails(texts, crashes)
                });
            let text = print(&shrunk.program);
            (shrunk.program, text)
        }
        None => (parsed.program, text),
    };
    let shape = match patterns(&program).first() {
        Some(pattern) => canonical(*pattern),
        None => print(&program),
    };
    let (what, key) = (wrong.what.clone(), format!("{}\n{shape}", wrong.what));
    Finding { oracle, what, key, options, text, operations: size(&program) }
}

/// The name of the file of a finding, made of its fact and shape.
pub fn file_name(finding: &Finding) -> String {
    let mut hasher = DefaultHasher::new();
    finding.key.hash(&mut hasher);
    format!("{}-{:016x}.mlir", finding.oracle.word(), hasher.finish())
}

/// The file of a finding.
pub fn file(plan: &Plan, index: u64, finding: &Finding) -> String {
    format!(
        "// oracle: {}\n// Does not hold: {}\n// Found by: assay fuzz --mode {} --oracle {} --seed {}{}, pattern {index}\n\
         // Run it again with `assay replay FILE`\n{}{}",
        finding.oracle.word(),
        finding.what,
        plan.config.pattern.mode.word(),
        plan.oracle.word(),
        plan.seed,
        if plan.all_stages { " --all-stages" } else { "" },
        finding.options,
        finding.text
    )
}

/// The oracle that a file names in its first line.
pub fn oracle_of(text: &str) -> Option<OracleKind> {
    let word = text.lines().next()?.strip_prefix("// oracle: ")?.trim();
    OracleKind::ALL.into_iter().find(|oracle| oracle.word() == word)
}
