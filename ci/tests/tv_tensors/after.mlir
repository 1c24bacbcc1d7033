func.func @fused(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %w = arith.addi %x, %y : i32
    %z = arith.muli %w, %y : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @fused_wrong(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %w = arith.addi %x, %y : i32
    %z = arith.muli %w, %x : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @added(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %z = arith.addi %y, %x : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @added_wrong(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %z = arith.subi %x, %y : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @elementwise(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %z = arith.addi %x, %y : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @elementwise_wrong(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %z = arith.ori %x, %y : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @matmul_generic(%a: tensor<2x3xi32>, %b: tensor<3x2xi32>) -> tensor<2x2xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<2x3xi32>, tensor<3x2xi32>) outs(%f : tensor<2x2xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.muli %x, %y : i32
    %z = arith.addi %o, %m : i32
    linalg.yield %z : i32
  } -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func @matmul_generic_wrong(%a: tensor<2x3xi32>, %b: tensor<3x2xi32>) -> tensor<2x2xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<2x3xi32>, tensor<3x2xi32>) outs(%f : tensor<2x2xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.muli %x, %y : i32
    %z = arith.addi %o, %m : i32
    linalg.yield %z : i32
  } -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func @transposed_product(%a: tensor<2x2xi32>, %b: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
  %s = linalg.transpose ins(%a : tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) permutation = [1, 0]
  %t = linalg.transpose ins(%b : tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) permutation = [1, 0]
  %r = linalg.matmul ins(%t, %s : tensor<2x2xi32>, tensor<2x2xi32>) outs(%f : tensor<2x2xi32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func @transposed_product_wrong(%a: tensor<2x2xi32>, %b: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
  %s = linalg.transpose ins(%a : tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) permutation = [1, 0]
  %t = linalg.transpose ins(%b : tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) permutation = [1, 0]
  %r = linalg.matmul ins(%s, %t : tensor<2x2xi32>, tensor<2x2xi32>) outs(%f : tensor<2x2xi32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func @transposed_twice(%a: tensor<2x2xi32>) -> tensor<2x2xi32> {
  return %a : tensor<2x2xi32>
}

func.func @transposed_twice_wrong(%a: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %e = tensor.empty() : tensor<2x2xi32>
  %r = linalg.transpose ins(%a : tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) permutation = [1, 0]
  return %r : tensor<2x2xi32>
}

func.func @reduced_dimension(%a: tensor<2x2xi32>) -> tensor<2xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %t = tensor.empty() : tensor<2x2xi32>
  %s = linalg.transpose ins(%a : tensor<2x2xi32>) outs(%t : tensor<2x2xi32>) permutation = [1, 0]
  %r = linalg.reduce ins(%s : tensor<2x2xi32>) outs(%f : tensor<2xi32>) dimensions = [1]
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
  %t = tensor.empty() : tensor<2x2xi32>
  %s = linalg.transpose ins(%a : tensor<2x2xi32>) outs(%t : tensor<2x2xi32>) permutation = [1, 0]
  %r = linalg.reduce ins(%s : tensor<2x2xi32>) outs(%f : tensor<2xi32>) dimensions = [0]
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
    %p = arith.cmpi sgt, %x, %o : i32
    %z = arith.select %p, %x, %o : i32
    linalg.yield %z : i32
  }
  return %r : tensor<2xi32>
}

func.func @reduced_from_wrong(%a: tensor<2x2xi32>) -> tensor<2xi32> {
  %c0 = arith.constant 0 : i32
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
  %r = tensor.splat %c : tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func @filled_wrong(%c: i32) -> tensor<3xi32> {
  %z = arith.constant 0 : i32
  %r = tensor.from_elements %c, %c, %z : tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func @generated(%c: index) -> tensor<3xindex> {
  %k = arith.constant dense<[0, 1, 2]> : tensor<3xindex>
  %s = tensor.splat %c : tensor<3xindex>
  %r = arith.addi %k, %s : tensor<3xindex>
  return %r : tensor<3xindex>
}

func.func @generated_wrong(%c: index) -> tensor<3xindex> {
  %k = arith.constant dense<[1, 2, 3]> : tensor<3xindex>
  %s = tensor.splat %c : tensor<3xindex>
  %r = arith.addi %k, %s : tensor<3xindex>
  return %r : tensor<3xindex>
}

func.func @indexed(%a: tensor<3xindex>) -> tensor<3xindex> {
  %k = arith.constant dense<[0, 1, 2]> : tensor<3xindex>
  %r = arith.addi %a, %k : tensor<3xindex>
  return %r : tensor<3xindex>
}

func.func @indexed_wrong(%a: tensor<3xindex>) -> tensor<3xindex> {
  %k = arith.constant dense<[0, 1, 1]> : tensor<3xindex>
  %r = arith.addi %a, %k : tensor<3xindex>
  return %r : tensor<3xindex>
}

func.func @loops(%a: memref<4xi32>, %b: memref<4xi32>, %o: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %a[%i] : memref<4xi32>
    %y = affine.load %b[%i] : memref<4xi32>
    %z = arith.addi %x, %y : i32
    affine.store %z, %o[%i] : memref<4xi32>
  }
  return
}

func.func @loops_wrong(%a: memref<4xi32>, %b: memref<4xi32>, %o: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %a[%i] : memref<4xi32>
    %y = affine.load %b[%i] : memref<4xi32>
    %z = arith.addi %x, %y : i32
    affine.store %z, %o[-%i + 3] : memref<4xi32>
  }
  return
}

func.func @affine_to_scf(%a: memref<4xi32>, %b: memref<4xi32>, %o: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<4xi32>
    %y = memref.load %b[%i] : memref<4xi32>
    %z = arith.subi %x, %y : i32
    memref.store %z, %o[%i] : memref<4xi32>
  }
  return
}

func.func @affine_to_scf_wrong(%a: memref<4xi32>, %b: memref<4xi32>, %o: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<4xi32>
    %y = memref.load %b[%i] : memref<4xi32>
    %z = arith.subi %x, %y : i32
    memref.store %z, %o[%i] : memref<4xi32>
  }
  return
}

func.func @tiled(%a: memref<4xi32>, %b: memref<4xi32>, %o: memref<4xi32>) {
  affine.for %i = 0 to 4 step 2 {
    affine.for %j = 0 to 2 {
      %x = affine.load %a[%i + %j] : memref<4xi32>
      affine.store %x, %o[%i + %j] : memref<4xi32>
    }
  }
  return
}

func.func @tiled_wrong(%a: memref<4xi32>, %b: memref<4xi32>, %o: memref<4xi32>) {
  affine.for %i = 0 to 4 step 2 {
    affine.for %j = 0 to 1 {
      %x = affine.load %a[%i + %j] : memref<4xi32>
      affine.store %x, %o[%i + %j] : memref<4xi32>
    }
  }
  return
}

func.func @floor_division(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %q = arith.floordivsi %n, %c4 : index
  return %q : index
}

func.func @floor_division_wrong(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %q = arith.divsi %n, %c4 : index
  return %q : index
}

func.func @modulo(%n: index) -> index {
  %c7 = arith.constant 7 : index
  %q = arith.andi %n, %c7 : index
  return %q : index
}

func.func @modulo_wrong(%n: index) -> index {
  %c8 = arith.constant 8 : index
  %q = arith.remsi %n, %c8 : index
  return %q : index
}

func.func @least(%n: index, %k: index) -> index {
  %c8 = arith.constant 8 : index
  %s = arith.minsi %n, %k : index
  %q = arith.minsi %s, %c8 : index
  return %q : index
}

func.func @least_wrong(%n: index, %k: index) -> index {
  %c8 = arith.constant 8 : index
  %s = arith.minui %n, %k : index
  %q = arith.minui %s, %c8 : index
  return %q : index
}

func.func @conditions(%n: index, %a: i32, %b: i32) -> i32 {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %p = arith.cmpi sge, %n, %c3 : index
  %q = arith.cmpi sle, %n, %c7 : index
  %s = arith.andi %p, %q : i1
  %r = arith.select %s, %a, %b : i32
  return %r : i32
}

func.func @conditions_wrong(%n: index, %a: i32, %b: i32) -> i32 {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %p = arith.cmpi sge, %n, %c3 : index
  %q = arith.cmpi slt, %n, %c7 : index
  %s = arith.andi %p, %q : i1
  %r = arith.select %s, %a, %b : i32
  return %r : i32
}

func.func @carried(%a: memref<4xi32>) -> i32 {
  %z = arith.constant 0 : i32
  %r = affine.for %i = 0 to 4 iter_args(%s = %z) -> (i32) {
    %x = affine.load %a[-%i + 3] : memref<4xi32>
    %t = arith.addi %x, %s : i32
    affine.yield %t : i32
  }
  return %r : i32
}

func.func @carried_wrong(%a: memref<4xi32>) -> i32 {
  %z = arith.constant 0 : i32
  %r = affine.for %i = 0 to 4 step 2 iter_args(%s = %z) -> (i32) {
    %x = affine.load %a[%i] : memref<4xi32>
    %t = arith.addi %s, %x : i32
    affine.yield %t : i32
  }
  return %r : i32
}

func.func @open_bounds(%a: memref<4xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%c0] : memref<4xi32>
    %y = arith.shli %x, %k : i32
    memref.store %y, %a[%c0] : memref<4xi32>
  }
  return
}

func.func @open_bounds_wrong(%a: memref<4xi32>, %n: index) {
  affine.for %i = 1 to %n {
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
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a, %k : tensor<5xi32>, tensor<2xi32>) outs(%f : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.muli %x, %y : i32
    %z = arith.addi %o, %m : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @convolution_wrong(%a: tensor<5xi32>, %k: tensor<2xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i - k + 1)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a, %k : tensor<5xi32>, tensor<2xi32>) outs(%f : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.muli %x, %y : i32
    %z = arith.addi %o, %m : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @float_product(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>, %f: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %y : f32
    %z = arith.addf %o, %m : f32
    linalg.yield %z : f32
  } -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

func.func @float_product_wrong(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>, %f: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %y : f32
    %z = arith.subf %o, %m : f32
    linalg.yield %z : f32
  } -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

func.func @broadcast(%a: tensor<2xi32>) -> tensor<2x2xi32> {
  %e = tensor.empty() : tensor<2x2xi32>
  %t = linalg.broadcast ins(%a : tensor<2xi32>) outs(%e : tensor<2x2xi32>) dimensions = [1]
  %r = linalg.transpose ins(%t : tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) permutation = [1, 0]
  return %r : tensor<2x2xi32>
}

func.func @broadcast_wrong(%a: tensor<2xi32>) -> tensor<2x2xi32> {
  %e = tensor.empty() : tensor<2x2xi32>
  %r = linalg.broadcast ins(%a : tensor<2xi32>) outs(%e : tensor<2x2xi32>) dimensions = [1]
  return %r : tensor<2x2xi32>
}

func.func @open_extents_sum(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %z = arith.addi %y, %x : i32
    linalg.yield %z : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @open_extents_sum_wrong(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %z = arith.subi %y, %x : i32
    linalg.yield %z : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @open_extents_fused(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %w = arith.addi %x, %y : i32
    %z = arith.muli %w, %y : i32
    linalg.yield %z : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @open_extents_fused_wrong(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %w = arith.addi %x, %y : i32
    %z = arith.muli %w, %x : i32
    linalg.yield %z : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @open_extents_double(%a: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %k = arith.constant 1 : i32
  %f = linalg.fill ins(%k : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %r = arith.shli %a, %f : tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @open_extents_double_wrong(%a: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %k = arith.constant 2 : i32
  %f = linalg.fill ins(%k : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %r = arith.shli %a, %f : tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @open_extents_transposed(%a: tensor<?x2xi32>) -> tensor<2x?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x2xi32>
  %e = tensor.empty(%n) : tensor<2x?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<?x2xi32>) outs(%e : tensor<2x?xi32>) {
  ^bb0(%x: i32, %o: i32):
    linalg.yield %x : i32
  } -> tensor<2x?xi32>
  return %r : tensor<2x?xi32>
}

func.func @open_extents_transposed_wrong(%a: tensor<?x2xi32>) -> tensor<2x?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x2xi32>
  %e = tensor.empty(%n) : tensor<2x?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, -i + 1)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<?x2xi32>) outs(%e : tensor<2x?xi32>) {
  ^bb0(%x: i32, %o: i32):
    linalg.yield %x : i32
  } -> tensor<2x?xi32>
  return %r : tensor<2x?xi32>
}

func.func @open_extents_copy(%a: memref<?xi32>, %o: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi32>
    affine.store %x, %o[%i] : memref<?xi32>
  }
  return
}

func.func @open_extents_copy_wrong(%a: memref<?xi32>, %o: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  affine.for %i = 1 to %n {
    %x = affine.load %a[%i] : memref<?xi32>
    affine.store %x, %o[%i] : memref<?xi32>
  }
  return
}

func.func @open_extents_dim(%a: tensor<?xi32>, %b: tensor<?xi32>) -> index {
  %c0 = arith.constant 0 : index
  %r = tensor.dim %b, %c0 : tensor<?xi32>
  return %r : index
}

func.func @open_extents_dim_wrong(%a: tensor<?xi32>, %b: tensor<?xi32>) -> index {
  %r = arith.constant 2 : index
  return %r : index
}

func.func @open_extents_generated(%a: tensor<?xi32>) -> tensor<?xi32> {
  %k = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %r = tensor.generate %n {
  ^bb0(%i: index):
    %x = tensor.extract %a[%i] : tensor<?xi32>
    %s = arith.addi %k, %x : i32
    tensor.yield %s : i32
  } : tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @open_extents_generated_wrong(%a: tensor<?xi32>) -> tensor<?xi32> {
  %k = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %r = tensor.generate %n {
  ^bb0(%i: index):
    %x = tensor.extract %a[%c0] : tensor<?xi32>
    %s = arith.addi %k, %x : i32
    tensor.yield %s : i32
  } : tensor<?xi32>
  return %r : tensor<?xi32>
}
