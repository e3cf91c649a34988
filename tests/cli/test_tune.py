# SPDX-License-Identifier: Apache-2.0
"""stet tune: what it measures depends on the machine; what it writes is taken again."""
import json
import unittest

from support import Case, documented_keys

SIZES = ("--sizes", "16,30,64")


class Tune(Case):
    def read(self, name):
        return json.loads((self.dir / name).read_text())

    def info(self, name):
        return json.loads(self.run_stet("info", "--json", env={"STET_TUNING": name}).stdout)["tuning"]

    def test_file_and_json(self):
        result = self.stet_json("tune", *SIZES, "--precision", "f32", "--output", "t.json")
        self.assertEqual(list(result), documented_keys("stet tune"))
        file = self.read("t.json")
        self.assertEqual((file["format"], file["version"]), ("stet tuning", 1))
        self.assertEqual((file["isa"], file["entries"]), (result["isa"], result["entries"]))
        self.assertGreaterEqual({(e["kind"], e["n"]) for e in file["entries"]},
                                {(k, n) for k in ("c2c", "r2c", "c2r") for n in (16, 30, 64)})
        self.assertTrue(all(e.get("gain", 1) >= 1 for e in file["entries"]))
        self.assertIn(f"t.json, {len(file['entries'])} entries", self.info("t.json"))
        entry, = (e for e in file["entries"] if (e["kind"], e["n"]) == ("c2c", 64))
        plan = self.stet_json("info", "--plan", "64", env={"STET_TUNING": "t.json"})
        self.assertEqual(plan["stages"][0]["schedule"], entry["schedule"])

    def test_table(self):
        self.assertRegex(self.stet("tune", "--sizes", "16", "--kind", "c2c", "--precision", "f64"),
                         r"1 transforms on [a-z0-9]+; [01] have another")

    def test_shipped_has_the_gains_alone(self):
        self.stet("tune", *SIZES, "--kind", "c2c", "--output", "s.json", "--shipped")
        file = self.read("s.json")
        self.assertTrue(all("gain" in e for e in file["entries"]))
        self.assertIn(f"s.json, {len(file['entries'])} entries", self.info("s.json"))

    def test_check(self):
        self.stet("tune", "--sizes", "16", "--output", "t.json")
        for table in ("shipped", "t.json"):
            result = self.stet_json("tune", "--check", table, "--sizes", "16,17", "--kind", "r2c")
            self.assertEqual(list(result), documented_keys("stet tune --check"))
            # f16 has no plan of 17
            self.assertEqual([(r["precision"], r["n"]) for r in result["rows"]],
                             [("f32", 16), ("f32", 17), ("f64", 16), ("f64", 17), ("f16", 16)])
            self.assertTrue(all(r["ratio"] > 0 for r in result["rows"]))

    def test_refusals(self):
        self.file("bad.json", b'{"format": "stet tuning", "version": 9}')
        version = "bad.json:1:37: unsupported version of the format"
        for args, what in ((("--check", "nowhere.json"), "nowhere.json: the file does not exist"),
                           (("--check", "bad.json"), version),
                           (("--check", "shipped", "--output", "x"), "leave out --output"),
                           (("--sizes", "none"), "is not a length"),
                           (("operand",), "operand")):
            self.assertIn(what, self.error("tune", *args))
        self.assertIn("nowhere/x", self.run_stet("tune", "--output", "nowhere/x", "--sizes", "2",
                                                 "--kind", "c2c", status=2).stderr.decode())
        self.assertIn(version, self.info("bad.json"))

    def test_bench(self):
        for effort in ("estimate", "measure"):
            done = self.stet("bench", "--peers", "none", "--sizes", "64", "--rounds", "1", "--json",
                             "-", "--effort", effort)
            self.assertEqual(json.loads(done)["machine"]["effort"], effort)


if __name__ == "__main__":
    unittest.main()
