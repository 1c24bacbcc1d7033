// what: Unrolling multiplies the step of a loop by the factor without asking if the product fits; the new step is zero or negative.
// expected: scf.for: "The step is a value of same type but required to be positive".
// pass: --test-loop-unrolling=unroll-factor=2
// pattern: loopUnrollByFactor (mlir/lib/Dialect/SCF/Utils/Utils.cpp)
// cause: The new step is the product of the step and the factor in the type of the induction variable, without a check that it fits.
// rule: V302
// input: @f(8, -5676455562235387434, 4661554445623321628, [0x7F800000, 0xFF800000], 0xBFE00000)
// before: (), memory ([inf, -inf])
// after: undefined behaviour at `scf.for` (the step of a loop is not positive)
func.func @f(%lo: index, %hi: index, %step: index, %m: memref<?xf32>, %x: f32) {
  scf.for %i = %lo to %hi step %step {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}
