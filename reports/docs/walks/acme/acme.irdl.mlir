// The operations of the dialect: which types they have.
irdl.dialect @acme {
  irdl.operation @avg {
    %i8 = irdl.is i8
    %i16 = irdl.is i16
    %i32 = irdl.is i32
    %t = irdl.any_of(%i8, %i16, %i32)
    irdl.operands(a: %t, b: %t)
    irdl.results(r: %t)
  }
}
