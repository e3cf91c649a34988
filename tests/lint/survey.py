# SPDX-License-Identifier: Apache-2.0
"""survey.py FOLDER [--seed N] [--sample 200]: what the default rules say of other people's code.

FOLDER holds one folder for each repository or unpacked package. Prints, for each rule, how many reports and in how many of
them, reports for each 10,000 lines, and draws the sample to read by hand: at most three of one rule from one repository,
in an order that the seed decides. LINT is the command. Not run by the tests: it needs code that is not ours.
"""
import argparse
import collections
import pathlib
import random

from support import report


def lint(repository):
    found = [f for f in report("--no-config", str(repository))["findings"] if not f["suppressed"] and f["id"] != "FFT000"]
    for finding in found:
        finding["repository"] = repository.name
    return found


def draw(findings, count, seed):
    random.Random(seed).shuffle(findings)
    taken, sample = collections.Counter(), []
    for finding in findings:
        key = finding["id"], finding["repository"]
        taken[key] += 1
        if taken[key] <= 3:
            sample.append(finding)
    return sample[:count]


def count_lines(repository):
    suffixes = {".py", ".c", ".h", ".cc", ".cpp", ".hpp", ".cu", ".cuh"}
    return sum(path.read_bytes().count(b"\n") for path in repository.rglob("*")
               if path.suffix in suffixes and path.is_file() and not path.is_symlink())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample", type=int, default=200)
    arguments = parser.parse_args()
    repositories = sorted(p for p in arguments.folder.iterdir() if p.is_dir())
    findings = [f for repository in repositories for f in lint(repository)]
    lines = sum(map(count_lines, repositories))
    print(f"{len(repositories)} repositories, {lines} lines, {len(findings)} reports, "
          f"{1e4 * len(findings) / max(lines, 1):.3f} for each 10,000 lines")
    for rule, number in sorted(collections.Counter(f["id"] for f in findings).items()):
        where = {f["repository"] for f in findings if f["id"] == rule}
        print(f"{rule} {number} reports in {len(where)} repositories")
    for finding in draw(findings, arguments.sample, arguments.seed):
        place = finding["place"]
        print(f"\n{finding['path']}:{place['line']}: {finding['id']} {finding['message']}")
        text = pathlib.Path(finding["path"]).read_text(errors="replace").split("\n")
        print("\n".join(text[max(place["line"] - 6, 0):place["line"] + 3]))


if __name__ == "__main__":
    main()
