// The operations of attention as a model has them, on matrices of two words with two numbers each.
irdl.dialect @nn {
  irdl.operation @matmul {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(lhs: %m, rhs: %m)
    irdl.results(result: %m)
  }
  irdl.operation @add {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(lhs: %m, rhs: %m)
    irdl.results(result: %m)
  }
  irdl.operation @mul {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(lhs: %m, rhs: %m)
    irdl.results(result: %m)
  }
  irdl.operation @div {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(lhs: %m, rhs: %m)
    irdl.results(result: %m)
  }
  irdl.operation @transpose {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(input: %m)
    irdl.results(result: %m)
  }
  irdl.operation @rotate {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(input: %m)
    irdl.results(result: %m)
  }
  irdl.operation @unrotate {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(input: %m)
    irdl.results(result: %m)
  }
  irdl.operation @softmax {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(input: %m)
    irdl.results(result: %m)
  }
  irdl.operation @tanh {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(input: %m)
    irdl.results(result: %m)
  }
  irdl.operation @relu {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(input: %m)
    irdl.results(result: %m)
  }
  irdl.operation @dropout {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(input: %m)
    irdl.results(result: %m)
  }
  irdl.operation @where {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(mask: %m, kept: %m, other: %m)
    irdl.results(result: %m)
  }
  irdl.operation @scale {
    %m = irdl.is vector<2x2xf32>
    irdl.results(result: %m)
  }
  irdl.operation @least {
    %m = irdl.is vector<2x2xf32>
    irdl.results(result: %m)
  }
  irdl.operation @bias {
    %m = irdl.is vector<2x2xf32>
    %row = irdl.is vector<2xf32>
    irdl.operands(row: %row)
    irdl.results(result: %m)
  }
  irdl.operation @mask {
    %m = irdl.is vector<2x2xf32>
    %keep = irdl.is vector<2x2xi1>
    irdl.operands(keep: %keep)
    irdl.results(result: %m)
  }
  irdl.operation @split {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(input: %m)
    irdl.results(result: %m)
  }
  irdl.operation @squeeze {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(input: %m)
    irdl.results(result: %m)
  }
  irdl.operation @unsqueeze {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(input: %m)
    irdl.results(result: %m)
  }
  irdl.operation @conv {
    %m = irdl.is vector<2x2xf32>
    irdl.operands(alignment: %m)
    irdl.results(result: %m)
  }
}
