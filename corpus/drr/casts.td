// Casts that narrow, widen and reinterpret.
include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"

defvar NoFlags = ConstantEnumCase<Arith_IntegerOverflowAttr, "none">;
def SameType : Constraint<CPred<"$0.getType() == $1.getType()">>;
def Wider : Constraint<And<[
  CPred<"getScalarOrElementWidth($0) > getScalarOrElementWidth($1)">,
  CPred<"getScalarOrElementWidth($1) > 0">]>>;

// Cut to the type from which it was extended.
def TruncOfExtSI : Pat<(Arith_TruncIOp:$t (Arith_ExtSIOp $x), $f), (replaceWithValue $x), [(SameType $t, $x)]>;
def TruncOfExtUI : Pat<(Arith_TruncIOp:$t (Arith_ExtUIOp $x), $f), (replaceWithValue $x), [(SameType $t, $x)]>;

// Without the condition the types differ.
def TruncOfExtSIOfAnyType : Pat<(Arith_TruncIOp:$t (Arith_ExtSIOp $x), $f), (replaceWithValue $x)>;

// Extended less far.
def TruncOfExtSIWider : Pat<
  (Arith_TruncIOp:$t (Arith_ExtSIOp:$e $x), $f), (Arith_ExtSIOp $x), [(Wider $e, $t), (Wider $t, $x)]>;

// Zeros come in where the sign did.
def TruncOfExtSIAsExtUI : Pat<
  (Arith_TruncIOp:$t (Arith_ExtSIOp:$e $x), $f), (Arith_ExtUIOp $x), [(Wider $e, $t), (Wider $t, $x)]>;

// An extension of an extension.
def ExtSIOfExtSI : Pat<(Arith_ExtSIOp (Arith_ExtSIOp $x)), (Arith_ExtSIOp $x)>;
def ExtUIOfExtUI : Pat<(Arith_ExtUIOp (Arith_ExtUIOp $x)), (Arith_ExtUIOp $x)>;
def ExtSIOfExtUI : Pat<(Arith_ExtSIOp (Arith_ExtUIOp $x)), (Arith_ExtUIOp $x)>;
def ExtUIOfExtSI : Pat<(Arith_ExtUIOp (Arith_ExtSIOp $x)), (Arith_ExtUIOp $x)>;

// Bit by bit, before the extension or behind it.
def AndOfExtUI : Pat<
  (Arith_AndIOp (Arith_ExtUIOp $x), (Arith_ExtUIOp $y)), (Arith_ExtUIOp (Arith_AndIOp $x, $y)), [(SameType $x, $y)]>;
def XorOfExtSI : Pat<
  (Arith_XOrIOp (Arith_ExtSIOp $x), (Arith_ExtSIOp $y)), (Arith_ExtSIOp (Arith_XOrIOp $x, $y)), [(SameType $x, $y)]>;

// A sum of narrow numbers wraps where that of wide ones does not.
def SumOfExtUI : Pat<
  (Arith_AddIOp (Arith_ExtUIOp $x), (Arith_ExtUIOp $y), $f), (Arith_ExtUIOp (Arith_AddIOp $x, $y, NoFlags)),
  [(SameType $x, $y)]>;

// Narrowed sums are modulo the narrow width.
def TruncOfSum : Pat<
  (Arith_TruncIOp:$t (Arith_AddIOp $x, $y, $f), $g),
  (Arith_AddIOp (Arith_TruncIOp $x, NoFlags, (returnType $t)), (Arith_TruncIOp $y, NoFlags, (returnType $t)), NoFlags)>;

// A quotient of narrowed numbers is another one.
def TruncOfQuotient : Pat<
  (Arith_TruncIOp:$t (Arith_DivUIOp $x, $y, $e), $g),
  (Arith_DivUIOp (Arith_TruncIOp $x, NoFlags, (returnType $t)), (Arith_TruncIOp $y, NoFlags, (returnType $t)), $e)>;
