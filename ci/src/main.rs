//! The `assay` command line: dispatch only, one file per subcommand.

/// Prints a line to standard output; a reader that has seen enough (`| head`) is no error.
macro_rules! say {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stdout(), $($words)*);
    }};
}

mod args;
mod commands;
mod diagnostics;
mod dialects;
mod exit;
mod inputs;
mod origin;
mod output;
mod present;
mod progress;
mod rules;
mod texts;
mod witnesses;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use exit::Exit;

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Check(args) => commands::check::run(&args),
        Command::Explain { code } => commands::explain::run(code.as_deref()),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Subset(args) => commands::subset::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Fuzz(args) => commands::fuzz::run(&args),
        Command::Doctor { solver } => commands::doctor::run(solver.as_deref()),
    };
    match done {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("error: {error:#}");
            Exit::Trouble.into()
        }
    }
}
