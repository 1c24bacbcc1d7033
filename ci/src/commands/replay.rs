//! `assay replay FILE`: runs a witness again with our engine and checker, or puts the questions of a proof to a solver again.

use assay_fuzz::campaign::OracleKind;
use assay_fuzz::campaign::finding::{failures, oracle_of};
use assay_fuzz::subject::FuzzContext;
use assay_ir::data::{Context, Source};
use assay_ir::text;
use assay_jit::Jit;
use assay_mlir::{MlirOpt, files};
use assay_verifier::{REPLAY_BUDGET, Rerun, replay};

use crate::args::ReplayArgs;
use crate::commands::fuzz::sources;
use crate::exit::Exit;
use crate::{diagnostics, dialects, proof_check, proofs};

/// Prints what happens; exit code 1 when the pattern breaks, as a witness should, or a proof does not hold.
pub(crate) fn run(args: &ReplayArgs) -> anyhow::Result<Exit> {
    if let Some(list) = proofs::list_of(&args.file) {
        return proof_check::run(&list, args);
    }
    let name = args.file.display().to_string();
    let ctx = Context::new();
    let mut registry = assay_corpus::load_builtin(&ctx);
    let files = dialects::described(&args.descriptions, &mut registry)?;
    let bytes = match files::read_named(&args.file) {
        Ok(bytes) => bytes,
        Err(error) => anyhow::bail!("cannot read {name}: {error}"),
    };
    if let Some(oracle) = std::str::from_utf8(&bytes).ok().and_then(oracle_of) {
        let world = FuzzContext::describing(&sources(&files.descriptions.meanings)?);
        return finding(&name, &String::from_utf8_lossy(&bytes), oracle, &world);
    }
    let mut parsed = match text::parse_bytes(&ctx, &name, &bytes) {
        Ok(parsed) => parsed,
        Err(problem) => anyhow::bail!("{name}: {}", problem.message),
    };
    if !parsed.diagnostics.is_empty() {
        eprint!("{}", diagnostics::render(&parsed.program, &parsed.diagnostics));
        return Ok(Exit::Trouble);
    }
    Ok(report(&name, replay(&mut parsed.program, &registry, Some(&Jit))))
}

/// Runs a finding of `assay fuzz` again: the fact that its first line names, on the case in the file.
fn finding(name: &str, text: &str, oracle: OracleKind, world: &FuzzContext) -> anyhow::Result<Exit> {
    let parsed = text::parse(&Context::new(), &Source::new(name, text));
    if !parsed.diagnostics.is_empty() {
        eprint!("{}", diagnostics::render(&parsed.program, &parsed.diagnostics));
        return Ok(Exit::Trouble);
    }
    let opt = if oracle.needs_mlir() { Some(MlirOpt::find()?) } else { None };
    let found = failures(world, oracle, opt.as_ref(), &[text.to_owned()]);
    Ok(match found.into_iter().flatten().next() {
        Some(failure) => {
            say!("{name}: does not hold: {}\n{}", failure.what, failure.shown.trim_end());
            Exit::Findings
        }
        None => {
            say!("{name}: the fact `{}` holds here", oracle.word());
            Exit::Clean
        }
    })
}

fn report(name: &str, outcome: Rerun) -> Exit {
    match outcome {
        Rerun::Breaks { failures, after } => {
            say!("{name}: the rewrite breaks");
            for failure in failures {
                say!("  {failure}");
            }
            say!("after the rewrite, as far as it got:\n{after}");
            Exit::Findings
        }
        Rerun::Endless => {
            say!(
                "{name}: the rewrite does not end; stopped after {REPLAY_BUDGET} applications, or at a state seen before"
            );
            Exit::Findings
        }
        Rerun::OverMatch => {
            say!("{name}: MLIR 22 matches here, and the pattern as it is written does not");
            Exit::Findings
        }
        Rerun::Works { after } => {
            say!("{name}: the rewrite works here\n{after}");
            Exit::Clean
        }
        Rerun::Differs { compared, after } => {
            let how = match compared.differs_in_machine_code() {
                true => "compiled code and the interpreter ran before and after the rewrite",
                false => "the interpreter ran before and after the rewrite",
            };
            say!("{name}: the rewritten program does something else");
            say!("  {}", compared.text);
            say!("  {how}\nafter the rewrite:\n{after}");
            Exit::Findings
        }
        Rerun::Agrees { compared, after } => {
            say!("{name}: the rewritten program does what the original may do here");
            say!("  {}\nafter the rewrite:\n{after}", compared.text);
            Exit::Clean
        }
        Rerun::CannotRun(why) => {
            eprintln!("error: {name}: the program cannot be run before and after the rewrite: {why}");
            Exit::Trouble
        }
        Rerun::NoMatch => {
            eprintln!("error: {name}: the pattern matches nowhere in @ir");
            Exit::Trouble
        }
        Rerun::InvalidBefore(violations) => {
            eprintln!("error: {name}: the payload in @ir is not well-formed before any rewrite");
            for violation in violations {
                eprintln!("  {violation}");
            }
            Exit::Trouble
        }
        Rerun::NotAWitness => {
            eprintln!("error: {name}: a witness holds `module @patterns` with a pattern, and `module @ir`");
            Exit::Trouble
        }
    }
}
