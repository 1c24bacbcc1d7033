// a constant as often as the bound says
func.func @f(%n: index, %s: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.constant 5 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %s) -> (i32) {
    %next = arith.addi %acc, %a : i32
    scf.yield %next : i32
  }
  return %r : i32
}
