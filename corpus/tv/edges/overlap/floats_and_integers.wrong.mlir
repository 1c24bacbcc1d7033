func.func @f(%m: memref<2xf32>, %n: memref<2xi32>, %a: f32, %b: i32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  memref.store %b, %n[%c0] : memref<2xi32>
  %x = memref.load %m[%c1] : memref<2xf32>
  memref.store %a, %m[%c1] : memref<2xf32>
  return %x : f32
}
