// a match in one function
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %f "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// an alias through a cast
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    %b = transform.cast %a : !transform.any_op to !transform.any_op
    transform.loop.unroll %a {factor = 2} : !transform.any_op
    transform.annotate %b "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a parent is consumed
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{inner} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.get_parent_op %a {op_name = "scf.for"} : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %p {factor = 2} : !transform.any_op
    transform.annotate %a "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a child is consumed, the parent is used
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{inner} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.get_parent_op %a {op_name = "scf.for"} : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %a {factor = 2} : !transform.any_op
    transform.annotate %p "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// siblings
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    %b = transform.structured.match ops{["scf.for"]} attributes{second} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %a {factor = 2} : !transform.any_op
    transform.annotate %b "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// peeled loops are used through the results
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{second} in %root : (!transform.any_op) -> !transform.any_op
    %o = transform.cast %a : !transform.any_op to !transform.op<"scf.for">
    %p, %q = transform.loop.peel %o : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.annotate %p "seen" : !transform.any_op
    transform.annotate %q "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// an include that reads
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @look(%x: !transform.any_op {transform.readonly}) {
    transform.annotate %x "seen" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.include @look failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.annotate %a "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a callee that consumes a readonly argument
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @lie(%x: !transform.any_op {transform.readonly}) {
    transform.loop.unroll %x {factor = 2} : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.include @lie failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
}
// -----
// a sequence that includes itself
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @again(%x: !transform.any_op {transform.readonly}) {
    transform.include @again failures(propagate) (%x) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.include @again failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
}
// -----
// a callee whose result is used
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @same(%x: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %x : !transform.any_op
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    %b = transform.include @same failures(propagate) (%a) : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %b {factor = 2} : !transform.any_op
    transform.annotate %a "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a callee consumes what it matches itself
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @inside(%x: !transform.any_op {transform.readonly}) {
    %y = transform.structured.match ops{["scf.for"]} attributes{second} in %x : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %y {factor = 2} : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.include @inside failures(propagate) (%root) : (!transform.any_op) -> ()
    transform.annotate %root "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// foreach that reads
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %l : !transform.any_op {
    ^bb0(%x: !transform.any_op):
      transform.annotate %x "seen" : !transform.any_op
    }
    transform.annotate %l "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// foreach over targets of different sizes
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %l, %f : !transform.any_op, !transform.any_op {
    ^bb0(%x: !transform.any_op, %y: !transform.any_op):
      transform.annotate %x "seen" : !transform.any_op
    }
    transform.yield
  }
}
// -----
// foreach consumes a captured handle twice
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["memref.store"]} in %root : (!transform.any_op) -> !transform.any_op
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %l : !transform.any_op {
    ^bb0(%x: !transform.any_op):
      transform.loop.unroll %a {factor = 2} : !transform.any_op
    }
    transform.yield
  }
}
// -----
// foreach with results
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %r = transform.foreach %l : !transform.any_op -> !transform.any_op {
    ^bb0(%x: !transform.any_op):
      %t, %o = transform.structured.tile_using_for %x tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      transform.yield %o : !transform.any_op
    }
    transform.loop.unroll %r {factor = 2} : !transform.any_op
    transform.annotate %r "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// the scope of alternatives is consumed
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %fs = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %k = transform.split_handle %fs : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %s = transform.alternatives %f : !transform.any_op -> !transform.any_op {
    ^bb0(%g: !transform.any_op):
      transform.annotate %g "seen" : !transform.any_op
      transform.yield %g : !transform.any_op
    }
    transform.annotate %f "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// alternatives that all fail
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %fs = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %k = transform.split_handle %fs : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %s = transform.alternatives %f : !transform.any_op -> !transform.any_op {
    ^bb0(%g: !transform.any_op):
      transform.match.operation_name %g ["scf.for"] : !transform.any_op
      transform.yield %g : !transform.any_op
    }
    transform.yield
  }
}
// -----
// a handle into the scope of alternatives
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %fs = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %k = transform.split_handle %fs : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.alternatives %f : !transform.any_op -> !transform.any_op {
    ^bb0(%g: !transform.any_op):
      transform.annotate %g "seen" : !transform.any_op
      transform.yield %g : !transform.any_op
    }
    transform.annotate %a "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// the result of alternatives is used
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %fs = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %k = transform.split_handle %fs : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %s = transform.alternatives %f : !transform.any_op -> !transform.any_op {
    ^bb0(%g: !transform.any_op):
      transform.match.operation_name %g ["scf.for"] : !transform.any_op
      transform.yield %g : !transform.any_op
    }, {
    ^bb0(%g: !transform.any_op):
      %w = transform.structured.match ops{["scf.for"]} attributes{inner} in %g : (!transform.any_op) -> !transform.any_op
      transform.loop.unroll %w {factor = 2} : !transform.any_op
      transform.yield %g : !transform.any_op
    }
    %n = transform.structured.match ops{["scf.for"]} attributes{outer} in %s : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %n {factor = 2} : !transform.any_op
    transform.yield
  }
}
// -----
// a cast to the right operation
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    %b = transform.cast %a : !transform.any_op to !transform.op<"scf.for">
    transform.annotate %b "seen" : !transform.op<"scf.for">
    transform.yield
  }
}
// -----
// a tile size by a parameter
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant 4 : i64 -> !transform.param<i64>
    %t, %l = transform.structured.tile_using_for %m tile_sizes [%p] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.annotate %l "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a comparison of parameters that fails
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.param.constant 4 : i64 -> !transform.param<i64>
    %q = transform.param.constant 8 : i64 -> !transform.param<i64>
    transform.match.param.cmpi gt %p, %q : !transform.param<i64>
    transform.yield
  }
}
// -----
// a tile size of zero
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %m tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %l "seen" : !transform.any_op
    transform.annotate %t "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// more results than loops
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %m tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
// -----
// hoisting keeps handles
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    %b = transform.structured.match ops{["scf.for"]} attributes{inner} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_licm to %a : !transform.any_op
    transform.annotate %b "seen" : !transform.any_op
    transform.annotate %a "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// patterns on a loop
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %a {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.annotate %a "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a pass consumes its function
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %fs = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %k = transform.split_handle %fs : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %h = transform.apply_registered_pass "canonicalize" to %f : (!transform.any_op) -> !transform.any_op
    transform.annotate %f "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// an unknown pass
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %fs = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %k = transform.split_handle %fs : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %h = transform.apply_registered_pass "no-such-pass" to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// -----
// loops are lowered and matched again
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %h = transform.apply_registered_pass "convert-scf-to-cf" to %f : (!transform.any_op) -> !transform.any_op
    %l = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %l {factor = 2} : !transform.any_op
    transform.yield
  }
}
// -----
// a suppressed failure, then the rest
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%x: !transform.any_op):
      transform.match.operation_name %x ["func.func"] : !transform.any_op
      transform.loop.unroll %a {factor = 2} : !transform.any_op
    }
    transform.annotate %a "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// the results of a split do not alias
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["memref.store"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y, %z = transform.split_handle %l : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %p = transform.get_parent_op %x {op_name = "scf.for"} : (!transform.any_op) -> !transform.any_op
    %q = transform.get_parent_op %z {op_name = "scf.for"} : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %p {factor = 2} : !transform.any_op
    transform.annotate %q "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a merged handle
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    %b = transform.structured.match ops{["scf.for"]} attributes{second} in %root : (!transform.any_op) -> !transform.any_op
    %c = transform.merge_handles %a, %b : !transform.any_op
    transform.loop.unroll %c {factor = 2} : !transform.any_op
    transform.annotate %b "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a part of a merged handle is consumed
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    %b = transform.structured.match ops{["scf.for"]} attributes{second} in %root : (!transform.any_op) -> !transform.any_op
    %c = transform.merge_handles %a, %b : !transform.any_op
    transform.loop.unroll %a {factor = 2} : !transform.any_op
    transform.annotate %c "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a value handle of another operation
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %v = transform.get_operand %m[0] : (!transform.any_op) -> !transform.any_value
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %a {factor = 2} : !transform.any_op
    %d = transform.get_result %m[0] : (!transform.any_op) -> !transform.any_value
    transform.yield
  }
}
// -----
// an empty handle is consumed twice
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %e {factor = 2} : !transform.any_op
    transform.loop.unroll %e {factor = 2} : !transform.any_op
    transform.yield
  }
}
// -----
// matchers and actions
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @is_for(%x: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %x ["scf.for"] : !transform.any_op
    transform.yield %x : !transform.any_op
  }
  transform.named_sequence @mark(%x: !transform.any_op {transform.readonly}) {
    transform.annotate %x "seen" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %fs = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %k = transform.split_handle %fs : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %u = transform.foreach_match in %f @is_for -> @mark : (!transform.any_op) -> !transform.any_op
    transform.annotate %f "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a knob outside of its options
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.tune.knob<"ti"> = 5 from options = [4, 8] -> !transform.any_param
    transform.yield
  }
}
// -----
// common subexpressions keep handles
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %fs = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %k = transform.split_handle %fs : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_cse to %f : !transform.any_op
    transform.loop.unroll %a {factor = 2} : !transform.any_op
    transform.yield
  }
}
// -----
// a handle into the module after the function is consumed
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %fs = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %k = transform.split_handle %fs : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    %h = transform.apply_registered_pass "cse" to %f : (!transform.any_op) -> !transform.any_op
    transform.annotate %a "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a handle into another function
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %fs = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %k = transform.split_handle %fs : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %a = transform.structured.match ops{["scf.for"]} attributes{third} in %root : (!transform.any_op) -> !transform.any_op
    %h = transform.apply_registered_pass "cse" to %f : (!transform.any_op) -> !transform.any_op
    transform.annotate %a "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a decided alternative of tuning
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.tune.alternatives<"b"> selected_region = 0 {
      transform.annotate %a "seen" : !transform.any_op
    }, {
      transform.loop.unroll %a {factor = 2} : !transform.any_op
    }
    transform.annotate %a "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a tiled operation lies in its loop
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %m tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.loop.unroll %l {factor = 2} : !transform.any_op
    transform.annotate %t "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a loop survives the operation in it
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %m tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %n = transform.structured.generalize %t : (!transform.any_op) -> !transform.any_op
    transform.annotate %l "seen" : !transform.any_op
    transform.annotate %n "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a match in two operations
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match ops{["memref.store"]} in %l : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// -----
// an operation is held twice and consumed
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.structured.match ops{["memref.store"]} in %root : (!transform.any_op) -> !transform.any_op
    %a = transform.structured.match ops{["scf.for"]} attributes{inner} in %root : (!transform.any_op) -> !transform.any_op
    %c = transform.merge_handles %a, %a : !transform.any_op
    transform.loop.unroll %c {factor = 2} : !transform.any_op
    transform.yield
  }
}
// -----
// producers and consumers
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.get_consumers_of_result %m[0] : (!transform.any_op) -> !transform.any_op
    transform.annotate %p "seen" : !transform.any_op
    %t = transform.structured.generalize %m : (!transform.any_op) -> !transform.any_op
    transform.annotate %p "seen" : !transform.any_op
    transform.annotate %t "seen" : !transform.any_op
    transform.yield
  }
}
// -----
// a copy of a handle in foreach lives on
module attributes {transform.with_named_sequence} {
  func.func @f(%v: f32, %m: memref<16x16xf32>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %v, %m[%i, %j] : memref<16x16xf32>
      } {inner}
    } {outer}
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {second}
    %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @g(%v: f32, %m: memref<16x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %i] : memref<16x16xf32>
    } {third}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %l : !transform.any_op {
    ^bb0(%x: !transform.any_op):
      %t = transform.structured.generalize %x : (!transform.any_op) -> !transform.any_op
      transform.annotate %t "seen" : !transform.any_op
      transform.annotate %x "seen" : !transform.any_op
    }
    transform.yield
  }
}
// -----
// An outlined loop is in the function that is made.
module attributes {transform.with_named_sequence} {
  func.func @f1(%m: memref<16x16xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c10 = arith.constant 10 : index
    scf.for %i14 = %c0 to %c10 step %c1 {
        scf.for %i16 = %c0 to %c10 step %c1 {
          memref.store %v, %m[%i16, %i16] {m17} : memref<16x16xf32>
        } {m16}
    } {m14}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %h8 = transform.structured.match interface{LoopLikeInterface} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %h8 : !transform.any_op {
    ^bb0(%h10: !transform.any_op):
      %h12, %h13 = transform.loop.outline %h10 {func_name = "k"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    %h15 = transform.structured.match ops{["scf.for"]} attributes{m16} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %h15 : !transform.any_op {
    ^bb0(%h16: !transform.any_op):
      transform.annotate %h8 "seen" : !transform.any_op
    }
    transform.yield
  }
}
// -----
// An action goes on behind a failure.
module attributes {transform.with_named_sequence} {
  func.func @f1(%m: memref<16x16xf32>, %v: f32, %i: index) {
    memref.store %v, %m[%i, %i] : memref<16x16xf32>
    return
  }
  transform.named_sequence @a(%h: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %h ["memref.store"] : !transform.any_op
    transform.yield %h : !transform.any_op
  }
  transform.named_sequence @b(%h: !transform.any_op {transform.readonly}) {
    %c = transform.merge_handles deduplicate %h, %h : !transform.any_op
    transform.loop.unroll %c {factor = 2} : !transform.any_op
    transform.annotate %c "late" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.foreach_match in %f @a -> @b : (!transform.any_op) -> !transform.any_op
    transform.annotate %g "four" : !transform.any_op
    transform.yield
  }
}
// -----
// an empty handle that another one invalidated is consumed in an included sequence
module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @s(%x: !transform.any_op {transform.consumed}) {
    transform.loop.unroll %x {factor = 2} : !transform.any_op
    transform.annotate %x "late" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %b = transform.cast %a : !transform.any_op to !transform.any_op
    transform.loop.unroll %b {factor = 2} : !transform.any_op
    transform.include @s failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
}
