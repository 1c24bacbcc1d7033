func.func @f(%x: i8, %y: i8) -> i8 {
  %a = "acme.f"(%x) : (i8) -> i8
  %b = "acme.f"(%y) : (i8) -> i8
  return %b : i8
}
