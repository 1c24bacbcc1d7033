//! `assay.toml`: what a project says once instead of on every command line. The command line wins; lists of the two are
//! joined. Paths in the file are relative to its folder. Every unknown key and every wrong value is reported.
//!
//! The file may come with a checkout that is not trusted: it starts no program but one that is found on `PATH`, and names
//! no output outside of its folder.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::{Range, RangeInclusive};
use std::path::{Component, Path, PathBuf};

use assay_ir::diagnostic::Severity;
use assay_ir::nearest::nearest as nearest_name;
use assay_ir::rule::Rule;
use assay_mlir::files;
use assay_reports::{Finding, Label, Sources};
use clap::ValueEnum;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use crate::args::{CheckArgs, MAX_THREADS, UnknownOps, percent};
use crate::date::Date;
use crate::excluded::Exclude;
use crate::severity::{Severities, Word};
use crate::{memory, names, paths, settings};

/// Name of the file that is looked for.
pub(crate) const NAME: &str = "assay.toml";

/// Most bytes of the file.
const LONGEST: u64 = 1 << 20;

/// An `[[allow]]` of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Allow {
    /// Codes of rules.
    pub(crate) rules: Vec<String>,
    /// The pattern, with or without `@`; every pattern if it is left out.
    pub(crate) pattern: Option<String>,
    /// The file with the pattern; any if it is left out.
    pub(crate) file: Option<PathBuf>,
    /// Why.
    pub(crate) reason: String,
    /// The last day on which it holds.
    pub(crate) until: Option<Date>,
}

/// What the file says beyond what `CheckArgs` can hold.
#[derive(Debug, Default)]
pub(crate) struct Config {
    /// Its name, for messages.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
    /// The allows, each with its place in the text.
    pub(crate) allows: Vec<(Allow, Range<usize>)>,
    /// Levels of rules.
    pub(crate) severities: Severities,
    /// The keys, each with its place in the text.
    pub(crate) keys: BTreeMap<String, Range<usize>>,
}

impl Config {
    /// The line of a key, from 1.
    pub(crate) fn line(&self, key: &str) -> Option<usize> {
        Some(self.line_at(self.keys.get(key)?.start))
    }

    /// The line of a place in the text, from 1.
    pub(crate) fn line_at(&self, start: usize) -> usize {
        self.text.get(..start).unwrap_or(&self.text).matches('\n').count() + 1
    }
}

/// Reads the file that `args` ask for, or the nearest one, and fills `args`. `None` if there is none.
///
/// # Errors
/// Every fault of the file, as text for a terminal.
pub(crate) fn load(args: &mut CheckArgs) -> Result<Option<Config>, Vec<String>> {
    let path = match &args.config {
        _ if args.isolated => None,
        Some(path) => Some(path.clone()),
        None => nearest(),
    };
    let Some(path) = path else { return Ok(None) };
    let name = path.display().to_string();
    let text = match files::read_text(&path, LONGEST) {
        Ok(text) => text,
        Err(error) => return Err(vec![format!("cannot read the configuration {name}: {error}")]),
    };
    let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let (faults, allows, keys) = Default::default();
    let mut reader = Reader { folder, faults, allows, severities: Severities::default(), keys };
    match DeTable::parse(&text) {
        Ok(table) => reader.table(table.into_inner(), args),
        Err(error) => {
            let message = error.message().to_owned();
            reader.faults.push((error.span().unwrap_or(0..0), message));
        }
    }
    let Reader { mut faults, allows, severities, keys, .. } = reader;
    faults.sort_by_key(|(span, _)| span.start);
    if faults.is_empty() {
        return Ok(Some(Config { name, text, allows, severities, keys }));
    }
    let mut sources = Sources::new();
    sources.insert(name.as_str(), text.as_str());
    let show = |(span, message): (Range<usize>, String)| {
        let at = sources.locate(&name, span);
        let mut finding = Finding::new(assay_ir::rule::Rule::A703, Severity::Error, at.clone(), message);
        finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
        let (line, column) = (at.line, at.column);
        format!("{name}:{line}:{column}: {}", finding.message)
    };
    Err(faults.into_iter().map(show).collect())
}

fn nearest() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().enumerate().find_map(|(up, folder)| {
        let found = folder.join(NAME).is_file();
        // A relative name reads better, and paths in the file are then relative to where the user is.
        found.then(|| (0..up).fold(PathBuf::new(), |path, _| path.join("..")).join(NAME))
    })
}

/// The value of a key that was not taken.
type Other<'v> = Option<Spanned<DeValue<'v>>>;

struct Reader {
    folder: PathBuf,
    faults: Vec<(Range<usize>, String)>,
    allows: Vec<(Allow, Range<usize>)>,
    severities: Severities,
    keys: BTreeMap<String, Range<usize>>,
}

impl Reader {
    fn table(&mut self, table: DeTable<'_>, args: &mut CheckArgs) {
        for (key, value) in table {
            let span = key.span();
            self.keys.insert(key.get_ref().to_string(), span.clone());
            let key = key.get_ref().as_ref();
            let left = self.input(key, value, args).and_then(|value| self.solver(key, value, args));
            let left = left.and_then(|value| self.judging(key, value, args));
            if left.and_then(|value| self.report(key, value, args)).is_some() {
                let known: Vec<&str> = settings::KEYS.iter().map(|key| key.name).collect();
                let message = match nearest_name(key, known.iter().copied()) {
                    Some(near) => format!("unknown key `{key}`; did you mean `{near}`?"),
                    None => format!("unknown key `{key}`; known are {}", known.join(", ")),
                };
                self.faults.push((span, message));
            }
        }
    }

    /// Takes a key of what is judged; the value of any other comes back.
    fn input<'v>(&mut self, key: &str, value: Spanned<DeValue<'v>>, args: &mut CheckArgs) -> Other<'v> {
        match key {
            "paths" if args.paths.is_empty() => args.paths = self.paths(value),
            "paths" => {}
            "rules" if args.rules.is_empty() => args.rules = self.value(value),
            "rules" => {}
            "exclude" => args.exclude.extend(self.globs(value)),
            "force-exclude" => args.force_exclude |= self.option(value).unwrap_or(false),
            "dialect" => join(&mut args.descriptions.dialect, self.paths(value)),
            "natives" => join(&mut args.descriptions.natives, self.paths(value)),
            "meanings" => join(&mut args.descriptions.meanings, self.paths(value)),
            "include" => join(&mut args.forms.include, self.paths(value)),
            "pdll-prelude" => {
                let file = self.path(value);
                args.forms.pdll_prelude = args.forms.pdll_prelude.take().or(file);
            }
            "cpp" => args.forms.cpp |= self.option(value).unwrap_or(false),
            "source" => args.forms.source.extend(self.paths(value)),
            "cpp-api" => args.forms.cpp_api.extend(self.paths(value)),
            "type-alias" => args.forms.type_alias.extend::<Vec<String>>(self.value(value)),
            "compat" => args.forms.compat = args.forms.compat.or(self.word(value)),
            _ => return Some(value),
        }
        None
    }

    /// The same for a key of the solvers.
    fn solver<'v>(&mut self, key: &str, value: Spanned<DeValue<'v>>, args: &mut CheckArgs) -> Other<'v> {
        let solvers = &mut args.solvers;
        match key {
            "solver" => solvers.solver = solvers.solver.take().or(self.program(key, value)),
            "allow-no-solver" => args.allow_no_solver |= self.option(value).unwrap_or(false),
            "second-solver" => {
                solvers.second_solver = solvers.second_solver.take().or(self.program(key, value));
            }
            "cross-check" => solvers.cross_check = solvers.cross_check.or(self.share(value)),
            "fallback-solver" => {
                solvers.fallback_solver = solvers.fallback_solver.take().or(self.program(key, value));
            }
            "timeout" => solvers.timeout = solvers.timeout.or(self.ranged(key, value, 1..=u64::MAX)),
            "solver-memory" => solvers.solver_memory = solvers.solver_memory.or(self.option(value)),
            "cache" => {
                let span = value.span();
                let folder = self.output(key, value);
                if folder.as_ref().is_some_and(|path| path.exists() && !path.is_dir()) {
                    self.faults.push((span, "`cache` is a folder, and this is a file".to_owned()));
                }
                solvers.cache = solvers.cache.take().or(folder);
            }
            "cache-mode" => solvers.cache_mode = solvers.cache_mode.or(self.word(value)),
            _ => return Some(value),
        }
        None
    }

    /// The same for a key of how it is judged.
    fn judging<'v>(&mut self, key: &str, value: Spanned<DeValue<'v>>, args: &mut CheckArgs) -> Other<'v> {
        match key {
            "memory" => {
                let size = self.size(value);
                args.memory = args.memory.or(size);
            }
            "jobs" => {
                let jobs = self.ranged(key, value, 1..=MAX_THREADS as u64);
                let jobs = jobs.and_then(|jobs| NonZero::new(usize::try_from(jobs).ok()?));
                args.jobs = args.jobs.or(jobs);
            }
            "unknown-ops" => args.unknown_ops.extend(self.value::<Vec<UnknownOps>>(value)),
            "region-kind" => args.region_kind = args.region_kind.or(self.word(value)),
            "mlir" => args.mlir = args.mlir.or(self.word(value)),
            "matches-terminator" => {
                args.matches_terminator = args.matches_terminator.or(self.option(value));
            }
            "width-max" => {
                let width = self.ranged(key, value, 1..=64);
                args.width_max = args.width_max.or(width.and_then(|width| u32::try_from(width).ok()));
            }
            "strict" => args.strict |= self.option(value).unwrap_or(false),
            _ => return Some(value),
        }
        None
    }

    /// The same for a key of what is done with the answer.
    fn report<'v>(&mut self, key: &str, value: Spanned<DeValue<'v>>, args: &mut CheckArgs) -> Other<'v> {
        match key {
            "fail-on" => args.fail_on = args.fail_on.or(self.word(value)),
            "min-scope" => args.min_scope = args.min_scope.or(self.word(value)),
            "require" => args.require = args.require.or(self.word(value)),
            "baseline" => args.baseline = args.baseline.take().or(self.path(value)),
            "witness-dir" => {
                let folder = self.output(key, value);
                args.witness_dir = args.witness_dir.take().or(folder);
            }
            "format" => {
                let formats = self.formats(value);
                if args.format.is_empty() {
                    args.format = formats;
                }
            }
            "severity" => self.severity(value),
            "allow" => self.allow(value),
            _ => return Some(value),
        }
        None
    }

    fn allow(&mut self, value: Spanned<DeValue<'_>>) {
        let span = value.span();
        let DeValue::Array(list) = value.into_inner() else {
            self.faults
                .push((span, "`allow` is a list of tables, each written under `[[allow]]`".to_owned()));
            return;
        };
        for entry in list {
            let span = entry.span();
            if let Some(mut allow) = self.option::<Allow>(entry) {
                if allow.reason.trim().is_empty() {
                    self.faults.push((span.clone(), "an allow needs a reason".to_owned()));
                }
                allow.file = allow.file.map(|file| self.folder.join(file));
                self.allows.push((allow, span));
            }
        }
    }

    /// `[severity]`: levels by rule.
    fn severity(&mut self, value: Spanned<DeValue<'_>>) {
        let span = value.span();
        let DeValue::Table(table) = value.into_inner() else {
            let message =
                "`severity` is a table of rules and levels, such as `V304 = \"warning\"`".to_owned();
            self.faults.push((span, message));
            return;
        };
        for (key, value) in table {
            let span = key.span();
            let code = key.into_inner();
            match Rule::parse(&code) {
                Some(rule) => {
                    let word = self.option::<Word>(value);
                    word.into_iter().for_each(|word| self.severities.set(rule, word));
                }
                None => {
                    let near = names::meant_rule(&code);
                    let message = format!("`{code}` is no rule; `assay explain` lists the rules{near}");
                    self.faults.push((span, message));
                }
            }
        }
    }

    fn option<T: DeserializeOwned>(&mut self, value: Spanned<DeValue<'_>>) -> Option<T> {
        let span = value.span();
        match T::deserialize(ValueDeserializer::from(value)) {
            Ok(value) => Some(value),
            Err(error) => {
                // The value, and then the known ones, stand in back quotes.
                let mut values = error.message().split('`').skip(1).step_by(2);
                let near = values.next().map(|value| names::meant(value, values)).unwrap_or_default();
                self.faults.push((error.span().unwrap_or(span), format!("{}{near}", error.message())));
                None
            }
        }
    }

    /// One of some words.
    fn word<T: DeserializeOwned + ValueEnum>(&mut self, value: Spanned<DeValue<'_>>) -> Option<T> {
        if value.get_ref().as_str().is_none() {
            let words = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
            let words: Vec<String> = words.map(|word| format!("`\"{}\"`", word.get_name())).collect();
            self.faults.push((value.span(), format!("this is one of {}", words.join(", "))));
            return None;
        }
        self.option(value)
    }

    fn value<T: DeserializeOwned + Default>(&mut self, value: Spanned<DeValue<'_>>) -> T {
        self.option(value).unwrap_or_default()
    }

    /// A number in a range.
    fn ranged(&mut self, key: &str, value: Spanned<DeValue<'_>>, range: RangeInclusive<u64>) -> Option<u64> {
        let span = value.span();
        let number = self.option::<u64>(value)?;
        if range.contains(&number) {
            return Some(number);
        }
        let most = if *range.end() == u64::MAX { String::new() } else { format!(" to {}", range.end()) };
        self.faults.push((span, format!("`{key}` is a number from {}{most}", range.start())));
        None
    }

    /// A size such as `"4G"`.
    fn size(&mut self, value: Spanned<DeValue<'_>>) -> Option<u64> {
        let span = value.span();
        let size = memory::parse_size(&self.option::<String>(value)?);
        size.map_err(|message| self.faults.push((span, message))).ok()
    }

    /// A share such as `"10%"`.
    fn share(&mut self, value: Spanned<DeValue<'_>>) -> Option<u8> {
        let span = value.span();
        let share = percent(&self.option::<String>(value)?);
        share.map_err(|message| self.faults.push((span, message))).ok()
    }

    /// A bare name to look up on PATH: a checkout does not choose which of its files are run.
    fn program(&mut self, key: &str, value: Spanned<DeValue<'_>>) -> Option<PathBuf> {
        let span = value.span();
        let path = self.option::<PathBuf>(value)?;
        if files::is_bare_name(&path) {
            return Some(path);
        }
        let message = format!(
            "`{key}` is a name to look up on PATH here; a path is given by `--{key}` on the command line"
        );
        self.faults.push((span, message));
        None
    }

    /// Globs relative to the folder of the file.
    fn globs(&mut self, value: Spanned<DeValue<'_>>) -> Vec<Exclude> {
        let span = value.span();
        let globs: Vec<String> = self.option(value).unwrap_or_default();
        let read = |glob: &String| Exclude::below(&self.folder, glob);
        let (globs, faults): (Vec<_>, Vec<_>) = globs.iter().map(read).partition(Result::is_ok);
        self.faults.extend(faults.into_iter().filter_map(Result::err).map(|fault| (span.clone(), fault)));
        globs.into_iter().flatten().collect()
    }

    /// A path to write to, below the folder of the file.
    fn output(&mut self, key: &str, value: Spanned<DeValue<'_>>) -> Option<PathBuf> {
        let span = value.span();
        let path = self.option::<PathBuf>(value)?;
        self.inside(key, &path, span)
    }

    /// The path in the folder; a fault where it leads out of it, by its text or through a symbolic link.
    fn inside(&mut self, key: &str, path: &Path, span: Range<usize>) -> Option<PathBuf> {
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        let plain = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let there = self.folder.join(path);
        // A link that leads nowhere yet is there all the same.
        let exists = |part: &&Path| part.symlink_metadata().is_ok();
        let parent = there.ancestors().find(exists).unwrap_or(folder).canonicalize();
        let within =
            folder.canonicalize().is_ok_and(|top| parent.is_ok_and(|parent| parent.starts_with(top)));
        if plain && within {
            return Some(there);
        }
        let message = format!(
            "`{key}` leads out of the folder of this file; a path elsewhere is given by `--{key}` on the command line"
        );
        self.faults.push((span, message));
        None
    }

    /// Formats, the paths of which are below the folder of the file.
    fn formats(&mut self, value: Spanned<DeValue<'_>>) -> Vec<String> {
        let span = value.span();
        let mut formats = self.value::<Vec<String>>(value);
        for format in &mut formats {
            let Some((word, path)) = format.split_once('=') else { continue };
            if let Some(path) = self.inside("format", Path::new(path), span.clone()) {
                *format = format!("{word}={}", path.display());
            }
        }
        formats
    }

    fn path(&mut self, value: Spanned<DeValue<'_>>) -> Option<PathBuf> {
        self.option::<PathBuf>(value).map(|path| self.folder.join(path))
    }

    fn paths(&mut self, value: Spanned<DeValue<'_>>) -> Vec<PathBuf> {
        self.value::<Vec<PathBuf>>(value).into_iter().map(|path| self.folder.join(path)).collect()
    }
}

/// Adds paths to those of the command line. A file that stands there already is the same file.
fn join(list: &mut Vec<PathBuf>, more: Vec<PathBuf>) {
    for path in more {
        if !list.iter().any(|known| paths::absolute(known) == paths::absolute(&path)) {
            list.push(path);
        }
    }
}
