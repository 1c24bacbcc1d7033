// An unregistered operation at the end of a block may be a terminator.
func.func @f() {
  "lab.end"() : () -> ()
}
// -----
// A single block of an unregistered operation needs no terminator.
"lab.scope"() ({
  %a = "arith.constant"() <{value = 1 : i32}> : () -> i32
}) : () -> ()
// -----
// It may even be empty.
"lab.scope"() ({
^bb0:
}) : () -> ()
// -----
// Several blocks of an unregistered operation end with what may be terminators.
"lab.scope"() ({
  "lab.a"() : () -> ()
^bb1:
  "lab.b"() : () -> ()
}) : () -> ()
// -----
// An unregistered operation with successors ends its block.
func.func @f() {
  "lab.br"()[^bb1] : () -> ()
^bb1:
  return
}
// -----
// A module needs no terminator.
module {
  %a = "arith.constant"() <{value = 1 : i32}> : () -> i32
}
// -----
// The terminator of another dialect that is known in part.
func.func @f() {
  "llvm.unreachable"() : () -> ()
}
// -----
// A region without blocks.
"lab.scope"() ({}) : () -> ()
