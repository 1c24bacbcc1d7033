//! A generated program has a text that reads back as the same program. One that was built wrong on purpose may
//! lack what the reader adds (defaults, properties): it is compared with itself once it was read.

use std::sync::Arc;

use arbitrary::Unstructured;
use assay_ir::data::{Context, Program};
use assay_ir::text;

use super::{Failure, round_trip};
use crate::config::ProgramConfig;
use crate::generate;

/// Makes a program and takes it through the text; the program as it was read, if the bytes made one.
///
/// # Errors
/// The first fact that does not hold.
pub fn check(config: &ProgramConfig, bytes: &[u8]) -> Result<Option<Program>, Failure> {
    let ctx = Context::new();
    let Ok(program) = generate::program(&ctx, config, &mut Unstructured::new(bytes)) else { return Ok(None) };
    let program = match config.malformed {
        true => as_read(&ctx, &program)?,
        false => program,
    };
    round_trip::check(&program)?;
    Ok(Some(program))
}

fn as_read(ctx: &Arc<Context>, program: &Program) -> Result<Program, Failure> {
    round_trip::read(ctx, &text::print(program, &round_trip::FORMS[3]))
}
