//! The patterns of a request: dialects loaded, texts read, patterns selected. Judges nothing.

use std::collections::{BTreeMap, BTreeSet};

use assay_ir::data::Context;
use assay_ir::pdl;
use assay_ir::spec::Registry;
use assay_reports::{Finding, Sources};
use assay_verifier::pipeline::Candidate;

use crate::changed::Changed;
use crate::config::Config;
use crate::cpp::{self, Body};
use crate::excluded::Excluded;
use crate::frontend::{self, File};
use crate::inputs::{Filter, Input};
use crate::request::{Inputs, Request};
use crate::rise::{self, RiseFile};
use crate::unfit::Used;
use crate::{dialects, inputs};

/// Everything that was read.
pub(crate) struct Library {
    /// Known dialects and natives.
    pub(crate) registry: Registry,
    /// Texts with patterns.
    pub(crate) files: Vec<File>,
    /// Array programs.
    pub(crate) rise: Vec<RiseFile>,
    /// All texts by name.
    pub(crate) sources: Sources,
    /// Findings about text that cannot be read.
    pub(crate) unreadable: Vec<Finding>,
    /// Lines about inputs that cannot be used.
    pub(crate) troubles: Vec<String>,
    /// Lines about inputs that were left out.
    pub(crate) notes: Vec<String>,
    /// Inputs that say the same as at the revision, and a file that they include does not.
    included_differ: BTreeSet<String>,
}

/// A pattern to judge.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    /// Number of its text.
    pub(crate) file: usize,
    /// The pattern.
    pub(crate) candidate: &'a Candidate,
}

impl Library {
    /// Reads the inputs of a request; nothing is judged without the files that say what its words mean.
    pub(crate) fn load(request: &Request) -> Library {
        let (registry, mut troubles) = registry(&request.inputs);
        if !troubles.is_empty() {
            return Library { troubles, ..Library::read(registry, Vec::new(), request) };
        }
        let found = inputs::filtered(&request.inputs.paths, &filter(&request.inputs));
        let skipped = found.skipped;
        troubles.extend(found.troubles);
        let mut library = Library::read(registry, found.files, request);
        troubles.append(&mut library.troubles);
        library.troubles = troubles;
        library.notes.extend(skipped_line(skipped));
        let mut used = Used::default();
        library.files.iter().for_each(|file| used.add(&file.program, &library.registry));
        let natives = request.inputs.dialect_sources().natives;
        let is_own = |file: &str| natives.iter().any(|path| path.display().to_string() == file);
        let unfit = used.unfit(&library.registry, &is_own);
        library.notes.extend(unfit.notes);
        if !unfit.errors.is_empty() {
            return Library {
                troubles: unfit.errors,
                ..Library::read(library.registry, Vec::new(), request)
            };
        }
        library
    }

    /// Reads these texts.
    pub(crate) fn read(mut registry: Registry, found: Vec<Input>, request: &Request) -> Library {
        let names: BTreeSet<String> = found.iter().map(|input| input.name.clone()).collect();
        let mut texts = frontend::read(&mut registry, found, &request.inputs.forms);
        texts.files.iter_mut().for_each(|file| file.generated |= request.inputs.generated);
        let mut library = Library {
            registry,
            files: texts.files,
            rise: texts.rise,
            sources: texts.sources,
            unreadable: texts.unreadable,
            troubles: texts.troubles,
            notes: texts.notes,
            included_differ: BTreeSet::new(),
        };
        // With --require, files that were not read are errors.
        let lines = if request.require.is_some() { &mut library.troubles } else { &mut library.notes };
        lines.extend(texts.left_out);
        if let Some(config) = &request.accepted.config {
            library.sources.insert(config.name.as_str(), config.text.as_str());
        }
        if let Some(changed) = differing(request) {
            let differ = |name: &&String| library.included_differ(name, request, changed);
            library.included_differ = names.iter().filter(differ).cloned().collect();
            let differ = &library.included_differ;
            // A fault of an included file is one of each input that includes it.
            library.unreadable.retain(|finding| {
                let file = &finding.at.file;
                changed.file(file) || differ.contains(file) || !names.contains(file) && !differ.is_empty()
            });
        }
        library
    }

    /// The patterns to judge, in the order of the report: by file, line and name.
    pub(crate) fn jobs(&self, request: &Request) -> Vec<Job<'_>> {
        let mut jobs = self.named(request);
        if let Some(changed) = differing(request) {
            jobs = self.changed(jobs, changed);
        }
        jobs.sort_by_cached_key(|job| (self.line(job), self.name(job)));
        jobs
    }

    /// The name of a pattern; empty without one.
    pub(crate) fn name(&self, job: &Job<'_>) -> &str {
        let program = &self.files[job.file].program;
        pdl::Pattern { program, op: job.candidate.pattern }.name().unwrap_or_default()
    }

    /// The patterns of all texts.
    pub(crate) fn all(&self) -> impl Iterator<Item = Job<'_>> {
        let files = self.files.iter().enumerate();
        files.flat_map(|(file, text)| text.candidates.iter().map(move |candidate| Job { file, candidate }))
    }

    /// The C++ that a pattern is a path of.
    pub(crate) fn body(&self, job: &Job<'_>) -> Option<&Body> {
        let bodies = &self.files[job.file].bodies;
        let (name, _) = if bodies.is_empty() { return None } else { cpp::part(self.name(job))? };
        bodies.iter().find(|body| body.name == name)
    }

    /// The file and the name that a pattern is reported with.
    pub(crate) fn place(&self, job: &Job<'_>) -> (String, String) {
        let name = self.body(job).map_or_else(|| self.name(job), |body| &body.name);
        (self.line(job).0.to_owned(), name.to_owned())
    }

    /// Tells if a pattern has this name, or begins at this `FILE:LINE`.
    fn is_named(&self, job: &Job<'_>, name: &str) -> bool {
        if self.name(job) == name || self.body(job).is_some_and(|body| body.name == name) {
            return true;
        }
        let Some((file, line)) = name.rsplit_once(':') else { return false };
        let (own, at) = self.line(job);
        line.parse() == Ok(at) && own == file
    }

    /// The definitions and rules of array programs that the request names, as numbers of their files and places in these, by file
    /// and line.
    pub(crate) fn rise_jobs(&self, request: &Request) -> Vec<(usize, usize)> {
        let only = &request.inputs.only;
        let mut jobs: Vec<(usize, usize)> = Vec::new();
        for (number, file) in self.rise.iter().enumerate() {
            if differing(request).is_some_and(|changed| !changed.file(&file.name)) {
                continue;
            }
            jobs.extend(file.items(&self.sources).enumerate().filter_map(|(place, (item, line))| {
                let at = format!("{}:{line}", file.name);
                let wanted =
                    only.is_empty() || only.iter().any(|name| *name == item.name.text || *name == at);
                wanted.then_some((number, place))
            }));
        }
        jobs.sort_by(|a, b| (&self.rise[a.0].name, a.1).cmp(&(&self.rise[b.0].name, b.1)));
        jobs
    }

    /// The patterns that the request names, whether they differ from the revision or not.
    pub(crate) fn named(&self, request: &Request) -> Vec<Job<'_>> {
        let only = &request.inputs.only;
        let wanted = |job: &Job<'_>| only.is_empty() || only.iter().any(|name| self.is_named(job, name));
        self.all().filter(wanted).collect()
    }

    /// Troubles about names that the request gives and no pattern has.
    pub(crate) fn missing(&self, request: &Request) -> Vec<String> {
        let items = self
            .rise
            .iter()
            .flat_map(|file| file.items(&self.sources).map(|(item, _)| item.name.text.clone()));
        let name = |job: Job<'_>| self.body(&job).map_or(self.name(&job), |body| &body.name).to_owned();
        let names: BTreeSet<String> = self.all().map(name).chain(items).collect();
        // Nothing was read: its own trouble says why.
        if names.is_empty() && !self.troubles.is_empty() {
            return Vec::new();
        }
        let known: Vec<String> =
            names.iter().filter(|name| !name.is_empty()).map(|name| format!("@{name}")).collect();
        let there = match known.len() {
            0 => "no pattern has a name".to_owned(),
            1..=MAX_NAMED => format!("there are {}", known.join(", ")),
            more => format!("there are {}, and {} more", known[..MAX_NAMED].join(", "), more - MAX_NAMED),
        };
        let missing = request
            .inputs
            .only
            .iter()
            .filter(|name| !names.contains(*name) && !self.all().any(|job| self.is_named(&job, name)));
        let is_place =
            |name: &str| name.rsplit_once(':').is_some_and(|(_, line)| line.parse::<usize>().is_ok());
        let words = |name: &String| match is_place(name) {
            true => format!("no pattern at {name}; {there}"),
            false => format!("no pattern @{name}; {there}"),
        };
        missing.map(words).collect()
    }

    /// File and line of a pattern.
    pub(crate) fn line(&self, job: &Job<'_>) -> (&str, usize) {
        let file = &self.files[job.file];
        file.place(&self.sources).line(file.program.op(job.candidate.pattern).span)
    }

    /// Tells if an input that does not differ includes a file that does, or that is not known.
    fn included_differ(&self, name: &str, request: &Request, changed: &Changed) -> bool {
        if changed.file(name) {
            return false;
        }
        let text = self.sources.text(name).unwrap_or_default();
        frontend::included(name, text, &request.inputs.forms).is_none_or(|files| changed.any_included(&files))
    }

    /// The patterns whose canonical text differs from the revision, and those of files whose included files differ.
    fn changed<'a>(&self, jobs: Vec<Job<'a>>, changed: &Changed) -> Vec<Job<'a>> {
        let mut old: BTreeMap<usize, Option<BTreeSet<String>>> = BTreeMap::new();
        let differs = |job: &Job<'_>| {
            let file = &self.files[job.file];
            let known = old
                .entry(job.file)
                .or_insert_with(|| changed.file(&file.name).then(|| changed.old_patterns(&file.name)));
            let text = || pdl::canonical(pdl::Pattern { program: &file.program, op: job.candidate.pattern });
            self.included_differ.contains(&file.name)
                || known.as_ref().is_some_and(|known| !known.contains(&text()))
        };
        jobs.into_iter().filter(differs).collect()
    }
}

/// The registry before any text is read, and lines about files of dialects, natives and meanings that cannot be used.
pub(crate) fn registry(wanted: &Inputs) -> (Registry, Vec<String>) {
    let ctx = Context::new();
    let mut registry = assay_corpus::load_builtin(&ctx);
    for name in &wanted.without_meaning {
        registry.forget_meaning(ctx.ident(name));
    }
    let troubles = dialects::load(wanted.dialect_sources(), &mut registry);
    (registry, troubles)
}

/// The files that a request is about.
fn filter(wanted: &Inputs) -> Filter<'_> {
    let excluded = Excluded::new(&wanted.exclude);
    let stdin = wanted.stdin_name.as_deref();
    Filter {
        endings: &[".mlir", ".pdll", rise::ENDING],
        patterns: true,
        cpp: wanted.forms.cpp,
        excluded,
        force: wanted.force_exclude,
        stdin,
    }
}

/// The line about files that were left out.
fn skipped_line(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("1 file without patterns was skipped".to_owned()),
        more => Some(format!("{more} files without patterns were skipped")),
    }
}

/// Most patterns that are named where one does not exist.
const MAX_NAMED: usize = 20;

/// The difference to the revision, unless a dialect, a summary or the configuration differs: these may change any verdict.
fn differing(request: &Request) -> Option<&Changed> {
    let changed = request.inputs.changed.as_ref()?;
    let given = request.inputs.dialect_sources();
    let inputs = given.dialects.iter().chain(given.natives).chain(given.meanings);
    let config = request.accepted.config.iter().map(|config: &Config| config.name.clone());
    let mut names = inputs.map(|path| path.display().to_string()).chain(config);
    (!changed.configuration() && !names.any(|name| changed.file(&name))).then_some(changed)
}
