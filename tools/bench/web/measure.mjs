/* SPDX-License-Identifier: Apache-2.0 */
/* measure.mjs PACKAGE PFFFT.WASM FFT.JS prints the speeds that docs/web.md sums up. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

const [folder, wasm, fftjs] = process.argv.slice(2);
const { load } = await import(join(folder, "stet.js"));
const { imports } = await import(join(folder, "wasi.js"));
const FFT = createRequire(import.meta.url)(fftjs);
let pffft;
const { instance } = await WebAssembly.instantiate(await readFile(wasm), {
  wasi_snapshot_preview1: imports(() => pffft.memory, () => {}),
});
pffft = instance.exports;
pffft._initialize();

const ROUNDS = 80, WORK = 300000; // rounds per length; butterflies per round
const { instances } = await load({ instance: "soft" });
const stets = {};
for (const name of instances.filter((name) => name !== "soft")) stets[name] = await load({ instance: name });

function runs(n) {
  const x = Float32Array.from({ length: 2 * n }, () => Math.random() * 2 - 1);
  const setup = pffft.setup(n), [a, b, work] = [0, 0, 0].map(() => pffft.alloc(2 * n));
  new Float32Array(pffft.memory.buffer, a, 2 * n).set(x);
  const f = new FFT(n), from = Array.from(x), to = f.createComplexArray();
  const plans = Object.fromEntries(Object.entries(stets).map(([name, stet]) => [name, new stet.Plan({ kind: "c2c", n })]));
  for (const plan of Object.values(plans)) plan.input.set(x);
  const run = { PFFFT: () => pffft.run(setup, a, b, work), "fft.js": () => f.transform(to, from) };
  for (const [name, plan] of Object.entries(plans)) run[name] = () => plan.execute();
  const results = () => [new Float32Array(pffft.memory.buffer, b, 2 * n), ...Object.values(plans).map((plan) => plan.output)];
  for (const one of Object.values(run)) one();
  for (const result of results())
    if (result.some((value, i) => Math.abs(value - to[i]) > 1e-5 * n)) throw new Error(`${n}: they do not agree`);
  return run;
}

console.log(`node ${process.version}, PFFFT of ${pffft.lanes()} lanes; us, and how many times as fast as the better of these two`);
const worst = {};
for (let log2 = 8; log2 <= 16; log2++) {
  const n = 2 ** log2, run = runs(n), best = {};
  const count = Math.max(3, Math.round(WORK / (n * log2)));
  for (let round = 0; round < ROUNDS; round++)
    for (const name in run) {
      const begin = process.hrtime.bigint();
      for (let i = 0; i < (name === "simd128" ? 3 : count); i++) run[name]();
      const took = Number(process.hrtime.bigint() - begin) / (name === "simd128" ? 3 : count) / 1000;
      best[name] = Math.min(best[name] ?? Infinity, took);
    }
  const other = Math.min(best.PFFFT, best["fft.js"]);
  const row = Object.entries(best).map(([name, took]) => {
    if (!(name in stets)) return `${name} ${took.toFixed(2)}`;
    worst[name] = Math.min(worst[name] ?? Infinity, other / took);
    return `${name} ${took.toFixed(2)} (${(other / took).toFixed(2)})`;
  });
  console.log(`${String(n).padStart(6)}: ${row.join(", ")}`);
}
for (const name in worst) console.log(`${name}: at least ${worst[name].toFixed(2)}`);
