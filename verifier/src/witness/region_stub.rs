//! What stands in the regions of a matched operation, where its definition asks for something: one block that yields values
//! of the types of the results. Must not know the rewrite.

use assay_ir::data::{OpId, Pos, Span, TypeId, ValueId, known};
use assay_ir::ops;
use assay_ir::text::{fill_with_implied_body, implies_body};

use super::payload::Builder;

impl Builder<'_, '_> {
    /// Fills the regions of an operation that was just made.
    pub(super) fn fill_regions(&mut self, node: usize, op: OpId) {
        let implied =
            implies_body(self.program.op_name(op)).then(|| self.program.op_regions(op).first().copied());
        if implied.flatten().is_some_and(|region| fill_with_implied_body(&mut self.program, region)) {
            return;
        }
        let Some(spec) = self.classes.spec(node) else { return };
        let results: Vec<TypeId> =
            self.program.results(op).map(|result| self.program.value_type(result)).collect();
        let listed: Vec<_> = spec.regions.iter().flatten().filter(|region| !region.variadic).collect();
        let outer = self.block;
        for (index, region) in self.program.op_regions(op).to_vec().into_iter().enumerate() {
            let asked = listed.get(index).and_then(|region| region.blocks).is_some_and(|blocks| blocks > 0);
            let own = listed.get(index).and_then(|region| region.terminator);
            // Results come from what the regions yield.
            let yields = || ops::has_role(self.program.op_name(op), "scope").then_some(known::SCF_YIELD);
            let ends = own.or(spec.traits.implicit_terminator).or_else(yields);
            let Some(ends) = ends.filter(|_| asked || !results.is_empty()) else { continue };
            self.block = self.program.add_block(region, Span::NONE);
            for ty in self.arguments_of(op, &results) {
                self.program.add_argument(self.block, ty, Pos::NONE);
            }
            let yielded: Vec<ValueId> = results
                .iter()
                .map(|ty| if spec.traits.isolated { self.define(*ty) } else { self.argument(*ty) })
                .collect();
            self.create(ends, &yielded, &[], &[], 0);
        }
        self.block = outer;
    }

    /// Arguments of the entry block of a loop that counts from its first operand on.
    fn arguments_of(&self, op: OpId, results: &[TypeId]) -> Vec<TypeId> {
        let counts = |record: &ops::Op| {
            record
                .operands()
                .next()
                .is_some_and(|first| first.name == "lowerBound" && first.many == ops::Many::One)
        };
        match ops::op(self.program.op_name(op)).is_some_and(counts) {
            true => {
                let counter = self.program.operand(op, 0).map(|value| self.program.value_type(value));
                counter.into_iter().chain(results.iter().copied()).collect()
            }
            false => Vec::new(),
        }
    }
}
