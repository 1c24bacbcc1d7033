module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<6x6xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %k = arith.constant 3 : i32
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c1 to %c4 step %c1 {
        %x = memref.load %m[%i, %j] : memref<6x6xi32>
        %y = arith.addi %x, %k : i32
        %down = arith.addi %i, %c1 : index
        %left = arith.subi %j, %c1 : index
        memref.store %y, %m[%down, %left] : memref<6x6xi32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %all = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %inner, %outer = transform.split_handle %all : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.loop.unroll_and_jam %outer {factor = 2} : !transform.any_op
    transform.yield
  }
}
