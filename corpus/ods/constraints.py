"""What the records of operations ask of types and attributes: the constraints of a dialect by name, and relations between types."""

import re

from forms import transform


class Constraints:
    """The constraints that the operations of one dialect name. What has no name in the ODS files is numbered."""

    def __init__(self):
        self.texts, self.known = {}, {}

    def name(self, records, record, prefix):
        """The name of a constraint by its record; an empty one for a property, which is no attribute."""
        fields = records.fields(record)
        if fields.get("predicate", "?") == "?" or "PropConstraint" in records.classes(record):
            return ""
        text = records.written(records.condition(fields["predicate"]))
        if text in self.known:
            return self.known[text]
        base = records.base_attribute(record)
        if record.startswith("anonymous_") and not base.startswith("anonymous_"):
            if text == records.written(records.condition(records.fields(base)["predicate"])):
                record = base
        numbered = record.startswith("anonymous_")
        count = 1 + sum(name.startswith(prefix) for name in self.texts) if numbered else 1
        name = f"{prefix}{count}" if numbered else record
        while name in self.texts:
            count += 1
            name = f"{prefix if numbered else record + '_'}{count}"
        self.texts[name], self.known[text] = text, name
        return name


def single(operation, name, optional=False):
    """A value that is there once, a value that may be absent where that is permitted, or an attribute."""
    for group, constraint in operation.ins + operation.outs:
        if group == name:
            return operation.group("", constraint) in (("", "?") if optional else ("",))
    return any(name == attribute for attribute, *_ in operation.attrs)


def relations(operation):
    """What the traits with a predicate ask, in the grammar of `assay.relations`, and the C++ of those that it cannot say."""
    said, unsaid = [], []
    for trait in operation.traits:
        classes, fields = operation.records.records[trait]
        if fields.get("predicate", "?") != "?":
            words = said_by(operation, classes, fields)
            said += words
            if not words:
                unsaid.append(operation.records.condition(fields["predicate"]))
    return list(dict.fromkeys(said)), list(dict.fromkeys(unsaid))


def said_by(operation, classes, fields):
    for name, term in (("AllTypesMatch", "type"), ("AllElementTypesMatch", "element"), ("AllRanksMatch", "rank")):
        if name in classes:
            values = [value.removeprefix("$") for value in re.findall(r"[\w$]+", fields["values"])]
            if not all(single(operation, value) for value in values):
                return []
            return [f"{term}({value}) == {term}({values[0]})" for value in values[1:]]
    if "TypesMatchWith" not in classes:
        return []
    source, target = fields["lhs"], fields["rhs"]
    if not all(single(operation, name, "OptionalTypesMatchWith" in classes) for name in (source, target)):
        return []
    function = transform(fields["transformer"])
    # The element of a complex number is none of a shape, and a mask of the first extent has another shape.
    if function is None or "ComplexType" in fields["transformer"] or "getShape()[0]" in fields["transformer"]:
        return []
    return {
        "": [f"type({target}) == type({source})"],
        "element": [f"type({target}) == element({source})"],
        "element_or_self": [f"type({target}) == element({source})"],
        "i1like": [f"element({target}) == i1", f"shape({target}) == shape({source})"],
    }.get(function, [])


def verifiers(operation):
    """Who checks an operation in C++: itself, with its regions, and interfaces by name."""
    checks = [word for word, field in (("op", "hasVerifier"), ("regions", "hasRegionVerifier")) if operation.fields[field] == "1"]
    verifying = operation.records.verifying()
    for name in interfaces(operation):
        if name in verifying:
            checks.append(name)
    return checks


def interfaces(operation):
    """The interfaces that an operation declares, with those that a trait stands for; an operation without effects is `pure`."""
    found = []
    for trait in operation.traits:
        classes, fields = operation.records.records[trait]
        if "Interface" in classes:
            found.append(fields["cppInterfaceName"])
        elif fields.get("trait", "").endswith("::Trait") and trait != "NoMemoryEffect":
            found.append(fields["trait"].removesuffix("::Trait").split("::")[-1])
    return list(dict.fromkeys(found))
