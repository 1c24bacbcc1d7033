// Operations that only the records of MLIR define, created with types that are right and wrong.
pdl.pattern @funnel_shift : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "t.rotate"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "llvm.intr.fshl"(%x, %x, %x : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
pdl.pattern @funnel_shift_of_a_tensor : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %root = pdl.operation "t.rotate"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "llvm.intr.fshl"(%x, %x, %x : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
pdl.pattern @funnel_shift_by_another_width : benefit(1) {
  %t = pdl.type : i32
  %w = pdl.type : i64
  %x = pdl.operand : %t
  %by = pdl.operand : %w
  %root = pdl.operation "t.rotate"(%x, %by : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "llvm.intr.fshl"(%x, %x, %by : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
pdl.pattern @lane_with_its_bound : benefit(1) {
  %t = pdl.type : index
  %root = pdl.operation "t.lane" -> (%t : !pdl.type)
  pdl.rewrite %root {
    %bound = pdl.attribute = 32 : index
    %new = pdl.operation "gpu.lane_id" {"upper_bound" = %bound} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
pdl.pattern @lane_with_a_bound_of_another_type : benefit(1) {
  %t = pdl.type : index
  %root = pdl.operation "t.lane" -> (%t : !pdl.type)
  pdl.rewrite %root {
    %bound = pdl.attribute = 32 : i32
    %new = pdl.operation "gpu.lane_id" {"upper_bound" = %bound} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
