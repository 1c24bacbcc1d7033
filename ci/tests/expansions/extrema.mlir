// The expansions of `-arith-expand` of MLIR 22 that the corpus does not have, and those of the extrema that lose the sign of a
// zero with a correction: the maximum of two zeros is their sum, the minimum the negated sum of their negations.
pdl.pattern @maxnumf : benefit(1) {
  %t = pdl.type : f32
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.maxnumf"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %p = pdl.attribute = 9 : i64
    %first = pdl.operation "arith.cmpf"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
    %first_value = pdl.result 0 of %first
    %larger = pdl.operation "arith.select"(%first_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %larger_value = pdl.result 0 of %larger
    %uno = pdl.attribute = 14 : i64
    %nan = pdl.operation "arith.cmpf"(%x, %x : !pdl.value, !pdl.value) {"predicate" = %uno} -> (%b : !pdl.type)
    %nan_value = pdl.result 0 of %nan
    %select = pdl.operation "arith.select"(%nan_value, %y, %larger_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @minnumf : benefit(1) {
  %t = pdl.type : f32
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.minnumf"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %p = pdl.attribute = 11 : i64
    %first = pdl.operation "arith.cmpf"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
    %first_value = pdl.result 0 of %first
    %smaller = pdl.operation "arith.select"(%first_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %smaller_value = pdl.result 0 of %smaller
    %uno = pdl.attribute = 14 : i64
    %nan = pdl.operation "arith.cmpf"(%x, %x : !pdl.value, !pdl.value) {"predicate" = %uno} -> (%b : !pdl.type)
    %nan_value = pdl.result 0 of %nan
    %select = pdl.operation "arith.select"(%nan_value, %y, %smaller_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @maximumf : benefit(1) {
  %t = pdl.type : f32
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.maximumf"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %p = pdl.attribute = 9 : i64
    %first = pdl.operation "arith.cmpf"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
    %first_value = pdl.result 0 of %first
    %larger = pdl.operation "arith.select"(%first_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %larger_value = pdl.result 0 of %larger
    %oeq = pdl.attribute = 1 : i64
    %c0 = pdl.attribute = 0.0 : f32
    %zero = pdl.operation "arith.constant" {"value" = %c0} -> (%t : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    %xz = pdl.operation "arith.cmpf"(%x, %zero_value : !pdl.value, !pdl.value) {"predicate" = %oeq} -> (%b : !pdl.type)
    %xz_value = pdl.result 0 of %xz
    %yz = pdl.operation "arith.cmpf"(%y, %zero_value : !pdl.value, !pdl.value) {"predicate" = %oeq} -> (%b : !pdl.type)
    %yz_value = pdl.result 0 of %yz
    %zeros = pdl.operation "arith.andi"(%xz_value, %yz_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %zeros_value = pdl.result 0 of %zeros
    %sum = pdl.operation "arith.addf"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %sum_value = pdl.result 0 of %sum
    %signed = pdl.operation "arith.select"(%zeros_value, %sum_value, %larger_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %signed_value = pdl.result 0 of %signed
    %uno = pdl.attribute = 14 : i64
    %nan = pdl.operation "arith.cmpf"(%y, %y : !pdl.value, !pdl.value) {"predicate" = %uno} -> (%b : !pdl.type)
    %nan_value = pdl.result 0 of %nan
    %select = pdl.operation "arith.select"(%nan_value, %y, %signed_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @minimumf : benefit(1) {
  %t = pdl.type : f32
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.minimumf"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %p = pdl.attribute = 11 : i64
    %first = pdl.operation "arith.cmpf"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
    %first_value = pdl.result 0 of %first
    %smaller = pdl.operation "arith.select"(%first_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %smaller_value = pdl.result 0 of %smaller
    %oeq = pdl.attribute = 1 : i64
    %c0 = pdl.attribute = 0.0 : f32
    %zero = pdl.operation "arith.constant" {"value" = %c0} -> (%t : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    %xz = pdl.operation "arith.cmpf"(%x, %zero_value : !pdl.value, !pdl.value) {"predicate" = %oeq} -> (%b : !pdl.type)
    %xz_value = pdl.result 0 of %xz
    %yz = pdl.operation "arith.cmpf"(%y, %zero_value : !pdl.value, !pdl.value) {"predicate" = %oeq} -> (%b : !pdl.type)
    %yz_value = pdl.result 0 of %yz
    %zeros = pdl.operation "arith.andi"(%xz_value, %yz_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %zeros_value = pdl.result 0 of %zeros
    %nx = pdl.operation "arith.negf"(%x : !pdl.value) -> (%t : !pdl.type)
    %nx_value = pdl.result 0 of %nx
    %ny = pdl.operation "arith.negf"(%y : !pdl.value) -> (%t : !pdl.type)
    %ny_value = pdl.result 0 of %ny
    %ns = pdl.operation "arith.addf"(%nx_value, %ny_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %ns_value = pdl.result 0 of %ns
    %sum = pdl.operation "arith.negf"(%ns_value : !pdl.value) -> (%t : !pdl.type)
    %sum_value = pdl.result 0 of %sum
    %signed = pdl.operation "arith.select"(%zeros_value, %sum_value, %smaller_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %signed_value = pdl.result 0 of %signed
    %uno = pdl.attribute = 14 : i64
    %nan = pdl.operation "arith.cmpf"(%y, %y : !pdl.value, !pdl.value) {"predicate" = %uno} -> (%b : !pdl.type)
    %nan_value = pdl.result 0 of %nan
    %select = pdl.operation "arith.select"(%nan_value, %y, %signed_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
