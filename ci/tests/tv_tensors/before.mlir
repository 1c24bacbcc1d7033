func.func @fused(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %z = arith.addi %x, %y : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %z = arith.muli %x, %y : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @fused_wrong(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %z = arith.addi %x, %y : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %z = arith.muli %x, %y : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @added(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.add ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @added_wrong(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.add ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @elementwise(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %r = arith.addi %a, %b : tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @elementwise_wrong(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %r = arith.addi %a, %b : tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @matmul_generic(%a: tensor<2x3xi32>, %b: tensor<3x2xi32>) -> tensor<2x2xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
  %r = linalg.matmul ins(%a, %b : tensor<2x3xi32>, tensor<3x2xi32>) outs(%f : tensor<2x2xi32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func @matmul_generic_wrong(%a: tensor<2x3xi32>, %b: tensor<3x2xi32>) -> tensor<2x2xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
  %r = linalg.matmul ins(%a, %b : tensor<2x3xi32>, tensor<3x2xi32>) outs(%f : tensor<2x2xi32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func @transposed_product(%a: tensor<2x2xi32>, %b: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
  %p = linalg.matmul ins(%a, %b : tensor<2x2xi32>, tensor<2x2xi32>) outs(%f : tensor<2x2xi32>) -> tensor<2x2xi32>
  %r = linalg.transpose ins(%p : tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) permutation = [1, 0]
  return %r : tensor<2x2xi32>
}

func.func @transposed_product_wrong(%a: tensor<2x2xi32>, %b: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
  %p = linalg.matmul ins(%a, %b : tensor<2x2xi32>, tensor<2x2xi32>) outs(%f : tensor<2x2xi32>) -> tensor<2x2xi32>
  %r = linalg.transpose ins(%p : tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) permutation = [1, 0]
  return %r : tensor<2x2xi32>
}

func.func @transposed_twice(%a: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %e = tensor.empty() : tensor<2x2xi32>
  %s = linalg.transpose ins(%a : tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) permutation = [1, 0]
  %r = linalg.transpose ins(%s : tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) permutation = [1, 0]
  return %r : tensor<2x2xi32>
}

func.func @transposed_twice_wrong(%a: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %e = tensor.empty() : tensor<2x2xi32>
  %s = linalg.transpose ins(%a : tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) permutation = [1, 0]
  %r = linalg.transpose ins(%s : tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) permutation = [1, 0]
  return %r : tensor<2x2xi32>
}

func.func @reduced_dimension(%a: tensor<2x2xi32>) -> tensor<2xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = linalg.reduce ins(%a : tensor<2x2xi32>) outs(%f : tensor<2xi32>) dimensions = [0]
  (%x: i32, %o: i32) {
    %z = arith.addi %x, %o : i32
    linalg.yield %z : i32
  }
  return %r : tensor<2xi32>
}

func.func @reduced_dimension_wrong(%a: tensor<2x2xi32>) -> tensor<2xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = linalg.reduce ins(%a : tensor<2x2xi32>) outs(%f : tensor<2xi32>) dimensions = [0]
  (%x: i32, %o: i32) {
    %z = arith.addi %x, %o : i32
    linalg.yield %z : i32
  }
  return %r : tensor<2xi32>
}

func.func @reduced_from(%a: tensor<2x2xi32>) -> tensor<2xi32> {
  %c0 = arith.constant -2147483648 : i32
  %e = tensor.empty() : tensor<2xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = linalg.reduce ins(%a : tensor<2x2xi32>) outs(%f : tensor<2xi32>) dimensions = [1]
  (%x: i32, %o: i32) {
    %z = arith.maxsi %x, %o : i32
    linalg.yield %z : i32
  }
  return %r : tensor<2xi32>
}

func.func @reduced_from_wrong(%a: tensor<2x2xi32>) -> tensor<2xi32> {
  %c0 = arith.constant -2147483648 : i32
  %e = tensor.empty() : tensor<2xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = linalg.reduce ins(%a : tensor<2x2xi32>) outs(%f : tensor<2xi32>) dimensions = [1]
  (%x: i32, %o: i32) {
    %z = arith.maxsi %x, %o : i32
    linalg.yield %z : i32
  }
  return %r : tensor<2xi32>
}

func.func @filled(%c: i32) -> tensor<3xi32> {
  %e = tensor.empty() : tensor<3xi32>
  %r = linalg.fill ins(%c : i32) outs(%e : tensor<3xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func @filled_wrong(%c: i32) -> tensor<3xi32> {
  %e = tensor.empty() : tensor<3xi32>
  %r = linalg.fill ins(%c : i32) outs(%e : tensor<3xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func @generated(%c: index) -> tensor<3xindex> {
  %r = tensor.generate {
  ^bb0(%i: index):
    %s = arith.addi %i, %c : index
    tensor.yield %s : index
  } : tensor<3xindex>
  return %r : tensor<3xindex>
}

func.func @generated_wrong(%c: index) -> tensor<3xindex> {
  %r = tensor.generate {
  ^bb0(%i: index):
    %s = arith.addi %i, %c : index
    tensor.yield %s : index
  } : tensor<3xindex>
  return %r : tensor<3xindex>
}

func.func @indexed(%a: tensor<3xindex>) -> tensor<3xindex> {
  %e = tensor.empty() : tensor<3xindex>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<3xindex>) outs(%e : tensor<3xindex>) {
  ^bb0(%x: index, %o: index):
    %i = linalg.index 0 : index
    %z = arith.addi %x, %i : index
    linalg.yield %z : index
  } -> tensor<3xindex>
  return %r : tensor<3xindex>
}

func.func @indexed_wrong(%a: tensor<3xindex>) -> tensor<3xindex> {
  %e = tensor.empty() : tensor<3xindex>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<3xindex>) outs(%e : tensor<3xindex>) {
  ^bb0(%x: index, %o: index):
    %i = linalg.index 0 : index
    %z = arith.addi %x, %i : index
    linalg.yield %z : index
  } -> tensor<3xindex>
  return %r : tensor<3xindex>
}

func.func @loops(%a: memref<4xi32>, %b: memref<4xi32>, %o: memref<4xi32>) {
  linalg.add ins(%a, %b : memref<4xi32>, memref<4xi32>) outs(%o : memref<4xi32>)
  return
}

func.func @loops_wrong(%a: memref<4xi32>, %b: memref<4xi32>, %o: memref<4xi32>) {
  linalg.add ins(%a, %b : memref<4xi32>, memref<4xi32>) outs(%o : memref<4xi32>)
  return
}

func.func @affine_to_scf(%a: memref<4xi32>, %b: memref<4xi32>, %o: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %a[%i] : memref<4xi32>
    %y = affine.load %b[%i] : memref<4xi32>
    %z = arith.subi %x, %y : i32
    affine.store %z, %o[%i] : memref<4xi32>
  }
  return
}

func.func @affine_to_scf_wrong(%a: memref<4xi32>, %b: memref<4xi32>, %o: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %a[%i] : memref<4xi32>
    %y = affine.load %b[%i] : memref<4xi32>
    %z = arith.subi %x, %y : i32
    affine.store %z, %o[%i] : memref<4xi32>
  }
  return
}

func.func @tiled(%a: memref<4xi32>, %b: memref<4xi32>, %o: memref<4xi32>) {
  memref.copy %a, %o : memref<4xi32> to memref<4xi32>
  return
}

func.func @tiled_wrong(%a: memref<4xi32>, %b: memref<4xi32>, %o: memref<4xi32>) {
  memref.copy %a, %o : memref<4xi32> to memref<4xi32>
  return
}

func.func @floor_division(%n: index) -> index {
  %q = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%n)
  return %q : index
}

func.func @floor_division_wrong(%n: index) -> index {
  %q = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%n)
  return %q : index
}

func.func @modulo(%n: index) -> index {
  %q = affine.apply affine_map<(d0) -> (d0 mod 8)>(%n)
  return %q : index
}

func.func @modulo_wrong(%n: index) -> index {
  %q = affine.apply affine_map<(d0) -> (d0 mod 8)>(%n)
  return %q : index
}

func.func @least(%n: index, %k: index) -> index {
  %q = affine.min affine_map<(d0, d1) -> (d0, d1, 8)>(%n, %k)
  return %q : index
}

func.func @least_wrong(%n: index, %k: index) -> index {
  %q = affine.min affine_map<(d0, d1) -> (d0, d1, 8)>(%n, %k)
  return %q : index
}

func.func @conditions(%n: index, %a: i32, %b: i32) -> i32 {
  %r = affine.if affine_set<(d0) : (d0 - 3 >= 0, -d0 + 7 >= 0)>(%n) -> i32 {
    affine.yield %a : i32
  } else {
    affine.yield %b : i32
  }
  return %r : i32
}

func.func @conditions_wrong(%n: index, %a: i32, %b: i32) -> i32 {
  %r = affine.if affine_set<(d0) : (d0 - 3 >= 0, -d0 + 7 >= 0)>(%n) -> i32 {
    affine.yield %a : i32
  } else {
    affine.yield %b : i32
  }
  return %r : i32
}

func.func @carried(%a: memref<4xi32>) -> i32 {
  %z = arith.constant 0 : i32
  %r = affine.for %i = 0 to 4 iter_args(%s = %z) -> (i32) {
    %x = affine.load %a[%i] : memref<4xi32>
    %t = arith.addi %s, %x : i32
    affine.yield %t : i32
  }
  return %r : i32
}

func.func @carried_wrong(%a: memref<4xi32>) -> i32 {
  %z = arith.constant 0 : i32
  %r = affine.for %i = 0 to 4 iter_args(%s = %z) -> (i32) {
    %x = affine.load %a[%i] : memref<4xi32>
    %t = arith.addi %s, %x : i32
    affine.yield %t : i32
  }
  return %r : i32
}

func.func @open_bounds(%a: memref<4xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[0] : memref<4xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %a[0] : memref<4xi32>
  }
  return
}

func.func @open_bounds_wrong(%a: memref<4xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[0] : memref<4xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %a[0] : memref<4xi32>
  }
  return
}

func.func @convolution(%a: tensor<5xi32>, %k: tensor<2xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %r = linalg.conv_1d ins(%a, %k : tensor<5xi32>, tensor<2xi32>) outs(%f : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @convolution_wrong(%a: tensor<5xi32>, %k: tensor<2xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %r = linalg.conv_1d ins(%a, %k : tensor<5xi32>, tensor<2xi32>) outs(%f : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @float_product(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>, %f: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

func.func @float_product_wrong(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>, %f: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

func.func @broadcast(%a: tensor<2xi32>) -> tensor<2x2xi32> {
  %e = tensor.empty() : tensor<2x2xi32>
  %r = linalg.broadcast ins(%a : tensor<2xi32>) outs(%e : tensor<2x2xi32>) dimensions = [0]
  return %r : tensor<2x2xi32>
}

func.func @broadcast_wrong(%a: tensor<2xi32>) -> tensor<2x2xi32> {
  %e = tensor.empty() : tensor<2x2xi32>
  %r = linalg.broadcast ins(%a : tensor<2xi32>) outs(%e : tensor<2x2xi32>) dimensions = [0]
  return %r : tensor<2x2xi32>
}

func.func @open_extents_sum(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %r = arith.addi %a, %b : tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @open_extents_sum_wrong(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %r = arith.addi %a, %b : tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @open_extents_fused(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %z = arith.addi %x, %y : i32
    linalg.yield %z : i32
  } -> tensor<?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s, %b : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %z = arith.muli %x, %y : i32
    linalg.yield %z : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @open_extents_fused_wrong(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %z = arith.addi %x, %y : i32
    linalg.yield %z : i32
  } -> tensor<?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s, %b : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %z = arith.muli %x, %y : i32
    linalg.yield %z : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @open_extents_double(%a: tensor<?xi32>) -> tensor<?xi32> {
  %r = arith.addi %a, %a : tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @open_extents_double_wrong(%a: tensor<?xi32>) -> tensor<?xi32> {
  %r = arith.addi %a, %a : tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @open_extents_transposed(%a: tensor<?x2xi32>) -> tensor<2x?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x2xi32>
  %e = tensor.empty(%n) : tensor<2x?xi32>
  %r = linalg.transpose ins(%a : tensor<?x2xi32>) outs(%e : tensor<2x?xi32>) permutation = [1, 0]
  return %r : tensor<2x?xi32>
}

func.func @open_extents_transposed_wrong(%a: tensor<?x2xi32>) -> tensor<2x?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x2xi32>
  %e = tensor.empty(%n) : tensor<2x?xi32>
  %r = linalg.transpose ins(%a : tensor<?x2xi32>) outs(%e : tensor<2x?xi32>) permutation = [1, 0]
  return %r : tensor<2x?xi32>
}

func.func @open_extents_copy(%a: memref<?xi32>, %o: memref<?xi32>) {
  memref.copy %a, %o : memref<?xi32> to memref<?xi32>
  return
}

func.func @open_extents_copy_wrong(%a: memref<?xi32>, %o: memref<?xi32>) {
  memref.copy %a, %o : memref<?xi32> to memref<?xi32>
  return
}

func.func @open_extents_dim(%a: tensor<?xi32>, %b: tensor<?xi32>) -> index {
  %s = arith.addi %a, %b : tensor<?xi32>
  %c0 = arith.constant 0 : index
  %r = tensor.dim %s, %c0 : tensor<?xi32>
  return %r : index
}

func.func @open_extents_dim_wrong(%a: tensor<?xi32>, %b: tensor<?xi32>) -> index {
  %s = arith.addi %a, %b : tensor<?xi32>
  %c0 = arith.constant 0 : index
  %r = tensor.dim %s, %c0 : tensor<?xi32>
  return %r : index
}

func.func @open_extents_generated(%a: tensor<?xi32>) -> tensor<?xi32> {
  %k = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %f = linalg.fill ins(%k : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %r = arith.addi %a, %f : tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @open_extents_generated_wrong(%a: tensor<?xi32>) -> tensor<?xi32> {
  %k = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %f = linalg.fill ins(%k : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %r = arith.addi %a, %f : tensor<?xi32>
  return %r : tensor<?xi32>
}
