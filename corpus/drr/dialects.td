// Operations of other dialects, and forms of patterns: groups, types, benefits, operations beside those that replace.
include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"
include "mlir/Dialect/Complex/IR/ComplexOps.td"
include "mlir/Dialect/Index/IR/IndexOps.td"
include "mlir/Dialect/Math/IR/MathOps.td"
include "mlir/Dialect/MemRef/IR/MemRefOps.td"
include "mlir/Dialect/Shape/IR/ShapeOps.td"
include "mlir/Dialect/Tensor/IR/TensorOps.td"
include "mlir/Dialect/Vector/IR/VectorOps.td"

def SameType : Constraint<CPred<"$0.getType() == $1.getType()">>;

// Index arithmetic.
def IndexSumSwapped : Pat<(Index_AddOp (Index_MulOp:$p $a, $b), $y), (Index_AddOp $y, $p)>;
def IndexDifferenceSwapped : Pat<(Index_SubOp (Index_MulOp:$p $a, $b), $y), (Index_SubOp $y, $p)>;
def IndexShiftMadeUnsigned : Pat<(Index_ShrSOp $x, $y), (Index_ShrUOp $x, $y)>;

// Vectors.
def BroadcastOfSameType : Pat<(Vector_BroadcastOp:$r $x), (replaceWithValue $x), [(SameType $r, $x)]>;
def BitCastTwice : Pat<(Vector_BitCastOp:$r (Vector_BitCastOp $x)), (replaceWithValue $x), [(SameType $r, $x)]>;
def BroadcastWithoutType : Pat<(Vector_BroadcastOp $x), (replaceWithValue $x)>;

// Memory.
def CastOfSameType : Pat<(MemRef_CastOp:$r $m), (replaceWithValue $m), [(SameType $r, $m)]>;
def CastOfAnyType : Pat<(MemRef_CastOp $m), (replaceWithValue $m)>;

// Tensors.
def TensorCastOfSameType : Pat<(Tensor_CastOp:$r $t), (replaceWithValue $t), [(SameType $r, $t)]>;
def TensorCastTwice : Pat<(Tensor_CastOp (Tensor_CastOp $t)), (replaceWithValue $t)>;

// Types that follow from the operand; of complex numbers no meaning is known.
def AbsOfAbs : Pat<(Math_AbsIOp (Math_AbsIOp:$a $x)), (replaceWithValue $a)>;
def ConjugateTwice : Pat<(ConjOp (ConjOp $x, $f), $g), (replaceWithValue $x)>;
def ConjugateTwiceSwapped : Pat<(ConjOp (ConjOp:$c $x, $f), $g), (replaceWithValue $c)>;

// Benefits, locations, names of operations that were made, and one that replaces nothing.
def WithBenefit : Pat<
  (Arith_AndIOp $x, (Arith_OrIOp $x, $y)), (replaceWithValue $x), [], [], (addBenefit 5)>;
def WithLocation : Pat<
  (Arith_AndIOp:$r $x, (Arith_XOrIOp:$s $y, $z)), (Arith_AndIOp $s, $x, (location $r))>;
def UsedAfterwards : Pattern<
  (Arith_ShLIOp (Arith_OrIOp $x, $x), $y, $f),
  [(Arith_AndIOp:$n $x, $x), (Arith_ShLIOp $n, $y, $f)]>;
def MadeBeside : Pat<
  (Arith_OrIOp $x, (Arith_AndIOp $x, $y)), (replaceWithValue $x), [], [(Arith_XOrIOp $x, $y)]>;

// A type that is written.
def ComparesAtI1 : Pat<
  (Arith_AndIOp I1:$x, (Arith_XOrIOp $y, $z)), (Arith_AndIOp (Arith_XOrIOp $y, $z), $x)>;

// An attribute that may be absent: matched where it is not there.
def TruncOfExtF : Pat<
  (Arith_TruncFOp:$t (Arith_ExtFOp F32:$x, $f), $r, $g), (replaceWithValue $x),
  [(Constraint<CPred<"$0 == nullptr">> $r), (SameType $t, $x)]>;

// Flags that are kept.
def ProductOfNegations : Pat<
  (Arith_MulFOp (Arith_NegFOp F32:$x, $_), (Arith_NegFOp F32:$y, $_), $f), (Arith_MulFOp $x, $y, $f)>;
def QuotientOfNegationsSwapped : Pat<
  (Arith_DivFOp (Arith_NegFOp F32:$x, $_), (Arith_NegFOp F32:$y, $_), $f), (Arith_DivFOp $y, $x, $f)>;

// One of a few types, by the record: a pattern for each.
def OrAbsorbedAtFewTypes : Pat<(Arith_AndIOp AnyTypeOf<[I8, I16]>:$x, (Arith_OrIOp $x, $y)), (replaceWithValue $x)>;
def NarrowSumMadeAnother : Pat<
  (Arith_SubIOp AnyTypeOf<[I1, I8]>:$x, $y, $f), (Arith_AddIOp $x, $y, ConstantEnumCase<Arith_IntegerOverflowAttr, "none">)>;

// One of a few types, by the definition: a size or an index. The first is replaced by a size, the second by an index.
def SizeThereAndBack : Pat<(Shape_IndexToSizeOp (Shape_SizeToIndexOp $x)), (replaceWithValue $x)>;
