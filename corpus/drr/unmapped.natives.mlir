// A table of a user: C++ that is known to be a test for -1.
!w = i8

func.func @our_test(%value: !w) -> i1
    attributes {assay.native = "constraint", assay.cpp = "ourTest($0)"} {
  %ones = arith.constant -1 : !w
  %answer = arith.cmpi eq, %value, %ones : !w
  return %answer : i1
}
