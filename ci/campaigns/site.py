#!/usr/bin/env python3
"""The documentation as a site, built and looked at: `ci/docs.py` makes it of the pages that there are, headless Chromium opens some of
them at 1,280 and at 400 points, in light and dark. Screenshots are left in target/campaigns/site, to be looked at.

Exit code 1 when a link inside of the site leads nowhere, a page is wider than the window, or a text of a page overlaps another one.

usage: ci/campaigns/site.py [PAGE ...]      (PAGE such as `rules`, `reports-docs-patterns`; needs target/release/assay, or ASSAY)

mdBook is taken from MDBOOK or PATH, else `cargo install` puts it into target/campaigns/site/tools; Chromium is Debian's `chromium`.
"""

import html
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from browser import chromium

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "target" / "campaigns" / "site"
VERSION = "0.4.52"
PAGES = ["index", "reports-docs-patterns", "reports-docs-passes", "reports-docs-configuration", "rule-v301", "reports-docs-found", "meaning-arith"]

LOOK = r"""
<script>
addEventListener("load", () => requestAnimationFrame(() => {
  // The parts of texts that are seen: each line of a text by itself, cut where a box that scrolls ends.
  const lines = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, style = getComputedStyle(text.parentElement);
    if (!text.data.trim() || style.visibility !== "visible" || style.opacity === "0" || text.parentElement.closest("nav, script, style")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      let {left, right, top, bottom} = box;
      for (let one = text.parentElement; one; one = one.parentElement) {
        if (getComputedStyle(one).overflowX === "visible") continue;
        const outer = one.getBoundingClientRect();
        left = Math.max(left, outer.left), right = Math.min(right, outer.right);
        top = Math.max(top, outer.top), bottom = Math.min(bottom, outer.bottom);
      }
      // The space of a line above and below its letters may overlap that of its neighbours.
      const rim = (bottom - top) / 4;
      if (right > left && bottom > top) lines.push({left, right, top: top + rim, bottom: bottom - rim, text});
    }
  }
  lines.sort((a, b) => a.top - b.top);
  const overlaps = [];
  lines.forEach((one, at) => {
    for (let next = at + 1; next < lines.length && lines[next].top < one.bottom; next++) {
      const other = lines[next];
      if (other.text !== one.text && Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2)
        overlaps.push(one.text.data.trim().slice(0, 40) + " / " + other.text.data.trim().slice(0, 40));
    }
  });
  const found = {
    overlaps: overlaps.slice(0, 3),
    wider: document.documentElement.scrollWidth > innerWidth + 1,
    first: [...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1
      && !one.closest("pre, .table-wrapper, table")).slice(0, 3).map((one) => one.tagName + " " + one.textContent.trim().slice(0, 60)),
  };
  document.documentElement.setAttribute("data-found", JSON.stringify(found));
}));
</script>
"""


def mdbook():
    """The program, installed where it is not there."""
    found = os.environ.get("MDBOOK") or shutil.which("mdbook")
    if found:
        return found
    tools = OUT / "tools"
    if not (tools / "bin" / "mdbook").exists():
        subprocess.run(["cargo", "install", "mdbook", "--version", VERSION, "--locked", "--debug", "--root", str(tools),
                        "--no-default-features", "--features", "search"], check=True)
    return str(tools / "bin" / "mdbook")


class Links(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self):
        super().__init__()
        self.links, self.anchors = [], set()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if attrs.get("id"):
            self.anchors.add(attrs["id"])
        if tag == "a" and attrs.get("href"):
            self.links.append(attrs["href"])


def broken(book):
    """Links to files or anchors that are not there."""
    pages = {}
    for path in sorted(book.rglob("*.html")):
        parser = Links()
        parser.feed(path.read_text(encoding="utf-8"))
        pages[path.resolve()] = parser
    out = []
    for path, page in pages.items():
        # The page that prints everything has the links of all others.
        if path.name in ("print.html", "404.html", "toc.html"):
            continue
        for link in page.links:
            if re.match(r"[a-z]+:|//", link):
                continue
            file, _, anchor = link.partition("#")
            there = (path.parent / file).resolve() if file else path
            if not there.exists():
                out.append(f"{path.name}: {link}")
            elif anchor and there in pages and anchor not in pages[there].anchors:
                out.append(f"{path.name}: {link}: no such part")
    return len(pages), sorted(set(out))


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    site = OUT / "site"
    made = subprocess.run([sys.executable, str(ROOT / "ci" / "docs.py"), str(site)], env={**os.environ, "MDBOOK": mdbook()},
                          capture_output=True, text=True, check=False)
    if made.returncode:
        sys.exit(made.stdout + made.stderr)
    print(made.stdout.strip().splitlines()[-1])
    book = site / "book"
    count, dead = broken(book)
    print(f"{count} files, {len(dead)} links that lead nowhere")
    for line in dead:
        print(f"  {line}")
    bad = bool(dead)
    if not shutil.which("chromium"):
        sys.exit("chromium is not installed (Debian: chromium)")
    for name in sys.argv[1:] or PAGES:
        page = book / f"{name}.html"
        if not page.exists():
            print(f"  {name}: no such page")
            bad = True
            continue
        text = page.read_text(encoding="utf-8")
        looked = page.with_suffix(".looked.html")
        for wide in (1280, 400):
            for dark in (False, True):
                look = "dark" if dark else "light"
                looked.write_text(text.replace("</body>", LOOK + "</body>"), encoding="utf-8")
                # The browser now and then gives up on a page before its script ran.
                for _ in range(5):
                    dom = chromium(str(looked), wide, dark, "--dump-dom", "--virtual-time-budget=20000")
                    found = re.search(r'data-found="([^"]*)"', dom)
                    if found:
                        break
                found = json.loads(html.unescape(found.group(1))) if found else {"wider": True, "first": ["not loaded"], "overlaps": []}
                chromium(str(page), wide, dark, f"--screenshot={OUT / f'{name}.{wide}.{look}.png'}")
                faults = [f"wider than the page {found['first']}"] if found["wider"] else []
                faults += [f"texts overlap {found['overlaps']}"] if found["overlaps"] else []
                bad = bad or bool(faults)
                print(f"  {name} {wide} {look}: {', '.join(faults) or 'fits'}")
        looked.unlink()
    return int(bad)


sys.exit(main())
