# SPDX-License-Identifier: Apache-2.0
"""The reference of C: a page for each header of include/, of its own comments and declarations, in their order."""
import pathlib
import re


def paragraphs(comment):
    """Paragraphs of a comment as Markdown; lines that are set in are left as they are, in a block."""
    lines = [re.sub(r"^ \* ?", "", line) for line in comment.strip().removeprefix("/*").removesuffix("*/").split("\n")]
    lines[0] = lines[0].strip()
    out, text, fixed = [], [], []

    def flush():
        if text:
            out.append(inline(" ".join(line.strip() for line in text)))
        if fixed:
            out.append("```text\n" + "\n".join(fixed).rstrip() + "\n```")
        text.clear()
        fixed.clear()

    for line in lines:
        line = line.rstrip()
        if not line:
            if fixed:
                fixed.append("")
            else:
                flush()
        elif line.startswith("  ") or (fixed and line.startswith(" ")):
            if text:
                flush()
            fixed.append(line)
        else:
            if fixed:
                flush()
            text.append(line)
    flush()
    return "\n\n".join(out)


def inline(text):
    """Words of C become code, functions links."""
    text = re.sub(r"([\\*<>|\[\]{}$~^`])", r"\\\1", text)
    text = re.sub(r"(?<![\w.])(stet_\w+)\(\)", r"{c:func}`\1`", text)
    text = re.sub(r"(?<![\w.`])((?:STET|stet)_\w+)(?![\w`(])", r"`\1`", text)
    return re.sub(r"^([A-Z][A-Z0-9 ,-]{2,}[A-Z])\. ", r"**\1.** ", text)


def items(text):
    """[(comment or '', code)]: a comment at the left margin belongs to the code after it, up to the next empty line."""
    text = re.sub(r"^#(ifndef STET_\w*H\n#define STET_\w*H|ifdef __cplusplus\n.*?\n#endif|endif[^\n]*)$", "", text,
                  flags=re.DOTALL | re.MULTILINE)
    for match in re.finditer(r"(?P<comment>^/\*.*?\*/\n)?(?P<code>(?:^(?!/\*)[^\n]+\n(?:^\n(?=^ ))?)*)", text, re.DOTALL | re.MULTILINE):
        comment, code = match.group("comment") or "", match.group("code").rstrip()
        if comment.strip() or code:
            yield comment, code


def declare(code):
    """What a piece of code declares, as (directive, argument) of Sphinx's domain of C."""
    found = []
    plain = re.sub(r"/\*.*?\*/", "", code, flags=re.DOTALL)
    for match in re.finditer(r"(?:STET_\w*API|static inline)\s+([^;{]*?\))\s*[;{]", plain):
        found.append(("function", re.sub(r"\s+", " ", match.group(1))))
    for match in re.finditer(r"typedef (enum|struct) (\w+)", plain):
        found.append((match.group(1), match.group(2)))
    for match in re.finditer(r"^#define (STET_\w+)", plain, re.MULTILINE):
        found.append(("macro", match.group(1)))
    for match in re.finditer(r"typedef ([^;{]+?\))\s*;", plain):
        name = re.search(r"(?:\*\s*)?(stet_\w+)\)?\s*\(", match.group(1))
        if name:
            found.append(("type", name.group(1)))
    return found


def page(path):
    text = path.read_text()
    out, first = [f"# {path.name}\n"], True
    for comment, code in items(text):
        section = re.match(r"/\* -{8,} (.*?) -* ?\*/", comment)
        if section:
            out.append(f"## {section.group(1).strip().capitalize()}\n")
            comment = ""
        if re.match(r"^#(include|if|else|endif)", code):
            code = ""
        body = paragraphs(re.sub(r"SPDX-License-Identifier: \S+", "", comment)) if comment else ""
        if first:
            first = False
            out.append(body + "\n")
            body = ""
        declared = declare(code) if code else []
        if not declared:
            if body:
                out.append(body + "\n")
            if code.strip():
                out.append(f"```c\n{code}\n```\n")
            continue
        # One entry with all names: what is said is said of all of them.
        if all(kind == "function" for kind, _ in declared):
            signatures = "\n         ".join(signature for _, signature in declared)
            out.append(f":::{{c:function}} {signatures}\n\n{body}\n:::\n".replace("\n\n\n", "\n\n"))
        else:
            head = "".join(f":::{{c:{kind}}} {name}\n:::\n" for kind, name in declared if kind != "function")
            functions = [signature for kind, signature in declared if kind == "function"]
            if functions:
                head += ":::{c:function} " + "\n         ".join(functions) + "\n:::\n"
            out.append(f"{head}\n```c\n{code}\n```\n\n{body}\n")
    return "\n".join(out)


def write(include, folder):
    """The names of the pages written."""
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for path in sorted(pathlib.Path(include).glob("stet*.h")):
        (folder / f"{path.stem}.md").write_text(page(path))
        names.append(path.stem)
    names.sort(key=lambda name: (name != "stet", name))
    index = "# C\n\nEach page is a header of `include/`: its comments are the contract.\n\n"
    (folder / "index.md").write_text(index + "```{toctree}\n" + "\n".join(names) + "\n```\n")
    return names
