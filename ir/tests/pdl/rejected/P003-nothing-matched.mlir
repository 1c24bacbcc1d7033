pdl.pattern @p : benefit(1) {
  %u = pdl.attribute = unit
  pdl.rewrite with "rewriter"
}
