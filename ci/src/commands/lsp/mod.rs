//! `assay lsp`: a language server on standard input and output. Structure is judged at each edit, everything else in the
//! background; decides nothing about a pattern.

mod actions;
mod background;
mod document;
mod findings;
mod hover;
mod outline;
mod place;
mod server;
mod settings;
mod view;

use anyhow::Context as _;
use lsp_server::Connection;

use crate::args::LspArgs;
use crate::exit::Exit;
use crate::rerun_command;

/// Serves one client until it says goodbye.
///
/// # Errors
/// Those of the connection.
pub(crate) fn run(args: LspArgs) -> anyhow::Result<Exit> {
    let options = [rerun_command::files(&args.descriptions), args.options].concat();
    let (connection, threads) = Connection::stdio();
    let exit = server::serve(connection, options)?;
    threads.join().context("the connection to the editor")?;
    Ok(exit)
}
