// Records without a name in the text: each of a `foreach` or a `multiclass` is a pattern with a name from its lines.
include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"

// x op x is x of the first two and not of the third.
foreach o = [Arith_AndIOp, Arith_OrIOp, Arith_XOrIOp] in def : Pat<(o $x, $x), (replaceWithValue $x)>;

// The smaller and the larger one of x and x.
foreach o = [Arith_MinSIOp, Arith_MaxSIOp, Arith_MinUIOp] in
  def : Pat<(o $x, $x), (replaceWithValue $x)>;

// x + x and x * x are not x.
foreach o = [Arith_AddIOp, Arith_MulIOp] in def : Pat<(o $x, $x, $f), (replaceWithValue $x)>;

// One operation absorbs the other.
multiclass Absorbs<Op outer, Op inner> {
  def : Pat<(outer $x, (inner $x, $y)), (replaceWithValue $x)>;
  def Swapped : Pat<(outer $x, (inner $y, $x)), (replaceWithValue $x)>;
}
defm : Absorbs<Arith_AndIOp, Arith_OrIOp>;
defm Or : Absorbs<Arith_OrIOp, Arith_AndIOp>;
defm : Absorbs<Arith_XOrIOp, Arith_AndIOp>;

// A name that looks like that of a second variant.
def Commuted : Pat<(Arith_AndIOp (either (Arith_OrIOp $x, $y), $x)), (replaceWithValue $x)>;
def Commuted_2 : Pat<(Arith_OrIOp $x, (Arith_XOrIOp $x, $y)), (replaceWithValue $x)>;
