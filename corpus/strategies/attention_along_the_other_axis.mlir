func.func @f(%p0: tensor<1x3x2xf32>, %p1: tensor<1x3x2xf32>, %p2: tensor<1x3x2xf32>, %p3: tensor<1x3x3xf32>) -> tensor<1x3x2xf32> {
  %1 = tensor.empty() : tensor<1x3x2xf32>
  %2 = arith.constant 0.7 : f32
  %3 = linalg.fill ins(%2 : f32) outs(%1 : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %4 = linalg.mul ins(%p0, %3 : tensor<1x3x2xf32>, tensor<1x3x2xf32>) outs(%1 : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %5 = tensor.empty() : tensor<1x2x3xf32>
  %6 = linalg.transpose ins(%p1 : tensor<1x3x2xf32>) outs(%5 : tensor<1x2x3xf32>) permutation = [0, 2, 1]
  %7 = tensor.empty() : tensor<1x3x3xf32>
  %8 = arith.constant 0.0 : f32
  %9 = linalg.fill ins(%8 : f32) outs(%7 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %10 = linalg.batch_matmul ins(%4, %6 : tensor<1x3x2xf32>, tensor<1x2x3xf32>) outs(%9 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %11 = tensor.empty() : tensor<1x3xf32>
  %12 = arith.constant 0xFF800000 : f32
  %13 = linalg.fill ins(%12 : f32) outs(%11 : tensor<1x3xf32>) -> tensor<1x3xf32>
  %14 = linalg.reduce { arith.maximumf } ins(%10 : tensor<1x3x3xf32>) outs(%13 : tensor<1x3xf32>) dimensions = [1]
  %15 = linalg.broadcast ins(%14 : tensor<1x3xf32>) outs(%7 : tensor<1x3x3xf32>) dimensions = [1]
  %16 = linalg.sub ins(%10, %15 : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%7 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %17 = linalg.exp ins(%16 : tensor<1x3x3xf32>) outs(%7 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %18 = linalg.fill ins(%8 : f32) outs(%11 : tensor<1x3xf32>) -> tensor<1x3xf32>
  %19 = linalg.reduce { arith.addf } ins(%17 : tensor<1x3x3xf32>) outs(%18 : tensor<1x3xf32>) dimensions = [1]
  %20 = linalg.broadcast ins(%19 : tensor<1x3xf32>) outs(%7 : tensor<1x3x3xf32>) dimensions = [1]
  %21 = linalg.div ins(%17, %20 : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%7 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %22 = linalg.fill ins(%8 : f32) outs(%1 : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %23 = linalg.batch_matmul ins(%21, %p2 : tensor<1x3x3xf32>, tensor<1x3x2xf32>) outs(%22 : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return %23 : tensor<1x3x2xf32>
}
