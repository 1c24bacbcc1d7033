"arith.nonsense"() : () -> ()
// -----
func.func @f() {
  "cf.jump"() : () -> ()
}
