func.func @matmul_mix_1(%a0: tensor<?x?xi8>, %a1: tensor<?x?xi16>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<?x?xi8>, tensor<?x?xi16>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @matmul_mix_2(%a0: tensor<?x?xi8>, %a1: tensor<?x?xi16>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?xi8>, tensor<?x?xi16>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @batch_matmul_mix_3(%a0: tensor<?x?x?xi8>, %a1: tensor<?x?x?xi16>, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<?x?x?xi8>, tensor<?x?x?xi16>) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}
func.func @batch_matmul_mix_4(%a0: tensor<?x?x?xi8>, %a1: tensor<?x?x?xi16>, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %r = linalg.batch_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xi8>, tensor<?x?x?xi16>) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}
func.func @batch_reduce_matmul_mix_5(%a0: tensor<?x?x?xi8>, %a1: tensor<?x?x?xi16>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<?x?x?xi8>, tensor<?x?x?xi16>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @batch_reduce_matmul_mix_6(%a0: tensor<?x?x?xi8>, %a1: tensor<?x?x?xi16>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.batch_reduce_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xi8>, tensor<?x?x?xi16>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @conv_2d_nhwc_hwcf_mix_7(%a0: tensor<?x?x?x?xi8>, %a1: tensor<?x?x?x?xi16>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : tensor<?x?x?x?xi8>, tensor<?x?x?x?xi16>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @conv_2d_nhwc_hwcf_mix_8(%a0: tensor<?x?x?x?xi8>, %a1: tensor<?x?x?x?xi16>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, foo, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xi8>, tensor<?x?x?x?xi16>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @conv_2d_nhwc_hwcf_q_mix_9(%a0: tensor<?x?x?x?xi8>, %a1: tensor<?x?x?x?xi16>, %a2: i8, %a3: i8, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.conv_2d_nhwc_hwcf_q ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?xi8>, tensor<?x?x?x?xi16>, i8, i8) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @quantized_matmul_mix_10(%a0: tensor<?x?xi8>, %a1: tensor<?x?xi16>, %a2: i8, %a3: i8, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.quantized_matmul ins(%a0, %a1, %a2, %a3 : tensor<?x?xi8>, tensor<?x?xi16>, i8, i8) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @pooling_nhwc_max_mix_11(%a0: tensor<?x?x?x?xi8>, %a1: tensor<?x?xi16>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.pooling_nhwc_max ins(%a0, %a1 : tensor<?x?x?x?xi8>, tensor<?x?xi16>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @pooling_nhwc_sum_mix_12(%a0: tensor<?x?x?x?xi8>, %a1: tensor<?x?xi16>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.pooling_nhwc_sum ins(%a0, %a1 : tensor<?x?x?x?xi8>, tensor<?x?xi16>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @pooling_nhwc_max_unsigned_mix_13(%a0: tensor<?x?x?x?xi8>, %a1: tensor<?x?xi16>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.pooling_nhwc_max_unsigned ins(%a0, %a1 : tensor<?x?x?x?xi8>, tensor<?x?xi16>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @pooling_nwc_min_unsigned_mix_14(%a0: tensor<?x?x?xi8>, %a1: tensor<?xi16>, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %r = linalg.pooling_nwc_min_unsigned ins(%a0, %a1 : tensor<?x?x?xi8>, tensor<?xi16>) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}
func.func @copy_mix_15(%a0: tensor<?x?xi8>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.copy ins(%a0 : tensor<?x?xi8>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @copy_mix_16(%a0: tensor<?x?xi8>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%a0 : tensor<?x?xi8>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @dot_mix_17(%a0: tensor<?xi8>, %a1: tensor<?xi16>, %o: tensor<i32>) -> tensor<i32> {
  %r = linalg.dot ins(%a0, %a1 : tensor<?xi8>, tensor<?xi16>) outs(%o : tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func @matmul_fmix_18(%a0: tensor<?x?xf16>, %a1: tensor<?x?xbf16>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<?x?xf16>, tensor<?x?xbf16>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @matmul_fmix_19(%a0: tensor<?x?xf16>, %a1: tensor<?x?xbf16>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?xf16>, tensor<?x?xbf16>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @batch_matmul_fmix_20(%a0: tensor<?x?x?xf16>, %a1: tensor<?x?x?xbf16>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<?x?x?xf16>, tensor<?x?x?xbf16>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}
func.func @batch_matmul_fmix_21(%a0: tensor<?x?x?xf16>, %a1: tensor<?x?x?xbf16>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %r = linalg.batch_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xf16>, tensor<?x?x?xbf16>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}
func.func @batch_reduce_matmul_fmix_22(%a0: tensor<?x?x?xf16>, %a1: tensor<?x?x?xbf16>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<?x?x?xf16>, tensor<?x?x?xbf16>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @batch_reduce_matmul_fmix_23(%a0: tensor<?x?x?xf16>, %a1: tensor<?x?x?xbf16>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.batch_reduce_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xf16>, tensor<?x?x?xbf16>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @conv_2d_nhwc_hwcf_fmix_24(%a0: tensor<?x?x?x?xf16>, %a1: tensor<?x?x?x?xbf16>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : tensor<?x?x?x?xf16>, tensor<?x?x?x?xbf16>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @conv_2d_nhwc_hwcf_fmix_25(%a0: tensor<?x?x?x?xf16>, %a1: tensor<?x?x?x?xbf16>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, foo, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xf16>, tensor<?x?x?x?xbf16>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @conv_2d_nhwc_hwcf_q_fmix_26(%a0: tensor<?x?x?x?xf16>, %a1: tensor<?x?x?x?xbf16>, %a2: f16, %a3: f16, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.conv_2d_nhwc_hwcf_q ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?xf16>, tensor<?x?x?x?xbf16>, f16, f16) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @quantized_matmul_fmix_27(%a0: tensor<?x?xf16>, %a1: tensor<?x?xbf16>, %a2: f16, %a3: f16, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.quantized_matmul ins(%a0, %a1, %a2, %a3 : tensor<?x?xf16>, tensor<?x?xbf16>, f16, f16) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @pooling_nhwc_max_fmix_28(%a0: tensor<?x?x?x?xf16>, %a1: tensor<?x?xbf16>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.pooling_nhwc_max ins(%a0, %a1 : tensor<?x?x?x?xf16>, tensor<?x?xbf16>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @pooling_nhwc_sum_fmix_29(%a0: tensor<?x?x?x?xf16>, %a1: tensor<?x?xbf16>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.pooling_nhwc_sum ins(%a0, %a1 : tensor<?x?x?x?xf16>, tensor<?x?xbf16>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @copy_fmix_30(%a0: tensor<?x?xf16>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.copy ins(%a0 : tensor<?x?xf16>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @copy_fmix_31(%a0: tensor<?x?xf16>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%a0 : tensor<?x?xf16>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @dot_fmix_32(%a0: tensor<?xf16>, %a1: tensor<?xbf16>, %o: tensor<f32>) -> tensor<f32> {
  %r = linalg.dot ins(%a0, %a1 : tensor<?xf16>, tensor<?xbf16>) outs(%o : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func @matmul_c_33(%a0: tensor<?x?xcomplex<f32>>, %a1: tensor<?x?xcomplex<f32>>, %o: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%o : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  return %r : tensor<?x?xcomplex<f32>>
}
func.func @matmul_c_34(%a0: tensor<?x?xcomplex<f32>>, %a1: tensor<?x?xcomplex<f32>>, %o: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%o : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  return %r : tensor<?x?xcomplex<f32>>
}
func.func @batch_matmul_c_35(%a0: tensor<?x?x?xcomplex<f32>>, %a1: tensor<?x?x?xcomplex<f32>>, %o: tensor<?x?x?xcomplex<f32>>) -> tensor<?x?x?xcomplex<f32>> {
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<?x?x?xcomplex<f32>>, tensor<?x?x?xcomplex<f32>>) outs(%o : tensor<?x?x?xcomplex<f32>>) -> tensor<?x?x?xcomplex<f32>>
  return %r : tensor<?x?x?xcomplex<f32>>
}
func.func @batch_matmul_c_36(%a0: tensor<?x?x?xcomplex<f32>>, %a1: tensor<?x?x?xcomplex<f32>>, %o: tensor<?x?x?xcomplex<f32>>) -> tensor<?x?x?xcomplex<f32>> {
  %r = linalg.batch_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xcomplex<f32>>, tensor<?x?x?xcomplex<f32>>) outs(%o : tensor<?x?x?xcomplex<f32>>) -> tensor<?x?x?xcomplex<f32>>
  return %r : tensor<?x?x?xcomplex<f32>>
}
func.func @batch_reduce_matmul_c_37(%a0: tensor<?x?x?xcomplex<f32>>, %a1: tensor<?x?x?xcomplex<f32>>, %o: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<?x?x?xcomplex<f32>>, tensor<?x?x?xcomplex<f32>>) outs(%o : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  return %r : tensor<?x?xcomplex<f32>>
}
func.func @batch_reduce_matmul_c_38(%a0: tensor<?x?x?xcomplex<f32>>, %a1: tensor<?x?x?xcomplex<f32>>, %o: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %r = linalg.batch_reduce_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xcomplex<f32>>, tensor<?x?x?xcomplex<f32>>) outs(%o : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  return %r : tensor<?x?xcomplex<f32>>
}
func.func @conv_2d_nhwc_hwcf_c_39(%a0: tensor<?x?x?x?xcomplex<f32>>, %a1: tensor<?x?x?x?xcomplex<f32>>, %o: tensor<?x?x?x?xcomplex<f32>>) -> tensor<?x?x?x?xcomplex<f32>> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : tensor<?x?x?x?xcomplex<f32>>, tensor<?x?x?x?xcomplex<f32>>) outs(%o : tensor<?x?x?x?xcomplex<f32>>) -> tensor<?x?x?x?xcomplex<f32>>
  return %r : tensor<?x?x?x?xcomplex<f32>>
}
func.func @conv_2d_nhwc_hwcf_c_40(%a0: tensor<?x?x?x?xcomplex<f32>>, %a1: tensor<?x?x?x?xcomplex<f32>>, %o: tensor<?x?x?x?xcomplex<f32>>) -> tensor<?x?x?x?xcomplex<f32>> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, foo, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xcomplex<f32>>, tensor<?x?x?x?xcomplex<f32>>) outs(%o : tensor<?x?x?x?xcomplex<f32>>) -> tensor<?x?x?x?xcomplex<f32>>
  return %r : tensor<?x?x?x?xcomplex<f32>>
}
func.func @conv_2d_nhwc_hwcf_q_c_41(%a0: tensor<?x?x?x?xcomplex<f32>>, %a1: tensor<?x?x?x?xcomplex<f32>>, %a2: complex<f32>, %a3: complex<f32>, %o: tensor<?x?x?x?xcomplex<f32>>) -> tensor<?x?x?x?xcomplex<f32>> {
  %r = linalg.conv_2d_nhwc_hwcf_q ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?xcomplex<f32>>, tensor<?x?x?x?xcomplex<f32>>, complex<f32>, complex<f32>) outs(%o : tensor<?x?x?x?xcomplex<f32>>) -> tensor<?x?x?x?xcomplex<f32>>
  return %r : tensor<?x?x?x?xcomplex<f32>>
}
func.func @quantized_matmul_c_42(%a0: tensor<?x?xcomplex<f32>>, %a1: tensor<?x?xcomplex<f32>>, %a2: complex<f32>, %a3: complex<f32>, %o: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %r = linalg.quantized_matmul ins(%a0, %a1, %a2, %a3 : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>, complex<f32>, complex<f32>) outs(%o : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  return %r : tensor<?x?xcomplex<f32>>
}
func.func @pooling_nhwc_sum_c_43(%a0: tensor<?x?x?x?xcomplex<f32>>, %a1: tensor<?x?xcomplex<f32>>, %o: tensor<?x?x?x?xcomplex<f32>>) -> tensor<?x?x?x?xcomplex<f32>> {
  %r = linalg.pooling_nhwc_sum ins(%a0, %a1 : tensor<?x?x?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%o : tensor<?x?x?x?xcomplex<f32>>) -> tensor<?x?x?x?xcomplex<f32>>
  return %r : tensor<?x?x?x?xcomplex<f32>>
}
func.func @copy_c_44(%a0: tensor<?x?xcomplex<f32>>, %o: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %r = linalg.copy ins(%a0 : tensor<?x?xcomplex<f32>>) outs(%o : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  return %r : tensor<?x?xcomplex<f32>>
}
func.func @copy_c_45(%a0: tensor<?x?xcomplex<f32>>, %o: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %r = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%a0 : tensor<?x?xcomplex<f32>>) outs(%o : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  return %r : tensor<?x?xcomplex<f32>>
}
func.func @add_c_46(%a0: tensor<?x?xcomplex<f32>>, %a1: tensor<?x?xcomplex<f32>>, %o: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %r = linalg.add ins(%a0, %a1 : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%o : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  return %r : tensor<?x?xcomplex<f32>>
}
func.func @sub_c_47(%a0: tensor<?x?xcomplex<f32>>, %a1: tensor<?x?xcomplex<f32>>, %o: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %r = linalg.sub ins(%a0, %a1 : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%o : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  return %r : tensor<?x?xcomplex<f32>>
}
func.func @mul_c_48(%a0: tensor<?x?xcomplex<f32>>, %a1: tensor<?x?xcomplex<f32>>, %o: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %r = linalg.mul ins(%a0, %a1 : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%o : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  return %r : tensor<?x?xcomplex<f32>>
}
func.func @div_c_49(%a0: tensor<?x?xcomplex<f32>>, %a1: tensor<?x?xcomplex<f32>>, %o: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %r = linalg.div ins(%a0, %a1 : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%o : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  return %r : tensor<?x?xcomplex<f32>>
}
func.func @fill_c_50(%a0: complex<f32>, %o: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %r = linalg.fill ins(%a0 : complex<f32>) outs(%o : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  return %r : tensor<?x?xcomplex<f32>>
}
func.func @select_c_51(%a0: tensor<?x?xi1>, %a1: tensor<?x?xcomplex<f32>>, %a2: tensor<?x?xcomplex<f32>>, %o: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %r = linalg.select ins(%a0, %a1, %a2 : tensor<?x?xi1>, tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%o : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  return %r : tensor<?x?xcomplex<f32>>
}
func.func @dot_c_52(%a0: tensor<?xcomplex<f32>>, %a1: tensor<?xcomplex<f32>>, %o: tensor<complex<f32>>) -> tensor<complex<f32>> {
  %r = linalg.dot ins(%a0, %a1 : tensor<?xcomplex<f32>>, tensor<?xcomplex<f32>>) outs(%o : tensor<complex<f32>>) -> tensor<complex<f32>>
  return %r : tensor<complex<f32>>
}
func.func @matmul_b_53(%a0: tensor<?x?xi1>, %a1: tensor<?x?xi1>, %o: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<?x?xi1>, tensor<?x?xi1>) outs(%o : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @matmul_b_54(%a0: tensor<?x?xi1>, %a1: tensor<?x?xi1>, %o: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?xi1>, tensor<?x?xi1>) outs(%o : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @batch_matmul_b_55(%a0: tensor<?x?x?xi1>, %a1: tensor<?x?x?xi1>, %o: tensor<?x?x?xi1>) -> tensor<?x?x?xi1> {
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<?x?x?xi1>, tensor<?x?x?xi1>) outs(%o : tensor<?x?x?xi1>) -> tensor<?x?x?xi1>
  return %r : tensor<?x?x?xi1>
}
func.func @batch_matmul_b_56(%a0: tensor<?x?x?xi1>, %a1: tensor<?x?x?xi1>, %o: tensor<?x?x?xi1>) -> tensor<?x?x?xi1> {
  %r = linalg.batch_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xi1>, tensor<?x?x?xi1>) outs(%o : tensor<?x?x?xi1>) -> tensor<?x?x?xi1>
  return %r : tensor<?x?x?xi1>
}
func.func @batch_reduce_matmul_b_57(%a0: tensor<?x?x?xi1>, %a1: tensor<?x?x?xi1>, %o: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<?x?x?xi1>, tensor<?x?x?xi1>) outs(%o : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @batch_reduce_matmul_b_58(%a0: tensor<?x?x?xi1>, %a1: tensor<?x?x?xi1>, %o: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %r = linalg.batch_reduce_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xi1>, tensor<?x?x?xi1>) outs(%o : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @conv_2d_nhwc_hwcf_b_59(%a0: tensor<?x?x?x?xi1>, %a1: tensor<?x?x?x?xi1>, %o: tensor<?x?x?x?xi1>) -> tensor<?x?x?x?xi1> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : tensor<?x?x?x?xi1>, tensor<?x?x?x?xi1>) outs(%o : tensor<?x?x?x?xi1>) -> tensor<?x?x?x?xi1>
  return %r : tensor<?x?x?x?xi1>
}
func.func @conv_2d_nhwc_hwcf_b_60(%a0: tensor<?x?x?x?xi1>, %a1: tensor<?x?x?x?xi1>, %o: tensor<?x?x?x?xi1>) -> tensor<?x?x?x?xi1> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, foo, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xi1>, tensor<?x?x?x?xi1>) outs(%o : tensor<?x?x?x?xi1>) -> tensor<?x?x?x?xi1>
  return %r : tensor<?x?x?x?xi1>
}
func.func @pooling_nhwc_max_b_61(%a0: tensor<?x?x?x?xi1>, %a1: tensor<?x?xi1>, %o: tensor<?x?x?x?xi1>) -> tensor<?x?x?x?xi1> {
  %r = linalg.pooling_nhwc_max ins(%a0, %a1 : tensor<?x?x?x?xi1>, tensor<?x?xi1>) outs(%o : tensor<?x?x?x?xi1>) -> tensor<?x?x?x?xi1>
  return %r : tensor<?x?x?x?xi1>
}
func.func @pooling_nhwc_sum_b_62(%a0: tensor<?x?x?x?xi1>, %a1: tensor<?x?xi1>, %o: tensor<?x?x?x?xi1>) -> tensor<?x?x?x?xi1> {
  %r = linalg.pooling_nhwc_sum ins(%a0, %a1 : tensor<?x?x?x?xi1>, tensor<?x?xi1>) outs(%o : tensor<?x?x?x?xi1>) -> tensor<?x?x?x?xi1>
  return %r : tensor<?x?x?x?xi1>
}
func.func @copy_b_63(%a0: tensor<?x?xi1>, %o: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %r = linalg.copy ins(%a0 : tensor<?x?xi1>) outs(%o : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @copy_b_64(%a0: tensor<?x?xi1>, %o: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %r = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%a0 : tensor<?x?xi1>) outs(%o : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @add_b_65(%a0: tensor<?x?xi1>, %a1: tensor<?x?xi1>, %o: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %r = linalg.add ins(%a0, %a1 : tensor<?x?xi1>, tensor<?x?xi1>) outs(%o : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @mul_b_66(%a0: tensor<?x?xi1>, %a1: tensor<?x?xi1>, %o: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %r = linalg.mul ins(%a0, %a1 : tensor<?x?xi1>, tensor<?x?xi1>) outs(%o : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @max_b_67(%a0: tensor<?x?xi1>, %a1: tensor<?x?xi1>, %o: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %r = linalg.max ins(%a0, %a1 : tensor<?x?xi1>, tensor<?x?xi1>) outs(%o : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @min_b_68(%a0: tensor<?x?xi1>, %a1: tensor<?x?xi1>, %o: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %r = linalg.min ins(%a0, %a1 : tensor<?x?xi1>, tensor<?x?xi1>) outs(%o : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @fill_b_69(%a0: i1, %o: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %r = linalg.fill ins(%a0 : i1) outs(%o : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @select_b_70(%a0: tensor<?x?xi1>, %a1: tensor<?x?xi1>, %a2: tensor<?x?xi1>, %o: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %r = linalg.select ins(%a0, %a1, %a2 : tensor<?x?xi1>, tensor<?x?xi1>, tensor<?x?xi1>) outs(%o : tensor<?x?xi1>) -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @dot_b_71(%a0: tensor<?xi1>, %a1: tensor<?xi1>, %o: tensor<i1>) -> tensor<i1> {
  %r = linalg.dot ins(%a0, %a1 : tensor<?xi1>, tensor<?xi1>) outs(%o : tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}
func.func @matmul_i_72(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @matmul_i_73(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @batch_matmul_i_74(%a0: tensor<?x?x?xi32>, %a1: tensor<?x?x?xi32>, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}
func.func @batch_matmul_i_75(%a0: tensor<?x?x?xi32>, %a1: tensor<?x?x?xi32>, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %r = linalg.batch_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}
func.func @batch_reduce_matmul_i_76(%a0: tensor<?x?x?xi32>, %a1: tensor<?x?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @batch_reduce_matmul_i_77(%a0: tensor<?x?x?xi32>, %a1: tensor<?x?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.batch_reduce_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @conv_2d_nhwc_hwcf_i_78(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?x?x?xi32>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @conv_2d_nhwc_hwcf_i_79(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?x?x?xi32>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, foo, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @conv_2d_nhwc_hwcf_q_i_80(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?x?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.conv_2d_nhwc_hwcf_q ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, i32, i32) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @quantized_matmul_i_81(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.quantized_matmul ins(%a0, %a1, %a2, %a3 : tensor<?x?xi32>, tensor<?x?xi32>, i32, i32) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @pooling_nhwc_max_i_82(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.pooling_nhwc_max ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @pooling_nhwc_sum_i_83(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.pooling_nhwc_sum ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @pooling_nhwc_max_unsigned_i_84(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.pooling_nhwc_max_unsigned ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @pooling_nwc_min_unsigned_i_85(%a0: tensor<?x?x?xi32>, %a1: tensor<?xi32>, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %r = linalg.pooling_nwc_min_unsigned ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?xi32>) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}
func.func @copy_i_86(%a0: tensor<?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.copy ins(%a0 : tensor<?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @copy_i_87(%a0: tensor<?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%a0 : tensor<?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @add_i_88(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.add ins(%a0, %a1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @sub_i_89(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.sub ins(%a0, %a1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @mul_i_90(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.mul ins(%a0, %a1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @div_i_91(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.div ins(%a0, %a1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @div_unsigned_i_92(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.div_unsigned ins(%a0, %a1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @max_i_93(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.max ins(%a0, %a1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @min_i_94(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.min ins(%a0, %a1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @fill_i_95(%a0: i32, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.fill ins(%a0 : i32) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @select_i_96(%a0: tensor<?x?xi1>, %a1: tensor<?x?xi32>, %a2: tensor<?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.select ins(%a0, %a1, %a2 : tensor<?x?xi1>, tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @dot_i_97(%a0: tensor<?xi32>, %a1: tensor<?xi32>, %o: tensor<i32>) -> tensor<i32> {
  %r = linalg.dot ins(%a0, %a1 : tensor<?xi32>, tensor<?xi32>) outs(%o : tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func @matmul_int_to_float_98(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @matmul_int_to_float_99(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @batch_matmul_int_to_float_100(%a0: tensor<?x?x?xi32>, %a1: tensor<?x?x?xi32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}
func.func @batch_matmul_int_to_float_101(%a0: tensor<?x?x?xi32>, %a1: tensor<?x?x?xi32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %r = linalg.batch_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}
func.func @batch_reduce_matmul_int_to_float_102(%a0: tensor<?x?x?xi32>, %a1: tensor<?x?x?xi32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @batch_reduce_matmul_int_to_float_103(%a0: tensor<?x?x?xi32>, %a1: tensor<?x?x?xi32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.batch_reduce_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @conv_2d_nhwc_hwcf_int_to_float_104(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?x?x?xi32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @conv_2d_nhwc_hwcf_int_to_float_105(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?x?x?xi32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, foo, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @conv_2d_nhwc_hwcf_q_int_to_float_106(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?x?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.conv_2d_nhwc_hwcf_q ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, i32, i32) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @quantized_matmul_int_to_float_107(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.quantized_matmul ins(%a0, %a1, %a2, %a3 : tensor<?x?xi32>, tensor<?x?xi32>, i32, i32) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @pooling_nhwc_max_int_to_float_108(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.pooling_nhwc_max ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @pooling_nhwc_sum_int_to_float_109(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.pooling_nhwc_sum ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @copy_int_to_float_110(%a0: tensor<?x?xi32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.copy ins(%a0 : tensor<?x?xi32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @copy_int_to_float_111(%a0: tensor<?x?xi32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%a0 : tensor<?x?xi32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @dot_int_to_float_112(%a0: tensor<?xi32>, %a1: tensor<?xi32>, %o: tensor<f32>) -> tensor<f32> {
  %r = linalg.dot ins(%a0, %a1 : tensor<?xi32>, tensor<?xi32>) outs(%o : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func @matmul_float_to_int_113(%a0: tensor<?x?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @matmul_float_to_int_114(%a0: tensor<?x?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @batch_matmul_float_to_int_115(%a0: tensor<?x?x?xf32>, %a1: tensor<?x?x?xf32>, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}
func.func @batch_matmul_float_to_int_116(%a0: tensor<?x?x?xf32>, %a1: tensor<?x?x?xf32>, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %r = linalg.batch_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}
func.func @batch_reduce_matmul_float_to_int_117(%a0: tensor<?x?x?xf32>, %a1: tensor<?x?x?xf32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @batch_reduce_matmul_float_to_int_118(%a0: tensor<?x?x?xf32>, %a1: tensor<?x?x?xf32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.batch_reduce_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @conv_2d_nhwc_hwcf_float_to_int_119(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @conv_2d_nhwc_hwcf_float_to_int_120(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, foo, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @conv_2d_nhwc_hwcf_q_float_to_int_121(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x?x?xf32>, %a2: f32, %a3: f32, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.conv_2d_nhwc_hwcf_q ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, f32, f32) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @quantized_matmul_float_to_int_122(%a0: tensor<?x?xf32>, %a1: tensor<?x?xf32>, %a2: f32, %a3: f32, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.quantized_matmul ins(%a0, %a1, %a2, %a3 : tensor<?x?xf32>, tensor<?x?xf32>, f32, f32) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @pooling_nhwc_max_float_to_int_123(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.pooling_nhwc_max ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @pooling_nhwc_sum_float_to_int_124(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.pooling_nhwc_sum ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @pooling_nhwc_max_unsigned_float_to_int_125(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.pooling_nhwc_max_unsigned ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @pooling_nwc_min_unsigned_float_to_int_126(%a0: tensor<?x?x?xf32>, %a1: tensor<?xf32>, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %r = linalg.pooling_nwc_min_unsigned ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}
func.func @copy_float_to_int_127(%a0: tensor<?x?xf32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.copy ins(%a0 : tensor<?x?xf32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @copy_float_to_int_128(%a0: tensor<?x?xf32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%a0 : tensor<?x?xf32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @dot_float_to_int_129(%a0: tensor<?xf32>, %a1: tensor<?xf32>, %o: tensor<i32>) -> tensor<i32> {
  %r = linalg.dot ins(%a0, %a1 : tensor<?xf32>, tensor<?xf32>) outs(%o : tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func @matmul_trunc_130(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xi8>) -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @matmul_trunc_131(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xi8>) -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @batch_matmul_trunc_132(%a0: tensor<?x?x?xi32>, %a1: tensor<?x?x?xi32>, %o: tensor<?x?x?xi8>) -> tensor<?x?x?xi8> {
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%o : tensor<?x?x?xi8>) -> tensor<?x?x?xi8>
  return %r : tensor<?x?x?xi8>
}
func.func @batch_matmul_trunc_133(%a0: tensor<?x?x?xi32>, %a1: tensor<?x?x?xi32>, %o: tensor<?x?x?xi8>) -> tensor<?x?x?xi8> {
  %r = linalg.batch_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%o : tensor<?x?x?xi8>) -> tensor<?x?x?xi8>
  return %r : tensor<?x?x?xi8>
}
func.func @batch_reduce_matmul_trunc_134(%a0: tensor<?x?x?xi32>, %a1: tensor<?x?x?xi32>, %o: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%o : tensor<?x?xi8>) -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @batch_reduce_matmul_trunc_135(%a0: tensor<?x?x?xi32>, %a1: tensor<?x?x?xi32>, %o: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %r = linalg.batch_reduce_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%o : tensor<?x?xi8>) -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @conv_2d_nhwc_hwcf_trunc_136(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?x?x?xi32>, %o: tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) outs(%o : tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8>
  return %r : tensor<?x?x?x?xi8>
}
func.func @conv_2d_nhwc_hwcf_trunc_137(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?x?x?xi32>, %o: tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, foo, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) outs(%o : tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8>
  return %r : tensor<?x?x?x?xi8>
}
func.func @conv_2d_nhwc_hwcf_q_trunc_138(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?x?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8> {
  %r = linalg.conv_2d_nhwc_hwcf_q ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, i32, i32) outs(%o : tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8>
  return %r : tensor<?x?x?x?xi8>
}
func.func @quantized_matmul_trunc_139(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %r = linalg.quantized_matmul ins(%a0, %a1, %a2, %a3 : tensor<?x?xi32>, tensor<?x?xi32>, i32, i32) outs(%o : tensor<?x?xi8>) -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @pooling_nhwc_max_trunc_140(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8> {
  %r = linalg.pooling_nhwc_max ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8>
  return %r : tensor<?x?x?x?xi8>
}
func.func @pooling_nhwc_sum_trunc_141(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8> {
  %r = linalg.pooling_nhwc_sum ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8>
  return %r : tensor<?x?x?x?xi8>
}
func.func @pooling_nhwc_max_unsigned_trunc_142(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8> {
  %r = linalg.pooling_nhwc_max_unsigned ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8>
  return %r : tensor<?x?x?x?xi8>
}
func.func @pooling_nwc_min_unsigned_trunc_143(%a0: tensor<?x?x?xi32>, %a1: tensor<?xi32>, %o: tensor<?x?x?xi8>) -> tensor<?x?x?xi8> {
  %r = linalg.pooling_nwc_min_unsigned ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?xi32>) outs(%o : tensor<?x?x?xi8>) -> tensor<?x?x?xi8>
  return %r : tensor<?x?x?xi8>
}
func.func @copy_trunc_144(%a0: tensor<?x?xi32>, %o: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %r = linalg.copy ins(%a0 : tensor<?x?xi32>) outs(%o : tensor<?x?xi8>) -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @copy_trunc_145(%a0: tensor<?x?xi32>, %o: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %r = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%a0 : tensor<?x?xi32>) outs(%o : tensor<?x?xi8>) -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @dot_trunc_146(%a0: tensor<?xi32>, %a1: tensor<?xi32>, %o: tensor<i8>) -> tensor<i8> {
  %r = linalg.dot ins(%a0, %a1 : tensor<?xi32>, tensor<?xi32>) outs(%o : tensor<i8>) -> tensor<i8>
  return %r : tensor<i8>
}
func.func @matmul_ftrunc_147(%a0: tensor<?x?xf64>, %a1: tensor<?x?xf64>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<?x?xf64>, tensor<?x?xf64>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @matmul_ftrunc_148(%a0: tensor<?x?xf64>, %a1: tensor<?x?xf64>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?xf64>, tensor<?x?xf64>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @batch_matmul_ftrunc_149(%a0: tensor<?x?x?xf64>, %a1: tensor<?x?x?xf64>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<?x?x?xf64>, tensor<?x?x?xf64>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}
func.func @batch_matmul_ftrunc_150(%a0: tensor<?x?x?xf64>, %a1: tensor<?x?x?xf64>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %r = linalg.batch_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xf64>, tensor<?x?x?xf64>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}
func.func @batch_reduce_matmul_ftrunc_151(%a0: tensor<?x?x?xf64>, %a1: tensor<?x?x?xf64>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<?x?x?xf64>, tensor<?x?x?xf64>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @batch_reduce_matmul_ftrunc_152(%a0: tensor<?x?x?xf64>, %a1: tensor<?x?x?xf64>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.batch_reduce_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xf64>, tensor<?x?x?xf64>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @conv_2d_nhwc_hwcf_ftrunc_153(%a0: tensor<?x?x?x?xf64>, %a1: tensor<?x?x?x?xf64>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : tensor<?x?x?x?xf64>, tensor<?x?x?x?xf64>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @conv_2d_nhwc_hwcf_ftrunc_154(%a0: tensor<?x?x?x?xf64>, %a1: tensor<?x?x?x?xf64>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, foo, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xf64>, tensor<?x?x?x?xf64>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @conv_2d_nhwc_hwcf_q_ftrunc_155(%a0: tensor<?x?x?x?xf64>, %a1: tensor<?x?x?x?xf64>, %a2: f64, %a3: f64, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.conv_2d_nhwc_hwcf_q ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?xf64>, tensor<?x?x?x?xf64>, f64, f64) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @quantized_matmul_ftrunc_156(%a0: tensor<?x?xf64>, %a1: tensor<?x?xf64>, %a2: f64, %a3: f64, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.quantized_matmul ins(%a0, %a1, %a2, %a3 : tensor<?x?xf64>, tensor<?x?xf64>, f64, f64) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @pooling_nhwc_max_ftrunc_157(%a0: tensor<?x?x?x?xf64>, %a1: tensor<?x?xf64>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.pooling_nhwc_max ins(%a0, %a1 : tensor<?x?x?x?xf64>, tensor<?x?xf64>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @pooling_nhwc_sum_ftrunc_158(%a0: tensor<?x?x?x?xf64>, %a1: tensor<?x?xf64>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.pooling_nhwc_sum ins(%a0, %a1 : tensor<?x?x?x?xf64>, tensor<?x?xf64>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @copy_ftrunc_159(%a0: tensor<?x?xf64>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.copy ins(%a0 : tensor<?x?xf64>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @copy_ftrunc_160(%a0: tensor<?x?xf64>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%a0 : tensor<?x?xf64>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @dot_ftrunc_161(%a0: tensor<?xf64>, %a1: tensor<?xf64>, %o: tensor<f32>) -> tensor<f32> {
  %r = linalg.dot ins(%a0, %a1 : tensor<?xf64>, tensor<?xf64>) outs(%o : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func @matmul_index_162(%a0: tensor<?x?xindex>, %a1: tensor<?x?xindex>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<?x?xindex>, tensor<?x?xindex>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @matmul_index_163(%a0: tensor<?x?xindex>, %a1: tensor<?x?xindex>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?xindex>, tensor<?x?xindex>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @batch_matmul_index_164(%a0: tensor<?x?x?xindex>, %a1: tensor<?x?x?xindex>, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<?x?x?xindex>, tensor<?x?x?xindex>) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}
func.func @batch_matmul_index_165(%a0: tensor<?x?x?xindex>, %a1: tensor<?x?x?xindex>, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %r = linalg.batch_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xindex>, tensor<?x?x?xindex>) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}
func.func @batch_reduce_matmul_index_166(%a0: tensor<?x?x?xindex>, %a1: tensor<?x?x?xindex>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<?x?x?xindex>, tensor<?x?x?xindex>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @batch_reduce_matmul_index_167(%a0: tensor<?x?x?xindex>, %a1: tensor<?x?x?xindex>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.batch_reduce_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<?x?x?xindex>, tensor<?x?x?xindex>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @conv_2d_nhwc_hwcf_index_168(%a0: tensor<?x?x?x?xindex>, %a1: tensor<?x?x?x?xindex>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : tensor<?x?x?x?xindex>, tensor<?x?x?x?xindex>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @conv_2d_nhwc_hwcf_index_169(%a0: tensor<?x?x?x?xindex>, %a1: tensor<?x?x?x?xindex>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, foo, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xindex>, tensor<?x?x?x?xindex>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @conv_2d_nhwc_hwcf_q_index_170(%a0: tensor<?x?x?x?xindex>, %a1: tensor<?x?x?x?xindex>, %a2: index, %a3: index, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.conv_2d_nhwc_hwcf_q ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?xindex>, tensor<?x?x?x?xindex>, index, index) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @quantized_matmul_index_171(%a0: tensor<?x?xindex>, %a1: tensor<?x?xindex>, %a2: index, %a3: index, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.quantized_matmul ins(%a0, %a1, %a2, %a3 : tensor<?x?xindex>, tensor<?x?xindex>, index, index) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @pooling_nhwc_max_index_172(%a0: tensor<?x?x?x?xindex>, %a1: tensor<?x?xindex>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.pooling_nhwc_max ins(%a0, %a1 : tensor<?x?x?x?xindex>, tensor<?x?xindex>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @pooling_nhwc_sum_index_173(%a0: tensor<?x?x?x?xindex>, %a1: tensor<?x?xindex>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.pooling_nhwc_sum ins(%a0, %a1 : tensor<?x?x?x?xindex>, tensor<?x?xindex>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @pooling_nhwc_max_unsigned_index_174(%a0: tensor<?x?x?x?xindex>, %a1: tensor<?x?xindex>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.pooling_nhwc_max_unsigned ins(%a0, %a1 : tensor<?x?x?x?xindex>, tensor<?x?xindex>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}
func.func @pooling_nwc_min_unsigned_index_175(%a0: tensor<?x?x?xindex>, %a1: tensor<?xindex>, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %r = linalg.pooling_nwc_min_unsigned ins(%a0, %a1 : tensor<?x?x?xindex>, tensor<?xindex>) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}
func.func @copy_index_176(%a0: tensor<?x?xindex>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.copy ins(%a0 : tensor<?x?xindex>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @copy_index_177(%a0: tensor<?x?xindex>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%a0 : tensor<?x?xindex>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @dot_index_178(%a0: tensor<?xindex>, %a1: tensor<?xindex>, %o: tensor<i32>) -> tensor<i32> {
  %r = linalg.dot ins(%a0, %a1 : tensor<?xindex>, tensor<?xindex>) outs(%o : tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
