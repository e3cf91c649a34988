/* SPDX-License-Identifier: Apache-2.0 */
/* Every instance that this node runs has the golden bits. STET_WEB_BUILD: the folder of scripts/web; STET_GOLDEN: that of
 * the digests. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import assert from "node:assert/strict";
import { load } from "stet";
import { check, FILES } from "./golden.js";
import { run } from "./program.js";

const { STET_WEB_BUILD: build, STET_GOLDEN: golden } = process.env;
const { instances } = await load({ instance: "soft" });

// scripts/web may have been told to build some of them alone.
const built = ["soft", "simd128", "relaxed"].filter((instance) => existsSync(join(build, instance, `golden-${instance}.wasm`)));
for (const instance of built) {
  const skip = instances.includes(instance) ? false : `no ${instance === "relaxed" ? "relaxed SIMD" : "SIMD"} in this node`;
  test(`fma of ${instance}`, { skip: instance === "soft" ? "no vectors" : skip }, async () => {
    const module = await WebAssembly.compile(await readFile(join(build, instance, `fma-${instance}.wasm`)));
    const { status, text } = await run(module, ["fma"], { name: "", bytes: new Uint8Array() });
    assert.equal(status, 0, text);
    assert.match(text, /^\d{7} turns, 0 wrong$/m);
  });
  test(`golden bits of ${instance}`, { skip }, async (t) => {
    const module = await WebAssembly.compile(await readFile(join(build, instance, `golden-${instance}.wasm`)));
    for (const file of FILES)
      await t.test(file, async () => {
        const { passed, failed, text } = await check(module, file, await readFile(join(golden, `${file}.txt`)));
        assert.equal(failed, 0, text);
        assert.ok(passed > 200, text);
      });
  });
}
