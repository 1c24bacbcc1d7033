// Operations that the file itself defines: what their records say of types binds every program that is shown, and what they
// leave to C++ is not known.
include "mlir/IR/OpBase.td"
include "mlir/IR/PatternBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Lab : Dialect { let name = "lab"; let cppNamespace = "::lab"; }
class Lab_Op<string mnemonic, list<Trait> traits = []> : Op<Lab, mnemonic, traits>;

// Elements and shapes that the definitions tie together.
def F32ToI32 : Lab_Op<"f32_to_i32", [SameOperandsAndResultShape]> {
  let arguments = (ins TensorOf<[F32]>:$x);
  let results = (outs TensorOf<[I32]>:$r);
}
def I32ToF32 : Lab_Op<"i32_to_f32", [SameOperandsAndResultShape]> {
  let arguments = (ins TensorOf<[I32]>:$x);
  let results = (outs TensorOf<[F32]>:$r);
}
def I32ToF64 : Lab_Op<"i32_to_f64", [SameOperandsAndResultShape]> {
  let arguments = (ins TensorOf<[I32]>:$x);
  let results = (outs TensorOf<[F64]>:$r);
}
def ThereAndBack : Pat<(I32ToF32 (F32ToI32 $x)), (replaceWithValue $x)>;
def ThereAndFurther : Pat<(I32ToF64 (F32ToI32 $x)), (replaceWithValue $x)>;
def ElementMissed : Pat<(F32ToI32 $x), (I32ToF64 $x)>;

// A copy whose trait ties its types, and one that no trait ties.
def Copy : Lab_Op<"copy", [Pure, SameOperandsAndResultType]> {
  let arguments = (ins AnyTensor:$x);
  let results = (outs AnyTensor:$r);
}
def Cast : Lab_Op<"cast", [Pure]> {
  let arguments = (ins AnyTensor:$x);
  let results = (outs AnyTensor:$r);
}
def CopyIsItsOperand : Pat<(Copy $x), (replaceWithValue $x)>;
def CastIsItsOperand : Pat<(Cast $x), (replaceWithValue $x)>;
def CopyOfConverted : Pat<(I32ToF32 (F32ToI32 $x)), (Copy $x)>;
def CopyAtOtherType : Pat<(F32ToI32 $x), (Copy $x)>;

// The same with a trait that is C++ of its project.
def SameUpToReferences : NativeOpTrait<"SameUpToReferences">;
def Identity : Lab_Op<"identity", [Pure, SameUpToReferences]> {
  let arguments = (ins AnyTensor:$x);
  let results = (outs AnyTensor:$r);
}
def IdentityIsItsOperand : Pat<(Identity $x), (replaceWithValue $x)>;

// A verifier in C++.
def Checked : Lab_Op<"checked", [Pure]> {
  let arguments = (ins AnyTensor:$x);
  let results = (outs AnyTensor:$r);
  let hasVerifier = 1;
}
def CheckedInstead : Pat<(Cast $x), (Checked $x)>;
def CheckedIsItsOperand : Pat<(Checked $x), (replaceWithValue $x)>;
def CheckedBetween : Pat<(I32ToF32 (Checked (F32ToI32 $x))), (replaceWithValue $x)>;
def Choose : Lab_Op<"choose", [Pure]> {
  let arguments = (ins AnyTensor:$x, AnyTensor:$y);
  let results = (outs AnyTensor:$r);
}
def CheckedElsewhere : Pat<(Choose $x, (Checked $y)), (replaceWithValue $x)>;

// Complex numbers and their parts: which part has which type is C++.
def Parts : TensorOf<[F32, F64]>;
def ComplexNumbers : TensorOf<[Complex<AnyTypeOf<[F32, F64]>>]>;
def MakeComplex : Lab_Op<"complex", [
    Pure, SameOperandsElementType, SameOperandsAndResultShape, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let arguments = (ins Parts:$re, Parts:$im);
  let results = (outs ComplexNumbers:$r);
}
def Real : Lab_Op<"real", [Pure, SameOperandsAndResultShape, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let arguments = (ins TensorOf<[F32, F64, Complex<AnyTypeOf<[F32, F64]>>]>:$x);
  let results = (outs Parts:$r);
}
def RealOfComplex : Pat<(Real (MakeComplex $re, $im)), (replaceWithValue $re)>;

// Traits that compare named operands and results.
def Pair : Lab_Op<"pair", [Pure, AllTypesMatch<["x", "r"]>, AllElementTypesMatch<["x", "y"]>]> {
  let arguments = (ins AnyTensor:$x, AnyTensor:$y);
  let results = (outs AnyTensor:$r);
}
def First : Pat<(Pair $x, $y), (replaceWithValue $x)>;
def Second : Pat<(Pair $x, $y), (replaceWithValue $y)>;

// Equations with a function of one type.
def Compare : Lab_Op<"compare", [Pure, SameTypeOperands,
    TypesMatchWith<"one bit in the shape of the operands", "x", "r", "::getI1SameShape($_self)">]> {
  let arguments = (ins AnyTypeOf<[I32, TensorOf<[I32]>]>:$x, AnyTypeOf<[I32, TensorOf<[I32]>]>:$y);
  let results = (outs AnyTypeOf<[I1, TensorOf<[I1]>]>:$r);
}
def Bits : Lab_Op<"bits", [Pure, SameOperandsAndResultShape]> {
  let arguments = (ins AnyTypeOf<[I32, TensorOf<[I32]>]>:$x);
  let results = (outs AnyTypeOf<[I1, TensorOf<[I1]>]>:$r);
}
def ComparedWithItself : Pat<(Compare $x, $x), (Bits $x)>;
def ComparedIsFirst : Pat<(Compare $x, $y), (replaceWithValue $x)>;

// Groups of equal size: one, three, five results, and so on.
def Two : Lab_Op<"two", [SameVariadicResultSize]> {
  let results = (outs Variadic<I32>:$a, F32:$b, Variadic<I32>:$c);
}
def Three : Lab_Op<"three", [SameVariadicResultSize]> {
  let results = (outs Variadic<I32>:$a, F32:$b, Variadic<I32>:$c);
}
def Other : Lab_Op<"other", [SameVariadicResultSize]> {
  let results = (outs Variadic<I32>:$a, F64:$b, Variadic<I32>:$c);
}
def TwoIsThree : Pat<(Two), (Three)>;
def TwoIsOther : Pat<(Two), (Other)>;

// Types that a builder in C++ finds: they matter where another operation asks for more than the definition says.
def Built : Lab_Op<"built", [Pure]> {
  let arguments = (ins AnyTensor:$x);
  let results = (outs AnyTensor:$r);
  let builders = [OpBuilder<(ins "::mlir::Value":$x)>];
}
def BuiltInside : Pat<(Cast $x), (Cast (Built $x))>;
def BuiltInsideTwice : Pat<(Cast $x), (Cast (Built (Built $x)))>;
def BuiltForI32 : Pat<(Cast $x), (I32ToF32 (Built $x))>;
def BuiltReplaces : Pat<(Cast $x), (Built $x)>;
def BuiltBesideWrong : Pat<(I32ToF32 $x), (I32ToF64 $x), [], [(Built $x)]>;
