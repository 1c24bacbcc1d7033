//! Where one matched operation stands: what is cut before it, what it is when it ends its block, what it holds, and
//! where its results are used.

use assay_ir::data::{BlockId, OpId, Pos, Span, TypeId, TypeKind, ValueId, known};

use super::Placement;
use super::build::{Builder, Cannot, Kind};
use super::classes::Val;
use crate::generate::choose::Choose;
use crate::generate::vocabulary::{BRANCH, FUNCTION, RETURN, SCOPE, YIELD, is_terminator};

impl<C: Choose> Builder<'_, C> {
    /// What stands between the operation before and the next one.
    pub(super) fn cut(&mut self, first: bool) {
        if self.closed {
            self.leave_closed();
        }
        if !self.dice.one_in(3) {
            return;
        }
        match self.dice.below(4) {
            0 => {
                self.branch();
                if !first {
                    self.flag(Placement::Blocks);
                }
            }
            1 => {
                self.fork();
                self.flag(Placement::Fork);
            }
            2 => {
                self.nest();
                self.flag(Placement::Nested);
            }
            _ => {
                if self.scopes.len() > 1 {
                    self.leave();
                }
            }
        }
    }

    /// Nothing may follow a terminator: goes on in the next place that is open.
    pub(super) fn leave_closed(&mut self) {
        while self.closed && self.scopes.len() > 1 {
            self.leave();
        }
    }

    /// Puts one matched operation down, with what is in it.
    pub(super) fn place(&mut self, node: usize, left: &mut Vec<usize>) -> Result<(), Cannot> {
        if self.closed {
            return Err(Cannot::OutOfScope);
        }
        let name = match self.sketch.nodes[node].name {
            Some(name) => name,
            None if self.config.executable || !self.config.wildcard_terminators || !self.dice.one_in(4) => {
                self.any_name()
            }
            None if self.classes.results[node].is_empty() => [RETURN, BRANCH, "lab.end"][self.dice.below(3)],
            None => "lab.end",
        };
        if name == FUNCTION {
            return self.symbol(node);
        }
        if is_terminator(name) || name == "lab.end" {
            self.flag(Placement::MatchedTerminator);
            return self.terminator(node, name, left.is_empty());
        }
        let holds = self.config.containment
            && !self.sketch.nodes[node].real
            && name.starts_with("lab.")
            && !left.is_empty()
            && self.dice.one_in(2);
        let op = self.matched(node, name, &[], usize::from(holds))?;
        if holds {
            // What the outer operation makes is not visible inside of it.
            let inner: Vec<usize> = (0..left.len())
                .filter(|at| {
                    self.is_ready(left[*at]) && !self.reads(left[*at], node) && self.may_be_held(left[*at])
                })
                .collect();
            let region = self.program.op_regions(op)[0];
            let outer = std::mem::replace(&mut self.block, self.program.add_block(region, Span::NONE));
            self.scopes.push(super::build::Scope { kind: Kind::Region(op, outer), values: Vec::new() });
            if let Some(at) = self.dice.pick(&inner).copied() {
                let inner = left.swap_remove(at);
                left.sort_unstable();
                let name = self.sketch.nodes[inner].name.unwrap_or("lab.w");
                self.matched(inner, name, &[], 0)?;
                self.flag(Placement::Contained);
            }
            let values = self.scopes.pop().map(|scope| scope.values).unwrap_or_default();
            for value in values {
                self.made[value] = None;
            }
            self.block = outer;
        }
        self.uses(node);
        Ok(())
    }

    /// A function without a body beside the one around the match, and perhaps a call of it.
    fn symbol(&mut self, node: usize) -> Result<(), Cannot> {
        let module = self.program.op(self.function).block.ok_or(Cannot::OutOfScope)?;
        let here = std::mem::replace(&mut self.block, module);
        let op = self.matched(node, FUNCTION, &[], 1)?;
        self.block = here;
        let ty = TypeKind::Function { inputs: Box::new([]), results: Box::new([]) };
        let entries = [
            (known::SYM_NAME, self.ctx.string_attr("s")),
            (known::FUNCTION_TYPE, self.ctx.type_attr(self.ctx.ty(ty))),
            (self.ctx.ident("sym_visibility"), self.ctx.string_attr("private")),
        ];
        self.program.set_properties(op, self.ctx.dictionary(entries));
        if !self.config.executable && self.dice.one_in(2) {
            let call = self.create(known::FUNC_CALL, &[], &[], &[], 0);
            let callee = (self.ctx.ident("callee"), self.ctx.symbol_attr("s"));
            self.program.set_properties(call, self.ctx.dictionary([callee]));
        }
        Ok(())
    }

    fn may_be_held(&self, node: usize) -> bool {
        self.sketch.nodes[node].name.is_none_or(|name| !is_terminator(name))
    }

    fn reads(&self, node: usize, other: usize) -> bool {
        let results: Vec<Val> =
            self.classes.results[other].iter().map(|value| self.classes.find(*value)).collect();
        self.classes.operands[node].iter().any(|value| results.contains(&self.classes.find(*value)))
    }

    fn terminator(&mut self, node: usize, name: &str, last: bool) -> Result<(), Cannot> {
        match name {
            RETURN => self.returned(node, last),
            YIELD => self.yielded(node),
            BRANCH => {
                let (next, op) = self.jump(node, name)?;
                let operands: Vec<ValueId> = self.program.operands(op).collect();
                for operand in operands {
                    let ty = self.program.value_type(operand);
                    self.program.add_argument(next, ty, Pos::NONE);
                }
                self.block = next;
                Ok(())
            }
            _ => {
                (self.block, _) = self.jump(node, name)?;
                self.uses(node);
                Ok(())
            }
        }
    }

    /// The end of the function, or of a block of it where more is to come.
    fn returned(&mut self, node: usize, last: bool) -> Result<(), Cannot> {
        if self.region_depth() > 0 {
            return Err(Cannot::Terminator);
        }
        if !last {
            self.fork();
        }
        let op = self.matched(node, RETURN, &[], 0)?;
        let types: Vec<TypeId> =
            self.program.operands(op).map(|value| self.program.value_type(value)).collect();
        match &self.returns {
            Some(returns) if *returns != types => return Err(Cannot::Terminator),
            _ => self.returns = Some(types),
        }
        self.closed = true;
        if !last {
            self.leave();
        }
        Ok(())
    }

    /// The end of a region around, whose operation gets results of its types.
    fn yielded(&mut self, node: usize) -> Result<(), Cannot> {
        self.nest();
        self.matched(node, YIELD, &[], 0)?;
        self.closed = true;
        let scope = self.scopes.last().map(|scope| scope.kind);
        if let Some(Kind::Region(parent, _)) = scope
            && let Some(op) = self.ops[node]
        {
            let operands = self.program.operands(op);
            let types: Vec<(TypeId, Pos)> =
                operands.map(|value| (self.program.value_type(value), Pos::NONE)).collect();
            self.program.set_results(parent, &types);
        }
        self.leave();
        Ok(())
    }

    /// The end of a block that goes on in a new one.
    fn jump(&mut self, node: usize, name: &str) -> Result<(BlockId, OpId), Cannot> {
        let next = self.new_block();
        Ok((next, self.matched(node, name, &[next], 0)?))
    }

    // ---- uses

    /// Decides where the results of an operation are used besides.
    fn uses(&mut self, node: usize) {
        let keep = self.sketch.once && self.sketch.nodes[node].real;
        if self.config.executable {
            return self.returned.extend(self.classes.results[node].iter().copied());
        }
        for value in self.classes.results[node].clone() {
            let value = self.classes.find(value);
            // None, one, or several.
            let count = [0, 1, 1, 2][self.dice.below(4)].max(usize::from(keep));
            if count == 0 {
                self.flag(Placement::NoUse);
            }
            for _ in 0..count {
                match self.dice.below(6) {
                    0 => self.use_all(vec![value], Placement::UseAfterDefinition),
                    1 if !keep => self.before_root.push(value),
                    2 if !keep => self.after_root.push(value),
                    3 if !keep => self.at_end.push(value),
                    4 => self.use_in_region(value),
                    5 if !keep => self.returned.push(value),
                    _ => self.use_all(vec![value], Placement::UseAfterDefinition),
                }
            }
        }
    }

    /// `"lab.use"(%v)` for each value that is visible.
    pub(super) fn use_all(&mut self, values: Vec<Val>, placement: Placement) {
        for value in values {
            if let Some(made) = self.made[self.classes.find(value)] {
                self.lab("lab.use", &[made], &[]);
                self.flag(placement);
            }
        }
    }

    fn use_in_region(&mut self, value: Val) {
        let Some(made) = self.made[value] else { return };
        let known = self.dice.one_in(2);
        let name = self.ctx.ident(if known { SCOPE } else { "lab.region" });
        let op = self.create(name, &[], &[], &[], 1);
        let region = self.program.op_regions(op)[0];
        let outer = std::mem::replace(&mut self.block, self.program.add_block(region, Span::NONE));
        self.lab("lab.use", &[made], &[]);
        if known {
            self.create(known::SCF_YIELD, &[], &[], &[], 0);
        }
        self.block = outer;
        self.flag(Placement::UseInRegion);
    }
}
