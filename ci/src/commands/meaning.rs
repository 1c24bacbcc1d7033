//! `assay meaning OP`: the page of an operation, from the table beside the meanings.

use assay_backend::engine::Engine;
use assay_backend::interp::Interpreter;
use assay_ir::nearest::nearest;
use assay_jit::Jit;
use assay_verifier::meanings::{Page, pages};
use assay_verifier::values::effects;

use crate::exit::Exit;

/// Columns of a page.
const WIDTH: usize = 80;

/// Prints the page of an operation, or all operations with the engines that know them.
pub(crate) fn run(operation: Option<&str>) -> anyhow::Result<Exit> {
    let pages = pages().map_err(anyhow::Error::msg)?;
    let Some(name) = operation else {
        let widest = pages.iter().map(|page| page.name.len()).max().unwrap_or(0);
        for page in &pages {
            say!("{:widest$}  {}", page.name, engines(page.name));
        }
        return Ok(Exit::Clean);
    };
    match pages.iter().find(|page| page.name == name) {
        Some(page) => {
            print(page);
            Ok(Exit::Clean)
        }
        None => {
            let near = nearest(name, pages.iter().map(|page| page.name));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            eprintln!(
                "error: `{name}` has no meaning in Assay; `assay meaning` lists those that have one, and \
                 `--meanings FILE` brings others{near}"
            );
            Ok(Exit::Trouble)
        }
    }
}

fn print(page: &Page) {
    say!("{}", page.name);
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
                say!("{line}");
                line = " ".repeat(12);
            }
            line.push(' ');
            line.push_str(word);
        }
        say!("{line}");
    }
}

/// The engines that know an operation, in words.
fn engines(name: &str) -> String {
    let all = [
        ("solver", effects::has_semantics(name)),
        ("interpreter", Interpreter.has_semantics(name)),
        ("JIT", Jit.has_semantics(name)),
    ];
    let known: Vec<&str> = all.iter().filter(|(_, knows)| *knows).map(|(engine, _)| *engine).collect();
    known.join(", ")
}
