//! From inputs to programs with patterns: MLIR is read as it is, PDLL goes through `mlir-pdll`, DRR through `llvm-tblgen`,
//! PDL is taken out of C++, whose rewrites are read, too. What cannot be read is a finding (text) or trouble (no text, or no tool).

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_import::{drr, pdll as written, spelling};
use assay_ir::data::{Context, Ident, Program, Source, TypeId, TypeKind, Written};
use assay_ir::diagnostic::Severity;
use assay_ir::pdl::templates;
use assay_ir::spec::{OpSpec, Registry};
use assay_ir::text::{self, Parsed};
use assay_mlir::opt;
use assay_mlir::{MlirPdll, Outcome, Tblgen, pdll, tblgen};
use assay_reports::{Finding, Location, Related, Sources};
use assay_rise::dialect;
use assay_verifier::pipeline::{self, Candidate, UNREADABLE};

use crate::args::{Compat, Forms};
use crate::cpp::{self, Body};
#[cfg(feature = "cpp")]
use crate::cpp_source;
use crate::diagnostics;
use crate::inputs::Input;
use crate::origin::{Origin, Place};
use crate::refusals::{self, Refusals};
use crate::rise::{self, RiseFile};

/// A text that was read, with its patterns.
pub(crate) struct File {
    /// Its name.
    pub(crate) name: String,
    /// What it says.
    pub(crate) program: Program,
    /// The patterns in it.
    pub(crate) candidates: Vec<Candidate>,
    /// Where findings about the program point to.
    pub(crate) origin: Origin,
    /// It stands for code that matches by itself, as that of DRR does.
    pub(crate) generated: bool,
    /// The C++ that its patterns are paths of.
    pub(crate) bodies: Vec<Body>,
}

impl File {
    /// For finding places in it.
    pub(crate) fn place<'a>(&'a self, sources: &'a Sources) -> Place<'a> {
        Place { sources, file: &self.name, program: &self.program, origin: &self.origin }
    }
}

/// Everything that was read, and what could not be.
#[derive(Default)]
pub(crate) struct Texts {
    /// The programs, in the order of the inputs.
    pub(crate) files: Vec<File>,
    /// Array programs, in the order of the inputs.
    pub(crate) rise: Vec<RiseFile>,
    /// All texts by name.
    pub(crate) sources: Sources,
    /// Findings about text that cannot be read.
    pub(crate) unreadable: Vec<Finding>,
    /// Lines about what is no text, or needs a tool that is missing.
    pub(crate) troubles: Vec<String>,
    /// Lines about what was understood in part.
    pub(crate) notes: Vec<String>,
    /// The line about files that were left out, since the tool that reads them is missing.
    pub(crate) left_out: Option<String>,
}

/// Reads all inputs; included files are looked for beside their file, then in `include` folders above it, then where
/// `forms` says.
pub(crate) fn read(registry: &mut Registry, inputs: Vec<Input>, forms: &Forms) -> Texts {
    let mut reader = Reader {
        registry,
        forms,
        foreign: Vec::new(),
        pdll: None,
        tblgen: None,
        skipped: 0,
        refusals: Refusals::default(),
        texts: Texts::default(),
    };
    for alias in &forms.type_alias {
        match foreign(reader.registry.ctx(), alias) {
            Some(ty) => reader.foreign.push(ty),
            None => {
                let line =
                    format!("`--type-alias {alias}`: write a foreign type and what it is, as `!d.type=iN`");
                reader.texts.troubles.push(line);
            }
        }
    }
    for input in inputs {
        let (before, name) = (reader.texts.unreadable.len(), input.name.clone());
        match Path::new(&input.name).extension().and_then(|extension| extension.to_str()) {
            Some("pdll") => reader.pdll(input),
            Some("td") => reader.drr(input),
            Some("rise") => reader.rise(&input),
            Some("json") => reader.records(&input),
            _ if cpp::is_source(&input.name) => reader.cpp(&input),
            _ => reader.mlir(input),
        }
        if let Some(first) = reader.texts.unreadable.get_mut(before) {
            first.help.extend(other_language(&name, &reader.texts.sources));
        }
    }
    if reader.skipped > 0 {
        let files = if reader.skipped == 1 { "1 .pdll file was" } else { "the .pdll files were" };
        let line = format!("{files} left out: {} is not installed (mlir-22-tools)", pdll::BINARY);
        reader.texts.left_out = Some(line);
    }
    reader.texts.unreadable.extend(reader.refusals.into_findings());
    reader.texts
}

/// The advice about a text that begins as one of another language than its name says.
fn other_language(name: &str, sources: &Sources) -> Option<String> {
    let text = sources.text(name).filter(|_| !cpp::is_source(name))?;
    let is_pdll = Path::new(name).extension().is_some_and(|extension| extension == "pdll");
    let mut code =
        text.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with("//"));
    let first = code.next()?;
    let begins = |words: &[&str]| words.iter().any(|word| first.starts_with(word));
    let pdll = begins(&["Pattern", "#include", "Constraint", "Rewrite"]);
    let mlir = begins(&["pdl.", "module", "builtin.", "\"", "irdl.", "func."]);
    let help = match (is_pdll, name == crate::inputs::STDIN) {
        (true, _) if mlir => "this looks like MLIR: name the file `.mlir`",
        (false, true) if pdll => "this looks like PDLL: add `--stdin-filename input.pdll`",
        (false, false) if pdll => "this looks like PDLL: name the file `.pdll`",
        _ => return None,
    };
    Some(help.to_owned())
}

struct Reader<'a> {
    registry: &'a mut Registry,
    forms: &'a Forms,
    /// Types that stand for any integer.
    foreign: Vec<TypeId>,
    /// The tool or why there is none, once it was looked for.
    pdll: Option<Result<MlirPdll, String>>,
    tblgen: Option<Result<Tblgen, String>>,
    skipped: usize,
    refusals: Refusals,
    texts: Texts,
}

impl Reader<'_> {
    fn mlir(&mut self, input: Input) {
        if let Ok(text) = std::str::from_utf8(&input.bytes)
            && dialect::holds_programs(text)
        {
            match rise::text_of(&input.name, text.to_owned()) {
                Ok(text) => self.rise(&Input { bytes: text.into_bytes(), ..input }),
                Err(said) => self.texts.troubles.push(said),
            }
            return;
        }
        match text::parse_file(self.registry.ctx(), &input.name, input.bytes) {
            Ok(parsed) => {
                if let Some(source) = parsed.program.source() {
                    self.texts.sources.share(Arc::clone(source));
                }
                self.file(&input.name, parsed, Origin::Own);
            }
            Err(problem) => self.texts.troubles.push(format!("{}: {}", input.name, problem.message)),
        }
    }

    fn rise(&mut self, input: &Input) {
        let Some(text) = self.utf8(input) else { return };
        self.texts.sources.insert(&input.name, text);
        let file = RiseFile::new(&input.name, text);
        self.texts.unreadable.extend(file.unreadable(&self.texts.sources));
        self.texts.rise.push(file);
    }

    fn cpp(&mut self, input: &Input) {
        let Some(text) = self.utf8(input) else { return };
        let pdl = text::pdl_in_cpp(text);
        #[cfg(feature = "cpp")]
        let has_pdl = pdl.is_some();
        self.texts.sources.insert(&input.name, text);
        let parsed = text::parse(self.registry.ctx(), &Source::new(&input.name, pdl.unwrap_or_default()));
        self.file(&input.name, parsed, Origin::Own);
        #[cfg(feature = "cpp")]
        if !input.walked || self.forms.cpp {
            self.bodies(&input.name, text, has_pdl);
        }
        #[cfg(not(feature = "cpp"))]
        if text.contains("RewritePattern") || text.contains("::fold(") {
            let line = format!(
                "{}: this program was built without the reader of C++ rewrites (feature `cpp`)",
                input.name
            );
            self.texts.notes.push(line);
        }
    }

    /// The rewrites that are written in C++, as patterns. Of a file with PDL and no rewrites in C++ the rest does not matter.
    #[cfg(feature = "cpp")]
    fn bodies(&mut self, name: &str, text: &str, has_pdl: bool) {
        let read = cpp_source::read(name, text, self.forms, self.registry);
        if has_pdl && read.bodies.is_empty() {
            return;
        }
        self.texts.troubles.extend(read.troubles);
        for (line, brief) in read.errors {
            let at = self.texts.sources.locate_phrase(name, line, 1);
            let message = format!("this is no C++ that is understood, and is passed over: `{brief}`");
            self.texts.unreadable.push(Finding::new(UNREADABLE, Severity::Note, at, message));
        }
        if read.bodies.is_empty() {
            return;
        }
        self.printed(name, &read.pdl);
        if let Some(file) = self.texts.files.last_mut() {
            file.generated = true;
            file.bodies = read.bodies;
        }
    }

    fn pdll(&mut self, input: Input) {
        let find = || MlirPdll::find().map_err(|error| error.to_string());
        let tool = match self.pdll.get_or_insert_with(find) {
            Ok(tool) => tool.clone(),
            Err(_) if input.walked => {
                self.skipped += 1;
                return;
            }
            Err(error) => {
                let line = format!("{}: PDLL needs mlir-pdll, install mlir-22-tools: {error}", input.name);
                self.texts.troubles.push(line);
                return;
            }
        };
        let Some(text) = self.utf8(&input) else { return };
        self.texts.sources.insert(&input.name, text);
        let folders = pdll_folders(&input.name, self.forms);
        let sections = written::sections(text);
        let part = match sections.len() {
            1 => input.name.clone(),
            _ => format!("this section of {}", input.name),
        };
        for section in sections {
            let outcome = tool.to_pdl(with_prelude(&section, self.forms).as_bytes(), &folders);
            if let Some(pdl) = self.answer((&input.name, &part), pdll::BINARY, outcome) {
                self.printed(&input.name, &written::named(&pdl, &section, pdll::OWN_TEXT));
            }
        }
    }

    /// Records of TableGen through the tool.
    fn drr(&mut self, input: Input) {
        let find = || Tblgen::find().map_err(|error| error.to_string());
        let tool = match self.tblgen.get_or_insert_with(find) {
            Ok(tool) => tool.clone(),
            Err(error) => {
                let line = format!("{}: DRR needs {}, install llvm-22: {error}", input.name, tblgen::BINARY);
                self.texts.troubles.push(line);
                return;
            }
        };
        let Some(text) = self.utf8(&input) else { return };
        self.texts.sources.insert(&input.name, text);
        let outcome = tool.records(&input.bytes, &folders(&input.name, &self.forms.include));
        if let Some(json) = self.answer((&input.name, &input.name), tblgen::BINARY, outcome) {
            self.imported(&input.name, &input.name, json.as_bytes());
        }
    }

    /// Records that the tool has printed; the file they were made from is shown when it is there.
    fn records(&mut self, input: &Input) {
        let Some(text) = self.utf8(input) else { return };
        self.texts.sources.insert(&input.name, text);
        let source = input.name.strip_suffix(".json").unwrap_or(&input.name);
        self.included(source);
        self.imported(&input.name, source, &input.bytes);
    }

    /// Records as PDL, whose places are in `source`.
    fn imported(&mut self, name: &str, source: &str, json: &[u8]) {
        let text = self.texts.sources.text(source).unwrap_or_default().to_owned();
        match drr::import(json, source, &text, self.registry) {
            Ok(imported) => {
                let faults = imported.faults.iter().map(|fault| {
                    let drr::Fault { record, message } = fault;
                    format!("{name}: internal error: the import of the record @{record} does not read back: {message}")
                });
                self.texts.troubles.extend(faults);
                self.define(imported.definitions);
                self.printed(name, &imported.text);
                self.texts.files.iter_mut().rev().take(1).for_each(|file| file.generated = true);
            }
            Err(error) => self.texts.troubles.push(format!("{name}: {error}")),
        }
    }

    /// Adds the definitions of records, below those that are there.
    fn define(&mut self, definitions: Vec<OpSpec>) {
        define(self.registry, definitions, Registry::add_incomplete_dialect);
    }

    /// The text that a tool printed of a file, or of a part of it; what else it did is a finding or trouble.
    fn answer(&mut self, (name, part): (&str, &str), tool: &str, outcome: Outcome) -> Option<String> {
        let why = match outcome {
            Outcome::Ok(text) => return Some(text),
            Outcome::Error(diagnostics) => {
                self.refused((name, part), tool, &diagnostics);
                return None;
            }
            Outcome::Crash { signal, .. } => format!("it crashed (signal {signal})"),
            Outcome::TimedOut => "it did not end in time".to_owned(),
            Outcome::OutOfMemory => "it ran out of memory".to_owned(),
            Outcome::NoAnswer(why) => why,
        };
        self.texts.troubles.push(format!("{name}: no answer from {tool}: {why}"));
        None
    }

    fn printed(&mut self, name: &str, pdl: &str) {
        let parsed = text::parse(self.registry.ctx(), &Source::new(name, pdl));
        let ctx = Arc::clone(self.registry.ctx());
        let written = Written::read(&parsed.program);
        for file in written.files() {
            let file = ctx.str(file);
            if file != pdll::OWN_TEXT {
                self.included(file);
            }
        }
        self.file(name, parsed, Origin::Printed(written));
    }

    /// An included file is shown when it can be read; without it findings still have a line.
    fn included(&mut self, file: &str) {
        if self.texts.sources.text(file).is_none()
            && let Ok(text) = std::fs::read_to_string(file)
        {
            self.texts.sources.insert(file, text);
        }
    }

    /// Errors of a tool, each with the notes behind it.
    fn refused(&mut self, (name, part): (&str, &str), tool: &str, diagnostics: &[opt::Diagnostic]) {
        let mut findings: Vec<Finding> = Vec::new();
        for diagnostic in diagnostics {
            let at = self.place_of(name, &diagnostic.place);
            match (diagnostic.severity, findings.last_mut()) {
                (opt::Severity::Note, Some(last)) => {
                    last.related.push(Related { at, message: diagnostic.message.clone() });
                }
                (severity, _) => {
                    let level = match severity {
                        opt::Severity::Error => Severity::Error,
                        opt::Severity::Warning => Severity::Warning,
                        opt::Severity::Remark | opt::Severity::Note => Severity::Note,
                    };
                    let finding = Finding::new(UNREADABLE, level, at, diagnostic.message.clone());
                    findings.push(refusals::finding(finding));
                }
            }
        }
        let help = other_language(name, &self.texts.sources);
        findings.first_mut().into_iter().for_each(|first| first.help.extend(help.clone()));
        self.refusals.add(part, tool, findings, &self.texts.sources);
    }

    fn place_of(&mut self, name: &str, place: &opt::Place) -> Location {
        match (place, place.in_file()) {
            (opt::Place::Payload(at) | opt::Place::Patterns(at), _) => {
                self.texts.sources.locate_phrase(name, at.line, at.column)
            }
            (opt::Place::Elsewhere(_), Some((file, at))) => {
                self.included(file);
                self.texts.sources.locate_phrase(file, at.line, at.column)
            }
            (opt::Place::Elsewhere(_), None) => self.texts.sources.locate(name, 0..0),
        }
    }

    fn file(&mut self, name: &str, mut parsed: Parsed, origin: Origin) {
        spelling::open_types(&mut parsed.program, &self.foreign);
        if self.forms.compat == Some(Compat::Xdsl) {
            spelling::late_rewrites(&mut parsed.program);
        }
        parsed.diagnostics.extend(templates::instantiate(&mut parsed.program));
        let (candidates, elsewhere) =
            pipeline::candidates(&parsed.program, &parsed.diagnostics, self.registry);
        let file = File {
            name: name.to_owned(),
            program: parsed.program,
            candidates,
            origin,
            generated: false,
            bodies: Vec::new(),
        };
        self.texts.unreadable.extend(diagnostics::findings(&file.place(&self.texts.sources), &elsewhere));
        self.texts.files.push(file);
    }

    fn utf8<'i>(&mut self, input: &'i Input) -> Option<&'i str> {
        let text = std::str::from_utf8(&input.bytes);
        if text.is_err() {
            self.texts.troubles.push(format!("{}: this is not UTF-8", input.name));
        }
        text.ok()
    }
}

/// Adds definitions of records, below those that are there; `declare` adds a dialect that is not. Returns how many were added.
pub(crate) fn define(
    registry: &mut Registry,
    definitions: Vec<OpSpec>,
    declare: fn(&mut Registry, Ident),
) -> usize {
    let ctx = Arc::clone(registry.ctx());
    let mut count = 0;
    for spec in definitions {
        if registry.op(spec.name).is_some() {
            continue;
        }
        let dialect = ctx.str(spec.name).split('.').next().unwrap_or_default();
        let dialect = ctx.ident(dialect);
        if !registry.has_dialect(dialect) {
            declare(registry, dialect);
        }
        registry.add_op(spec);
        count += 1;
    }
    count
}

/// The files that an input in another form includes, also through others, and its prelude; `None` where they are not known.
pub(crate) fn included(name: &str, text: &str, forms: &Forms) -> Option<Vec<PathBuf>> {
    match Path::new(name).extension().and_then(|extension| extension.to_str()) {
        Some("pdll") => {
            let (tool, folders) = (MlirPdll::find().ok()?, pdll_folders(name, forms));
            let one = |section: &String| tool.included(with_prelude(section, forms).as_bytes(), &folders);
            let all: Option<Vec<_>> = written::sections(text).iter().map(one).collect();
            all.map(|sections| sections.concat())
        }
        Some("td") => Tblgen::find().ok()?.included(text.as_bytes(), &folders(name, &forms.include)),
        _ => Some(Vec::new()),
    }
}

/// Folders that are searched for included files: that of the file, each `include` beside or above it, and those that were
/// asked for.
pub(crate) fn folders(name: &str, include: &[PathBuf]) -> Vec<PathBuf> {
    let beside = Path::new(name).parent().filter(|folder| !folder.as_os_str().is_empty());
    let beside = beside.unwrap_or(Path::new("."));
    let mut folders = vec![beside.to_owned()];
    let whole = std::fs::canonicalize(beside).unwrap_or_else(|_| beside.to_owned());
    folders.extend(whole.ancestors().map(|folder| folder.join("include")).filter(|folder| folder.is_dir()));
    folders.extend_from_slice(include);
    folders
}

/// The same for PDLL: that of the prelude is the last.
fn pdll_folders(name: &str, forms: &Forms) -> Vec<PathBuf> {
    let mut folders = folders(name, &forms.include);
    let prelude = forms.pdll_prelude.as_ref();
    folders.extend(prelude.and_then(|path| path.parent()).map(Path::to_owned));
    folders
}

/// A section of PDLL behind the prelude, if there is one.
fn with_prelude<'t>(section: &'t str, forms: &Forms) -> Cow<'t, str> {
    match forms.pdll_prelude.as_ref().and_then(|path| path.file_name()) {
        Some(name) => written::with_prelude(section, &name.to_string_lossy()).into(),
        None => section.into(),
    }
}

/// The foreign type of `!d.type=iN`.
fn foreign(ctx: &Context, alias: &str) -> Option<TypeId> {
    let (dialect, name) = alias.strip_suffix("=iN")?.strip_prefix('!')?.split_once('.')?;
    Some(ctx.ty(TypeKind::Dialect {
        dialect: ctx.ident(dialect),
        name: ctx.ident(name),
        params: Box::new([]),
    }))
}
