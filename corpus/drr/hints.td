// Native code that edits discardable attributes alone, which shipped summaries describe.
include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"

def CopyAttributes : NativeCodeCall<"CopyDeviceAndUnderscoredAttributesAdaptor($0, $1)", 0>;
def Merge : NativeCodeCall<"mergeDiscardableAttributes($0, $1)">;
def CopyDiscardable : NativeCodeCall<"copyDiscardableAttrs($0, $1)", 0>;
def MoveNameHint : NativeCodeCall<"moveNameHint($0, $1)">;
def Unheard : NativeCodeCall<"changeSomething($0, $1)", 0>;

// (x & y) & y is x & y, and not x | y.
def Copied : Pattern<
  (Arith_AndIOp:$old (Arith_AndIOp $x, $y), $y), [(Arith_AndIOp:$new $x, $y)], [], [(CopyAttributes $old, $new)]>;
def CopiedWrong : Pattern<
  (Arith_AndIOp:$old (Arith_AndIOp $x, $y), $y), [(Arith_OrIOp:$new $x, $y)], [], [(CopyAttributes $old, $new)]>;

// The result of the native code is used by nothing.
def Merged : Pattern<
  (Arith_AndIOp:$old (Arith_AndIOp $x, $y), $y), [(Arith_AndIOp:$new $x, $y)], [], [(Merge $old, $new)]>;
def MergedWrong : Pattern<
  (Arith_AndIOp:$old (Arith_AndIOp $x, $y), $y), [(Arith_XOrIOp:$new $x, $y)], [], [(Merge $old, $new)]>;
def CopiedAll : Pattern<
  (Arith_OrIOp:$old (Arith_OrIOp $x, $y), $y), [(Arith_OrIOp:$new $x, $y)], [], [(CopyDiscardable $old, $new)]>;
def CopiedAllWrong : Pattern<
  (Arith_OrIOp:$old (Arith_OrIOp $x, $y), $y), [(Arith_AndIOp:$new $x, $y)], [], [(CopyDiscardable $old, $new)]>;

// What is returned is the second argument.
def Hinted : Pat<(Arith_AndIOp:$old (Arith_AndIOp $x, $y), $y), (MoveNameHint $old, (Arith_AndIOp $x, $y))>;
def HintedWrong : Pat<(Arith_AndIOp:$old (Arith_AndIOp $x, $y), $y), (MoveNameHint $old, (Arith_OrIOp $x, $y))>;
def HintedTwice : Pat<
  (Arith_AndIOp:$old (Arith_OrIOp $x, $y), $y), (MoveNameHint $old, (MoveNameHint $old, (Arith_AndIOp $y, $y)))>;
def HintedOther : Pat<
  (Arith_AndIOp:$old (Arith_OrIOp $x, $y), $y), (MoveNameHint $old, (Arith_AndIOp $x, $x))>;

// Of other code nothing is known.
def Changed : Pattern<
  (Arith_AndIOp:$old (Arith_AndIOp $x, $y), $y), [(Arith_AndIOp:$new $x, $y)], [], [(Unheard $old, $new)]>;
