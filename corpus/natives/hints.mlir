// Rewrites of public libraries that change discardable attributes alone. `README.md` describes the form.

// Copies discardable attributes of what defines the first value to what defines the second one.
func.func private @copy_discardable_attributes(!pdl.value, !pdl.value)
    attributes {assay.native = "rewrite", assay.only_discardable_attributes_of = 1,
                assay.cpp = ["CopyDeviceAndUnderscoredAttributesAdaptor($0, $1)",
                             "mergeDiscardableAttributes($0, $1)", "copyDiscardableAttrs($0, $1)"]}

// Copies the name hint of what defines the first value to what defines the second one, which it returns.
func.func private @move_name_hint(!pdl.value, !pdl.value) -> (!pdl.value {assay.returns_value = 1})
    attributes {assay.native = "rewrite", assay.only_discardable_attributes_of = 1,
                assay.cpp = "moveNameHint($0, $1)"}

// Sets a discardable attribute: the operation, the name and the value.
func.func private @annotateOperation(!pdl.operation, !pdl.attribute, !pdl.attribute)
    attributes {assay.native = "rewrite", assay.only_discardable_attributes_of = 0}
