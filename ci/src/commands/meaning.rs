//! `assay meaning OP`: the page of an operation, from the table beside the meanings, or from the description of a user.

use std::sync::Arc;

use assay_backend::engine::Engine;
use assay_backend::interp::Interpreter;
use assay_ir::meanings::{Fit, Promises, Semantics, TypeMeaning};
use assay_ir::natives::Instance;
use assay_ir::nearest::nearest;
use assay_ir::spec::Registry;
use assay_ir::text::{self, PrintOptions};
use assay_jit::Jit;
use assay_verifier::meanings::{Page, pages};
use assay_verifier::values::coverage;

use super::tv::own;
use crate::args::DescriptionArgs;
use crate::exit::Exit;

/// Columns of a page.
const WIDTH: usize = 80;

/// Prints the page of an operation, or all operations with the engines that know them.
pub(crate) fn run(operation: Option<&str>, descriptions: &DescriptionArgs) -> anyhow::Result<Exit> {
    let own = own(descriptions, true)?;
    let pages = pages().map_err(anyhow::Error::msg)?;
    let Some(name) = operation else {
        let widest = pages.iter().map(|page| page.name.len()).max().unwrap_or(0);
        for page in &pages {
            say!("{:widest$}  {}", page.name, engines(page.name));
        }
        for semantics in own.iter().flat_map(Registry::all_semantics) {
            let (file, line) = &semantics.at;
            let name = semantics.name;
            say!("{:widest$}  {file}:{line}", own.as_ref().map_or("", |own| own.ctx().str(name)));
        }
        if let Some(own) = &own {
            for meaning in own.type_meanings() {
                say!("{:widest$}  {}:{}", type_name(own, meaning), meaning.at.0, meaning.at.1);
            }
        }
        return Ok(Exit::Clean);
    };
    let described = own.as_ref().and_then(|own| Some((own, own.semantics(own.ctx().ident(name))?)));
    match (pages.iter().find(|page| page.name == name), described) {
        (Some(page), _) => {
            print(page);
            Ok(Exit::Clean)
        }
        (None, Some((own, semantics))) => {
            print_described(own, semantics);
            Ok(Exit::Clean)
        }
        (None, None) => {
            let is_it = |(own, meaning): &(&Registry, &Arc<TypeMeaning>)| {
                type_name(own, meaning).trim_start_matches('!') == name.trim_start_matches('!')
            };
            let types = own.iter().flat_map(|own| own.type_meanings().map(move |meaning| (own, meaning)));
            if let Some((own, meaning)) = types.into_iter().find(is_it) {
                say!("{}<{}>", type_name(own, meaning), meaning.parameters.join(", "));
                say!("  values     {}", meaning.is);
                say!("  source     {}:{}", meaning.at.0, meaning.at.1);
                return Ok(Exit::Clean);
            }
            let brought = own.iter().flat_map(|own| own.all_semantics().map(|one| own.ctx().str(one.name)));
            let all: Vec<&str> = pages.iter().map(|page| page.name).chain(brought).collect();
            // A name without its dialect is that of one operation, or near to one.
            let is_of_dialect = |full: &&&str| full.split_once('.').is_some_and(|(_, word)| word == name);
            let near = all.iter().find(is_of_dialect).copied().or_else(|| nearest(name, all.iter().copied()));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            eprintln!(
                "error: `{name}` has no meaning in Assay; `assay meaning` lists those that have one, and \
                 `--meanings FILE` brings others{near}"
            );
            Ok(Exit::Trouble)
        }
    }
}

/// Prints the description of a dialect that is built in, for `--meanings` and for changes.
pub(crate) fn print_file(dialect: &str) -> anyhow::Result<Exit> {
    let all = assay_corpus::meanings();
    match all.iter().find(|(name, _)| *name == dialect) {
        Some((_, text)) => {
            say!("{}", text.trim_end());
            Ok(Exit::Clean)
        }
        None => {
            let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
            anyhow::bail!("no description of `{dialect}` is built in; there are: {}", names.join(", "))
        }
    }
}

/// The name of a described type.
fn type_name(own: &Registry, meaning: &TypeMeaning) -> String {
    format!("!{}.{}", own.ctx().str(meaning.dialect), own.ctx().str(meaning.name))
}

fn print(page: &Page) {
    lines(page).iter().for_each(|line| say!("{line}"));
}

/// The page of an operation that is built in.
pub(crate) fn page_text(name: &str) -> Option<String> {
    let pages = pages().ok()?;
    pages.iter().find(|page| page.name == name).map(|page| lines(page).join("\n"))
}

fn lines(page: &Page) -> Vec<String> {
    let mut out = vec![page.name.to_owned()];
    let lines = [
        ("result", page.result),
        ("poison", page.poison),
        ("undefined", page.undefined),
        ("types", page.types),
        ("source", page.source),
        ("differs", page.differs.unwrap_or_default()),
        ("engines", &engines(page.name)),
    ];
    for (key, text) in lines.iter().filter(|(_, text)| !text.is_empty()) {
        let mut line = format!("  {key:10}");
        for word in text.split(' ') {
            if line.chars().count() + 1 + word.chars().count() > WIDTH {
                out.push(line);
                line = " ".repeat(12);
            }
            line.push(' ');
            line.push_str(word);
        }
        out.push(line);
    }
    out
}

/// The page of an operation that a user describes: its functions at some widths, and what it promises.
fn print_described(own: &Registry, semantics: &Semantics) {
    say!("{}", own.ctx().str(semantics.name));
    let promises = promises(semantics.promises);
    if !promises.is_empty() {
        say!("  promises   {}", promises.join(", "));
    }
    for variant in &semantics.variants {
        let (file, line) = &variant.at;
        let how = if variant.elementwise { ", for each element" } else { "" };
        say!("  source     {file}:{line}{how}");
        // Extensions and truncations need widths that differ.
        let widths = (0..variant.widths.len()).map(|at| 8 << at.min(3)).collect();
        let instance = variant.instance(own.ctx(), own, &Fit { widths, shaped: None });
        if let Some(Instance { program, function }) = instance {
            let text = text::print_op(&program, function, &PrintOptions::default());
            text.lines().for_each(|line| say!("    {line}"));
        }
    }
    say!("  engines    {}", if semantics.variants.is_empty() { "none" } else { "solver, interpreter, JIT" });
}

/// Promises by their attributes.
fn promises(promises: Promises) -> Vec<&'static str> {
    let all = [
        (promises.constant_like, "assay.constant_like"),
        (promises.opaque, "assay.opaque"),
        (promises.pure, "assay.pure"),
        (promises.reads, "assay.reads"),
        (promises.writes, "assay.writes"),
        (promises.never_poison, "assay.never_poison"),
    ];
    all.into_iter().filter(|(set, _)| *set).map(|(_, name)| name).collect()
}

/// The engines that know an operation, in words.
fn engines(name: &str) -> String {
    let all = [
        ("solver", coverage::has_semantics(name)),
        ("interpreter", Interpreter.has_semantics(name)),
        ("JIT", Jit.has_semantics(name)),
    ];
    let known: Vec<&str> = all.iter().filter(|(_, knows)| *knows).map(|(engine, _)| *engine).collect();
    known.join(", ")
}
