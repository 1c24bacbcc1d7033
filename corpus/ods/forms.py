"""How the reader of texts writes the attributes, types and assembly formats of operations, from their records.

An operation with a C++ format, with a `custom<>` piece of a dialect whose pieces are not read, or with a type that only C++
infers, has no form.
"""

import collections
import re

from records import names, split_dag

# Dialects whose `custom<>` pieces the reader knows.
PIECES = {"affine", "arith", "cf", "func", "irdl", "linalg", "llvm", "memref", "pdl", "scf", "tensor", "transform", "vector"}
# Pieces that are the same in every dialect.
SHARED = {"DynamicIndexList"}


class Unknown(Exception):
    """A form that the reader does not read."""


# --- attributes ---------------------------------------------------------------------------------------------------

# Attributes with C++ formats that are known to be written `<..>`.
BODIES = {"llvm.constant_range"}

VALUE_TYPES = {"I1": "i1", "Index": "index", "F32": "f32", "F64": "f64"}


def enum_cases(records, name):
    """Keywords, values and symbols of an enumeration."""
    cases = []
    for case in names(records.fields(name)["enumerants"]):
        fields = records.fields(case)
        cases.append((fields["str"], int(fields["value"]), fields["symbol"]))
    return cases


def keywords(cases):
    """The cases; a text cannot name the empty one."""
    return [(text, value) for text, value, _ in cases if not re.search(r"\s", text)]


def is_keyword(text):
    return re.fullmatch(r"[A-Za-z_][\w$.]*", text) is not None


class Attributes:
    """Kinds and defaults of attributes; collects the enumerations that they name."""

    def __init__(self, records, dialect, enums):
        self.records, self.dialect, self.enums = records, dialect, enums

    def enum(self, name):
        fields = self.records.fields(name)
        key = fields["className"]
        self.enums[key] = (int(fields.get("bitwidth", "32")), keywords(enum_cases(self.records, name)))
        return f"enum({key})"

    def kind(self, name):
        """The kind of an attribute, and why its form is not read."""
        records = self.records
        base = records.base_attribute(name)
        classes, fields = records.records[base]
        storage = fields["storageType"].strip().removeprefix("::").removeprefix("mlir::")
        value = records.fields(name).get("valueType", "?")
        if "Property" in classes or "PropConstraint" in classes:
            return self.property(base)
        if storage == "UnitAttr":
            return "unit"
        if base == "SymbolNameAttr":
            return "symname"
        if "EnumAttrInfo" in classes:
            return self.enum(base)
        if "AttrDef" in classes:
            return self.definition(base)
        if value == "I64" and self.is_alignment(name):
            return "alignment"
        if value in VALUE_TYPES and storage in ("IntegerAttr", "FloatAttr", "BoolAttr"):
            return "bool" if value == "I1" else VALUE_TYPES[value]
        if re.fullmatch(r"(I|SI|UI)\d+", value):
            return value.lower()
        simple = {"StringAttr": "str", "TypeAttr": "type", "ArrayAttr": "array", "DictionaryAttr": "dict"}
        simple |= {"FlatSymbolRefAttr": "sym", "SymbolRefAttr": "sym"}
        if storage in simple:
            return simple[storage]
        dense = re.fullmatch(r"Dense(Bool|[IF]\d+)ArrayAttr", storage)
        if dense:
            return f"dense({dense[1].lower().replace('bool', 'i1')})"
        found = [n for n, (c, f) in records.records.items() if "AttrDef" in c and f.get("cppType") == fields["storageType"].strip()]
        return self.definition(found[0]) if found else "any"

    def is_alignment(self, name):
        """A power of two, perhaps optional."""
        while name != "?":
            if "IntValidAlignment" in self.records.classes(name):
                return True
            name = self.records.fields(name).get("baseAttr", "?")
        return False

    def definition(self, name):
        """An attribute of a dialect, which is written without its name."""
        classes, fields = self.records.records[name]
        form = fields["assemblyFormat"].strip() if fields["assemblyFormat"] != "?" else ""
        if fields["mnemonic"] == "?":
            return "any"
        if form.startswith("`<`"):
            return f"flags({fields['attrName']})"
        if form == "$value" and "EnumAttr" in classes:
            enum = self.records.records[fields["enum"]]
            if "BitEnumBase" not in enum[0]:
                return self.enum(fields["enum"]).replace("enum(", f"word({fields['attrName']}:")
        if fields["attrName"] in BODIES:
            return f"flags({fields['attrName']})"
        return f"?({fields['attrName']})"

    def property(self, name):
        fields = self.records.fields(name)
        storage = fields["storageType"].removeprefix("::").removeprefix("mlir::")
        if storage == "bool":
            return "unit" if "UnitProp" in name or "UnitProp" in self.records.classes(name) else "bool"
        if fields.get("enum", "?") != "?":
            kind = self.enum(fields["enum"])
            classes = self.records.classes(fields["enum"])
            kind = kind.replace("enum(", "bits(") if "BitEnumBase" in classes else kind
            return f"{fields['mnemonic']}:{kind}" if "NamedEnumPropWithAttrForm" in self.records.classes(name) else kind
        return f"?({storage})"

    def default(self, name, kind):
        """The default as text; an empty one when it cannot be said."""
        fields = self.records.fields(name)
        text = fields.get("defaultValue", "?")
        if kind == "unit" and "PropConstraint" in self.records.classes(name):
            return "false"
        if text in ("?", "std::nullopt") or kind == "unit" or fields.get("isOptional") == "1":
            return None
        wrapped = re.fullmatch(r"static_cast<u?int\d+_t>\((-?\d+)\)", text)
        text = wrapped[1] if wrapped else text
        if kind == "bool":
            return {"0": "false", "1": "true"}.get(text, text if text in ("true", "false") else "")
        ones = re.fullmatch(r"\{(?: static_cast<int64_t>\(1\),?)+ \}", text)
        if ones:
            return f"dense<1> : tensor<{text.count('(1)')}xi64>"
        if kind.startswith("flags(") and text == "{}":
            return f"#{kind[6:-1]}<{'none' if 'fastmath' in kind else ''}>"
        integer = re.fullmatch(r"((?:[su]?i)\d+|index)", kind)
        if integer and text == "{}":
            return f"0 : {kind}"
        if integer and re.fullmatch(r"-?(0x[0-9a-fA-F]+|\d+)", text):
            return f"{int(text, 0)} : {kind}"
        if kind == "str" and (text == "" or '"' in text):
            return text or '""'
        if kind == "str" and "::" not in text:
            return f'"{text}"'
        if kind == "array" and text == "{}":
            return "[]"
        if kind == "dict" and text == "{}":
            return "{}"
        dense = re.fullmatch(r"dense\((\w+)\)", kind)
        if dense and text == "{}":
            return f"array<{dense[1]}>"
        return self.enum_default(name, kind, text.split("::")[-1])

    def enum_default(self, name, kind, symbol):
        base = self.records.base_attribute(name)
        fields = self.records.fields(base)
        if "enum(" in kind or "bits(" in kind:
            info = fields["enum"] if fields.get("enum", "?") != "?" else base
            width = self.records.fields(info).get("bitwidth", "32")
            found = [value for _, value, other in enum_cases(self.records, info) if other == symbol]
            return f"{found[0]} : i{width}" if found else ""
        if kind.startswith(("flags(", "word(")) and fields.get("enum", "?") != "?":
            found = [text for text, _, other in enum_cases(self.records, fields["enum"]) if other == symbol]
            dialect, word = fields["attrName"].split(".", 1)
            if found:
                flags = kind.startswith("flags(")
                return f"#{dialect}.{word}<{found[0]}>" if flags else f"#{dialect}<{word} {found[0]}>"
        return ""


# --- types --------------------------------------------------------------------------------------------------------


def built_type(records, call):
    """The type that a builder call of C++ makes, as text; nothing when it is not known."""
    call = call.strip().rstrip(";").replace(" ", "").replace("::mlir::", "").replace("mlir::", "")
    simple = re.fullmatch(r"\$_builder\.get(?:IntegerType\((\d+)\)|(I|F|BF)(\d+)Type\(\)|IndexType\(\)|Type<BFloat16Type>\(\))", call)
    if simple:
        if simple[1]:
            return f"i{simple[1]}"
        return f"{simple[2].lower()}{simple[3]}" if simple[2] else "index" if "Index" in call else "bf16"
    if call == "$_builder.getType<Float8E8M0FNUType>()":
        return "f8E8M0FNU"
    vector = re.fullmatch(r"VectorType::get\(\{([\d,]+)\},(.*)\)", call)
    if vector:
        element = built_type(records, vector[2])
        return f"vector<{vector[1].replace(',', 'x')}x{element}>" if element else None
    pointer = re.fullmatch(r"\$_builder\.getType<LLVM::LLVMPointerType>\((\d+)\)", call)
    if pointer:
        return "!llvm.ptr" if pointer[1] == "0" else f"!llvm.ptr<{pointer[1]}>"
    if call == "LLVM::LLVMTokenType::get($_builder.getContext())":
        return "!llvm.token"
    ranged = re.fullmatch(r"pdl::RangeType::get\((.*)\)", call)
    if ranged:
        element = built_type(records, ranged[1])
        return f"!pdl.range<{element.removeprefix('!pdl.')}>" if element else None
    plain = re.fullmatch(r"\$_builder\.getType<([\w:]+)>\(\)|([\w:]+)::get\(\$_builder\.getContext\(\)\)", call)
    if plain:
        found = records.types.get("mlir::" + (plain[1] or plain[2]))
        return "!" + records.fields(found)["typeName"] if found else None
    return None


# Functions of the reader by the C++ that a trait holds, white space and namespaces left out.
TRANSFORMS = {
    "cast<VectorType>($_self).cloneWith({},IntegerType::get($_ctxt,1))": "i1like",
    "getUnaryOpResultType($_self)": "i1like",
    "getI1SameShape($_self)": "i1like",
    "cast<ShapedType>($_self).clone(IntegerType::get($_self.getContext(),1))": "i1like",
    "cast<PointerType>($_self).getPointeeType()": "parameter",
    "cast<ValueType>($_self).getValueType()": "parameter",
    "cast<LValueType>($_self).getValueType()": "parameter",
    "cast<Type>($_self)": "",
    "$_self": "",
    "cast<ComplexType>($_self).getElementType()": "element",
    "cast<TensorType>($_self).getElementType()": "element",
    "cast<MemRefType>($_self).getElementType()": "element",
    "cast<VectorType>($_self).getElementType()": "element",
    "cast<ShapedType>($_self).getElementType()": "element",
    "getElementTypeOrSelf($_self)": "element_or_self",
    "cast<FunctionType>($_self).getInputs()": "inputs_of",
    "cast<FunctionType>($_self).getResults()": "results_of",
    "VectorType::get({cast<VectorType>($_self).getShape()[0]},IntegerType::get($_self.getContext(),1))": "i1like",
    "SmallVector<Type,2>(cast<RankedTensorType>($_self).getNumElements(),cast<RankedTensorType>($_self).getElementType())": "all_elements",
    "cast<ArrayType>($_self).getRangeType()": "array_range",
    "cast<ArrayType>($_self).getDomainType()": "array_domain",
    "pdl::RangeType::get($_self)": "pdl_range",
    "getGetValueTypeOpValueType($_self)": "pdl_types",
    "getValAndBoolStructType($_self)": "with_flag",
}


def transform(text):
    text = re.sub(r"\s+", "", text)
    text = re.sub(r"(?:(?:::)?(?:llvm|mlir|emitc|gpu)::)+|^::", "", text)
    return TRANSFORMS.get(text.replace("(::", "("))


# --- forms --------------------------------------------------------------------------------------------------------


class Form:
    """What a form writes: names in it, types in it."""

    def __init__(self, text):
        self.text = " ".join(text.split())
        self.types = set()
        rest = re.sub(r"ref\([^()]*(?:\([^()]*\))?\)", "", self.text)
        for name in re.findall(r"type\((?:type\()?\$?(\w+)\)", re.sub(r"functional-type", "", rest)):
            self.types.add(name)
        for first, second in re.findall(r"functional-type\(\s*\$?(\w+)\s*,\s*\$?(\w+)\s*\)", rest):
            self.types |= {first, second}
        self.pieces = re.findall(r"custom<(\w+)>", self.text)
        written = re.sub(r"custom<\w+>\((?:\([^()]*\)|\((?:\([^()]*\)|[^()])*\)|[^()])*\)", "", self.text)
        self.names = re.findall(r"\$(\w+)", re.sub(r"(?:type|qualified)\(\$\w+\)", "", written))


class Operation:
    def __init__(self, records, name, enums):
        self.records, self.record = records, name
        self.fields = records.fields(name)
        self.dialect = records.dialect(name)
        self.name = f"{self.dialect}.{self.fields['opName']}"
        self.enums = enums
        self.traits = records.traits(self.fields["traits"])
        self.ins, self.attrs = [], []
        kinds = Attributes(records, self.dialect, enums)
        for index, (constraint, name) in enumerate(split_dag(self.fields["arguments"])):
            name = name or f"unnamed{index}"
            constraint = records.strip(constraint)
            classes = records.classes(constraint)
            if "TypeConstraint" in classes:
                self.ins.append((name, constraint))
            else:
                kind = kinds.kind(constraint)
                self.attrs.append((name, constraint, kind, kinds.default(constraint, kind)))
        results = split_dag(self.fields["results"])
        self.outs = [(name or f"result{index if len(results) > 1 else ''}", records.strip(c)) for index, (c, name) in enumerate(results)]
        self.regions = [(constraint, name or f"region{index}") for index, (constraint, name) in enumerate(split_dag(self.fields["regions"]))]
        self.successors = split_dag(self.fields["successors"])

    def trait_names(self):
        words = []
        for trait in self.traits:
            fields = self.records.fields(trait)
            text = fields.get("trait", "?")
            if text in ("?", ""):
                continue
            words.append(trait if trait == "NoMemoryEffect" else re.sub(r"::(Impl|Trait)$", "", text))
        return words

    def native_traits(self):
        """The traits that are neither interfaces nor predicates; those of a dialect with its namespace."""
        names = []
        for trait in self.traits:
            classes, fields = self.records.records[trait]
            text = re.sub(r"\s|::Impl$", "", fields.get("trait", "?"))
            if text in ("?", "") or "Interface" in classes or text.endswith("::Trait"):
                continue
            space = fields.get("cppNamespace", "").removeprefix("::").removesuffix("::")
            space = re.sub(r"^mlir(::OpTrait)?(::|$)", "", space)
            names.append(f"{space}::{text}" if space else re.sub(r"^(::)?mlir::OpTrait::", "", text))
        return names

    def group(self, name, constraint):
        classes = self.records.classes(constraint)
        if "VariadicRegion" in classes:
            return f"{name}*"
        if "VariadicOfVariadic" in classes:
            return f"{name}**"
        return name + ("*" if "Variadic" in classes else "?" if "Optional" in classes else "")

    def base_type(self, constraint):
        classes, fields = self.records.records[constraint]
        return fields["baseType"] if "Variadic" in classes or "Optional" in classes else constraint

    def rules(self):
        """Type rules, and pairs of what follows from what."""
        rules = []
        for name, constraint in self.ins + self.outs:
            call = self.records.fields(self.base_type(constraint)).get("builderCall", "")
            if call and (built := built_type(self.records, call)):
                rules.append(([name], f":{built}", []))
        everything = [name for name, _ in self.ins], [name for name, _ in self.outs]
        for trait in self.traits:
            fields = self.records.fields(trait)
            classes = self.records.classes(trait)
            if "AllTypesMatch" in classes:
                values = re.findall(r"[\w$]+", fields["values"])
                rules += self.equal(values)
            elif "TypesMatchWith" in classes:
                function = transform(fields["transformer"])
                lhs, rhs = fields["lhs"], fields["rhs"]
                if function == "":
                    rules.append(([rhs], lhs, [lhs]))
                elif function:
                    rules.append(([rhs], f"{function}({lhs})", [lhs]))
                elif "getInputs" not in fields["transformer"]:
                    rules.append(([rhs], None, [fields["transformer"]]))
            elif trait == "SameOperandsAndResultType":
                rules += self.equal(everything[0] + everything[1])
            elif trait == "SameTypeOperands":
                rules += self.equal(everything[0])
            elif trait == "FirstAttrDerivedResultType" and self.attrs:
                rules.append((everything[1], f"attr_type({self.attrs[0][0]})", []))
        return rules

    def equal(self, values):
        attributes = {name for name, *_ in self.attrs}
        plain = [value for value in values if value not in attributes]
        rules = [([value], other, [other]) for value in plain for other in plain if value != other]
        for attribute in (value for value in values if value in attributes):
            rules += [([value], f"attr_type({attribute})", []) for value in plain]
        return rules

    def default_dialect(self):
        """The dialect whose prefix may be left out inside."""
        asm = [fields for fields in map(self.records.fields, self.traits) if fields.get("cppInterfaceName") == "OpAsmOpInterface"]
        written = re.search(r'getDefaultDialect\(\)\s*\{\s*return\s*"(\w*)"', self.fields["extraClassDeclaration"])
        if asm and written:
            return written[1]
        own = any("getDefaultDialect" in fields.get("alwaysOverriddenMethods", "") for fields in asm)
        return self.dialect if own else ""

    def check(self, form, rules):
        """Raises when the reader cannot read the form."""
        if self.dialect not in PIECES and set(form.pieces) - SHARED:
            raise Unknown(f"custom<{form.pieces[0]}>")
        if any("VariadicRegion" in self.records.classes(constraint) for constraint, _ in self.regions):
            raise Unknown("a variadic list of regions")
        attributes = {name: kind for name, _, kind, _ in self.attrs}
        for name in form.names:
            kind = attributes.get(name, "")
            if kind == "unit" and re.search(rf"\(\s*\${name}\^", form.text):
                raise Unknown(f"unit {name} in front of its group")
            if "?" in kind:
                raise Unknown(f"attribute {name} of kind {kind}")
        if any(self.group(*one).endswith("**") for one in self.ins):
            raise Unknown("a variadic group of variadic groups")
        known = set(form.types)
        if form.pieces:
            return
        known |= {name for name, _ in self.ins} if "operands" in known else set()
        known |= {name for name, _ in self.outs} if "results" in known else set()
        changed = True
        while changed:
            changed = False
            for targets, source, needs in rules:
                new = [target for target in targets if target not in known]
                if source and new and all(need in known for need in needs):
                    known.update(new)
                    changed = True
        for name, _ in self.ins + self.outs:
            if name not in known:
                raise Unknown(f"type of {name}")

    def stripped(self, form):
        """Operands and results whose types are written without the name of their dialect."""
        found = []
        for name, constraint in self.ins + self.outs:
            classes, fields = self.records.records[constraint]
            if "Variadic" in classes or "Optional" in classes:
                continue
            record = self.records.types.get(fields.get("cppType", "").removeprefix("::"))
            if record and re.search(rf"(?<!-)type\(\$?{name}\)", re.sub(rf"qualified\(type\(\${name}\)\)", "", form.text)):
                definition = self.records.fields(record)
                if definition["assemblyFormat"] != "?" or definition["hasCustomAssemblyFormat"] == "1":
                    found.append((name, definition["typeName"]))
        return found


def write_rules(rules):
    """Equal ones in one word, others one by one."""
    words, pairs = [], collections.defaultdict(set)
    for targets, source, needs in rules:
        for target in targets:
            if source and needs == [source] and any(t == [source] and s == target for t, s, _ in rules):
                pairs[target] |= {source}
            elif source:
                words.append(f"{target}{source}" if source[0] == ":" else f"{target}={source}")
    done = set()
    for name in pairs:
        if name not in done:
            group = [name] + [other for other in pairs if other != name and other in pairs[name]]
            done |= set(group)
            words.append("=".join(group))
    return list(dict.fromkeys(words))
