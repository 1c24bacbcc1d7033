// The guards that Assay suggests: tests of the program around a match. Each says everything about itself.

// Nothing uses the value.
func.func private @unused(!pdl.value {assay.is_unused})
    attributes {assay.native = "constraint", assay.cpp = ["$0.getUses().empty()", "$0.use_empty()", "$0->use_empty()"], assay.exact}

// The value has one use.
func.func private @one_use(!pdl.value {assay.has_one_use})
    attributes {assay.native = "constraint", assay.cpp = ["$0.hasOneUse()", "$0->hasOneUse()"], assay.exact}

// The first operation stands in the block of the second one.
func.func private @same_block(!pdl.operation {assay.same_block = 1}, !pdl.operation)
    attributes {assay.native = "constraint", assay.exact}

// The operation is no terminator.
func.func private @not_terminator(!pdl.operation {assay.is_not_terminator})
    attributes {assay.native = "constraint", assay.exact}

// The value is defined where it dominates the operation.
func.func private @dominates(!pdl.value {assay.dominates = 1}, !pdl.operation)
    attributes {assay.native = "constraint", assay.exact}

// The operation has no attribute of the name that is given as a string.
func.func private @lacks_attribute(!pdl.operation {assay.lacks = 1}, !pdl.attribute)
    attributes {assay.native = "constraint", assay.exact}
