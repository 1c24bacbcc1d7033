// The sizes of the tiles and the way to run them are open: `assay tune` chooses.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        scf.for %k = %c0 to %c16 step %c1 {
          %x = memref.load %a[%i, %k] : memref<16x16xf32>
          %y = memref.load %b[%k, %j] : memref<16x16xf32>
          %z = memref.load %c[%i, %j] : memref<16x16xf32>
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %z, %p fastmath<reassoc> : f32
          memref.store %s, %c[%i, %j] : memref<16x16xf32>
        }
      }
    }
    return
  }
  transform.named_sequence private @assay.loop_tile(%loop: !transform.any_op {transform.consumed}, %sizes: !transform.param<i64> {transform.readonly}) -> (!transform.any_op, !transform.any_op)
  transform.named_sequence private @assay.loop_to_registers(%loop: !transform.any_op {transform.consumed}) -> !transform.any_op
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %all = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %k, %j, %i = transform.split_handle %all : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %ti = transform.tune.knob<"ti"> options = [2 : i64, 4 : i64, 8 : i64] -> !transform.param<i64>
    %tj = transform.tune.knob<"tj"> options = [2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    transform.smt.constrain_params(%ti, %tj) : (!transform.param<i64>, !transform.param<i64>) -> () {
    ^bb0(%x: !smt.int, %y: !smt.int):
      %most = smt.int.constant 64
      %xy = smt.int.mul %x, %y
      %ok = smt.int.cmp le %xy, %most
      smt.assert %ok
    }
    transform.tune.alternatives<"how"> {
      %registers = transform.include @assay.loop_to_registers failures(propagate) (%k) : (!transform.any_op) -> !transform.any_op
    }, {
    }
    %now = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %l2, %l1, %l0 = transform.split_handle %now : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %sizes = transform.merge_handles %ti, %tj : !transform.param<i64>
    %tiles, %points = transform.include @assay.loop_tile failures(propagate) (%l0, %sizes) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
