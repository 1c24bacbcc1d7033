func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %r = "acme.map"(%x) ({
  ^bb0(%a: i32):
    %z = arith.constant 0 : i32
    %p = arith.cmpi slt, %a, %z : i32
    %v = scf.if %p -> (i32) {
      %n = arith.subi %z, %a : i32
      scf.yield %n : i32
    } else {
      scf.yield %a : i32
    }
    "acme.yield"(%v) : (i32) -> ()
  }) : (i32) -> i32
  %s = arith.addi %x, %y : i32
  return %r, %s : i32, i32
}
