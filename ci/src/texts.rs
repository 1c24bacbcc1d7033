//! From inputs to programs with patterns: MLIR is read as it is, PDLL goes through `mlir-pdll`, and PDL is taken out of
//! C++. What cannot be read is a finding (text) or trouble (no text, or no tool).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_ir::data::{Program, Source, Written};
use assay_ir::spec::Registry;
use assay_ir::text::{self, Parsed};
use assay_mlir::opt::{self, Severity};
use assay_mlir::{MlirPdll, Outcome, pdll};
use assay_reports::{Finding, Label, Level, Location, Related, Sources};
use assay_verifier::pipeline::{self, Candidate, UNREADABLE};

use crate::diagnostics;
use crate::inputs::Input;
use crate::origin::{Origin, Place};

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
    /// All texts by name.
    pub(crate) sources: Sources,
    /// Findings about text that cannot be read.
    pub(crate) unreadable: Vec<Finding>,
    /// Lines about what is no text, or needs a tool that is missing.
    pub(crate) troubles: Vec<String>,
    /// Lines about what was left out.
    pub(crate) notes: Vec<String>,
}

/// Reads all inputs; included PDLL files are looked for beside their file, then in `include`.
pub(crate) fn read(registry: &Registry, inputs: Vec<Input>, include: &[PathBuf]) -> Texts {
    let mut reader = Reader { registry, include, pdll: None, skipped: 0, texts: Texts::default() };
    for input in inputs {
        match Path::new(&input.name).extension().and_then(|extension| extension.to_str()) {
            Some("pdll") => reader.pdll(input),
            Some("cpp" | "cc" | "cxx" | "h" | "hpp" | "inc") => reader.cpp(&input),
            _ => reader.mlir(input),
        }
    }
    if reader.skipped > 0 {
        let files = if reader.skipped == 1 { "1 .pdll file was" } else { "the .pdll files were" };
        let line = format!("{files} left out: {} is not installed (mlir-22-tools)", pdll::BINARY);
        reader.texts.notes.push(line);
    }
    reader.texts
}

struct Reader<'a> {
    registry: &'a Registry,
    include: &'a [PathBuf],
    /// The tool or why there is none, once it was looked for.
    pdll: Option<Result<MlirPdll, String>>,
    skipped: usize,
    texts: Texts,
}

impl Reader<'_> {
    fn mlir(&mut self, input: Input) {
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

    fn cpp(&mut self, input: &Input) {
        let Some(text) = self.utf8(input) else { return };
        let pdl = text::pdl_in_cpp(text).unwrap_or_default();
        self.texts.sources.insert(&input.name, text);
        let parsed = text::parse(self.registry.ctx(), &Source::new(&input.name, pdl));
        self.file(&input.name, parsed, Origin::Own);
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
        let beside = Path::new(&input.name).parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut include = vec![beside.unwrap_or(Path::new(".")).to_owned()];
        include.extend_from_slice(self.include);
        match tool.to_pdl(&input.bytes, &include) {
            Outcome::Ok(pdl) => self.printed(&input.name, &pdl),
            Outcome::Error(diagnostics) => self.refused(&input.name, &diagnostics),
            Outcome::Crash { signal, .. } => {
                self.no_answer(&input.name, &format!("it crashed (signal {signal})"))
            }
            Outcome::TimedOut => self.no_answer(&input.name, "it did not end in time"),
            Outcome::OutOfMemory => self.no_answer(&input.name, "it ran out of memory"),
            Outcome::NoAnswer(why) => self.no_answer(&input.name, &why),
        }
    }

    fn no_answer(&mut self, name: &str, why: &str) {
        self.texts.troubles.push(format!("{name}: no answer from {}: {why}", pdll::BINARY));
    }

    fn printed(&mut self, name: &str, pdl: &str) {
        let parsed = text::parse(self.registry.ctx(), &Source::new(name, pdl));
        let written = Written::of(&parsed.program);
        for file in written.files() {
            let file = self.registry.ctx().str(file);
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

    /// Errors of `mlir-pdll`, each with the notes behind it.
    fn refused(&mut self, name: &str, diagnostics: &[opt::Diagnostic]) {
        let mut findings: Vec<Finding> = Vec::new();
        for diagnostic in diagnostics {
            let at = self.place_of(name, &diagnostic.place);
            match (diagnostic.severity, findings.last_mut()) {
                (Severity::Note, Some(last)) => {
                    last.related.push(Related { at, message: diagnostic.message.clone() });
                }
                (severity, _) => {
                    let level = match severity {
                        Severity::Error => Level::Error,
                        Severity::Warning => Level::Warning,
                        Severity::Remark | Severity::Note => Level::Note,
                    };
                    let mut finding = Finding::new(UNREADABLE, level, at.clone(), diagnostic.message.clone());
                    finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
                    findings.push(finding);
                }
            }
        }
        for finding in findings.iter_mut().filter(|finding| finding.level == Level::Error) {
            finding.notes.push(format!("{} stops here; no pattern of {name} was judged", pdll::BINARY));
        }
        self.texts.unreadable.extend(findings);
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

    fn file(&mut self, name: &str, parsed: Parsed, origin: Origin) {
        let (candidates, elsewhere) =
            pipeline::candidates(&parsed.program, &parsed.diagnostics, self.registry);
        let file = File { name: name.to_owned(), program: parsed.program, candidates, origin };
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
