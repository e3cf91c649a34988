# SPDX-License-Identifier: Apache-2.0
"""environment.py: man stet has an entry for every environment variable that the library, the doors, the lab and the tools read,
and no other. The variables of FPSan stand in the manual pages of its own programs."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("src", "doors", "lab", "tools")
READ = (r'\bgetenv\("(\w+)"\)',                    # a name
        r'\bin_variable\(\w+, "(\w+)"',             # tools/bench/mkl_find.c
        r'\.variable = "(\w+)"',                     # doors/gpu: the file of a library
        r'\bput_first\("(\w+)"',                     # tools/cli/cmd_run.c adds to it
        r'\benviron(?:\.get\(|\[)"(\w+)"',          # doors/python
        r'^ *(?:settings\[\] = \{)?\{"(STET_\w+)", (?:check_\w+|NULL)\}')  # src/api/settings.c


def variables():
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in (".c", ".h", ".py") or "fpsan" in path.parts or "tests" in path.parts or "examples" in path.parts:
                continue
            for pattern in READ:
                for name in re.findall(pattern, path.read_text(), re.MULTILINE):
                    found.setdefault(name, path.relative_to(ROOT))
    return found


def main():
    text = (ROOT / "scripts" / "man").read_text()
    section = text[text.rindex(".SH ENVIRONMENT"):]
    section = section[:section.index("END_OF_PAGE")]
    entries = set(re.findall(r"^\.TP\n\.B ([A-Z_]+)$", section, re.MULTILINE))
    named = entries | set(re.findall(r"^\.BR? ([A-Z_]+)\b", section, re.MULTILINE))
    found = variables()
    wrong = [f"{found[name]} reads {name}: scripts/man has no entry for it" for name in sorted(set(found) - named)]
    wrong += [f"scripts/man: {name}: nothing reads it" for name in sorted(entries - set(found))]
    print("\n".join(wrong) if wrong else f"{len(found)} variables, {len(entries)} entries")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
