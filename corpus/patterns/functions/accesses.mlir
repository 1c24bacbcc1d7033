// Accesses to memory and tensors: masks, transfers, views, layouts, tiles.

// Packed and unpacked is what it was.
pdl.pattern @unpack_of_pack : benefit(1) {
  %s = pdl.type : tensor<4x6xi8>
  %p = pdl.type : tensor<2x2x2x3xi8>
  %x = pdl.operand : %s
  %d = pdl.operand : %p
  %e = pdl.operand : %s
  %pos = pdl.attribute = array<i64: 0, 1>
  %tiles = pdl.attribute = array<i64: 2, 3>
  %none = pdl.attribute = array<i64>
  %seg = pdl.attribute = array<i32: 1, 1, 0, 0>
  %pack = pdl.operation "linalg.pack"(%x, %d : !pdl.value, !pdl.value) {"inner_dims_pos" = %pos, "static_inner_tiles" = %tiles, "outer_dims_perm" = %none, "operandSegmentSizes" = %seg} -> (%p : !pdl.type)
  %pr = pdl.result 0 of %pack
  %root = pdl.operation "linalg.unpack"(%pr, %e : !pdl.value, !pdl.value) {"inner_dims_pos" = %pos, "static_inner_tiles" = %tiles, "outer_dims_perm" = %none} -> (%s : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// Tiles in the order of the columns are no tiles in the order of the rows.
pdl.pattern @unpack_of_pack_in_another_order : benefit(1) {
  %s = pdl.type : tensor<4x6xi8>
  %p = pdl.type : tensor<2x2x2x3xi8>
  %x = pdl.operand : %s
  %d = pdl.operand : %p
  %e = pdl.operand : %s
  %pos = pdl.attribute = array<i64: 0, 1>
  %tiles = pdl.attribute = array<i64: 2, 3>
  %none = pdl.attribute = array<i64>
  %perm = pdl.attribute = array<i64: 1, 0>
  %seg = pdl.attribute = array<i32: 1, 1, 0, 0>
  %pack = pdl.operation "linalg.pack"(%x, %d : !pdl.value, !pdl.value) {"inner_dims_pos" = %pos, "static_inner_tiles" = %tiles, "outer_dims_perm" = %perm, "operandSegmentSizes" = %seg} -> (%p : !pdl.type)
  %pr = pdl.result 0 of %pack
  %root = pdl.operation "linalg.unpack"(%pr, %e : !pdl.value, !pdl.value) {"inner_dims_pos" = %pos, "static_inner_tiles" = %tiles, "outer_dims_perm" = %none} -> (%s : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// A read from the first element on that is as large as the tensor is in its bounds.
pdl.pattern @read_of_all : benefit(1) {
  %s = pdl.type : tensor<4x4xi8>
  %v = pdl.type : vector<4x4xi8>
  %i = pdl.type : index
  %b = pdl.type : i8
  %x = pdl.operand : %s
  %pad = pdl.operand : %b
  %zero = pdl.attribute = 0 : index
  %c = pdl.operation "arith.constant" {"value" = %zero} -> (%i : !pdl.type)
  %o = pdl.result 0 of %c
  %o2 = pdl.result 0 of %c
  %o3 = pdl.result 0 of %c
  %o4 = pdl.result 0 of %c
  %map = pdl.attribute = affine_map<(d0, d1) -> (d0, d1)>
  %id = pdl.attribute = affine_map<(d0, d1) -> (d0, d1)>
  %in = pdl.attribute = [true, true]
  %out = pdl.attribute = [false, false]
  %seg = pdl.attribute = array<i32: 1, 2, 1, 0>
  %root = pdl.operation "vector.transfer_read"(%x, %o, %o2, %pad : !pdl.value, !pdl.value, !pdl.value, !pdl.value) {"permutation_map" = %map, "in_bounds" = %out, "operandSegmentSizes" = %seg} -> (%v : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "vector.transfer_read"(%x, %o3, %o4, %pad : !pdl.value, !pdl.value, !pdl.value, !pdl.value) {"permutation_map" = %id, "in_bounds" = %in, "operandSegmentSizes" = %seg} -> (%v : !pdl.type)
    pdl.replace %root with %new
  }
}

// A square that is read transposed is another one.
pdl.pattern @read_transposed_as_plain : benefit(1) {
  %s = pdl.type : tensor<4x4xi8>
  %v = pdl.type : vector<4x4xi8>
  %i = pdl.type : index
  %b = pdl.type : i8
  %x = pdl.operand : %s
  %pad = pdl.operand : %b
  %zero = pdl.attribute = 0 : index
  %c = pdl.operation "arith.constant" {"value" = %zero} -> (%i : !pdl.type)
  %o = pdl.result 0 of %c
  %o2 = pdl.result 0 of %c
  %o3 = pdl.result 0 of %c
  %o4 = pdl.result 0 of %c
  %map = pdl.attribute = affine_map<(d0, d1) -> (d1, d0)>
  %id = pdl.attribute = affine_map<(d0, d1) -> (d0, d1)>
  %in = pdl.attribute = [true, true]
  %out = pdl.attribute = [false, false]
  %seg = pdl.attribute = array<i32: 1, 2, 1, 0>
  %root = pdl.operation "vector.transfer_read"(%x, %o, %o2, %pad : !pdl.value, !pdl.value, !pdl.value, !pdl.value) {"permutation_map" = %map, "in_bounds" = %out, "operandSegmentSizes" = %seg} -> (%v : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "vector.transfer_read"(%x, %o3, %o4, %pad : !pdl.value, !pdl.value, !pdl.value, !pdl.value) {"permutation_map" = %id, "in_bounds" = %in, "operandSegmentSizes" = %seg} -> (%v : !pdl.type)
    pdl.replace %root with %new
  }
}

// A mask of ones selects all.
pdl.pattern @mask_of_ones : benefit(1) {
  %m = pdl.type : memref<8xi8>
  %v = pdl.type : vector<4xi8>
  %mt = pdl.type : vector<4xi1>
  %i = pdl.type : index
  %x = pdl.operand : %m
  %at = pdl.operand : %i
  %pass = pdl.operand : %v
  %ones = pdl.attribute = dense<true> : vector<4xi1>
  %c = pdl.operation "arith.constant" {"value" = %ones} -> (%mt : !pdl.type)
  %mask = pdl.result 0 of %c
  %root = pdl.operation "vector.maskedload"(%x, %at, %mask, %pass : !pdl.value, !pdl.value, !pdl.value, !pdl.value) -> (%v : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "vector.load"(%x, %at : !pdl.value, !pdl.value) -> (%v : !pdl.type)
    pdl.replace %root with %new
  }
}

// A mask of zeros selects nothing.
pdl.pattern @mask_of_zeros : benefit(1) {
  %m = pdl.type : memref<8xi8>
  %v = pdl.type : vector<4xi8>
  %mt = pdl.type : vector<4xi1>
  %i = pdl.type : index
  %x = pdl.operand : %m
  %at = pdl.operand : %i
  %pass = pdl.operand : %v
  %ones = pdl.attribute = dense<false> : vector<4xi1>
  %c = pdl.operation "arith.constant" {"value" = %ones} -> (%mt : !pdl.type)
  %mask = pdl.result 0 of %c
  %root = pdl.operation "vector.maskedload"(%x, %at, %mask, %pass : !pdl.value, !pdl.value, !pdl.value, !pdl.value) -> (%v : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "vector.load"(%x, %at : !pdl.value, !pdl.value) -> (%v : !pdl.type)
    pdl.replace %root with %new
  }
}

// `strided<[1]>` is the layout that there is without one.
pdl.pattern @load_of_plain_layout : benefit(1) {
  %m = pdl.type : memref<8xi8>
  %s = pdl.type : memref<8xi8, strided<[1]>>
  %b = pdl.type : i8
  %i = pdl.type : index
  %x = pdl.operand : %m
  %at = pdl.operand : %i
  %cast = pdl.operation "memref.cast"(%x : !pdl.value) -> (%s : !pdl.type)
  %y = pdl.result 0 of %cast
  %root = pdl.operation "memref.load"(%y, %at : !pdl.value, !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "memref.load"(%x, %at : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    pdl.replace %root with %new
  }
}

// An extent that the type does not say any more is the same one.
pdl.pattern @load_of_open_extent : benefit(1) {
  %m = pdl.type : memref<8xi8>
  %s = pdl.type : memref<?xi8>
  %b = pdl.type : i8
  %i = pdl.type : index
  %x = pdl.operand : %m
  %at = pdl.operand : %i
  %cast = pdl.operation "memref.cast"(%x : !pdl.value) -> (%s : !pdl.type)
  %y = pdl.result 0 of %cast
  %root = pdl.operation "memref.load"(%y, %at : !pdl.value, !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "memref.load"(%x, %at : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    pdl.replace %root with %new
  }
}

// The second element of every second one from the second on is the fourth.
pdl.pattern @load_of_subview : benefit(1) {
  %m = pdl.type : memref<8xi8>
  %s = pdl.type : memref<3xi8, strided<[2], offset: 1>>
  %b = pdl.type : i8
  %i = pdl.type : index
  %x = pdl.operand : %m
  %off = pdl.attribute = array<i64: 1>
  %size = pdl.attribute = array<i64: 3>
  %stride = pdl.attribute = array<i64: 2>
  %seg = pdl.attribute = array<i32: 1, 0, 0, 0>
  %view = pdl.operation "memref.subview"(%x : !pdl.value) {"static_offsets" = %off, "static_sizes" = %size, "static_strides" = %stride, "operandSegmentSizes" = %seg} -> (%s : !pdl.type)
  %y = pdl.result 0 of %view
  %one = pdl.attribute = 1 : index
  %c = pdl.operation "arith.constant" {"value" = %one} -> (%i : !pdl.type)
  %at = pdl.result 0 of %c
  %root = pdl.operation "memref.load"(%y, %at : !pdl.value, !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    %three = pdl.attribute = 3 : index
    %d = pdl.operation "arith.constant" {"value" = %three} -> (%i : !pdl.type)
    %to = pdl.result 0 of %d
    %new = pdl.operation "memref.load"(%x, %to : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    pdl.replace %root with %new
  }
}

// It is not the third.
pdl.pattern @load_beside_subview : benefit(1) {
  %m = pdl.type : memref<8xi8>
  %s = pdl.type : memref<3xi8, strided<[2], offset: 1>>
  %b = pdl.type : i8
  %i = pdl.type : index
  %x = pdl.operand : %m
  %off = pdl.attribute = array<i64: 1>
  %size = pdl.attribute = array<i64: 3>
  %stride = pdl.attribute = array<i64: 2>
  %seg = pdl.attribute = array<i32: 1, 0, 0, 0>
  %view = pdl.operation "memref.subview"(%x : !pdl.value) {"static_offsets" = %off, "static_sizes" = %size, "static_strides" = %stride, "operandSegmentSizes" = %seg} -> (%s : !pdl.type)
  %y = pdl.result 0 of %view
  %one = pdl.attribute = 1 : index
  %c = pdl.operation "arith.constant" {"value" = %one} -> (%i : !pdl.type)
  %at = pdl.result 0 of %c
  %root = pdl.operation "memref.load"(%y, %at : !pdl.value, !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    %three = pdl.attribute = 2 : index
    %d = pdl.operation "arith.constant" {"value" = %three} -> (%i : !pdl.type)
    %to = pdl.result 0 of %d
    %new = pdl.operation "memref.load"(%x, %to : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    pdl.replace %root with %new
  }
}

// An extent that the type says is this one, whatever memory holds.
pdl.pattern @dim_of_reshape : benefit(1) {
  %m = pdl.type : memref<6xi8>
  %sh = pdl.type : memref<2xindex>
  %s = pdl.type : memref<2x3xi8>
  %b = pdl.type : i8
  %i = pdl.type : index
  %x = pdl.operand : %m
  %shape = pdl.operand : %sh
  %view = pdl.operation "memref.reshape"(%x, %shape : !pdl.value, !pdl.value) -> (%s : !pdl.type)
  %y = pdl.result 0 of %view
  %one = pdl.attribute = 1 : index
  %c = pdl.operation "arith.constant" {"value" = %one} -> (%i : !pdl.type)
  %at = pdl.result 0 of %c
  %root = pdl.operation "memref.dim"(%y, %at : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %root {
    %three = pdl.attribute = 3 : index
    %d = pdl.operation "arith.constant" {"value" = %three} -> (%i : !pdl.type)
    pdl.replace %root with %d
  }
}

// As many elements as the machine has, each as it was.
pdl.pattern @scalable_plus_zero : benefit(1) {
  %v = pdl.type : vector<[4]xi8>
  %x = pdl.operand : %v
  %a = pdl.attribute = dense<0> : vector<[4]xi8>
  %c = pdl.operation "arith.constant" {"value" = %a} -> (%v : !pdl.type)
  %k = pdl.result 0 of %c
  %root = pdl.operation "arith.addi"(%x, %k : !pdl.value, !pdl.value) -> (%v : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// As many elements as the machine has, each one more than it was.
pdl.pattern @scalable_plus_one : benefit(1) {
  %v = pdl.type : vector<[4]xi8>
  %x = pdl.operand : %v
  %a = pdl.attribute = dense<1> : vector<[4]xi8>
  %c = pdl.operation "arith.constant" {"value" = %a} -> (%v : !pdl.type)
  %k = pdl.result 0 of %c
  %root = pdl.operation "arith.addi"(%x, %k : !pdl.value, !pdl.value) -> (%v : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// Twice what was loaded is that, shifted.
pdl.pattern @llvm_load_twice : benefit(1) {
  %p = pdl.type : !llvm.ptr
  %b = pdl.type : i8
  %x = pdl.operand : %p
  %l = pdl.operation "llvm.load"(%x : !pdl.value) -> (%b : !pdl.type)
  %v = pdl.result 0 of %l
  %w = pdl.result 0 of %l
  %root = pdl.operation "llvm.add"(%v, %w : !pdl.value, !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    %one = pdl.attribute = 1 : i8
    %c = pdl.operation "llvm.mlir.constant" {"value" = %one} -> (%b : !pdl.type)
    %k = pdl.result 0 of %c
    %new = pdl.operation "llvm.shl"(%v, %k : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    pdl.replace %root with %new
  }
}

// Memory holds more than zero.
pdl.pattern @llvm_load_of_zero : benefit(1) {
  %p = pdl.type : !llvm.ptr
  %b = pdl.type : i8
  %x = pdl.operand : %p
  %root = pdl.operation "llvm.load"(%x : !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    %zero = pdl.attribute = 0 : i8
    %new = pdl.operation "llvm.mlir.constant" {"value" = %zero} -> (%b : !pdl.type)
    pdl.replace %root with %new
  }
}
