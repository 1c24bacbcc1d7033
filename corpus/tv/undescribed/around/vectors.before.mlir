func.func @f(%x: vector<4xi16>) -> (vector<4xi16>, vector<4xi16>) {
  %r = "acme.f"(%x) : (vector<4xi16>) -> vector<4xi16>
  %c = arith.constant dense<8> : vector<4xi16>
  %s = arith.muli %x, %c : vector<4xi16>
  return %s, %r : vector<4xi16>, vector<4xi16>
}
