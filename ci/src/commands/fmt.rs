//! `assay fmt`: MLIR text in its one canonical form, pretty or generic.

use assay_ir::data::Context;
use assay_ir::text::{self, PrintOptions};

use crate::args::FmtArgs;
use crate::diagnostics;
use crate::exit::Exit;
use crate::inputs;

/// Rewrites files in place (standard input goes to standard output); with `--check` only compares.
pub(crate) fn run(args: &FmtArgs) -> anyhow::Result<Exit> {
    let found = inputs::collect(&args.paths, &[".mlir"]);
    let mut exit = Exit::Clean;
    for trouble in &found.troubles {
        eprintln!("error: {trouble}");
        exit = exit.and(Exit::Trouble);
    }
    let options = PrintOptions { generic: args.generic, ..PrintOptions::default() };
    for input in &found.files {
        let ctx = Context::new();
        let parsed = match text::parse_bytes(&ctx, &input.name, &input.bytes) {
            Ok(parsed) => parsed,
            Err(problem) => {
                eprintln!("error: {}: {}", input.name, problem.message);
                exit = exit.and(Exit::Trouble);
                continue;
            }
        };
        if !parsed.diagnostics.is_empty() {
            eprint!("{}", diagnostics::render(&parsed.program, &parsed.diagnostics));
            exit = exit.and(Exit::Findings);
            continue;
        }
        let printed = text::print(&parsed.program, &options);
        if args.check {
            if printed.as_bytes() != input.bytes {
                println!("{}", input.name);
                exit = exit.and(Exit::Findings);
            }
        } else if input.name == "<stdin>" {
            print!("{printed}");
        } else if printed.as_bytes() != input.bytes {
            std::fs::write(&input.name, printed)?;
        }
    }
    Ok(exit)
}
