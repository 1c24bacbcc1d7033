// input: dense<[1, 2, 3, 4, 5, 6, 7]> : memref<7xi32>; 1 : index; 2 : index
func.func @f(%m: memref<7xi32>, %i: index, %j: index) -> i32 {
  %s = memref.subview %m[%i] [3] [2] : memref<7xi32> to memref<3xi32, strided<[2], offset: ?>>
  %x = memref.load %s[%j] : memref<3xi32, strided<[2], offset: ?>>
  return %x : i32
}
