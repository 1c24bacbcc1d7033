#!/usr/bin/env python3
"""The HTML report in a browser: time to open, text that overlaps, and what a screen reader needs.

Patterns of the corpus and of the acceptance pack, and copies of them under other names, are judged into pages of 100 and of
1,000 patterns. Headless Chromium opens each page at 1,280 and at 400 points, in light and dark; a script that is added to a
copy of the page compares the boxes of all texts (the drawings among them), looks for parts wider than the page, for
landmarks, labels and headings; one more copy has a text that is moved over another one, which has to be noticed. The time is
that of the whole browser with the page less that of the browser with an empty one, the least of three. Screenshots are left in target/campaigns/html, to be looked
at. Exit code 1 when a text overlaps, a part is wider, a landmark is missing, or a page takes more than two seconds.

usage: ci/campaigns/html_report.py [SEED]        (needs target/release/assay and chromium)
"""

import glob
import json
import os
import random
import re
import subprocess
import sys
import time

from browser import chromium

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ASSAY = os.environ.get("ASSAY", os.path.join(ROOT, "target", "release", "assay"))
OUT = os.path.join(ROOT, "target", "campaigns", "html")
SECONDS = 2.0
EMPTY = os.path.join(OUT, "empty.html")
PLANTED = '<p style="position: absolute; left: 20px; top: 20px">planted over the heading</p>'

LOOK = r"""
<script>
addEventListener("load", () => requestAnimationFrame(() => {
  for (const one of document.querySelectorAll("details")) one.open = true;
  for (const one of document.querySelectorAll("article")) one.style.contentVisibility = "visible";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxes = [];
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest("script, style, title, .hidden, .skip")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // What is scrolled out of its frame is not seen.
    const frame = parent.closest(".code, pre, .scroll, .drawing")?.getBoundingClientRect();
    for (const box of range.getClientRects()) {
      const right = frame ? Math.min(box.right, frame.right) : box.right;
      if (right - box.left > 1 && box.height > 1) {
        boxes.push([box.left, box.top, right, box.bottom, node.textContent.trim().slice(0, 40)]);
      }
    }
  }
  boxes.sort((a, b) => a[1] - b[1]);
  const overlaps = [];
  for (let i = 0; i < boxes.length; i++) {
    for (let j = i + 1; j < boxes.length && boxes[j][1] < boxes[i][3]; j++) {
      const a = boxes[i], b = boxes[j];
      const wide = Math.min(a[2], b[2]) - Math.max(a[0], b[0]), high = Math.min(a[3], b[3]) - b[1];
      // Lines of one text touch by their leading.
      if (wide > 2 && high > Math.min(a[3] - a[1], b[3] - b[1]) * 0.4) overlaps.push([a[4], b[4]]);
    }
  }
  const missing = ["header", "nav", "main", "h1", "h2", "h3"].filter((name) => !document.querySelector(name));
  const unlabelled = [...document.querySelectorAll("input, button, [role=region], svg[role=img]")].filter((one) =>
    !(one.closest("label") || one.getAttribute("aria-label") || one.getAttribute("aria-labelledby"))).length;
  const unreachable = [...document.querySelectorAll(".code, pre, .scroll, .drawing")].filter((one) => one.tabIndex < 0).length;
  const wider = document.documentElement.scrollWidth > innerWidth + 1;
  const found = { texts: boxes.length, overlaps: overlaps.length, first: overlaps.slice(0, 5), missing, unlabelled, unreachable, wider };
  document.documentElement.setAttribute("data-found", JSON.stringify(found));
}));
</script>
"""


def patterns(draw, count, path):
    """A file of patterns, the same ones again under other names where there are not enough."""
    files = sorted(glob.glob(os.path.join(ROOT, "corpus", "patterns", "*", "*.mlir")))
    pack = os.environ.get("ASSAY_ACCEPTANCE")
    if pack:
        files += sorted(glob.glob(os.path.join(pack, "structure", "*.mlir")))
        files += sorted(glob.glob(os.path.join(pack, "values", "*.mlir")))
    taken, turn = 0, 0
    with open(path, "w", encoding="utf-8") as out:
        while taken < count:
            draw.shuffle(files)
            for file in files:
                with open(file, encoding="utf-8") as one:
                    text = one.read()
                found = len(re.findall(r"pdl\.pattern", text))
                if taken >= count or "// -----" in text or re.search(r"^[#!]", text, re.M):
                    continue
                if turn:
                    text = re.sub(r"(pdl\.pattern @\w+)", rf"\1_{turn}", text)
                out.write(f"module {{\n{text}\n}}\n")
                taken += found
            turn += 1
    return taken


def seconds(page, wide, dark):
    """The least time of three that the browser takes to open and draw a page."""
    shot = f"{page[:-5]}.{wide}.{'dark' if dark else 'light'}.png" if page != EMPTY else os.path.join(OUT, "empty.png")
    took = []
    for _ in range(3):
        start = time.monotonic()
        chromium(page, wide, dark, f"--screenshot={shot}")
        took.append(time.monotonic() - start)
    return min(took)


def look(page, wide, dark, planted=""):
    """What the browser finds."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    looked = page[:-5] + ".looked.html"
    with open(looked, "w", encoding="utf-8") as file:
        file.write(text.replace("</body>", planted + LOOK + "</body>"))
    for _ in range(3):
        dom = chromium(looked, wide, dark, "--dump-dom", "--virtual-time-budget=20000")
        found = re.search(r'data-found="([^"]*)"', dom)
        if found:
            break
    os.remove(looked)
    if not found:
        return None
    return json.loads(found.group(1).replace("&quot;", '"').replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))


def main():
    draw = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    os.makedirs(OUT, exist_ok=True)
    with open(EMPTY, "w", encoding="utf-8") as file:
        file.write("<!DOCTYPE html><title>empty</title><body></body>")
    bad = 0
    for count in (100, 1000):
        source, page = os.path.join(OUT, f"{count}.mlir"), os.path.join(OUT, f"{count}.html")
        taken = patterns(draw, count, source)
        subprocess.run([ASSAY, "check", "--quiet", "--exit-zero", "--format", f"html={page}", source], check=False)
        empty = seconds(EMPTY, 1280, False)
        size = os.path.getsize(page)
        print(f"{taken} patterns: {size / 1e6:.1f} MB; the browser with an empty page takes {empty:.2f} s")
        planted = look(page, 1280, False, PLANTED)
        if not planted or not planted["overlaps"]:
            print("  a planted overlap is not noticed")
            bad = 1
        for wide in (1280, 400):
            for dark in (False, True):
                found = look(page, wide, dark)
                if not found:
                    print(f"  {wide} {'dark' if dark else 'light'}: the page did not load")
                    bad = 1
                    continue
                took = seconds(page, wide, dark) - empty
                wrong = found["overlaps"] or found["missing"] or found["unlabelled"] or found["unreachable"] or found["wider"]
                bad |= bool(wrong) or took > SECONDS
                print(
                    f"  {wide} {'dark' if dark else 'light'}: {took:.2f} s, {found['texts']} texts, "
                    f"{found['overlaps']} overlap {found['first'] or ''}, missing {found['missing']}, "
                    f"without a label {found['unlabelled']}, not reached by keyboard {found['unreachable']}, "
                    f"wider than the page: {'yes' if found['wider'] else 'no'}"
                )
    return int(bool(bad))


sys.exit(main())
