func.func @f(%c: i1, %x: i32) -> i32 {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  %r = scf.if %n -> (i32) {
    %v = "acme.f"(%x) : (i32) -> i32
    scf.yield %v : i32
  } else {
    %three = arith.constant 3 : i32
    %v = arith.muli %x, %three : i32
    scf.yield %v : i32
  }
  return %r : i32
}
