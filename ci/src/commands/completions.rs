//! `assay completions` and `assay man`: made from the description of the command line itself.

use std::io::Write as _;

use clap::CommandFactory as _;

use crate::args::Cli;
use crate::exit::Exit;
use crate::output;

/// Prints the completion script of a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "assay", &mut script);
    print(&script)
}

/// Prints the manual page with a section for each subcommand.
pub(crate) fn man() -> anyhow::Result<Exit> {
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    let top = clap_mangen::Man::new(command.clone());
    top.render(&mut page)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        writeln!(page, ".SH \"ASSAY {}\"", sub.get_name().to_uppercase())?;
        let man = clap_mangen::Man::new(sub.clone());
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    print(&page)
}

fn print(bytes: &[u8]) -> anyhow::Result<Exit> {
    output::print(&String::from_utf8_lossy(bytes)).map(|()| Exit::Clean)
}
