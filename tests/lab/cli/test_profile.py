# SPDX-License-Identifier: Apache-2.0
"""stet-lab profile: shipped ones, files, STET_PROFILE, and what is refused."""
import json
import unittest

from support import HERE, Case, documented_keys

PROFILES = HERE.parent.parent / "lab" / "profiles"


class Profile(Case):
    def test_defaults(self):
        found = self.stet_json("profile", env={"STET_PROFILE": ""})
        self.assertEqual(list(found), documented_keys("stet-lab profile"))
        self.assertEqual(found["bidir_combine"], "avg")
        self.assertEqual(found["name"], "default")

    def test_shipped(self):
        names = self.stet("profile", "--list").split()
        self.assertEqual(names, sorted(p.stem for p in PROFILES.glob("*.json")))
        for name in names:
            printed = json.loads((PROFILES / f"{name}.json").read_text())
            for found in (self.stet_json("profile", name),
                          self.stet_json("profile", str(PROFILES / f"{name}.json")),
                          self.stet_json("profile", env={"STET_PROFILE": name})):
                self.assertEqual({k: found[k] for k in printed}, printed)
                self.assertEqual(found["name"], name)

    def test_what_is_printed_is_taken(self):
        (self.dir / "p.json").write_text(self.stet("profile", "extended", "--json"))
        self.assertEqual(self.stet_json("profile", "p.json"), self.stet_json("profile", "extended"))

    def test_refused(self):
        (self.dir / "p.json").write_text('{\n "ep_ftt": true}')
        self.assertIn("p.json: line 2, column 2: there is no key \"ep_ftt\"; the nearest is \"ep_fft\"",
                      self.error("profile", "p.json"))
        self.assertIn("shipped profiles are extended, mlx_stable, torch_like",
                      self.error("profile", "nonesuch"))


if __name__ == "__main__":
    unittest.main()
