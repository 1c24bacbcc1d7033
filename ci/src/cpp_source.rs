//! C++ files as patterns: tables and helpers are read, and what the reader makes of the file is held against the readers of
//! PDL and of summaries.

use std::sync::Arc;

use assay_cpp::{ALIASES, Kind, Path, Pattern, Table};
use assay_ir::data::{OpId, Source};
use assay_ir::diagnostic::Diagnostic;
use assay_ir::rule::Rule;
use assay_ir::spec::Registry;
use assay_ir::{pdl, text};
use assay_verifier::meanings;

use crate::args::Forms;
use crate::confirm_cpp::{Decision, End, ReadPath, Reading};
use crate::cpp::{Body, PathNote};

/// A file as it was read.
#[derive(Default)]
pub(crate) struct Read {
    /// The patterns of all paths.
    pub(crate) pdl: String,
    /// The bodies.
    pub(crate) bodies: Vec<Body>,
    /// Lines that are no C++.
    pub(crate) errors: Vec<(usize, String)>,
    /// Lines about files and tables that cannot be used, and about faults of Assay.
    pub(crate) troubles: Vec<String>,
}

/// Reads the bodies of a file; summaries of their native code are added to the registry.
pub(crate) fn read(name: &str, text: &str, forms: &Forms, registry: &mut Registry) -> Read {
    let mut out = Read::default();
    let mut tables = vec![Table::read("api.txt", assay_corpus::cpp_api())];
    let mut beside = Vec::new();
    for path in &forms.cpp_api {
        match std::fs::read_to_string(path) {
            Ok(text) => tables.insert(0, Table::read(&path.display().to_string(), &text)),
            Err(error) => out.troubles.push(format!("cannot read {}: {error}", path.display())),
        }
    }
    for path in &forms.source {
        match std::fs::read_to_string(path) {
            Ok(text) => beside.push((path.display().to_string(), text)),
            Err(error) => out.troubles.push(format!("cannot read {}: {error}", path.display())),
        }
    }
    for (path, table) in forms.cpp_api.iter().rev().zip(&tables) {
        out.troubles.extend(table.faults.iter().map(|fault| format!("{}:{fault}", path.display())));
    }
    tables.push(Table::of_dialects(registry.ctx().added_dialects()));
    let reading = assay_cpp::read(name, text, &beside, &tables, forms.runs);
    out.errors = reading.errors;
    for body in reading.bodies {
        let reading = forms.runs.then(|| runnable(&body, registry)).flatten().map(Arc::new);
        let mut paths = Vec::new();
        for (number, path) in body.paths.iter().enumerate() {
            let mut note = note(path);
            if let Some(fault) = refused(path, registry) {
                out.troubles.push(format!(
                    "{name}:{}: internal error: the import of a path of {} does not read back: {fault}",
                    path.line, body.name
                ));
                let what = format!("its import does not read back: {fault}");
                out.pdl += &assay_cpp::unread_pattern(name, &body, number + 1, &what, path.line).pdl;
                note.unread = Some((what, path.line));
            } else {
                // Bodies of the natives that the pattern calls, for readers.
                path.pattern.natives.lines().for_each(|line| out.pdl += &format!("// {line}\n"));
                out.pdl += &path.pattern.pdl;
            }
            paths.push(note);
        }
        let remark = |remark: &assay_cpp::Remark| {
            Rule::parse(remark.code).map(|rule| (rule, remark.line, remark.message.clone()))
        };
        let remarks = body.remarks.iter().filter_map(remark).collect();
        out.bodies.push(Body { name: body.name, line: body.line, paths, remarks, reading });
    }
    out
}

/// The paths of a body with their near misses, as what runs.
fn runnable(body: &assay_cpp::Body, registry: &mut Registry) -> Option<Reading> {
    let misses = body.paths.iter().flat_map(|path| &path.misses).map(|miss| &miss.pattern);
    let decisions = body.decisions.iter().map(|decision| &decision.pattern);
    let all: Vec<&Pattern> =
        decisions.chain(body.paths.iter().map(|path| &path.pattern)).chain(misses).collect();
    // Those of the paths themselves are added with them.
    let natives: String = all.iter().map(|pattern| pattern.natives.as_str()).collect();
    if !natives.is_empty() && !load_natives(registry, &natives).is_empty() {
        return None;
    }
    let pdl: String = all.iter().map(|pattern| pattern.pdl.as_str()).collect();
    let parsed = text::parse(registry.ctx(), &Source::new("import", &pdl));
    let patterns: Vec<OpId> = pdl::patterns(&parsed.program).iter().map(|pattern| pattern.op).collect();
    if !parsed.diagnostics.is_empty() || patterns.len() != all.len() {
        return None;
    }
    let mut patterns = patterns.into_iter();
    let end = |answer| match answer {
        assay_cpp::Answer::Rewrites(path) => End::Rewrites(path),
        assay_cpp::Answer::Nothing => End::Nothing,
        assay_cpp::Answer::Unread => End::Unread,
    };
    let decision = |(one, pattern): (&assay_cpp::Decision, OpId)| Decision {
        pattern,
        end: end(one.answer),
        certain: one.certain,
    };
    let decisions = body.decisions.iter().zip(patterns.by_ref()).map(decision).collect();
    let own: Vec<OpId> = patterns.by_ref().take(body.paths.len()).collect();
    let paths = body.paths.iter().zip(own).map(|(path, pattern)| {
        let misses = path.misses.iter().zip(patterns.by_ref());
        let misses = misses.map(|(miss, pattern)| (miss.condition.clone(), miss.line, pattern)).collect();
        ReadPath { pattern, misses, exact: path.exact }
    });
    let paths = paths.collect();
    // The log of the driver has no name for a function that is a pattern.
    let class = match body.kind {
        Kind::Fold => None,
        Kind::Canonicalize => Some(String::new()),
        Kind::Pattern | Kind::Conversion => Some(body.name.clone()),
    };
    Some(Reading {
        program: parsed.program,
        decisions,
        paths,
        class,
        leaves_index_out: natives.contains(": !w"),
    })
}

fn note(path: &Path) -> PathNote {
    PathNote {
        line: path.line,
        unread: path.unread.as_ref().map(|unread| (unread.what.clone(), unread.line)),
        unsaid: path.unsaid.clone(),
        in_order: path.in_order.clone(),
        excludes: path.excludes,
        narrowed: path.narrowed.clone(),
        typed: path.typed,
        functions: path.functions.clone(),
    }
}

/// Adds summaries; the mistakes in them, with which nothing is added.
fn load_natives(registry: &mut Registry, natives: &str) -> Vec<Diagnostic> {
    let parsed = text::parse(registry.ctx(), &Source::new("import", format!("{ALIASES}{natives}")));
    match parsed.diagnostics.is_empty() {
        true => meanings::load_natives(&parsed.program, registry),
        false => parsed.diagnostics,
    }
}

/// Adds the summaries of a path; the first thing that the readers say against it, if there is one.
fn refused(path: &Path, registry: &mut Registry) -> Option<String> {
    if !path.pattern.natives.is_empty() {
        let faults = load_natives(registry, &path.pattern.natives);
        if let Some(fault) = faults.first() {
            return Some(fault.message.clone());
        }
    }
    let parsed = text::parse(registry.ctx(), &Source::new("import", &path.pattern.pdl));
    if let Some(fault) = parsed.diagnostics.first() {
        return Some(fault.message.clone());
    }
    let all = pdl::validate_all(&parsed.program, Some(registry)).into_iter();
    all.flat_map(|(_, violations)| violations).next().map(|violation| violation.message)
}
