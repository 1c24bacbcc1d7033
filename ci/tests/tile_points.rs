//! Loops over the points of a tile have a known number of turns where the tiles divide the loop: they are vectorized, unrolled and kept in registers
//! without a choice. Where the sum of start and length could leave the type nothing is known.

use crate::to_library::{run, transformed};

fn payload(lower: &str, upper: &str) -> String {
    format!(
        "func.func @f(%a: memref<40xf32>, %b: memref<40xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c18 = arith.constant 18 : index
  %far = arith.constant 9223372036854775806 : index
  scf.for %i = {lower} to {upper} step %c1 {{
    %x = memref.load %a[%i] : memref<40xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %b[%i] : memref<40xf32>
  }} {{nest}}
  return
}}
"
    )
}

/// Tiles the loop, and does a step on the loop over the points.
fn tiled(payload: &str, step: &str) -> Result<String, String> {
    let script = format!(
        "module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence private @assay.loop_tile(%loop: !transform.any_op {{transform.consumed}}, %sizes: !transform.param<i64> {{transform.readonly}}) -> (!transform.any_op, !transform.any_op)
  transform.named_sequence private @assay.loop_vectorize(%loop: !transform.any_op {{transform.consumed}}, %width: !transform.param<i64> {{transform.readonly}}) -> !transform.any_op
  transform.named_sequence private @assay.loop_unroll_full(%loop: !transform.any_op {{transform.consumed}})
  transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.readonly}}) {{
    %nest = transform.structured.match attributes{{nest}} in %root : (!transform.any_op) -> !transform.any_op
    %eight = transform.param.constant 8 : i64 -> !transform.param<i64>
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    %tiles, %points = transform.include @assay.loop_tile failures(propagate) (%nest, %eight) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    {step}
    transform.yield
  }}
}}
"
    );
    transformed(payload, &script, &[])
}

const VECTORIZE: &str = "%wide = transform.include @assay.loop_vectorize failures(propagate) (%points, %four) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op";
const UNROLL: &str =
    "transform.include @assay.loop_unroll_full failures(propagate) (%points) : (!transform.any_op) -> ()";

fn points_of_whole_tiles_are_counted() {
    let whole = payload("%c0", "%c16");
    for (step, made) in [(VECTORIZE, "vector.load"), (UNROLL, "memref.store")] {
        let after = tiled(&whole, step).unwrap_or_else(|why| panic!("{why}"));
        assert!(after.contains(made), "{after}");
        assert_eq!(run(&after), run(&whole), "{after}");
    }
    let unrolled = tiled(&whole, UNROLL).expect("it is done");
    assert_eq!((unrolled.matches("scf.for").count(), unrolled.matches("memref.store").count()), (1, 8));
}

fn points_of_other_tiles_are_not() {
    for (lower, upper) in [("%c0", "%c18"), ("%far", "%far")] {
        let refused = [VECTORIZE, UNROLL].map(|step| tiled(&payload(lower, upper), step));
        for refused in refused {
            assert!(refused.expect_err("some tile is shorter").contains("turns"), "{lower} {upper}");
        }
    }
}

assay_testing::tests!(points_of_whole_tiles_are_counted, points_of_other_tiles_are_not);
