# SPDX-License-Identifier: Apache-2.0
"""The golden digests in headless Chromium, by every instance that it runs: what golden.test.js does in node.

BUILD is the folder of scripts/web (build/web), with the installed package in test/; CHROMIUM the browser."""
import functools
import http.server
import json
import os
import pathlib
import sys
import threading
import unittest

import chromium

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("BUILD", "build/web")).resolve()
GOLDEN = HERE.parent / "golden"
PAGE = """<!doctype html><meta charset="utf-8"><title>golden</title><script type="importmap">
{ "imports": { "stet": "/test/node_modules/stet/stet.js", "stet/wasi.js": "/test/node_modules/stet/wasi.js" } }</script>"""
CHECK = """(async () => {
    const { check, FILES } = await import("/test/golden.js"), bytes = async (url) => (await fetch(url)).arrayBuffer();
    const module = await WebAssembly.compile(await bytes("/%s/golden-%s.wasm")), all = [];
    for (const file of FILES) all.push(await check(module, file, new Uint8Array(await bytes(`/golden/${file}.txt`))));
    return all;
})()"""


class Server(http.server.SimpleHTTPRequestHandler):
    """build/web, the digests below /golden/, and the page that names the package."""

    def translate_path(self, path):
        if path.startswith("/golden/"):
            return str(GOLDEN / pathlib.PurePosixPath(path).name)
        return super().translate_path(path)

    def do_GET(self):
        if self.path != "/page":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, *_):
        pass


class Golden(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Server, directory=str(BUILD)))
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.server.server_close)
        cls.addClassCleanup(cls.server.shutdown)
        cls.page = cls.enterClassContext(chromium.Chromium())
        cls.page.open(f"http://127.0.0.1:{cls.server.server_port}/page")
        cls.instances = cls.page.run("import('stet').then(({ load }) => load()).then((stet) => stet.instances)")

    def bits(self, instance):
        if instance not in self.instances:
            self.skipTest(f"this Chromium runs {', '.join(self.instances)} alone")
        for each in self.page.run(CHECK % (instance, instance), timeout=600):
            with self.subTest(file=each["file"]):
                self.assertEqual(each["failed"], 0, json.dumps(each["text"]))
                self.assertGreater(each["passed"], 200)

    def test_soft(self):
        self.bits("soft")

    def test_simd128(self):
        self.bits("simd128")

    def test_relaxed(self):
        self.bits("relaxed")

    def test_words(self):
        """The command's answers, and its hash."""
        told = self.page.run("""import("stet").then(async ({ load }) => {
            const stet = await load(), x = Float32Array.from({ length: 64 }, (_, i) => Math.fround(i * 0.37 % 1)), y = stet.fft(x, { kind: "c2c" });
            const file = (data) => stet.writeNpy({ dtype: "complex64", shape: [32], data });
            return [stet.bits(y), stet.compare(file(x), file(x)).text, stet.verify(file(x), file(y)).json.verdict];
        })""")
        self.assertRegex(told[0], "^[0-9a-f]{64}$")
        self.assertIn("the same bits", told[1])


if __name__ == "__main__":
    if not chromium.find():
        print("skipped: no chromium (scripts/deps web)", file=sys.stderr)
        sys.exit(77)
    unittest.main(verbosity=2)
