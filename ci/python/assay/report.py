"""`check` and `tv` as functions: the program is started, and its JSON report comes back with types.

The classes have the fields of `reports/schema/report.v2.json`; a hyphen is an underscore here, and a keyword has one behind it.
Nothing is printed. Options of the command line are keyword arguments: `check("lib", rules=["S"], width_max=32, strict=True)`.
"""

import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import typing
from dataclasses import dataclass
from typing import Dict, List, Optional


class AssayError(Exception):
    """Wrong usage, a file or a tool that is missing, an error of Assay: exit code 2. `report` has what was judged all the same."""

    def __init__(self, message, report=None):
        super().__init__(message)
        self.report = report


class NothingToJudge(AssayError):
    """No pattern, or no function, in any input: exit code 3."""


@dataclass(frozen=True)
class Tool:
    name: str
    version: str
    with_: Dict[str, str]


@dataclass(frozen=True)
class Reason:
    class_: str
    subject: str
    line: Optional[int]


@dataclass(frozen=True)
class Evidence:
    kind: str
    text: str
    path: Optional[str]


@dataclass(frozen=True)
class Input:
    name: str
    type: Optional[str]
    value: str


@dataclass(frozen=True)
class Mark:
    line: int
    sign: str
    text: str


@dataclass(frozen=True)
class Marks:
    before: List[Mark]
    after: List[Mark]


@dataclass(frozen=True)
class Rewrite:
    pattern: Optional[str]
    program: str


@dataclass(frozen=True)
class Step:
    name: str
    op: str
    operands: List[str]
    attributes: List[str]
    types: List[str]
    values: List[str]
    undefined: Optional[str]
    kept: bool


@dataclass(frozen=True)
class Seen:
    place: str
    before: str
    after: str


@dataclass(frozen=True)
class Trace:
    before: List[Step]
    after: List[Step]
    first_wrong: Optional[int]
    seen: Optional[Seen]


@dataclass(frozen=True)
class Related:
    file: str
    line: int
    column: int
    message: str


@dataclass(frozen=True)
class Edit:
    file: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Fix:
    title: str
    edits: List[Edit]


@dataclass(frozen=True)
class Accepted:
    in_: str
    reason: str


@dataclass(frozen=True)
class Finding:
    code: str
    level: str
    file: str
    line: int
    column: int
    message: str
    confirmed: str
    witness: Optional[str]
    evidence: Optional[Evidence]
    inputs: Optional[List[Input]]
    before: Optional[str]
    after: Optional[str]
    outcome: Optional[str]
    marks: Marks
    steps: List[Rewrite]
    trace: Optional[Trace]
    details: List[str]
    mlir: Optional[str]
    notes: List[str]
    help: List[str]
    related: List[Related]
    guard: Optional[str]
    fix: Optional[Fix]
    accepted: Optional[Accepted]


@dataclass(frozen=True)
class Unsat:
    answers: int
    confirmed: int


@dataclass(frozen=True)
class Operations:
    before: int
    after: int


@dataclass(frozen=True)
class Trials:
    """Runs of generated programs, of `assay fuzz`."""

    programs: int
    inputs: int
    caught: int
    right: int
    open: int
    guards: List[str]
    not_run: Optional[str]


@dataclass(frozen=True)
class Pattern:
    """A pattern, a function, a definition: what was judged."""

    name: str
    file: str
    line: int
    verdict: str
    scope: Optional[str]
    assumptions: List[str]
    domain: List[str]
    reason: Optional[Reason]
    findings: List[Finding]
    stages: Dict[str, str]
    fingerprint: str
    hidden: List[str]
    milliseconds: Optional[int]
    unsat: Optional[Unsat] = None
    operations: Optional[Operations] = None
    trials: Optional[Trials] = None
    type: Optional[str] = None
    derivation: Optional[List[str]] = None


@dataclass(frozen=True)
class Set:
    """Patterns that are applied together."""

    patterns: List[str]
    verdict: str
    findings: List[Finding]


@dataclass(frozen=True)
class Fixed:
    code: str
    pattern: str
    file: str
    changed: bool


@dataclass(frozen=True)
class Levels:
    error: int
    warning: int
    note: int


@dataclass(frozen=True)
class Summary:
    patterns: int
    malformed: int
    vacuous: int
    proved: int
    bounded: int
    refuted: int
    guarded: int
    refuted_unseen: Dict[str, int]
    unknown: int
    well_formed: int
    well_formed_by_reason: Dict[str, int]
    proved_by_scope: Dict[str, int]
    bounded_by_scope: Dict[str, int]
    unknown_by_reason: Dict[str, int]
    values_compared: int
    values_not_compared: int
    sets_refuted: int
    findings: Levels
    accepted: int
    fixed: int


@dataclass(frozen=True)
class Report:
    schema: int
    tool: Tool
    patterns: List[Pattern]
    sets: List[Set]
    diagnostics: List[Finding]
    fixed: List[Fixed]
    summary: Summary
    exit_code: int = 0
    messages: List[str] = dataclasses.field(default_factory=list)

    @property
    def findings(self):
        """All findings that are not accepted."""
        everything = list(self.diagnostics)
        for judged in [*self.patterns, *self.sets]:
            everything.extend(judged.findings)
        return [finding for finding in everything if finding.accepted is None]


# A line of PDLL, as no text of MLIR has it.
PDLL = re.compile(r"^\s*Pattern\b", re.MULTILINE)


def check(path_or_text, *, name=None, **options):
    """Judges patterns: of a file or folder, a list of them, or a text (a `str` with a line break) that is called `name`.

    The end of `name` tells the language; without it, a text is PDLL where a line of it starts with `Pattern`, and else MLIR.
    """
    if _is_text(path_or_text):
        name = name or ("input.pdll" if PDLL.search(path_or_text) else "input.mlir")
        return _run(["check", "-", "--stdin-filename", name], options, text=path_or_text)
    return _run(["check", *_paths(path_or_text)], options)


def tv(before, after=None, **options):
    """Judges the functions of a program before against those after; each is a file or a text (a `str` with a line break).

    Without `after` the program goes through passes: `tv(before, pass_="canonicalize", mlir_opt="build/bin/acme-opt")`.
    """
    with tempfile.TemporaryDirectory(prefix="assay-") as folder:
        files = []
        for side, program in (("before", before), ("after", after)):
            if _is_text(program):
                path = pathlib.Path(folder, side + ".mlir")
                path.write_text(program, encoding="utf-8")
                files.append(str(path))
            elif program is not None:
                files.extend(_paths(program))
        return _run(["tv", *files], options, folder=folder)


def program():
    """The `assay` that `ASSAY` names, beside this Python, or on PATH."""
    beside = pathlib.Path(sys.executable).with_name("assay")
    found = os.environ.get("ASSAY") or (str(beside) if beside.exists() else shutil.which("assay"))
    if not found:
        raise AssayError("there is no `assay` in ASSAY, beside this Python, or on PATH")
    return found


def _is_text(value):
    return isinstance(value, str) and "\n" in value


def _paths(value):
    paths = value if isinstance(value, (list, tuple)) else [value]
    return [os.fspath(path) for path in paths]


def _arguments(options):
    for key, value in options.items():
        flag = "--" + key.rstrip("_").replace("_", "-")
        if flag in ("--format", "--quiet", "--color", "--json-schema"):
            raise TypeError(f"`{key}` is not an option here: the report comes back as a value")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is True:
                yield flag
            elif one is not False and one is not None:
                yield f"{flag}={os.fspath(one) if isinstance(one, os.PathLike) else one}"


def _run(words, options, text=None, folder=None):
    command = [program(), *words, *_arguments(options), "--format=json"]
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", check=False)
    except OSError as error:
        raise AssayError(f"{command[0]}: {error.strerror}") from error
    messages = done.stderr
    answer = done.stdout
    if folder is not None:
        messages = messages.replace(folder + os.sep, "")
        answer = answer.replace(json.dumps(folder + os.sep)[1:-1], "")
    lines = [line for line in messages.splitlines() if line]
    report = None
    try:
        value = json.loads(answer)
        report = dataclasses.replace(_build(Report, value), exit_code=done.returncode, messages=lines)
    except json.JSONDecodeError:
        pass
    if done.returncode == 3:
        raise NothingToJudge(messages.strip(), report)
    if done.returncode not in (0, 1, 4) or report is None:
        said = messages.strip() or f"{command[0]} ended with exit code {done.returncode} and printed no report; `ASSAY` names an `assay`"
        raise AssayError(said, report)
    return report


def _build(hint, value):
    """A value of JSON as the type that a hint describes."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Union:
        return None if value is None else _build(arguments[0], value)
    if origin is list:
        return [_build(arguments[0], one) for one in value]
    if dataclasses.is_dataclass(hint):
        hints = typing.get_type_hints(hint)
        fields = {name.rstrip("_"): name for name in hints}
        known = {fields[key.replace("-", "_")]: one for key, one in value.items() if key.replace("-", "_") in fields}
        return hint(**{name: _build(hints[name], one) for name, one in known.items()})
    return value
