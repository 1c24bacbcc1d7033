// a negative number is counted, too
func.func @f(%m: i32) -> i32 {
  return %m : i32
}
