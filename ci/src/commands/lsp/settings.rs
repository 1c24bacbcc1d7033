//! The settings of a server: the options of `assay check` with the configuration file of the folder, and the dialects that
//! they name.

use std::ffi::OsString;
use std::path::Path;

use anyhow::bail;
use assay_ir::spec::Registry;
use clap::Parser as _;

use crate::args::{Cli, Command, Descriptions};
use crate::config;
use crate::library;
use crate::request::Request;

/// A request without inputs, and what is known before any text is read.
pub(crate) struct Settings {
    /// The options.
    pub(crate) request: Request,
    /// Known dialects and natives.
    pub(crate) registry: Registry,
}

impl Settings {
    /// Reads the configuration file and the files that it names.
    ///
    /// # Errors
    /// All faults, one a line.
    pub(crate) fn load(options: &[OsString]) -> anyhow::Result<Settings> {
        let words = ["assay", "check", "--quiet"].map(OsString::from).into_iter();
        let words = words.chain(options.iter().cloned()).chain([OsString::from(".")]);
        let Command::Check(args) = Cli::try_parse_from(words)?.command else {
            bail!("the options of a language server are those of `assay check`");
        };
        let request = Request::new(*args)?;
        let (registry, troubles) = library::registry(&request.inputs);
        if !troubles.is_empty() {
            bail!("{}", troubles.join("\n"));
        }
        Ok(Settings { request, registry })
    }

    /// Tells if the settings would be others with another text in this file.
    pub(crate) fn reads(&self, path: &Path) -> bool {
        let inputs = &self.request.inputs;
        let Descriptions { dialect, natives, meanings } = &inputs.descriptions;
        let mut given = dialect.iter().chain(natives).chain(meanings);
        is_config(path) || given.any(|one| one.canonicalize().is_ok_and(|one| one == path))
    }
}

/// Tells if this is a configuration file, or would be one.
pub(crate) fn is_config(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == config::NAME)
}
