//! `assay completions` and `assay man`: made from the description of the command line itself.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;
use assay_mlir::files;
use clap::CommandFactory as _;

use crate::args::{self, Cli, USES};
use crate::exit::Exit;
use crate::output;

/// Prints the completion script of a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::command(), "assay", &mut script);
    print(&script)
}

/// Prints the manual page with a section for each subcommand, or writes a page for each to a folder.
pub(crate) fn man(folder: Option<&Path>) -> anyhow::Result<Exit> {
    // Examples, exit codes and environment are sections of their own here.
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
        end(&mut page, sub.get_name())?;
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
        end(&mut page, command.get_name())?;
        let path = folder.join(format!("{name}.1"));
        files::write(&path, page).with_context(|| cannot(&path))?;
    }
    say!("{} pages in {}", pages.len(), folder.display());
    Ok(Exit::Clean)
}

/// The sections behind the options: examples, exit status and environment; of the program, its commands by use.
fn end(page: &mut Vec<u8>, name: &str) -> io::Result<()> {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('-', "\\-").replace('\'', "\\(aq");
    let Some(own) = args::of_command(name) else {
        writeln!(page, ".SH \"COMMANDS BY USE\"")?;
        for one in USES {
            let commands: Vec<String> = one.names().map(|name| format!("assay\\-{name}(1)")).collect();
            writeln!(page, ".TP\n{}\n{}", one.title, commands.join(", "))?;
        }
        let lines = "0: clean; 1: a finding; 2: wrong usage, a missing file or tool, an error of Assay; 3: nothing to judge; 4: unknown.";
        writeln!(
            page,
            ".SH \"EXIT STATUS\"\n{lines}\n.SH ENVIRONMENT\nThe page of each command names its variables."
        )?;
        return Ok(());
    };
    writeln!(page, ".SH EXAMPLES")?;
    for example in own.examples {
        writeln!(page, ".PP\n.nf\n{}\n.fi", escaped(example))?;
    }
    writeln!(page, ".SH \"EXIT STATUS\"")?;
    for (code, meaning) in own.exit {
        writeln!(page, ".TP\n{code}\n{}", escaped(meaning))?;
    }
    writeln!(page, ".SH ENVIRONMENT")?;
    if own.environment.is_empty() {
        writeln!(page, "No variable is read.")?;
    }
    for (variable, purpose) in own.environment {
        writeln!(page, ".TP\n{variable}\n{}", escaped(purpose))?;
    }
    Ok(())
}

fn subcommands(command: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    command.get_subcommands().filter(|sub| sub.get_name() != "help")
}

fn print(bytes: &[u8]) -> anyhow::Result<Exit> {
    output::print(&String::from_utf8_lossy(bytes)).map(|()| Exit::Clean)
}
