// Tests of integer attributes. `README.md` describes the form.
!w = i8

// The integer is 0.
func.func @attr_is_zero(%value: !w) -> i1
    attributes {assay.native = "constraint", assay.cpp = ["matchPattern($0, m_Zero())", "$0.getValue().isZero()",
                "succeeded(getIntOrSplatIntValue($0)) && getIntOrSplatIntValue($0)->isZero()",
                "isa<IntegerAttr>($0) && $0.getValue().isZero()"]} {
  %known = arith.constant 0 : !w
  %answer = arith.cmpi eq, %value, %known : !w
  return %answer : i1
}

// The integer is 1.
func.func @attr_is_one(%value: !w) -> i1
    attributes {assay.native = "constraint", assay.cpp = ["matchPattern($0, m_One())", "$0.getValue().isOne()",
                "succeeded(getIntOrSplatIntValue($0)) && getIntOrSplatIntValue($0)->isOne()",
                "isa<IntegerAttr>($0) && $0.getValue().isOne()"]} {
  %known = arith.constant 1 : !w
  %answer = arith.cmpi eq, %value, %known : !w
  return %answer : i1
}

// Every bit of the integer is set: it is -1, and the largest unsigned value.
func.func @attr_is_all_ones(%value: !w) -> i1
    attributes {assay.native = "constraint", assay.cpp = ["matchPattern($0, m_AllOnes())", "$0.getValue().isAllOnes()",
                "succeeded(getIntOrSplatIntValue($0)) && getIntOrSplatIntValue($0)->isAllOnes()",
                "isa<IntegerAttr>($0) && $0.getValue().isAllOnes()"]} {
  %known = arith.constant -1 : !w
  %answer = arith.cmpi eq, %value, %known : !w
  return %answer : i1
}

// The integer, read as unsigned, is a power of two.
func.func @attr_is_power_of_two(%value: !w) -> i1
    attributes {assay.native = "constraint"} {
  %zero = arith.constant 0 : !w
  %ones = arith.constant -1 : !w
  %less = arith.addi %value, %ones : !w
  %rest = arith.andi %value, %less : !w
  %single = arith.cmpi eq, %rest, %zero : !w
  %some = arith.cmpi ne, %value, %zero : !w
  %answer = arith.andi %single, %some : i1
  return %answer : i1
}

// The integer is the smallest signed value of its width: it is its own negation, and not 0.
func.func @attr_is_minimum_signed(%value: !w) -> i1
    attributes {assay.native = "constraint"} {
  %zero = arith.constant 0 : !w
  %negated = arith.subi %zero, %value : !w
  %same = arith.cmpi eq, %value, %negated : !w
  %some = arith.cmpi ne, %value, %zero : !w
  %answer = arith.andi %same, %some : i1
  return %answer : i1
}

// The integer is the largest signed value of its width: its complement is the smallest one.
func.func @attr_is_maximum_signed(%value: !w) -> i1
    attributes {assay.native = "constraint"} {
  %zero = arith.constant 0 : !w
  %ones = arith.constant -1 : !w
  %inverted = arith.xori %value, %ones : !w
  %negated = arith.subi %zero, %inverted : !w
  %same = arith.cmpi eq, %inverted, %negated : !w
  %some = arith.cmpi ne, %inverted, %zero : !w
  %answer = arith.andi %same, %some : i1
  return %answer : i1
}

// Both integers are the same.
func.func @attr_equal(%left: !w, %right: !w) -> i1
    attributes {assay.native = "constraint"} {
  %answer = arith.cmpi eq, %left, %right : !w
  return %answer : i1
}

// The integers are not the same.
func.func @attr_different(%left: !w, %right: !w) -> i1
    attributes {assay.native = "constraint"} {
  %answer = arith.cmpi ne, %left, %right : !w
  return %answer : i1
}

// The first integer is below the second one, both read as unsigned.
func.func @attr_less_unsigned(%left: !w, %right: !w) -> i1
    attributes {assay.native = "constraint"} {
  %answer = arith.cmpi ult, %left, %right : !w
  return %answer : i1
}

// The first integer is below the second one, both read as signed.
func.func @attr_less_signed(%left: !w, %right: !w) -> i1
    attributes {assay.native = "constraint"} {
  %answer = arith.cmpi slt, %left, %right : !w
  return %answer : i1
}

// The integer, read as unsigned, is below the number of bits of the type: a shift by it is no poison.
func.func @attr_below_width(%value: !w, %bits: !w {assay.type = !w}) -> i1
    attributes {assay.native = "constraint"} {
  %answer = arith.cmpi ult, %value, %bits : !w
  return %answer : i1
}

// Each bit is set in one of the integers and not in the other.
func.func @attr_complementary(%left: !w, %right: !w) -> i1
    attributes {assay.native = "constraint"} {
  %ones = arith.constant -1 : !w
  %both = arith.xori %left, %right : !w
  %answer = arith.cmpi eq, %both, %ones : !w
  return %answer : i1
}

// The attribute is an integer, of any value.
func.func @attr_is_integer(%value: !w) -> i1
    attributes {assay.native = "constraint", assay.cpp = "isa<IntegerAttr>($0)"} {
  %answer = arith.constant true
  return %answer : i1
}

// The integer is 1 and, read as signed, above 0: not the 1 of `i1`, which is -1.
func.func @attr_is_positive_one(%value: !w) -> i1
    attributes {assay.native = "constraint", assay.cpp = "succeeded(getIntOrSplatIntValue($0)) && getIntOrSplatIntValue($0)->isStrictlyPositive() && *getIntOrSplatIntValue($0) == 1"} {
  %zero = arith.constant 0 : !w
  %ones = arith.constant -1 : !w
  %next = arith.addi %value, %ones : !w
  %single = arith.cmpi eq, %next, %zero : !w
  %positive = arith.cmpi sgt, %value, %zero : !w
  %answer = arith.andi %single, %positive : i1
  return %answer : i1
}

// The predicate of `arith.cmpi` is `eq` or `ne`.
func.func @predicate_is_equality(%predicate: i64) -> i1
    attributes {assay.native = "constraint", assay.cpp = "$0.getValue() == arith::CmpIPredicate::eq || $0.getValue() == arith::CmpIPredicate::ne"} {
  %two = arith.constant 2 : i64
  %answer = arith.cmpi ult, %predicate, %two : i64
  return %answer : i1
}
