//! No bytes make the reader panic, loop or fill the memory: they are refused, read with errors that point into the
//! text, or read; what was read prints, in an amount that fits the input.

use assay_ir::data::{Context, Span};
use assay_ir::text::{self, Parsed, PrintOptions};

use super::{Failure, round_trip};

/// What became of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// They are no text.
    Refused,
    /// A text with this many errors.
    Errors(usize),
    /// A text without errors.
    Read,
}

/// Bytes of output that any input may cause.
const ROOM: usize = 1 << 22;

/// Bytes of output that each byte of input may cause: indentation and types that a custom form leaves out make
/// a text longer, aliases and names that stand for many values too.
const FACTOR: usize = 1 << 10;

/// Reads, prints, and reads again what was printed.
///
/// # Errors
/// The first fact that does not hold.
pub fn check(bytes: &[u8]) -> Result<Outcome, Failure> {
    let ctx = Context::new();
    let Ok(parsed) = text::parse_bytes(&ctx, "input", bytes) else { return Ok(Outcome::Refused) };
    spans(&parsed, bytes.len())?;
    let program = &parsed.program;
    for generic in [false, true] {
        let printed = text::print(program, &PrintOptions { generic, locations: true }).len();
        if printed > ROOM + FACTOR * bytes.len() {
            let shown = format!("{} bytes become {printed}", bytes.len());
            return Err(Failure::new("what is printed fits what was read", shown));
        }
    }
    if !parsed.diagnostics.is_empty() {
        return Ok(Outcome::Errors(parsed.diagnostics.len()));
    }
    round_trip::check(program)?;
    Ok(Outcome::Read)
}

fn spans(parsed: &Parsed, length: usize) -> Result<(), Failure> {
    // A span may end one behind the text, where something is missing.
    let inside = |span: Span| span.is_none() || span.start <= span.end && span.end as usize <= length + 1;
    for diagnostic in &parsed.diagnostics {
        let related = diagnostic.related.iter().map(|label| label.span);
        if !related.chain([diagnostic.span]).all(inside) {
            return Err(Failure::new("errors point into the text", format!("{diagnostic:?}")));
        }
    }
    Ok(())
}
