// Transposed twice is what it was.
pdl.pattern @transposed_twice : benefit(1) {
  %t = pdl.type : tensor<2x3xi8>
  %u = pdl.type : tensor<3x2xi8>
  %x = pdl.operand : %t
  %o = pdl.operand : %u
  %p = pdl.operand : %t
  %k1 = pdl.attribute = array<i64: 1, 0>
  %a = pdl.operation "linalg.transpose"(%x, %o : !pdl.value, !pdl.value) {"permutation" = %k1} -> (%u : !pdl.type)
  %av = pdl.result 0 of %a
  %k2 = pdl.attribute = array<i64: 1, 0>
  %r = pdl.operation "linalg.transpose"(%av, %p : !pdl.value, !pdl.value) {"permutation" = %k2} -> (%t : !pdl.type)
  pdl.rewrite %r {
    pdl.replace %r with (%x : !pdl.value)
  }
}
// A square that is transposed is another one.
pdl.pattern @transposed_once : benefit(1) {
  %q = pdl.type : tensor<2x2xi8>
  %x = pdl.operand : %q
  %o = pdl.operand : %q
  %k1 = pdl.attribute = array<i64: 1, 0>
  %r = pdl.operation "linalg.transpose"(%x, %o : !pdl.value, !pdl.value) {"permutation" = %k1} -> (%q : !pdl.type)
  pdl.rewrite %r {
    pdl.replace %r with (%x : !pdl.value)
  }
}
// A sum of structured elements is the sum of tensors.
pdl.pattern @sum_of_elements : benefit(1) {
  %q = pdl.type : tensor<2x2xi8>
  %x = pdl.operand : %q
  %y = pdl.operand : %q
  %o = pdl.operand : %q
  %k1 = pdl.attribute = array<i32: 2, 1>
  %r = pdl.operation "linalg.add"(%x, %y, %o : !pdl.value, !pdl.value, !pdl.value) {"operandSegmentSizes" = %k1} -> (%q : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%q : !pdl.type)
    pdl.replace %r with %n
  }
}
// x - y is not y - x.
pdl.pattern @difference_swapped : benefit(1) {
  %q = pdl.type : tensor<2x2xi8>
  %x = pdl.operand : %q
  %y = pdl.operand : %q
  %o = pdl.operand : %q
  %k1 = pdl.attribute = array<i32: 2, 1>
  %r = pdl.operation "linalg.sub"(%x, %y, %o : !pdl.value, !pdl.value, !pdl.value) {"operandSegmentSizes" = %k1} -> (%q : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation "arith.subi"(%y, %x : !pdl.value, !pdl.value) -> (%q : !pdl.type)
    pdl.replace %r with %n
  }
}
// Where what was filled is copied, all is filled.
pdl.pattern @copy_of_fill : benefit(1) {
  %q = pdl.type : tensor<2x2xi8>
  %e = pdl.type : i8
  %c = pdl.operand : %e
  %x = pdl.operand : %q
  %o = pdl.operand : %q
  %k1 = pdl.attribute = array<i32: 1, 1>
  %a = pdl.operation "linalg.fill"(%c, %o : !pdl.value, !pdl.value) {"operandSegmentSizes" = %k1} -> (%q : !pdl.type)
  %av = pdl.result 0 of %a
  %k2 = pdl.attribute = array<i32: 1, 1>
  %k3 = pdl.attribute = #linalg.type_fn<cast_signed>
  %r = pdl.operation "linalg.copy"(%av, %x : !pdl.value, !pdl.value) {"operandSegmentSizes" = %k2, "cast" = %k3} -> (%q : !pdl.type)
  pdl.rewrite %r {
    pdl.replace %r with (%av : !pdl.value)
  }
}
// A copy is its input, not what was in its output before.
pdl.pattern @copy_is_its_output : benefit(1) {
  %q = pdl.type : tensor<2x2xi8>
  %x = pdl.operand : %q
  %o = pdl.operand : %q
  %k1 = pdl.attribute = array<i32: 1, 1>
  %r = pdl.operation "linalg.copy"(%x, %o : !pdl.value, !pdl.value) {"operandSegmentSizes" = %k1} -> (%q : !pdl.type)
  pdl.rewrite %r {
    pdl.replace %r with (%o : !pdl.value)
  }
}
// What is transposed and added to itself is doubled.
pdl.pattern @transposed_sum : benefit(1) {
  %q = pdl.type : tensor<2x2xi8>
  %x = pdl.operand : %q
  %o = pdl.operand : %q
  %k1 = pdl.attribute = array<i64: 1, 0>
  %a = pdl.operation "linalg.transpose"(%x, %o : !pdl.value, !pdl.value) {"permutation" = %k1} -> (%q : !pdl.type)
  %av = pdl.result 0 of %a
  %avb = pdl.result 0 of %a
  %r = pdl.operation "arith.addi"(%av, %avb : !pdl.value, !pdl.value) -> (%q : !pdl.type)
  pdl.rewrite %r {
    %k2 = pdl.attribute = dense<1> : tensor<2x2xi8>
    %c = pdl.operation "arith.constant" {"value" = %k2} -> (%q : !pdl.type)
    %cv = pdl.result 0 of %c
    %n = pdl.operation "arith.shli"(%av, %cv : !pdl.value, !pdl.value) -> (%q : !pdl.type)
    pdl.replace %r with %n
  }
}
// x times its transposed element by element is not x squared.
pdl.pattern @product_of_transposed : benefit(1) {
  %q = pdl.type : tensor<2x2xi8>
  %x = pdl.operand : %q
  %o = pdl.operand : %q
  %k1 = pdl.attribute = array<i64: 1, 0>
  %a = pdl.operation "linalg.transpose"(%x, %o : !pdl.value, !pdl.value) {"permutation" = %k1} -> (%q : !pdl.type)
  %av = pdl.result 0 of %a
  %r = pdl.operation "arith.muli"(%av, %x : !pdl.value, !pdl.value) -> (%q : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation "arith.muli"(%x, %x : !pdl.value, !pdl.value) -> (%q : !pdl.type)
    pdl.replace %r with %n
  }
}
// A number that is spread along one dimension is a fill.
pdl.pattern @broadcast_is_fill : benefit(1) {
  %z = pdl.type : tensor<i8>
  %d = pdl.type : tensor<3xi8>
  %x = pdl.operand : %z
  %o = pdl.operand : %d
  %k1 = pdl.attribute = array<i64: 0>
  %a = pdl.operation "linalg.broadcast"(%x, %o : !pdl.value, !pdl.value) {"dimensions" = %k1} -> (%d : !pdl.type)
  %av = pdl.result 0 of %a
  %avb = pdl.result 0 of %a
  %r = pdl.operation "arith.xori"(%av, %avb : !pdl.value, !pdl.value) -> (%d : !pdl.type)
  pdl.rewrite %r {
    %k2 = pdl.attribute = dense<0> : tensor<3xi8>
    %n = pdl.operation "arith.constant" {"value" = %k2} -> (%d : !pdl.type)
    pdl.replace %r with %n
  }
}
// A broadcast is its input, spread.
pdl.pattern @broadcast_is_its_output : benefit(1) {
  %z = pdl.type : tensor<i8>
  %d = pdl.type : tensor<3xi8>
  %x = pdl.operand : %z
  %o = pdl.operand : %d
  %k1 = pdl.attribute = array<i64: 0>
  %r = pdl.operation "linalg.broadcast"(%x, %o : !pdl.value, !pdl.value) {"dimensions" = %k1} -> (%d : !pdl.type)
  pdl.rewrite %r {
    pdl.replace %r with (%o : !pdl.value)
  }
}
