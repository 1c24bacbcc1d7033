// Moves of elements of vectors.

// Two transpositions of the same kind.
pdl.pattern @transposed_twice : benefit(1) {
  %t = pdl.type : vector<2x3xi8>
  %s = pdl.type : vector<3x2xi8>
  %p = pdl.attribute = array<i64: 1, 0>
  %x = pdl.operand : %t
  %a = pdl.operation "vector.transpose"(%x : !pdl.value) {"permutation" = %p} -> (%s : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "vector.transpose"(%a_value : !pdl.value) {"permutation" = %p} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// Two transpositions that move three dimensions in a circle are not the identity.
pdl.pattern @transposed_once_more : benefit(1) {
  %t = pdl.type : vector<2x2x2xi8>
  %p = pdl.attribute = array<i64: 1, 2, 0>
  %x = pdl.operand : %t
  %a = pdl.operation "vector.transpose"(%x : !pdl.value) {"permutation" = %p} -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "vector.transpose"(%a_value : !pdl.value) {"permutation" = %p} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// An element of a scalar that is repeated.
pdl.pattern @element_of_a_broadcast : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.type : vector<4xi32>
  %p = pdl.attribute = array<i64: 2>
  %x = pdl.operand : %t
  %a = pdl.operation "vector.broadcast"(%x : !pdl.value) -> (%v : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "vector.extract"(%a_value : !pdl.value) {"static_position" = %p} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// The second of two elements.
pdl.pattern @second_of_two : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.type : vector<2xi32>
  %p = pdl.attribute = array<i64: 1>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "vector.from_elements"(%x, %y : !pdl.value, !pdl.value) -> (%v : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "vector.extract"(%a_value : !pdl.value) {"static_position" = %p} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%y : !pdl.value)
  }
}

// The first of two elements for the second.
pdl.pattern @first_for_second : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.type : vector<2xi32>
  %p = pdl.attribute = array<i64: 1>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "vector.from_elements"(%x, %y : !pdl.value, !pdl.value) -> (%v : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "vector.extract"(%a_value : !pdl.value) {"static_position" = %p} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// An element that was put in is read.
pdl.pattern @read_what_was_put : benefit(1) {
  %t = pdl.type : f32
  %v = pdl.type : vector<2x2xf32>
  %p = pdl.attribute = array<i64: 1, 0>
  %x = pdl.operand : %t
  %m = pdl.operand : %v
  %a = pdl.operation "vector.insert"(%x, %m : !pdl.value, !pdl.value) {"static_position" = %p} -> (%v : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "vector.extract"(%a_value : !pdl.value) {"static_position" = %p} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// An element beside the one that was put in is read from where that went.
pdl.pattern @read_beside_what_was_put : benefit(1) {
  %t = pdl.type : i8
  %v = pdl.type : vector<3xi8>
  %p = pdl.attribute = array<i64: 1>
  %q = pdl.attribute = array<i64: 2>
  %x = pdl.operand : %t
  %m = pdl.operand : %v
  %a = pdl.operation "vector.insert"(%x, %m : !pdl.value, !pdl.value) {"static_position" = %p} -> (%v : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "vector.extract"(%a_value : !pdl.value) {"static_position" = %q} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "vector.extract"(%m : !pdl.value) {"static_position" = %q} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// A shuffle that takes all of the second vector is not the first.
pdl.pattern @shuffle_of_the_other : benefit(1) {
  %t = pdl.type : vector<2xi8>
  %p = pdl.attribute = array<i64: 2, 3>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "vector.shuffle"(%x, %y : !pdl.value, !pdl.value) {"mask" = %p} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// The sum of two scalars that are repeated is the repeated sum.
pdl.pattern @sum_of_repeated : benefit(1) {
  %t = pdl.type : vector<4xi16>
  %s = pdl.type : i16
  %x = pdl.operand : %s
  %y = pdl.operand : %s
  %a = pdl.operation "vector.broadcast"(%x : !pdl.value) -> (%t : !pdl.type)
  %b = pdl.operation "vector.broadcast"(%y : !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %b_value = pdl.result 0 of %b
  %none = pdl.attribute = #arith.overflow<none>
  %root = pdl.operation "arith.addi"(%a_value, %b_value : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %sum = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%s : !pdl.type)
    %sum_value = pdl.result 0 of %sum
    %new = pdl.operation "vector.broadcast"(%sum_value : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// What was taken apart and put together again.
pdl.pattern @halves_put_together : benefit(1) {
  %t = pdl.type : vector<4xi8>
  %h = pdl.type : vector<2xi8>
  %x = pdl.operand : %t
  %a = pdl.operation "vector.deinterleave"(%x : !pdl.value) -> (%h, %h : !pdl.type, !pdl.type)
  %even = pdl.result 0 of %a
  %odd = pdl.result 1 of %a
  %root = pdl.operation "vector.interleave"(%even, %odd : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
