# SPDX-License-Identifier: Apache-2.0
"""links.py: every link between documents leads to a file that is there, and to a heading of it. links.py FOLDER: the same of a
site of HTML, in which no page may load anything from elsewhere. Links to other places are counted and listed, not followed."""
import html.parser
import pathlib
import re
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//")


def without_code(text):
    text = re.sub(r"^( *)(```|~~~).*?^\1\2", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`\n]*`", lambda match: "x" * len(match.group()), text)


def anchors(text):
    """Those that a host of Markdown makes of the headings, numbered where two are the same."""
    seen, found = {}, set()
    for heading in re.findall(r"^#{1,6} +(.*?) *#*$", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE), re.MULTILINE):
        heading = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        number = seen.get(slug, 0)
        seen[slug] = number + 1
        found.add(f"{slug}-{number}" if number else slug)
    return found | set(re.findall(r'<a (?:id|name)="([^"]+)"', text))


def documents():
    listed = subprocess.run([ROOT / "scripts" / "sources", "md"], capture_output=True, text=True, check=True).stdout.split()
    texts = {ROOT / name: (ROOT / name).read_text() for name in listed}
    for path, text in texts.items():
        for target in re.findall(r"\]\(([^)\s]+)\)", without_code(text)):
            yield path.relative_to(ROOT), target, path, texts


def check_documents():
    count, elsewhere, wrong = 0, set(), []
    for name, target, path, texts in documents():
        if ELSEWHERE.match(target):
            elsewhere.add(target)
            continue
        count += 1
        file, _, anchor = target.partition("#")
        file = (path.parent / urllib.parse.unquote(file)).resolve() if file else path
        if not file.exists():
            wrong.append(f"{name}: {target}: no such file")
        elif anchor and anchor not in anchors(texts.get(file, "")):
            wrong.append(f"{name}: {target}: no such heading")
    return count, elsewhere, wrong


class Reader(html.parser.HTMLParser):
    """Names in a page, links of it, and what it loads."""

    def __init__(self):
        super().__init__()
        self.names, self.links, self.loads, self.base = set(), [], [], ""

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.names |= {given[key] for key in ("id", "name") if given.get(key)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag == "link" and given.get("href") and "canonical" not in given.get("rel", ""):
            self.loads.append(given["href"])
        if tag in ("script", "img", "source", "iframe") and given.get("src"):
            self.loads.append(given["src"])


def check_site(folder):
    pages = {}
    for path in sorted(folder.rglob("*.html")):
        pages[path] = Reader()
        pages[path].feed(path.read_text())
    if not pages:
        return 0, set(), [f"{folder}: no page"]
    count, elsewhere, wrong = 0, set(), []
    for path, page in pages.items():
        name = path.relative_to(folder)
        if path.name == "404.html":
            continue  # of a server, whose links begin at its root
        for target in page.loads:
            if ELSEWHERE.match(target) and not target.startswith("data:"):
                wrong.append(f"{name}: loads {target}")
        for target in page.links + page.loads:
            if ELSEWHERE.match(target):
                elsewhere.add(target)
                continue
            count += 1
            file, _, anchor = target.partition("#")
            file = (path.parent / urllib.parse.unquote(file.partition("?")[0])).resolve() if file else path
            anchor = urllib.parse.unquote(anchor)
            if file.is_dir() or not file.exists():
                wrong.append(f"{name}: {target}: no such file")
            elif anchor and file in pages and anchor not in pages[file].names and not anchor.startswith("__"):
                wrong.append(f"{name}: {target}: no such place in it")
    for path in folder.rglob("*.css"):
        for target in re.findall(r"url\(['\"]?([^)'\"]+)|@import ['\"]([^'\"]+)", path.read_text(errors="replace")):
            target = "".join(target)
            if ELSEWHERE.match(target) and not target.startswith("data:"):
                wrong.append(f"{path.relative_to(folder)}: loads {target}")
    return count, elsewhere, wrong


def main():
    count, elsewhere, wrong = check_site(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else check_documents()
    for line in wrong:
        print(line)
    print(f"{count} links looked at, {len(wrong)} wrong; not followed, {len(elsewhere)} to other places:")
    for target in sorted(elsewhere):
        print(f"    {target}")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
