// A matrix product by a schedule: the loop over the rows is split, the nest of the first part tiled, sums are kept in registers.
module attributes {transform.with_named_sequence} {
  func.func @product(%A: memref<10x6xf32>, %B: memref<6x8xf32>, %C: memref<10x8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %c0 to %c10 step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        scf.for %k = %c0 to %c6 step %c1 {
          %a = memref.load %A[%i, %k] : memref<10x6xf32>
          %b = memref.load %B[%k, %j] : memref<6x8xf32>
          %c = memref.load %C[%i, %j] : memref<10x8xf32>
          %p = arith.mulf %a, %b : f32
          %s = arith.addf %c, %p : f32
          memref.store %s, %C[%i, %j] : memref<10x8xf32>
        }
      }
    }
    return
  }
  transform.named_sequence private @assay.loop_split(%loop: !transform.any_op {transform.consumed}, %by: !transform.param<i64> {transform.readonly}) -> (!transform.any_op, !transform.any_op)
  transform.named_sequence private @assay.loop_tile(%loop: !transform.any_op {transform.consumed}, %sizes: !transform.param<i64> {transform.readonly}) -> (!transform.any_op, !transform.any_op)
  transform.named_sequence private @assay.loop_to_registers(%loop: !transform.any_op {transform.consumed}) -> !transform.any_op
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %k, %j, %i = transform.split_handle %loops : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %registers = transform.include @assay.loop_to_registers failures(propagate) (%k) : (!transform.any_op) -> !transform.any_op
    %eight = transform.param.constant 8 : i64 -> !transform.param<i64>
    %main, %rest = transform.include @assay.loop_split failures(propagate) (%i, %eight) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    %sizes = transform.merge_handles %four, %four : !transform.param<i64>
    %tiles, %points = transform.include @assay.loop_tile failures(propagate) (%main, %sizes) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
