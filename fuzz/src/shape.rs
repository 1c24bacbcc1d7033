//! Whether two programs are the same up to the names of values and blocks. Both are in one context. Works on the data
//! model, not on text.

use assay_ir::data::{OpId, Program, ValueId};

/// Operations and what they hold as numbers: equal lists of operations have equal shapes.
pub fn shape(program: &Program, roots: &[OpId]) -> Vec<u32> {
    shape_with(program, roots, &|_| None)
}

/// The same, wherever constants stand and whether there are some that nothing reads.
pub fn shape_apart_from_constants(program: &Program, roots: &[OpId]) -> Vec<u32> {
    let value = program.ctx().ident("value");
    shape_with(program, roots, &|op| {
        let alone = program.operand_count(op) == 0 && program.result_count(op) == 1;
        let constant = alone && program.op_name(op).ends_with(".constant");
        program.attr(op, value).filter(|_| constant).map(|attr| CONSTANT | attr.index() as u32)
    })
}

/// Set in the number of a value that is a constant.
const CONSTANT: u32 = 1 << 31;

/// The shape without operations whose one result has a number of its own.
fn shape_with(program: &Program, roots: &[OpId], leaf: &dyn Fn(OpId) -> Option<u32>) -> Vec<u32> {
    let mut values = vec![u32::MAX; program.value_slots()];
    let mut blocks = vec![u32::MAX; program.block_slots()];
    let (mut next_value, mut next_block) = (0, 0);
    let mut leaves: Vec<(ValueId, u32)> = Vec::new();
    let mut number = |value: ValueId| {
        values[value.index()] = next_value;
        next_value += 1;
    };
    for root in roots {
        for op in program.walk(*root) {
            if let Some(known) = leaf(op) {
                program.results(op).for_each(|value| leaves.push((value, known)));
                continue;
            }
            program.results(op).for_each(&mut number);
            for region in program.op_regions(op) {
                for block in &program.region(*region).blocks {
                    blocks[block.index()] = next_block;
                    next_block += 1;
                    program.block(*block).arguments.iter().copied().for_each(&mut number);
                }
            }
        }
    }
    for (value, known) in leaves {
        values[value.index()] = known;
    }
    let mut out = Vec::new();
    for root in roots {
        for op in program.walk(*root) {
            if leaf(op).is_some() {
                continue;
            }
            let data = program.op(op);
            let block = data.block.filter(|_| op != *root).map_or(u32::MAX, |block| blocks[block.index()]);
            out.extend([data.name.index() as u32, block]);
            out.extend([data.properties.index() as u32, data.attributes.index() as u32]);
            out.push(program.operand_count(op) as u32);
            out.extend(program.operands(op).map(|value| values[value.index()]));
            out.push(program.result_count(op) as u32);
            out.extend(program.results(op).map(|value| program.value_type(value).index() as u32));
            let successors = program.successors(op);
            out.push(successors.len() as u32);
            out.extend(successors.iter().map(|block| blocks[block.index()]));
            for region in program.op_regions(op) {
                let blocks = &program.region(*region).blocks;
                out.push(blocks.len() as u32);
                for block in blocks {
                    let arguments = &program.block(*block).arguments;
                    out.push(arguments.len() as u32);
                    out.extend(arguments.iter().map(|value| program.value_type(*value).index() as u32));
                }
            }
        }
    }
    out
}

/// The operations of the outermost module.
pub fn top_ops(program: &Program) -> Vec<OpId> {
    program.ops_in(program.top_block()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_ir::data::{Context, Source};

    #[test]
    fn names_do_not_matter_and_all_else_does() {
        let ctx = Context::new();
        let of = |text: &str| {
            let parsed = assay_ir::text::parse(&ctx, &Source::new("t", text));
            assert!(parsed.diagnostics.is_empty());
            shape(&parsed.program, &top_ops(&parsed.program))
        };
        let one = of("%a = \"l.a\"() : () -> i32\n\"l.b\"(%a) : (i32) -> ()");
        assert_eq!(one, of("%b = \"l.a\"() : () -> i32\n\"l.b\"(%b) : (i32) -> ()"));
        assert_ne!(one, of("%b = \"l.a\"() : () -> i64\n\"l.b\"(%b) : (i64) -> ()"));
        assert_ne!(one, of("%b = \"l.a\"() {k} : () -> i32\n\"l.b\"(%b) : (i32) -> ()"));
        let in_a_region =
            "\"l.r\"() ({\n%c = arith.constant 1 : i32\n\"l.b\"(%c) : (i32) -> ()\n}) : () -> ()";
        let outside = "%c = arith.constant 1 : i32\n%d = arith.constant 2 : i32\n\"l.r\"() ({\n\"l.b\"(%c) : (i32) -> ()\n}) : () -> ()";
        assert_ne!(of(in_a_region), of(outside));
        let apart = |text: &str| {
            let program = assay_ir::text::parse(&ctx, &Source::new("t", text)).program;
            shape_apart_from_constants(&program, &top_ops(&program))
        };
        assert_eq!(apart(in_a_region), apart(outside));
        assert_ne!(apart(in_a_region), apart(&outside.replace("(%c)", "(%d)")));
        let swapped = "%a, %b = \"l.a\"() : () -> (i32, i32)\n\"l.b\"(%b, %a) : (i32, i32) -> ()";
        assert_ne!(of(swapped), of(&swapped.replace("(%b, %a)", "(%a, %b)")));
    }
}
