pdl.pattern @p : benefit(1) {
  %t = pdl.type
  %ts = pdl.types
  %x = pdl.operand : %t
  %xs = pdl.operands : %ts
  %k = pdl.attribute
  %p = pdl.operation "lab.p"(%x, %xs : !pdl.value, !pdl.range<value>) {"k" = %k} -> (%t, %ts : !pdl.type, !pdl.range<type>)
  %r = pdl.result 0 of %p
  %rs = pdl.results 1 of %p -> !pdl.range<value>
  pdl.apply_native_constraint "c"(%k : !pdl.attribute)
  %root = pdl.operation "lab.a"(%r, %rs : !pdl.value, !pdl.range<value>)
  pdl.rewrite %root {
    %all = pdl.range %r, %rs : !pdl.value, !pdl.range<value>
    %n = pdl.apply_native_rewrite "r"(%root : !pdl.operation) : !pdl.operation
    pdl.replace %root with %n
    pdl.erase %root
  }
}
