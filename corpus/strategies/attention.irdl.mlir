// One operation for attention: queries, keys, values, the scale, and what a mask needs. The attribute `scaled` says what is scaled, and how.
irdl.dialect @nn {
  irdl.operation @attention {
    %any = irdl.any
    irdl.operands(q: %any, k: %any, v: %any, scale: %any, mask: variadic %any)
    irdl.results(result: %any)
  }
}
