//! `assay fmt`: MLIR text in its one canonical form, pretty or generic. Every error of every file is said in one run.

use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use assay_ir::data::{Context, Program};
use assay_ir::diagnostic::Diagnostic;
use assay_ir::pdl;
use assay_ir::spec::Registry;
use assay_ir::text::{self, PrintOptions};
use assay_ir::wellformed;
use assay_mlir::files;
use assay_reports::{Finding, Report, Sources, render};
use assay_rise::syntax::printer;

use crate::args::{FmtArgs, FmtFormat};
use crate::exit::Exit;
use crate::inputs::{self, Input};
use crate::origin::{Origin, Place};
use crate::output;
use crate::{diagnostics, dialects, rise};

/// Name of the text that comes from standard input.
const STDIN: &str = "<stdin>";

/// Rewrites files in place (standard input goes to standard output); with `--check` only compares.
pub(crate) fn run(args: &FmtArgs) -> anyhow::Result<Exit> {
    if args.format == FmtFormat::Json && !args.check && args.paths.iter().any(|path| path.as_os_str() == "-")
    {
        anyhow::bail!("`--format json` and the text of `-` cannot share standard output; say `--check` too");
    }
    let mut registry = assay_corpus::load_builtin(&Context::new());
    dialects::described(&args.descriptions, &mut registry)?;
    let found = inputs::collect(&args.paths, &[".mlir", ".irdl.mlir", rise::ENDING]);
    let mut run = Run {
        args,
        options: PrintOptions { generic: args.generic, ..PrintOptions::default() },
        registry,
        sources: Sources::new(),
        findings: Vec::new(),
        differing: Vec::new(),
        exit: Exit::Clean,
    };
    for trouble in &found.troubles {
        run.trouble(trouble);
    }
    for input in found.files {
        run.file(input)?;
    }
    run.report()?;
    Ok(run.exit)
}

struct Run<'a> {
    args: &'a FmtArgs,
    options: PrintOptions,
    /// The specs to hold programs against, and the forms of operations.
    registry: Registry,
    sources: Sources,
    findings: Vec<Finding>,
    /// Files that are not in canonical form.
    differing: Vec<String>,
    exit: Exit,
}

impl Run<'_> {
    fn trouble(&mut self, line: &str) {
        eprintln!("error: {line}");
        self.exit = self.exit.and(Exit::Trouble);
    }

    fn file(&mut self, input: Input) -> anyhow::Result<()> {
        if input.name.ends_with(rise::ENDING) {
            return self.array_programs(input);
        }
        let parsed = match text::parse_file(self.registry.ctx(), &input.name, input.bytes) {
            Ok(parsed) => parsed,
            Err(problem) => {
                self.trouble(&format!("{}: {}", input.name, problem.message));
                return Ok(());
            }
        };
        let (program, mut problems) = (parsed.program, parsed.diagnostics);
        if problems.is_empty() && self.args.well_formed {
            problems = ill_formed(&program, &self.registry);
        }
        if !problems.is_empty() {
            self.problems(&input.name, &program, &problems);
            return Ok(());
        }
        self.write(&input.name, &program)
    }

    /// Array programs, whose form needs no types.
    fn array_programs(&mut self, input: Input) -> anyhow::Result<()> {
        let Ok(text) = String::from_utf8(input.bytes) else {
            self.trouble(&format!("{}: this is not UTF-8", input.name));
            return Ok(());
        };
        self.sources.insert(&input.name, text.as_str());
        let file = rise::RiseFile::new(&input.name, &text);
        let errors = file.unreadable(&self.sources);
        if !errors.is_empty() {
            self.findings.extend(errors);
            self.exit = self.exit.and(Exit::Findings);
            return Ok(());
        }
        let items: Vec<_> = file.read.items.iter().map(|(item, _)| item.clone()).collect();
        let printed = printer::print(&items);
        if printed == text {
            return Ok(());
        }
        if self.args.check {
            self.differing.push(input.name);
            self.exit = self.exit.and(Exit::Findings);
        } else if !self.args.drop_comments && text.lines().any(|line| line.contains("//")) {
            self.trouble(&format!(
                "{} holds comments, which the canonical form has not: say `--drop-comments`",
                input.name
            ));
        } else {
            let name = &input.name;
            files::write(Path::new(name), printed).with_context(|| format!("cannot write {name}"))?;
        }
        Ok(())
    }

    fn problems(&mut self, name: &str, program: &Program, problems: &[Diagnostic]) {
        let text = program.source().map_or("", |source| source.text());
        self.sources.insert(name, text);
        let place = Place { sources: &self.sources, file: name, program, origin: &Origin::Own };
        self.findings.extend(diagnostics::findings(&place, problems));
        self.exit = self.exit.and(Exit::Findings);
    }

    fn write(&mut self, name: &str, program: &Program) -> anyhow::Result<()> {
        let text = program.source().map_or("", |source| source.text());
        if name == STDIN && !self.args.check {
            return to_stdout(program, &self.options);
        }
        if is_printed_as(program, &self.options, text) {
            return Ok(());
        }
        if self.args.check {
            self.differing.push(name.to_owned());
            self.exit = self.exit.and(Exit::Findings);
        } else if !self.args.drop_comments && text::holds_comments(text) {
            self.trouble(&format!(
                "{name} holds comments, which the canonical form has not: say `--drop-comments`"
            ));
        } else {
            let printed = text::print(program, &self.options);
            files::write(Path::new(name), printed).with_context(|| format!("cannot write {name}"))?;
        }
        Ok(())
    }

    /// Prints what was found: errors as asked, names of files that differ to standard output.
    fn report(&mut self) -> anyhow::Result<()> {
        let findings = std::mem::take(&mut self.findings);
        let any = !findings.is_empty();
        let report = Report::new(diagnostics::tool(), Vec::new(), Vec::new(), findings);
        match self.args.format {
            FmtFormat::Json => {
                self.differing.iter().for_each(|name| eprintln!("{name}"));
                output::print(&render::json::render(&report, &self.sources, Default::default()))
            }
            FmtFormat::Human => {
                if any {
                    eprint!("{}", render::human::render(&report, &self.sources, Default::default()));
                }
                self.differing.iter().for_each(|name| say!("{name}"));
                Ok(())
            }
        }
    }
}

/// What is wrong with a program, by its specs and, for patterns, by PDL's rules.
fn ill_formed(program: &Program, registry: &Registry) -> Vec<Diagnostic> {
    let violations = wellformed::check(program, registry, &wellformed::Options::default());
    let mut all: Vec<Diagnostic> = violations.iter().map(wellformed::Violation::diagnostic).collect();
    let patterns = pdl::validate_all(program, Some(registry));
    all.extend(patterns.iter().flat_map(|(_, violations)| violations).map(pdl::Violation::to_diagnostic));
    all.sort_by_key(|diagnostic| diagnostic.span.start);
    diagnostics::at_most(all)
}

fn is_printed_as(program: &Program, options: &PrintOptions, text: &str) -> bool {
    let mut rest = Some(text);
    text::print_pieces(program, options, &mut |piece| rest = rest.and_then(|rest| rest.strip_prefix(piece)));
    rest == Some("")
}

/// A reader that has seen enough (`| head`) is no error.
fn to_stdout(program: &Program, options: &PrintOptions) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut state = Ok(());
    text::print_pieces(program, options, &mut |piece| {
        if state.is_ok() {
            state = out.write_all(piece.as_bytes());
        }
    });
    match state.and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to standard output"),
    }
}
