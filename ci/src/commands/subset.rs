//! `assay subset FILE`: the answers to the `irdl.check_subset` of a file; `assay subset FILE @D::@L @D::@R`: does the one
//! definition accept all that the other accepts?

use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use assay_ir::data::Context;
use assay_ir::spec::{self, OpSpec, Registry};
use assay_ir::text;
use assay_mlir::files;
use assay_smt::SolverPool;
use assay_verifier::types::{SubsetAnswer, check_subset, subset};

use crate::args::SubsetArgs;
use crate::dialects::DialectSources;
use crate::exit::Exit;
use crate::{diagnostics, dialects, solvers};

/// Prints `holds`, or an assignment that only the left side accepts (exit code 1), or why nothing was decided
/// (exit code 4), for each question.
pub(crate) fn run(args: &SubsetArgs) -> anyhow::Result<Exit> {
    let ctx = Context::new();
    let mut registry = assay_corpus::load_builtin(&ctx);
    let file = std::slice::from_ref(&args.file);
    let troubles = dialects::load(
        DialectSources { dialects: &args.dialect, questions: file, ..DialectSources::default() },
        &mut registry,
    );
    if !troubles.is_empty() {
        bail!("{}", troubles.join("\n"));
    }
    let pool = solvers::pool(&args.solvers, NonZero::<usize>::MIN)?;
    let exit = match (&args.left, &args.right) {
        (Some(left), Some(right)) => {
            let (left, right) = (operation(&registry, left)?, operation(&registry, right)?);
            say_answer(&ctx, "", &subset(&registry, &left, &right, Some(&pool)))
        }
        _ => questions(args, &mut registry, &pool)?,
    };
    solvers::notes(&pool).iter().for_each(|line| eprintln!("note: {line}"));
    if let Some(line) = solvers::missing(&pool) {
        bail!("{line}");
    }
    Ok(exit)
}

/// The `irdl.check_subset` of a file, each with its line where there are several.
fn questions(args: &SubsetArgs, registry: &mut Registry, pool: &SolverPool) -> anyhow::Result<Exit> {
    let ctx = registry.ctx().clone();
    let parsed = read(&ctx, &args.file)?;
    let (questions, problems) = spec::check_subsets(&parsed, registry);
    if !problems.is_empty() {
        bail!("{}", diagnostics::render(&parsed, &problems));
    }
    if questions.is_empty() {
        bail!("no irdl.check_subset in {}; or name two operations, @D::@L @D::@R", args.file.display());
    }
    let mut exit = Exit::Clean;
    for question in &questions {
        let line = parsed.source().map_or(0, |source| source.line_column(question.span.start).line);
        let decided = check_subset(registry, question, Some(pool));
        if args.steps {
            for step in &decided.steps {
                say!("{step}");
            }
        }
        let place = if questions.len() == 1 { String::new() } else { format!("line {line}: ") };
        exit = exit.and(say_answer(&ctx, &place, &decided.answer));
    }
    Ok(exit)
}

fn read(ctx: &Arc<Context>, path: &Path) -> anyhow::Result<assay_ir::data::Program> {
    let name = path.display().to_string();
    let bytes = files::read_named(path).with_context(|| format!("cannot read {name}"))?;
    // Loading the dialects of the same file has shown that it can be read.
    match text::parse_bytes(ctx, &name, &bytes) {
        Ok(parsed) => Ok(parsed.program),
        Err(problem) => bail!("{name}: {}", problem.message),
    }
}

fn say_answer(ctx: &Context, place: &str, answer: &SubsetAnswer) -> Exit {
    match answer {
        SubsetAnswer::Holds => {
            say!("{place}holds");
            Exit::Clean
        }
        SubsetAnswer::Fails(assignment) => {
            let parts: Vec<String> = assignment.iter().map(|assigned| assigned.text(ctx)).collect();
            say!("{place}fails {}", parts.join(" "));
            Exit::Findings
        }
        SubsetAnswer::Unknown(why) => {
            say!("{place}unknown({}) {}", why.kind(), why.subject());
            Exit::Unknown
        }
    }
}

fn operation(registry: &Registry, text: &str) -> anyhow::Result<Arc<OpSpec>> {
    let (dialect, name) = text
        .strip_prefix('@')
        .and_then(|rest| rest.split_once("::@"))
        .with_context(|| format!("`{text}` does not name an operation; write @dialect::@operation"))?;
    let full = registry.ctx().ident(&format!("{dialect}.{name}"));
    registry.op(full).cloned().with_context(|| format!("no operation `{dialect}.{name}` is declared"))
}
