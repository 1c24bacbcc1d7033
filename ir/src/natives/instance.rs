//! The body of a summary at chosen widths: its text is read again with other numbers in its width aliases. Evaluates
//! nothing.

use std::sync::Arc;

use super::{Body, Summary};
use crate::data::{BlockId, Context, OpId, Program, Source, known};
use crate::text;

/// A body at one choice of widths.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The program that holds it.
    pub program: Program,
    /// The `func.func`.
    pub function: OpId,
}

impl Instance {
    /// The only block of the body.
    pub fn block(&self) -> Option<BlockId> {
        let region = self.program.op_regions(self.function).first()?;
        self.program.region(*region).blocks.first().copied()
    }
}

impl Summary {
    /// The body with these widths, given in the order of [`Summary::widths`]; `None` if there is no body.
    ///
    /// # Errors
    /// In words, why the body cannot be read at these widths: a constant that does not fit, say.
    pub fn instance(&self, ctx: &Arc<Context>, widths: &[u32]) -> Option<Result<Instance, String>> {
        let body = self.body.as_ref()?;
        if widths.len() != self.widths.len() {
            return Some(Err(format!("it takes {} widths, not {}", self.widths.len(), widths.len())));
        }
        Some(body.read(ctx, widths))
    }
}

impl Body {
    /// The text with these widths.
    pub(super) fn text(&self, widths: &[u32]) -> String {
        let mut out = String::new();
        for (before, width) in &self.pieces {
            out.push_str(before);
            out.push_str(&widths.get(*width).copied().unwrap_or(1).to_string());
        }
        out.push_str(&self.rest);
        out
    }

    /// Reads it at these widths.
    ///
    /// # Errors
    /// In words, why it cannot be read: a constant that does not fit, say.
    pub(crate) fn read(&self, ctx: &Arc<Context>, widths: &[u32]) -> Result<Instance, String> {
        let parsed = text::parse(ctx, &Source::new(self.source.name(), self.text(widths)));
        if let Some(first) = parsed.diagnostics.first() {
            return Err(first.message.clone());
        }
        let program = parsed.program;
        let function = program.walk(program.top()).find(|op| program.op(*op).name == known::FUNC_FUNC);
        match function {
            Some(function) => Ok(Instance { program, function }),
            None => Err("there is no function".to_owned()),
        }
    }
}
