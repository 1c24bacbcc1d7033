// Constraints that are applied by name: `$_self` of the C++ is what the name on the constraint stands for, `$0` and so on
// are its arguments.
include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"

def OneUse : Constraint<CPred<"$_self.hasOneUse()">>;
def OneUseByNumber : Constraint<CPred<"$0.hasOneUse()">>;
def Equal : Constraint<CPred<"$_self == $0">>;
def SameType : Constraint<CPred<"$_self.getType() == $0.getType()">>;
def IsOne : Constraint<CPred<"::llvm::cast<IntegerAttr>($_self).getValue().isOne()">>;
def IsAllOnes : Constraint<CPred<"isa<IntegerAttr>($_self) && cast<IntegerAttr>($_self).getValue().isAllOnes()">>;
def Flagged : Constraint<CPred<"isFlagged($_self)">>;
def FlaggedWith : Constraint<CPred<"isFlagged($_self, $0)">>;
def Enabled : Constraint<CPred<"isEnabled()">>;

// (x & y) & y is x & y.
def UsedOnce : Pat<(Arith_AndIOp (Arith_AndIOp:$inner $x, $y), $y), (replaceWithValue $inner), [(OneUse:$inner)]>;
def UsedOnceByNumber : Pat<
  (Arith_AndIOp (Arith_AndIOp:$inner $x, $y), $y), (replaceWithValue $inner), [(OneUseByNumber $inner)]>;
def UsedOnceWrong : Pat<(Arith_AndIOp (Arith_OrIOp:$inner $x, $y), $y), (replaceWithValue $x), [(OneUse:$inner)]>;

// x op y where both are one value.
def AndOfEqual : Pat<(Arith_AndIOp $x, $y), (replaceWithValue $x), [(Equal:$x $y)]>;
def XOrOfEqual : Pat<(Arith_XOrIOp $x, $y), (replaceWithValue $x), [(Equal:$x $y)]>;

// The type after two casts is the one before them.
def CutOfExtended : Pat<
  (Arith_TruncIOp:$r (Arith_ExtUIOp $x), $f), (replaceWithValue $x), [(SameType:$r $x)]>;
def ExtendedOfCut : Pat<
  (Arith_ExtUIOp:$r (Arith_TruncIOp $x, $f)), (replaceWithValue $x), [(SameType:$r $x)]>;

// x * 1 and x & -1 are x; x & 1 and x * -1 are not.
def TimesOne : Pat<(Arith_MulIOp $x, (ConstantLikeMatcher APIntAttr:$c), $f), (replaceWithValue $x), [(IsOne:$c)]>;
def MaskOfOne : Pat<(Arith_AndIOp $x, (ConstantLikeMatcher APIntAttr:$c)), (replaceWithValue $x), [(IsOne:$c)]>;
def MaskOfAllOnes : Pat<
  (Arith_AndIOp $x, (ConstantLikeMatcher APIntAttr:$c)), (replaceWithValue $x), [(IsAllOnes:$c)]>;
def TimesAllOnes : Pat<
  (Arith_MulIOp $x, (ConstantLikeMatcher APIntAttr:$c), $f), (replaceWithValue $x), [(IsAllOnes:$c)]>;

// A type constraint is about the type of its argument.
def NoBitOfI32 : Pat<
  (Arith_OrIOp $x, (Arith_ConstantOp ConstantAttr<I32Attr, "0">)), (replaceWithValue $x), [(I32 $x)]>;
def AllBitsOfI32 : Pat<
  (Arith_OrIOp $x, (Arith_ConstantOp ConstantAttr<I32Attr, "-1">)), (replaceWithValue $x), [(I32 $x)]>;

// Behind conditions of which nothing is known, what holds always holds.
def BehindFlag : Pat<(Arith_AndIOp:$r $x, $x), (replaceWithValue $x), [(Flagged:$r)]>;
def BehindFlags : Pat<(Arith_AndIOp:$r $x, $x), (replaceWithValue $x), [(FlaggedWith:$r $x)]>;
def WhereEnabled : Pat<(Arith_AndIOp $x, $x), (replaceWithValue $x), [(Enabled)]>;
def BehindFlagOpen : Pat<(Arith_XOrIOp:$r $x, $x), (replaceWithValue $x), [(Flagged:$r)]>;
def WhereEnabledOpen : Pat<(Arith_XOrIOp $x, $x), (replaceWithValue $x), [(Enabled)]>;

// Nothing is named that the C++ could mean by `$_self`.
def WithoutSelf : Pat<(Arith_AndIOp $x, $x), (replaceWithValue $x), [(Flagged $x)]>;
