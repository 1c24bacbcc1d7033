// Functions on tensors that become functions on buffers.
func.func @written(%t: tensor<4xi32>, %i: index, %v: i32) -> tensor<4xi32> {
  %r = tensor.insert %v into %t[%i] : tensor<4xi32>
  return %r : tensor<4xi32>
}

// -----

func.func @read(%t: tensor<2x3xf32>, %i: index, %j: index) -> f32 {
  %r = tensor.extract %t[%i, %j] : tensor<2x3xf32>
  return %r : f32
}

// -----

func.func @kept(%t: tensor<3xi8>, %v: i8) -> (tensor<3xi8>, tensor<3xi8>) {
  %c1 = arith.constant 1 : index
  %r = tensor.insert %v into %t[%c1] : tensor<3xi8>
  return %t, %r : tensor<3xi8>, tensor<3xi8>
}

// -----

func.func @part(%t: tensor<6xi32>) -> tensor<2xi32> {
  %r = tensor.extract_slice %t[2] [2] [2] : tensor<6xi32> to tensor<2xi32>
  return %r : tensor<2xi32>
}

// -----

func.func @summed(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.add ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// -----

func.func @into(%t: tensor<2xi16>, %s: tensor<5xi16>) -> tensor<5xi16> {
  %r = tensor.insert_slice %t into %s[1] [2] [1] : tensor<2xi16> into tensor<5xi16>
  return %r : tensor<5xi16>
}
