// Ten functions over memory, and one more for calls; each goes through the seven steps of the lowering to llvm.
func.func @fill(%m: memref<8x8xf32>, %v: f32) {
  %s = memref.subview %m[2, 2] [2, 2] [1, 1] : memref<8x8xf32> to memref<2x2xf32, strided<[8, 1], offset: 18>>
  scf.forall (%i, %j) in (2, 2) {
    memref.store %v, %s[%i, %j] : memref<2x2xf32, strided<[8, 1], offset: 18>>
  }
  return
}

// -----

func.func @shifted(%m: memref<6xi32>, %at: index, %v: i32) {
  %c0 = arith.constant 0 : index
  %s = memref.subview %m[%at] [2] [1] : memref<6xi32> to memref<2xi32, strided<[1], offset: ?>>
  memref.store %v, %s[%c0] : memref<2xi32, strided<[1], offset: ?>>
  return
}

// -----

func.func @bump(%m: memref<4xi32>, %i: index) -> i32 {
  %one = arith.constant 1 : i32
  %x = memref.load %m[%i] : memref<4xi32>
  %y = arith.addi %x, %one : i32
  memref.store %y, %m[%i] : memref<4xi32>
  return %y : i32
}

// -----

func.func @sum(%m: memref<4xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (i32) {
    %x = memref.load %m[%i] : memref<4xi32>
    %n = arith.addi %acc, %x : i32
    scf.yield %n : i32
  }
  return %s : i32
}

// -----

func.func @guarded(%m: memref<2x3xi16>, %c: i1, %i: index, %j: index, %v: i16) {
  scf.if %c {
    memref.store %v, %m[%i, %j] : memref<2x3xi16>
  } else {
    %x = memref.load %m[%i, %j] : memref<2x3xi16>
    %y = arith.muli %x, %v : i16
    memref.store %y, %m[%i, %j] : memref<2x3xi16>
  }
  return
}

// -----

func.func @heap(%v: i64, %i: index) -> i64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %m = memref.alloc() : memref<2xi64>
  memref.store %zero, %m[%c0] : memref<2xi64>
  memref.store %v, %m[%i] : memref<2xi64>
  %x = memref.load %m[%c0] : memref<2xi64>
  memref.dealloc %m : memref<2xi64>
  return %x : i64
}

// -----

func.func @local(%v: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<2xf64>
  memref.store %v, %m[%c1] : memref<2xf64>
  %x = memref.load %m[%c1] : memref<2xf64>
  %y = arith.addf %x, %v : f64
  memref.store %y, %m[%c0] : memref<2xf64>
  %z = memref.load %m[%c0] : memref<2xf64>
  return %z : f64
}

// -----

func.func @several(%m: memref<3xi8>, %i: index) -> (index, memref<3xi8>, i8) {
  %x = memref.load %m[%i] : memref<3xi8>
  %c = arith.constant 2 : index
  %j = arith.addi %i, %c : index
  return %j, %m, %x : index, memref<3xi8>, i8
}

// -----

func.func @moved(%a: memref<5xi32>, %b: memref<5xi32>) {
  memref.copy %a, %b : memref<5xi32> to memref<5xi32>
  return
}

// -----

func.func @half(%m: memref<2xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<2xi32>
  return %x : i32
}

func.func @both(%m: memref<2xi32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : index
  memref.store %v, %m[%c0] : memref<2xi32>
  %x = func.call @half(%m) : (memref<2xi32>) -> i32
  %y = arith.addi %x, %v : i32
  return %y : i32
}
