#map = affine_map<(i, j)[n] -> (i+j*2, -i floordiv 4, (i mod n) + 1)>
!al = tuple<i32, !foo.bar<i32>>
#set = affine_set<(d0, d1)[s0] : (d0 - 1 >= 0, d1 + s0 == 0)>
"t.a"() {a = #map, b = #set, c = dense<[[1,2],[3,4]]> : tensor<2x2xi32>, d = dense<1.0> : vector<4xf32>, e = dense<> : tensor<0xi8>,
 f = dense<true> : tensor<2xi1>, g = dense<[true, false]> : tensor<2xi1>, h = dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>, i = dense<[(1,2),(3,4)]> : tensor<2xcomplex<i32>>,
 j = dense<"0x01020304"> : tensor<4xi8>, k = array<i64: 1, -2>, l = array<i1: true, false>, m = array<f32: 1.0, 2.5>, n = array<i8>,
 o = sparse<[[0,0],[1,2]], [1,5]> : tensor<3x4xi32>, p = sparse<0, 1.0> : vector<3xf32>, q = @a::@"b c"::@d, r = "x\22\0A\\\n", s = unit, t = [1, 2.0, 3 : i32, "a", @x],
 u = 0x7FC00000 : f32, v = 0xFFF0000000000000 : f64, w = -5 : i8, x = 255 : i8, y = 123456789012345678901234567890 : i128, z = 300 : ui16, large = [0x435E8A42F712CF0B : f64], whole = 0x435E8A42F712CF0B : f64} : () -> ()
"t.b"() {a = dense_resource<foo> : tensor<4xf32>, b = distinct[0]<42 : i32>, c = distinct[1]<>, d = #foo.bar<a, b <c> "->" -> x>, e = #foo<"x"> , f = strided<[?, 1], offset: ?>, g = strided<[2,3]>, h = i32, i = (i32) -> (), j = () -> i32,
 k = vector<[4]x2xf32>, l = tensor<*xf32>, m = memref<4x?xf32, strided<[?, 1]>, 3>, n = memref<?xi8, 1 : i32>, o = memref<*xf32, "gpu">, p = complex<f64>, q = none, r = !foo.t<4x0x?>, s = !foo.u<"a", [1, 2], @x>, t = memref<2x2xf32, affine_map<(i, j) -> (j, i)>>, u = memref<2x2xf32, affine_map<(i, j) -> (i, j)>>, v = tensor<2xf32, #foo.enc>, w = tensor<0x1xi32>, x = (i32) -> ((i32) -> i32), y = tuple<>, z = !al} : () -> ()
"t.c"() {a = loc("f":1:2), b = loc(unknown), c = loc(fused<"m">["a":1:1, "b"("x":1:2)]), d = loc(callsite("a" at "b":2:3)), e = {x = 1, "y z" = 2, "q"}, f = true, g = 1.5, h = 1.0e10 : f16, i = 3.0 : bf16, j = 1.0 : f8E4M3FN, k = 1.0 : f128, l= 0.1 : f80, m = si8, n = 127 : si8, o = 1 : index, p = "str" : !foo.s, q = #foo.z : i32, r = #foo<x> : tensor<2xi32>, s = dense<["a","b"]> : tensor<2x!foo.s>, t = dense<"abc"> : tensor<2x!foo.s>, u = [], v = {}, w = loc("a":1:2 to :5), x = loc("a":1:2 to 3:4), y = 0.3 : f32, z = 1.0e-40 : f32} : () -> ()
"t.d"() <{a = 1, b}> {c = 1} : () -> () loc("q":1:2)
"t.e"() : () -> () loc(#loc2)
%r:2 = "t.f"() : () -> (i32, (i32) -> i32)
%c = "t.g"() : () -> ((i32) -> i32)
"t.h"() ({^bb0:}, {}, {^bb0(%a : i32 loc("f":1:1)):
 "t.i"(%a, %r#1) : (i32, (i32) -> i32) -> ()}) : () -> ()
"t.x"() {a = #arith.overflow<nuw,nsw>, b = #arith.fastmath<reassoc, nnan>, c = #arith.fastmath<nnan,ninf,nsz,arcp,contract,afn,reassoc>, d = !llvm.struct<(i32,ptr)>, e = !llvm.ptr<3>, f = !llvm.array<4 x i8>, g = #llvm.fastmath<fast>, h = !llvm.func<void (i32, ...)>} : () -> ()
#loc1 = loc("z":1:1)
#loc2 = loc(fused[#loc1, "x":1:2])
{-#
  dialect_resources: { builtin: { foo: "0x0400000001000000020000000300000004000000" } }
#-}
