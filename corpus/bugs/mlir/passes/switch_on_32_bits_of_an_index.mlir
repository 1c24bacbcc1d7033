// what: convert-scf-to-cf casts the argument of scf.index_switch to i32, so that an index beyond 32 bits takes the region of another case.
// expected: scf.index_switch: "branches to one of the given regions based on the values of the argument and the cases. The argument is always of type `index`."
// pass: --convert-scf-to-cf
// pattern: IndexSwitchLowering (mlir/lib/Conversion/SCFToControlFlow/SCFToControlFlow.cpp)
// cause: The flag of cf.switch is arith.index_cast of the argument to i32, which drops bits, whatever the width of `index` is.
// rule: V301
// input: @f(4294967296, 31, 1)
// before: (1)
// after: (31)
func.func @f(%a: index, %x: i8, %y: i8) -> i8 {
  %r = scf.index_switch %a -> i8
  case 0 {
    scf.yield %x : i8
  }
  default {
    scf.yield %y : i8
  }
  return %r : i8
}
