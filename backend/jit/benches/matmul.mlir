// The product of two matrices of 256 x 256 numbers, three loops as `linalg` is lowered to, and a checksum of it.
func.func @main() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %seven = arith.constant 7 : index
  %five = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<256x256xf32>
  %b = memref.alloc() : memref<256x256xf32>
  %c = memref.alloc() : memref<256x256xf32>
  scf.for %i = %c0 to %c256 step %c1 {
    scf.for %j = %c0 to %c256 step %c1 {
      %sum = arith.addi %i, %j : index
      %x = arith.remui %sum, %seven : index
      %y = arith.remui %sum, %five : index
      %xi = arith.index_cast %x : index to i32
      %yi = arith.index_cast %y : index to i32
      %xf = arith.sitofp %xi : i32 to f32
      %yf = arith.sitofp %yi : i32 to f32
      memref.store %xf, %a[%i, %j] : memref<256x256xf32>
      memref.store %yf, %b[%i, %j] : memref<256x256xf32>
      memref.store %zero, %c[%i, %j] : memref<256x256xf32>
    }
  }
  scf.for %i = %c0 to %c256 step %c1 {
    scf.for %j = %c0 to %c256 step %c1 {
      scf.for %k = %c0 to %c256 step %c1 {
        %x = memref.load %a[%i, %k] : memref<256x256xf32>
        %y = memref.load %b[%k, %j] : memref<256x256xf32>
        %z = memref.load %c[%i, %j] : memref<256x256xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        memref.store %s, %c[%i, %j] : memref<256x256xf32>
      }
    }
  }
  %total = scf.for %i = %c0 to %c256 step %c1 iter_args(%t = %zero) -> (f32) {
    %row = scf.for %j = %c0 to %c256 step %c1 iter_args(%u = %t) -> (f32) {
      %z = memref.load %c[%i, %j] : memref<256x256xf32>
      %v = arith.addf %u, %z : f32
      scf.yield %v : f32
    }
    scf.yield %row : f32
  }
  memref.dealloc %a : memref<256x256xf32>
  memref.dealloc %b : memref<256x256xf32>
  memref.dealloc %c : memref<256x256xf32>
  return %total : f32
}
