#!/usr/bin/env python3
"""The shares of a campaign of all stages over several modes together, from its records, and whether its zeros count.

Exit code 1 when fewer patterns are decided on values than a campaign needs, or when a stage refutes patterns and no payload
or run of the campaign shows one of them: then a zero of contradictions says nothing. Needs Python 3.8 and nothing else.
"""

import collections
import json
import sys

STAGES = ["wellformed", "matchable", "structure", "types", "values", "termination"]
DECIDED = ("proved", "bounded", "refuted", "vacuous")
# Decided on values, right and wrong of those, with ranges of those: percentages at least.
LEAST = {"decided on values": 40, "right": 20, "wrong": 20, "with ranges": 20}


def shown(stage, record):
    """Whether an execution of the campaign shows what the stage refutes."""
    rules = [outcome.split(" ")[1] for outcome in record["outcomes"] if " " in outcome]
    if stage == "structure":
        return any(rule.startswith("S") for rule in rules)
    if stage == "types":
        return any(rule.startswith("T") for rule in rules)
    return record["stages"].get("compiled") == "different result"


def main():
    words = {stage: collections.Counter() for stage in STAGES}
    reasons, wrong, controls = collections.Counter(), collections.Counter(), collections.defaultdict(lambda: [0, 0])
    patterns = disagreements = right = refuted = ranges = 0
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            for record in map(json.loads, file):
                patterns += 1
                disagreements += len(record["disagreements"])
                wrong[record["wrong"]] += record["wrong"] is not None
                for stage in STAGES:
                    word = record["stages"].get(stage, "not checked")
                    words[stage][word] += 1
                    if word == "refuted" and stage in ("structure", "types", "values"):
                        controls[stage][0] += 1
                        controls[stage][1] += shown(stage, record)
                reasons.update(record["reasons"].items())
                values = record["stages"].get("values")
                right += values in ("proved", "bounded")
                refuted += values == "refuted"
                ranges += record["ranges"] and values in ("proved", "bounded", "refuted")
    print(f"all modes together: {patterns} patterns")
    for stage in STAGES:
        decided = sum(words[stage][word] for word in DECIDED)
        rest = ", ".join(f"{word} {count}" for word, count in sorted(words[stage].items()))
        print(f"  {stage:12} decided {decided:6} ({100 * decided / max(patterns, 1):.1f} %): {rest}")
    for (stage, reason), count in sorted(reasons.items()):
        print(f"  {stage} unknown {count:6}  {reason}")
    decided = right + refuted
    part = lambda count, of: 100 * count / max(of, 1)
    shares = {
        "decided on values": part(decided, patterns),
        "right": part(right, decided),
        "wrong": part(refuted, decided),
        "with ranges": part(ranges, decided),
    }
    bad = 0
    for what, least in LEAST.items():
        short = shares[what] < least
        bad |= short
        print(f"  {what:18} {shares[what]:5.1f} % (at least {least} %){'  TOO FEW' if short else ''}")
    for stage, (count, seen) in sorted(controls.items()):
        blind = count > 0 and seen == 0
        bad |= blind
        print(f"  control: {stage} refutes {count}, the campaign shows {seen}{'  BLIND' if blind else ''}")
    print(f"  internal disagreements {disagreements}, facts that did not hold {sum(wrong.values())}")
    for what, count in sorted((what, count) for what, count in wrong.items() if count):
        print(f"    {count:6}  {what}")
    return bad or disagreements > 0 or sum(wrong.values()) > 0


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
