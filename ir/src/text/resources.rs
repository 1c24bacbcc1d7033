//! `{-# dialect_resources: {..} #-}`: skipped as balanced text; what the keys stand for is not kept.

use super::lexer::Kind;
use super::parser::{Parser, Read, span};
use crate::diagnostic::Diagnostic;

impl Parser<'_> {
    /// Skips a resource section.
    pub(super) fn skip_resources(&mut self) -> Read<()> {
        let open = self.bump();
        loop {
            match self.kind() {
                Kind::CloseMetadata => {
                    self.bump();
                    return Ok(());
                }
                Kind::Eof => {
                    return self.fail(
                        Diagnostic::error(span(open), "this resource section is not closed")
                            .label("opened here"),
                    );
                }
                Kind::Bad => return self.expected("`#-}`"),
                _ => {
                    self.bump();
                }
            }
        }
    }
}
