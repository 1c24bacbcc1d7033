// Operations of which nothing is known.
func.func @same(%a: i32, %b: i32) -> i32 {
  %s = arith.addi %a, %b : i32
  %r = "lab.read"(%s) {k = 1 : i8} : (i32) -> i32
  return %r : i32
}
func.func @attribute(%a: i32) -> i32 {
  %r = "lab.read"(%a) {k = 3 : i8} : (i32) -> i32
  return %r : i32
}
func.func @order(%a: i32, %b: i32) {
  "lab.write"(%b) : (i32) -> ()
  "lab.write"(%a) : (i32) -> ()
  return
}
func.func @dropped(%a: i32) {
  return
}
func.func @memory(%m: memref<4xi32>, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  memref.store %a, %m[%c0] : memref<4xi32>
  "lab.touch"(%m) : (memref<4xi32>) -> ()
  %v = memref.load %m[%c0] : memref<4xi32>
  %c1 = arith.constant 1 : i32
  %s = arith.shli %v, %c1 : i32
  return %s : i32
}
func.func @stale(%m: memref<4xi32>, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  memref.store %a, %m[%c0] : memref<4xi32>
  "lab.touch"(%m) : (memref<4xi32>) -> ()
  %v = memref.load %m[%c0] : memref<4xi32>
  return %a : i32
}
func.func @few(%a: i1) -> i32 {
  %r = "lab.read"(%a) : (i1) -> i32
  %c = arith.constant 77777 : i32
  %d = arith.constant 7777 : i32
  %e = arith.cmpi eq, %r, %c : i32
  %s = arith.select %e, %d, %r : i32
  return %s : i32
}
func.func @branch(%a: i32, %c: i1) -> i32 {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  %r = scf.if %n -> (i32) {
    scf.yield %a : i32
  } else {
    %x = "lab.read"(%a) {k = 2 : i8} : (i32) -> i32
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @other(%a: i32) -> i32 {
  "lab.write"(%a) : (i32) -> ()
  %c1 = arith.constant 1 : i32
  %s = arith.addi %a, %c1 : i32
  return %s : i32
}
func.func @shaped(%a: tensor<4xi32>) -> tensor<4xi32> {
  %r = "lab.read"(%a) : (tensor<4xi32>) -> tensor<4xi32>
  %c1 = arith.constant dense<1> : tensor<4xi32>
  %s = arith.shli %r, %c1 : tensor<4xi32>
  return %s : tensor<4xi32>
}
