// Memrefs that are allocated, cast, copied, asked for their extents, or looked at in part.
// A copy to the very same memref changes nothing.
pdl.pattern @copied_to_itself : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %a = pdl.operand : %m
  %root = pdl.operation "memref.copy"(%a, %a : !pdl.value, !pdl.value)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
// The target keeps what it held.
pdl.pattern @copy_dropped : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %a = pdl.operand : %m
  %b = pdl.operand : %m
  %root = pdl.operation "memref.copy"(%a, %b : !pdl.value, !pdl.value)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
// The source is written.
pdl.pattern @copy_the_other_way : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %mark = pdl.attribute = unit
  %a = pdl.operand : %m
  %b = pdl.operand : %m
  %root = pdl.operation "memref.copy"(%a, %b : !pdl.value, !pdl.value) {"assay.once" = %mark}
  pdl.rewrite %root {
    %c = pdl.operation "memref.copy"(%b, %a : !pdl.value, !pdl.value)
    pdl.erase %root
  }
}
// One element is all.
pdl.pattern @copy_of_one_element : benefit(1) {
  %m = pdl.type : memref<1xi8>
  %i = pdl.type : index
  %t = pdl.type : i8
  %a = pdl.operand : %m
  %b = pdl.operand : %m
  %root = pdl.operation "memref.copy"(%a, %b : !pdl.value, !pdl.value)
  pdl.rewrite %root {
    %zero_a = pdl.attribute = 0 : index
    %zero_op = pdl.operation "arith.constant" {"value" = %zero_a} -> (%i : !pdl.type)
    %zero = pdl.result 0 of %zero_op
    %l = pdl.operation "memref.load"(%a, %zero : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %v = pdl.result 0 of %l
    %s = pdl.operation "memref.store"(%v, %b, %zero : !pdl.value, !pdl.value, !pdl.value)
    pdl.erase %root
  }
}
// Three others are not copied.
pdl.pattern @copy_of_the_first_element : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %i = pdl.type : index
  %t = pdl.type : i8
  %a = pdl.operand : %m
  %b = pdl.operand : %m
  %root = pdl.operation "memref.copy"(%a, %b : !pdl.value, !pdl.value)
  pdl.rewrite %root {
    %zero_a = pdl.attribute = 0 : index
    %zero_op = pdl.operation "arith.constant" {"value" = %zero_a} -> (%i : !pdl.type)
    %zero = pdl.result 0 of %zero_op
    %l = pdl.operation "memref.load"(%a, %zero : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %v = pdl.result 0 of %l
    %s = pdl.operation "memref.store"(%v, %b, %zero : !pdl.value, !pdl.value, !pdl.value)
    pdl.erase %root
  }
}
// The type says it.
pdl.pattern @extent_of_the_type : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %i = pdl.type : index
  %a = pdl.operand : %m
  %zero_a = pdl.attribute = 0 : index
  %zero_op = pdl.operation "arith.constant" {"value" = %zero_a} -> (%i : !pdl.type)
  %zero = pdl.result 0 of %zero_op
  %root = pdl.operation "memref.dim"(%a, %zero : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %root {
    %k_a = pdl.attribute = 4 : index
    %k_op = pdl.operation "arith.constant" {"value" = %k_a} -> (%i : !pdl.type)
    %k = pdl.result 0 of %k_op
    pdl.replace %root with %k_op
  }
}
// The type says another one.
pdl.pattern @another_extent : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %i = pdl.type : index
  %a = pdl.operand : %m
  %zero_a = pdl.attribute = 0 : index
  %zero_op = pdl.operation "arith.constant" {"value" = %zero_a} -> (%i : !pdl.type)
  %zero = pdl.result 0 of %zero_op
  %root = pdl.operation "memref.dim"(%a, %zero : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %root {
    %k_a = pdl.attribute = 5 : index
    %k_op = pdl.operation "arith.constant" {"value" = %k_a} -> (%i : !pdl.type)
    %k = pdl.result 0 of %k_op
    pdl.replace %root with %k_op
  }
}
// Nothing says it.
pdl.pattern @extent_of_an_open_type : benefit(1) {
  %m = pdl.type : memref<?xi8>
  %i = pdl.type : index
  %a = pdl.operand : %m
  %zero_a = pdl.attribute = 0 : index
  %zero_op = pdl.operation "arith.constant" {"value" = %zero_a} -> (%i : !pdl.type)
  %zero = pdl.result 0 of %zero_op
  %root = pdl.operation "memref.dim"(%a, %zero : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %root {
    %k_a = pdl.attribute = 4 : index
    %k_op = pdl.operation "arith.constant" {"value" = %k_a} -> (%i : !pdl.type)
    %k = pdl.result 0 of %k_op
    pdl.replace %root with %k_op
  }
}
// Both are as long, and a third one is undefined.
pdl.pattern @extent_of_any_dimension : benefit(1) {
  %m = pdl.type : memref<4x4xi8>
  %i = pdl.type : index
  %a = pdl.operand : %m
  %x = pdl.operand : %i
  %root = pdl.operation "memref.dim"(%a, %x : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %root {
    %k_a = pdl.attribute = 4 : index
    %k_op = pdl.operation "arith.constant" {"value" = %k_a} -> (%i : !pdl.type)
    %k = pdl.result 0 of %k_op
    pdl.replace %root with %k_op
  }
}
// The second one is longer.
pdl.pattern @extent_of_the_first_dimension : benefit(1) {
  %m = pdl.type : memref<4x6xi8>
  %i = pdl.type : index
  %a = pdl.operand : %m
  %x = pdl.operand : %i
  %root = pdl.operation "memref.dim"(%a, %x : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %root {
    %k_a = pdl.attribute = 4 : index
    %k_op = pdl.operation "arith.constant" {"value" = %k_a} -> (%i : !pdl.type)
    %k = pdl.result 0 of %k_op
    pdl.replace %root with %k_op
  }
}
// It is as long as was asked.
pdl.pattern @extent_of_an_allocation : benefit(1) {
  %d = pdl.type : memref<?x?xi8>
  %i = pdl.type : index
  %s = pdl.attribute = array<i32: 2, 0>
  %n = pdl.operand : %i
  %k = pdl.operand : %i
  %new = pdl.operation "memref.alloc"(%n, %k : !pdl.value, !pdl.value) {"operandSegmentSizes" = %s} -> (%d : !pdl.type)
  %a = pdl.result 0 of %new
  %zero_a = pdl.attribute = 0 : index
  %zero_op = pdl.operation "arith.constant" {"value" = %zero_a} -> (%i : !pdl.type)
  %zero = pdl.result 0 of %zero_op
  %root = pdl.operation "memref.dim"(%a, %zero : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%n : !pdl.value)
  }
}
// It is as long as was asked.
pdl.pattern @the_other_extent_of_an_allocation : benefit(1) {
  %d = pdl.type : memref<?x?xi8>
  %i = pdl.type : index
  %s = pdl.attribute = array<i32: 2, 0>
  %n = pdl.operand : %i
  %k = pdl.operand : %i
  %new = pdl.operation "memref.alloc"(%n, %k : !pdl.value, !pdl.value) {"operandSegmentSizes" = %s} -> (%d : !pdl.type)
  %a = pdl.result 0 of %new
  %zero_a = pdl.attribute = 0 : index
  %zero_op = pdl.operation "arith.constant" {"value" = %zero_a} -> (%i : !pdl.type)
  %zero = pdl.result 0 of %zero_op
  %root = pdl.operation "memref.dim"(%a, %zero : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%k : !pdl.value)
  }
}
// It is the same memref.
pdl.pattern @cast_there_and_back : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %a = pdl.operand : %m
  %d = pdl.type : memref<?xi8>
  %c = pdl.operation "memref.cast"(%a : !pdl.value) -> (%d : !pdl.type)
  %e = pdl.result 0 of %c
  %root = pdl.operation "memref.cast"(%e : !pdl.value) -> (%m : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%a : !pdl.value)
  }
}
// A cast forgets an extent, not the memref.
pdl.pattern @extent_behind_a_cast : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %i = pdl.type : index
  %a = pdl.operand : %m
  %zero_a = pdl.attribute = 0 : index
  %zero_op = pdl.operation "arith.constant" {"value" = %zero_a} -> (%i : !pdl.type)
  %zero = pdl.result 0 of %zero_op
  %d = pdl.type : memref<?xi8>
  %c = pdl.operation "memref.cast"(%a : !pdl.value) -> (%d : !pdl.type)
  %e = pdl.result 0 of %c
  %root = pdl.operation "memref.dim"(%e, %zero : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %root {
    %k_a = pdl.attribute = 4 : index
    %k_op = pdl.operation "arith.constant" {"value" = %k_a} -> (%i : !pdl.type)
    %k = pdl.result 0 of %k_op
    pdl.replace %root with %k_op
  }
}
// A cast forgets an extent, not the memref.
pdl.pattern @another_extent_behind_a_cast : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %i = pdl.type : index
  %a = pdl.operand : %m
  %zero_a = pdl.attribute = 0 : index
  %zero_op = pdl.operation "arith.constant" {"value" = %zero_a} -> (%i : !pdl.type)
  %zero = pdl.result 0 of %zero_op
  %d = pdl.type : memref<?xi8>
  %c = pdl.operation "memref.cast"(%a : !pdl.value) -> (%d : !pdl.type)
  %e = pdl.result 0 of %c
  %root = pdl.operation "memref.dim"(%e, %zero : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %root {
    %k_a = pdl.attribute = 5 : index
    %k_op = pdl.operation "arith.constant" {"value" = %k_a} -> (%i : !pdl.type)
    %k = pdl.result 0 of %k_op
    pdl.replace %root with %k_op
  }
}
// The extents stay those of the memref.
pdl.pattern @loaded_through_a_cast : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %i = pdl.type : index
  %t = pdl.type : i8
  %a = pdl.operand : %m
  %x = pdl.operand : %i
  %d = pdl.type : memref<?xi8>
  %c = pdl.operation "memref.cast"(%a : !pdl.value) -> (%d : !pdl.type)
  %e = pdl.result 0 of %c
  %root = pdl.operation "memref.load"(%e, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %l = pdl.operation "memref.load"(%a, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %l
  }
}
// The part begins at one.
pdl.pattern @loaded_through_a_part : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %i = pdl.type : index
  %t = pdl.type : i8
  %a = pdl.operand : %m
  %x = pdl.operand : %i
  %p = pdl.type : memref<2xi8, strided<[1], offset: 1>>
  %offsets = pdl.attribute = array<i64: 1>
  %sizes = pdl.attribute = array<i64: 2>
  %strides = pdl.attribute = array<i64: 1>
  %seg = pdl.attribute = array<i32: 1, 0, 0, 0>
  %c = pdl.operation "memref.subview"(%a : !pdl.value) {"static_offsets" = %offsets, "static_sizes" = %sizes, "static_strides" = %strides, "operandSegmentSizes" = %seg} -> (%p : !pdl.type)
  %e = pdl.result 0 of %c
  %root = pdl.operation "memref.load"(%e, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %k_a = pdl.attribute = 1 : index
    %k_op = pdl.operation "arith.constant" {"value" = %k_a} -> (%i : !pdl.type)
    %k = pdl.result 0 of %k_op
    %y = pdl.operation "arith.addi"(%x, %k : !pdl.value, !pdl.value) -> (%i : !pdl.type)
    %z = pdl.result 0 of %y
    %l = pdl.operation "memref.load"(%a, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %l
  }
}
// The part begins at one.
pdl.pattern @loaded_beside_a_part : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %i = pdl.type : index
  %t = pdl.type : i8
  %a = pdl.operand : %m
  %x = pdl.operand : %i
  %p = pdl.type : memref<2xi8, strided<[1], offset: 1>>
  %offsets = pdl.attribute = array<i64: 1>
  %sizes = pdl.attribute = array<i64: 2>
  %strides = pdl.attribute = array<i64: 1>
  %seg = pdl.attribute = array<i32: 1, 0, 0, 0>
  %c = pdl.operation "memref.subview"(%a : !pdl.value) {"static_offsets" = %offsets, "static_sizes" = %sizes, "static_strides" = %strides, "operandSegmentSizes" = %seg} -> (%p : !pdl.type)
  %e = pdl.result 0 of %c
  %root = pdl.operation "memref.load"(%e, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %k_a = pdl.attribute = 2 : index
    %k_op = pdl.operation "arith.constant" {"value" = %k_a} -> (%i : !pdl.type)
    %k = pdl.result 0 of %k_op
    %y = pdl.operation "arith.addi"(%x, %k : !pdl.value, !pdl.value) -> (%i : !pdl.type)
    %z = pdl.result 0 of %y
    %l = pdl.operation "memref.load"(%a, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %l
  }
}
// A part that is all of it, in the same type.
pdl.pattern @all_of_a_memref_as_a_part : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %a = pdl.operand : %m
  %p = pdl.type : memref<4xi8>
  %offsets = pdl.attribute = array<i64: 0>
  %sizes = pdl.attribute = array<i64: 4>
  %strides = pdl.attribute = array<i64: 1>
  %seg = pdl.attribute = array<i32: 1, 0, 0, 0>
  %root = pdl.operation "memref.subview"(%a : !pdl.value) {"static_offsets" = %offsets, "static_sizes" = %sizes, "static_strides" = %strides, "operandSegmentSizes" = %seg} -> (%p : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%a : !pdl.value)
  }
}
// It is as long as was asked.
pdl.pattern @extent_of_a_part : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %i = pdl.type : index
  %a = pdl.operand : %m
  %p = pdl.type : memref<2xi8, strided<[1], offset: 1>>
  %offsets = pdl.attribute = array<i64: 1>
  %sizes = pdl.attribute = array<i64: 2>
  %strides = pdl.attribute = array<i64: 1>
  %seg = pdl.attribute = array<i32: 1, 0, 0, 0>
  %c = pdl.operation "memref.subview"(%a : !pdl.value) {"static_offsets" = %offsets, "static_sizes" = %sizes, "static_strides" = %strides, "operandSegmentSizes" = %seg} -> (%p : !pdl.type)
  %e = pdl.result 0 of %c
  %zero_a = pdl.attribute = 0 : index
  %zero_op = pdl.operation "arith.constant" {"value" = %zero_a} -> (%i : !pdl.type)
  %zero = pdl.result 0 of %zero_op
  %root = pdl.operation "memref.dim"(%e, %zero : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %root {
    %k_a = pdl.attribute = 2 : index
    %k_op = pdl.operation "arith.constant" {"value" = %k_a} -> (%i : !pdl.type)
    %k = pdl.result 0 of %k_op
    pdl.replace %root with %k_op
  }
}
// That is longer.
pdl.pattern @extent_of_what_a_part_is_of : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %i = pdl.type : index
  %a = pdl.operand : %m
  %p = pdl.type : memref<2xi8, strided<[1], offset: 1>>
  %offsets = pdl.attribute = array<i64: 1>
  %sizes = pdl.attribute = array<i64: 2>
  %strides = pdl.attribute = array<i64: 1>
  %seg = pdl.attribute = array<i32: 1, 0, 0, 0>
  %c = pdl.operation "memref.subview"(%a : !pdl.value) {"static_offsets" = %offsets, "static_sizes" = %sizes, "static_strides" = %strides, "operandSegmentSizes" = %seg} -> (%p : !pdl.type)
  %e = pdl.result 0 of %c
  %zero_a = pdl.attribute = 0 : index
  %zero_op = pdl.operation "arith.constant" {"value" = %zero_a} -> (%i : !pdl.type)
  %zero = pdl.result 0 of %zero_op
  %root = pdl.operation "memref.dim"(%e, %zero : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %root {
    %l = pdl.operation "memref.dim"(%a, %zero : !pdl.value, !pdl.value) -> (%i : !pdl.type)
    pdl.replace %root with %l
  }
}
// It ends with the function.
pdl.pattern @allocated_on_the_stack : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %s = pdl.attribute = array<i32: 0, 0>
  %root = pdl.operation "memref.alloc" {"operandSegmentSizes" = %s} -> (%m : !pdl.type)
  pdl.rewrite %root {
    %l = pdl.operation "memref.alloca" {"operandSegmentSizes" = %s} -> (%m : !pdl.type)
    pdl.replace %root with %l
  }
}
// The alignment that it may have is not asked for again.
pdl.pattern @allocated_at_another_place : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %mark = pdl.attribute = unit
  %s = pdl.attribute = array<i32: 0, 0>
  %root = pdl.operation "memref.alloc" {"operandSegmentSizes" = %s, "assay.once" = %mark} -> (%m : !pdl.type)
  pdl.rewrite %root {
    %l = pdl.operation "memref.alloc" {"operandSegmentSizes" = %s} -> (%m : !pdl.type)
    pdl.replace %root with %l
  }
}
// Memory like it, with nothing in it either.
pdl.pattern @allocated_again : benefit(1) {
  %m = pdl.type : memref<4xi8>
  %mark = pdl.attribute = unit
  %g = pdl.attribute = 64 : i64
  %s = pdl.attribute = array<i32: 0, 0>
  %root = pdl.operation "memref.alloc" {"operandSegmentSizes" = %s, "alignment" = %g, "assay.once" = %mark} -> (%m : !pdl.type)
  pdl.rewrite %root {
    %l = pdl.operation "memref.alloc" {"operandSegmentSizes" = %s, "alignment" = %g} -> (%m : !pdl.type)
    pdl.replace %root with %l
  }
}
