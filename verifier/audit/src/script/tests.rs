//! Tests with numbers at the edges: each attribute that holds numbers of each transform operation, on loops, structured operations and
//! functions.

use std::panic::{AssertUnwindSafe, catch_unwind};

use assay_ir::data::{Context, Source};
use assay_ir::ops::{self, Attribute, Many, Op};
use assay_ir::text;

use super::{Known, On, audit};
use crate::contract::Contracts;

const EDGES: [i64; 4] = [0, -1, i64::MIN, i64::MAX];

const PAYLOADS: [&str; 3] = ["linalg.matmul", "scf.for", "func.func"];

const PAYLOAD: &str = r#"
  func.func @f(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>, %m: memref<16xi32>, %x: i32) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %r = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %x, %m[%i] : memref<16xi32>
    }
    return %r : tensor<8x8xf32>
  }
"#;

/// The text of an attribute of this kind that holds a number; `None` of one that holds none.
fn number(attribute: &Attribute, value: i64) -> Option<String> {
    let clamped = |bits: u32| value.clamp(-1 << (bits - 1), (1 << (bits - 1)) - 1);
    Some(match attribute.kind.trim_end_matches('?') {
        "i64" => format!("{value} : i64"),
        "i32" => format!("{} : i32", clamped(32)),
        "i16" => format!("{} : i16", clamped(16)),
        "dense(i64)" => format!("array<i64: {value}, {value}>"),
        "dense(i32)" => format!("array<i32: {0}, {0}>", clamped(32)),
        "array" => format!("[{value} : i64, {value} : i64]"),
        _ => return None,
    })
}

/// A script with one operation, one of whose attributes holds a number.
fn script(op: &Op, edge: &Attribute, value: i64, payload: &str) -> String {
    let sizes: Vec<usize> = op.operands().map(|group| usize::from(group.many == Many::One)).collect();
    let operands: usize = sizes.iter().sum();
    let results = op.results().filter(|group| group.many == Many::One).count();
    let mut attributes: Vec<String> = Vec::new();
    for attribute in op.attributes() {
        let text = match attribute.name == edge.name {
            true => number(&attribute, value),
            false if attribute.optional || attribute.default.is_some() => None,
            false => number(&attribute, 1),
        };
        attributes.extend(text.map(|text| format!("{} = {text}", attribute.name)));
    }
    if op.has("operand_segments") {
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        attributes.push(format!("operandSegmentSizes = array<i32: {}>", sizes.join(", ")));
    }
    let list = |text: &str, count: usize| vec![text; count].join(", ");
    let bound = match results {
        0 => String::new(),
        count => format!("%r:{count} = "),
    };
    format!(
        "module attributes {{transform.with_named_sequence}} {{{PAYLOAD}
  transform.named_sequence @__transform_main(%module: !transform.any_op {{transform.consumed}}) {{
    %h = transform.structured.match ops{{[\"{payload}\"]}} in %module : (!transform.any_op) -> !transform.any_op
    {bound}\"{}\"({}) {{{}}} : ({}) -> ({})
    transform.yield
  }}
}}\n",
        op.name,
        list("%h", operands),
        attributes.join(", "),
        list("!transform.any_op", operands),
        list("!transform.any_op", results),
    )
}

#[test]
fn no_number_at_an_edge_ends_the_audit() {
    let contracts = Contracts::default();
    let (mut asked, mut faults) = (0, Vec::new());
    for name in ops::dialect("transform").expect("a dialect of MLIR").names() {
        let op = ops::op(name).expect("a listed record");
        if op.regions() != (0, false) {
            continue;
        }
        for attribute in op.attributes().filter(|attribute| number(attribute, 0).is_some()) {
            for (value, payload) in
                EDGES.into_iter().flat_map(|value| PAYLOADS.map(|payload| (value, payload)))
            {
                let text = script(op, &attribute, value, payload);
                let ctx = Context::new();
                let parsed = text::parse(&ctx, &Source::new("script.mlir", text.clone()));
                assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
                let known = Known { contracts: &contracts, registry: None };
                let program = &parsed.program;
                let done =
                    catch_unwind(AssertUnwindSafe(|| audit(program, On::Program(program), known, &[]).len()));
                asked += 1;
                if done.ok() != Some(1) {
                    faults.push(text);
                }
            }
        }
    }
    assert!(asked > 500, "{asked} scripts");
    assert!(faults.is_empty(), "{} of {asked}:\n{}", faults.len(), faults[0]);
}
