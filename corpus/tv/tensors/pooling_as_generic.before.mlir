// input: dense<[[[[3], [9], [4], [1], [5]], [[1], [2], [6], [5], [3]], [[5], [8], [1], [7], [9]]]]> : tensor<1x3x5x1xi8>; dense<-128> : tensor<1x2x2x1xi8>
func.func @f(%t: tensor<1x3x5x1xi8>, %o: tensor<1x2x2x1xi8>) -> tensor<1x2x2x1xi8> {
  %w = tensor.empty() : tensor<2x2xi8>
  %r = linalg.pooling_nhwc_max {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%t, %w : tensor<1x3x5x1xi8>, tensor<2x2xi8>) outs(%o : tensor<1x2x2x1xi8>) -> tensor<1x2x2x1xi8>
  return %r : tensor<1x2x2x1xi8>
}
