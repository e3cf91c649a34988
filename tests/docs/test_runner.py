# SPDX-License-Identifier: Apache-2.0
"""What reads and runs the documents finds what is wrong with a page."""
import os
import pathlib
import tempfile
import unittest

import blocks
import links
import run

PAGE = """# A page

<!-- test: setup
echo hidden >made
-->
<!-- test: run; vary isa -->

    $ cat made; echo took 12.5 us; echo isa other
    hidden
    took 3 ms
    isa mine
    $ false || echo 'a b c'
    a ... c

<!-- test: file p.c -->

```c
int main(void) { return 3; }
```

* A list

  <!-- test: run; status 3 -->

      cc -o p p.c
      ./p

<!-- test: text -->

    nothing
"""


class Runner(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for module in (blocks, run):
            self.addCleanup(setattr, module, "ROOT", module.ROOT)
            module.ROOT = self.root / "tree"
        (self.root / "tree" / "docs").mkdir(parents=True)

    def wrong(self, text):
        """What running a page of this text complains about."""
        (self.root / "tree" / "page.md").write_text(text)
        return run.run_page("page.md", self.root / "work", dict(os.environ), False)[2]

    def test_a_good_page(self):
        self.assertEqual(self.wrong(PAGE), [])
        self.assertEqual([block.name for block in blocks.blocks("page.md")], ["setup", "run", "file", "run", "text"])

    def test_each_difference(self):
        for right, changed in (("    hidden\n", "    hiddem\n"), ("took 3 ms", "took 3 bytes"), ("isa mine", "level mine"),
                               ("a ... c", "a ... d"), ("status 3", "status 2"), ("; vary isa", ""), ("return 3", "return 0"),
                               ("    a ... c\n", "    a ... c\n    more\n"), ("echo hidden >made", "false")):
            with self.subTest(changed):
                self.assertIn(right, PAGE)
                self.assertNotEqual(self.wrong(PAGE.replace(right, changed)), [])

    def test_classes(self):
        def classes(text):
            (self.root / "tree" / "page.md").write_text(text)
            return [block.name for block in blocks.blocks("page.md")]

        self.assertEqual(classes("a\n\n    block\n"), [None])
        self.assertEqual(classes("a\n\n```sh\nblock\n```\n"), [None])
        self.assertEqual(classes("<!-- test: page text -->\n\n    block\n"), ["text"])
        for wrong in ("<!-- test: runs -->\n\n    a\n", "<!-- test: by -->\n\n    a\n", "<!-- test: not -->\n\n    a\n",
                      "<!-- test: text so -->\n\n    a\n", "<!-- test: run; fast -->\n\n    a\n", "<!-- test: run -->\n\nno block\n",
                      "<!-- test: run -->\n<!-- test: run -->\n\n    a\n", "```\nno end\n", "<!-- no end\n"):
            with self.subTest(wrong), self.assertRaises(blocks.Wrong):
                classes(wrong)

    def test_folder(self):
        folder = self.root / "tree" / "docs" / "pages"
        folder.mkdir()
        (folder / "README.md").write_text("<!-- test: folder by somebody -->\n")
        (folder / "one.md").write_text("    block\n")
        self.assertEqual([block.argument for block in blocks.blocks("docs/pages/one.md")], ["somebody"])

    def test_by(self):
        (self.root / "tree" / "page.md").write_text("<!-- test: by runs.sh -->\n\n    make all # slowly\n")
        block = blocks.blocks("page.md")[0]
        script = self.root / "tree" / "runs.sh"
        self.assertIsNotNone(blocks.covered(block, {"other"}))
        self.assertIsNone(blocks.covered(block, {"runs.sh"}))
        script.write_text("make some\n")
        self.assertIsNotNone(blocks.covered(block, set()))
        script.write_text("make all\n")
        self.assertIsNone(blocks.covered(block, set()))

    def test_doctests(self):
        good = "<!-- test: run -->\n\n    >>> 1 + 1\n    2\n\n<!-- test: run -->\n\n    >>> 1 + 2\n    3\n"
        self.assertEqual(len(self.wrong(good)), 0)
        self.assertEqual(len(self.wrong(good.replace("    2\n", "    4\n"))), 2)

    def test_missing_program(self):
        (self.root / "tree" / "page.md").write_text("<!-- test: run; needs no-such-program -->\n\n    no-such-program\n")
        answer = run.run_page("page.md", self.root / "work", dict(os.environ), False)
        self.assertEqual(answer, (0, {"no-such-program"}, []))


class Links(unittest.TestCase):
    def test_headings(self):
        text = "# A `b` (c), d\n## Twice\n### Twice\n```\n# none\n```\n"
        self.assertEqual(links.anchors(text), {"a-b-c-d", "twice", "twice-1"})

    def test_site(self):
        with tempfile.TemporaryDirectory() as folder:
            site = pathlib.Path(folder)
            (site / "a.html").write_text('<h1 id="top"></h1><a href="b.html#there">x</a><a href="https://example.org">y</a>')
            (site / "b.html").write_text('<p id="there"></p><a href="a.html#top">x</a>')
            count, elsewhere, wrong = links.check_site(site)
            self.assertEqual((count, elsewhere, wrong), (2, {"https://example.org"}, []))
            for bad in ('<a href="c.html">', '<a href="a.html#no">', '<script src="https://example.org/x.js"></script>',
                        '<link rel="stylesheet" href="//example.org/x.css">'):
                (site / "b.html").write_text(f'<p id="there">{bad}')
                self.assertEqual(len(links.check_site(site)[2]), 1, bad)


if __name__ == "__main__":
    unittest.main()
