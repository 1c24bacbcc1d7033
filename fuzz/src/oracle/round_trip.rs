//! Printing is canonical: the printed text reads back without an error, prints to the same bytes, and pretty and
//! generic form are the same program, with and without locations.

use std::sync::Arc;

use assay_ir::data::{Context, Program, Source};
use assay_ir::text::{self, PrintOptions};

use super::Failure;

/// Both forms, without and with locations.
pub const FORMS: [PrintOptions; 4] = [
    PrintOptions { generic: false, locations: false },
    PrintOptions { generic: true, locations: false },
    PrintOptions { generic: false, locations: true },
    PrintOptions { generic: true, locations: true },
];

/// Prints in every form and reads back.
///
/// # Errors
/// The first fact that does not hold.
pub fn check(program: &Program) -> Result<(), Failure> {
    let generic = text::print(program, &FORMS[1]);
    for options in &FORMS {
        let once = text::print(program, options);
        let again = read(program.ctx(), &once)?;
        let twice = text::print(&again, options);
        if once != twice {
            return Err(Failure::new("printing is a fixed point", both(&once, &twice)));
        }
        let back = text::print(&again, &FORMS[1]);
        if generic != back {
            return Err(Failure::new(
                "every form says the same",
                format!("{}\n--- from\n{once}", both(&generic, &back)),
            ));
        }
    }
    Ok(())
}

/// Reads a text that has to be free of errors.
///
/// # Errors
/// When it has one.
pub fn read(ctx: &Arc<Context>, printed: &str) -> Result<Program, Failure> {
    let source = Source::new("printed", printed);
    let parsed = text::parse(ctx, &source);
    match parsed.diagnostics.first() {
        None => Ok(parsed.program),
        Some(first) => {
            let at = source.line_column(first.span.start);
            let shown = format!("{}:{}: {}\n{printed}", at.line, at.column, first.message);
            Err(Failure::new("what was printed reads back", shown))
        }
    }
}

/// Two texts that should be one, with the first lines that differ.
fn both(one: &str, other: &str) -> String {
    let mut pairs = one.lines().zip(other.lines());
    let (left, right) = pairs.find(|(left, right)| left != right).unwrap_or(("", ""));
    format!("- {left}\n+ {right}\n--- one\n{one}\n--- other\n{other}")
}
