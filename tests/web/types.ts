/* SPDX-License-Identifier: Apache-2.0 */
/* Calls as stet.d.ts has them, and mistakes that it must refuse. The compiler reads it; nothing runs it. */
import { load, StetError } from "stet";
import type { Answer, FftOptions, Instance, NpyArray, Plan, Sound, Stet } from "stet";

const stet: Stet = await load({ instance: "simd128", base: new URL("file:///here/") });
const instances: Instance[] = stet.instances;
const options: FftOptions = { kind: "r2c", n: [4, 8], level: "correct", norm: "ortho", batch: 2 };

const floats: Float32Array = stet.fft(new Float32Array(8), options);
const doubles: Float64Array = stet.fft(new Float64Array(8), { kind: "c2c", onProgress: (done, all) => done < all, chunk: 1 });
const plan: Plan<Float64Array> = new stet.Plan<Float64Array>({ kind: "c2c", n: 4, precision: "f64", direction: "inverse" });
plan.input.set(doubles);
plan.execute();
const out: Float64Array = plan.transform(plan.input, doubles);
plan.destroy();

const array: NpyArray = stet.readNpy(stet.writeNpy({ dtype: "float32", shape: [8], data: floats }));
const sound: Sound = stet.readWav(new ArrayBuffer(44));
const answers: Answer[] = [
  stet.compare(new Uint8Array(1), new ArrayBuffer(1), { names: ["a.npy", "b.npy"] }),
  stet.verify(new Uint8Array(1), new Uint8Array(1), { axes: "all", expect: "f32" }),
];
const { status, text, error } = stet.command(["bits", "a.npy"], { "a.npy": new Uint8Array(1) });
try {
  const hash: string = stet.bits(array.data) + stet.bits(out) + stet.bits(new BigInt64Array(1));
  console.log(hash.length + sound.rate + status + answers.length + instances.length, text, error);
} catch (problem) {
  if (problem instanceof StetError) console.log(problem.status.toUpperCase(), problem.message);
}

// @ts-expect-error: numbers, not an array of them
stet.fft([1, 2, 3], options);
// @ts-expect-error: real numbers or complex ones?
stet.fft(floats);
// @ts-expect-error: the same
stet.fft(floats, { level: "correct" });
// @ts-expect-error: no such kind
stet.fft(floats, { kind: "dct2" });
// @ts-expect-error: no such level
const wrong: FftOptions = { kind: "c2c", level: "exact" };
// @ts-expect-error: a plan has a length
new stet.Plan({ kind: "c2c" });
// @ts-expect-error: a plan has a kind
new stet.Plan({ n: 8 });
// @ts-expect-error: the other precision
const other: Float32Array = stet.fft(doubles, options);
// @ts-expect-error: who has a plan cannot put another array in
plan.input = doubles;
// @ts-expect-error: it may not be there yet
load().fft(floats, options);
console.log(wrong, other);
