// The meanings of the operations of nn.irdl.mlir.

// The product of two matrices.
func.func @matmul(%a: vector<2x2xf32>, %b: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.matmul"} {
  %zero = arith.constant dense<0.0> : vector<2x2xf32>
  %made = vector.contract {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>
  } %a, %b, %zero : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
  return %made : vector<2x2xf32>
}

// Element by element.
func.func @add(%a: vector<2x2xf32>, %b: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.add"} {
  %made = arith.addf %a, %b : vector<2x2xf32>
  return %made : vector<2x2xf32>
}
func.func @mul(%a: vector<2x2xf32>, %b: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.mul"} {
  %made = arith.mulf %a, %b : vector<2x2xf32>
  return %made : vector<2x2xf32>
}
func.func @div(%a: vector<2x2xf32>, %b: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.div"} {
  %made = arith.divf %a, %b : vector<2x2xf32>
  return %made : vector<2x2xf32>
}
func.func @tanh(%x: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.tanh"} {
  %made = math.tanh %x : vector<2x2xf32>
  return %made : vector<2x2xf32>
}
func.func @relu(%x: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.relu"} {
  %zero = arith.constant dense<0.0> : vector<2x2xf32>
  %made = arith.maximumf %x, %zero : vector<2x2xf32>
  return %made : vector<2x2xf32>
}

// Rows become columns. The energies of words come as a column, and are a row for the softmax.
func.func @transpose(%x: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.transpose"} {
  %made = vector.transpose %x, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  return %made : vector<2x2xf32>
}
func.func @squeeze(%x: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.squeeze"} {
  %made = vector.transpose %x, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  return %made : vector<2x2xf32>
}
func.func @unsqueeze(%x: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.unsqueeze"} {
  %made = vector.transpose %x, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  return %made : vector<2x2xf32>
}

// Every number takes the place of the one before it, in the order of the text; and back.
func.func @rotate(%x: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.rotate"} {
  %flat = vector.shape_cast %x : vector<2x2xf32> to vector<4xf32>
  %turned = vector.shuffle %flat, %flat [1, 2, 3, 0] : vector<4xf32>, vector<4xf32>
  %made = vector.shape_cast %turned : vector<4xf32> to vector<2x2xf32>
  return %made : vector<2x2xf32>
}
func.func @unrotate(%x: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.unrotate"} {
  %flat = vector.shape_cast %x : vector<2x2xf32> to vector<4xf32>
  %turned = vector.shuffle %flat, %flat [3, 0, 1, 2] : vector<4xf32>, vector<4xf32>
  %made = vector.shape_cast %turned : vector<4xf32> to vector<2x2xf32>
  return %made : vector<2x2xf32>
}

// The weights of each row, or of each column where the last axis is not named.
func.func @softmax(%x: vector<2x2xf32>, %last: i1 {assay.attribute = "last", assay.cases = [false, unit], assay.absent = 0}) -> vector<2x2xf32> attributes {assay.meaning = "nn.softmax"} {
  %zero = arith.constant dense<0.0> : vector<2xf32>
  %powers = math.exp %x : vector<2x2xf32>
  %of_rows = vector.multi_reduction <add>, %powers, %zero [1] : vector<2x2xf32> to vector<2xf32>
  %columns = vector.broadcast %of_rows : vector<2xf32> to vector<2x2xf32>
  %rows = vector.transpose %columns, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  %of_columns = vector.multi_reduction <add>, %powers, %zero [0] : vector<2x2xf32> to vector<2xf32>
  %others = vector.broadcast %of_columns : vector<2xf32> to vector<2x2xf32>
  %sums = arith.select %last, %rows, %others : vector<2x2xf32>
  %made = arith.divf %powers, %sums : vector<2x2xf32>
  return %made : vector<2x2xf32>
}

// A draw of a dropout of one half: a number is lost, the others are doubled.
func.func @dropout(%x: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.dropout"} {
  %kept = arith.constant dense<[[2.0, 0.0], [2.0, 2.0]]> : vector<2x2xf32>
  %made = arith.mulf %x, %kept : vector<2x2xf32>
  return %made : vector<2x2xf32>
}

// A mask: nothing where a word counts, and much below the scores where not; chosen by, or added.
func.func @mask(%keep: vector<2x2xi1>) -> vector<2x2xf32> attributes {assay.meaning = "nn.mask"} {
  %zero = arith.constant dense<0.0> : vector<2x2xf32>
  %low = arith.constant dense<-64.0> : vector<2x2xf32>
  %made = arith.select %keep, %zero, %low : vector<2x2xi1>, vector<2x2xf32>
  return %made : vector<2x2xf32>
}
func.func @where(%mask: vector<2x2xf32>, %x: vector<2x2xf32>, %other: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.where"} {
  %zero = arith.constant dense<0.0> : vector<2x2xf32>
  %keep = arith.cmpf oeq, %mask, %zero : vector<2x2xf32>
  %made = arith.select %keep, %x, %other : vector<2x2xi1>, vector<2x2xf32>
  return %made : vector<2x2xf32>
}
func.func @least() -> vector<2x2xf32> attributes {assay.meaning = "nn.least"} {
  %made = arith.constant dense<-64.0> : vector<2x2xf32>
  return %made : vector<2x2xf32>
}

// The root of the width of a word.
func.func @scale() -> vector<2x2xf32> attributes {assay.meaning = "nn.scale"} {
  %made = arith.constant dense<1.41421354> : vector<2x2xf32>
  return %made : vector<2x2xf32>
}

// The same row for each word.
func.func @bias(%row: vector<2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.bias"} {
  %made = vector.broadcast %row : vector<2xf32> to vector<2x2xf32>
  return %made : vector<2x2xf32>
}

// A part of a product that queries, keys and values share: here half of each number.
func.func @split(%x: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.split"} {
  %half = arith.constant dense<0.5> : vector<2x2xf32>
  %made = arith.mulf %x, %half : vector<2x2xf32>
  return %made : vector<2x2xf32>
}

// A convolution of the alignment of the step before: the sum of each number and the one across.
func.func @conv(%x: vector<2x2xf32>) -> vector<2x2xf32> attributes {assay.meaning = "nn.conv"} {
  %swapped = vector.transpose %x, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  %made = arith.addf %x, %swapped : vector<2x2xf32>
  return %made : vector<2x2xf32>
}
