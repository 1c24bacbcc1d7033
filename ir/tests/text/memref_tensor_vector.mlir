func.func @m(%i: index, %m: memref<?x4xf32>, %v: f32, %t: tensor<?x4xf32>, %u: memref<*xf32>, %s: tensor<4x4xf32>) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc(%i) {alignment = 64} : memref<?xf32>
  %c = memref.alloca(%i)[%i] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  memref.store %v, %m[%i, %i] : memref<?x4xf32>
  memref.store %v, %m[%i, %i] {nontemporal = true} : memref<?x4xf32>
  %l = memref.load %m[%i, %i] : memref<?x4xf32>
  memref.dealloc %a : memref<4xf32>
  %d = memref.dim %m, %i : memref<?x4xf32>
  %e = memref.cast %m : memref<?x4xf32> to memref<*xf32>
  memref.copy %m, %m : memref<?x4xf32> to memref<?x4xf32>
  %sv = memref.subview %m[%i, 0] [2, %i] [1, 1] : memref<?x4xf32> to memref<2x?xf32, strided<[4, 1], offset: ?>>
  %g = memref.get_global @gg : memref<2xf32>
  %rc = memref.reinterpret_cast %m to offset: [%i], sizes: [2, %i], strides: [1, 1] : memref<?x4xf32> to memref<2x?xf32, strided<[1, 1], offset: ?>>
  %cs = memref.collapse_shape %m [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  %es = memref.expand_shape %m [[0, 1], [2]] output_shape [%i, 1, 4] : memref<?x4xf32> into memref<?x1x4xf32>
  %rk = memref.rank %m : memref<?x4xf32>
  %x = tensor.extract %t[%i, %i] : tensor<?x4xf32>
  %y = tensor.insert %v into %t[%i, %i] : tensor<?x4xf32>
  %z = tensor.empty() : tensor<4xf32>
  %z2 = tensor.empty(%i) : tensor<?xf32>
  %es2 = tensor.extract_slice %t[%i, 0] [2, 2] [1, 1] : tensor<?x4xf32> to tensor<2x2xf32>
  %is = tensor.insert_slice %es2 into %t[%i, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<?x4xf32>
  %tc = tensor.cast %t : tensor<?x4xf32> to tensor<*xf32>
  %td = tensor.dim %t, %i : tensor<?x4xf32>
  %fe = tensor.from_elements %v, %v : tensor<2xf32>
  %sp = tensor.splat %v : tensor<4xf32>
  %tg = tensor.generate %i { ^bb0(%q: index): tensor.yield %v : f32 } : tensor<?xf32>
  %tcs = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %tr = tensor.rank %t : tensor<?x4xf32>
  %pad = tensor.pad %t low[0, %i] high[1, 1] { ^bb0(%q: index, %w: index): tensor.yield %v : f32 } : tensor<?x4xf32> to tensor<?x?xf32>
  return %l : f32
}
memref.global "private" constant @gg : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 8}
memref.global @g2 : memref<2xf32> = uninitialized
memref.global @g3 : memref<2xf32>
func.func @v(%v: f32, %i: index, %x: vector<4xf32>, %y: vector<4x4xf32>, %m: memref<?x4xf32>, %k: vector<4xi1>, %t: tensor<4xf32>, %ii: i32) {
  %0 = vector.broadcast %v : f32 to vector<4xf32>
  %1 = vector.extract %y[1] : vector<4xf32> from vector<4x4xf32>
  %2 = vector.extract %y[1, %i] : f32 from vector<4x4xf32>
  %3 = vector.insert %v, %y[1, 2] : f32 into vector<4x4xf32>
  %4 = vector.shuffle %x, %x [0, 1, 5] : vector<4xf32>, vector<4xf32>
  %5 = vector.reduction <add>, %x : vector<4xf32> into f32
  %6 = vector.reduction <add>, %x, %v fastmath<fast> : vector<4xf32> into f32
  %8 = vector.bitcast %x : vector<4xf32> to vector<4xi32>
  %9 = vector.shape_cast %y : vector<4x4xf32> to vector<16xf32>
  %10 = vector.transpose %y, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  %11 = vector.fma %x, %x, %x : vector<4xf32>
  %12 = vector.load %m[%i, %i] : memref<?x4xf32>, vector<4xf32>
  vector.store %x, %m[%i, %i] : memref<?x4xf32>, vector<4xf32>
  %14 = vector.extract_strided_slice %x {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %15 = vector.insert_strided_slice %14, %x {offsets = [0], strides = [1]} : vector<2xf32> into vector<4xf32>
  %17 = vector.create_mask %i : vector<4xi1>
  %18 = vector.constant_mask [2] : vector<4xi1>
  %19 = vector.step : vector<4xindex>
  %20 = vector.from_elements %v, %v : vector<2xf32>
  %21:4 = vector.to_elements %x : vector<4xf32>
  %22 = vector.interleave %x, %x : vector<4xf32> -> vector<8xf32>
  %23, %24 = vector.deinterleave %x : vector<4xf32> -> vector<2xf32>
  return
}
