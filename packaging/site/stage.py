# SPDX-License-Identifier: Apache-2.0
"""stage.py BUILD: the pages of the site into BUILD/site-src: README.md, docs/ and the README.md of each folder as they are, and
the reference of C, Python and the commands. BUILD/stet and BUILD/stet-lab are asked for their help."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import c_reference

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTENTS = {  # captions, and what is below them; missing pages are left out
    "Start": ["docs/start", "docs/README", "docs/glossary"],
    "Tutorials": ["docs/tutorials/c", "docs/tutorials/fftw", "docs/tutorials/python", "docs/tutorials/fpsan",
                  "docs/tutorials/golden", "docs/tutorials/gpu"],
    "Manual": ["docs/cli", "docs/python", "docs/fftw", "docs/fpsan", "docs/lint", "docs/gpu", "docs/mpi", "docs/web"],
    "Transforms and bits": ["docs/bits", "docs/correct", "docs/extended", "docs/half", "docs/r2r", "docs/conv"],
    "Measured": ["docs/accuracy", "docs/performance", "docs/performance-tables", "docs/lint-survey"],
    "Lab": ["lab/docs/stet-lab", "lab/docs/sources", "lab/docs/guide", "lab/docs/profiles", "lab/docs/mojo", "lab/docs/drift"],
    "Reference": ["reference/c/index", "reference/python/index", "reference/command"],
    "Inside": ["docs/architecture", "docs/testing", "docs/dependencies", "CONVENTIONS", "CONTRIBUTING", "CHANGELOG", "reference/folders"],
}
PYTHON = ["stet", "stet.fft", "stet.lab", "stet.testing", "stet.pytest_plugin", "stet.torch", "stet.jax"]
FOREIGN = ["stet.torch", "stet.jax"]  # their packages need not be here: docstrings are read, nothing is imported


def sources():
    return subprocess.run([ROOT / "scripts" / "sources"], capture_output=True, text=True, check=True).stdout.split("\n")[:-1]


def rewrite(name, text, known, wanted):
    """A page without the classes of its blocks, its links leading to pages of the site or to copies of files."""
    text = re.sub(r"^ *<!-- test:.*?-->\n\n?", "", text, flags=re.DOTALL | re.MULTILINE)
    here = os.path.dirname(name)

    def link(match):
        target, hash_sign, anchor = match.group(1).partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return match.group(0)
        path = os.path.normpath(os.path.join(here, target))
        if (ROOT / path).is_dir():
            path = os.path.normpath(path + "/README.md")
        if path == "README.md":
            path = "index.md"
        elif path.startswith("include/") and path.endswith(".h"):
            path = f"reference/c/{path[len('include/'):-2]}.md"
        elif path not in known and not path.endswith((".png", ".svg")):
            wanted.add(path)
            path = f"source/{path}.md"
        elif path not in known:
            wanted.add(path)
        return f"]({os.path.relpath(path, here or '.')}{hash_sign}{anchor})"

    parts = re.split(r"(^```.*?^```|^~~~.*?^~~~|`[^`\n]*`)", text, flags=re.DOTALL | re.MULTILINE)
    parts[::2] = [re.sub(r"\]\(([^)\s]+)\)", link, part) for part in parts[::2]]
    return "".join(parts)


def command_page(build):
    out = ["# The commands\n\nWhat `help` and `help SUBCOMMAND` print; the manuals of [stet](../docs/cli.md) and "
           "[stet-lab](../lab/docs/stet-lab.md) have more.\n"]
    for program in ("stet", "stet-lab"):
        def printed(*arguments):
            return subprocess.run([build / program, "help", *arguments], capture_output=True, text=True, check=True).stdout

        text = printed()
        out.append(f"```text\n{text}```\n")
        for name in re.findall(r"^  (\w+) ", text, re.MULTILINE):
            out.append(f"## {program} {name}\n\n```text\n{printed(name)}```\n")
    return "\n".join(out)


def python_pages(folder):
    import stet  # pylint: disable=import-outside-toplevel

    folder.mkdir(parents=True)
    body = "# Python\n\nOf the docstrings. [The manual](../../docs/python.md) has recipes.\n\n```{toctree}\n"
    for module in PYTHON:
        text = f"# {module}\n\n"
        if module in FOREIGN:
            text += docstrings(ROOT / "doors" / "python" / "src" / (module.replace(".", "/") + ".py"))
        elif module == "stet":
            names = [name for name in stet.__all__ if name not in ("__version__", "fft")]
            text += "```{eval-rst}\n.. automodule:: stet\n   :no-members:\n\n"
            for name in names:
                thing = getattr(stet, name)
                if isinstance(thing, int):  # else its docstring were that of int
                    text += f".. py:data:: stet.{name}\n   :value: {thing}\n\n   That of the bits, `STET_BITS_VERSION`.\n\n"
                    continue
                kind = "class" if isinstance(thing, type) else "function" if callable(thing) else "data"
                text += f".. auto{kind}:: stet.{name}\n" + ("   :members:\n" if kind == "class" else "") + "\n"
            text += "```\n"
        else:
            text += f"```{{eval-rst}}\n.. automodule:: {module}\n   :members:\n```\n"
        (folder / f"{module}.md").write_text(text)
        body += module + "\n"
    (folder / "index.md").write_text(body + "```\n")


def docstrings(path):
    """Of a module that cannot be imported here."""
    import ast  # pylint: disable=import-outside-toplevel

    tree = ast.parse(path.read_text())
    out = [(ast.get_docstring(tree) or ""), ""]
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_") and ast.get_docstring(node):
            head = f"class {node.name}" if isinstance(node, ast.ClassDef) else f"{node.name}({ast.unparse(node.args)})"
            text = "\n".join("   " + line for line in ast.get_docstring(node).split("\n"))
            out += [f".. py:{'class' if isinstance(node, ast.ClassDef) else 'function'}:: {head.removeprefix('class ')}", "", text, ""]
    return "```{eval-rst}\n" + "\n".join(out) + "\n```\n"


def below(page, names, option=":hidden:\n"):
    """These pages become part of that one's contents."""
    with open(page, "a", encoding="utf-8") as file:
        file.write("\n```{toctree}\n:maxdepth: 1\n" + option + "\n" + "".join(f"/{name}\n" for name in names) + "```\n")


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    stage = build / "site-src"
    shutil.rmtree(stage, ignore_errors=True)
    pages = [name for name in sources() if name.endswith(".md") and not name.startswith((".", "packaging/debian/"))]
    known, wanted = set(pages), set()
    for name in pages:
        target = stage / ("index.md" if name == "README.md" else name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(rewrite(name, (ROOT / name).read_text(), known, wanted))
    for name in sorted(wanted):
        if name.endswith((".png", ".svg")):
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, stage / name)
            continue
        target = stage / "source" / f"{name}.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        language = {".c": "c", ".h": "c", ".py": "python", ".sh": "sh", ".json": "json", ".yml": "yaml"}.get(pathlib.Path(name).suffix, "text")
        text = (ROOT / name).read_text()
        target.write_text(f"---\norphan: true\n---\n\n# {name}\n\n``````{language}\n{text}``````\n")
    c_reference.write(ROOT / "include", stage / "reference" / "c")
    python_pages(stage / "reference" / "python")
    (stage / "reference" / "command.md").write_text(command_page(build))

    listed = {page for part in CONTENTS.values() for page in part}
    rest = sorted(name[:-3] for name in pages if name != "README.md" and name[:-3] not in listed)
    rules = [page for page in rest if page.startswith("docs/lint/FFT")]
    below(stage / "docs" / "lint" / "README.md", rules)
    (stage / "reference" / "folders.md").write_text("# The folders\n\nThe README.md of each, and other pages.\n")
    below(stage / "reference" / "folders.md", [page for page in rest if page not in rules], "")
    trees = []
    for caption, part in CONTENTS.items():
        there = [page for page in part if (stage / f"{page}.md").exists()]
        if there:
            trees.append("```{toctree}\n:hidden:\n:maxdepth: 1\n:caption: " + caption + "\n\n" + "\n".join(there) + "\n```\n")
    with open(stage / "index.md", "a", encoding="utf-8") as file:
        file.write("\n" + "\n".join(trees))
    print(f"{len(pages)} pages of the repository, {len(wanted)} files that they link to")


if __name__ == "__main__":
    main()
