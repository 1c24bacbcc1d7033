// what: The decomposition of linalg.generic replaces the initial value of a result by zero where its first operation does not compute that result.
// expected: Linalg: "an "init tensor" output value which provides an initial value for a tensor".
// pass: --test-linalg-decompose-ops
// pattern: DecomposeLinalgOp (mlir/lib/Dialect/Linalg/Transforms/DecomposeLinalgOps.cpp)
// cause: The operation that is split off yields zero for the results of those behind it, which read that instead of the initial value.
// rule: V301
// input: @f([1, -2], [-2, 0], [2, 7])
// before: ([2, -14])
// after: ([0, 0])
#map = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<2xi8>, %o: tensor<2xi8>, %p: tensor<2xi8>) -> tensor<2xi8> {
  %r:2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%a : tensor<2xi8>) outs(%o, %p : tensor<2xi8>, tensor<2xi8>) {
  ^bb0(%x: i8, %y: i8, %z: i8):
    %s = arith.addi %x, %y : i8
    %t = arith.muli %x, %z : i8
    linalg.yield %s, %t : i8, i8
  } -> (tensor<2xi8>, tensor<2xi8>)
  return %r#1 : tensor<2xi8>
}
