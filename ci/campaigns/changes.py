"""Changes of texts: of bytes, of tokens, of values behind `=` or `:`, of lines, of JSON, of whole definitions and of names
within one. Each takes a source of chance, the text, and tokens of other texts; `hostile.py` draws its inputs with them.
"""

import json
import re

VALUE = re.compile(rb'[:=<(,]\s*("(?:[^"\\\n]|\\.)*"|\d+)')
NAME = re.compile(rb'[%@!][A-Za-z0-9_$.]+|"(?:[^"\\\n]|\\.)*"|\b[a-z]+\.[a-z_.0-9]+|\b\d+\b|\b[A-Za-z_]\w*\b')
TOKEN = re.compile(rb'"(?:[^"\\\n]|\\.)*"|[%^@#!]?[A-Za-z0-9_.$]+|->|::|\S')
ODD = [b"-0", b"0", b"1", b"-1", b"0xFF", b"1.0", b"1e400", b"true", b"i32", b"f32", b"index", b"i0", b"i16777215", b"i16777216",
       b'"a\\q"', b'"\\22"', b"%0", b"@s", b"^bb0", b"{", b"}", b"(", b")", b"[", b"]", b"<", b">", b":", b",", b"=", b"->",
       b"9223372036854775807", b"18446744073709551616", b"-9223372036854775808", b"vector<4xi32>", b"tensor<?xf32>",
       b"memref<134217728xi8>", b"null", b"[]", b"{}", b"\\u0000", b"!t", b"#a", b"..", b"'", b"/dev/zero", b"\xff\xfe"]


def bytes_changed(rng, text, _):
    at = rng.randrange(len(text) + 1)
    how = rng.randrange(6)
    if how == 0:
        return text[:at] + bytes([rng.randrange(256)]) + text[at + 1:]
    if how == 1:
        return text[:at] + bytes(rng.randrange(256) for _ in range(rng.randrange(1, 5))) + text[at:]
    if how == 2:
        return text[:at] + text[at + rng.randrange(1, 9):]
    if how == 3:
        return text[:at]
    end = min(len(text), at + rng.randrange(1, 200))
    return text[:end] + text[at:end] * rng.randrange(1, 4) + text[end:]


def token_changed(rng, text, others):
    tokens = list(TOKEN.finditer(text))
    if not tokens:
        return bytes_changed(rng, text, others)
    token = rng.choice(tokens)
    new = rng.choice([b"", token[0] + b" " + token[0], rng.choice(ODD), rng.choice(others)])
    return text[:token.start()] + new + text[token.end():]


def value_changed(rng, text, others):
    values = list(VALUE.finditer(text))
    if not values:
        return token_changed(rng, text, others)
    value = rng.choice(values)
    old = value[1]
    if old[:1].isdigit():
        new = str(rng.choice([0, 1, 2, 3, 7, 8, 31, 32, 64, 65, 255, 2**31, 2**32, 2**63 - 1, rng.randrange(100)])).encode()
    else:
        inside = old[1:-1]
        new = b'"' + rng.choice([inside + b"x", inside[:-1], b"", b"a/b", b"lab.a", b"../x", inside * 2]) + b'"'
    return text[:value.start(1)] + new + text[value.end(1):]


def block(lines, at):
    """The end of the lines from `at` on that close all that they open."""
    depth = 0
    for end in range(at, len(lines)):
        depth += sum(lines[end].count(one) for one in (b"{", b"(", b"[")) - sum(lines[end].count(one) for one in (b"}", b")", b"]"))
        if depth <= 0:
            return end + 1
    return len(lines)


def lines_changed(rng, text, _):
    """Drops, repeats, moves or swaps whole operations: lines, with those that belong to what they open."""
    lines = text.split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    end = block(lines, at)
    piece = lines[at:end]
    how = rng.randrange(5)
    if how == 0:
        del lines[at:end]
    elif how == 1:
        lines[end:end] = piece
    elif how == 2:
        lines[other:other] = piece
    elif how == 3:
        del lines[at:end]
        lines[min(other, len(lines)):0] = piece
    else:
        behind = block(lines, end) if end < len(lines) else end
        lines[at:behind] = lines[end:behind] + piece
    return b"\n".join(lines)


def members(value):
    """The containers in a JSON value with each of their keys."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in list(keys):
        yield value, key
        yield from members(value[key])


def json_changed(rng, text, others):
    try:
        whole = [json.loads(text)]
    except ValueError:
        return value_changed(rng, text, others)
    holder, key = rng.choice(list(members(whole)))
    old = holder[key]
    if isinstance(holder, list) and holder is not whole and rng.random() < 0.5:
        holder[key:key + 1] = rng.choice([[], [old, old]])
    elif isinstance(old, str):
        holder[key] = rng.choice([old + "x", old[:-1], "", "a/b", old * 2, "\u0000"])
    elif isinstance(old, bool) or not isinstance(old, int):
        holder[key] = rng.choice([old, None, [], {}, True])
    else:
        holder[key] = rng.choice([0, 1, old + 1, 2**32, 2**64, -1])
    return json.dumps(whole[0], indent=2).encode()


def definitions(lines):
    """Whole definitions as (start, end): what begins at the outermost indentation at which there are several."""
    for indent in (0, 2):
        out, start = [], None
        for at, line in enumerate(lines):
            if len(line) - len(line.lstrip()) != indent or not line.strip() or line.lstrip()[:2] == b"//":
                continue
            closes = line.lstrip()[:1] in (b"}", b"]", b")")
            if closes and line.rstrip()[-1:] in (b"{", b"("):
                continue
            if closes and start is not None:
                out.append((start, at + 1))
            start = None if closes else at
        if len(out) > 1:
            return out
    return []


def definition_changed(rng, text, others):
    """Drops, swaps, moves or, under another symbol, repeats whole definitions."""
    lines = text.split(b"\n")
    found = definitions(lines)
    if len(found) < 2:
        return lines_changed(rng, text, others)
    (start, end), (other, last) = sorted(rng.sample(found, 2))
    how = rng.randrange(4)
    if how == 0:
        del lines[start:end]
    elif how == 1:
        lines[start:last] = lines[other:last] + lines[end:other] + lines[start:end]
    elif how == 2:
        lines[other:other] = [re.sub(rb"@(\w+)", rb"@\1_b", lines[start], count=1), *lines[start + 1:end]]
    else:
        lines[start:other] = lines[end:other] + lines[start:end]
    return b"\n".join(lines)


def sort_of(name):
    """The class of names that may stand for one another."""
    if name[:1] in (b"%", b"@", b"!", b'"'):
        return name[:1]
    return b"0" if name.isdigit() else b"." if b"." in name else b"a"


def name_changed(rng, text, others):
    """Puts another name of its class, from the same definition, in the place of a name."""
    lines = text.split(b"\n")
    found = definitions(lines) or [(0, len(lines))]
    start, end = rng.choice(found)
    piece = b"\n".join(lines[start:end])
    names = list(NAME.finditer(piece))
    if not names:
        return token_changed(rng, text, others)
    old = rng.choice(names)
    alike = [name[0] for name in names if sort_of(name[0]) == sort_of(old[0]) and name[0] != old[0]] or [b"x"]
    piece = piece[:old.start()] + rng.choice(alike) + piece[old.end():]
    return b"\n".join([*lines[:start], piece, *lines[end:]])


CHANGES = [bytes_changed, token_changed, value_changed, lines_changed, json_changed, definition_changed, name_changed]


class Mutator:
    """Draws inputs from seeds; `weights` are the shares of the changes."""

    def __init__(self, seeds, weights):
        self.weights, self.seeds, self.rng = weights, [seed for seed in seeds if seed], None
        self.others = [token[0] for seed in self.seeds for token in TOKEN.finditer(seed)][:20_000] or [b"x"]

    def __call__(self, seed=None):
        text = self.rng.choice(self.seeds) if seed is None else seed
        for _ in range(self.rng.choice([1, 1, 1, 1, 1, 1, 1, 2, 2, 4])):
            change = self.rng.choices(CHANGES, self.weights)[0]
            text = change(self.rng, text, self.others)
        return text
