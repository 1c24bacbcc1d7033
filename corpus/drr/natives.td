// C++ that shipped summaries describe: differences of constants, tests of numbers and widths, casts that change nothing.
include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"

defvar NoFlags = ConstantEnumCase<Arith_IntegerOverflowAttr, "none">;
def Difference : NativeCodeCall<"subIntegerAttrs($_builder, $0, $1, $2)">;
def AsTyped : NativeCodeCall<"::mlir::cast<TypedAttr>($0)">;
def IsOne : Constraint<And<[
  CPred<"succeeded(getIntOrSplatIntValue($0))">,
  CPred<"getIntOrSplatIntValue($0)->isStrictlyPositive()">,
  CPred<"*getIntOrSplatIntValue($0) == 1">]>>;
def CutIsShift : Constraint<And<[
  CPred<"succeeded(getIntOrSplatIntValue($2))">,
  CPred<"(getScalarOrElementWidth($0) - getScalarOrElementWidth($1)) == *getIntOrSplatIntValue($2)">]>>;

// (x + c) - d is x + (c - d), not x - (c - d).
def DifferenceOfConstants : Pat<
  (Arith_SubIOp:$res (Arith_AddIOp $x, (ConstantLikeMatcher APIntAttr:$c), $f), (ConstantLikeMatcher APIntAttr:$d), $g),
  (Arith_AddIOp $x, (Arith_ConstantOp (Difference $res, $c, $d)), NoFlags)>;
def DifferenceTakenAway : Pat<
  (Arith_SubIOp:$res (Arith_AddIOp $x, (ConstantLikeMatcher APIntAttr:$c), $f), (ConstantLikeMatcher APIntAttr:$d), $g),
  (Arith_SubIOp $x, (Arith_ConstantOp (Difference $res, $c, $d)), NoFlags)>;

// x * 1 is x; the lowest bit of x is not.
def TimesOne : Pat<
  (Arith_MulIOp $x, (ConstantLikeMatcher APIntAttr:$c), $f), (replaceWithValue $x), [(IsOne $c)]>;
def LowestBit : Pat<
  (Arith_AndIOp $x, (ConstantLikeMatcher APIntAttr:$c)), (replaceWithValue $x), [(IsOne $c)]>;

// The bits that came in from the left are cut off; a promise about them does not hold of the other ones.
def CutAfterShift : Pat<
  (Arith_TruncIOp:$t (Arith_ShRSIOp $x, (ConstantLikeMatcher APIntAttr:$c), $e), $f),
  (Arith_TruncIOp (Arith_ShRUIOp $x, (Arith_ConstantOp (AsTyped $c)), $e), NoFlags, (returnType $t)),
  [(CutIsShift $x, $t, $c)]>;
def CutAfterShiftPromises : Pat<
  (Arith_TruncIOp:$t (Arith_ShRSIOp $x, (ConstantLikeMatcher APIntAttr:$c), $e), $f),
  (Arith_TruncIOp (Arith_ShRUIOp $x, (Arith_ConstantOp (AsTyped $c)), $e), $f, (returnType $t)),
  [(CutIsShift $x, $t, $c)]>;
