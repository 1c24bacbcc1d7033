func.func private @g(i32) -> i32
func.func private @log(i32)
memref.global "private" @state : memref<2xi32> = dense<0>
func.func @same(%a: i32, %b: i32) -> i32 {
  %s = arith.addi %a, %b : i32
  %r = call @g(%s) : (i32) -> i32
  %t = arith.muli %r, %r : i32
  return %t : i32
}
func.func @order(%a: i32, %b: i32) -> i32 {
  call @log(%a) : (i32) -> ()
  call @log(%b) : (i32) -> ()
  return %a : i32
}
func.func @dropped(%a: i32) -> i32 {
  call @log(%a) : (i32) -> ()
  return %a : i32
}
func.func @memory(%m: memref<4xi32>, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  memref.store %a, %m[%c0] : memref<4xi32>
  call @log(%a) : (i32) -> ()
  %x = memref.load %m[%c0] : memref<4xi32>
  return %x : i32
}
func.func @global(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @state : memref<2xi32>
  memref.store %a, %g[%c0] : memref<2xi32>
  %x = memref.load %g[%c0] : memref<2xi32>
  return %x : i32
}
func.func @unwritten(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @state : memref<2xi32>
  %x = memref.load %g[%c0] : memref<2xi32>
  return %x : i32
}
func.func @branch(%c: i1, %a: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %x = func.call @g(%a) : (i32) -> i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}
func.func @undef(%a: i32, %b: i32) -> i32 {
  call @log(%a) : (i32) -> ()
  %q = arith.divui %a, %b : i32
  return %q : i32
}
func.func @local(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<1xi32>
  memref.store %a, %m[%c0] : memref<1xi32>
  call @log(%a) : (i32) -> ()
  %x = memref.load %m[%c0] : memref<1xi32>
  return %x : i32
}
func.func @escaped(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<1xi32>
  memref.store %a, %m[%c0] : memref<1xi32>
  call @fill(%m) : (memref<1xi32>) -> ()
  %x = memref.load %m[%c0] : memref<1xi32>
  return %x : i32
}
func.func @given(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<1xi32>
  memref.store %a, %m[%c0] : memref<1xi32>
  call @fill(%m) : (memref<1xi32>) -> ()
  %x = memref.load %m[%c0] : memref<1xi32>
  %y = arith.addi %x, %x : i32
  return %y : i32
}
func.func @poison(%a: i32) {
  call @log(%a) : (i32) -> ()
  return
}
func.func @asserted(%c: i1, %a: i32) {
  cf.assert %c, "no"
  call @log(%a) : (i32) -> ()
  return
}
func.func @later(%m: memref<1xi32>, %a: i32) {
  %c0 = arith.constant 0 : index
  memref.store %a, %m[%c0] : memref<1xi32>
  call @log(%a) : (i32) -> ()
  return
}
func.func @between(%a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @state : memref<2xi32>
  memref.store %a, %g[%c0] : memref<2xi32>
  call @log(%a) : (i32) -> ()
  memref.store %b, %g[%c0] : memref<2xi32>
  return
}
func.func @turns(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a) -> (i32) {
    %y = func.call @g(%x) : (i32) -> i32
    scf.yield %y : i32
  }
  return %r : i32
}
func.func private @fill(memref<1xi32>)
func.func @few(%a: i1) -> i32 {
  %b = arith.extui %a : i1 to i32
  %r = call @g(%b) : (i32) -> i32
  return %r : i32
}
