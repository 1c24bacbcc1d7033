func.func @mean(%x: i8, %y: i8) -> i8 {
  %m = "acme.avg"(%x, %y) : (i8, i8) -> i8
  return %m : i8
}
