module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %k = pdl.attribute : %t
    %l = pdl.attribute : %t
    %root = pdl.operation "lab.a" {"assay.once" = %u, "k" = %k, "l" = %l}
    pdl.rewrite %root {
      %n = pdl.operation "lab.b" {"k" = %l, "l" = %k}
      pdl.erase %root
    }
  }
}
module @ir {
  "lab.a"() {assay.once, n = 0, k = unit, l = [1]} : () -> ()
  "lab.a"() {assay.once, n = 1, k = unit, l = 1 : i8} : () -> ()
  "lab.a"() {assay.once, n = 2, k = "s", l = none} : () -> ()
  "lab.a"() {assay.once, n = 3, k = "s", l = "t"} : () -> ()
  "lab.a"() {assay.once, n = 4, k = 1 : i8, l = 2 : i8} : () -> ()
  "lab.a"() {assay.once, n = 5, k = 1 : i8, l = 2 : i9} : () -> ()
  "lab.a"() {assay.once, n = 6, k = "s", l = "t" : i8} : () -> ()
  "lab.a"() {assay.once, n = 7, k = #foo<"x">, l = "s"} : () -> ()
  "lab.a"() {assay.once, n = 8, k = #foo.bar<"x">, l = "s"} : () -> ()
  "lab.a"() {assay.once, n = 9, k = array<i8: 1>, l = [1]} : () -> ()
  "lab.a"() {assay.once, n = 10, k = array<i8: 1>, l = 1 : i8} : () -> ()
  "lab.a"() {assay.once, n = 11, k = dense<1> : tensor<2xi8>, l = dense<2> : tensor<2xi8>} : () -> ()
  "lab.a"() {assay.once, n = 12, k = #foo<"x"> : i8, l = 1 : i8} : () -> ()
  "lab.a"() {assay.once, n = 13, k = true, l = 1 : i1} : () -> ()
  "lab.a"() {assay.once, n = 14, k = i8, l = 1 : i8} : () -> ()
  "lab.a"() {assay.once, n = 15, k = i8, l = unit} : () -> ()
  "lab.a"() {assay.once, n = 16, k = @a, l = unit} : () -> ()
  "lab.a"() {assay.once, n = 17, k = @a, l = "s"} : () -> ()
  "lab.a"() {assay.once, n = 18, k = 1.0 : f32, l = 2.0 : f32} : () -> ()
  "lab.a"() {assay.once, n = 19, k = affine_map<() -> ()>, l = unit} : () -> ()
  "lab.a"() {assay.once, n = 20, k = sparse<0, 1> : tensor<2xi8>, l = dense<2> : tensor<2xi8>} : () -> ()
  "lab.a"() {assay.once, n = 21, k = distinct[0]<1 : i8>, l = 1 : i8} : () -> ()
  "lab.a"() {assay.once, n = 22, k = #arith.overflow<none>, l = unit} : () -> ()
}
