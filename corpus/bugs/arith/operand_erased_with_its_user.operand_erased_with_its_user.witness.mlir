func.func @f(%x: i32, %y: i32, %z: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  %1 = arith.subi %0, %z {assay.once} : i32
  "lab.use"(%0) : (i32) -> ()
  return %1 : i32
}
