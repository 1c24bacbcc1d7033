// What `nn.attention` means on three words of two numbers each, over tosa and over linalg. The place of `scaled` in the list says what is
// scaled: 0 and 1 the scores, 2 and 3 the queries, 4 and 5 the keys; an odd place is a division.

func.func @tosa_none(%q: tensor<1x3x2xf32>, %k: tensor<1x3x2xf32>, %v: tensor<1x3x2xf32>, %scale: tensor<1x1x1xf32>, %at: i3 {assay.attribute = "scaled", assay.cases = ["scores", "scores, divided", "query", "query, divided", "key", "key, divided"]}) -> tensor<1x3x2xf32> attributes {assay.meaning = "nn.attention"} {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %c0 = arith.constant 0 : i3
  %is0 = arith.cmpi eq, %at, %c0 : i3
  %c2 = arith.constant 2 : i3
  %is2 = arith.cmpi eq, %at, %c2 : i3
  %c4 = arith.constant 4 : i3
  %is4 = arith.cmpi eq, %at, %c4 : i3
  %qs = tosa.mul %q, %scale, %shift : (tensor<1x3x2xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x3x2xf32>
  %q1 = arith.select %is2, %qs, %q : tensor<1x3x2xf32>
  %ks = tosa.mul %k, %scale, %shift : (tensor<1x3x2xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x3x2xf32>
  %k1 = arith.select %is4, %ks, %k : tensor<1x3x2xf32>
  %kt = tosa.transpose %k1 {perms = array<i32: 0, 2, 1>} : (tensor<1x3x2xf32>) -> tensor<1x2x3xf32>
  %p = tosa.matmul %q1, %kt, %zero, %zero : (tensor<1x3x2xf32>, tensor<1x2x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3xf32>
  %ps = tosa.mul %p, %scale, %shift : (tensor<1x3x3xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x3x3xf32>
  %s = arith.select %is0, %ps, %p : tensor<1x3x3xf32>
  %max = tosa.reduce_max %s {axis = 2 : i32} : (tensor<1x3x3xf32>) -> tensor<1x3x1xf32>
  %d = tosa.sub %s, %max : (tensor<1x3x3xf32>, tensor<1x3x1xf32>) -> tensor<1x3x3xf32>
  %e = tosa.exp %d : (tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %sum = tosa.reduce_sum %e {axis = 2 : i32} : (tensor<1x3x3xf32>) -> tensor<1x3x1xf32>
  %r = tosa.reciprocal %sum : (tensor<1x3x1xf32>) -> tensor<1x3x1xf32>
  %w = tosa.mul %e, %r, %shift : (tensor<1x3x3xf32>, tensor<1x3x1xf32>, tensor<1xi8>) -> tensor<1x3x3xf32>
  %o = tosa.matmul %w, %v, %zero, %zero : (tensor<1x3x3xf32>, tensor<1x3x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x2xf32>
  return %o : tensor<1x3x2xf32>
}
func.func @linalg_none(%q: tensor<1x3x2xf32>, %k: tensor<1x3x2xf32>, %v: tensor<1x3x2xf32>, %scale: f32, %at: i3 {assay.attribute = "scaled", assay.cases = ["scores", "scores, divided", "query", "query, divided", "key", "key, divided"]}) -> tensor<1x3x2xf32> attributes {assay.meaning = "nn.attention"} {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %eq = tensor.empty() : tensor<1x3x2xf32>
  %es = tensor.empty() : tensor<1x3x3xf32>
  %et = tensor.empty() : tensor<1x2x3xf32>
  %er = tensor.empty() : tensor<1x3xf32>
  %zq = linalg.fill ins(%zero : f32) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<1x3xf32>) -> tensor<1x3xf32>
  %lr = linalg.fill ins(%low : f32) outs(%er : tensor<1x3xf32>) -> tensor<1x3xf32>
  %fq = linalg.fill ins(%scale : f32) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %fs = linalg.fill ins(%scale : f32) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %c0 = arith.constant 0 : i3
  %is0 = arith.cmpi eq, %at, %c0 : i3
  %c1 = arith.constant 1 : i3
  %is1 = arith.cmpi eq, %at, %c1 : i3
  %c2 = arith.constant 2 : i3
  %is2 = arith.cmpi eq, %at, %c2 : i3
  %c3 = arith.constant 3 : i3
  %is3 = arith.cmpi eq, %at, %c3 : i3
  %c4 = arith.constant 4 : i3
  %is4 = arith.cmpi eq, %at, %c4 : i3
  %c5 = arith.constant 5 : i3
  %is5 = arith.cmpi eq, %at, %c5 : i3
  %qm = linalg.mul ins(%q, %fq : tensor<1x3x2xf32>, tensor<1x3x2xf32>) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %qd = linalg.div ins(%q, %fq : tensor<1x3x2xf32>, tensor<1x3x2xf32>) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %q0 = arith.select %is2, %qm, %q : tensor<1x3x2xf32>
  %q1 = arith.select %is3, %qd, %q0 : tensor<1x3x2xf32>
  %km = linalg.mul ins(%k, %fq : tensor<1x3x2xf32>, tensor<1x3x2xf32>) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %kd = linalg.div ins(%k, %fq : tensor<1x3x2xf32>, tensor<1x3x2xf32>) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %k0 = arith.select %is4, %km, %k : tensor<1x3x2xf32>
  %k1 = arith.select %is5, %kd, %k0 : tensor<1x3x2xf32>
  %kt = linalg.transpose ins(%k1 : tensor<1x3x2xf32>) outs(%et : tensor<1x2x3xf32>) permutation = [0, 2, 1]
  %p = linalg.batch_matmul ins(%q1, %kt : tensor<1x3x2xf32>, tensor<1x2x3xf32>) outs(%zs : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %pm = linalg.mul ins(%p, %fs : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %pd = linalg.div ins(%p, %fs : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %s0 = arith.select %is0, %pm, %p : tensor<1x3x3xf32>
  %s = arith.select %is1, %pd, %s0 : tensor<1x3x3xf32>
  %max = linalg.reduce { arith.maximumf } ins(%s : tensor<1x3x3xf32>) outs(%lr : tensor<1x3xf32>) dimensions = [2]
  %bm = linalg.broadcast ins(%max : tensor<1x3xf32>) outs(%es : tensor<1x3x3xf32>) dimensions = [2]
  %d = linalg.sub ins(%s, %bm : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %e = linalg.exp ins(%d : tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %sum = linalg.reduce { arith.addf } ins(%e : tensor<1x3x3xf32>) outs(%zr : tensor<1x3xf32>) dimensions = [2]
  %bs = linalg.broadcast ins(%sum : tensor<1x3xf32>) outs(%es : tensor<1x3x3xf32>) dimensions = [2]
  %w = linalg.div ins(%e, %bs : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %o = linalg.batch_matmul ins(%w, %v : tensor<1x3x3xf32>, tensor<1x3x2xf32>) outs(%zq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return %o : tensor<1x3x2xf32>
}
func.func @tosa_add(%q: tensor<1x3x2xf32>, %k: tensor<1x3x2xf32>, %v: tensor<1x3x2xf32>, %scale: tensor<1x1x1xf32>, %mask: tensor<1x3x3xf32>, %at: i3 {assay.attribute = "scaled", assay.cases = ["scores", "scores, divided", "query", "query, divided", "key", "key, divided"]}) -> tensor<1x3x2xf32> attributes {assay.meaning = "nn.attention"} {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %c0 = arith.constant 0 : i3
  %is0 = arith.cmpi eq, %at, %c0 : i3
  %c2 = arith.constant 2 : i3
  %is2 = arith.cmpi eq, %at, %c2 : i3
  %c4 = arith.constant 4 : i3
  %is4 = arith.cmpi eq, %at, %c4 : i3
  %qs = tosa.mul %q, %scale, %shift : (tensor<1x3x2xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x3x2xf32>
  %q1 = arith.select %is2, %qs, %q : tensor<1x3x2xf32>
  %ks = tosa.mul %k, %scale, %shift : (tensor<1x3x2xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x3x2xf32>
  %k1 = arith.select %is4, %ks, %k : tensor<1x3x2xf32>
  %kt = tosa.transpose %k1 {perms = array<i32: 0, 2, 1>} : (tensor<1x3x2xf32>) -> tensor<1x2x3xf32>
  %p = tosa.matmul %q1, %kt, %zero, %zero : (tensor<1x3x2xf32>, tensor<1x2x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3xf32>
  %ps = tosa.mul %p, %scale, %shift : (tensor<1x3x3xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x3x3xf32>
  %s = arith.select %is0, %ps, %p : tensor<1x3x3xf32>
  %m = tosa.add %s, %mask : (tensor<1x3x3xf32>, tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %max = tosa.reduce_max %m {axis = 2 : i32} : (tensor<1x3x3xf32>) -> tensor<1x3x1xf32>
  %d = tosa.sub %m, %max : (tensor<1x3x3xf32>, tensor<1x3x1xf32>) -> tensor<1x3x3xf32>
  %e = tosa.exp %d : (tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %sum = tosa.reduce_sum %e {axis = 2 : i32} : (tensor<1x3x3xf32>) -> tensor<1x3x1xf32>
  %r = tosa.reciprocal %sum : (tensor<1x3x1xf32>) -> tensor<1x3x1xf32>
  %w = tosa.mul %e, %r, %shift : (tensor<1x3x3xf32>, tensor<1x3x1xf32>, tensor<1xi8>) -> tensor<1x3x3xf32>
  %o = tosa.matmul %w, %v, %zero, %zero : (tensor<1x3x3xf32>, tensor<1x3x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x2xf32>
  return %o : tensor<1x3x2xf32>
}
func.func @linalg_add(%q: tensor<1x3x2xf32>, %k: tensor<1x3x2xf32>, %v: tensor<1x3x2xf32>, %scale: f32, %mask: tensor<1x3x3xf32>, %at: i3 {assay.attribute = "scaled", assay.cases = ["scores", "scores, divided", "query", "query, divided", "key", "key, divided"]}) -> tensor<1x3x2xf32> attributes {assay.meaning = "nn.attention"} {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %eq = tensor.empty() : tensor<1x3x2xf32>
  %es = tensor.empty() : tensor<1x3x3xf32>
  %et = tensor.empty() : tensor<1x2x3xf32>
  %er = tensor.empty() : tensor<1x3xf32>
  %zq = linalg.fill ins(%zero : f32) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<1x3xf32>) -> tensor<1x3xf32>
  %lr = linalg.fill ins(%low : f32) outs(%er : tensor<1x3xf32>) -> tensor<1x3xf32>
  %fq = linalg.fill ins(%scale : f32) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %fs = linalg.fill ins(%scale : f32) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %c0 = arith.constant 0 : i3
  %is0 = arith.cmpi eq, %at, %c0 : i3
  %c1 = arith.constant 1 : i3
  %is1 = arith.cmpi eq, %at, %c1 : i3
  %c2 = arith.constant 2 : i3
  %is2 = arith.cmpi eq, %at, %c2 : i3
  %c3 = arith.constant 3 : i3
  %is3 = arith.cmpi eq, %at, %c3 : i3
  %c4 = arith.constant 4 : i3
  %is4 = arith.cmpi eq, %at, %c4 : i3
  %c5 = arith.constant 5 : i3
  %is5 = arith.cmpi eq, %at, %c5 : i3
  %qm = linalg.mul ins(%q, %fq : tensor<1x3x2xf32>, tensor<1x3x2xf32>) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %qd = linalg.div ins(%q, %fq : tensor<1x3x2xf32>, tensor<1x3x2xf32>) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %q0 = arith.select %is2, %qm, %q : tensor<1x3x2xf32>
  %q1 = arith.select %is3, %qd, %q0 : tensor<1x3x2xf32>
  %km = linalg.mul ins(%k, %fq : tensor<1x3x2xf32>, tensor<1x3x2xf32>) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %kd = linalg.div ins(%k, %fq : tensor<1x3x2xf32>, tensor<1x3x2xf32>) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %k0 = arith.select %is4, %km, %k : tensor<1x3x2xf32>
  %k1 = arith.select %is5, %kd, %k0 : tensor<1x3x2xf32>
  %kt = linalg.transpose ins(%k1 : tensor<1x3x2xf32>) outs(%et : tensor<1x2x3xf32>) permutation = [0, 2, 1]
  %p = linalg.batch_matmul ins(%q1, %kt : tensor<1x3x2xf32>, tensor<1x2x3xf32>) outs(%zs : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %pm = linalg.mul ins(%p, %fs : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %pd = linalg.div ins(%p, %fs : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %s0 = arith.select %is0, %pm, %p : tensor<1x3x3xf32>
  %s = arith.select %is1, %pd, %s0 : tensor<1x3x3xf32>
  %m = linalg.add ins(%s, %mask : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %max = linalg.reduce { arith.maximumf } ins(%m : tensor<1x3x3xf32>) outs(%lr : tensor<1x3xf32>) dimensions = [2]
  %bm = linalg.broadcast ins(%max : tensor<1x3xf32>) outs(%es : tensor<1x3x3xf32>) dimensions = [2]
  %d = linalg.sub ins(%m, %bm : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %e = linalg.exp ins(%d : tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %sum = linalg.reduce { arith.addf } ins(%e : tensor<1x3x3xf32>) outs(%zr : tensor<1x3xf32>) dimensions = [2]
  %bs = linalg.broadcast ins(%sum : tensor<1x3xf32>) outs(%es : tensor<1x3x3xf32>) dimensions = [2]
  %w = linalg.div ins(%e, %bs : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %o = linalg.batch_matmul ins(%w, %v : tensor<1x3x3xf32>, tensor<1x3x2xf32>) outs(%zq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return %o : tensor<1x3x2xf32>
}
func.func @tosa_select(%q: tensor<1x3x2xf32>, %k: tensor<1x3x2xf32>, %v: tensor<1x3x2xf32>, %scale: tensor<1x1x1xf32>, %keep: tensor<1x3x3xi1>, %fill: tensor<1x1x1xf32>, %at: i3 {assay.attribute = "scaled", assay.cases = ["scores", "scores, divided", "query", "query, divided", "key", "key, divided"]}) -> tensor<1x3x2xf32> attributes {assay.meaning = "nn.attention"} {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %c0 = arith.constant 0 : i3
  %is0 = arith.cmpi eq, %at, %c0 : i3
  %c2 = arith.constant 2 : i3
  %is2 = arith.cmpi eq, %at, %c2 : i3
  %c4 = arith.constant 4 : i3
  %is4 = arith.cmpi eq, %at, %c4 : i3
  %qs = tosa.mul %q, %scale, %shift : (tensor<1x3x2xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x3x2xf32>
  %q1 = arith.select %is2, %qs, %q : tensor<1x3x2xf32>
  %ks = tosa.mul %k, %scale, %shift : (tensor<1x3x2xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x3x2xf32>
  %k1 = arith.select %is4, %ks, %k : tensor<1x3x2xf32>
  %kt = tosa.transpose %k1 {perms = array<i32: 0, 2, 1>} : (tensor<1x3x2xf32>) -> tensor<1x2x3xf32>
  %p = tosa.matmul %q1, %kt, %zero, %zero : (tensor<1x3x2xf32>, tensor<1x2x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3xf32>
  %ps = tosa.mul %p, %scale, %shift : (tensor<1x3x3xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x3x3xf32>
  %s = arith.select %is0, %ps, %p : tensor<1x3x3xf32>
  %m = tosa.select %keep, %s, %fill : (tensor<1x3x3xi1>, tensor<1x3x3xf32>, tensor<1x1x1xf32>) -> tensor<1x3x3xf32>
  %max = tosa.reduce_max %m {axis = 2 : i32} : (tensor<1x3x3xf32>) -> tensor<1x3x1xf32>
  %d = tosa.sub %m, %max : (tensor<1x3x3xf32>, tensor<1x3x1xf32>) -> tensor<1x3x3xf32>
  %e = tosa.exp %d : (tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %sum = tosa.reduce_sum %e {axis = 2 : i32} : (tensor<1x3x3xf32>) -> tensor<1x3x1xf32>
  %r = tosa.reciprocal %sum : (tensor<1x3x1xf32>) -> tensor<1x3x1xf32>
  %w = tosa.mul %e, %r, %shift : (tensor<1x3x3xf32>, tensor<1x3x1xf32>, tensor<1xi8>) -> tensor<1x3x3xf32>
  %o = tosa.matmul %w, %v, %zero, %zero : (tensor<1x3x3xf32>, tensor<1x3x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x2xf32>
  return %o : tensor<1x3x2xf32>
}
func.func @linalg_select(%q: tensor<1x3x2xf32>, %k: tensor<1x3x2xf32>, %v: tensor<1x3x2xf32>, %scale: f32, %keep: tensor<1x3x3xi1>, %fill: tensor<1x3x3xf32>, %at: i3 {assay.attribute = "scaled", assay.cases = ["scores", "scores, divided", "query", "query, divided", "key", "key, divided"]}) -> tensor<1x3x2xf32> attributes {assay.meaning = "nn.attention"} {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %eq = tensor.empty() : tensor<1x3x2xf32>
  %es = tensor.empty() : tensor<1x3x3xf32>
  %et = tensor.empty() : tensor<1x2x3xf32>
  %er = tensor.empty() : tensor<1x3xf32>
  %zq = linalg.fill ins(%zero : f32) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<1x3xf32>) -> tensor<1x3xf32>
  %lr = linalg.fill ins(%low : f32) outs(%er : tensor<1x3xf32>) -> tensor<1x3xf32>
  %fq = linalg.fill ins(%scale : f32) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %fs = linalg.fill ins(%scale : f32) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %c0 = arith.constant 0 : i3
  %is0 = arith.cmpi eq, %at, %c0 : i3
  %c1 = arith.constant 1 : i3
  %is1 = arith.cmpi eq, %at, %c1 : i3
  %c2 = arith.constant 2 : i3
  %is2 = arith.cmpi eq, %at, %c2 : i3
  %c3 = arith.constant 3 : i3
  %is3 = arith.cmpi eq, %at, %c3 : i3
  %c4 = arith.constant 4 : i3
  %is4 = arith.cmpi eq, %at, %c4 : i3
  %c5 = arith.constant 5 : i3
  %is5 = arith.cmpi eq, %at, %c5 : i3
  %qm = linalg.mul ins(%q, %fq : tensor<1x3x2xf32>, tensor<1x3x2xf32>) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %qd = linalg.div ins(%q, %fq : tensor<1x3x2xf32>, tensor<1x3x2xf32>) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %q0 = arith.select %is2, %qm, %q : tensor<1x3x2xf32>
  %q1 = arith.select %is3, %qd, %q0 : tensor<1x3x2xf32>
  %km = linalg.mul ins(%k, %fq : tensor<1x3x2xf32>, tensor<1x3x2xf32>) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %kd = linalg.div ins(%k, %fq : tensor<1x3x2xf32>, tensor<1x3x2xf32>) outs(%eq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %k0 = arith.select %is4, %km, %k : tensor<1x3x2xf32>
  %k1 = arith.select %is5, %kd, %k0 : tensor<1x3x2xf32>
  %kt = linalg.transpose ins(%k1 : tensor<1x3x2xf32>) outs(%et : tensor<1x2x3xf32>) permutation = [0, 2, 1]
  %p = linalg.batch_matmul ins(%q1, %kt : tensor<1x3x2xf32>, tensor<1x2x3xf32>) outs(%zs : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %pm = linalg.mul ins(%p, %fs : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %pd = linalg.div ins(%p, %fs : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %s0 = arith.select %is0, %pm, %p : tensor<1x3x3xf32>
  %s = arith.select %is1, %pd, %s0 : tensor<1x3x3xf32>
  %m = linalg.select ins(%keep, %s, %fill : tensor<1x3x3xi1>, tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %max = linalg.reduce { arith.maximumf } ins(%m : tensor<1x3x3xf32>) outs(%lr : tensor<1x3xf32>) dimensions = [2]
  %bm = linalg.broadcast ins(%max : tensor<1x3xf32>) outs(%es : tensor<1x3x3xf32>) dimensions = [2]
  %d = linalg.sub ins(%m, %bm : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %e = linalg.exp ins(%d : tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %sum = linalg.reduce { arith.addf } ins(%e : tensor<1x3x3xf32>) outs(%zr : tensor<1x3xf32>) dimensions = [2]
  %bs = linalg.broadcast ins(%sum : tensor<1x3xf32>) outs(%es : tensor<1x3x3xf32>) dimensions = [2]
  %w = linalg.div ins(%e, %bs : tensor<1x3x3xf32>, tensor<1x3x3xf32>) outs(%es : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %o = linalg.batch_matmul ins(%w, %v : tensor<1x3x3xf32>, tensor<1x3x2xf32>) outs(%zq : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return %o : tensor<1x3x2xf32>
}
