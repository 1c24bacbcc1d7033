// A cast to index and back is only the value itself when it ends at the type where it started. The first pattern does
// not ask for that; the second extends, also where the result is no wider.
pdl.pattern @replaced_by_the_value : benefit(1) {
  %s = pdl.type
  %i = pdl.type : index
  %u = pdl.type
  %mark = pdl.attribute = unit
  %x = pdl.operand : %s
  %inner = pdl.operation "arith.index_cast"(%x : !pdl.value) -> (%i : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.index_cast"(%inner_value : !pdl.value) {"assay.once" = %mark} -> (%u : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @replaced_by_an_extension : benefit(1) {
  %s = pdl.type
  %i = pdl.type : index
  %u = pdl.type
  %mark = pdl.attribute = unit
  %x = pdl.operand : %s
  %inner = pdl.operation "arith.index_cast"(%x : !pdl.value) -> (%i : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.index_cast"(%inner_value : !pdl.value) {"assay.once" = %mark} -> (%u : !pdl.type)
  pdl.rewrite %root {
    %wide = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%u : !pdl.type)
    pdl.replace %root with %wide
  }
}
