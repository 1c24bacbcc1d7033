func.func @sum(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %x = arith.addi %s, %a : i32
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @flags(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %x = arith.addi %a, %s : i32
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @wrongflags(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %x = arith.addi %a, %s overflow<nsw> : i32
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @licm(%n: index, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %p = arith.muli %b, %a : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %x = arith.xori %p, %s : i32
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @memory(%n: index, %m: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %m[%i] : memref<16xi32>
    %w = arith.addi %v, %v : i32
    memref.store %w, %m[%i] : memref<16xi32>
  }
  return
}
func.func @nest(%n: index, %m: memref<4x4xi32>, %a: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      %v = memref.load %m[%i, %j] : memref<4x4xi32>
      %w = arith.addi %a, %v : i32
      memref.store %w, %m[%i, %j] : memref<4x4xi32>
    }
  }
  return
}
func.func @divlicm(%n: index, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %p = arith.divui %a, %b : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %x = arith.xori %p, %s : i32
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @bound(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c1 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %x = arith.addi %a, %s : i32
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @calls(%n: index, %a: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.addi %a, %a : i32
  scf.for %i = %c0 to %n step %c1 {
    func.call @log(%x) : (i32) -> ()
  }
  return
}
func.func private @log(i32)
func.func @hoisted_load(%n: index, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %v = memref.load %m[%c0] : memref<4xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %x = arith.addi %v, %s : i32
    memref.store %x, %m[%c0] : memref<4xi32>
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @induction(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> (index) {
    %k = arith.addi %i, %c1 : index
    %x = arith.addi %k, %s : index
    scf.yield %x : index
  }
  return %r : index
}
func.func @swapped(%n: index, %a: i32, %b: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a, %t = %b) -> (i32, i32) {
    scf.yield %t, %s : i32, i32
  }
  return %r#1, %r#0 : i32, i32
}
func.func @step(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c2 iter_args(%s = %z) -> (i32) {
    %x = arith.addi %a, %s : i32
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @sunk_store(%n: index, %m: memref<1xi32>, %a: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  memref.store %a, %m[%c0] : memref<1xi32>
  return
}
func.func @dropped_call(%n: index, %a: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %c1 {
    func.call @log(%a) : (i32) -> ()
  }
  return
}
func.func @other_start(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (i32) {
    %x = arith.addi %a, %s : i32
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @rare(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %k = arith.constant 1000 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %far = arith.cmpi eq, %i, %k : index
    %b = arith.select %far, %z, %a : i32
    %x = arith.addi %b, %s : i32
    scf.yield %x : i32
  }
  return %r : i32
}
