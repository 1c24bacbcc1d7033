// Memory of floating-point numbers and of vectors: what is loaded is computed with, what is stored is looked at.
pdl.pattern @float_negated_twice : benefit(1) {
  %m = pdl.type : memref<4xf32>
  %i = pdl.type : index
  %t = pdl.type : f32
  %memref = pdl.operand : %m
  %index = pdl.operand : %i
  %load = pdl.operation "memref.load"(%memref, %index : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %load
  %n = pdl.operation "arith.negf"(%v : !pdl.value) -> (%t : !pdl.type)
  %n0 = pdl.result 0 of %n
  %root = pdl.operation "arith.negf"(%n0 : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%v : !pdl.value)
  }
}
pdl.pattern @sum_of_a_float_as_one : benefit(1) {
  %m = pdl.type : memref<4xf16>
  %i = pdl.type : index
  %t = pdl.type : f16
  %memref = pdl.operand : %m
  %index = pdl.operand : %i
  %load = pdl.operation "memref.load"(%memref, %index : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %load
  %w = pdl.result 0 of %load
  %root = pdl.operation "arith.addf"(%v, %w : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%v : !pdl.value)
  }
}
pdl.pattern @float_stored_with_another_sign : benefit(1) {
  %m = pdl.type : memref<4xf32>
  %i = pdl.type : index
  %t = pdl.type : f32
  %memref = pdl.operand : %m
  %index = pdl.operand : %i
  %x = pdl.operand : %t
  %n = pdl.operation "arith.negf"(%x : !pdl.value) -> (%t : !pdl.type)
  %n0 = pdl.result 0 of %n
  %root = pdl.operation "memref.store"(%n0, %memref, %index : !pdl.value, !pdl.value, !pdl.value)
  pdl.rewrite %root {
    %s = pdl.operation "memref.store"(%x, %memref, %index : !pdl.value, !pdl.value, !pdl.value)
    pdl.erase %root
  }
}
pdl.pattern @vector_or_with_itself : benefit(1) {
  %m = pdl.type : memref<4xvector<2xi8>>
  %i = pdl.type : index
  %t = pdl.type : vector<2xi8>
  %memref = pdl.operand : %m
  %index = pdl.operand : %i
  %load = pdl.operation "memref.load"(%memref, %index : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %load
  %w = pdl.result 0 of %load
  %root = pdl.operation "arith.ori"(%v, %w : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%v : !pdl.value)
  }
}
