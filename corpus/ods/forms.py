#!/usr/bin/env python3
"""Writes what the reader and the specs know of upstream's operations, from the ODS files of MLIR 22.1.8.

Runs `mlir-tblgen-22 --print-records` on every file of `inputs.toml` and writes

  FORMS/DIALECT.txt    operands, results, attributes, regions, type rules and the assembly format of each operation
  TRAITS               traits, regions and successors of each operation, which `tblgen-to-irdl` loses

A form is written when the reader can read it: an operation with a C++ format, with a `custom<>` piece of a dialect
whose pieces are not read, or with a type that only C++ infers, has no `form` line. The reasons go to standard error.

usage: corpus/ods/forms.py INCLUDE FORMS TRAITS
"""

import collections
import os
import re
import subprocess
import sys
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))

# Dialects whose `custom<>` pieces the reader knows.
PIECES = {"affine", "arith", "cf", "func", "irdl", "linalg", "llvm", "memref", "pdl", "scf", "tensor", "transform", "vector"}
# Pieces that are the same in every dialect.
SHARED = {"DynamicIndexList"}

# --- records ------------------------------------------------------------------------------------------------------


def unquote(text):
    if text.startswith("[{"):
        return text[2:-2]
    if text.startswith('"'):
        return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text[1:-1])
    return text


def read_records(text):
    """Records by name: their classes and their fields as text."""
    lines = iter(text[text.index("------------- Defs") :].split("\n"))
    records = {}
    for line in lines:
        head = re.match(r"def (\S+) \{(?:\t// (.*))?$", line)
        if not head:
            continue
        fields = {}
        for line in lines:
            if line == "}":
                break
            field = re.match(r"  (?:field )?\S.*? (\w+) = (.*)$", line)
            if not field:
                continue
            value = field[2]
            while value.startswith("[{") and not value.endswith("}];") or value[0] == '"' and not value.endswith('";'):
                value += "\n" + next(lines)
            fields[field[1]] = unquote(value.removesuffix(";"))
        records[head[1]] = ((head[2] or "").split(), fields)
    return records


def load(include):
    """Pairs of a dialect and the records of one of its files."""
    with open(os.path.join(HERE, "inputs.toml"), "rb") as file:
        inputs = tomllib.load(file)["input"]
    for one in inputs:
        folders = [include] + [os.path.join(include, folder) for folder in one.get("include", [])]
        command = ["mlir-tblgen-22", "--print-records"]
        for folder in folders:
            command += ["-I", folder]
        command.append(os.path.join(include, one["td"]))
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        yield one["dialect"], read_records(run.stdout)


def names(text):
    return re.findall(r"\w+", text)


def split_dag(text):
    """`(ins A:$a, B:$b)` as pairs of a record and a name; unnamed ones have an empty name."""
    inside = text.strip()[1:-1].split(None, 1)
    parts = inside[1].split(", ") if len(inside) > 1 else []
    return [(part.split(":$") + [""])[:2] for part in parts]


class Records:
    """The records of one file."""

    def __init__(self, records):
        self.records = records
        self.types = {}
        for name, (classes, fields) in records.items():
            if "TypeDef" in classes and fields.get("mnemonic", "?") != "?":
                self.types[fields["cppType"].removeprefix("::")] = name

    def classes(self, name):
        return self.records[name][0]

    def fields(self, name):
        return self.records[name][1]

    def strip(self, name):
        """A constraint without what says about effects."""
        while "OpVariable" in self.classes(name):
            name = self.fields(name)["constraint"]
        return name

    def base_attribute(self, name):
        """A constraint without defaults and conditions."""
        while True:
            fields = self.fields(name)
            inner = next((fields[key] for key in ("baseAttr", "baseProperty") if fields.get(key, "?") != "?"), None)
            if inner is None:
                return name
            name = inner

    def traits(self, listed):
        """All traits, those of lists and dependent ones included, in order."""
        found, open_ = [], names(listed)
        while open_:
            name = open_.pop(0)
            if name in found:
                continue
            classes, fields = self.records[name]
            if "TraitList" in classes:
                open_ = names(fields["traits"]) + open_
                continue
            found.append(name)
            open_ = names(fields.get("dependentTraits", "")) + names(fields.get("baseInterfaces", "")) + open_
        return found

    def dialect(self, name):
        return self.fields(self.fields(name)["opDialect"])["name"]


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
        for constraint, name in split_dag(self.fields["arguments"]):
            constraint = records.strip(constraint)
            classes = records.classes(constraint)
            if "TypeConstraint" in classes:
                self.ins.append((name, constraint))
            else:
                kind = kinds.kind(constraint)
                self.attrs.append((name, constraint, kind, kinds.default(constraint, kind)))
        results = split_dag(self.fields["results"])
        self.outs = [(name or f"result{index if len(results) > 1 else ''}", records.strip(c)) for index, (c, name) in enumerate(results)]
        self.regions = split_dag(self.fields["regions"])
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

    def implicit_terminator(self, operations):
        for trait in self.traits:
            match = re.fullmatch(r"SingleBlockImplicitTerminator<(?:::)?([\w:]+)>::Impl", self.records.fields(trait).get("trait", ""))
            if match:
                wanted = match[1].split("::")
                for other, (name, space) in operations.items():
                    if other == wanted[-1] and (len(wanted) == 1 or wanted[-2] == space):
                        return name
        return None

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


def entry(operation, operations, report):
    lines = [f"op {operation.name}"]
    rules = operation.rules()
    stripped = []
    text = operation.fields.get("assemblyFormat", "?")
    form = None
    if text != "?":
        form = Form(text)
        try:
            operation.check(form, rules)
            stripped = operation.stripped(form)
        except Unknown as unknown:
            report.append(f"{operation.name}: {unknown}")
            form = None
    listed = {
        "ins": [operation.group(*one) for one in operation.ins],
        "outs": [operation.group(*one) for one in operation.outs],
        "regions": [operation.group(name, c) for c, name in operation.regions],
        "successors": [name + ("*" if "VariadicSuccessor" in operation.records.classes(c) else "") for c, name in operation.successors],
    }
    for key in ("ins", "outs"):
        if listed[key]:
            lines.append(f"{key} {' '.join(listed[key])}")
    for name, constraint, kind, default in operation.attrs:
        fields = operation.records.fields(constraint)
        optional = fields.get("isOptional") == "1" or fields.get("defaultValue") == "std::nullopt"
        optional = optional and kind != "unit"
        if default == "" :
            report.append(f"{operation.name}: default of {name}: {operation.records.fields(constraint)['defaultValue']}")
            optional, default = True, None
        kind = "any" if "?" in kind else kind
        lines.append(f"attr {name} {kind}{'?' if optional else ''}{' = ' + default if default is not None else ''}")
    for key in ("regions", "successors"):
        if listed[key]:
            lines.append(f"{key} {' '.join(listed[key])}")
    traits = operation.trait_names()
    terminator = operation.implicit_terminator(operations)
    if terminator:
        lines.append(f"terminator {terminator}")
    flags = [word for word, trait in FLAGS if trait in traits]
    if "SingleBlock" in traits and form and not terminator and operation.regions:
        flags.append("block")
    if operation.fields["hasCustomAssemblyFormat"] == "1":
        flags.append("cpp")
    if flags:
        lines.append("flags " + " ".join(flags))
    if dialect := operation.default_dialect():
        lines.append(f"dialect {dialect}")
    if form:
        words = write_rules(rules)
        if words:
            lines.append("types " + " ".join(words))
        if stripped:
            lines.append("strip " + " ".join(f"{name}={kind}" for name, kind in stripped))
        lines.append(f"form {form.text}")
    return lines


FLAGS = [
    ("isolated", "IsIsolatedFromAbove"),
    ("operand_segments", "AttrSizedOperandSegments"),
    ("result_segments", "AttrSizedResultSegments"),
]


def class_name(record):
    prefix, _, rest = record.partition("_")
    return (rest or prefix) if prefix else record


def main(include, forms, traits_path):
    dialects = collections.defaultdict(dict)
    report, kept, classes = [], [], {}
    seen = set()
    for dialect, raw in load(include):
        records = Records(raw)
        listed = [name for name, (classes, fields) in raw.items() if "Op" in classes and fields.get("opDialect", "?") in raw]
        operations = {class_name(name): (f"{records.dialect(name)}.{records.fields(name)['opName']}", records.fields(name)["cppNamespace"].split("::")[-1]) for name in listed}
        classes |= {(space, name): full for name, (full, space) in operations.items()}
        enums, entries = dialects[dialect].setdefault("enums", {}), dialects[dialect].setdefault("ops", {})
        collect_names(records, dialect, dialects[dialect].setdefault("names", {}))
        for name in listed:
            if records.dialect(name) != dialect:
                continue
            operation = Operation(records, name, enums)
            if operation.name in seen:
                continue
            seen.add(operation.name)
            entries[operation.name] = entry(operation, operations, report)
            kept.append(operation)
    os.makedirs(forms, exist_ok=True)
    for dialect, both in dialects.items():
        if both["ops"]:
            with open(os.path.join(forms, f"{dialect}.txt"), "w") as file:
                file.write(dialect_text(both))
    with open(traits_path, "w") as file:
        file.write(traits_text({operation.name: trait_words(operation, classes) for operation in kept}))
    print("\n".join(sorted(report)), file=sys.stderr)


def collect_names(records, dialect, found):
    """The names of a dialect's attributes and types, and whether it reads them by C++ of its own."""
    own = next(fields for classes, fields in records.records.values() if "Dialect" in classes and fields["name"] == dialect)
    for key, word, kind in (("attribute_names", "Attribute", "AttrDef"), ("type_names", "Type", "TypeDef")):
        known = found.setdefault(key, (set(), set()))[0]
        for classes, fields in records.records.values():
            if kind in classes and fields.get("mnemonic", "?") != "?" and records.fields(fields["dialect"])["name"] == dialect:
                known.add(fields["mnemonic"])
        if f"parse{word}(" in own["extraClassDeclaration"]:
            found[key][1].add("declared")
        elif own[f"useDefault{word}PrinterParser"] == "1":
            found[key][1].add("generated")


def dialect_text(both):
    used = " ".join(line for lines in both["ops"].values() for line in lines)
    out = [HEADER]
    for key, (known, reader) in sorted(both["names"].items()):
        # Readers that are generated for nothing are written in C++.
        if "declared" not in reader and (known or not reader):
            out.append(" ".join([key, *sorted(known)]) + "\n")
    for name, (width, cases) in sorted(both["enums"].items()):
        if f"({name})" in used or f":{name})" in used:
            words = [text if value == index else f"{text}={value}" for index, (text, value) in enumerate(cases)]
            out.append(f"enum {name} i{width} {' '.join(words)}\n")
    for name in sorted(both["ops"]):
        out.append("\n".join([""] + both["ops"][name]) + "\n")
    return "".join(out)


HEADER = "# Written by corpus/ods/forms.py from the ODS files of MLIR 22.1.8.\n"


# Words of `assay.traits` by upstream's names.
WORDS = {
    "IsTerminator": "terminator",
    "IsIsolatedFromAbove": "isolated",
    "HasOnlyGraphRegion": "graph",
    "SingleBlock": "single_block",
    "NoTerminator": "no_terminator",
    "SymbolOpInterface": "symbol",
    "SymbolTable": "symbol_table",
    "SymbolUserOpInterface": "symbol_user",
    "NoMemoryEffect": "pure",
    "IsCommutative": "commutative",
    "ReturnLike": "return_like",
    "AttrSizedOperandSegments": "operand_segments",
    "AttrSizedResultSegments": "result_segments",
    "ConstantLike": "constant_like",
    "AutomaticAllocationScope": "scoped_allocation",
}


def trait_words(operation, classes):
    """The words of an operation, and its number of regions, with a `+` for the least of any number."""
    traits = operation.trait_names()
    words = [word for name, word in WORDS.items() if name in traits]
    for key, trait in (("implicit_terminator", "SingleBlockImplicitTerminator"), ("parents", "HasParent")):
        listed = [re.fullmatch(rf"{trait}<(.*)>", name) for name in traits]
        found = [classes.get(tuple(name.split("::")[-2:])) or classes.get((operation.fields["cppNamespace"].split("::")[-1], name.split("::")[-1]))
                 for match in listed if match for name in match[1].replace(" ", "").split(",")]
        if found and all(found):
            words.append(f"{key}={'|'.join(found)}")
    for key, dag, variadic in (("successors", operation.successors, "VariadicSuccessor"), ("regions", operation.regions, "VariadicRegion")):
        many = any(variadic in operation.records.classes(constraint) for constraint, _ in dag)
        if many and key == "successors":
            words.append("any_successors")
        elif dag:
            words.append(f"{key}={len(dag) - 1 if many else len(dag)}{'+' if many else ''}")
    return " ".join(words)


def traits_text(traits):
    """Operations with the same words share a paragraph."""
    groups = collections.defaultdict(list)
    for name, words in traits.items():
        groups[words].append(name)
    out = [HEADER + "# Words of `assay.traits`, then the operations that have them.\n"]
    for words, members in sorted(groups.items(), key=lambda item: sorted(item[1])):
        out.append(f"\n= {words}".rstrip() + "\n" + "\n".join(sorted(members)) + "\n")
    return "".join(out)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
