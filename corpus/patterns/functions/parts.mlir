// What was put in at 1 is what is taken out at 1.
pdl.pattern @slice_of_what_was_inserted : benefit(1) {
  %t = pdl.type : tensor<4xi8>
  %h = pdl.type : tensor<2xi8>
  %x = pdl.operand : %t
  %y = pdl.operand : %h
  %k1 = pdl.attribute = array<i64: 1>
  %k2 = pdl.attribute = array<i64: 2>
  %k3 = pdl.attribute = array<i64: 1>
  %k4 = pdl.attribute = array<i32: 1, 1, 0, 0, 0>
  %a = pdl.operation "tensor.insert_slice"(%y, %x : !pdl.value, !pdl.value) {"static_offsets" = %k1, "static_sizes" = %k2, "static_strides" = %k3, "operandSegmentSizes" = %k4} -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %k5 = pdl.attribute = array<i64: 1>
  %k6 = pdl.attribute = array<i64: 2>
  %k7 = pdl.attribute = array<i64: 1>
  %k8 = pdl.attribute = array<i32: 1, 0, 0, 0>
  %r = pdl.operation "tensor.extract_slice"(%av : !pdl.value) {"static_offsets" = %k5, "static_sizes" = %k6, "static_strides" = %k7, "operandSegmentSizes" = %k8} -> (%h : !pdl.type)
  pdl.rewrite %r {
    pdl.replace %r with (%y : !pdl.value)
  }
}
// What was put in at 1 is not what is taken out at 2.
pdl.pattern @slice_beside_what_was_inserted : benefit(1) {
  %t = pdl.type : tensor<4xi8>
  %h = pdl.type : tensor<2xi8>
  %x = pdl.operand : %t
  %y = pdl.operand : %h
  %k1 = pdl.attribute = array<i64: 1>
  %k2 = pdl.attribute = array<i64: 2>
  %k3 = pdl.attribute = array<i64: 1>
  %k4 = pdl.attribute = array<i32: 1, 1, 0, 0, 0>
  %a = pdl.operation "tensor.insert_slice"(%y, %x : !pdl.value, !pdl.value) {"static_offsets" = %k1, "static_sizes" = %k2, "static_strides" = %k3, "operandSegmentSizes" = %k4} -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %k5 = pdl.attribute = array<i64: 2>
  %k6 = pdl.attribute = array<i64: 2>
  %k7 = pdl.attribute = array<i64: 1>
  %k8 = pdl.attribute = array<i32: 1, 0, 0, 0>
  %r = pdl.operation "tensor.extract_slice"(%av : !pdl.value) {"static_offsets" = %k5, "static_sizes" = %k6, "static_strides" = %k7, "operandSegmentSizes" = %k8} -> (%h : !pdl.type)
  pdl.rewrite %r {
    pdl.replace %r with (%y : !pdl.value)
  }
}
// Shapes are ways to count the same elements.
pdl.pattern @collapsed_and_expanded : benefit(1) {
  %t = pdl.type : tensor<4xi8>
  %m = pdl.type : tensor<2x2xi8>
  %x = pdl.operand : %m
  %k1 = pdl.attribute = [[0 : i64, 1 : i64]]
  %a = pdl.operation "tensor.collapse_shape"(%x : !pdl.value) {"reassociation" = %k1} -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %k2 = pdl.attribute = [[0 : i64, 1 : i64]]
  %k3 = pdl.attribute = array<i64: 2, 2>
  %r = pdl.operation "tensor.expand_shape"(%av : !pdl.value) {"reassociation" = %k2, "static_output_shape" = %k3} -> (%m : !pdl.type)
  pdl.rewrite %r {
    pdl.replace %r with (%x : !pdl.value)
  }
}
// From 1 on, then from 1 on, is from 2 on.
pdl.pattern @slice_of_slice : benefit(1) {
  %t = pdl.type : tensor<4xi8>
  %k = pdl.type : tensor<3xi8>
  %h = pdl.type : tensor<2xi8>
  %x = pdl.operand : %t
  %k1 = pdl.attribute = array<i64: 1>
  %k2 = pdl.attribute = array<i64: 3>
  %k3 = pdl.attribute = array<i64: 1>
  %k4 = pdl.attribute = array<i32: 1, 0, 0, 0>
  %a = pdl.operation "tensor.extract_slice"(%x : !pdl.value) {"static_offsets" = %k1, "static_sizes" = %k2, "static_strides" = %k3, "operandSegmentSizes" = %k4} -> (%k : !pdl.type)
  %av = pdl.result 0 of %a
  %k5 = pdl.attribute = array<i64: 1>
  %k6 = pdl.attribute = array<i64: 2>
  %k7 = pdl.attribute = array<i64: 1>
  %k8 = pdl.attribute = array<i32: 1, 0, 0, 0>
  %r = pdl.operation "tensor.extract_slice"(%av : !pdl.value) {"static_offsets" = %k5, "static_sizes" = %k6, "static_strides" = %k7, "operandSegmentSizes" = %k8} -> (%h : !pdl.type)
  pdl.rewrite %r {
    %k9 = pdl.attribute = array<i64: 2>
    %k10 = pdl.attribute = array<i64: 2>
    %k11 = pdl.attribute = array<i64: 1>
    %k12 = pdl.attribute = array<i32: 1, 0, 0, 0>
    %n = pdl.operation "tensor.extract_slice"(%x : !pdl.value) {"static_offsets" = %k9, "static_sizes" = %k10, "static_strides" = %k11, "operandSegmentSizes" = %k12} -> (%h : !pdl.type)
    pdl.replace %r with %n
  }
}
// It is not from 1 on.
pdl.pattern @slice_of_slice_at_first : benefit(1) {
  %t = pdl.type : tensor<4xi8>
  %k = pdl.type : tensor<3xi8>
  %h = pdl.type : tensor<2xi8>
  %x = pdl.operand : %t
  %k1 = pdl.attribute = array<i64: 1>
  %k2 = pdl.attribute = array<i64: 3>
  %k3 = pdl.attribute = array<i64: 1>
  %k4 = pdl.attribute = array<i32: 1, 0, 0, 0>
  %a = pdl.operation "tensor.extract_slice"(%x : !pdl.value) {"static_offsets" = %k1, "static_sizes" = %k2, "static_strides" = %k3, "operandSegmentSizes" = %k4} -> (%k : !pdl.type)
  %av = pdl.result 0 of %a
  %k5 = pdl.attribute = array<i64: 1>
  %k6 = pdl.attribute = array<i64: 2>
  %k7 = pdl.attribute = array<i64: 1>
  %k8 = pdl.attribute = array<i32: 1, 0, 0, 0>
  %r = pdl.operation "tensor.extract_slice"(%av : !pdl.value) {"static_offsets" = %k5, "static_sizes" = %k6, "static_strides" = %k7, "operandSegmentSizes" = %k8} -> (%h : !pdl.type)
  pdl.rewrite %r {
    %k9 = pdl.attribute = array<i64: 1>
    %k10 = pdl.attribute = array<i64: 2>
    %k11 = pdl.attribute = array<i64: 1>
    %k12 = pdl.attribute = array<i32: 1, 0, 0, 0>
    %n = pdl.operation "tensor.extract_slice"(%x : !pdl.value) {"static_offsets" = %k9, "static_sizes" = %k10, "static_strides" = %k11, "operandSegmentSizes" = %k12} -> (%h : !pdl.type)
    pdl.replace %r with %n
  }
}
// The lower half by its numbers is the slice from 0.
pdl.pattern @gathered_by_shuffle : benefit(1) {
  %v = pdl.type : vector<4xi8>
  %w = pdl.type : vector<2xi8>
  %x = pdl.operand : %v
  %k1 = pdl.attribute = array<i64: 0, 1>
  %r = pdl.operation "vector.shuffle"(%x, %x : !pdl.value, !pdl.value) {"mask" = %k1} -> (%w : !pdl.type)
  pdl.rewrite %r {
    %k2 = pdl.attribute = [0 : i64]
    %k3 = pdl.attribute = [2 : i64]
    %k4 = pdl.attribute = [1 : i64]
    %n = pdl.operation "vector.extract_strided_slice"(%x : !pdl.value) {"offsets" = %k2, "sizes" = %k3, "strides" = %k4} -> (%w : !pdl.type)
    pdl.replace %r with %n
  }
}
// The upper half is not the slice from 0.
pdl.pattern @gathered_from_the_other_half : benefit(1) {
  %v = pdl.type : vector<4xi8>
  %w = pdl.type : vector<2xi8>
  %x = pdl.operand : %v
  %k1 = pdl.attribute = array<i64: 2, 3>
  %r = pdl.operation "vector.shuffle"(%x, %x : !pdl.value, !pdl.value) {"mask" = %k1} -> (%w : !pdl.type)
  pdl.rewrite %r {
    %k2 = pdl.attribute = [0 : i64]
    %k3 = pdl.attribute = [2 : i64]
    %k4 = pdl.attribute = [1 : i64]
    %n = pdl.operation "vector.extract_strided_slice"(%x : !pdl.value) {"offsets" = %k2, "sizes" = %k3, "strides" = %k4} -> (%w : !pdl.type)
    pdl.replace %r with %n
  }
}
