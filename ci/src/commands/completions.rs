//! `assay completions` and `assay man`: made from the description of the command line itself.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;
use assay_mlir::files;
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

/// Prints the manual page with a section for each subcommand, or writes a page for each to a folder.
pub(crate) fn man(folder: Option<&Path>) -> anyhow::Result<Exit> {
    let mut command = Cli::command();
    command.build();
    match folder {
        Some(folder) => write_pages(&command, folder),
        None => print(&one_page(&command)?),
    }
}

fn one_page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let top = clap_mangen::Man::new(command.clone());
    top.render(&mut page)?;
    for sub in subcommands(command) {
        writeln!(page, ".SH \"ASSAY {}\"", sub.get_name().to_uppercase())?;
        let man = clap_mangen::Man::new(sub.clone());
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    Ok(page)
}

/// Writes `assay.1` and a page `assay-COMMAND.1` of each subcommand, as `man assay-check` looks for it.
fn write_pages(command: &clap::Command, folder: &Path) -> anyhow::Result<Exit> {
    let cannot = |path: &Path| format!("cannot write {}", path.display());
    std::fs::create_dir_all(folder).with_context(|| cannot(folder))?;
    let pages = subcommands(command).map(|sub| (format!("assay-{}", sub.get_name()), sub));
    let pages: Vec<(String, &clap::Command)> =
        std::iter::once(("assay".to_owned(), command)).chain(pages).collect();
    for (name, command) in &pages {
        let mut page = Vec::new();
        let man = clap_mangen::Man::new((*command).clone()).title(name.to_uppercase());
        man.render(&mut page)?;
        let path = folder.join(format!("{name}.1"));
        files::write(&path, page).with_context(|| cannot(&path))?;
    }
    say!("{} pages in {}", pages.len(), folder.display());
    Ok(Exit::Clean)
}

fn subcommands(command: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    command.get_subcommands().filter(|sub| sub.get_name() != "help")
}

fn print(bytes: &[u8]) -> anyhow::Result<Exit> {
    output::print(&String::from_utf8_lossy(bytes)).map(|()| Exit::Clean)
}
