//! `apply_cse`: an operation without effects that another one computes already, in a block around it or in front of it, is erased; so is one whose
//! results have no use. As MLIR does it, in one pass over the text: what becomes dead by that stays.

use assay_ir::data::{AttrId, BlockId, Ident, OpId, Program, TypeId, ValueId};
use assay_ir::ops;
use assay_ir::rewrite::Listener;
use rustc_hash::FxHashMap;

use super::dce::{is_dead, is_pure, may_be_dead};

/// The parts in which two equal operations agree.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    name: Ident,
    operands: Vec<ValueId>,
    properties: AttrId,
    attributes: AttrId,
    results: Vec<TypeId>,
}

/// A pass over the text.
struct Pass<'p> {
    program: &'p mut Program,
    listener: &'p mut dyn Listener,
    /// The operations of the blocks around, from the outside in.
    scopes: Vec<FxHashMap<Key, OpId>>,
    erased: Vec<OpId>,
}

/// Something that is left to MLIR: effects are asked about, or control flow.
struct Unknown;

/// Erases common subexpressions in an operation; their number. `None` where effects decide: the program may have been edited until then.
pub(crate) fn erase_common(program: &mut Program, listener: &mut dyn Listener, at: OpId) -> Option<usize> {
    let mut pass = Pass { program, listener, scopes: Vec::new(), erased: Vec::new() };
    pass.regions(at).ok()?;
    let Pass { program, listener, erased, .. } = pass;
    let count = erased.len();
    for op in erased {
        listener.erased(program, op);
        program.erase(op);
    }
    Some(count)
}

impl Pass<'_> {
    fn regions(&mut self, op: OpId) -> Result<(), Unknown> {
        for region in self.program.op_regions(op).to_vec() {
            match self.program.region(region).blocks[..] {
                [] => {}
                [block] => self.block(block)?,
                _ => return Err(Unknown),
            }
        }
        Ok(())
    }

    fn block(&mut self, block: BlockId) -> Result<(), Unknown> {
        self.scopes.push(FxHashMap::default());
        for op in self.program.ops_in(block).collect::<Vec<_>>() {
            if self.simplified(op)? {
                continue;
            }
            let isolated = ops::op(self.program.op_name(op)).is_none_or(|record| record.has("isolated"));
            let around = if isolated { std::mem::take(&mut self.scopes) } else { Vec::new() };
            self.regions(op)?;
            if isolated {
                self.scopes = around;
            }
        }
        self.scopes.pop();
        Ok(())
    }

    /// Tells if an operation is dead, or computed already.
    fn simplified(&mut self, op: OpId) -> Result<bool, Unknown> {
        let program = &*self.program;
        if ops::op(program.op_name(op)).is_none_or(|record| record.has("terminator")) {
            return Ok(false);
        }
        if is_dead(program, op) {
            self.erased.push(op);
            return Ok(true);
        }
        if may_be_dead(program, op) {
            return Err(Unknown);
        }
        if program.results(op).next().is_none() {
            return Ok(false);
        }
        let key = key(program, op);
        let known = self.scopes.iter().rev().find_map(|scope| scope.get(&key).copied());
        let plain = is_pure(program, op) && program.op_regions(op).is_empty();
        match known {
            Some(_) if !plain => Err(Unknown),
            Some(known) => {
                let values: Vec<ValueId> = program.results(known).collect();
                self.listener.replaced(self.program, op, &values);
                let old: Vec<ValueId> = self.program.results(op).collect();
                old.into_iter().zip(values).for_each(|(old, new)| self.program.replace_uses(old, new));
                self.erased.push(op);
                Ok(true)
            }
            None => {
                self.scopes.last_mut().ok_or(Unknown)?.insert(key, op);
                Ok(false)
            }
        }
    }
}

fn key(program: &Program, op: OpId) -> Key {
    let data = program.op(op);
    let mut operands: Vec<ValueId> = program.operands(op).collect();
    if ops::op(program.op_name(op)).is_some_and(|record| record.has("commutative")) {
        operands.sort_by_key(|value| value.index());
    }
    Key {
        name: data.name,
        operands,
        properties: data.properties,
        attributes: data.attributes,
        results: program.results(op).map(|value| program.value_type(value)).collect(),
    }
}
