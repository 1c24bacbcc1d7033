// Calls that are made again at the root: the function does what it did where it is given what it was given. What it does with
// another operand is not known.
pdl.pattern @operand_simplified : benefit(1) {
  %k = pdl.attribute = @f
  %t = pdl.type : i32
  %u = pdl.type : f64
  %x = pdl.operand : %t
  %a = pdl.operation "arith.ori"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %r = pdl.operation "func.call"(%av : !pdl.value) {"callee" = %k} -> (%u : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %k} -> (%u : !pdl.type)
    pdl.replace %r with %n
  }
}
pdl.pattern @other_operand : benefit(1) {
  %k = pdl.attribute
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %a = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %r = pdl.operation "func.call"(%av : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
pdl.pattern @void_other_operand : benefit(1) {
  %k = pdl.attribute
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %a = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %r = pdl.operation "func.call"(%av : !pdl.value) {"callee" = %k}
  pdl.rewrite %r {
    %n = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %k}
    pdl.erase %r
  }
}
pdl.pattern @other_callee : benefit(1) {
  %k = pdl.attribute = @f
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %r = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
  pdl.rewrite %r {
    %g = pdl.attribute = @g
    %n = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %g} -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
pdl.pattern @result_changed : benefit(1) {
  %k = pdl.attribute = @f
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %a = pdl.operation "arith.ori"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %r = pdl.operation "func.call"(%av : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
    %nv = pdl.result 0 of %n
    %s = pdl.operation "arith.addi"(%nv, %nv : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %s
  }
}
pdl.pattern @result_same : benefit(1) {
  %k = pdl.attribute = @f
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %a = pdl.operation "arith.ori"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %r = pdl.operation "func.call"(%av : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
    %nv = pdl.result 0 of %n
    %s = pdl.operation "arith.andi"(%nv, %nv : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %s
  }
}
pdl.pattern @divided_by_operand : benefit(1) {
  %k = pdl.attribute = @f
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %a = pdl.operation "arith.ori"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %r = pdl.operation "func.call"(%av : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
    %nv = pdl.result 0 of %n
    %s = pdl.operation "arith.divsi"(%nv, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %sv = pdl.result 0 of %s
    %s2 = pdl.operation "arith.muli"(%sv, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %s2
  }
}
pdl.pattern @poison_passed : benefit(1) {
  %k = pdl.attribute = @f
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %p = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %pv = pdl.result 0 of %p
  %a = pdl.operation "arith.subi"(%pv, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %r = pdl.operation "func.call"(%av : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
  pdl.rewrite %r {
    %nsw = pdl.attribute = #arith.overflow<nsw>
    %b = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
    %bv = pdl.result 0 of %b
    %n = pdl.operation "func.call"(%bv : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
pdl.pattern @called_twice : benefit(1) {
  %k = pdl.attribute = @f
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %a = pdl.operation "arith.ori"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %r = pdl.operation "func.call"(%av : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
  pdl.rewrite %r {
    %m = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
    %n = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
pdl.pattern @loaded_after_it : benefit(1) {
  %k = pdl.attribute = @f
  %t = pdl.type : i32
  %mt = pdl.type : memref<4xi32>
  %it = pdl.type : index
  %memory = pdl.operand : %mt
  %index = pdl.operand : %it
  %l = pdl.operation "memref.load"(%memory, %index : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %lv = pdl.result 0 of %l
  %lw = pdl.result 0 of %l
  %a = pdl.operation "arith.ori"(%lv, %lw : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %r = pdl.operation "func.call"(%av, %memory : !pdl.value, !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation "func.call"(%lv, %memory : !pdl.value, !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
    %nv = pdl.result 0 of %n
    %m = pdl.operation "memref.load"(%memory, %index : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %mv = pdl.result 0 of %m
    %d = pdl.operation "arith.subi"(%mv, %lv : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %dv = pdl.result 0 of %d
    %s = pdl.operation "arith.addi"(%nv, %dv : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %s
  }
}
pdl.pattern @loaded_value_passed : benefit(1) {
  %k = pdl.attribute = @f
  %t = pdl.type : i32
  %mt = pdl.type : memref<4xi32>
  %it = pdl.type : index
  %memory = pdl.operand : %mt
  %index = pdl.operand : %it
  %l = pdl.operation "memref.load"(%memory, %index : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %lv = pdl.result 0 of %l
  %lw = pdl.result 0 of %l
  %a = pdl.operation "arith.ori"(%lv, %lw : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %r = pdl.operation "func.call"(%av, %memory : !pdl.value, !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation "func.call"(%lv, %memory : !pdl.value, !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
pdl.pattern @callee_kept_open : benefit(1) {
  %k = pdl.attribute
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %a = pdl.operation "arith.ori"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %r = pdl.operation "func.call"(%av : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
pdl.pattern @result_used_wrongly_around : benefit(1) {
  %k = pdl.attribute = @f
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %c = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
  %cv = pdl.result 0 of %c
  %r = pdl.operation "arith.addi"(%cv, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation "arith.subi"(%cv, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
pdl.pattern @moved : benefit(1) {
  %k = pdl.attribute = @f
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %c = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
  %cv = pdl.result 0 of %c
  %r = pdl.operation "arith.addi"(%cv, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %m = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %k} -> (%t : !pdl.type)
    %mv = pdl.result 0 of %m
    %n = pdl.operation "arith.addi"(%mv, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %n
    pdl.erase %c
  }
}
