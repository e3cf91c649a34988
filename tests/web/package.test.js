/* SPDX-License-Identifier: Apache-2.0 */
/* What stet.d.ts says, of the package as it is installed. STET_COMMAND: the command of this machine, for what it must
 * say in the same words; without it those tests are skipped. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import assert from "node:assert/strict";
import { load, StetError } from "stet";

const stet = await load();
const command = process.env.STET_COMMAND;
const skip = command ? false : "no stet command of this machine (STET_COMMAND)";

/* Numbers that are the same everywhere: splitmix64's upper bits. */
function numbers(Type, count, seed = 1n) {
  let state = seed;
  return Type.from({ length: count }, () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return Number((z ^ (z >> 31n)) >> 41n) / 2 ** 22 - 1;
  });
}

function withStatus(status) {
  return (error) => error instanceof StetError && error.status === status && error.message.length > 0;
}

function npy(data, shape, dtype) {
  return stet.writeNpy({ data, shape, dtype });
}

/* The command with these words and files; its exit status and what it prints. */
function native(words, files) {
  const folder = mkdtempSync(join(tmpdir(), "stet-web-"));
  try {
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    try {
      return { status: 0, text: execFileSync(command, words, { cwd: folder, encoding: "utf8", stdio: "pipe" }) };
    } catch (error) {
      return { status: error.status, text: error.stdout, error: error.stderr };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function same(words, files) {
  const here = stet.command(words, files), there = native(words, files);
  assert.equal(here.status, there.status, `${words}: ${here.error} ${there.error}`);
  assert.equal(here.text, there.text);
  if (here.status === 2) assert.equal(`stet ${words[0]}: ${here.error}\n`, there.error);
}

test("versions and instances", async () => {
  assert.match(stet.version, /^\d+\.\d+\.\d+$/);
  assert.ok(stet.bitsVersion >= 2);
  assert.equal(stet.instance, stet.instances.at(-1));
  await assert.rejects(load({ instance: "avx512" }), withStatus("instance"));
  await assert.rejects(load({ base: new URL("file:///no/such/folder/") }), withStatus("load"));
});

test("the same bits by every instance", async () => {
  const wanted = new Map();
  for (const instance of stet.instances) {
    const one = await load({ instance });
    for (const Type of [Float32Array, Float64Array])
      for (const n of [1, 2, 60, 97, 256, 1000, 4096, 65536])
        for (const level of ["native", "extended", "correct"]) {
          if (n > 5000 && level !== "native") continue;
          const key = `${Type.name} ${n} ${level}`, bits = one.bits(one.fft(numbers(Type, 2 * n), { kind: "c2c", level }));
          assert.equal(bits, wanted.get(key) ?? bits, `${key}: ${instance}`);
          wanted.set(key, bits);
        }
  }
});

/* What a program prints. */
function run(program) {
  writeFileSync("example.mjs", program);
  return execFileSync(process.execPath, [...process.execArgv, "example.mjs"], { encoding: "utf8" }).trim();
}

test("the first programs of web.md and of the package's README print the command's hash", { skip }, () => {
  const page = /```js\n([^]*?)```/.exec(readFileSync(process.env.STET_PAGE, "utf8"))[1];
  const readme = readFileSync("node_modules/stet/README.md", "utf8").match(/^ {4}.*$/gm).join("\n");
  for (const [program, samples] of [[page, Float32Array.from({ length: 2048 }, (_, i) => i % 7)],
                                    [readme, Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8)]]) {
    const printed = run(program), x = npy(samples, [samples.length], "float32");
    assert.match(printed, /^[0-9a-f]{64}$/);
    const there = native(["fft", "x.npy", "--real", "--level", "correct"], { "x.npy": x }).text;
    assert.match(there, new RegExp(`^sha256 +${printed}$`, "m"));
  }
});

test("a transform is the one that was asked for", () => {
  const x = numbers(Float64Array, 24), y = stet.fft(x, { kind: "c2c" });
  for (let k = 0; k < 12; k++) {
    let re = 0, im = 0;
    for (let j = 0; j < 12; j++) {
      const c = Math.cos((2 * Math.PI * j * k) / 12), s = -Math.sin((2 * Math.PI * j * k) / 12);
      re += x[2 * j] * c - x[2 * j + 1] * s;
      im += x[2 * j] * s + x[2 * j + 1] * c;
    }
    assert.ok(Math.hypot(y[2 * k] - re, y[2 * k + 1] - im) < 1e-13);
  }
  const back = stet.fft(y, { kind: "c2c", direction: "inverse" });
  assert.ok(back.every((value, i) => Math.abs(value - x[i]) < 1e-15));
  const half = stet.fft(x, { kind: "r2c" });
  assert.equal(half.length, 26);
  assert.ok(stet.fft(half, { kind: "c2r", n: 24 }).every((value, i) => Math.abs(value - x[i]) < 1e-15));
  assert.equal(stet.fft(x, { kind: "r2c", n: [4, 6] }).length, 2 * 4 * 4);
});

test("batches, chunks and progress change no bit", () => {
  const x = numbers(Float32Array, 2 * 60 * 50), kind = "c2c", all = stet.bits(stet.fft(x, { kind, batch: 50 })), seen = [];
  const onProgress = (done, count) => void seen.push([done, count]);
  assert.equal(stet.bits(stet.fft(x, { kind, batch: 50, chunk: 7, onProgress })), all);
  assert.deepEqual(seen.at(0), [0, 50]);
  assert.deepEqual(seen.at(-1), [50, 50]);
  assert.equal(seen.length, 9);
  const plan = new stet.Plan({ kind, n: 60, batch: 50 });
  assert.equal(stet.bits(plan.transform(x)), all);
  const out = new Float32Array(x.length);
  assert.equal(plan.transform(x, out), out);
  plan.input.set(x);
  plan.output.fill(NaN);
  plan.execute();
  assert.equal(stet.bits(plan.output), all);
  assert.match(plan.describe(), /^level: native$/m);
  plan.destroy();
  plan.destroy();
  assert.throws(() => plan.execute(), withStatus("destroyed"));
  assert.throws(() => stet.fft(x, { kind, batch: 50, chunk: 10, onProgress: (done) => done < 20 }), withStatus("cancelled"));
});

test("what is wrong has a name", () => {
  const x = new Float32Array(8), kind = "c2c";
  for (const other of [[1, 2], new Int32Array(2), new BigInt64Array(2), new Uint16Array(2)]) // which would be rounded, or are no numbers
    assert.throws(() => stet.fft(other, { kind }), withStatus("argument"));
  assert.throws(() => stet.fft(x, { kind: "dct9" }), withStatus("argument"));
  assert.throws(() => stet.fft(x, { kind, n: 0 }), withStatus("argument"));
  assert.throws(() => stet.fft(x, { kind, n: 5 }), withStatus("argument"));
  assert.throws(() => stet.fft(x, { kind, batch: 3 }), withStatus("argument"));
  assert.throws(() => stet.fft(x, { kind: "c2r", direction: "forward", n: 6 }), withStatus("DIRECTION"));
  assert.throws(() => stet.fft(new Float64Array(8), { kind, level: "extended-ff" }), withStatus("PRECISION"));
  assert.throws(() => new stet.Plan({ kind, n: 2 ** 30 }), withStatus("OVERFLOW"));
  assert.throws(() => new stet.Plan({ kind }), withStatus("argument"));
  assert.throws(() => new stet.Plan({ kind, n: 8 }).transform(x), withStatus("argument"));
});

test("numbers are real or complex as the caller says, and he has to", () => {
  const missing = (error) => withStatus("argument")(error) && /^kind: .*"r2c".*"c2c".*"c2r"/.test(error.message);
  const x = new Float32Array(8);
  assert.throws(() => stet.fft(x), missing);
  assert.throws(() => stet.fft(x, { level: "correct" }), missing);
  assert.throws(() => stet.fft(x, { kind: undefined, n: 4 }), missing);
  assert.throws(() => new stet.Plan({ n: 8 }), missing);
});

/* A shape whose reader finds the memory grown: a header alone finds room. */
function thenGrow(one, length) {
  return Object.assign([length], { *[Symbol.iterator]() { one.bits(many); yield length; } });
}

/* Every call that takes an array, with one. */
const many = numbers(Float32Array, 2 ** 18), file = npy(many.subarray(0, 2 ** 17), [2 ** 16], "complex64");
const sound = wav(3, 1, 32, new Uint8Array(many.buffer, 0, 2 ** 19));
const TAKES_ARRAY = {
  "fft": [many, (one, array) => one.fft(array, { kind: "r2c" })],
  "fft in chunks": [many, (one, array) => one.fft(array, { kind: "c2c", batch: 64, chunk: 1, onProgress: () => void one.bits(many) })],
  "transform": [many, (one, array, plan) => plan.transform(array)],
  "transform into it": [many, (one, array, plan) => plan.transform(many, array)],
  "bits": [many, (one, array) => one.bits(array)],
  "writeNpy": [many, (one, array) => one.writeNpy({ data: array, shape: thenGrow(one, array.length), dtype: "float32" })],
  "readNpy": [file, (one, bytes) => one.readNpy(bytes)],
  "readWav": [sound, (one, bytes) => one.readWav(bytes)],
  "compare": [file, (one, bytes) => one.compare(bytes, bytes).text],
  "verify": [file, (one, bytes) => one.verify(bytes, bytes, { kind: "c2c" }).text],
  "command": [file, (one, bytes) => one.command(["bits", "b"], { a: bytes, b: bytes })],
};
for (const [name, [array, call]] of Object.entries(TAKES_ARRAY))
  test(`${name} takes a view of memory that grows, and refuses one that has grown`, async () => {
    const [one, other] = [await load(), await load()];
    const [plan, another] = [one, other].map((each) => new each.Plan({ kind: "c2c", n: 2 ** 17, level: "correct" }));
    const view = new array.constructor(plan.input.buffer, plan.input.byteOffset, array.length);
    view.set(array);
    assert.deepEqual(call(one, view, plan), call(other, array.slice(), another));
    assert.equal(view.length, 0, "the memory did not grow");
    assert.throws(() => call(one, view, plan), (error) => withStatus("argument")(error) && /detached/.test(error.message));
  });

test("arguments that make no sense do no harm", () => {
  const x = numbers(Float32Array, 16), file = npy(x, [16], "float32"), kind = "c2c";
  for (const options of [{ kindd: "r2c" }, { n: [] }, { n: "8" }, { n: 2.5 }, { batch: NaN }, { kind: "toString" }, { n: 9 }])
    assert.throws(() => stet.fft(x, { kind, ...options }), StetError, JSON.stringify(options));
  assert.throws(() => new stet.Plan({ kind, n: 8, levl: "correct" }), withStatus("argument"));
  for (const shape of [[2.5, 6.4], [-4, -4], "16", [[16]], [NaN], undefined])
    assert.throws(() => npy(x, shape, "float32"), withStatus("argument"), JSON.stringify(shape));
  for (const bytes of [undefined, null, "text", [1, 2], new Uint16Array(8)]) {
    assert.throws(() => stet.readNpy(bytes), withStatus("argument"));
    assert.throws(() => stet.compare(file, bytes), withStatus("argument"));
  }
  assert.deepEqual(stet.readNpy(file.slice().buffer), stet.readNpy(file));
  assert.match(stet.command(["verify", "--help"], {}).error, /help/);
  assert.equal(stet.bits(stet.fft(x, { kind })), stet.bits(stet.fft(x.slice(), { kind }))); // and all goes on
});

test("memory that cannot be had is a status, and what was there is given back", async () => {
  const one = await load();
  assert.throws(() => {
    const kept = [];
    for (;;) kept.push(new one.Plan({ kind: "c2c", n: 2, batch: 2 ** 24, precision: "f64" }));
  }, withStatus("MEMORY"));
  const small = await load(), x = numbers(Float32Array, 2 ** 17);
  const once = () => {
    for (let i = 0; i < 8; i++) {
      const plan = new small.Plan({ kind: "c2c", n: 2 ** 16 + 20 * i });
      plan.execute();
      plan.destroy();
      small.fft(x, { kind: "c2c" });
      small.bits(x);
      small.compare(npy(x, [x.length], "float32"), npy(x, [x.length], "float32"));
      assert.throws(() => small.readNpy(new Uint8Array(100)), withStatus("command"));
    }
    return new small.Plan({ kind: "c2c", n: 8 }).input.buffer.byteLength;
  };
  const before = once();
  for (let i = 0; i < 3; i++) assert.equal(once(), before, "the module's memory grows");
});

test("plans that nobody has any more are given back", { skip: globalThis.gc ? false : "no --expose-gc" }, async () => {
  const one = await load();
  const size = () => one.Plan && new one.Plan({ kind: "c2c", n: 8 }).input.buffer.byteLength;
  for (let i = 0; i < 400; i++) {
    new one.Plan({ kind: "c2c", n: 2 ** 18 });
    if (i % 20 === 0) {
      globalThis.gc();
      await new Promise((done) => setTimeout(done, 10));
    }
  }
  assert.ok(size() < 2 ** 29, `${size()} bytes: of 400 plans of 6 MB none went`);
});

test("arrays and files", () => {
  const x = numbers(Float32Array, 12);
  const bytes = npy(x, [2, 3], "complex64"), back = stet.readNpy(bytes);
  assert.deepEqual(back, { dtype: "complex64", shape: [2, 3], fortran: false, data: x });
  const fortran = stet.readNpy(stet.writeNpy({ data: x, shape: [3, 4], dtype: "float32", fortran: true }));
  assert.equal(fortran.fortran, true);
  assert.deepEqual(stet.readNpy(npy(new BigInt64Array([-5n, 7n]), [2], "int64")).data, new BigInt64Array([-5n, 7n]));
  assert.throws(() => stet.readNpy(bytes.subarray(0, 130)), withStatus("command"));
  assert.throws(() => stet.readWav(bytes), withStatus("command"));
  assert.throws(() => stet.writeNpy({ data: x, shape: [5], dtype: "complex64" }), withStatus("argument"));
  const nan = new Float32Array([NaN]), other = new Float32Array(new Uint32Array([0xffc12345]).buffer);
  assert.equal(stet.bits(nan), stet.bits(other));
});

test("the words of the command", { skip }, () => {
  const x = numbers(Float32Array, 64), y = stet.fft(x, { kind: "c2c" }), wrong = y.slice().reverse();
  const files = { "x.npy": npy(x, [32], "complex64"), "y.npy": npy(y, [32], "complex64"),
                  "w.npy": npy(wrong, [32], "complex64"), "bad.npy": npy(y, [32], "complex64").subarray(0, 200) };
  const take = (...names) => Object.fromEntries(names.map((name) => [name, files[name]]));
  same(["bits", "x.npy"], take("x.npy"));
  same(["bits", "--json", "y.npy"], take("y.npy"));
  assert.equal(stet.bits(y), JSON.parse(stet.command(["bits", "--json", "y.npy"], take("y.npy")).text).sha256);
  for (const json of [[], ["--json"]]) {
    same(["compare", ...json, "x.npy", "y.npy"], take("x.npy", "y.npy"));
    same(["compare", ...json, "y.npy", "y.npy"], take("y.npy"));
    same(["verify", ...json, "x.npy", "y.npy"], take("x.npy", "y.npy"));
    same(["verify", ...json, "x.npy", "w.npy"], take("x.npy", "w.npy"));
    same(["verify", ...json, "--inverse", "x.npy", "y.npy"], take("x.npy", "y.npy"));
  }
  same(["compare", "x.npy", "bad.npy"], take("x.npy", "bad.npy"));
  same(["verify", "--kind", "dct7", "x.npy", "y.npy"], take("x.npy", "y.npy"));
  same(["verify", "x.npy"], take("x.npy"));
  const answer = stet.verify(files["x.npy"], files["y.npy"], { kind: "c2c", norm: "backward", axes: [-1] });
  assert.equal(answer.status, 0);
  assert.equal(answer.json.verdict !== undefined, true);
  assert.equal(stet.compare(files["x.npy"], files["y.npy"]).status, 1);
  assert.throws(() => stet.compare(files["x.npy"], files["bad.npy"]), withStatus("command"));
  assert.throws(() => stet.verify(files["x.npy"], files["y.npy"], { norm: "none" }), withStatus("command"));
});

/* A WAV file of bytes. */
function wav(tag, channels, bits, data, { extensible = false } = {}) {
  const size = extensible ? 40 : 16, file = new Uint8Array(28 + size + data.length), v = new DataView(file.buffer);
  const put = (at, text) => file.set(new TextEncoder().encode(text), at);
  put(0, "RIFF");
  v.setUint32(4, file.length - 8, true);
  put(8, "WAVEfmt ");
  v.setUint32(16, size, true);
  v.setUint16(20, extensible ? 0xfffe : tag, true);
  v.setUint16(22, channels, true);
  v.setUint32(24, 48000, true);
  v.setUint32(28, (48000 * channels * bits) / 8, true);
  v.setUint16(32, (channels * bits) / 8, true);
  v.setUint16(34, bits, true);
  if (extensible) {
    v.setUint16(36, 22, true);
    v.setUint16(38, bits, true);
    v.setUint16(44, tag, true);
    file.set([0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71], 46);
  }
  put(20 + size, "data");
  v.setUint32(24 + size, data.length, true);
  file.set(data, 28 + size);
  return file;
}

const ENCODINGS = [[1, 8], [1, 16], [1, 24], [1, 32], [3, 32], [3, 64], [6, 8], [7, 8]];

test("sound", () => {
  const sound = stet.readWav(wav(1, 2, 16, new Uint8Array(new Int16Array([1, -2, 32767, -32768]).buffer)));
  assert.deepEqual(sound, { rate: 48000, channels: 2, format: "WAV, 16-bit PCM, 48000 Hz, 2 channels",
                            samples: new Float32Array([2 ** -15, -(2 ** -14), 32767 / 32768, -1]) });
  const whole = wav(1, 1, 16, new Uint8Array(100));
  assert.throws(() => stet.readWav(whole.subarray(0, 60)), withStatus("command"));
  assert.throws(() => stet.readWav(wav(85, 1, 8, new Uint8Array(100))), withStatus("command"));
  for (let size = 0; size < whole.length; size++)
    assert.throws(() => stet.readWav(whole.subarray(0, size)), withStatus("command"));
});

test("sound as the command reads it", { skip }, () => {
  for (const [tag, bits] of ENCODINGS)
    for (const channels of [1, 3])
      for (const extensible of [false, true]) {
        const count = 256 * channels;
        const data = bits === 64 ? new Uint8Array(numbers(Float64Array, count).buffer)
          : tag === 3 ? new Uint8Array(numbers(Float32Array, count).buffer)
          : Uint8Array.from(numbers(Float64Array, (count * bits) / 8), (x, i) => bits === 8 ? i : Math.floor(128 * (x + 1)));
        if (extensible && tag > 3) continue;
        same(["bits", "s.wav"], { "s.wav": wav(tag, channels, bits, data, { extensible }) });
      }
});
