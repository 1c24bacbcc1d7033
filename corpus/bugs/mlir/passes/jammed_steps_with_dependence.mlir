// what: transform.loop.unroll_and_jam jams iterations of a nest of scf.for of which one reads what the other one has yet to write.
// expected: A load after the store to its place gives what was stored; of the user the documentation of the step asks for no check.
// pass: --transform-interpreter
// pattern: LoopUnrollAndJamOp, loopUnrollJamByFactor (mlir/lib/Dialect/SCF/Utils/Utils.cpp)
// cause: This step has no legality check for dependences between iterations of the outer loop, at any distance, and none for calls: the copies of a body run next to each other whatever they access.
// rule: V304
// input: @f([0, 1, -1])
// before: (), memory ([-1, -1, -1])
// after: (), memory ([1, -1, -1])
module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<3xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    scf.for %i = %c0 to %c2 step %c1 {
      scf.for %j = %c0 to %c2 step %c1 {
        %k = arith.addi %j, %c1 : index
        %0 = memref.load %m[%k] : memref<3xi32>
        memref.store %0, %m[%j] : memref<3xi32>
      }
    } {outer}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loop = transform.structured.match attributes {outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll_and_jam %loop {factor = 2 : i64} : !transform.any_op
    transform.yield
  }
}
