// Operations of tosa that become operations of linalg, tensor and arith.
func.func @add(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %r = tosa.add %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// -----

func.func @spread(%a: tensor<2x3xi32>, %b: tensor<1x3xi32>) -> tensor<2x3xi32> {
  %r = tosa.sub %a, %b : (tensor<2x3xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

// -----

func.func @greatest(%a: tensor<3xi32>, %b: tensor<3xi32>) -> tensor<3xi32> {
  %r = tosa.maximum %a, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// -----

func.func @clamped(%a: tensor<3xi8>) -> tensor<3xi8> {
  %r = tosa.clamp %a {min_val = -3 : i8, max_val = 7 : i8} : (tensor<3xi8>) -> tensor<3xi8>
  return %r : tensor<3xi8>
}

// -----

func.func @reduced(%a: tensor<2x3xi32>) -> tensor<2x1xi32> {
  %r = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<2x3xi32>) -> tensor<2x1xi32>
  return %r : tensor<2x1xi32>
}

// -----

func.func @turned(%a: tensor<2x3xi32>) -> tensor<3x2xi32> {
  %r = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xi32>) -> tensor<3x2xi32>
  return %r : tensor<3x2xi32>
}

// -----

func.func @chosen(%c: tensor<3xi1>, %a: tensor<3xi32>, %b: tensor<3xi32>) -> tensor<3xi32> {
  %r = tosa.select %c, %a, %b : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// -----

func.func @backwards(%a: tensor<4xi16>) -> tensor<4xi16> {
  %r = tosa.reverse %a {axis = 0 : i32} : (tensor<4xi16>) -> tensor<4xi16>
  return %r : tensor<4xi16>
}
