/* SPDX-License-Identifier: Apache-2.0 */
/* The golden digests, in node and in a browser alike. */
import { run } from "./program.js";

/** What one file of digests says: { file, passed, failed, text }. */
export async function check(module, file, bytes) {
  const { status, text } = await run(module, ["golden", "--quick", "golden.txt"], { name: "golden.txt", bytes });
  const [, passed, failed] = text.match(/(\d+) passed, (\d+) failed/) ?? [0, 0, -1];
  return { file, passed: Number(passed), failed: status === 0 ? Number(failed) : Math.max(1, Number(failed)), text };
}

/** Those of the kinds and levels that the package has, and of what is inside the command. */
export const FILES = [
  "native", "primes", "extended", "extended-ff", "correct", "half", "correct16", "r2r", "r2r_extended",
  "r2r_extended-ff", "r2r_correct",
];
