// Results in groups and single ones: one stands for the other, both ways, and an operand is any result of its operation.
include "mlir/IR/OpBase.td"
include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"

def D : Dialect { let name = "d"; let cppNamespace = "d"; }
class Unary<string name> : Op<D, name> { let arguments = (ins I32:$x); let results = (outs I32:$r); }
class Group<string name> : Op<D, name> { let arguments = (ins Variadic<I32>:$x); let results = (outs Variadic<I32>:$r); }
def One : Unary<"one">;
def Other : Unary<"other">;
def Many : Group<"many">;
def More : Group<"more">;
def Ends : Op<D, "ends"> { let arguments = (ins I32:$x); let results = (outs I32:$first, Variadic<I32>:$rest); }
def Starts : Op<D, "starts"> { let arguments = (ins I32:$x); let results = (outs Variadic<I32>:$rest, I32:$last); }
def Pair : Op<D, "pair"> { let arguments = (ins I32:$x); let results = (outs I32:$first, I64:$second); }
def Wide : Op<D, "wide"> { let arguments = (ins I32:$x); let results = (outs I64:$r); }
def Nothing : Op<D, "nothing"> { let arguments = (ins I32:$x); let results = (outs); }

def First : NativeCodeCall<"firstOf($0)">;
def Single : Constraint<CPred<"isSingle($_self)">>;
def Both : Constraint<CPred<"areBoth($_self)">>;

// A group by a single result: C++ makes an operation with as many results as the group has.
def GroupBySingle : Pat<(Many (variadic $x)), (One $x)>;
def GroupBySingleIfSo : Pat<(Many:$r $x), (One (First $x)), [(Single:$r)]>;
def GroupByOfOne : Pat<(Many (variadic (One $x))), (Other $x)>;

// A single result by a group: it has one, as the operation that is replaced.
def SingleByGroup : Pat<(One $x), (Many (variadic $x))>;
def SingleByGroupOfTwo : Pat<(One $x), (Many (variadic $x, $x))>;
def GroupByGroup : Pat<(Many $x), (More $x)>;
def SingleOfNestedByGroup : Pat<(One (One $x)), (Many (variadic $x))>;

// Single and group in one order and in the other.
def EndsByEnds : Pat<(Ends (One $x)), (Ends $x)>;
def EndsByStarts : Pat<(Ends $x), (Starts $x)>;

// The operation without results is what the name stands for, and of one with two results both are.
def OfNothing : Pattern<(Nothing:$n (One $x)), [(Nothing $x)], [(Single:$n)]>;
def OfBoth : Pattern<(Pair:$p (One $x)), [(One $x), (Wide $x)], [(Both:$p)]>;

// The operand may be either result; where the types exclude the second one, it is the first one.
def SumOfExtended : Pat<(Arith_AddIOp (Arith_AddUIExtendedOp $x, $y), $z, $f), (Arith_AddIOp $x, $z, $f)>;
def OneOfPair : Pat<(One (Pair $x)), (Other $x)>;
