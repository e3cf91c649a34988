# SPDX-License-Identifier: Apache-2.0
"""The code blocks of README.md, CONTRIBUTING.md, docs/ and lab/docs/, and the class of each: CONTRIBUTING.md, "A page", has the rule.

`blocks.py BUILD` counts them, and fails if one has no class or names a test that there is not in the build folder."""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The classes of those that are run here, and of the others.
RUN = ("run", "file", "output", "c", "python")
OTHER = ("by", "not", "text")
COMMENT = re.compile(r"<!--\s*test:\s*(.*?)\s*-->", re.DOTALL)
Block = collections.namedtuple("Block", "page line language text name argument options")


class Wrong(Exception):
    """A page that breaks the rule: where, and what."""


def pages():
    """README.md, CONTRIBUTING.md and every page of docs/ and lab/docs/, relative to the root."""
    pages = [path for folder in ("docs", "lab/docs") for path in (ROOT / folder).rglob("*.md")]
    return ["README.md", "CONTRIBUTING.md"] + sorted(str(path.relative_to(ROOT)) for path in pages)


def parse_class(words, where):
    """'run; status 1; vary isa, cpu' -> ('run', '', {'status': '1', 'vary': 'isa, cpu'})"""
    first, *rest = [part.strip() for part in words.split(";")] if words.startswith(RUN) else [words]
    name, _, argument = first.partition(" ")
    if name not in RUN + OTHER:
        raise Wrong(f"{where}: no class of this name: {name}")
    if (name in ("by", "not", "file")) != bool(argument):
        raise Wrong(f"{where}: {name}: " + ("of what, or why?" if not argument else f"what is '{argument}'?"))
    options = {}
    for option in rest:
        key, _, value = option.partition(" ")
        if key not in ("status", "vary", "needs", "slow") or bool(value) != (key != "slow"):
            raise Wrong(f"{where}: no option of this name: {option}")
        options[key] = value
    return name, argument.strip(), options


def folder_class(page):
    """What the README.md of the page's folder says for the other pages there: their text is used elsewhere, without comments."""
    readme = (ROOT / page).parent / "README.md"
    if readme != ROOT / page and readme.parent != ROOT and readme.is_file():
        for match in COMMENT.finditer(readme.read_text()):
            if match.group(1).startswith("folder "):
                return match.group(1)[len("folder "):]
    return None


def blocks(page):
    """Every block of a page in order, and its hidden set-up as blocks of class 'setup'; class None: it has none."""
    lines = (ROOT / page).read_text().split("\n")
    default, given, at = folder_class(page), None, 0

    def block(line, language, text):
        where = f"{page}:{line}"
        words = default if given is None else given
        return Block(page, line, language, text, *(parse_class(words, where) if words else (None, "", {})))

    found = []
    while at < len(lines):
        line, start = lines[at], at + 1
        fence = re.match(r"( *)(```+|~~~+)\s*([\w+-]*)", line)
        if re.match(" {0,3}<!--", line):  # deeper it is code
            while "-->" not in lines[at]:
                at += 1
                if at == len(lines):
                    raise Wrong(f"{page}:{start}: a comment without an end")
            match = COMMENT.match("\n".join(lines[start - 1:at + 1]).strip())
            if match and match.group(1).startswith("page "):
                default = match.group(1)[len("page "):]
            elif match and match.group(1).split(None, 1)[0] == "setup":
                found.append(Block(page, start, "", match.group(1).partition("\n")[2], "setup", "", {}))
            elif match and not match.group(1).startswith("folder "):
                if given is not None:
                    raise Wrong(f"{page}:{start}: the class before this one has no block")
                given = match.group(1)
            at += 1
        elif fence:
            indent = len(fence.group(1))
            at += 1
            while at < len(lines) and lines[at].strip() != fence.group(2):
                at += 1
            if at == len(lines):
                raise Wrong(f"{page}:{start}: a block without an end")
            found.append(block(start, fence.group(3), "\n".join(text[indent:] for text in lines[start:at]) + "\n"))
            given = None
            at += 1
        elif line.startswith("    ") and (at == 0 or not lines[at - 1].strip() or given is not None):
            while at < len(lines) and (lines[at].startswith("    ") or not lines[at].strip()):
                at += 1
            text = "\n".join(text[4:] for text in lines[start - 1:at]).rstrip() + "\n"
            found.append(block(start, "", text))
            given = None
        else:
            if given is not None and line.strip():
                raise Wrong(f"{page}:{start}: a class and no block after it")
            at += 1
    return found


def commands(text):
    """[(command, what is shown of its output)]: of lines that begin with '$ ', or else each line, showing nothing."""
    if not re.search(r"^\$ ", text, re.MULTILINE):
        return [(text, "")]
    found = []
    for line in text.split("\n"):
        if found and found[-1][0].endswith("\\"):
            found[-1][0] += "\n" + line
        elif line.startswith("$ "):
            found.append([line[2:], ""])
        elif found:
            found[-1][1] += line + "\n"
    return [tuple(pair) for pair in found]


def tests_of(build):
    """The names of all tests of a build folder."""
    answer = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    return {test["name"] for test in json.loads(answer.stdout)["tests"]}


def covered(block, tests):
    """Does what `by` names exist: a test, or a file that names the page or has each of the commands?"""
    for name in block.argument.split(", "):
        path = ROOT / name
        if name in tests:
            continue
        if not path.is_file():
            return f"there is no test and no file {name}"
        text = path.read_text()
        if block.page in text or os.path.basename(block.page) in text:
            continue
        for line in block.text.splitlines():
            command = line.partition("#")[0].strip().removeprefix("$ ")
            if command and command not in text:
                return f"{name} neither names {block.page} nor has the command: {command}"
    return None


def main():
    tests = tests_of(sys.argv[1])
    count, wrong = collections.Counter(), []
    for page in pages():
        try:
            for block in blocks(page):
                where = f"{block.page}:{block.line}"
                if block.name is None:
                    wrong.append(f"{where}: a block without a class: CONTRIBUTING.md, \"A page\", says how to give it one")
                elif block.name == "by" and (why := covered(block, tests)):
                    wrong.append(f"{where}: {why}")
                elif block.name != "setup":
                    count["run" if block.name in RUN else block.name] += 1
                    count["slow"] += "slow" in block.options
        except Wrong as error:
            wrong.append(str(error))
    print(f"{count.total() - count['slow']} blocks: {count['run']} run ({count['slow']} of them in make test-long alone), "
          f"{count['by']} run by other tests, {count['text']} plain text, {count['not']} not run")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
