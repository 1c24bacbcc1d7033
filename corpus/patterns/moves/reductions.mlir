// Reductions of vectors of integers.

// The sum of elements that are sums.
pdl.pattern @sum_of_sums : benefit(1) {
  %v = pdl.type : vector<4xi8>
  %t = pdl.type : i8
  %x = pdl.operand : %v
  %y = pdl.operand : %v
  %k = pdl.attribute = #vector.kind<add>
  %each = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%v : !pdl.type)
  %sums = pdl.result 0 of %each
  %root = pdl.operation "vector.reduction"(%sums : !pdl.value) {"kind" = %k} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.operation "vector.reduction"(%x : !pdl.value) {"kind" = %k} -> (%t : !pdl.type)
    %a0 = pdl.result 0 of %a
    %b = pdl.operation "vector.reduction"(%y : !pdl.value) {"kind" = %k} -> (%t : !pdl.type)
    %b0 = pdl.result 0 of %b
    %c = pdl.operation "arith.addi"(%a0, %b0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %c
  }
}

// The sum of products is not the product of the sums.
pdl.pattern @sum_of_products : benefit(1) {
  %v = pdl.type : vector<4xi8>
  %t = pdl.type : i8
  %x = pdl.operand : %v
  %y = pdl.operand : %v
  %k = pdl.attribute = #vector.kind<add>
  %each = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) -> (%v : !pdl.type)
  %products = pdl.result 0 of %each
  %root = pdl.operation "vector.reduction"(%products : !pdl.value) {"kind" = %k} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.operation "vector.reduction"(%x : !pdl.value) {"kind" = %k} -> (%t : !pdl.type)
    %a0 = pdl.result 0 of %a
    %b = pdl.operation "vector.reduction"(%y : !pdl.value) {"kind" = %k} -> (%t : !pdl.type)
    %b0 = pdl.result 0 of %b
    %c = pdl.operation "arith.muli"(%a0, %b0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %c
  }
}

// The start of a sum is added behind it.
pdl.pattern @start_behind : benefit(1) {
  %v = pdl.type : vector<4xi8>
  %t = pdl.type : i8
  %x = pdl.operand : %v
  %s = pdl.operand : %t
  %k = pdl.attribute = #vector.kind<add>
  %root = pdl.operation "vector.reduction"(%x, %s : !pdl.value, !pdl.value) {"kind" = %k} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.operation "vector.reduction"(%x : !pdl.value) {"kind" = %k} -> (%t : !pdl.type)
    %a0 = pdl.result 0 of %a
    %c = pdl.operation "arith.addi"(%a0, %s : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %c
  }
}

// The start of a sum is forgotten.
pdl.pattern @start_forgotten : benefit(1) {
  %v = pdl.type : vector<4xi8>
  %t = pdl.type : i8
  %x = pdl.operand : %v
  %s = pdl.operand : %t
  %k = pdl.attribute = #vector.kind<add>
  %root = pdl.operation "vector.reduction"(%x, %s : !pdl.value, !pdl.value) {"kind" = %k} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.operation "vector.reduction"(%x : !pdl.value) {"kind" = %k} -> (%t : !pdl.type)
    pdl.replace %root with %a
  }
}

// The least number with signs is another one than without.
pdl.pattern @least_without_signs : benefit(1) {
  %v = pdl.type : vector<4xi8>
  %t = pdl.type : i8
  %x = pdl.operand : %v
  %k = pdl.attribute = #vector.kind<minsi>
  %root = pdl.operation "vector.reduction"(%x : !pdl.value) {"kind" = %k} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %l = pdl.attribute = #vector.kind<minui>
    %a = pdl.operation "vector.reduction"(%x : !pdl.value) {"kind" = %l} -> (%t : !pdl.type)
    pdl.replace %root with %a
  }
}

// All bits of one number four times.
pdl.pattern @all_of_one_number : benefit(1) {
  %v = pdl.type : vector<4xi8>
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %k = pdl.attribute = #vector.kind<and>
  %b = pdl.operation "vector.broadcast"(%x : !pdl.value) -> (%v : !pdl.type)
  %b0 = pdl.result 0 of %b
  %root = pdl.operation "vector.reduction"(%b0 : !pdl.value) {"kind" = %k} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// Over the only dimension.
pdl.pattern @one_dimension : benefit(1) {
  %v = pdl.type : vector<4xi8>
  %t = pdl.type : i8
  %x = pdl.operand : %v
  %s = pdl.operand : %t
  %k = pdl.attribute = #vector.kind<maxui>
  %dims = pdl.attribute = array<i64: 0>
  %root = pdl.operation "vector.multi_reduction"(%x, %s : !pdl.value, !pdl.value) {"kind" = %k, "reduction_dims" = %dims} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.operation "vector.reduction"(%x, %s : !pdl.value, !pdl.value) {"kind" = %k} -> (%t : !pdl.type)
    pdl.replace %root with %a
  }
}

// Over the other one of two dimensions.
pdl.pattern @other_dimension : benefit(1) {
  %m = pdl.type : vector<2x2xi8>
  %v = pdl.type : vector<2xi8>
  %x = pdl.operand : %m
  %s = pdl.operand : %v
  %k = pdl.attribute = #vector.kind<add>
  %dims = pdl.attribute = array<i64: 0>
  %root = pdl.operation "vector.multi_reduction"(%x, %s : !pdl.value, !pdl.value) {"kind" = %k, "reduction_dims" = %dims} -> (%v : !pdl.type)
  pdl.rewrite %root {
    %others = pdl.attribute = array<i64: 1>
    %a = pdl.operation "vector.multi_reduction"(%x, %s : !pdl.value, !pdl.value) {"kind" = %k, "reduction_dims" = %others} -> (%v : !pdl.type)
    pdl.replace %root with %a
  }
}
