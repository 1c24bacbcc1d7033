// input: dense<[1, 2, 3]> : memref<3xi32>; 1 : index; 9 : i32
func.func @f(%m: memref<?xi32>, %i: index, %v: i32) -> i32 {
  %c = bufferization.clone %m : memref<?xi32> to memref<?xi32>
  memref.store %v, %m[%i] : memref<?xi32>
  %x = memref.load %c[%i] : memref<?xi32>
  memref.dealloc %c : memref<?xi32>
  return %x : i32
}
