// Matchers of constants asked of values, C++ that makes constants of literals and of types, and C++ that says the type of a result.
include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"

defvar NoFlags = ConstantEnumCase<Arith_IntegerOverflowAttr, "none">;
def IsZero : Constraint<CPred<"::mlir::matchPattern($0, ::mlir::m_Zero())">>;
def IsOne : Constraint<CPred<"matchPattern($_self, m_One())">>;
def IsAllOnes : Constraint<CPred<"matchPattern($0, m_AllOnes())">>;
def NotZero : Constraint<CPred<"matchPattern($0, m_NonZero())">>;
def ZeroOf : NativeCodeCall<"$_builder.getZeroAttr($0.getType())">;
def OneOf : NativeCodeCall<"$_builder.getIntegerAttr($0.getType(), 1)">;
def AllOnesOf : NativeCodeCall<"mlir::IntegerAttr::get($0.getType(), -1)">;
def Three : NativeCodeCall<"$_builder.getI32IntegerAttr(3)">;
def ThreeOfBuilder : NativeCodeCall<"::mlir::IntegerAttr::get($_builder.getIntegerType(32), /*value=*/3)">;
def TypeOf : NativeCodeCall<"$0.getType()">;

def AddZero : Pat<(Arith_AddIOp $x, $y, $f), (replaceWithValue $x), [(IsZero $y)]>;
def MulOne : Pat<(Arith_MulIOp $x, $y, $f), (replaceWithValue $x), [(IsOne:$y)]>;
def AndAllOnes : Pat<(Arith_AndIOp $x, $y), (replaceWithValue $x), [(IsAllOnes $y)]>;
// x | -1 is -1, and not x.
def OrAllOnes : Pat<(Arith_OrIOp $x, $y), (replaceWithValue $y), [(IsAllOnes $y)]>;
// x / x is 1 where x is not 0.
def DivSelf : Pat<(Arith_DivUIOp:$r $x, $x, $exact), (Arith_ConstantOp (OneOf $r)), [(NotZero $x)]>;
def SubSelf : Pat<(Arith_SubIOp:$r $x, $x, $f), (Arith_ConstantOp (ZeroOf $r))>;
def SubSelfIsOne : Pat<(Arith_SubIOp:$r $x, $x, $f), (Arith_ConstantOp (OneOf $r))>;
// x - 1 is x + -1.
def SubOne : Pat<
  (Arith_SubIOp:$r $x, $y, $f), (Arith_AddIOp $x, (Arith_ConstantOp (AllOnesOf $r)), NoFlags), [(IsOne:$y)]>;
def SubOneFlags : Pat<
  (Arith_SubIOp:$r $x, $y, $f), (Arith_AddIOp $x, (Arith_ConstantOp (AllOnesOf $r)), $f), [(IsOne:$y)]>;
// x * 3 is x + x + x.
def ThreeTimes : Pat<
  (Arith_MulIOp $x, (Arith_ConstantOp ConstantAttr<I32Attr, "3">), $f), (Arith_AddIOp $x, (Arith_AddIOp $x, $x, NoFlags), NoFlags)>;
def AddThree : Pat<
  (Arith_AddIOp (Arith_AddIOp $x, (Arith_ConstantOp ConstantAttr<I32Attr, "1">), $f), (Arith_ConstantOp ConstantAttr<I32Attr, "2">), $g),
  (Arith_AddIOp $x, (Arith_ConstantOp (Three)), NoFlags)>;
def AddThreeTwice : Pat<
  (Arith_AddIOp (Arith_AddIOp $x, (Arith_ConstantOp ConstantAttr<I32Attr, "1">), $f), (Arith_ConstantOp ConstantAttr<I32Attr, "3">), $g),
  (Arith_AddIOp $x, (Arith_ConstantOp (ThreeOfBuilder)), NoFlags)>;
// An extension in two steps; the type of the result is said by C++.
def ExtendTwice : Pat<(Arith_ExtUIOp:$r (Arith_ExtUIOp $x)), (Arith_ExtUIOp $x, (returnType (TypeOf $r)))>;
def ExtendSigned : Pat<(Arith_ExtSIOp:$r (Arith_ExtUIOp $x)), (Arith_ExtSIOp $x, (returnType (TypeOf $r)))>;
def ExtendMixed : Pat<(Arith_ExtSIOp:$r (Arith_ExtUIOp $x)), (Arith_ExtUIOp $x, (returnType (TypeOf $r)))>;
