// what: The canonicalization of index.cmp compares the operands of a difference instead of the difference with zero, which is the same for `eq` and `ne` only.
// expected: index.sub "takes two index values and computes the difference"; as an unsigned number, the difference of any two different values is greater than zero.
// pass: --canonicalize
// pattern: CmpOp::canonicalize (mlir/lib/Dialect/Index/IR/IndexOps.cpp)
// cause: The function keeps the predicate whatever it is; for unsigned predicates the sign of the difference is lost, and for signed ones the subtraction may wrap.
// rule: V301
// input: @f(0, 1)
// before: (true)
// after: (false)
func.func @f(%a: index, %b: index) -> i1 {
  %zero = index.constant 0
  %0 = index.sub %a, %b
  %1 = index.cmp ugt(%0, %zero)
  return %1 : i1
}
