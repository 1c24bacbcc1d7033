"""Bitwuzla by its Python package: reads SMT-LIB 2 from standard input and answers each command when it is complete. The parser of
the package knows neither `get-info` nor `reset`."""

import sys

# Nothing comes from the folder that the program runs in.
sys.path = [folder for folder in sys.path if folder]

from importlib.metadata import version

import bitwuzla


def commands(lines):
    """Top-level lists, without comments; parentheses count outside of strings and quoted symbols."""
    text, depth, quote = "", 0, None
    for line in lines:
        for letter in line:
            if quote == "\n":
                quote = None if letter == "\n" else quote
                continue
            if quote is None and letter == ";":
                quote = "\n"
                continue
            text += letter
            if quote is not None:
                quote = None if letter == quote else quote
            elif letter in '"|':
                quote = letter
            elif letter == "(":
                depth += 1
            elif letter == ")":
                depth -= 1
                if depth == 0:
                    yield text.strip()
                    text = ""


def parser():
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    return bitwuzla.Parser(bitwuzla.TermManager(), options)


def main():
    current = parser()
    for command in commands(sys.stdin):
        words = command.strip("()").split(None, 1)
        if words[:1] == ["echo"]:
            print(words[1], flush=True)
        elif words[:1] == ["reset"]:
            current = parser()
        elif words[:1] == ["exit"]:
            return
        elif words[:1] == ["get-info"]:
            known = {":name": "Bitwuzla", ":version": version("bitwuzla")}
            print(f'({words[1]} "{known.get(words[1], "unknown")}")', flush=True)
        elif words[:1] == ["set-option"]:
            if words[1:] not in ([":print-success false"], [":produce-models true"]):
                print("unsupported", flush=True)
        else:
            try:
                current.parse(command, False, False)
            except Exception as error:
                said = " ".join(str(error).split()).replace('"', "'")
                print(f'(error "{said}")', flush=True)
            sys.stdout.flush()


main()
