func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.greedy"(%c, %d) : (i8, i16) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.greedy"(%c, %a) : (i8, i32) -> ()
  return
}
