func.func private @keep(memref<1xi32>)
func.func private @tick()
memref.global @state : memref<1xi32> = dense<0>
memref.global @other : memref<1xi32> = dense<0>
func.func @rare(%a: i1) -> i1 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 123456789 : i32
  %g = memref.get_global @state : memref<1xi32>
  %x = memref.load %g[%c0] : memref<1xi32>
  %e = arith.cmpi eq, %x, %k : i32
  %r = arith.constant false
  return %r : i1
}
func.func @one_or_two() -> (memref<1xi32>, memref<1xi32>) {
  %m = memref.alloc() : memref<1xi32>
  %n = memref.alloc() : memref<1xi32>
  return %m, %m : memref<1xi32>, memref<1xi32>
}
func.func @two_or_one() -> (memref<1xi32>, memref<1xi32>) {
  %m = memref.alloc() : memref<1xi32>
  %n = memref.alloc() : memref<1xi32>
  return %m, %n : memref<1xi32>, memref<1xi32>
}
func.func @of_global() -> memref<1xi32> {
  %c0 = arith.constant 0 : index
  %k = arith.constant 7 : i32
  %g = memref.get_global @state : memref<1xi32>
  memref.store %k, %g[%c0] : memref<1xi32>
  %m = memref.alloc() : memref<1xi32>
  memref.store %k, %m[%c0] : memref<1xi32>
  return %m : memref<1xi32>
}
func.func @of_another() -> memref<1xi32> {
  %c0 = arith.constant 0 : index
  %k = arith.constant 7 : i32
  %g = memref.get_global @state : memref<1xi32>
  %h = memref.get_global @other : memref<1xi32>
  memref.store %k, %g[%c0] : memref<1xi32>
  memref.store %k, %h[%c0] : memref<1xi32>
  return %h : memref<1xi32>
}
func.func @given(%m: memref<1xi32>, %a: i32) -> memref<1xi32> {
  %c0 = arith.constant 0 : index
  memref.store %a, %m[%c0] : memref<1xi32>
  return %m : memref<1xi32>
}
func.func @half(%m: memref<2xi32>, %a: i32) -> memref<1xi32, strided<[1], offset: ?>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %a, %m[%c0] : memref<2xi32>
  memref.store %a, %m[%c1] : memref<2xi32>
  %v = memref.subview %m[%c1] [1] [1] : memref<2xi32> to memref<1xi32, strided<[1], offset: ?>>
  return %v : memref<1xi32, strided<[1], offset: ?>>
}
func.func @written_later(%a: i32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1xi32>
  memref.store %a, %m[%c0] : memref<1xi32>
  call @keep(%m) : (memref<1xi32>) -> ()
  return
}
func.func @kept_on_the_stack(%a: i32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<1xi32>
  memref.store %a, %m[%c0] : memref<1xi32>
  call @keep(%m) : (memref<1xi32>) -> ()
  return
}
func.func @kept(%a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1xi32>
  call @keep(%m) : (memref<1xi32>) -> ()
  %s = arith.addi %b, %a : i32
  memref.store %s, %m[%c0] : memref<1xi32>
  return
}
func.func @more_promised(%a: i32 {llvm.noundef}) -> i32 {
  %c = arith.constant 2 : i32
  %r = arith.muli %a, %c : i32
  return %r : i32
}
func.func @result_promised(%a: i1) -> (i1 {llvm.noundef}) {
  %k = arith.constant true
  %r = arith.xori %k, %a : i1
  return %r : i1
}
func.func @less_promised(%a: i32) -> i32 {
  %c = arith.constant 2 : i32
  %r = arith.muli %c, %a : i32
  return %r : i32
}
func.func @passed_in_another_way(%a: i8 {llvm.signext}) -> i8 {
  %c = arith.constant 2 : i8
  %r = arith.muli %a, %c : i8
  return %r : i8
}
func.func @other_weights() -> tensor<2xi32> {
  %r = arith.constant dense_resource<weights> : tensor<2xi32>
  return %r : tensor<2xi32>
}
func.func @same_weights() -> tensor<2xi32> {
  %r = arith.constant dense_resource<bias> : tensor<2xi32>
  return %r : tensor<2xi32>
}
{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000100000003000000",
      bias: "0x040000000100000002000000"
    }
  }
#-}
