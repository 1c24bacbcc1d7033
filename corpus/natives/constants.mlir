// Integer attributes made of others, and of types. `README.md` describes the form.
!w = i8

// The integer 0 of a type.
func.func @type_zero(%bits: !w {assay.type = !w}) -> !w
    attributes {assay.native = "rewrite", assay.cpp = [
      "$_builder.getZeroAttr($0.getType()) => type($0)", "$_builder.getIntegerAttr($0.getType(), 0) => type($0)",
      "IntegerAttr::get($0.getType(), 0) => type($0)"]} {
  %known = arith.constant 0 : !w
  return %known : !w
}

// The integer 1 of a type.
func.func @type_one(%bits: !w {assay.type = !w}) -> !w
    attributes {assay.native = "rewrite", assay.cpp = [
      "$_builder.getOneAttr($0.getType()) => type($0)", "$_builder.getIntegerAttr($0.getType(), 1) => type($0)",
      "IntegerAttr::get($0.getType(), 1) => type($0)"]} {
  %known = arith.constant 1 : !w
  return %known : !w
}

// The integer of a type with every bit set.
func.func @type_all_ones(%bits: !w {assay.type = !w}) -> !w
    attributes {assay.native = "rewrite", assay.cpp = [
      "$_builder.getIntegerAttr($0.getType(), -1) => type($0)", "IntegerAttr::get($0.getType(), -1) => type($0)"]} {
  %known = arith.constant -1 : !w
  return %known : !w
}

// The sum, modulo the width.
func.func @attr_add(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite", assay.cpp = "addIntegerAttrs($_builder, $0, $1, $2) => $1, $2"} {
  %made = arith.addi %left, %right : !w
  return %made : !w
}

// The difference, modulo the width.
func.func @attr_sub(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite", assay.cpp = "subIntegerAttrs($_builder, $0, $1, $2) => $1, $2"} {
  %made = arith.subi %left, %right : !w
  return %made : !w
}

// The product, modulo the width.
func.func @attr_mul(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite", assay.cpp = "mulIntegerAttrs($_builder, $0, $1, $2) => $1, $2"} {
  %made = arith.muli %left, %right : !w
  return %made : !w
}

// Bit by bit: and.
func.func @attr_and(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.andi %left, %right : !w
  return %made : !w
}

// Bit by bit: or.
func.func @attr_or(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.ori %left, %right : !w
  return %made : !w
}

// Bit by bit: exclusive or.
func.func @attr_xor(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.xori %left, %right : !w
  return %made : !w
}

// Shifted to the left; by the width or more, nothing is known.
func.func @attr_shl(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.shli %left, %right : !w
  return %made : !w
}

// Shifted to the right, zeros come in; by the width or more, nothing is known.
func.func @attr_shr_unsigned(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.shrui %left, %right : !w
  return %made : !w
}

// Shifted to the right, the sign comes in; by the width or more, nothing is known.
func.func @attr_shr_signed(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.shrsi %left, %right : !w
  return %made : !w
}

// The smaller one, read as signed.
func.func @attr_min_signed(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.minsi %left, %right : !w
  return %made : !w
}

// The larger one, read as signed.
func.func @attr_max_signed(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.maxsi %left, %right : !w
  return %made : !w
}

// The smaller one, read as unsigned.
func.func @attr_min_unsigned(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.minui %left, %right : !w
  return %made : !w
}

// The larger one, read as unsigned.
func.func @attr_max_unsigned(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.maxui %left, %right : !w
  return %made : !w
}

// The negation, modulo the width.
func.func @attr_negate(%value: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %zero = arith.constant 0 : !w
  %made = arith.subi %zero, %value : !w
  return %made : !w
}

// The complement.
func.func @attr_invert(%value: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %ones = arith.constant -1 : !w
  %made = arith.xori %value, %ones : !w
  return %made : !w
}

// The smallest signed integer of a type: only its highest bit is set.
func.func @type_minimum_signed(%bits: !w {assay.type = !w}) -> !w
    attributes {assay.native = "rewrite"} {
  %one = arith.constant 1 : !w
  %ones = arith.constant -1 : !w
  %single = arith.cmpi eq, %one, %ones : !w
  %largest = arith.shrui %ones, %one : !w
  %highest = arith.xori %ones, %largest : !w
  %made = arith.select %single, %ones, %highest : !w
  return %made : !w
}

// The largest signed integer of a type: only its highest bit is not set.
func.func @type_maximum_signed(%bits: !w {assay.type = !w}) -> !w
    attributes {assay.native = "rewrite"} {
  %one = arith.constant 1 : !w
  %ones = arith.constant -1 : !w
  %place = arith.subi %bits, %one : !w
  %highest = arith.shli %one, %place : !w
  %made = arith.xori %highest, %ones : !w
  return %made : !w
}
