// what: transform.loop.pipeline moves the load of an iteration before the store of the iteration before, which writes what it reads.
// expected: A load after the store to its place gives what was stored; of the user the documentation of the step asks for no check.
// pass: --transform-interpreter
// pattern: LoopPipelineOp, pipelineForLoop (mlir/lib/Dialect/SCF/Transforms/LoopPipelining.cpp)
// cause: This step has no legality check for dependences through memory, at any distance up to the latency, and none for calls: reads are moved to earlier iterations whatever is written between.
// rule: V304
// input: @f([0, 1, -1, -2147483648, 2147483647])
// before: (), memory ([0, 0, 0, 0, 0])
// after: (), memory ([0, 0, 2, -2, 0])
module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<5xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %0 = memref.load %m[%i] : memref<5xi32>
      %1 = arith.addi %0, %0 : i32
      %k = arith.addi %i, %c1 : index
      memref.store %1, %m[%k] : memref<5xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loop = transform.structured.match ops {["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    %p = transform.loop.pipeline %loop {read_latency = 2 : i64} : (!transform.op<"scf.for">) -> !transform.any_op
    transform.yield
  }
}
