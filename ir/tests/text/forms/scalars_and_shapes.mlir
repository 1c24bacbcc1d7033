func.func @math(%x: f32, %v: vector<4xf32>, %i: i32, %t: tensor<?xi64>) {
  %acos = math.acos %x : f32
  %acosh = math.acosh %x : f32
  %asin = math.asin %x : f32
  %asinh = math.asinh %x : f32
  %atan = math.atan %x : f32
  %atanh = math.atanh %x : f32
  %cbrt = math.cbrt %x : f32
  %cos = math.cos %x : f32
  %cosh = math.cosh %x : f32
  %erfc = math.erfc %x : f32
  %exp2 = math.exp2 %x : f32
  %expm1 = math.expm1 %x : f32
  %log10 = math.log10 %x : f32
  %log1p = math.log1p %x : f32
  %log2 = math.log2 %x : f32
  %roundeven = math.roundeven %x : f32
  %sin = math.sin %x : f32
  %sinh = math.sinh %x : f32
  %tan = math.tan %x : f32
  %trunc = math.trunc %x : f32
  %fast = math.sin %v fastmath<fast> : vector<4xf32>
  %atan2 = math.atan2 %x, %x : f32
  %copysign = math.copysign %x, %x : f32
  %ctlz = math.ctlz %i : i32
  %ctpop = math.ctpop %i : i32
  %cttz = math.cttz %i : i32
  %absi = math.absi %i : i32
  %ctpop2 = math.ctpop %t : tensor<?xi64>
  %fma = math.fma %x, %x, %x : f32
  %fpowi = math.fpowi %x, %i : f32, i32
  %ipowi = math.ipowi %i, %i : i32
  %isfinite = math.isfinite %x : f32
  %isinf = math.isinf %x : f32
  %isnormal = math.isnormal %x : f32
  return
}
func.func @index(%a: index, %b: index) {
  %and = index.and %a, %b
  %ceildivs = index.ceildivs %a, %b
  %ceildivu = index.ceildivu %a, %b
  %divs = index.divs %a, %b
  %divu = index.divu %a, %b
  %floordivs = index.floordivs %a, %b
  %maxs = index.maxs %a, %b
  %maxu = index.maxu %a, %b
  %mins = index.mins %a, %b
  %minu = index.minu %a, %b
  %mul = index.mul %a, %b
  %or = index.or %a, %b
  %rems = index.rems %a, %b
  %remu = index.remu %a, %b
  %shl = index.shl %a, %b
  %shrs = index.shrs %a, %b
  %shru = index.shru %a, %b
  %sub = index.sub %a, %b
  %xor = index.xor %a, %b
  %castu = index.castu %a : index to i64
  return
}
func.func @arith(%i: i32, %x: f32, %s: f8E8M0FNU) {
  %0 = arith.minnumf %x, %x : f32
  %1 = arith.remsi %i, %i : i32
  %2 = arith.remui %i, %i : i32
  %3 = arith.shrsi %i, %i exact : i32
  %4 = arith.xori %i, %i : i32
  %5 = arith.scaling_truncf %x, %s : f32, f8E8M0FNU to f4E2M1FN
  return
}
func.func @indirect(%f: (i32, f32) -> (f32, i32), %i: i32, %x: f32) -> f32 {
  %0:2 = func.call_indirect %f(%i, %x) : (i32, f32) -> (f32, i32)
  %g = func.constant @arith : (i32, f32, f8E8M0FNU) -> ()
  return %0#0 : f32
}
func.func @unreachable() {
  ub.unreachable
}
func.func @shapes(%m: memref<4xf32, 1>, %t: tensor<4xi8>, %u: tensor<6x?xf32>, %n: index, %s: tensor<2xi32>, %v: memref<2x3xf32>, %wo: tensor<6x6x1x1x2x5xf32>, %wv: tensor<6x6x1x1x2x2xf32>, %wr: tensor<2x4x4x2xf32>, %w1: tensor<2x6x6x5xf32>) {
  %0 = memref.memory_space_cast %m : memref<4xf32, 1> to memref<4xf32>
  %1 = tensor.bitcast %t : tensor<4xi8> to tensor<4xui8>
  %2 = tensor.expand_shape %u [[0, 1], [2]] output_shape [2, 3, %n] : tensor<6x?xf32> into tensor<2x3x?xf32>
  %3 = tensor.reshape %u(%s) : (tensor<6x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %4 = vector.type_cast %v : memref<2x3xf32> to memref<vector<2x3xf32>>
  %5 = linalg.winograd_input_transform fmr(F_4_3) ins(%w1 : tensor<2x6x6x5xf32>) outs(%wo : tensor<6x6x1x1x2x5xf32>) -> tensor<6x6x1x1x2x5xf32>
  %6 = linalg.winograd_output_transform fmr(F_4_3) ins(%wv : tensor<6x6x1x1x2x2xf32>) outs(%wr : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  return
}
