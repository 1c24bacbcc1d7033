#!/usr/bin/env python3
"""The documentation as a site, made by mdBook of the pages that exist: the READMEs, the rules, the walks, the configuration,
what each operation means (from `assay meaning`), and what was found in MLIR. Nothing is written here but the table of
contents; a link to a file that is no page becomes its name.

usage: ci/docs.py [FOLDER]        (target/docs; needs target/release/assay and mdbook: cargo install mdbook)
"""

import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
ASSAY = os.environ.get("ASSAY", os.path.join(ROOT, "target", "release", "assay"))
MDBOOK = os.environ.get("MDBOOK", "mdbook")
RULES = "reports/docs/rules.md"

# Chapters, each a title and its pages: a title and a file; `*` stands for all files of a folder, by name.
CHAPTERS = [
    ("Assay", [("Assay", "README.md")]),
    ("Use", [("Walks", "reports/docs/walk.md"), ("*", "reports/docs/walks"), ("Checking patterns", "reports/docs/patterns.md"), ("A gate", "reports/docs/gate.md"),
             ("DRR, PDLL, other tools", "reports/docs/front-ends.md"), ("Passes and functions", "reports/docs/passes.md"),
             ("Operations of your own", "reports/docs/dialect.md"), ("Pipelines and scripts", "reports/docs/pipelines.md"), ("Schedules", "reports/docs/transform.md"), ("Arrays", "reports/docs/array-programs.md"),
             ("Fuzzing", "reports/docs/fuzzing.md"), ("Beyond one machine", "reports/docs/cluster.md"), ("In an editor", "reports/docs/editor.md"),
             ("From Python", "reports/docs/python.md"), ("Files and formats", "reports/docs/formats.md"),
             ("Trust", "reports/docs/trust.md"), ("Limits", "reports/docs/limits.md"), ("Measured", "reports/docs/measured.md"),
             ("Configuration", "reports/docs/configuration.md")]),
    ("Natives and meanings", [("Natives", "corpus/natives/README.md"), ("Meanings", "corpus/meanings/README.md"),
                              ("Contracts of passes", "corpus/contracts/README.md")]),
    ("Found in MLIR", [("What Assay found", "reports/docs/found.md"), ("Found in MLIR", "corpus/bugs/README.md"), ("The cases", "corpus/bugs/mlir/README.md"),
                       ("In passes", "corpus/bugs/mlir/passes/README.md")]),
    ("Inside", [("Architecture", "reports/docs/architecture.md"), ("Programs and rewriting", "ir/README.md"), ("Execution", "backend/README.md"),
                ("Verification", "verifier/README.md"), ("Fuzzing", "fuzz/README.md"), ("Reports", "reports/README.md")]),
]


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


class Book:
    """Pages by the file that they come from."""

    def __init__(self, folder):
        self.source = os.path.join(folder, "src")
        shutil.rmtree(self.source, ignore_errors=True)
        os.makedirs(self.source)
        self.summary = ["# Summary", ""]
        self.pages = {}

    def page(self, title, path, depth):
        """Takes a file as a page; its text is written when all pages are known."""
        if not os.path.exists(os.path.join(ROOT, path)):
            return
        name = "index.md" if path == "README.md" else path.replace("/", "-").replace("-README", "").lower()
        self.pages[os.path.normpath(path)] = name
        self.entry(title, name, depth)

    def entry(self, title, name, depth):
        self.summary.append(f"{'  ' * depth}- [{title}]({name})")

    def made(self, title, name, text, depth):
        self.entry(title, name, depth)
        self.write(name, text)

    def write(self, name, text):
        with open(os.path.join(self.source, name), "w", encoding="utf-8") as file:
            file.write(text)

    def finish(self):
        for path, name in self.pages.items():
            self.write(name, self.linked(path, read(path)))
        self.write("SUMMARY.md", "\n".join(self.summary) + "\n")

    def linked(self, path, text):
        """The text with links to pages; what is no page is named."""

        def link(found):
            words, target = found.group(1), found.group(2)
            if re.match(r"[a-z]+:|#", target):
                return found.group(0)
            file, _, part = target.partition("#")
            there = os.path.normpath(os.path.join(os.path.dirname(path), file))
            for name in (there, os.path.join(there, "README.md")):
                if name in self.pages:
                    return f"[{words}]({self.pages[name]}{'#' + part if part else ''})"
            return words if words.strip("`") == file else f"{words} (`{there}`)"

        return re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", link, text)


def rules(book):
    """One page for each rule."""
    parts = re.split(r"^(?=## [A-Z]\d{3}: )", read(RULES), flags=re.M)
    book.made("Rules", "rules.md", re.sub(r"\(#([a-z]\d{3})\)", r"(rule-\1.md)", parts[0]), 0)
    for part in parts[1:]:
        code, title = re.match(r"## ([A-Z]\d{3}): (.*)", part).groups()
        text = re.sub(r"^##(#*) ", lambda found: "#" + found.group(1) + " ", part, flags=re.M)
        book.made(f"{code}: {title}", f"rule-{code.lower()}.md", re.sub(r"\(#([a-z]\d{3})\)", r"(rule-\1.md)", text), 1)
    return len(parts) - 1


def meanings(book):
    """One page for each dialect."""
    listed = subprocess.run([ASSAY, "meaning"], capture_output=True, text=True, check=True).stdout
    dialects = {}
    for line in listed.splitlines():
        found = re.match(r"([a-z_]+)\.(\S+)\s+(.*)", line)
        if found:
            dialects.setdefault(found.group(1), []).append(f"{found.group(1)}.{found.group(2)}")
    book.made("Operations", "meanings.md", "# Operations\n\nWhat `assay meaning OP` says of every operation.\n", 0)
    for dialect in sorted(dialects):
        parts = [f"# {dialect}\n"]
        for operation in sorted(dialects[dialect]):
            text = subprocess.run([ASSAY, "meaning", operation], capture_output=True, text=True, check=True).stdout
            parts.append(f"## {operation}\n\n```text\n{text.rstrip()}\n```\n")
        book.made(dialect, f"meaning-{dialect}.md", "\n".join(parts), 1)
    return sum(len(operations) for operations in dialects.values())


# On a narrow screen commands in tables are broken anywhere, so that no column is out of sight.
STYLE = """\
@media (max-width: 700px) {
  main td code { white-space: pre-wrap; overflow-wrap: anywhere; }
  main table { font-size: 1.3rem; }
  main th, main td { padding: 3px 6px; }
}
"""


def main():
    folder = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "target", "docs"))
    book = Book(folder)
    for number, (title, pages) in enumerate(CHAPTERS):
        if number:
            book.summary += ["", f"# {title}", ""]
        for name, path in pages:
            if name == "*":
                where = os.path.join(ROOT, path)
                for file in sorted(os.listdir(where)) if os.path.isdir(where) else []:
                    if file.endswith(".md"):
                        head = read(f"{path}/{file}").split("\n", 1)[0].lstrip("# ")
                        book.page(head, f"{path}/{file}", 1)
            else:
                book.page(name, path, 0)
        if title == "Use":
            book.summary += ["", "# Reference", ""]
            count = (rules(book), meanings(book))
    book.finish()
    with open(os.path.join(folder, "book.toml"), "w", encoding="utf-8") as file:
        file.write('[book]\ntitle = "Assay"\nlanguage = "en"\nsrc = "src"\n\n[output.html]\nno-section-label = true\n'
                   'additional-css = ["assay.css"]\n')
    with open(os.path.join(folder, "assay.css"), "w", encoding="utf-8") as file:
        file.write(STYLE)
    subprocess.run([MDBOOK, "build", folder], check=True)
    print(f"{len(book.pages)} pages, {count[0]} rules, {count[1]} operations: {folder}/book/index.html")


main()
