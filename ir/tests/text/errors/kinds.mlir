memref.global "private" constant @a : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 1.5}
memref.global "private" constant @b : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 0}
memref.global "private" constant @c : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 4 : i32}
"memref.global"() <{sym_name = "d", type = memref<2xf32>, alignment = 1.5}> : () -> ()
"memref.global"() {sym_name = "e", type = memref<2xf32>, alignment = 3} : () -> ()
"func.func"() <{sym_name = 4, function_type = () -> ()}> ({}) : () -> ()
func.func private @g() attributes {sym_visibility = "public"}
func.func @h() attributes {sym_visibility = "public"}
func.func private @i() attributes {sym_name = "j"}
func.call @g() {no_inline = 4} : () -> ()
module attributes {sym_name = 4} {}
func.func @k(%a: i32, %m: memref<i32>) {
  %0 = "arith.addi"(%a, %a) {overflowFlags = 1 : i32} : (i32, i32) -> i32
  %1 = arith.addi %a, %a {overflowFlags = 3} : i32
  %2 = "arith.cmpi"(%a, %a) <{predicate = 10}> : (i32, i32) -> i1
  %3 = memref.load %m[] {nontemporal = 4} : memref<i32>
  return
}
"z.a"() {a = #arith.overflownone<>, b = 1} : () -> ()
"z.b"() {a = #func.foo} : () -> ()
"z.c"() {a = !pdl.foo} : () -> ()
"z.d"() {a = !scf<foo>} : () -> ()
"z.e"() {a = !pdl.range<!pdl.value>} : () -> ()
"z.f"() {a = array<i32: true>, b = !llvm.ptr<4294967296>} : () -> ()
pdl.pattern @l : benefit(1) {
  %0 = operation "a.b" {"a" = unit}
  rewrite %0 with "a"
}
pdl.pattern @m : benefit(1) {
  %0 = operation "a.b" {}
  rewrite %0 with "a"
}
{-# dialect_resources: { builtin: { foo: "0x04000000\41" } } #-}
{-# dialect_resources: { none: { foo: "0x04000000" } } #-}
{-# dialect_resources: { builtin affine_map<() -> ()> { foo: "0x04000000" } } #-}
{-# resources: {} #-}
{-# external_resources: { a: { b: 4 } } #-}
{-# dialect_resources: { builtin: { foo: "0x0300000000" } } #-}
func.func @n(%x: f32, %s: tensor<f32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> ()>], iterator_types = ["reduction\41"]} ins(%x : f32) outs(%s : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<f32>
  return
}
"arith.xori"(%x, %y) <{benefit = 1 : i16}> : (i32, i32) -> i32
"pdl.rewrite"() <{operandSegmentSizes = 1}> ({}) : () -> ()
"z.h"() {a = dense<"0x00"> : i8} : () -> ()
memref.global @o : memref<2xf32> = @p
