// Operations of which nothing is known.
func.func @same(%a: i32, %b: i32) -> i32 {
  %s = arith.addi %b, %a : i32
  %r = "lab.read"(%s) {k = 1 : i8} : (i32) -> i32
  %c0 = arith.constant 0 : i32
  %t = arith.addi %r, %c0 : i32
  return %t : i32
}
func.func @attribute(%a: i32) -> i32 {
  %r = "lab.read"(%a) {k = 1 : i8} : (i32) -> i32
  return %r : i32
}
func.func @order(%a: i32, %b: i32) {
  "lab.write"(%a) : (i32) -> ()
  "lab.write"(%b) : (i32) -> ()
  return
}
func.func @dropped(%a: i32) {
  "lab.write"(%a) : (i32) -> ()
  return
}
func.func @memory(%m: memref<4xi32>, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  memref.store %a, %m[%c0] : memref<4xi32>
  "lab.touch"(%m) : (memref<4xi32>) -> ()
  %v = memref.load %m[%c0] : memref<4xi32>
  %w = memref.load %m[%c0] : memref<4xi32>
  %s = arith.addi %v, %w : i32
  return %s : i32
}
func.func @stale(%m: memref<4xi32>, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  memref.store %a, %m[%c0] : memref<4xi32>
  "lab.touch"(%m) : (memref<4xi32>) -> ()
  %v = memref.load %m[%c0] : memref<4xi32>
  return %v : i32
}
func.func @few(%a: i1) -> i32 {
  %r = "lab.read"(%a) : (i1) -> i32
  return %r : i32
}
func.func @branch(%a: i32, %c: i1) -> i32 {
  %r = scf.if %c -> (i32) {
    %x = "lab.read"(%a) {k = 2 : i8} : (i32) -> i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}
func.func @other(%a: i32) -> i32 {
  "lab.write"(%a) : (i32) -> ()
  return %a : i32
}
func.func @shaped(%a: tensor<4xi32>) -> tensor<4xi32> {
  %r = "lab.read"(%a) : (tensor<4xi32>) -> tensor<4xi32>
  %s = arith.addi %r, %r : tensor<4xi32>
  return %s : tensor<4xi32>
}
