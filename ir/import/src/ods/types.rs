//! C++ of records that makes a type, as the reader of texts writes that type or the function of other types. Understands no
//! other C++.

use crate::records::Records;

/// The functions of types that the reader knows, by the C++ that a trait holds; white space and namespaces left out.
const FUNCTIONS: [(&str, &str); 24] = [
    ("cast<VectorType>($_self).cloneWith({},IntegerType::get($_ctxt,1))", "i1like"),
    ("getUnaryOpResultType($_self)", "i1like"),
    ("getI1SameShape($_self)", "i1like"),
    ("cast<ShapedType>($_self).clone(IntegerType::get($_self.getContext(),1))", "i1like"),
    ("cast<PointerType>($_self).getPointeeType()", "parameter"),
    ("cast<ValueType>($_self).getValueType()", "parameter"),
    ("cast<LValueType>($_self).getValueType()", "parameter"),
    ("cast<Type>($_self)", ""),
    ("$_self", ""),
    ("cast<ComplexType>($_self).getElementType()", "element"),
    ("cast<TensorType>($_self).getElementType()", "element"),
    ("cast<MemRefType>($_self).getElementType()", "element"),
    ("cast<VectorType>($_self).getElementType()", "element"),
    ("cast<ShapedType>($_self).getElementType()", "element"),
    ("getElementTypeOrSelf($_self)", "element_or_self"),
    ("cast<FunctionType>($_self).getInputs()", "inputs_of"),
    ("cast<FunctionType>($_self).getResults()", "results_of"),
    (
        "VectorType::get({cast<VectorType>($_self).getShape()[0]},IntegerType::get($_self.getContext(),1))",
        "i1like",
    ),
    (
        "SmallVector<Type,2>(cast<RankedTensorType>($_self).getNumElements(),cast<RankedTensorType>($_self).getElementType())",
        "all_elements",
    ),
    ("cast<ArrayType>($_self).getRangeType()", "array_range"),
    ("cast<ArrayType>($_self).getDomainType()", "array_domain"),
    ("pdl::RangeType::get($_self)", "pdl_range"),
    ("getGetValueTypeOpValueType($_self)", "pdl_types"),
    ("getValAndBoolStructType($_self)", "with_flag"),
];

/// Namespaces that C++ may leave out.
const NAMESPACES: [&str; 4] = ["llvm", "mlir", "emitc", "gpu"];

/// The function of types that C++ computes from the type `$_self`: empty for that type itself, `None` where it is not known.
pub(super) fn function(text: &str) -> Option<&'static str> {
    let mut text: String = text.split_whitespace().collect();
    loop {
        let mut shorter = text.clone();
        for space in NAMESPACES {
            shorter = shorter.replace(&format!("::{space}::"), "").replace(&format!("{space}::"), "");
        }
        if shorter == text {
            break;
        }
        text = shorter;
    }
    let text = text.strip_prefix("::").unwrap_or(&text).replace("(::", "(");
    FUNCTIONS.iter().find(|(known, _)| *known == text).map(|(_, function)| *function)
}

/// The type that a builder call of C++ makes, as text.
pub(super) fn built(records: &Records, call: &str) -> Option<String> {
    let call =
        call.trim().trim_end_matches(';').replace(' ', "").replace("::mlir::", "").replace("mlir::", "");
    built_by(records, &call)
}

fn built_by(records: &Records, call: &str) -> Option<String> {
    match call {
        "$_builder.getIndexType()" => return Some("index".to_owned()),
        "$_builder.getType<BFloat16Type>()" => return Some("bf16".to_owned()),
        "$_builder.getType<Float8E8M0FNUType>()" => return Some("f8E8M0FNU".to_owned()),
        "LLVM::LLVMTokenType::get($_builder.getContext())" => return Some("!llvm.token".to_owned()),
        _ => {}
    }
    let between = |start: &str, end: &str| call.strip_prefix(start)?.strip_suffix(end);
    if let Some(width) = between("$_builder.getIntegerType(", ")").filter(|text| is_number(text)) {
        return Some(format!("i{width}"));
    }
    if let Some(name) = between("$_builder.get", "Type()") {
        let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
        let kind = name.strip_suffix(digits)?;
        let known = matches!(kind, "I" | "F" | "BF") && is_number(digits);
        return known.then(|| format!("{}{digits}", kind.to_lowercase()));
    }
    if let Some((shape, element)) = between("VectorType::get({", ")").and_then(|rest| rest.split_once("},")) {
        let element = built_by(records, element)?;
        return Some(format!("vector<{}x{element}>", shape.replace(',', "x")));
    }
    if let Some(space) =
        between("$_builder.getType<LLVM::LLVMPointerType>(", ")").filter(|text| is_number(text))
    {
        return Some(if space == "0" { "!llvm.ptr".to_owned() } else { format!("!llvm.ptr<{space}>") });
    }
    if let Some(element) = between("pdl::RangeType::get(", ")") {
        let element = built_by(records, element)?;
        return Some(format!("!pdl.range<{}>", element.trim_start_matches("!pdl.")));
    }
    let class = between("$_builder.getType<", ">()")
        .or_else(|| call.strip_suffix("::get($_builder.getContext())"))?;
    let class = class.trim_start_matches("::");
    let is_class = |name: &str| {
        let name = name.trim_start_matches("::");
        name == class || name.strip_prefix("mlir::") == Some(class)
    };
    let mut types = records.instances("TypeDef").filter(|one| one.text("mnemonic").is_some());
    let found = types.find(|one| one.text("cppType").is_some_and(is_class))?;
    Some(format!("!{}", found.text("typeName")?))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
