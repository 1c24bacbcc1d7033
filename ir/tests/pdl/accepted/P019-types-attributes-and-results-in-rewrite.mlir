pdl.pattern @p : benefit(1) {
  %ts = pdl.types
  %root = pdl.operation "lab.a" -> (%ts : !pdl.range<type>)
  pdl.rewrite %root {
    %t = pdl.type
    %us = pdl.types
    %k = pdl.attribute = 1 : i8
    %r = pdl.result 0 of %root
    %rs = pdl.results of %root
    pdl.erase %root
  }
}
