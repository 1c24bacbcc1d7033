// Array programs as operations: what IRDL says of them. Types and lengths are related by the checker of array programs.
irdl.dialect @rise attributes {assay.variadic = "each"} {
  irdl.operation @lowering_unit attributes {
    assay.optional_attributes = ["lengths"],
    assay.traits = []
  } {
    %c0 = irdl.any
    %body = irdl.region with size 1
    irdl.attributes {"lengths" = %c0}
    irdl.regions(body: %body)
  }

  irdl.operation @in attributes {
    assay.optional_attributes = ["name", "type"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    %c3 = irdl.any
    irdl.operands(memory: variadic %c0)
    irdl.results(result: %c1)
    irdl.attributes {"name" = %c2, "type" = %c3}
  }

  irdl.operation @out attributes {assay.traits = []} {
    %c0 = irdl.any
    irdl.operands(places: variadic %c0)
  }

  irdl.operation @return attributes {assay.traits = ["pure", "terminator"]} {
    %c0 = irdl.any
    irdl.operands(values: variadic %c0)
  }

  irdl.operation @lambda attributes {
    assay.optional_attributes = ["names"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %body = irdl.region with size 1
    irdl.results(result: %c0)
    irdl.attributes {"names" = %c1}
    irdl.regions(body: %body)
  }

  irdl.operation @apply attributes {
    assay.optional_attributes = ["style"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    irdl.operands(operands: variadic %c0)
    irdl.results(result: %c1)
    irdl.attributes {"style" = %c2}
  }

  irdl.operation @literal attributes {assay.traits = ["pure"]} {
    %c0 = irdl.any
    %c1 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"literal" = %c1}
  }

  irdl.operation @embed attributes {assay.traits = ["pure"]} {
    %c0 = irdl.any
    %c1 = irdl.any
    %body = irdl.region with size 1
    irdl.operands(operands: variadic %c0)
    irdl.results(result: %c1)
    irdl.regions(body: %body)
  }

  irdl.operation @operation attributes {assay.traits = ["pure"]} {
    %c0 = irdl.any
    %c1 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"operation" = %c1}
  }

  irdl.operation @definition attributes {assay.traits = ["pure"]} {
    %c0 = irdl.any
    %c1 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"callee" = %c1}
  }

  irdl.operation @tuple attributes {assay.traits = ["pure"]} {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    irdl.operands(first: %c0, second: %c1)
    irdl.results(result: %c2)
  }

  irdl.operation @map attributes {
    assay.optional_attributes = ["n", "s", "t"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    %c3 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"n" = %c1, "s" = %c2, "t" = %c3}
  }

  irdl.operation @map_seq attributes {
    assay.name = "mapSeq",
    assay.optional_attributes = ["n", "s", "t", "to"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    %c3 = irdl.any
    %c4 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"n" = %c1, "s" = %c2, "t" = %c3, "to" = %c4}
  }

  irdl.operation @reduce_seq attributes {
    assay.name = "reduceSeq",
    assay.optional_attributes = ["n", "s", "t", "to"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    %c3 = irdl.any
    %c4 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"n" = %c1, "s" = %c2, "t" = %c3, "to" = %c4}
  }

  irdl.operation @reduce attributes {
    assay.optional_attributes = ["n", "s", "t"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    %c3 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"n" = %c1, "s" = %c2, "t" = %c3}
  }

  irdl.operation @zip attributes {
    assay.optional_attributes = ["n", "s", "t"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    %c3 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"n" = %c1, "s" = %c2, "t" = %c3}
  }

  irdl.operation @fst attributes {
    assay.optional_attributes = ["s", "t"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"s" = %c1, "t" = %c2}
  }

  irdl.operation @snd attributes {
    assay.optional_attributes = ["s", "t"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"s" = %c1, "t" = %c2}
  }

  irdl.operation @split attributes {
    assay.optional_attributes = ["n", "s"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    %c3 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"m" = %c1, "n" = %c2, "s" = %c3}
  }

  irdl.operation @join attributes {
    assay.optional_attributes = ["m", "n", "s"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    %c3 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"m" = %c1, "n" = %c2, "s" = %c3}
  }

  irdl.operation @transpose attributes {
    assay.optional_attributes = ["m", "n", "s"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    %c3 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"m" = %c1, "n" = %c2, "s" = %c3}
  }

  irdl.operation @slide attributes {
    assay.optional_attributes = ["n", "s"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    %c3 = irdl.any
    %c4 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"sz" = %c1, "sp" = %c2, "n" = %c3, "s" = %c4}
  }

  irdl.operation @pad attributes {
    assay.optional_attributes = ["n", "s"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    %c2 = irdl.any
    %c3 = irdl.any
    %c4 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"l" = %c1, "r" = %c2, "n" = %c3, "s" = %c4}
  }

  irdl.operation @id attributes {
    assay.optional_attributes = ["s"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"s" = %c1}
  }

  irdl.operation @to_mem attributes {
    assay.optional_attributes = ["s"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"s" = %c1}
  }

  irdl.operation @compose attributes {
    assay.optional_attributes = ["s"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"s" = %c1}
  }

  irdl.operation @add attributes {
    assay.optional_attributes = ["s"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"s" = %c1}
  }

  irdl.operation @sub attributes {
    assay.optional_attributes = ["s"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"s" = %c1}
  }

  irdl.operation @mul attributes {
    assay.optional_attributes = ["s"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"s" = %c1}
  }

  irdl.operation @min attributes {
    assay.optional_attributes = ["s"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"s" = %c1}
  }

  irdl.operation @max attributes {
    assay.optional_attributes = ["s"],
    assay.traits = ["pure"]
  } {
    %c0 = irdl.any
    %c1 = irdl.any
    irdl.results(result: %c0)
    irdl.attributes {"s" = %c1}
  }
}
