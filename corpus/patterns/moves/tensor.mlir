// Moves of elements of tensors.

// Expanded, and collapsed again.
pdl.pattern @collapsed_after_expanded : benefit(1) {
  %t = pdl.type : tensor<6xi8>
  %w = pdl.type : tensor<2x3xi8>
  %r = pdl.attribute = [[0, 1]]
  %o = pdl.attribute = array<i64: 2, 3>
  %x = pdl.operand : %t
  %a = pdl.operation "tensor.expand_shape"(%x : !pdl.value) {"reassociation" = %r, "static_output_shape" = %o} -> (%w : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "tensor.collapse_shape"(%a_value : !pdl.value) {"reassociation" = %r} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// An element is read where it was put: where the index is outside, both are undefined.
pdl.pattern @element_where_it_was_put : benefit(1) {
  %t = pdl.type : i8
  %v = pdl.type : tensor<3xi8>
  %i = pdl.type : index
  %x = pdl.operand : %t
  %m = pdl.operand : %v
  %at = pdl.operand : %i
  %a = pdl.operation "tensor.insert"(%x, %m, %at : !pdl.value, !pdl.value, !pdl.value) -> (%v : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "tensor.extract"(%a_value, %at : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// An element is read somewhere else than where it was put.
pdl.pattern @element_somewhere_else : benefit(1) {
  %t = pdl.type : i8
  %v = pdl.type : tensor<3xi8>
  %i = pdl.type : index
  %x = pdl.operand : %t
  %m = pdl.operand : %v
  %at = pdl.operand : %i
  %there = pdl.operand : %i
  %a = pdl.operation "tensor.insert"(%x, %m, %at : !pdl.value, !pdl.value, !pdl.value) -> (%v : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "tensor.extract"(%a_value, %there : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// A slice of a slice: the offsets add up, and one is forgotten.
pdl.pattern @slice_one_too_far : benefit(1) {
  %t = pdl.type : tensor<1xi8>
  %m = pdl.type : tensor<3xi8>
  %w = pdl.type : tensor<5xi8>
  %seg = pdl.attribute = array<i32: 1, 0, 0, 0>
  %one = pdl.attribute = array<i64: 1>
  %three = pdl.attribute = array<i64: 3>
  %x = pdl.operand : %w
  %a = pdl.operation "tensor.extract_slice"(%x : !pdl.value) {"operandSegmentSizes" = %seg, "static_offsets" = %one, "static_sizes" = %three, "static_strides" = %one} -> (%m : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "tensor.extract_slice"(%a_value : !pdl.value) {"operandSegmentSizes" = %seg, "static_offsets" = %one, "static_sizes" = %one, "static_strides" = %one} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "tensor.extract_slice"(%x : !pdl.value) {"operandSegmentSizes" = %seg, "static_offsets" = %one, "static_sizes" = %one, "static_strides" = %one} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
