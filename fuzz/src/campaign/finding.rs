//! What is wrong, reduced: one file for each kind of failure and shape of the reduced case, which `assay replay` runs.

use assay_ir::data::{Context, Program, Source};
use assay_ir::pdl::{canonical, patterns};

use super::work::{OracleKind, Plan, Wrong};
use crate::oracle::engine_mlir::{Agreement, Question, ask, predict};
use crate::oracle::verdict::{self, Class};
use crate::oracle::{Failure, round_trip, wellformed_mlir};
use crate::shrink::{shrink, size};
use crate::subject::World;

/// Programs that are tried at most to reduce one finding.
const TRIES: usize = 4000;

/// A reduced finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The fact that does not hold.
    pub what: String,
    /// Tells it from others: the fact and the shape of the reduced case.
    pub key: String,
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
        program.op_name(*op) == "builtin.module"
            && program.attr_text(*op, assay_ir::data::known::SYM_NAME) == Some(name)
    });
    let block = *program.region(*program.op_regions(found.next()?).first()?).blocks.first()?;
    let print = |op| assay_ir::text::print_op(program, op, &Default::default());
    Some(program.ops_in(block).map(|op| format!("{}\n", print(op).trim_end())).collect())
}

/// Whether a fact fails on a case; the error says which one.
///
/// # Errors
/// When it fails.
pub fn check(oracle: OracleKind, plan_mlir: Option<&assay_mlir::MlirOpt>, text: &str) -> Result<(), Failure> {
    let world = World::new();
    let parsed = assay_ir::text::parse(world.ctx(), &Source::new("case", text));
    let refused = |what| Err(Failure::new(what, ""));
    if !parsed.diagnostics.is_empty() && oracle != OracleKind::Print {
        return refused("the case reads");
    }
    let pattern = module(&parsed.program, "patterns").unwrap_or_default();
    let payload = module(&parsed.program, "ir").unwrap_or_default();
    match oracle {
        OracleKind::Print => round_trip::check(&parsed.program),
        OracleKind::Undo => Ok(()),
        OracleKind::Wellformed => {
            let Some(opt) = plan_mlir else { return Ok(()) };
            let read = assay_ir::text::parse(world.ctx(), &Source::new("payload", payload));
            wellformed_mlir::check_all(&world, opt, &[&read.program]).remove(0)
        }
        OracleKind::Engine => {
            let Some(opt) = plan_mlir else { return Ok(()) };
            engine(&world, opt, &pattern, &payload)
        }
        OracleKind::Verdict => of_verdict(&world, &pattern, &payload),
    }
}

fn engine(world: &World, opt: &assay_mlir::MlirOpt, pattern: &str, payload: &str) -> Result<(), Failure> {
    let read = |name: &str, text: &str| assay_ir::text::parse(world.ctx(), &Source::new(name, text));
    let (patterns_read, payload_read) = (read("pattern", pattern), read("payload", payload));
    let all = patterns(&patterns_read.program);
    let Some(found) = all.first() else { return Ok(()) };
    if !assay_ir::pdl::validate(*found, Some(&world.registry)).is_empty()
        || !crate::execute::is_wellformed(&payload_read.program, &world.registry)
    {
        return Ok(());
    }
    let prediction = predict(world, *found, &payload_read.program);
    let question = Question { pattern: pattern.to_owned(), payload: payload.to_owned(), prediction };
    match ask(world, opt, &[question], 1).remove(0).agreement {
        Agreement::Differs(why) => Err(Failure::new("the engine does what MLIR does", why)),
        _ => Ok(()),
    }
}

/// A proof that execution contradicts; other contradictions are about patterns alone.
fn of_verdict(world: &World, pattern: &str, payload: &str) -> Result<(), Failure> {
    let parsed = assay_ir::text::parse(world.ctx(), &Source::new("pattern", pattern));
    let all = patterns(&parsed.program);
    let Some(found) = all.first() else { return Ok(()) };
    if !assay_ir::pdl::validate(*found, Some(&world.registry)).is_empty() {
        return Ok(());
    }
    let answer = verdict::ask_pattern(world, *found);
    if let Some(claim) = answer.disagreements.first() {
        return Err(Failure::new("what is claimed was replayed", claim.as_str()));
    }
    let read = assay_ir::text::parse(world.ctx(), &Source::new("payload", payload));
    let fine = crate::execute::is_wellformed(&read.program, &world.registry);
    let broken = super::work::breaks(world, pattern, payload) == Some(true);
    match (answer.class, fine && broken) {
        (Class::Proved, true) => Err(Failure::new("what is proved works", "")),
        (Class::Vacuous, _) if super::work::breaks(world, pattern, payload).is_some() && fine => {
            Err(Failure::new("what is vacuous never matches", ""))
        }
        _ => Ok(()),
    }
}

/// Reduces something wrong, and writes it down.
pub fn reduce(plan: &Plan, wrong: &Wrong) -> Finding {
    let text = modules(&wrong.pattern, &wrong.payload);
    let ctx = Context::new();
    let parsed = assay_ir::text::parse(&ctx, &Source::new("case", text.as_str()));
    let print = |program: &Program| assay_ir::text::print(program, &Default::default());
    let fails = |program: &Program| {
        check(plan.oracle, plan.mlir.as_ref(), &print(program))
            .err()
            .is_some_and(|failure| failure.what == wrong.what)
    };
    // What cannot be repeated from its text is kept as it is.
    let program = match parsed.diagnostics.is_empty() && fails(&parsed.program) {
        true => shrink(&parsed.program, TRIES, &mut |program| fails(program)).program,
        false => parsed.program,
    };
    let shape = match patterns(&program).first() {
        Some(pattern) => canonical(*pattern),
        None => print(&program),
    };
    Finding {
        what: wrong.what.clone(),
        key: format!("{}\n{shape}", wrong.what),
        text: print(&program),
        operations: size(&program),
    }
}

/// The file of a finding.
pub fn file(plan: &Plan, index: u64, finding: &Finding) -> String {
    format!(
        "// oracle: {}\n// Does not hold: {}\n// Found by: assay fuzz --mode {} --oracle {} --seed {}, pattern {index}\n\
         // Run it again with `assay replay FILE`\n{}",
        plan.oracle.word(),
        finding.what,
        plan.config.pattern.mode.word(),
        plan.oracle.word(),
        plan.seed,
        finding.text
    )
}

/// The oracle that a file names in its first line.
pub fn oracle_of(text: &str) -> Option<OracleKind> {
    let word = text.lines().next()?.strip_prefix("// oracle: ")?.trim();
    OracleKind::ALL.into_iter().find(|oracle| oracle.word() == word)
}
