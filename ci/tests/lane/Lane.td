// A dialect of somebody's own: arithmetic on lanes, with folders and patterns in lane-opt.cpp.
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Lane_Dialect : Dialect {
  let name = "lane";
  let cppNamespace = "::lane";
  let dependentDialects = ["arith::ArithDialect"];
  let hasConstantMaterializer = 1;
}

class Lane_Op<string mnemonic, list<Trait> traits = []> : Op<Lane_Dialect, mnemonic, traits>;

class Lane_Binary<string mnemonic, list<Trait> traits = []>
    : Lane_Op<mnemonic, !listconcat([Pure, SameOperandsAndResultType], traits)> {
  let arguments = (ins SignlessIntegerLike:$lhs, SignlessIntegerLike:$rhs);
  let results = (outs SignlessIntegerLike:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Lane_AvgOp : Lane_Binary<"avg", [Commutative]> { let summary = "floor of the unsigned average"; }
def Lane_SatAddOp : Lane_Binary<"sat_add", [Commutative]> { let summary = "unsigned sum, at most the largest number"; }
def Lane_SatSubOp : Lane_Binary<"sat_sub"> { let summary = "unsigned difference, at least 0"; }
def Lane_AbsDiffOp : Lane_Binary<"absdiff", [Commutative]> { let summary = "distance of two unsigned numbers"; }
def Lane_MulHiOp : Lane_Binary<"mulhi", [Commutative]> { let summary = "upper half of the unsigned product"; }

def Lane_RotlOp : Lane_Binary<"rotl"> {
  let summary = "rotation to the left, by a number of bits modulo the width";
  let hasCanonicalizer = 1;
}

def Lane_ClampOp : Lane_Op<"clamp", [Pure, SameOperandsAndResultType]> {
  let summary = "signed: at least lo, then at most hi";
  let arguments = (ins SignlessIntegerLike:$value, I64Attr:$lo, I64Attr:$hi);
  let results = (outs SignlessIntegerLike:$result);
  let assemblyFormat = "$value `to` $lo `,` $hi attr-dict `:` type($result)";
  let hasCanonicalizer = 1;
}

def Lane_Direction : I32EnumAttr<"Direction", "direction of a shift", [
    I32EnumAttrCase<"left", 0>, I32EnumAttrCase<"logical", 1>, I32EnumAttrCase<"arithmetic", 2>]> {
  let cppNamespace = "::lane";
}

def Lane_ShiftOp : Lane_Op<"shift", [Pure, SameOperandsAndResultType]> {
  let summary = "shift by a fixed number of bits";
  let arguments = (ins SignlessIntegerLike:$value, Lane_Direction:$direction, ConfinedAttr<I64Attr, [IntNonNegative]>:$bits);
  let results = (outs SignlessIntegerLike:$result);
  let assemblyFormat = "$direction $value `by` $bits attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Lane_ParityOp : Lane_Op<"parity", [Pure]> {
  let summary = "1 where the number of ones is odd";
  let arguments = (ins I8:$value);
  let results = (outs I1:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
  let hasFolder = 1;
}

def Lane_MuxOp : Lane_Op<"mux", [Pure, AllTypesMatch<["then", "otherwise", "result"]>]> {
  let summary = "one of two values";
  let arguments = (ins I1:$condition, SignlessIntegerLike:$then, SignlessIntegerLike:$otherwise);
  let results = (outs SignlessIntegerLike:$result);
  let assemblyFormat = "$condition `?` $then `:` $otherwise attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Lane_WidenOp : Lane_Op<"widen", [Pure]> {
  let summary = "the same unsigned number in 16 bits";
  let arguments = (ins I8:$value);
  let results = (outs I16:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `to` type($result)";
  let hasFolder = 1;
}

def Lane_NarrowOp : Lane_Op<"narrow", [Pure]> {
  let summary = "the lower 8 bits";
  let arguments = (ins I16:$value);
  let results = (outs I8:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `to` type($result)";
  let hasFolder = 1;
}

def Lane_RepeatOp : Lane_Op<"repeat", [
    RecursiveMemoryEffects, AllTypesMatch<["init", "result"]>, SingleBlockImplicitTerminator<"::lane::YieldOp">]> {
  let summary = "runs its body some times, each time on what it yielded before";
  let arguments = (ins SignlessIntegerLike:$init, ConfinedAttr<I64Attr, [IntNonNegative]>:$times);
  let results = (outs SignlessIntegerLike:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$init `times` $times $body attr-dict `:` type($result)";
  let hasCanonicalizer = 1;
}

def Lane_YieldOp : Lane_Op<"yield", [Pure, Terminator, HasParent<"::lane::RepeatOp">]> {
  let arguments = (ins Variadic<SignlessIntegerLike>:$values);
  let builders = [OpBuilder<(ins), [{ }]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}
