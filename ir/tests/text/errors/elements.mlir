// Elements, and numbers that are attributes, which `mlir-opt-22` refuses.
"z.a"() : () -> complex<index>
"z.b"() : () -> vector<2xvector<2xi32>>
"z.c"() : () -> vector<2xcomplex<f32>>
"z.d"() : () -> vector<2x!pdl.value>
"z.e"() : () -> vector<2x!llvm.struct<(i32)>>
"z.f"() : () -> tensor<2xnone>
"z.g"() : () -> tensor<*xmemref<2xi32>>
"z.h"() : () -> memref<2xtensor<2xi32>>
"z.i"() : () -> memref<*x!llvm.ptr>
"z.j"() : () -> memref<2x(i32) -> i32>
"z.k"() : () -> (complex<i8>, vector<2xindex>, vector<2x!llvm.ptr>, complex<!llvm.ppc_fp128>, vector<2x!llvm.ppc_fp128>, memref<2x!llvm.ppc_fp128>, tensor<2xvector<2xi32>>, tensor<*x!t.x>, memref<2xmemref<*xf32>>)
"z.l"() {a = dense<"text"> : tensor<2xi8>} : () -> ()
"z.m"() {a = dense<["a", "b"]> : tensor<2xf32>} : () -> ()
"z.n"() {a = dense<["a", "b"]> : tensor<2x!t.x>, b = dense<"0x0102"> : tensor<2xi8>} : () -> ()
"z.o"() {a = array<i64: >} : () -> ()
"z.p"() {a = array<i64>, b = array<i64: 1>} : () -> ()
"z.q"() {a = sparse<[[2, 0], [3, 0]], [1, 2]> : tensor<3x4xi32>} : () -> ()
"z.r"() {a = sparse<3, 1> : tensor<3xi32>} : () -> ()
"z.s"() {a = sparse<[[-1, 0]], [1]> : tensor<3x4xi32>} : () -> ()
"z.t"() {a = sparse<[[2, 3], [0, 0]], [1, 2]> : tensor<3x4xi32>, b = sparse<2, 1> : tensor<3xi32>} : () -> ()
func.func @loops(%n: index) {
  affine.for %i = 0 to -0 {
  }
  affine.for %i = 0 to 4 step 0 {
  }
  affine.for %i = -1 to 0 step 9223372036854775808 {
  }
  %0 = affine.apply affine_map<(d0) -> ()>(%n)
  %1 = affine.apply affine_map<(d0) -> (d0, d0)>(%n)
  %2 = affine.min affine_map<(d0) -> (d0, d0)>(%n)
  return
}
"z.u"() : () -> (complex<!t.x>, vector<2x!t.x>, memref<2x!t.x>, tensor<2x!llvm.struct<(i32)>>, tensor<2x!pdl.value>)
"z.v"() : () -> complex<!llvm.ptr>
"z.w"() : () -> memref<2x!transform.any_op>
"z.x"() {a = 9223372036854775807 : index, b = -9223372036854775808 : index, c = 9223372036854775808 : i64} : () -> ()
"z.y"() {a = 9223372036854775808 : index} : () -> ()
"z.z"() {a = dense<0x8000000000000000> : tensor<2xindex>} : () -> ()
"y.a"() {a = sparse<[[0, 0], [1, 2]], [5]> : tensor<3x4xi32>} : () -> ()
"y.b"() {a = sparse<[0, 1], [1, 2]> : tensor<3x4xi32>} : () -> ()
"y.c"() {a = sparse<[], []> : tensor<3x4xi32>} : () -> ()
"y.d"() {a = sparse<0, [1, 2]> : tensor<3xi32>} : () -> ()
"y.e"() {a = sparse<[[0, 0], [1, 2]], 5> : tensor<3x4xi32>, b = sparse<[], []> : tensor<3xi32>, c = sparse<> : tensor<3x4xi32>, d = sparse<[0, 1], [1, 2]> : tensor<3xi32>} : () -> ()
