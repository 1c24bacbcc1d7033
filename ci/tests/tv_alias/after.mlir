func.func @forwarded(%m: memref<2xi32>, %n: memref<2xi32>, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  memref.store %a, %m[%c0] : memref<2xi32>
  memref.store %one, %n[%c0] : memref<2xi32>
  return %a : i32
}
func.func @kept(%m: memref<2xi32>, %n: memref<2xi32>, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  memref.store %a, %m[%c0] : memref<2xi32>
  memref.store %one, %n[%c0] : memref<2xi32>
  %x = memref.load %m[%c0] : memref<2xi32>
  %y = arith.shli %x, %one : i32
  return %y : i32
}
func.func @apart(%m: memref<2xi32, strided<[1], offset: ?>>, %n: memref<2xi32, strided<[1], offset: ?>>, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  memref.store %a, %m[%c1] : memref<2xi32, strided<[1], offset: ?>>
  memref.store %one, %n[%c0] : memref<2xi32, strided<[1], offset: ?>>
  return %a : i32
}
