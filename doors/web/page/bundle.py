#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bundle.py PACKAGE OUT.html: writes the page as one file without dependencies. It contains the sources beside this
script and the modules of the package folder, those of WebAssembly compressed."""
import base64
import gzip
import json
import pathlib
import re
import sys


def script(text):
    """Returns the text, or exits if it contains </script> or <!--, which would end a <script> element."""
    for word in ("</script", "<!--"):
        if word in text.lower():
            sys.exit(f"bundle.py: a script contains {word}, which would end it")
    return text


def main(package, out):
    here, package = pathlib.Path(__file__).parent, pathlib.Path(package)
    library = {path.name: path.read_text() for path in sorted(package.glob("*.js"))}
    library |= {path.name: base64.b64encode(gzip.compress(path.read_bytes(), mtime=0)).decode()
                for path in sorted(package.glob("*.wasm"))}
    if "stet.js" not in library or not any(name.endswith(".wasm") for name in library):
        sys.exit(f"bundle.py: {package}: no package there; run make web")
    for name, source in library.items():
        for other in re.findall(r'from "\./([\w.-]+)"', source):
            if other not in library:
                sys.exit(f"bundle.py: {package / name} imports {other}, which is not there")
    # JSON is JavaScript; \u003c means < in strings of both.
    given = f"const PACKAGE = {json.dumps(library)};\n".replace("<", "\\u003c")

    def pieces(match):
        text = "\n".join((here / name).read_text() for name in match[1].split())
        return match[0].split("/*")[0] + "\n" + script((given if "worker.js" in match[1] else "") + text)

    # Fills in <style> and <script> elements that contain only a comment with the names of their files.
    page = re.sub(r">/\* ((?:[a-z]+\.(?:js|css) ?)+)\*/", pieces, (here / "index.html").read_text())
    pathlib.Path(out).write_text(page)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
