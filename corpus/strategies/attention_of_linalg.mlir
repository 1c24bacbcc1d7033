func.func @f(%p0: tensor<1x3x2xf32>, %p1: tensor<1x2x6xf32>, %p2: tensor<1x3x3xi1>, %p3: tensor<1x3x3xf32>) -> tensor<1x3x2xf32> {
  %1 = tensor.empty() : tensor<1x3x6xf32>
  %2 = arith.constant 0.0 : f32
  %3 = linalg.fill ins(%2 : f32) outs(%1 : tensor<1x3x6xf32>) -> tensor<1x3x6xf32>
  %4 = linalg.batch_matmul ins(%p0, %p1 : tensor<1x3x2xf32>, tensor<1x2x6xf32>) outs(%3 : tensor<1x3x6xf32>) -> tensor<1x3x6xf32>
  %5 = tensor.extract_slice %4[0, 0, 0] [1, 3, 2] [1, 1, 1] : tensor<1x3x6xf32> to tensor<1x3x2xf32>
  %6 = tensor.extract_slice %4[0, 0, 2] [1, 3, 2] [1, 1, 1] : tensor<1x3x6xf32> to tensor<1x3x2xf32>
  %7 = tensor.extract_slice %4[0, 0, 4] [1, 3, 2] [1, 1, 1] : tensor<1x3x6xf32> to tensor<1x3x2xf32>
  %8 = tensor.empty() : tensor<1x2x3xf32>
  %9 = linalg.transpose ins(%6 : tensor<1x3x2xf32>) outs(%8 : tensor<1x2x3xf32>) permutation = [0, 2, 1]
  %10 = tensor.empty() : tensor<1x3x3xf32>
  %11 = linalg.fill ins(%2 : f32) outs(%10 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %12 = linalg.batch_matmul ins(%5, %9 : tensor<1x3x2xf32>, tensor<1x2x3xf32>) outs(%11 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %13 = arith.constant 1.5 : f32
  %14 = linalg.fill ins(%13 : f32) outs(%10 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %15 = linalg.div ins(%12, %14 : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%10 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %16 = arith.constant -1.0e4 : f32
  %17 = linalg.fill ins(%16 : f32) outs(%10 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %18 = linalg.select ins(%p2, %15, %17 : tensor<1x3x3xi1>, tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%10 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %19 = tensor.empty() : tensor<1x3xf32>
  %20 = arith.constant 0xFF800000 : f32
  %21 = linalg.fill ins(%20 : f32) outs(%19 : tensor<1x3xf32>) -> tensor<1x3xf32>
  %22 = linalg.reduce { arith.maximumf } ins(%18 : tensor<1x3x3xf32>) outs(%21 : tensor<1x3xf32>) dimensions = [2]
  %23 = linalg.broadcast ins(%22 : tensor<1x3xf32>) outs(%10 : tensor<1x3x3xf32>) dimensions = [2]
  %24 = linalg.sub ins(%18, %23 : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%10 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %25 = linalg.exp ins(%24 : tensor<1x3x3xf32>) outs(%10 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %26 = linalg.fill ins(%2 : f32) outs(%19 : tensor<1x3xf32>) -> tensor<1x3xf32>
  %27 = linalg.reduce { arith.addf } ins(%25 : tensor<1x3x3xf32>) outs(%26 : tensor<1x3xf32>) dimensions = [2]
  %28 = linalg.broadcast ins(%27 : tensor<1x3xf32>) outs(%10 : tensor<1x3x3xf32>) dimensions = [2]
  %29 = linalg.div ins(%25, %28 : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%10 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %30 = tensor.empty() : tensor<1x3x2xf32>
  %31 = linalg.fill ins(%2 : f32) outs(%30 : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %32 = linalg.batch_matmul ins(%29, %7 : tensor<1x3x3xf32>, tensor<1x3x2xf32>) outs(%31 : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return %32 : tensor<1x3x2xf32>
}
