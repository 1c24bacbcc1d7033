//! `assay import`: the PDL that is understood of files in other forms. Judges nothing.

use assay_ir::data::Context;
use assay_ir::text::{self, PrintOptions};
use assay_reports::{Report, render};
use assay_rise::dialect;
use assay_rise::syntax::printer;

use crate::args::{Form, ImportArgs};
use crate::exit::Exit;
use crate::origin::Origin;
use crate::{diagnostics, dialects, frontend, inputs, output, rise};

/// Prints the patterns of all files; what cannot be read is said on standard error.
pub(crate) fn run(args: &ImportArgs) -> anyhow::Result<Exit> {
    let mut registry = assay_corpus::load_builtin(&Context::new());
    let given = dialects::DialectSources {
        dialects: &args.descriptions.dialect,
        natives: &args.descriptions.natives,
        include: &args.forms.include,
        ..dialects::DialectSources::default()
    };
    let mut troubles = dialects::load(given, &mut registry);
    let found = inputs::collect(&args.paths, &[".mlir", ".pdll", ".td", rise::ENDING]);
    troubles.extend(found.troubles);
    if args.form == Some(Form::Rise) {
        return raised(found.files, troubles);
    }
    let mut texts = frontend::read(&mut registry, found.files, &args.forms);
    troubles.extend(texts.troubles);
    let options = PrintOptions { locations: args.locations, ..PrintOptions::default() };
    let errors: Vec<_> = texts.rise.iter().flat_map(|file| file.errors(&texts.sources)).collect();
    for file in texts.rise.iter().filter(|_| errors.is_empty()) {
        output::print(&dialect::print(&file.read.module))?;
        let rules = file.read.module.rules().count();
        if rules > 0 {
            eprintln!("note: {}: {rules} rules have no form in the dialect", file.name);
        }
    }
    texts.unreadable.extend(errors);
    for file in &texts.files {
        match (&file.origin, file.program.source()) {
            // A pattern from another form has names that say more than numbers.
            (Origin::Printed(_), Some(source)) => output::print(&render(source.text(), args.locations))?,
            _ => output::print(&text::print(&file.program, &options))?,
        }
    }
    for line in texts.notes.iter().map(|note| format!("note: {note}")) {
        eprintln!("{line}");
    }
    for trouble in &troubles {
        eprintln!("error: {trouble}");
    }
    if !texts.unreadable.is_empty() {
        let report = Report::new(diagnostics::tool(), Vec::new(), Vec::new(), texts.unreadable);
        eprint!("{}", render::human::render(&report, &texts.sources, Default::default()));
        return Ok(Exit::Findings);
    }
    Ok(if troubles.is_empty() { Exit::Clean } else { Exit::Trouble })
}

/// Prints all files as texts of array programs: those of their dialect, and those that operations of linalg are.
fn raised(files: Vec<inputs::Input>, mut troubles: Vec<String>) -> anyhow::Result<Exit> {
    let mut exit = Exit::Clean;
    for file in files {
        let Ok(text) = String::from_utf8(file.bytes) else {
            troubles.push(format!("{}: this is not UTF-8", file.name));
            continue;
        };
        match rise::text_of(&file.name, text) {
            Ok(text) => {
                let read = assay_rise::read(&text);
                let items: Vec<_> = read.items.iter().map(|(item, _)| item.clone()).collect();
                let errors = read.errors();
                if let Some(error) = errors.first() {
                    troubles.push(format!("{}: {}", file.name, error.message));
                }
                output::print(&printer::print(&items))?;
            }
            Err(said) => {
                eprint!("{said}");
                exit = Exit::Findings;
            }
        }
    }
    for trouble in &troubles {
        eprintln!("error: {trouble}");
    }
    Ok(if troubles.is_empty() { exit } else { Exit::Trouble })
}

/// PDL that was made of another form, without its locations unless they are wanted.
fn render(text: &str, locations: bool) -> String {
    let line = |line: &str| -> Option<String> {
        match locations {
            true => Some(line.to_owned()),
            false if line.starts_with("#loc") => None,
            false => Some(line.rfind(" loc(").map_or(line, |end| &line[..end]).to_owned()),
        }
    };
    text.lines().filter_map(line).map(|line| line + "\n").collect()
}
