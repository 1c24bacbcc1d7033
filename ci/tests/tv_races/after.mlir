func.func private @g(index)
func.func @own(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %x = memref.load %m[%i] : memref<8xi8>
    %y = arith.addi %x, %v : i8
    memref.store %y, %m[%i] : memref<8xi8>
    scf.reduce
  }
  return
}
func.func @own_as_for(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %m[%i] : memref<8xi8>
    %y = arith.addi %x, %v : i8
    memref.store %y, %m[%i] : memref<8xi8>
  }
  return
}
func.func @own_forall(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.forall (%i) in (4) {
    %x = memref.load %m[%i] : memref<8xi8>
    %y = arith.addi %x, %v : i8
    memref.store %y, %m[%i] : memref<8xi8>
  }
  return
}
func.func @own_affine(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  affine.parallel (%i) = (0) to (4) {
    %x = memref.load %m[%i] : memref<8xi8>
    %y = arith.addi %x, %v : i8
    memref.store %y, %m[%i] : memref<8xi8>
  }
  return
}
func.func @carried_wrong(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %x = memref.load %m[%i] : memref<8xi8>
    %j = arith.addi %i, %c1 : index
    memref.store %x, %m[%j] : memref<8xi8>
    scf.reduce
  }
  return
}
func.func @carried_forall_wrong(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.forall (%i) in (4) {
    %x = memref.load %m[%i] : memref<8xi8>
    %j = arith.addi %i, %c1 : index
    memref.store %x, %m[%j] : memref<8xi8>
  }
  return
}
func.func @carried_affine_wrong(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  affine.parallel (%i) = (0) to (4) {
    %x = memref.load %m[%i] : memref<8xi8>
    %j = arith.addi %i, %c1 : index
    memref.store %x, %m[%j] : memref<8xi8>
  }
  return
}
func.func @one_place_wrong(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %x = arith.index_cast %i : index to i8
    memref.store %x, %m[%c0] : memref<8xi8>
    scf.reduce
  }
  return
}
func.func @one_value_wrong(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.forall (%i) in (4) {
    memref.store %v, %m[%c0] : memref<8xi8>
  }
  return
}
func.func @one_place_affine_wrong(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  affine.parallel (%i) = (0) to (4) {
    %x = arith.index_cast %i : index to i8
    memref.store %x, %m[%c0] : memref<8xi8>
  }
  return
}
func.func @one_turn(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    %x = memref.load %m[%i] : memref<8xi8>
    %j = arith.addi %i, %c1 : index
    memref.store %x, %m[%j] : memref<8xi8>
    scf.reduce
  }
  return
}
func.func @no_turn(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c0) step (%c1) {
    %x = arith.index_cast %i : index to i8
    memref.store %x, %m[%c0] : memref<8xi8>
    scf.reduce
  }
  return
}
func.func @order_chosen(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %x = arith.constant 3 : i8
  memref.store %x, %m[%c0] : memref<8xi8>
  return
}
func.func @other_order_chosen(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %x = arith.constant 0 : i8
  memref.store %x, %m[%c0] : memref<8xi8>
  return
}
func.func @evens_and_odds(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %a = arith.muli %i, %c2 : index
    %b = arith.addi %a, %c1 : index
    %x = memref.load %m[%b] : memref<8xi8>
    memref.store %x, %m[%a] : memref<8xi8>
    scf.reduce
  }
  return
}
func.func @evens_alone_wrong(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c3) step (%c1) {
    %a = arith.muli %i, %c2 : index
    %b = arith.addi %a, %c2 : index
    %x = memref.load %m[%b] : memref<8xi8>
    memref.store %x, %m[%a] : memref<8xi8>
    scf.reduce
  }
  return
}
func.func @mirror_wrong(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.forall (%i) in (4) {
    %j = arith.subi %c3, %i : index
    %x = memref.load %m[%j] : memref<8xi8>
    memref.store %x, %m[%i] : memref<8xi8>
  }
  return
}
func.func @read_by_all(%m: memref<8xi8>, %n: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %x = memref.load %n[%c0] : memref<8xi8>
    memref.store %x, %m[%i] : memref<8xi8>
    scf.reduce
  }
  return
}
func.func @read_by_all_written_by_one_wrong(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %x = memref.load %m[%c0] : memref<8xi8>
    memref.store %x, %m[%i] : memref<8xi8>
    scf.reduce
  }
  return
}
func.func @two_dimensions(%m: memref<4x4xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i, %j) = (%c0, %c0) to (%c3, %c3) step (%c1, %c1) {
    memref.store %v, %m[%i, %j] : memref<4x4xi8>
    scf.reduce
  }
  return
}
func.func @two_dimensions_wrong(%m: memref<4x4xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i, %j) = (%c0, %c0) to (%c3, %c3) step (%c1, %c1) {
    %x = arith.index_cast %j : index to i8
    memref.store %x, %m[%i, %c0] : memref<4x4xi8>
    scf.reduce
  }
  return
}
func.func @nest(%m: memref<4x4xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c3) step (%c1) {
  scf.parallel (%j) = (%c0) to (%c3) step (%c1) {
    memref.store %v, %m[%i, %j] : memref<4x4xi8>
    scf.reduce
  }
    scf.reduce
  }
  return
}
func.func @nest_wrong(%m: memref<4x4xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c3) step (%c1) {
  scf.parallel (%j) = (%c0) to (%c3) step (%c1) {
    %x = arith.index_cast %i : index to i8
    memref.store %x, %m[%c0, %j] : memref<4x4xi8>
    scf.reduce
  }
    scf.reduce
  }
  return
}
func.func @inner_loop(%m: memref<4x4xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.for %i = %c0 to %c3 step %c1 {
  scf.parallel (%j) = (%c0) to (%c3) step (%c1) {
    %x = arith.index_cast %i : index to i8
    memref.store %x, %m[%c0, %j] : memref<4x4xi8>
    scf.reduce
  }
  }
  return
}
func.func @one_behind_the_other(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %x = memref.load %m[%i] : memref<8xi8>
    %y = arith.addi %x, %v : i8
    memref.store %y, %m[%i] : memref<8xi8>
    scf.reduce
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %x = arith.index_cast %i : index to i8
    memref.store %x, %m[%c0] : memref<8xi8>
  }
  return
}
func.func @both_parallel(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %x = memref.load %m[%i] : memref<8xi8>
    %y = arith.addi %x, %v : i8
    memref.store %y, %m[%i] : memref<8xi8>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %x = memref.load %m[%i] : memref<8xi8>
    %y = arith.addi %x, %v : i8
    memref.store %y, %m[%i] : memref<8xi8>
    scf.reduce
  }
  return
}
func.func @own_buffer(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %t = memref.alloca() : memref<1xi8>
    %x = memref.load %m[%i] : memref<8xi8>
    memref.store %x, %t[%c0] : memref<1xi8>
    %y = memref.load %t[%c0] : memref<1xi8>
    memref.store %y, %m[%i] : memref<8xi8>
    scf.reduce
  }
  return
}
func.func @shared_buffer_wrong(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %t = memref.alloca() : memref<1xi8>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %x = memref.load %m[%i] : memref<8xi8>
    memref.store %x, %t[%c0] : memref<1xi8>
    %y = memref.load %t[%c0] : memref<1xi8>
    memref.store %y, %m[%i] : memref<8xi8>
    scf.reduce
  }
  return
}
func.func @scaled_wrong(%m: memref<8xi8>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %a = arith.muli %i, %k : index
    memref.store %v, %m[%a] : memref<8xi8>
    scf.reduce
  }
  return
}
func.func @scaled_by_two(%m: memref<8xi8>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %p = arith.cmpi eq, %k, %c2 : index
  scf.if %p {
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %a = arith.muli %i, %k : index
    memref.store %v, %m[%a] : memref<8xi8>
    scf.reduce
  }
  }
  return
}
func.func @one_turn_of_all_stores(%m: memref<8xi8>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %p = arith.cmpi eq, %i, %k : index
    scf.if %p {
      memref.store %v, %m[%c0] : memref<8xi8>
    }
    scf.reduce
  }
  return
}
func.func @all_turns_but_one_store_wrong(%m: memref<8xi8>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %p = arith.cmpi ne, %i, %k : index
    scf.if %p {
      memref.store %v, %m[%c0] : memref<8xi8>
    }
    scf.reduce
  }
  return
}
func.func @open_extent_bounded(%m: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %d = memref.dim %m, %c0 : memref<?xi8>
  scf.parallel (%i) = (%c0) to (%d) step (%c1) {
    %x = memref.load %m[%i] : memref<?xi8>
    %y = arith.addi %x, %v : i8
    memref.store %y, %m[%i] : memref<?xi8>
    scf.reduce
  }
  return
}
func.func @open_extent_wrong(%m: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %d = memref.dim %m, %c0 : memref<?xi8>
  scf.parallel (%i) = (%c0) to (%d) step (%c1) {
    %x = arith.index_cast %i : index to i8
    memref.store %x, %m[%c0] : memref<?xi8>
    scf.reduce
  }
  return
}
func.func @sum(%m: memref<8xi8>) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %z = arith.constant 0 : i8
  %r = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%z) -> i8 {
    %x = memref.load %m[%i] : memref<8xi8>
    scf.reduce(%x : i8) {
    ^bb0(%a: i8, %b: i8):
    %s = arith.addi %a, %b : i8
      scf.reduce.return %s : i8
    }
  }
  return %r : i8
}
func.func @greatest(%m: memref<8xi8>) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %z = arith.constant -128 : i8
  %r = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%z) -> i8 {
    %x = memref.load %m[%i] : memref<8xi8>
    scf.reduce(%x : i8) {
    ^bb0(%a: i8, %b: i8):
    %s = arith.maxsi %b, %a : i8
      scf.reduce.return %s : i8
    }
  }
  return %r : i8
}
func.func @polynomial_wrong(%m: memref<8xi8>) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %z = arith.constant 0 : i8
  %r = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%z) -> i8 {
    %x = memref.load %m[%i] : memref<8xi8>
    scf.reduce(%x : i8) {
    ^bb0(%a: i8, %b: i8):
    %q = arith.muli %a, %v : i8
    %s = arith.addi %q, %b : i8
      scf.reduce.return %s : i8
    }
  }
  return %r : i8
}
func.func @difference_open(%m: memref<8xi8>) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %z = arith.constant 0 : i8
  %r = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%z) -> i8 {
    %x = memref.load %m[%i] : memref<8xi8>
    scf.reduce(%x : i8) {
    ^bb0(%a: i8, %b: i8):
    %s = arith.subi %a, %b : i8
      scf.reduce.return %s : i8
    }
  }
  return %r : i8
}
func.func @affine_sum(%m: memref<8xi8>) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %r = affine.parallel (%i) = (0) to (4) reduce ("addi") -> i8 {
    %x = memref.load %m[%i] : memref<8xi8>
    affine.yield %x : i8
  }
  return %r : i8
}
func.func @affine_product(%m: memref<8xi8>) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %r = affine.parallel (%i) = (0) to (4) reduce ("muli") -> i8 {
    %x = memref.load %m[%i] : memref<8xi8>
    affine.yield %x : i8
  }
  return %r : i8
}
func.func @affine_union(%m: memref<8xi8>) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %r = affine.parallel (%i) = (0) to (4) reduce ("ori") -> i8 {
    %x = memref.load %m[%i] : memref<8xi8>
    affine.yield %x : i8
  }
  return %r : i8
}
func.func @affine_sum_wrong(%m: memref<8xi8>) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %r = affine.parallel (%i) = (0) to (4) reduce ("addi") -> i8 {
    %x = memref.load %m[%i] : memref<8xi8>
    affine.yield %x : i8
  }
  return %r : i8
}
func.func @calls_wrong(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    func.call @g(%i) : (index) -> ()
    scf.reduce
  }
  return
}
func.func @calls_forall_wrong(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.forall (%i) in (2) {
    func.call @g(%i) : (index) -> ()
  }
  return
}
func.func @calls_of_one_turn(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.forall (%i) in (1) {
    func.call @g(%i) : (index) -> ()
  }
  return
}
func.func @calls_given_an_order_open(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.for %i = %c0 to %c4 step %c1 {
    func.call @g(%i) : (index) -> ()
  }
  return
}
func.func @calls_dropped_open(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  return
}
func.func @insertions(%t: tensor<4xi8>) -> tensor<4xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xi8>) {
    %x = arith.index_cast %i : index to i8
    %s = tensor.from_elements %x : tensor<1xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi8> into tensor<4xi8>
    }
  }
  return %r : tensor<4xi8>
}
func.func @insertions_wrong(%t: tensor<4xi8>) -> tensor<4xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xi8>) {
    %x = arith.index_cast %i : index to i8
    %s = tensor.from_elements %x : tensor<1xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%c0] [1] [1] : tensor<1xi8> into tensor<4xi8>
    }
  }
  return %r : tensor<4xi8>
}
func.func @parts(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %s = memref.subview %m[%i] [2] [1] : memref<8xi8> to memref<2xi8, strided<[1], offset: ?>>
    memref.store %v, %s[%c1] : memref<2xi8, strided<[1], offset: ?>>
    scf.reduce
  }
  return
}
func.func @parts_overlap_wrong(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i8
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %s = memref.subview %m[%i] [2] [1] : memref<8xi8> to memref<2xi8, strided<[1], offset: ?>>
    memref.store %v, %s[%c0] : memref<2xi8, strided<[1], offset: ?>>
    memref.store %v, %s[%c1] : memref<2xi8, strided<[1], offset: ?>>
    scf.reduce
  }
  return
}
func.func @open_bound_bounded(%m: memref<?xi8>, %n: index, %x: i8) {
  affine.parallel (%i) = (0) to (%n) {
    affine.store %x, %m[%i] : memref<?xi8>
  }
  return
}
func.func @open_bound_in_one_place_wrong(%m: memref<?xi8>, %n: index, %x: i8) {
  affine.parallel (%i) = (0) to (%n) {
    affine.store %x, %m[0] : memref<?xi8>
  }
  return
}
func.func @open_bound_one_more_wrong(%m: memref<?xi8>, %n: index, %x: i8) {
  affine.parallel (%i) = (0) to (%n + 1) {
    affine.store %x, %m[%i] : memref<?xi8>
  }
  return
}
func.func @open_bound_at_most_one_turn_bounded(%m: memref<?xi8>, %n: index, %x: i8) {
  affine.parallel (%i) = (0) to (min(%n, 1)) {
    affine.store %x, %m[0] : memref<?xi8>
  }
  return
}
func.func @open_bound_of_two_bounded(%m: memref<?x?xi8>, %n: index, %k: index, %x: i8) {
  affine.for %i = 0 to %n step 2 {
    affine.for %j = 1 to %k {
      affine.store %x, %m[%i, %j] : memref<?x?xi8>
    }
  }
  return
}
func.func @open_bound_of_two_that_may_be_poison_wrong(%m: memref<?x?xi8>, %n: index, %k: index, %x: i8) {
  affine.parallel (%i, %j) = (0, 1) to (%n, %k) step (2, 1) {
    affine.store %x, %m[%i, %j] : memref<?x?xi8>
  }
  return
}
func.func @open_bound_of_a_sum_bounded(%m: memref<?xi8>, %n: index) -> i8 {
  %r = affine.parallel (%i) = (0) to (%n) reduce ("addi") -> (i8) {
    %0 = affine.load %m[%i] : memref<?xi8>
    affine.yield %0 : i8
  }
  return %r : i8
}
func.func @open_step_bounded(%m: memref<?xi8>, %n: index, %s: index, %x: i8) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %s {
    memref.store %x, %m[%i] : memref<?xi8>
  }
  return
}
