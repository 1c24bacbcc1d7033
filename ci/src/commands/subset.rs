//! `assay subset FILE @D::@L @D::@R`: does the one definition accept all that the other accepts?

use std::num::NonZero;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use assay_ir::data::Context;
use assay_ir::spec::{OpSpec, Registry};
use assay_verifier::types::{SubsetAnswer, subset};

use crate::args::SubsetArgs;
use crate::dialects;
use crate::exit::Exit;
use crate::solvers;

/// Prints `holds`, or an assignment that only the left one accepts (exit code 1), or why nothing was decided
/// (exit code 4).
pub(crate) fn run(args: &SubsetArgs) -> anyhow::Result<Exit> {
    let ctx = Context::new();
    let mut registry = assay_corpus::load_builtin(&ctx);
    let troubles = dialects::load(std::slice::from_ref(&args.file), &mut registry);
    if !troubles.is_empty() {
        bail!("{}", troubles.join("\n"));
    }
    let left = operation(&registry, &args.left)?;
    let right = operation(&registry, &args.right)?;
    let pool = solvers::pool(&args.solvers, NonZero::<usize>::MIN)?;
    let answer = subset(&registry, &left, &right, Some(&pool));
    if let Some(line) = solvers::missing(&pool) {
        bail!("{line}");
    }
    match answer {
        SubsetAnswer::Holds => {
            say!("holds");
            Ok(Exit::Clean)
        }
        SubsetAnswer::Fails(assignment) => {
            let parts: Vec<String> = assignment.iter().map(|assigned| assigned.text(&ctx)).collect();
            say!("fails {}", parts.join(" "));
            Ok(Exit::Findings)
        }
        SubsetAnswer::Unknown(why) => {
            say!("unknown({}) {}", why.class(), why.subject());
            Ok(Exit::Unknown)
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
