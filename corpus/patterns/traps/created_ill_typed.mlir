// Created operations of dialects whose types are not those of the match. The values are the same, and MLIR refuses the operations.

// An intrinsic of LLVM takes no tensors.
pdl.pattern @tensor_in_llvm : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.maxsi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "llvm.intr.smax"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// It takes vectors.
pdl.pattern @vector_in_llvm : benefit(1) {
  %t = pdl.type : vector<4xi32>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.maxsi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "llvm.intr.smax"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// TOSA takes no vectors.
pdl.pattern @vector_in_tosa : benefit(1) {
  %t = pdl.type : vector<4xi32>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.xori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "tosa.bitwise_xor"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// It takes tensors.
pdl.pattern @tensor_in_tosa : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.xori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "tosa.bitwise_xor"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// A permutation of three dimensions of a vector of two.
pdl.pattern @permutation_of_another_rank : benefit(1) {
  %t = pdl.type : vector<2x2xi8>
  %p = pdl.attribute = array<i64: 1, 0>
  %x = pdl.operand : %t
  %root = pdl.operation "vector.transpose"(%x : !pdl.value) {"permutation" = %p} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %q = pdl.attribute = array<i64: 1, 0, 2>
    %new = pdl.operation "vector.transpose"(%x : !pdl.value) {"permutation" = %q} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// The same of TOSA, for which there is no definition here.
pdl.pattern @permutation_without_a_definition : benefit(1) {
  %t = pdl.type : tensor<2x2xi8>
  %p = pdl.attribute = array<i32: 1, 0>
  %x = pdl.operand : %t
  %root = pdl.operation "tosa.transpose"(%x : !pdl.value) {"perms" = %p} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %q = pdl.attribute = array<i32: 1, 0, 2>
    %new = pdl.operation "tosa.transpose"(%x : !pdl.value) {"perms" = %q} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// The root again is as valid as it was.
pdl.pattern @root_without_a_definition_again : benefit(1) {
  %t = pdl.type : tensor<2x2xi8>
  %p = pdl.attribute = array<i32: 1, 0>
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %root = pdl.operation "tosa.transpose"(%x : !pdl.value) {"perms" = %p, "assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "tosa.transpose"(%x : !pdl.value) {"perms" = %p} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// A vector from a tensor.
pdl.pattern @cast_of_another_container : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %r = pdl.type : tensor<2x2xi32>
  %groups = pdl.attribute = [[0, 1]]
  %shape = pdl.attribute = array<i64: 2, 2>
  %x = pdl.operand : %t
  %root = pdl.operation "tensor.expand_shape"(%x : !pdl.value) {"reassociation" = %groups, "static_output_shape" = %shape} -> (%r : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "vector.shape_cast"(%x : !pdl.value) -> (%r : !pdl.type)
    pdl.replace %root with %new
  }
}

// A scalar of another element type.
pdl.pattern @broadcast_of_another_element : benefit(1) {
  %t = pdl.type : vector<2xi16>
  %s = pdl.type : i8
  %x = pdl.operand : %s
  %root = pdl.operation "t.repeat"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "vector.broadcast"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// The index of a loop of linalg, outside of one.
pdl.pattern @index_outside_of_linalg : benefit(1) {
  %t = pdl.type : index
  %d = pdl.attribute = 0 : i64
  %x = pdl.operand : %t
  %root = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "linalg.index" {"dim" = %d} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// A symbol that need not be there.
pdl.pattern @global_that_is_not_there : benefit(1) {
  %t = pdl.type : memref<1xi8>
  %s = pdl.attribute = @nope
  %root = pdl.operation "t.memory" -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "memref.get_global" {"name" = %s} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
