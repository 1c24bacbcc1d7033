// Records that PDL cannot express, or whose C++ no summary describes: no verdict, at the line of the record.
include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"

// Five lines of C++.
def LongTest : Constraint<CPred<[{
  [&] {
    auto value = dyn_cast<IntegerAttr>($0);
    if (!value) return false;
    return value.getValue().countl_zero() > 3;
  }()
}]>>;
def BehindLongTest : Pat<
  (Arith_AndIOp $x, (ConstantLikeMatcher AnyAttr:$c)), (replaceWithValue $x), [(LongTest $c)]>;

// A value that C++ makes.
def Helper : NativeCodeCall<"makeMask($_builder, $_loc, $0)">;
def MadeByHelper : Pat<(Arith_OrIOp $x, (Arith_XOrIOp $y, $z)), (Arith_AndIOp $x, (Helper $y))>;

// Native code with two results.
def Halves : NativeCodeCall<"splitInHalves($_builder, $0)", 2>;
def TwoOfHelper : Pattern<(Arith_MulUIExtendedOp $x, $y), [(Halves $x)]>;

// Native code that takes any number of values.
def Packed : NativeCodeCall<"pack($_builder, $_loc, ValueRange{$0...})">;
def OverAny : Pat<(Arith_OrIOp $x, (Arith_XOrIOp $y, $z)), (Packed $x, $y, $z)>;

// C++ that matches an operand.
def IsPower : NativeCodeCall<"matchPowerOfTwo($_self, $0)">;
def ByMatcher : Pat<(Arith_MulIOp $x, (IsPower $c), $f), (Arith_AddIOp $x, $x, $f)>;

// A type that C++ makes.
def TypeByHelper : Pat<
  (Arith_ExtUIOp (Arith_ExtUIOp $x)), (Arith_ExtUIOp (Arith_ExtUIOp $x, (returnType "widerType($_builder)")))>;

// An operation whose types follow from nothing, inside of another one.
def NestedWithoutType : Pat<(Arith_ExtUIOp (Arith_ExtUIOp $x)), (Arith_ExtUIOp (Arith_ExtUIOp $x))>;

// Described by a file of its user, `unmapped.natives.mlir`.
def Described : Constraint<CPred<"ourTest($0)">>;
def BehindOurTest : Pat<
  (Arith_AndIOp $x, (ConstantLikeMatcher APIntAttr:$c)), (replaceWithValue $x), [(Described $c)]>;

// Types that contradict each other, so that nothing matches.
def TypesWithoutMatch : Pat<
  (Arith_AndIOp AnyTypeOf<[I8, I16]>:$x, (Arith_OrIOp AnyTypeOf<[I32, I64]>:$y, $z)), (replaceWithValue $x)>;
