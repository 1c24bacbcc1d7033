//! What dialects add to the table language: pieces that ODS calls `custom<..>`, attributes with a spelling of
//! their own, and keywords of enumerations. Each dialect lists its own; here they are only found by name.

use super::format::Target;
use super::read::Reading;
use super::write::Groups;
use super::{comb, llvm, pdl_interp, smt, transform, transform_extensions, transform_pieces};
use crate::data::{AttrId, OpId};
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) type ReadPiece =
    for<'a, 'b, 'c, 's> fn(&'a mut Parser<'s>, &'b mut OpState, &'c mut Reading<'s>) -> Read<()>;
pub(super) type PrintPiece = for<'a, 'p, 'g> fn(&'a mut Printer<'p>, OpId, &'g Groups) -> Option<()>;

/// A piece of an assembly format: `custom<dialect.Name>`.
pub(super) struct Piece {
    pub(super) name: &'static str,
    pub(super) read: ReadPiece,
    /// `None` when the piece cannot say what the operation has.
    pub(super) print: PrintPiece,
    /// Inherent attributes that it writes.
    pub(super) attrs: &'static [&'static str],
    /// Whose types it writes, or derives and checks.
    pub(super) types: &'static [Target],
}

/// An attribute kind `#dialect.name` with a spelling of its own.
pub(super) struct Spelling {
    pub(super) kind: &'static str,
    /// Whether one can start at the current token.
    pub(super) starts: for<'a, 's> fn(&'a Parser<'s>) -> bool,
    pub(super) read: for<'a, 's> fn(&'a mut Parser<'s>) -> Read<AttrId>,
    pub(super) print: for<'a, 'p> fn(&'a mut Printer<'p>, AttrId) -> Option<()>,
}

/// Keywords of an integer enumeration: the position is the value.
pub(super) struct Keywords {
    pub(super) kind: &'static str,
    pub(super) cases: &'static [&'static str],
    /// Bits of the attribute's type.
    pub(super) width: u32,
}

/// Stands for a value of an enumeration that has no keyword; no token reads so.
pub(super) const GAP: &str = "\0";

/// A piece by its name, which has its dialect in front.
pub(super) fn piece(name: &str) -> Option<&'static Piece> {
    let list = match name.split_once('.')?.0 {
        "llvm" => llvm::PIECES,
        "transform" => transform_pieces::PIECES,
        "smt" => smt::PIECES,
        "pdl_interp" => pdl_interp::PIECES,
        "comb" => comb::PIECES,
        _ => return None,
    };
    list.iter().find(|piece| piece.name == name)
}

/// An attribute kind by its name.
pub(super) fn spelling(kind: &str) -> Option<&'static Spelling> {
    if !kind.starts_with('#') {
        return None;
    }
    llvm::SPELLINGS.iter().chain(comb::SPELLINGS).find(|spelling| spelling.kind == kind)
}

/// The keywords of an enumeration and the width of its type.
pub(super) fn keywords(kind: &str) -> Option<(&'static [&'static str], u32)> {
    let list = match kind.split_once('.')?.0 {
        "llvm" => llvm::KEYWORDS,
        "transform" => transform::KEYWORDS,
        "smt" => smt::KEYWORDS,
        "comb" => comb::KEYWORDS,
        _ => return None,
    };
    let more = transform_extensions::KEYWORDS;
    list.iter().chain(more).find(|keywords| keywords.kind == kind).map(|found| (found.cases, found.width))
}

/// How many operands, results, successors and regions an operation has; `None` where the form allows any number.
pub(super) struct Shape {
    pub(super) operands: Option<usize>,
    pub(super) results: Option<usize>,
    pub(super) successors: Option<usize>,
    pub(super) regions: Option<usize>,
}

/// Nothing but attributes.
pub(super) const BARE: Shape =
    Shape { operands: Some(0), results: Some(0), successors: Some(0), regions: Some(0) };

impl Shape {
    /// Fails for an operation of another shape: a hand-written form would leave something out.
    pub(super) fn check(&self, p: &Printer<'_>, op: OpId) -> Option<()> {
        let program = p.program;
        let fits = |wanted: Option<usize>, found: usize| wanted.is_none_or(|wanted| wanted == found);
        (fits(self.operands, program.operand_count(op))
            && fits(self.results, program.result_count(op))
            && fits(self.successors, program.successors(op).len())
            && fits(self.regions, program.op_regions(op).len()))
        .then_some(())
    }
}
