func.func @f(%a: i32, %b: i64) {
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}
// -----
func.func @f(%a: tensor<?xi32>, %b: tensor<4xi32>) {
  %0 = "arith.addi"(%a, %b) : (tensor<?xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
func.func @f(%a: vector<[4]xi32>, %b: vector<4xi32>) {
  %0 = "arith.addi"(%a, %b) : (vector<[4]xi32>, vector<4xi32>) -> vector<4xi32>
  return
}
// -----
func.func @f(%a: i32) {
  %0 = "arith.addi"(%a) : (i32) -> i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = "arith.cmpi"(%a, %a) : (i32, i32) -> i1
  return
}
// -----
func.func @f() {
  %0 = "arith.constant"() {value = "a"} : () -> i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = "arith.extsi"(%a) : (i32) -> i32
  return
}
// -----
func.func @f(%a: index) {
  %0 = "arith.index_cast"(%a) : (index) -> index
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = "arith.extsi"(%a) : (tensor<?xi32>) -> tensor<4xi64>
  return
}
// -----
func.func @f() {
  %0 = "arith.constant"() {value = 1 : i64} : () -> i32
  return
}
// -----
func.func @f() {
  %0 = "arith.constant"() {value = 1 : si32} : () -> si32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = "arith.addi"(%a, %a) ({}) : (i32, i32) -> i32
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = "arith.truncf"(%a) : (bf16) -> f16
  return
}
// -----
func.func @f(%c: i1, %x: i32) {
  %0 = "scf.if"(%c) ({
    "scf.yield"(%x) : (i32) -> ()
  }, {}) : (i1) -> i32
  return
}
// -----
func.func @f(%c: i1) {
  "scf.if"(%c) ({}, {}) : (i1) -> ()
  return
}
// -----
func.func @f(%c: vector<4xi1>, %x: vector<8xf32>) {
  %0 = "arith.select"(%c, %x, %x) : (vector<4xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  return
}
// -----
func.func @f(%x: i32) {
  "cf.assert"(%x) <{msg = "x"}> : (i32) -> ()
  return
}
// -----
func.func @f(%a: i32) {
  "builtin.unrealized_conversion_cast"(%a) : (i32) -> ()
  return
}
// -----
func.func @f(%a: i32) {
  "llvm.unreachable"(%a) : (i32) -> ()
}
// -----
"builtin.module"() ({}) : () -> ()
// -----
"builtin.module"() ({
^bb0(%a: i32):
}) : () -> ()
