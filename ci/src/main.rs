//! The `assay` command line: dispatch only, one file per subcommand.

/// Prints a line to standard output; a reader that has seen enough (`| head`) is no error, and any other failure is the
/// exit code of the run.
macro_rules! say {
    ($($words:tt)*) => { $crate::output::line(format_args!($($words)*)) };
}

/// Prints to standard error; a message that cannot be written changes nothing.
macro_rules! eprint {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = write!(std::io::stderr(), $($words)*);
    }};
}

/// Prints a line to standard error; a message that cannot be written changes nothing.
macro_rules! eprintln {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($words)*);
    }};
}

/// The allocator of all threads; that of the system takes twice as long for what a pattern needs.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod accept;
mod args;
mod attempts;
mod baseline;
mod baseline_files;
mod changed;
mod check_loop;
mod commands;
mod compiler;
mod config;
mod confirm_cpp;
mod confirm_mlir;
mod convert;
mod cpp;
#[cfg(feature = "cpp")]
mod cpp_source;
mod date;
mod diagnostics;
mod diagram;
mod dialects;
mod digest;
mod excluded;
mod exit;
mod fixes;
mod frontend;
mod inputs;
mod interrupt;
mod key;
mod known;
mod library;
mod lit;
mod memory;
mod mlir_output;
mod names;
mod native_run;
mod ordered_pool;
mod origin;
mod output;
mod pages;
mod paths;
mod programs;
mod progress;
mod proof_check;
mod proofs;
mod questions;
mod refusals;
mod request;
mod rerun_command;
mod rise;
mod rules;
mod session;
mod sets;
mod settings;
mod severity;
mod shards;
mod shell;
mod show_config;
mod slowest;
mod solvers;
mod timeout_advice;
mod unfit;
mod witnesses;

use std::process::ExitCode;

use clap::FromArgMatches as _;

use args::{Cli, Command};
use exit::Exit;

fn main() -> ExitCode {
    if let Err(error) = interrupt::install() {
        eprintln!("note: signals end this run at once: {error}");
    }
    let cli = Cli::from_arg_matches(&args::command().get_matches()).unwrap_or_else(|error| error.exit());
    let done = match cli.command {
        Command::Init(args) => commands::init::run(&args),
        Command::Check(args) => commands::check::run(*args),
        Command::Baseline(args) => commands::baseline::run(*args),
        Command::Explain { code, markdown } => commands::explain::run(code.as_deref(), markdown),
        Command::Meaning { file: Some(dialect), .. } => commands::meaning::print_file(&dialect),
        Command::Meaning { operation, descriptions, .. } => {
            commands::meaning::run(operation.as_deref(), &descriptions)
        }
        Command::Apply(args) if commands::rise::is_rise(&args.to) => commands::rise::apply::run(&args),
        Command::Apply(args) => commands::apply::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Run(args) if commands::rise::is_rise(&args.file) => commands::rise::run::run(&args),
        Command::Run(args) => commands::run::run(&args),
        Command::Lower(args) => commands::rise::lower::run(&args),
        Command::Tv(args) => match &args.files[..] {
            [before, after] if [before, after].iter().all(|path| commands::rise::is_rise(path)) => {
                commands::rise::tv::run(&args, before, after)
            }
            [before, after] if commands::rise::is_rise(before) => {
                commands::rise::against::run(&args, before, after, true)
            }
            [before, after] if commands::rise::is_rise(after) => {
                commands::rise::against::run(&args, after, before, false)
            }
            _ => commands::tv::run(&args),
        },
        Command::Reduce(args) => commands::tv::reduction::run(&args),
        Command::Diff(args) => commands::diff::run(&args),
        Command::Opt(args) => commands::opt::run(&args),
        Command::Audit(args) => commands::audit::run(&args),
        Command::Transform(args) => commands::transform::run(&args),
        Command::Tune(args) => commands::tune::run(&args),
        Command::Subset(args) => commands::subset::run(&args),
        Command::Import(args) => commands::import::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Fuzz(args) => commands::fuzz::run(&args),
        Command::Merge(args) => commands::merge::run(&args),
        Command::Lsp(args) => commands::lsp::run(args),
        Command::Doctor(args) => commands::doctor::run(&args),
        Command::Completions { shell } => commands::completions::completions(shell),
        Command::Man { out } => commands::completions::man(out.as_deref()),
    };
    match done.and_then(|exit| output::written().map(|()| exit)) {
        Ok(exit) => exit.into(),
        Err(error) => {
            let message = format!("{error:#}");
            // A diagnostic with its place brings its own head.
            let head = if message.starts_with("error[") { "" } else { "error: " };
            eprintln!("{head}{message}");
            Exit::Trouble.into()
        }
    }
}
