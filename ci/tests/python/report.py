"""The package `assay` against the program that ASSAY names; run by `python.rs` in a folder with right.mlir and wrong.mlir."""

import dataclasses
import io
import json
import os
import pathlib
import sys
import typing
from contextlib import redirect_stderr, redirect_stdout
from unittest import mock

import assay
from assay import report as module

BEFORE = "func.func @f(%a: i8) -> i8 {\n  %s = arith.addi %a, %a : i8\n  return %s : i8\n}\n"


def raised(kind, call):
    try:
        call()
    except kind as error:
        return str(error)
    raise AssertionError(f"no {kind.__name__}")


def same_fields(kind, schema, top):
    """The fields of a class are the properties of a schema, and those of its parts, too."""
    while "$ref" in schema:
        schema = top["$defs"][schema["$ref"].split("/")[-1]]
    if dataclasses.is_dataclass(kind):
        own = {name.rstrip("_") for name in typing.get_type_hints(kind)} - {"exit_code", "messages"}
        known = {name.replace("-", "_") for name in schema["properties"]}
        assert own == known, (kind, own ^ known)
        for name, part in typing.get_type_hints(kind).items():
            found = [one for key, one in schema["properties"].items() if key.replace("-", "_") == name.rstrip("_")]
            if found:
                same_fields(part, found[0], top)
    elif typing.get_origin(kind) is typing.Union:
        same_fields(typing.get_args(kind)[0], schema, top)
    elif typing.get_origin(kind) is list and "items" in schema:
        same_fields(typing.get_args(kind)[0], schema["items"], top)


def judged():
    right = assay.check(pathlib.Path("right.mlir"))
    assert (right.exit_code, right.summary.proved, right.findings) == (0, 1, []), right
    assert right.patterns[0].verdict == "proved" and right.patterns[0].name == "right"
    wrong = assay.check(pathlib.Path("wrong.mlir").read_text(), name="lib.mlir", isolated=True)
    assert wrong.exit_code == 1 and [one.code for one in wrong.findings] == ["V301"], wrong
    assert wrong.findings[0].file == "lib.mlir" and wrong.findings[0].inputs[0].value, wrong.findings
    both = assay.check(["right.mlir", "wrong.mlir"], only="right", rules=["S", "T"])
    assert both.summary.patterns == 1 and both.summary.well_formed == 1, both.summary
    same = assay.tv(BEFORE, BEFORE.replace("%a, %a", "%a , %a"))
    assert same.exit_code == 0 and same.patterns[0].verdict == "proved", same
    other = assay.tv(BEFORE, BEFORE.replace("addi", "subi"), inputs=16)
    assert other.exit_code == 1 and other.findings[0].code == "V301" and other.findings[0].file == "before.mlir", other
    assert "did you mean `V301`?" in raised(assay.AssayError, lambda: assay.check("right.mlir", rules="V031"))
    assert "nope.mlir" in raised(assay.AssayError, lambda: assay.check("nope.mlir"))
    raised(assay.NothingToJudge, lambda: assay.check(BEFORE))
    with mock.patch.dict(os.environ, ASSAY="/nope"):
        assert "/nope: " in raised(assay.AssayError, lambda: assay.check("right.mlir"))
    with mock.patch.dict(os.environ, ASSAY="/bin/true"):
        assert "printed no report" in raised(assay.AssayError, lambda: assay.check("right.mlir"))
    assert assay.report.PDLL.search("Pattern P {\n}\n") and not assay.report.PDLL.search("// Pattern\n" + BEFORE)
    raised(TypeError, lambda: assay.check("right.mlir", format="sarif"))


schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
same_fields(module.Report, schema, schema)
out, error = io.StringIO(), io.StringIO()
with redirect_stdout(out), redirect_stderr(error):
    judged()
assert (out.getvalue(), error.getvalue()) == ("", ""), "something was printed"
for block in pathlib.Path(sys.argv[2]).read_text().split("```python\n")[1:]:
    exec(compile(block.split("```")[0], "python.md", "exec"), {})
