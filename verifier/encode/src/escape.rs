//! Memory that callers and callees see after a function returns: that of its results, and arguments of external calls.

use assay_ir::data::known;

use crate::encoder::{EscapedMemory, Provenance, Returned};
use crate::machine::SymbolicExecutor;
use crate::state::{Origin, View};
use crate::unsupported::EncodeError;
use assay_semantics::Value;
use assay_term::node::TermId;

impl SymbolicExecutor<'_, '_> {
    /// The places of results in memory, with the arguments that are memory.
    pub(crate) fn returned(&self, given: &[View], shown: &[&View]) -> Result<Vec<Returned>, EncodeError> {
        let number = |ex: TermId| self.encoder.pool.value(ex).map(|number| number as i64);
        let offset = |view: &View| number(view.start)?.checked_add(number(view.offset)?);
        let place = |view: &&View| {
            let of = self.whose(given, shown, view.block);
            let offset_of = |view: &View| offset(view).ok_or(EncodeError::Aliases);
            Ok(match of {
                Provenance::Own(first) => {
                    let alone = shown.iter().filter(|other| other.block == view.block).count() == 1;
                    let strides = if alone { Vec::new() } else { view.strides.clone() };
                    Returned { of, offset: offset_of(view)? - offset_of(shown[first])?, strides }
                }
                _ => Returned { of, offset: offset_of(view)?, strides: view.strides.clone() },
            })
        };
        shown.iter().map(place).collect()
    }

    fn whose(&self, given: &[View], shown: &[&View], block: usize) -> Provenance {
        if let Some(argument) = given.iter().position(|view| view.block == block) {
            return Provenance::Argument(argument);
        }
        if let Some((global, _)) = self.globals.iter().find(|(_, one)| **one == block) {
            let name = self.program.attr_text(*global, known::SYM_NAME).unwrap_or_default();
            return Provenance::Global(name.to_owned());
        }
        match self.own_reached().position(|one| one == block) {
            Some(number) => Provenance::Kept(number),
            None => Provenance::Own(shown.iter().position(|view| view.block == block).unwrap_or_default()),
        }
    }

    /// Blocks of the function's own that functions without a body were given.
    fn own_reached(&self) -> impl Iterator<Item = usize> + '_ {
        self.reached.iter().filter(|(_, whose)| whose == crate::events::LOCAL).map(|(block, _)| *block)
    }

    /// Contents of those blocks on return, where stack memory is dead.
    pub(crate) fn escaped_memory(&mut self) -> Result<Vec<EscapedMemory>, EncodeError> {
        let blocks: Vec<usize> = self.own_reached().collect();
        let mut out = Vec::new();
        for block in blocks {
            let contents = self.block_contents(block)?;
            let live = match self.blocks[block].origin {
                Origin::Stack => self.pool().boolean(false),
                Origin::Heap | Origin::Global | Origin::Constant => contents.live,
            };
            out.push(EscapedMemory {
                contents: Value { shape: None, elements: contents.cells.to_vec() },
                live,
            });
        }
        Ok(out)
    }
}
