func.func @f(%m: memref<2xi8>) -> i8 {
  %z = arith.constant 0 : index
  %a = memref.assume_alignment %m, 64 : memref<2xi8>
  %r = memref.load %a[%z] : memref<2xi8>
  %o = arith.constant 1 : i8
  %q = arith.shli %r, %o : i8
  return %q : i8
}
