#!/usr/bin/env python3
"""Prints what `assay tv` said about passes, from its JSON reports.

One row for each pass, with all its options together: functions that went through it, those that it changed, those of the changed
that are judged (refuted, bounded or proved), those that were run on drawn inputs without a difference, and the others by reason. What a
pass refuses, or what is not read, counts as open. The last rows are sums over generated functions, over tests, and over both.

usage: passes_table.py REPORT.json ...     usage: passes_table.py --patterns REPORT.json ...
"""

import collections
import json
import re
import sys


def pass_of(record):
    words = next((word[6:] for word in record["domain"] if word.startswith("pass: ")), "?")
    words = words.replace("'", "")
    names = re.findall(r"--([A-Za-z0-9-]+)(?:=(\S*))?", words)
    return " ".join(value if name == "pass-pipeline" else name for name, value in names) or words


class Row:
    def __init__(self):
        self.functions = self.changed = self.judged = self.refuted = self.tested = 0
        self.open = collections.Counter()

    def add(self, record):
        self.functions += 1
        verdict, reason = record["verdict"], record.get("reason") or {}
        if record.get("scope") == "not changed":
            return
        self.changed += 1
        if verdict in ("bounded", "refuted", "proved"):
            self.judged += 1
            self.refuted += verdict == "refuted"
        elif reason.get("class") == "tested":
            self.tested += 1
        else:
            self.open[self.words(reason)] += 1

    @staticmethod
    def words(reason):
        subject = reason.get("subject", "")
        if reason.get("class") == "no meaning":
            return "no meaning"
        subject = re.sub(r"inputs of type .*", "inputs", subject)
        subject = re.sub(r"the passes refuse it.*", "refused", subject)
        subject = re.sub(r"a text is not read.*", "not read", subject)
        subject = re.sub(r"^\S+: (?=the )", "", subject)
        subject = re.sub(r"`[^`]*` (allows|of a)", r"\1", subject)
        return subject or reason.get("class", "?")

    def text(self, name):
        left = ", ".join(f"{words} {count}" for words, count in self.open.most_common(4))
        share = 100 * (self.judged + self.tested) / self.changed if self.changed else 100
        return (f"{name[:70]:70} {self.functions:7} {self.changed:7} {self.judged:7} {self.refuted:7} {self.tested:7} "
                f"{sum(self.open.values()):6} {share:5.1f}%  {left}")


def patterns(reports):
    rows = collections.defaultdict(Row)
    for report in reports:
        for record in json.load(open(report))["patterns"]:
            name = next((word[9:] for word in record["domain"] if word.startswith("pattern: ")), None)
            if name and record.get("scope") != "not changed":
                rows[name].add(record)
    print(f"{'pattern':70} {'applied':>7} {'changed':>7} {'judged':>7} {'refuted':>7} {'tested':>7} {'open':>6}  share")
    for name, row in sorted(rows.items()):
        print(row.text(name))
    decided = sum(1 for row in rows.values() if row.judged + row.tested)
    print(f"{len(rows)} patterns applied, {decided} judged or tested, {sum(1 for row in rows.values() if row.refuted)} refuted")


def main():
    if sys.argv[1:2] == ["--patterns"]:
        return patterns(sys.argv[2:])
    rows, sums = collections.defaultdict(Row), {"generated": Row(), "tests": Row(), "all": Row()}
    for report in sys.argv[1:]:
        kind = "generated" if "generated-" in report else "tests"
        for record in json.load(open(report))["patterns"]:
            for row in (rows[pass_of(record)], sums[kind], sums["all"]):
                row.add(record)
    print(f"{'pass':70} {'funcs':>7} {'changed':>7} {'judged':>7} {'refuted':>7} {'tested':>7} {'open':>6}  share  open by reason")
    for name, row in sorted(rows.items()):
        print(row.text(name))
    for name, row in sums.items():
        print(row.text(name))
    print(f"{len(rows)} passes and pipelines")


main()
