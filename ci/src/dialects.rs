//! `--dialect`, `--natives` and `--meanings` with the keys of `assay.toml`: files of the user, loaded over what is built in.

use std::path::{Path, PathBuf};

use anyhow::bail;
use assay_import::{drr, ods};
use assay_ir::data::{Ident, Program, known};
use assay_ir::diagnostic::Diagnostic;
use assay_ir::spec::{self, Registry};
use assay_ir::text;
use assay_mlir::opt::{self, Place};
use assay_mlir::{Outcome, Tblgen, files, tblgen};
use assay_verifier::meanings;

use crate::args::{CheckArgs, DescriptionArgs, Descriptions};
use crate::digest::short_digest;
use crate::{config, diagnostics, frontend};

/// Files of the user.
#[derive(Clone, Copy, Default)]
pub(crate) struct DialectSources<'a> {
    /// IRDL dialects.
    pub(crate) dialects: &'a [PathBuf],
    /// IRDL texts with dialects, with questions, or both.
    pub(crate) questions: &'a [PathBuf],
    /// Summaries of native code.
    pub(crate) natives: &'a [PathBuf],
    /// Meanings of operations.
    pub(crate) meanings: &'a [PathBuf],
    /// Folders of the files that ODS includes.
    pub(crate) include: &'a [PathBuf],
}

/// The files of a command line and of the configuration file.
pub(crate) struct UserFiles {
    /// Files that describe operations.
    pub(crate) descriptions: Descriptions,
    /// Folders of included files.
    pub(crate) include: Vec<PathBuf>,
    /// The configuration file, where it names one of them.
    config: Option<String>,
}

impl UserFiles {
    /// Reads the keys of the configuration file; those of the command line stand before them.
    ///
    /// # Errors
    /// Every fault of the file.
    pub(crate) fn find(args: &DescriptionArgs) -> anyhow::Result<UserFiles> {
        let mut check = CheckArgs::none()?;
        (check.config, check.isolated) = (args.config.clone(), args.isolated);
        check.descriptions.clone_from(&args.files);
        check.forms.include.clone_from(&args.include);
        let config = match config::load(&mut check) {
            Ok(config) => config,
            Err(faults) => bail!("{}", faults.join("\nerror: ")),
        };
        const KEYS: [&str; 4] = ["dialect", "natives", "meanings", "include"];
        let config = config.filter(|config| KEYS.iter().any(|key| config.keys.contains_key(*key)));
        let (descriptions, include) = (check.descriptions, check.forms.include);
        Ok(UserFiles { descriptions, include, config: config.map(|config| config.name) })
    }

    /// Says on standard error that the configuration file counts, unless the command line names it.
    pub(crate) fn tell(&self, args: &DescriptionArgs) {
        if let (Some(name), None) = (&self.config, &args.config) {
            eprintln!("note: operations are described by files of {name}; `--isolated` ignores it");
        }
    }

    /// The files in their order.
    pub(crate) fn sources(&self) -> DialectSources<'_> {
        let Descriptions { dialect, natives, meanings } = &self.descriptions;
        DialectSources {
            dialects: dialect,
            natives,
            meanings,
            include: &self.include,
            ..DialectSources::default()
        }
    }

    /// Returns true when no file describes a dialect or an operation.
    pub(crate) fn is_empty(&self) -> bool {
        let Descriptions { dialect, natives, meanings } = &self.descriptions;
        [dialect, natives, meanings].into_iter().all(|paths| paths.is_empty())
    }

    /// Loads all files.
    ///
    /// # Errors
    /// Each trouble with them.
    pub(crate) fn load(&self, registry: &mut Registry) -> anyhow::Result<()> {
        let troubles = load(self.sources(), registry);
        match troubles.is_empty() {
            true => Ok(()),
            false => bail!("{}", troubles.join("\nerror: ").trim_end()),
        }
    }
}

/// The digests of the files of a user, by what they describe, for the tools of a report: another digest is a cause of another verdict.
pub(crate) fn digests(files: &Descriptions) -> impl Iterator<Item = (String, String)> {
    let Descriptions { dialect, natives, meanings } = files;
    let kinds = [("definitions", dialect), ("natives", natives), ("meanings", meanings)];
    kinds.into_iter().filter(|(_, paths)| !paths.is_empty()).map(|(kind, paths)| {
        // A file that cannot be read has been reported where it was loaded; a pipe cannot be read twice.
        let texts = paths.iter().map(|path| files::read(path, files::LONGEST_TEXT).unwrap_or_default());
        let texts: Vec<String> = texts.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect();
        (kind.to_owned(), short_digest(&texts.join("\0")))
    })
}

/// Loads the files of a command line and of the configuration file, and says where they come from.
///
/// # Errors
/// Each trouble with them.
pub(crate) fn described(args: &DescriptionArgs, registry: &mut Registry) -> anyhow::Result<UserFiles> {
    let files = UserFiles::find(args)?;
    files.tell(args);
    files.load(registry)?;
    Ok(files)
}

/// Loads dialects, then summaries of native code and meanings; returns a line or a rendered message for each trouble.
pub(crate) fn load(given: DialectSources<'_>, registry: &mut Registry) -> Vec<String> {
    load_using(given, registry, meanings::load)
}

/// The same, where functions alone are asked about: the bodies of meanings may use what patterns with it are not compared on.
pub(crate) fn load_for_functions(given: DialectSources<'_>, registry: &mut Registry) -> Vec<String> {
    load_using(given, registry, meanings::load_for_functions)
}

fn load_using(
    given: DialectSources<'_>,
    registry: &mut Registry,
    described: fn(&Program, &mut Registry) -> Vec<Diagnostic>,
) -> Vec<String> {
    let is_dialect = |program: &Program| holds(program, known::IRDL_DIALECT);
    let is_question =
        |program: &Program| holds(program, known::IRDL_DIALECT) || holds(program, known::IRDL_CHECK_SUBSET);
    let is_function = |program: &Program| holds(program, known::FUNC_FUNC);
    let (sign, either) = ("`irdl.dialect`", "`irdl.dialect` and no `irdl.check_subset`");
    let (records, texts): (Vec<&PathBuf>, Vec<&PathBuf>) =
        given.dialects.iter().partition(|path| !is_irdl(path));
    let mut troubles = each(&texts, "dialect", registry, sign, is_dialect, spec::load);
    for path in records {
        if let Err(lines) = load_records(path, given.include, registry) {
            troubles.push(format!("the dialect {} cannot be used: {lines}", path.display()));
        }
    }
    troubles.extend(each(&all(given.questions), "text", registry, either, is_question, spec::load));
    troubles.extend(each(
        &all(given.natives),
        "summary",
        registry,
        "function",
        |_| true,
        meanings::load_natives,
    ));
    let sign = "`func.func`";
    troubles.extend(each(&all(given.meanings), "description", registry, sign, is_function, described));
    troubles
}

/// Tells if an operation of this name stands anywhere in a program.
fn holds(program: &Program, name: Ident) -> bool {
    program.walk(program.top()).any(|op| program.op(op).name == name)
}

/// Returns true for a file that is read as IRDL, and false for TableGen and its records.
pub(crate) fn is_irdl(path: &Path) -> bool {
    !path.extension().is_some_and(|extension| extension == "td" || extension == "json")
}

/// Adds the operations that TableGen defines.
///
/// # Errors
/// Why there are none: lines of the tool or of the reader.
fn load_records(path: &Path, include: &[PathBuf], registry: &mut Registry) -> Result<(), String> {
    let name = path.display().to_string();
    let bytes = files::read_named(path).map_err(|error| error.to_string())?;
    let json = match path.extension().is_some_and(|extension| extension == "td") {
        false => bytes,
        true => {
            let tool = Tblgen::find()
                .map_err(|error| format!("ODS needs {}, install llvm-22: {error}", tblgen::BINARY))?;
            match tool.records(&bytes, &frontend::folders(&name, include)) {
                Outcome::Ok(json) => json.into_bytes(),
                Outcome::Error(said) => return Err(refusal(&name, &said)),
                other => return Err(format!("no answer from {}: {other:?}", tblgen::BINARY)),
            }
        }
    };
    let found = drr::definitions(&json, registry.ctx()).map_err(|error| error.to_string())?;
    let mut collection = ods::Collection::default();
    collection.add(&json, |dialect| !spec::has_records(dialect)).map_err(|error| error.to_string())?;
    for (dialect, text) in collection.texts() {
        registry.ctx().add_dialect(dialect, &text);
    }
    match frontend::define(registry, found, Registry::add_dialect) {
        0 => Err("it defines no operation that is not known already".to_owned()),
        _ => Ok(()),
    }
}

/// The errors of a tool about a file, one a line.
fn refusal(name: &str, said: &[opt::Diagnostic]) -> String {
    let errors = said.iter().filter(|one| one.severity == opt::Severity::Error);
    let line = |one: &opt::Diagnostic| match (&one.place, one.place.in_file()) {
        (Place::Payload(at) | Place::Patterns(at), _) => {
            format!("\n{name}:{}:{}: {}", at.line, at.column, one.message)
        }
        (Place::Elsewhere(_), Some((file, at))) => {
            format!("\n{file}:{}:{}: {}", at.line, at.column, one.message)
        }
        (Place::Elsewhere(_), None) => format!("\n{}", one.message),
    };
    let lacks_file = said.iter().any(|one| one.message.contains("find include file"));
    let help = if lacks_file {
        "\n`--include DIR` names the folder of a file; MLIR's own are in libmlir-22-dev"
    } else {
        ""
    };
    errors.map(line).collect::<String>() + help
}

fn all(paths: &[PathBuf]) -> Vec<&PathBuf> {
    paths.iter().collect()
}

fn each(
    paths: &[&PathBuf],
    what: &str,
    registry: &mut Registry,
    sign: &str,
    holds: fn(&Program) -> bool,
    load: fn(&Program, &mut Registry) -> Vec<Diagnostic>,
) -> Vec<String> {
    let mut troubles = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        let bytes = match files::read_named(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                troubles.push(format!("cannot read the {what} {name}: {error}"));
                continue;
            }
        };
        let ctx = registry.ctx().clone();
        match text::parse_bytes(&ctx, &name, &bytes) {
            Err(problem) => troubles.push(format!("{name}: {}", problem.message)),
            Ok(parsed) => {
                let mut problems = parsed.diagnostics;
                problems.extend(load(&parsed.program, registry));
                if problems.is_empty() && !holds(&parsed.program) {
                    troubles.push(format!("the {what} {name} cannot be used: it holds no {sign}"));
                }
                if !problems.is_empty() {
                    let rendered = diagnostics::render(&parsed.program, &problems);
                    troubles.push(format!("the {what} {name} cannot be used\n{rendered}"));
                }
            }
        }
    }
    troubles
}
