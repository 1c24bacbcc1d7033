// Operations that are no functions of their operands: llvm.freeze chooses a value for poison each time anew,
// tensor.empty has contents that nothing is said of, scf.if does what its regions do, which the pattern does not see.
pdl.pattern @two_freezes : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %a = pdl.operation "llvm.freeze"(%x : !pdl.value) -> (%t : !pdl.type)
  %d = pdl.operation "llvm.freeze"(%x : !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %d_value = pdl.result 0 of %d
  %root = pdl.operation "arith.subi"(%a_value, %d_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i8
    %constant2 = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    pdl.replace %root with %constant2
  }
}
pdl.pattern @one_freeze_twice : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %a = pdl.operation "llvm.freeze"(%x : !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %a_value2 = pdl.result 0 of %a
  %root = pdl.operation "arith.subi"(%a_value, %a_value2 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i8
    %constant2 = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    pdl.replace %root with %constant2
  }
}
pdl.pattern @doubled_freeze : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 2 : i8
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %a = pdl.operation "llvm.freeze"(%x : !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.muli"(%a_value, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %addi = pdl.operation "arith.addi"(%a_value, %a_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @one_empty_twice : benefit(1) {
  %t = pdl.type : tensor<2xi8>
  %e = pdl.operation "tensor.empty" -> (%t : !pdl.type)
  %e_value = pdl.result 0 of %e
  %e_value2 = pdl.result 0 of %e
  %root = pdl.operation "arith.subi"(%e_value, %e_value2 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = dense<0> : tensor<2xi8>
    %constant2 = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    pdl.replace %root with %constant2
  }
}
pdl.pattern @zero_for_empty : benefit(1) {
  %t = pdl.type : tensor<2xi8>
  %mark = pdl.attribute = unit
  %root = pdl.operation "tensor.empty" {"assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = dense<0> : tensor<2xi8>
    %constant2 = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    pdl.replace %root with %constant2
  }
}
pdl.pattern @empty_for_zero : benefit(1) {
  %t = pdl.type : tensor<2xi8>
  %mark = pdl.attribute = unit
  %constant = pdl.attribute = dense<0> : tensor<2xi8>
  %root = pdl.operation "arith.constant" {"value" = %constant, "assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %empty = pdl.operation "tensor.empty" -> (%t : !pdl.type)
    pdl.replace %root with %empty
  }
}
pdl.pattern @two_ifs : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %c = pdl.operand : %b
  %a = pdl.operation "scf.if"(%c : !pdl.value) -> (%t : !pdl.type)
  %d = pdl.operation "scf.if"(%c : !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %d_value = pdl.result 0 of %d
  %root = pdl.operation "arith.subi"(%a_value, %d_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i8
    %constant2 = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    pdl.replace %root with %constant2
  }
}
pdl.pattern @one_if_twice : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %c = pdl.operand : %b
  %a = pdl.operation "scf.if"(%c : !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %a_value2 = pdl.result 0 of %a
  %root = pdl.operation "arith.subi"(%a_value, %a_value2 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i8
    %constant2 = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    pdl.replace %root with %constant2
  }
}
pdl.pattern @division_before_a_user : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %quotient = pdl.operation "arith.divui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %quotient_value = pdl.result 0 of %quotient
  %root = pdl.operation "lab.b"(%quotient_value : !pdl.value)
  pdl.rewrite %root {
    %other = pdl.operation "arith.divui"(%y, %quotient_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  }
}
