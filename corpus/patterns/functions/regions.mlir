// What an if yields need not be zero.
pdl.pattern @branches_are_one_value : benefit(1) {
  %b = pdl.type : i1
  %t = pdl.type : i8
  %c = pdl.operand : %b
  %r = pdl.operation "scf.if"(%c : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %k1 = pdl.attribute = 0 : i8
    %n = pdl.operation "arith.constant" {"value" = %k1} -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
// x - x is 0, whatever the branches yield.
pdl.pattern @if_twice : benefit(1) {
  %b = pdl.type : i1
  %t = pdl.type : i8
  %c = pdl.operand : %b
  %a = pdl.operation "scf.if"(%c : !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %avb = pdl.result 0 of %a
  %r = pdl.operation "arith.subi"(%av, %avb : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %k1 = pdl.attribute = 0 : i8
    %n = pdl.operation "arith.constant" {"value" = %k1} -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
// Two ifs of one condition may yield different values.
pdl.pattern @ifs_that_share_a_condition : benefit(1) {
  %b = pdl.type : i1
  %t = pdl.type : i8
  %c = pdl.operand : %b
  %a = pdl.operation "scf.if"(%c : !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %d = pdl.operation "scf.if"(%c : !pdl.value) -> (%t : !pdl.type)
  %dv = pdl.result 0 of %d
  %r = pdl.operation "arith.subi"(%av, %dv : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %k1 = pdl.attribute = 0 : i8
    %n = pdl.operation "arith.constant" {"value" = %k1} -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
// x + x is twice x.
pdl.pattern @if_added_to_itself : benefit(1) {
  %b = pdl.type : i1
  %t = pdl.type : i8
  %c = pdl.operand : %b
  %a = pdl.operation "scf.if"(%c : !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %avb = pdl.result 0 of %a
  %r = pdl.operation "arith.addi"(%av, %avb : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %k1 = pdl.attribute = 1 : i8
    %o = pdl.operation "arith.constant" {"value" = %k1} -> (%t : !pdl.type)
    %ov = pdl.result 0 of %o
    %n = pdl.operation "arith.shli"(%av, %ov : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
// x + x is not 4 x.
pdl.pattern @if_doubled_wrongly : benefit(1) {
  %b = pdl.type : i1
  %t = pdl.type : i8
  %c = pdl.operand : %b
  %a = pdl.operation "scf.if"(%c : !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %avb = pdl.result 0 of %a
  %r = pdl.operation "arith.addi"(%av, %avb : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %k1 = pdl.attribute = 2 : i8
    %o = pdl.operation "arith.constant" {"value" = %k1} -> (%t : !pdl.type)
    %ov = pdl.result 0 of %o
    %n = pdl.operation "arith.shli"(%av, %ov : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
// What a loop comes to less itself is 0.
pdl.pattern @loop_less_itself : benefit(1) {
  %i = pdl.type : index
  %t = pdl.type : i8
  %l = pdl.operand : %i
  %u = pdl.operand : %i
  %s = pdl.operand : %i
  %x = pdl.operand : %t
  %a = pdl.operation "scf.for"(%l, %u, %s, %x : !pdl.value, !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %avb = pdl.result 0 of %a
  %r = pdl.operation "arith.subi"(%av, %avb : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %k1 = pdl.attribute = 0 : i8
    %n = pdl.operation "arith.constant" {"value" = %k1} -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
// A loop that turns comes to what its body yields.
pdl.pattern @loop_is_its_start : benefit(1) {
  %i = pdl.type : index
  %t = pdl.type : i8
  %l = pdl.operand : %i
  %u = pdl.operand : %i
  %s = pdl.operand : %i
  %x = pdl.operand : %t
  %a = pdl.operation "scf.for"(%l, %u, %s, %x : !pdl.value, !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %r = pdl.operation "arith.addi"(%av, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
