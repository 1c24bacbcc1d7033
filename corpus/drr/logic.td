// Bits, shifts, comparisons and choices.
include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"

def Zero : NativeCodeCall<"$_builder.getZeroAttr($0.getType())">;
def Inverted : NativeCodeCall<"invertPredicate($0)">;
def AllOnes : Constraint<And<[
  CPred<"succeeded(getIntOrSplatIntValue($0))">, CPred<"getIntOrSplatIntValue($0)->isAllOnes()">]>>;
def Equality : Constraint<CPred<
  "$0.getValue() == arith::CmpIPredicate::eq || $0.getValue() == arith::CmpIPredicate::ne">>;
def Unused : Constraint<CPred<"$0.use_empty()">>;
defvar NoFlags = ConstantEnumCase<Arith_IntegerOverflowAttr, "none">;
defvar Slt = ConstantEnumCase<Arith_CmpIPredicateAttr, "slt">;
defvar Sgt = ConstantEnumCase<Arith_CmpIPredicateAttr, "sgt">;
defvar Sge = ConstantEnumCase<Arith_CmpIPredicateAttr, "sge">;
defvar Ult = ConstantEnumCase<Arith_CmpIPredicateAttr, "ult">;

// One operand twice.
def AndSelf : Pat<(Arith_AndIOp $x, $x), (replaceWithValue $x)>;
def OrSelf : Pat<(Arith_OrIOp $x, $x), (replaceWithValue $x)>;
def XorSelf : Pat<(Arith_XOrIOp $x, $x), (Arith_ConstantOp (Zero $x))>;
def XorSelfIsItself : Pat<(Arith_XOrIOp $x, $x), (replaceWithValue $x)>;

// Absorption, either way round: two patterns each.
def AndAbsorbsOr : Pat<(Arith_AndIOp (either $x, (Arith_OrIOp $x, $y))), (replaceWithValue $x)>;
def OrAbsorbsAnd : Pat<(Arith_OrIOp (either (Arith_AndIOp $x, $y), $x)), (replaceWithValue $x)>;
def OrAbsorbsAndToOther : Pat<(Arith_OrIOp (either (Arith_AndIOp $x, $y), $x)), (replaceWithValue $y)>;

// De Morgan, with -1 matched as such.
def NotOfAnd : Pat<
  (Arith_XOrIOp (Arith_AndIOp (Arith_XOrIOp $x, (ConstantLikeMatcher APIntAttr:$c)), (Arith_XOrIOp $y, (ConstantLikeMatcher APIntAttr:$d))), (ConstantLikeMatcher APIntAttr:$e)),
  (Arith_OrIOp $x, $y), [(AllOnes $c), (AllOnes $d), (AllOnes $e)]>;
def NotOfAndAsAnd : Pat<
  (Arith_XOrIOp (Arith_AndIOp (Arith_XOrIOp $x, (ConstantLikeMatcher APIntAttr:$c)), (Arith_XOrIOp $y, (ConstantLikeMatcher APIntAttr:$d))), (ConstantLikeMatcher APIntAttr:$e)),
  (Arith_AndIOp $x, $y), [(AllOnes $c), (AllOnes $d), (AllOnes $e)]>;

// A shift made unsigned.
def ShrSIAsShrUI : Pat<(Arith_ShRSIOp $x, $y, $e), (Arith_ShRUIOp $x, $y, $e)>;

// Predicates. The constant is an i1, so that operands are no vectors: without `I32` its type may differ.
def CmpSelfOfAnyType : Pat<(Arith_CmpIOp Slt, $x, $x), (Arith_ConstantOp ConstantAttr<I1Attr, "0">)>;
def CmpSelfSlt : Pat<(Arith_CmpIOp Slt, I32:$x, $x), (Arith_ConstantOp ConstantAttr<I1Attr, "0">)>;
def CmpSelfSge : Pat<(Arith_CmpIOp Sge, I32:$x, $x), (Arith_ConstantOp ConstantAttr<I1Attr, "0">)>;
def SltSwapped : Pat<(Arith_CmpIOp Slt, $x, $y), (Arith_CmpIOp Sgt, $y, $x)>;
def SltAsUlt : Pat<(Arith_CmpIOp Slt, $x, $y), (Arith_CmpIOp Ult, $x, $y)>;
def NotOfCmp : Pat<
  (Arith_XOrIOp (Arith_CmpIOp $p, $x, $y), (ConstantLikeMatcher ConstantAttr<I1Attr, "1">)),
  (Arith_CmpIOp (Inverted $p), $x, $y)>;
def EqualitySwapped : Pat<(Arith_CmpIOp $p, (Arith_AddIOp:$s $x, $y, $f), $z), (Arith_CmpIOp $p, $z, $s), [(Equality $p)]>;
def AnySwapped : Pat<(Arith_CmpIOp $p, (Arith_AddIOp:$s $x, $y, $f), $z), (Arith_CmpIOp $p, $z, $s)>;

// Choices.
def SelectSame : Pat<(SelectOp $c, $x, $x), (replaceWithValue $x)>;
def SelectOfSelect : Pat<(SelectOp $c, (SelectOp $c, $x, $y), $z), (SelectOp $c, $x, $z)>;
def SelectOfSelectOther : Pat<(SelectOp $c, (SelectOp $c, $x, $y), $z), (SelectOp $c, $y, $z)>;
def SelectFirst : Pat<(SelectOp $c, $x, $y), (replaceWithValue $x)>;

// Two results, one of which nothing uses.
def LowPartOfProduct : Pattern<
  (Arith_MulUIExtendedOp:$r $x, $y), [(Arith_MulIOp $x, $y, NoFlags), (replaceWithValue $x)], [(Unused $r__1)]>;
def LowPartOfProductWithHigh : Pattern<
  (Arith_MulUIExtendedOp:$r $x, $y), [(Arith_MulIOp $x, $y, NoFlags), (replaceWithValue $x)]>;

// Equal operands.
def MinSelf : Pat<(Arith_MinSIOp $x, $y), (replaceWithValue $y), [(Constraint<CPred<"$0 == $1">> $x, $y)]>;
def MinIsSecond : Pat<(Arith_MinSIOp $x, $y), (replaceWithValue $y)>;
