/* SPDX-License-Identifier: Apache-2.0 */
/* stet in JavaScript; stet.d.ts is the interface. A module of WebAssembly does all computation; this file copies
 * arrays to it and back. */
import { imports } from "./wasi.js";
import { built, statuses } from "./built.js";

const KINDS = { c2c: 1, r2c: 2, c2r: 3 };
const PRECISIONS = { f32: 1, f64: 2 };
const LEVELS = { native: 1, extended: 2, correct: 3, "extended-ff": 4 };
const DIRECTIONS = { forward: 1, inverse: 2 };
const NORMS = { backward: 1, ortho: 2, forward: 3 };

export class StetError extends Error {
  constructor(status, text) {
    super(text);
    this.name = "StetError";
    this.status = status;
  }
}

function argument(text) {
  return new StetError("argument", text);
}

function choice(name, value, choices) {
  if (!Object.hasOwn(choices, value))
    throw argument(`${name}: ${String(value)} is unknown; it can be ${Object.keys(choices).join(", ")}`);
  return choices[value];
}

function count(name, value) {
  if (!Number.isSafeInteger(value) || value < 1 || value > 0x7fffffff)
    throw argument(`${name}: ${String(value)} is not a whole number from 1 to ${0x7fffffff}`);
  return value;
}

/* ---------------------------------------------------------------- instances -- */

const inNode = typeof process === "object" && typeof process.versions?.node === "string";

async function read(url) {
  if (url.protocol === "file:" && inNode) return (await import("node:fs/promises")).readFile(url);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

/* Reports whether the multiply-add is fused and keeps subnormal numbers; otherwise one of these results differs. */
function fusesWell(probe) {
  const f32 = (a, b, c) => probe.f32(a, b, c), f64 = (a, b, c) => probe.f64(a, b, c);
  const u32 = 2 ** -23, u64 = 2 ** -52, tiny32 = 2 ** -149, tiny64 = 2 ** -1074;
  return (
    f32(1 + u32, 1 + u32, -(1 + 2 * u32)) === u32 * u32 && f64(1 + u64, 1 + u64, -(1 + 2 * u64)) === u64 * u64 &&
    f32(1 + u32, 1 - u32, -1) === -u32 * u32 && f64(1 + u64, 1 - u64, -1) === -u64 * u64 &&
    f32(tiny32, 1, 0) === tiny32 && f64(tiny64, 1, 0) === tiny64 &&
    f32(0.5, 2 ** -148, tiny32) === 2 * tiny32 && f64(0.5, 2 ** -1073, tiny64) === 2 * tiny64 &&
    f32(2 ** 127, 2, -(2 ** 127)) === 2 ** 127 && f64(2 ** 1023, 2, -(2 ** 1023)) === 2 ** 1023 &&
    Object.is(f32(-tiny32, 0.25, 0), -0) && Object.is(f64(-tiny64, 0.25, 0), -0)
  );
}

/* Returns the instances that this engine runs; small modules test for them. */
async function instancesHere(base) {
  const names = ["soft"];
  if (WebAssembly.validate(await read(new URL("probe-simd128.wasm", base)))) names.push("simd128");
  const probe = await read(new URL("probe-relaxed.wasm", base));
  if (WebAssembly.validate(probe)) {
    const { instance } = await WebAssembly.instantiate(probe);
    if (fusesWell(instance.exports)) names.push("relaxed");
  }
  return names.filter((name) => built.includes(name));
}

export async function load(options = {}) {
  const base = new URL(options.base ?? "./", import.meta.url);
  const wanted = options.instance;
  if (wanted !== undefined && !built.includes(wanted))
    throw new StetError("instance", `${wanted}: no such instance; it can be ${built.join(", ")}`);
  try {
    const names = await instancesHere(base);
    if (wanted !== undefined && !names.includes(wanted))
      throw new StetError("instance", `${wanted}: this engine runs only ${names.join(", ")}`);
    const name = wanted ?? names.at(-1);
    const module = new Module(name);
    await module.start(await read(new URL(`stet-${name}.wasm`, base)));
    return new Stet(module, names);
  } catch (error) {
    throw error instanceof StetError ? error : new StetError("load", `stet: ${error.message}`);
  }
}

/* ---------------------------------------------------------------- the module -- */

const utf8 = new TextEncoder();

/** A module whose memory can grow: it makes a new view at each access. */
class Module {
  constructor(name) {
    this.name = name;
    this.printed = [];
    this.plans = new FinalizationRegistry((held) => release(this, held));
  }

  async start(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {
      wasi_snapshot_preview1: imports(
        () => this.exports.memory,
        (fd, text) => fd === 1 && this.printed.push(text.slice()),
      ),
    });
    this.exports = instance.exports;
    this.exports._initialize();
  }

  get bytes() {
    return new Uint8Array(this.exports.memory.buffer);
  }

  view(Type, at, length) {
    return new Type(this.exports.memory.buffer, at, length);
  }

  text(at) {
    const bytes = this.bytes;
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  /* WebAssembly returns signed integers; pointers are unsigned. */
  alloc(size) {
    const at = this.exports.alloc(size) >>> 0;
    if (at === 0 && size > 0) throw this.failed(-13);
    return at;
  }

  /** Returns a function that returns the caller's array, for the time of one call. When memory grows, all views of it are
   *  detached; if the array is one of them, the function returns a new view. */
  hold(name, array) {
    const { buffer, byteOffset, length, constructor: Type } = array;
    if (buffer === this.exports.memory.buffer) return () => this.view(Type, byteOffset, length);
    bytesOf(name, buffer);
    return () => array;
  }

  /** Gives a function memory in the module, which is freed when it returns: borrow((put) => ...). put(array) copies the
   *  array, put(number) allocates bytes; both return the address. */
  borrow(work) {
    const blocks = [];
    const put = (what) => {
      const source = typeof what === "string" ? utf8.encode(what + "\0") : what;
      const held = typeof source === "number" ? null : this.hold("array", source);
      const at = this.alloc(held === null ? source : source.byteLength);
      blocks.push(at);
      if (held !== null) this.bytes.set(asBytes(held()), at);
      return at;
    };
    try {
      return work(put);
    } finally {
      for (const at of blocks) this.exports.free(at);
    }
  }

  failed(status) {
    return new StetError(statuses[status] ?? "unknown", this.text(this.exports.strerror(status)));
  }

  check(status) {
    if (status !== 0) throw this.failed(status);
  }
}

/* Returns the bytes of a caller's buffer. */
function bytesOf(name, buffer) {
  try {
    return new Uint8Array(buffer);
  } catch {
    throw argument(`${name}: the array is detached; views of a plan are detached when the memory grows: read plan.input or plan.output again`);
  }
}

function asBytes(array) {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/* ---------------------------------------------------------------- transforms -- */

/* Frees what a plan holds in the module. It must not refer to the plan itself. */
function release(module, held) {
  module.exports.destroy(held.plan);
  module.exports.free(held.input);
  module.exports.free(held.output);
}

const OPTIONS = ["kind", "n", "level", "direction", "norm", "batch", "onProgress", "chunk", "precision"];

/* Returns the kind. There is no default: a flat array does not show whether its numbers are real or complex. */
function kindOf({ kind }) {
  if (kind === undefined)
    throw argument('kind: it is missing; "r2c" takes real numbers, "c2c" complex ones as pairs, "c2r" half a spectrum');
  choice("kind", kind, KINDS);
  return kind;
}

/* Converts the options to the module's numbers. */
function settle(options, precision) {
  const other = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (other !== undefined) throw argument(`${other}: unknown option; the options are ${OPTIONS.join(", ")}`);
  const kind = kindOf(options);
  const n = Array.isArray(options.n) ? options.n : [options.n];
  return {
    kind: KINDS[kind],
    precision: choice("precision", precision, PRECISIONS),
    level: choice("level", options.level ?? "native", LEVELS),
    direction: choice("direction", options.direction ?? (kind === "c2r" ? "inverse" : "forward"), DIRECTIONS),
    norm: choice("norm", options.norm ?? "backward", NORMS),
    n: Int32Array.from(n, (length) => count("n", length)),
    batch: count("batch", options.batch ?? 1),
  };
}

/* Makes a plan in the module. Also returns how many numbers one transform has on each side. */
function makePlan(module, o, batch) {
  return module.borrow((put) => {
    const plan = put(4), side = put(8), n = put(o.n);
    module.check(
      module.exports.plan(plan, side, o.kind, o.precision, o.level, o.direction, o.norm, o.n.length, n, batch));
    const [ins, outs] = module.view(Uint32Array, side, 2);
    return { plan: module.view(Uint32Array, plan, 1)[0], ins, outs };
  });
}

class Plan {
  #module;
  #held;
  #made;
  #batch;
  #Type;

  constructor(module, options) {
    const precision = options?.precision ?? "f32";
    const o = settle(options ?? {}, precision);
    this.#module = module;
    this.#batch = o.batch;
    this.#Type = precision === "f32" ? Float32Array : Float64Array;
    this.#made = makePlan(module, o, o.batch);
    this.#held = { plan: this.#made.plan, input: 0, output: 0 };
    try {
      this.#held.input = module.alloc(this.#made.ins * o.batch * this.#Type.BYTES_PER_ELEMENT);
      this.#held.output = module.alloc(this.#made.outs * o.batch * this.#Type.BYTES_PER_ELEMENT);
    } catch (error) {
      release(module, this.#held);
      throw error;
    }
    module.plans.register(this, this.#held, this);
  }

  #alive() {
    if (this.#held === null) throw new StetError("destroyed", "this plan was destroyed");
    return this.#held;
  }

  get input() {
    return this.#module.view(this.#Type, this.#alive().input, this.#made.ins * this.#batch);
  }

  get output() {
    return this.#module.view(this.#Type, this.#alive().output, this.#made.outs * this.#batch);
  }

  execute() {
    const held = this.#alive();
    this.#module.check(this.#module.exports.execute(held.plan, held.input, held.output));
  }

  /* Checks that a caller's array has the type and the length of the plan's array. */
  #like(own, name, array) {
    const held = array instanceof this.#Type ? this.#module.hold(name, array) : null;
    if (held === null || array.length !== own.length)
      throw argument(`${name}: the plan needs a ${this.#Type.name} of ${own.length} numbers`);
    return held;
  }

  transform(input, out) {
    const from = this.#like(this.input, "input", input);
    const into = out === undefined ? () => new this.#Type(this.output.length) : this.#like(this.output, "out", out);
    this.input.set(from());
    this.execute();
    const result = into();
    result.set(this.output);
    return result;
  }

  describe() {
    const { plan } = this.#alive(), module = this.#module;
    const size = module.exports.describe(plan, 0, 0) + 1;
    return module.borrow((put) => {
      const text = put(size);
      module.exports.describe(plan, text, size);
      return module.text(text);
    });
  }

  destroy() {
    if (this.#held === null) return;
    this.#module.plans.unregister(this);
    release(this.#module, this.#held);
    this.#held = null;
  }
}

/* Returns the length of one transform for an input of this many numbers. */
function lengthOf(numbers, kind, batch) {
  const one = numbers / batch;
  const n = kind === "r2c" ? one : kind === "c2c" ? one / 2 : 2 * (one / 2 - 1);
  if (!Number.isInteger(n) || n < 1)
    throw argument(`input: ${numbers} numbers do not make ${batch} transforms of kind ${kind}`);
  return n;
}

const NUMBERS_AT_ONCE = 2 ** 18;

function fft(module, input, options) {
  const precision = input instanceof Float32Array ? "f32" : input instanceof Float64Array ? "f64" : null;
  if (precision === null) throw argument("input: not a Float32Array or a Float64Array");
  const held = module.hold("input", input), { length, constructor: Type } = input;
  const batch = count("batch", options.batch ?? 1);
  const o = settle({ ...options, n: options.n ?? lengthOf(length, kindOf(options), batch) }, precision);
  const progress = options.onProgress;
  const report = (done) => {
    if (progress?.(done, batch) === false) throw new StetError("cancelled", "the transform was cancelled");
  };
  let out = null;
  for (let done = 0, chunk = batch; done < batch; done += chunk) {
    if (out === null) {
      if (progress) chunk = Math.min(batch, count("chunk", options.chunk ?? 1 + Math.floor(NUMBERS_AT_ONCE / (length / batch))));
      report(0);
    }
    chunk = Math.min(chunk, batch - done);
    runChunk(done, chunk);
    report(done + chunk);
  }
  return out;

  function runChunk(first, some) {
    const made = makePlan(module, o, some);
    try {
      if (length !== made.ins * batch)
        throw argument(`input: ${length} numbers, but ${batch} transforms take ${made.ins * batch}`);
      out ??= new Type(made.outs * batch);
      module.borrow((put) => {
        const from = put(held().subarray(first * made.ins, (first + some) * made.ins));
        const to = put(some * made.outs * Type.BYTES_PER_ELEMENT);
        module.check(module.exports.execute(made.plan, from, to));
        out.set(module.view(Type, to, some * made.outs), first * made.outs);
      });
    } finally {
      module.exports.destroy(made.plan);
    }
  }
}

/* --------------------------------------------------------------------- files -- */

/* Maps the names of NumPy's types to arrays. */
const ARRAYS = {
  bool: Uint8Array, int8: Int8Array, uint8: Uint8Array, int16: Int16Array, uint16: Uint16Array, int32: Int32Array,
  uint32: Uint32Array, int64: BigInt64Array, uint64: BigUint64Array, float16: Uint16Array, float32: Float32Array,
  float64: Float64Array, complex64: Float32Array, complex128: Float64Array,
};

/* Returns the bytes of a file, a Uint8Array or an ArrayBuffer, for the time of one call: see hold(). */
function fileBytes(module, name, file) {
  if (!(file instanceof ArrayBuffer || file instanceof Uint8Array))
    throw argument(`${name}: its bytes must be a Uint8Array or an ArrayBuffer`);
  return module.hold(name, file instanceof ArrayBuffer ? bytesOf(name, file) : file);
}

function readArray(module, name, file) {
  const e = module.exports, held = fileBytes(module, name, file);
  return module.borrow((put) => {
    e.file(put(name), put(held()), held().length);
    try {
      if (!e.array_read(name === "" ? 0 : put(name))) throw commandError(module, name);
      try {
        const dtype = module.text(e.array_dtype()), Type = ARRAYS[dtype];
        const data = module.view(Type, e.array_data() >>> 0, e.array_bytes() / Type.BYTES_PER_ELEMENT).slice();
        const shape = Array.from(module.view(Uint32Array, e.array_shape() >>> 0, e.array_rank()));
        return { dtype, shape, fortran: e.array_fortran() !== 0, data,
                 format: module.text(e.array_format()), rate: e.array_rate() };
      } finally {
        e.array_free();
      }
    } finally {
      e.file_none();
    }
  });
}

/* Makes an error of the command's message for a file, without the file's name. */
function commandError(module, name) {
  const text = module.text(module.exports.error());
  return new StetError("command", text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text);
}

function command(module, words, files) {
  const e = module.exports;
  const all = Object.entries(files).map(([name, file]) => [name, fileBytes(module, name, file)]);
  return module.borrow((put) => {
    try {
      for (const [name, held] of all)
        if (!e.file(put(name), put(held()), held().length)) throw argument("files: more than 8");
      const argv = Uint32Array.from([...words.map((word) => put(String(word))), 0]);
      module.printed = [];
      const status = e.command(words.length, put(argv));
      const text = new TextDecoder().decode(join(module.printed));
      return { status, text, error: status === 2 ? module.text(e.error()) : "" };
    } finally {
      e.file_none();
    }
  });
}

function join(parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/* Returns an answer with the text; its JSON is made at the first access. */
function answer(module, words, files) {
  const run = (more) => {
    const done = command(module, [words[0], ...more, ...words.slice(1)], files);
    if (done.status === 2) throw new StetError("command", done.error);
    return done;
  };
  const { text, status } = run([]);
  let json;
  return { text, status, get json() { return (json ??= JSON.parse(run(["--json"]).text)); } };
}

const VERIFY = {
  kind: (v) => ["--kind", v], inverse: (v) => (v ? ["--inverse"] : []), norm: (v) => ["--norm", v],
  axes: (v) => [`--axes=${Array.isArray(v) ? v.join(",") : v}`], n: (v) => ["--n", v], expect: (v) => ["--expect", v],
  complex: (v) => (v ? ["--complex"] : []), bf16: (v) => (v ? ["--bf16"] : []),
};

function verifyWords(options) {
  return Object.entries(options).flatMap(([name, value]) => {
    if (name === "names" || value === undefined) return [];
    if (!Object.hasOwn(VERIFY, name)) throw argument(`${name}: verify has no such option`);
    return VERIFY[name](value);
  });
}

/* ---------------------------------------------------------------- the object -- */

class Stet {
  #module;

  constructor(module, instances) {
    const e = module.exports;
    this.#module = module;
    this.version = module.text(e.version());
    this.bitsVersion = e.bits_version();
    this.instance = module.name;
    this.instances = instances;
    this.Plan = class extends Plan {
      constructor(options) {
        super(module, options);
      }
    };
  }

  fft(input, options = {}) {
    return fft(this.#module, input, options);
  }

  bits(elements) {
    const module = this.#module;
    const dtype = Object.keys(ARRAYS).find((name) => name !== "bool" && elements instanceof ARRAYS[name]);
    if (dtype === undefined) throw argument("elements: a .npy file cannot hold this type of array");
    const held = module.hold("elements", elements);
    return module.borrow((put) => module.text(module.exports.bits(put(dtype), held().length, put(held()))));
  }

  readNpy(bytes) {
    const { dtype, shape, fortran, data, format } = readArray(this.#module, "file", bytes);
    if (format !== ".npy") throw new StetError("command", "byte 0: a WAV file, not .npy: readWav() reads it");
    return { dtype, shape, fortran, data };
  }

  readWav(bytes) {
    const { shape, data, format, rate } = readArray(this.#module, "file", bytes);
    if (format === ".npy") throw new StetError("command", "byte 0: a .npy file, not WAV: readNpy() reads it");
    return { rate, channels: shape[1] ?? 1, samples: data, format };
  }

  writeNpy({ dtype, shape, fortran = false, data }) {
    const module = this.#module;
    if (!Object.hasOwn(ARRAYS, dtype) || !(data instanceof ARRAYS[dtype]))
      throw argument(`dtype: ${dtype} is unknown, or data is not a ${ARRAYS[dtype]?.name}`);
    if (!Array.isArray(shape) || !shape.every((n) => Number.isSafeInteger(n) && n >= 0))
      throw argument(`shape: ${shape} is not a list of whole numbers`);
    const held = module.hold("data", data);
    const numbers = shape.reduce((all, n) => all * n, dtype.startsWith("complex") ? 2 : 1);
    if (numbers !== data.length) throw argument(`shape: ${shape} has ${numbers} numbers, but data has ${data.length}`);
    return module.borrow((put) => {
      const header = put(2048);
      const size = module.exports.npy_header(header, put(dtype), shape.length, put(Uint32Array.from(shape)), fortran);
      if (size === 0) throw argument(`shape: ${shape} is not the shape of an array`);
      return join([module.view(Uint8Array, header, size).slice(), asBytes(held())]);
    });
  }

  command(words, files) {
    const options = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
    if (options.includes("--help") || options.includes("-h"))
      return { status: 2, text: "", error: "the help of a subcommand is not available here: use the stet command" };
    return command(this.#module, words, files);
  }

  compare(a, b, { names = ["a.npy", "b.npy"] } = {}) {
    return answer(this.#module, ["compare", "--", ...names], filesOf(names, a, b));
  }

  verify(input, spectrum, options = {}) {
    const names = options.names ?? ["in.npy", "spectrum.npy"];
    return answer(this.#module, ["verify", ...verifyWords(options), "--", ...names], filesOf(names, input, spectrum));
  }
}

function filesOf(names, a, b) {
  if (names[0] === names[1]) throw argument("names: the two files must have different names");
  return { [names[0]]: a, [names[1]]: b };
}
