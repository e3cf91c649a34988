# SPDX-License-Identifier: Apache-2.0
"""run.py [--slow] BUILD [PAGE...]: runs the blocks of README.md, CONTRIBUTING.md, docs/ and lab/docs/ that are to be run, each page in a folder of
its own that looks like a checkout with stet installed, and compares what they print with what the page shows. --slow: those that are
slow too."""
import concurrent.futures
import difflib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading

from blocks import ROOT, RUN, Wrong, blocks, commands, pages

LIMIT = 300  # seconds for a block; a page that needs more is no example
UNIT = r" (?:ns|us|ms|s|min)\b"  # of a time: another machine's may need another one
TIME = r"(?<![\w.])\d+(?:\.\d+)?" + UNIT
DOCTESTS = """
import doctest, json, sys
names = {}
for text in json.load(open(sys.argv[1])):
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    test = doctest.DocTestParser().get_doctest(text, names, "block", "block", 0)
    test.globs = names
    runner.run(test, clear_globs=False)
    if runner.failures:
        sys.exit(1)
"""
C = """#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <stet.h>
#include <stet_conv.h>
int main(void)
{
%s
return 0;
}
"""


def pattern(line, vary):
    """A shown line as a regular expression: '...' is anything, and so is a time, and all of a line that varies but its name."""
    word = line.split(None, 1)[0] if line.strip() else ""
    if word and word in vary:
        return re.escape(word) + ".*"
    line = re.escape(re.sub(TIME, "\0", line.rstrip())).replace(r"\.\.\.", ".*?")
    return line.replace(re.escape("\0"), r"[\d.]+" + UNIT).replace("\0", r"[\d.]+" + UNIT)


def compare(shown, printed, vary):
    """None if what was printed is what is shown, else both side by side. A line of '...' alone is any number of lines."""
    shown = shown.strip("\n").split("\n")
    printed = [line.rstrip() for line in printed.strip("\n").split("\n")]
    whole = "".join(r"(?:.*\n)*?" if line.strip() == "..." else pattern(line, vary) + "\n" for line in shown)
    if re.fullmatch(whole, "\n".join(printed) + "\n"):
        return None
    rest, same = list(shown), []
    for line in printed:  # what fits is shown as the page has it, so that the difference is what differs
        fits = next((text for text in rest if text.strip() != "..." and re.fullmatch(pattern(text, vary), line)), line)
        same.append(fits)
    return "\n".join(difflib.unified_diff(shown, same, "shown", "printed", lineterm="", n=1))


class Page:
    """A page being run: its folder, and the variables and the folder that the last command left."""

    def __init__(self, page, work, environment):
        self.folder = work / page.replace("/", "-").removesuffix(".md")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        for entry in os.listdir(ROOT):
            if not entry.startswith(".git") and entry != "demo" and not entry.startswith("build-"):
                (self.folder / entry).symlink_to(ROOT / entry)
        self.state = work / (self.folder.name + ".state")
        self.state.write_text(f"cd '{self.folder}'\n")
        self.environment = environment
        self.printed = ""
        self.doctests = []

    def shell(self, command):
        """Its exit status and what it prints: standard output, then standard error."""
        script = f'. "{self.state}"\n{command}\nstatus=$?\n{{ export -p; echo "cd \'$PWD\'"; }} >"{self.state}"\nexit $status\n'
        with subprocess.Popen(["sh", "-c", script], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=self.environment, start_new_session=True) as process:
            try:
                printed = b"".join(process.communicate(timeout=LIMIT))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                printed = b"".join(process.communicate()) + f"\nended after {LIMIT} s".encode()
            return process.returncode, printed.decode("utf-8", "replace")

    def run_python(self, text):
        self.doctests.append(text)
        program, data = self.folder / ".doctests.py", self.folder / ".doctests.json"
        program.write_text(DOCTESTS)
        data.write_text(json.dumps(self.doctests))
        status, printed = self.shell(f"python3 '{program}' '{data}'")
        return printed if status else None

    def run(self, block):
        """None, or what is wrong."""
        if block.name == "file":
            (self.folder / block.argument).write_text(block.text)
            return None
        if block.name == "output":
            return compare(block.text, self.printed, block.options.get("vary", "").split(", "))
        if block.name == "c":
            (self.folder / ".fragment.c").write_text(C % block.text)
            status, printed = self.shell("cc -std=c11 -Wall -Wextra -Werror -Wno-unused .fragment.c -o .fragment "
                                         "$(pkg-config --cflags --libs stet) -lm && ./.fragment")
            return None if status == 0 else printed
        if block.name == "python":
            (self.folder / ".fragment.py").write_text(block.text)
            status, printed = self.shell("python3 .fragment.py")
            return None if status == 0 else printed
        if re.search(r"^>>> ", block.text, re.MULTILINE):
            return self.run_python(block.text)
        parts = commands(block.text)
        self.printed = ""
        for number, (command, shown) in enumerate(parts):
            status, printed = self.shell("set -e\n" + command if len(parts) == 1 and "\n" in command.strip() else command)
            self.printed += printed
            wanted = int(block.options.get("status", 0)) if number == len(parts) - 1 else 0
            if status != wanted:
                return f"exit status {status} instead of {wanted}: {command.strip()}\n{printed}"
            if shown.strip():
                difference = compare(shown, printed, block.options.get("vary", "").split(", "))
                if difference:
                    return f"{command}\n{difference}"
        return None


def run_page(page, work, environment, slow):
    """(number run, {what is missing}, [what is wrong])"""
    count, missing, wrong = 0, set(), []
    found = [block for block in blocks(page) if block.name in RUN + ("setup",)]
    if not any(block.name in RUN for block in found):
        return count, missing, wrong
    state = Page(page, work, environment)
    for block in found:
        where = f"{page}:{block.line}"
        if "slow" in block.options and not slow:
            continue
        absent = [need for need in block.options.get("needs", "").split(", ") if need and not has(need, environment)]
        if absent:
            missing.update(absent)
            continue
        failure = state.run(block)
        count += block.name != "setup"
        if failure is not None:
            wrong.append(f"{where}: {block.name}\n" + "\n".join("    | " + line for line in failure.rstrip().split("\n")))
    return count, missing, wrong


HAS, LOCK = {}, threading.Lock()


def has(need, environment):
    """Is there a program of this name, or a Python package that is written 'python:NAME'?"""
    with LOCK:
        if need not in HAS:
            if need.startswith("python:"):
                command = ["python3", "-c", f"import {need.partition(':')[2]}"]
            else:
                command = ["sh", "-c", f"command -v {need}"]
            HAS[need] = subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0
        return HAS[need]


def surroundings(build):
    """stet as it is installed, in the build folder; Python with the package, if its tests have made a wheel."""
    prefix = build / "docs" / "prefix"
    shutil.rmtree(prefix, ignore_errors=True)
    subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    library = next(prefix.rglob("stet.pc")).parent.parent
    environment = {name: value for name, value in os.environ.items() if not name.startswith("STET_")}
    path = [str(prefix / "bin"), environment["PATH"]]
    if (build / "docs" / "env" / "bin" / "python3").exists():
        path.insert(0, str(build / "docs" / "env" / "bin"))
    environment.update(PATH=":".join(path), PKG_CONFIG_PATH=str(library / "pkgconfig"), LD_LIBRARY_PATH=str(library),
                       CMAKE_PREFIX_PATH=str(prefix), PREFIX=str(prefix), LC_ALL="C.UTF-8")
    return environment


def main():
    slow = "--slow" in sys.argv[1:]
    build, *chosen = [argument for argument in sys.argv[1:] if argument != "--slow"]
    build = pathlib.Path(build).resolve()
    environment = surroundings(build)
    work = build / "docs" / "pages"
    total, bad, missing = 0, 0, set()
    with concurrent.futures.ThreadPoolExecutor(max_workers=int(os.environ.get("JOBS", os.cpu_count()))) as pool:
        names = chosen or pages()
        for page, result in zip(names, pool.map(lambda page: run_page(page, work, environment, slow), names)):
            count, absent, wrong = result
            total += count
            bad += len(wrong)
            missing |= absent
            if count or wrong:
                print(f"{page}: {count} blocks run, {len(wrong)} wrong", flush=True)
            for text in wrong:
                print(text, flush=True)
    for name in sorted(missing):
        print(f"skipped: no {name.partition(':')[2] or name}")
    print(f"{total} blocks run, {bad} wrong")
    return 1 if bad or not total else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Wrong as error:
        sys.exit(str(error))
