func.func @f(%x: vector<4xi8>, %y: vector<4xi8>) -> (vector<4xi8>, vector<4xi8>) {
  %one = arith.constant dense<1> : vector<4xi8>
  %r = "acme.map"(%x) ({
  ^bb0(%a: vector<4xi8>):
    %v = arith.shli %a, %one : vector<4xi8>
    "acme.yield"(%v) : (vector<4xi8>) -> ()
  }) : (vector<4xi8>) -> vector<4xi8>
  %s = arith.addi %x, %y : vector<4xi8>
  return %r, %s : vector<4xi8>, vector<4xi8>
}
