// what: sink_mem_ops loads the element of a vector that is extracted at a place outside of the vector.
// expected: vector.extract: "The result is undefined if any index is out-of-bounds"; memref.load: "undefined behavior if indices are out of bounds".
// set: vector.sink_mem_ops
// pattern: ExtractOpFromLoad (mlir/lib/Dialect/Vector/Transforms/VectorTransforms.cpp)
// cause: A dynamic position is added to the index of the load without a check that it lies in the vector.
// rule: V302
// input: @f([1, -1, -128, 127], 0, 8)
// before: (poison), memory ([1, -1, -128, 127])
// after: undefined behaviour at `memref.load` (an index is out of bounds)
func.func @f(%m: memref<?xi8>, %i: index, %j: index) -> i8 {
  %v = vector.load %m[%i] : memref<?xi8>, vector<4xi8>
  %r = vector.extract %v[%j] : i8 from vector<4xi8>
  return %r : i8
}
