func.func @f(%x: vector<4xi8>) -> i8 {
  %r = vector.extract %x[3] : i8 from vector<4xi8>
  %o = arith.constant 1 : i8
  %k = arith.ori %r, %o : i8
  %z = arith.constant 0 : i8
  %q = arith.remui %z, %k : i8
  return %q : i8
}
