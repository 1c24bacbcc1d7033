// Overflow flags of arithmetic that is merged, kept or dropped.
include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"

def Sum : NativeCodeCall<"addIntegerAttrs($_builder, $0, $1, $2)">;
def Product : NativeCodeCall<"mulIntegerAttrs($_builder, $0, $1, $2)">;
def Common : NativeCodeCall<"mergeOverflowFlags($0, $1)">;
def Zero : NativeCodeCall<"$_builder.getZeroAttr($0.getType())">;
defvar NoFlags = ConstantEnumCase<Arith_IntegerOverflowAttr, "none">;
defvar Signed = ConstantEnumCase<Arith_IntegerOverflowAttr, "nsw">;

// (x + c) + d is x + (c + d), without promises.
def SumOfSum : Pat<
  (Arith_AddIOp:$res (Arith_AddIOp $x, (ConstantLikeMatcher APIntAttr:$c), $f), (ConstantLikeMatcher APIntAttr:$d), $g),
  (Arith_AddIOp $x, (Arith_ConstantOp (Sum $res, $c, $d)), NoFlags)>;

// c + d may wrap where both sums did not.
def SumOfSumKeepsCommonFlags : Pat<
  (Arith_AddIOp:$res (Arith_AddIOp $x, (ConstantLikeMatcher APIntAttr:$c), $f), (ConstantLikeMatcher APIntAttr:$d), $g),
  (Arith_AddIOp $x, (Arith_ConstantOp (Sum $res, $c, $d)), (Common $f, $g))>;

// The flags of the inner sum say nothing of the new one.
def SumOfSumKeepsInnerFlags : Pat<
  (Arith_AddIOp:$res (Arith_AddIOp $x, (ConstantLikeMatcher APIntAttr:$c), $f), (ConstantLikeMatcher APIntAttr:$d), $g),
  (Arith_AddIOp $x, (Arith_ConstantOp (Sum $res, $c, $d)), $f)>;

// A sum commutes with its flags.
def SumOfSwapped : Pat<(Arith_AddIOp $x, (Arith_AndIOp:$y $a, $b), $g), (Arith_AddIOp $y, $x, $g)>;

// A promise that was not there before.
def SumPromisesMore : Pat<(Arith_AddIOp $x, $y, $f), (Arith_AddIOp $x, $y, Signed)>;

// x - y is x + (0 - y), without promises.
def DifferenceAsSum : Pat<
  (Arith_SubIOp $x, $y, $f),
  (Arith_AddIOp $x, (Arith_SubIOp (Arith_ConstantOp (Zero $y)), $y, NoFlags), NoFlags)>;

// 0 - y wraps for the least number where x - y does not.
def DifferenceAsSumKeepsFlags : Pat<
  (Arith_SubIOp $x, $y, $f),
  (Arith_AddIOp $x, (Arith_SubIOp (Arith_ConstantOp (Zero $y)), $y, $f), $f)>;

// (x * c) * d is x * (c * d), without promises.
def ProductOfProduct : Pat<
  (Arith_MulIOp:$res (Arith_MulIOp $x, (ConstantLikeMatcher APIntAttr:$c), $f), (ConstantLikeMatcher APIntAttr:$d), $g),
  (Arith_MulIOp $x, (Arith_ConstantOp (Product $res, $c, $d)), NoFlags),
  [(Constraint<CPred<"$0.getType() == $1.getType()">> $res, $x)]>;

// c + d is not c * d.
def SumOfSumMultiplied : Pat<
  (Arith_AddIOp:$res (Arith_AddIOp $x, (ConstantLikeMatcher APIntAttr:$c), $f), (ConstantLikeMatcher APIntAttr:$d), $g),
  (Arith_AddIOp $x, (Arith_ConstantOp (Product $res, $c, $d)), NoFlags)>;

// (x - y) - x is 0 - y, without promises.
def DifferenceOfDifference : Pat<
  (Arith_SubIOp (Arith_SubIOp $x, $y, $f), $x, $g),
  (Arith_SubIOp (Arith_ConstantOp (Zero $y)), $y, NoFlags)>;

// The same the wrong way round.
def DifferenceOfDifferenceSwapped : Pat<
  (Arith_SubIOp (Arith_SubIOp $x, $y, $f), $x, $g),
  (Arith_SubIOp $y, (Arith_ConstantOp (Zero $y)), NoFlags)>;

// A shift to the left loses its promises: fine.
def ShiftForgets : Pat<(Arith_ShLIOp (Arith_OrIOp $x, $x), $y, $f), (Arith_ShLIOp $x, $y, NoFlags)>;
