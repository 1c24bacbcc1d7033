// The right operand has a compatible shape.
func.func @f(%a: tensor<?xi32>, %b: tensor<4xi32>) {
  %0 = "arith.addi"(%a, %b) : (tensor<?xi32>, tensor<4xi32>) -> tensor<?xi32>
  return
}
// -----
// Other attributes are allowed, in both places.
func.func @f(%a: i32) {
  %0 = "arith.addi"(%a, %a) <{overflowFlags = #arith.overflow<nsw>}> {lab.note = 1 : i32} : (i32, i32) -> i32
  %1 = "arith.addi"(%a, %a) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
  return
}
// -----
func.func @f(%c: memref<?xi32>) {
  %0 = "arith.index_cast"(%c) : (memref<?xi32>) -> memref<?xindex>
  return
}
// -----
func.func @f(%c: i1, %v: vector<4xi1>, %x: vector<4xf32>) {
  %0 = "arith.select"(%c, %x, %x) : (i1, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %1 = "arith.select"(%v, %x, %x) : (vector<4xi1>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}
// -----
// An operation of a dialect that is known in part.
func.func @f() {
  "llvm.unreachable"() : () -> ()
}
// -----
func.func @f(%a: i32) {
  %0:2 = "builtin.unrealized_conversion_cast"(%a) : (i32) -> (i64, !llvm.ptr)
  %1 = "builtin.unrealized_conversion_cast"() : () -> f32
  return
}
