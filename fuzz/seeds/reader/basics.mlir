%x0 = "a.b"() : () -> i32
module {
  %x = "a.b"() : () -> i32
  %y:2 = "a.c"(%x, %z) ({
    %q = "in.n"(%x) : (i32) -> i32
    ^bb1(%arg: i32):
    "br.x"()[^bb1] : () -> ()
  }, {
    %q = "in.n"(%x) : (i32) -> i32
    func.func @f(%a: i32) -> i32 {
      return %a : i32 }
  }) : (i32, i32) -> (i32, i64)
  %z = "a.b"() : () -> i32
}
pdl.pattern @p : benefit(1) {
  %t = type : i32
  %ts = types : [i32, i64]
  %rs = operands : %ts
  %at = attribute : %t attributes {foo = 1}
  %op = operation "x.y"(%rs : !pdl.range<value>) {"a" = %at} -> (%t, %ts : !pdl.type, !pdl.range<type>) {assay.x}
  %op2 = operation "x.y"(%rs : !pdl.range<value>)
  apply_native_constraint "f"(%at : !pdl.attribute) {isNegated = true, b}
  rewrite %op {
    %r = range : !pdl.range<value>
    replace %op with %op2
    erase %op2
    %rr = result 0 of %op
    replace %op with (%rr : !pdl.value) {a}
    %rs1 = results of %op
    %rs2 = results 2 of %op -> !pdl.value
    %rs3 = results 2 of %op -> !pdl.range<value>
  } attributes {x}
}
irdl.dialect @d { 
  irdl.operation @x {
    %0 = irdl.any
    %1 = irdl.is i32
    %b = irdl.base "!builtin.integer" {a}
    irdl.operands(a: %0, b: variadic %1)
    irdl.attributes { "k" = %1, "l" = %0 }
    %r = irdl.region(%0)
    %r2 = irdl.region with size 1
    %r3 = irdl.region(%0, %1) with size 3
    %r4 = irdl.region()
    irdl.regions(ra: %r, bc: %r2)
  }
  irdl.type @t { %0 = irdl.any irdl.parameters(x: %0) }
  irdl.type @t2
}
