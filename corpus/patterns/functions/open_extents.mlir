// An extent is at least 0.
pdl.pattern @extent_is_not_negative : benefit(1) {
  %d = pdl.type : tensor<?xi32>
  %i = pdl.type : index
  %b = pdl.type : i1
  %x = pdl.operand : %d
  %k1 = pdl.attribute = 0 : index
  %z = pdl.operation "arith.constant" {"value" = %k1} -> (%i : !pdl.type)
  %zv = pdl.result 0 of %z
  %zvb = pdl.result 0 of %z
  %a = pdl.operation "tensor.dim"(%x, %zv : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  %av = pdl.result 0 of %a
  %k2 = pdl.attribute = 5 : i64
  %r = pdl.operation "arith.cmpi"(%av, %zvb : !pdl.value, !pdl.value) {"predicate" = %k2} -> (%b : !pdl.type)
  pdl.rewrite %r {
    %k3 = pdl.attribute = true
    %n = pdl.operation "arith.constant" {"value" = %k3} -> (%b : !pdl.type)
    pdl.replace %r with %n
  }
}
// An extent may be 0.
pdl.pattern @extent_is_positive : benefit(1) {
  %d = pdl.type : tensor<?xi32>
  %i = pdl.type : index
  %b = pdl.type : i1
  %x = pdl.operand : %d
  %k1 = pdl.attribute = 0 : index
  %z = pdl.operation "arith.constant" {"value" = %k1} -> (%i : !pdl.type)
  %zv = pdl.result 0 of %z
  %zvb = pdl.result 0 of %z
  %a = pdl.operation "tensor.dim"(%x, %zv : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  %av = pdl.result 0 of %a
  %k2 = pdl.attribute = 4 : i64
  %r = pdl.operation "arith.cmpi"(%av, %zvb : !pdl.value, !pdl.value) {"predicate" = %k2} -> (%b : !pdl.type)
  pdl.rewrite %r {
    %k3 = pdl.attribute = true
    %n = pdl.operation "arith.constant" {"value" = %k3} -> (%b : !pdl.type)
    pdl.replace %r with %n
  }
}
// A cast forgets an extent, the next one claims it again.
pdl.pattern @cast_there_and_back : benefit(1) {
  %d = pdl.type : tensor<?xi32>
  %s = pdl.type : tensor<4xi32>
  %x = pdl.operand : %s
  %a = pdl.operation "tensor.cast"(%x : !pdl.value) -> (%d : !pdl.type)
  %av = pdl.result 0 of %a
  %r = pdl.operation "tensor.cast"(%av : !pdl.value) -> (%s : !pdl.type)
  pdl.rewrite %r {
    pdl.replace %r with (%x : !pdl.value)
  }
}
// The extent of a cast is that of what was cast.
pdl.pattern @extent_of_cast : benefit(1) {
  %d = pdl.type : tensor<?xi32>
  %s = pdl.type : tensor<4xi32>
  %i = pdl.type : index
  %x = pdl.operand : %s
  %k1 = pdl.attribute = 0 : index
  %z = pdl.operation "arith.constant" {"value" = %k1} -> (%i : !pdl.type)
  %zv = pdl.result 0 of %z
  %c = pdl.operation "tensor.cast"(%x : !pdl.value) -> (%d : !pdl.type)
  %cv = pdl.result 0 of %c
  %r = pdl.operation "tensor.dim"(%cv, %zv : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %r {
    %k2 = pdl.attribute = 4 : index
    %n = pdl.operation "arith.constant" {"value" = %k2} -> (%i : !pdl.type)
    pdl.replace %r with %n
  }
}
// It is 4, not 3.
pdl.pattern @extent_of_cast_off_by_one : benefit(1) {
  %d = pdl.type : tensor<?xi32>
  %s = pdl.type : tensor<4xi32>
  %i = pdl.type : index
  %x = pdl.operand : %s
  %k1 = pdl.attribute = 0 : index
  %z = pdl.operation "arith.constant" {"value" = %k1} -> (%i : !pdl.type)
  %zv = pdl.result 0 of %z
  %c = pdl.operation "tensor.cast"(%x : !pdl.value) -> (%d : !pdl.type)
  %cv = pdl.result 0 of %c
  %r = pdl.operation "tensor.dim"(%cv, %zv : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %r {
    %k2 = pdl.attribute = 3 : index
    %n = pdl.operation "arith.constant" {"value" = %k2} -> (%i : !pdl.type)
    pdl.replace %r with %n
  }
}
// Rows are not columns.
pdl.pattern @other_extent : benefit(1) {
  %m = pdl.type : tensor<?x?xi32>
  %i = pdl.type : index
  %x = pdl.operand : %m
  %k1 = pdl.attribute = 1 : index
  %w = pdl.operation "arith.constant" {"value" = %k1} -> (%i : !pdl.type)
  %wv = pdl.result 0 of %w
  %r = pdl.operation "tensor.dim"(%x, %wv : !pdl.value, !pdl.value) -> (%i : !pdl.type)
  pdl.rewrite %r {
    %k2 = pdl.attribute = 0 : index
    %z = pdl.operation "arith.constant" {"value" = %k2} -> (%i : !pdl.type)
    %zv = pdl.result 0 of %z
    %n = pdl.operation "tensor.dim"(%x, %zv : !pdl.value, !pdl.value) -> (%i : !pdl.type)
    pdl.replace %r with %n
  }
}
