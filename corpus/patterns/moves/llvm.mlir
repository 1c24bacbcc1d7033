// Constants, floating-point numbers and intrinsics of LLVM.

// A sum with a constant zero.
pdl.pattern @add_nothing : benefit(1) {
  %t = pdl.type : i32
  %n = pdl.attribute = 0 : i32
  %x = pdl.operand : %t
  %c = pdl.operation "llvm.mlir.constant" {"value" = %n} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "llvm.add"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// A disjunction with the null value.
pdl.pattern @or_nothing : benefit(1) {
  %t = pdl.type : i64
  %x = pdl.operand : %t
  %c = pdl.operation "llvm.mlir.zero" -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "llvm.or"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// Two negations of a floating-point number.
pdl.pattern @negated_twice : benefit(1) {
  %t = pdl.type : f32
  %x = pdl.operand : %t
  %a = pdl.operation "llvm.fneg"(%x : !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "llvm.fneg"(%a_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// A sum with plus zero: of minus zero it is plus zero.
pdl.pattern @add_positive_zero : benefit(1) {
  %t = pdl.type : f32
  %n = pdl.attribute = 0.0 : f32
  %x = pdl.operand : %t
  %c = pdl.operation "llvm.mlir.constant" {"value" = %n} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "llvm.fadd"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// The larger number by a comparison.
pdl.pattern @maximum_by_choice : benefit(1) {
  %t = pdl.type : i16
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "llvm.intr.smax"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %sgt = pdl.attribute = 4 : i64
    %a = pdl.operation "llvm.icmp"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %sgt} -> (%b : !pdl.type)
    %a_value = pdl.result 0 of %a
    %new = pdl.operation "llvm.select"(%a_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// The larger number without signs by a comparison with signs.
pdl.pattern @maximum_by_another_choice : benefit(1) {
  %t = pdl.type : i16
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "llvm.intr.umax"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %sgt = pdl.attribute = 4 : i64
    %a = pdl.operation "llvm.icmp"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %sgt} -> (%b : !pdl.type)
    %a_value = pdl.result 0 of %a
    %new = pdl.operation "llvm.select"(%a_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
