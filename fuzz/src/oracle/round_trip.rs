//! Printing is canonical: the printed text reads back without an error as the same program, prints to the same bytes,
//! and pretty and generic form are the same program, with and without locations.

use std::sync::Arc;

use assay_ir::data::{Context, Program, Source};
use assay_ir::text::{self, PrintOptions};

use super::Failure;
use crate::generic_printer;
use crate::shape::{shape, top_ops};

/// The fact that nothing is lost.
const SAME: &str = "what was printed reads back as the same program";

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
        if !options.locations && !is_same(program, &again)? {
            let plain = generic_printer::print(program);
            return Err(Failure::new(SAME, format!("{once}\n--- but it is\n{plain}")));
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

/// Whether what was read is the program that was printed. What the reader adds to any program, defaults of properties
/// among them, is no difference: a second printer has the last word.
fn is_same(program: &Program, again: &Program) -> Result<bool, Failure> {
    let found = shape(again, &top_ops(again));
    if shape(program, &top_ops(program)) == found {
        return Ok(true);
    }
    let plain = read(program.ctx(), &generic_printer::print(program))?;
    Ok(shape(&plain, &top_ops(&plain)) == found)
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
