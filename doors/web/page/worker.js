/* SPDX-License-Identifier: Apache-2.0 */
/* The worker: reads, transforms, hashes, compares, and reduces pictures to some columns, so that the page itself never
 * loops over a signal. It does one job at a time; ending the worker cancels the job.
 *
 *   page:   {job, name, ...}                      name: transform, save, answer
 *   worker: {library} or {failed}                 once: the library's version, or why it did not load
 *           {job, progress: {phase, done, all}}   any number of times
 *           {job, part}                           of answer: the results so far
 *           {job, result} or {job, error, broken} error: a sentence that says what, where, what to do;
 *                                                 broken: this worker must not be used again
 *
 * It is a classic script, because a page that was opened from a disk may not start module workers from its own text. */
"use strict";
/* bundle.py puts three parts before this text: PACKAGE, the files of the package by name (sources as text, modules of
 * WebAssembly as gzip in base64), inputs.js and curves.js. */

const SHOWN = 64; // numbers in the table

let stet = null;
let source = { id: 0 }; // the last input that was read
let output = null; // the last result
let outputOf = ""; // key of its request

/* ---- The library ---- */

async function unpack(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* Serves the package's files; nothing else can be fetched. */
self.fetch = async (url) => new Response(await unpack(PACKAGE[String(url).split("/").at(-1)]));

/* Returns the URL of a module of the package; makes those of its imports first. */
function urlOf(name) {
  const source = PACKAGE[name].replace(/(?<=from )"\.\/([\w.-]+)"/g, (_, other) => JSON.stringify(urlOf(other)));
  return URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
}

async function start() {
  if (typeof DecompressionStream === "undefined")
    throw new Refused("this browser is too old for the page (it has no DecompressionStream): use a newer one");
  const { load } = await import(urlOf("stet.js"));
  stet = await load({ base: "https://package.invalid/" });
  postMessage({ library: `stet ${stet.version}, bits version ${stet.bitsVersion}, ${stet.instance}` });
}

/* ---- Transforms ---- */

const KINDS = {
  r2c: { kind: "r2c", options: ["--real"] },
  c2c: { kind: "c2c", direction: "forward", options: [] },
  c2r: { kind: "c2r", options: ["--inverse", "--real"] },
  inverse: { kind: "c2c", direction: "inverse", options: ["--inverse"] },
};

const keyOf = ({ id, kind, level, precision, norm, length }) => [id, kind, level, precision, norm, length].join();

async function transform(request) {
  const { job, id, file, text, kind, level, precision, norm, length } = request;
  const report = (phase, done = 0, all = 0) => postMessage({ job, progress: { phase, done, all } });
  if (source.id !== id) {
    output = null;
    source = { id: 0, name: file?.name ?? "numbers" };
    report("Reading");
    source = { id, ...(file ? await readFile(file) : readText(text)) };
  }
  const t = { ...KINDS[kind], level, norm, ...lengths(source, kind, length), precision: precision || usual(source) };
  if (kind === "r2c" && source.complex)
    throw new Refused(`${source.name}: holds complex numbers; choose the kind "complex signal → spectrum", or save its real part`);
  report("Transforming", 0, source.lines);
  const began = performance.now();
  output = null;
  output = run(t, (done) => report("Transforming", done, source.lines));
  t.seconds = (performance.now() - began) / 1000;
  outputOf = keyOf(request);
  report("Hashing");
  const sha256 = stet.bits(output.data);
  report("Drawing");
  return { name: source.name, facts: facts(t, sha256), command: command(t, precision, length),
    pictures: pictures(t), values: firstValues(t) };
}

const usual = ({ data }) => (data instanceof Float32Array ? "f32" : "f64");

/* Returns the number of elements of a line on each side, and the length n of the transform. */
function lengths({ name, length: held }, kind, wanted) {
  const n = wanted === "" ? (kind === "c2r" ? 2 * (held - 1) : held) : Number(wanted);
  if (wanted !== "" && !/^\d+$/.test(wanted) || n > 2 ** 31)
    throw new Refused(`length: "${wanted}" is not a length; write a whole number from 1 to ${2 ** 31}, or leave it empty`);
  if (n < 1 && wanted !== "") throw new Refused("length: 0 is too small; write a whole number from 1 on, or leave it empty");
  if (n < 1)
    throw new Refused(`${name}: the axis has ${held} element${held === 1 ? "" : "s"}, which leaves nothing to transform; ` +
      "give a length, or choose another input");
  const half = Math.floor(n / 2) + 1;
  return { n, taken: kind === "c2r" ? half : n, given: kind === "r2c" ? half : n };
}

function run(t, progress) {
  const { lines, length, stride, dist, complex } = source;
  const Real = t.precision === "f32" ? Float32Array : Float64Array;
  const inside = t.kind === "r2c" ? 1 : 2, outside = t.kind === "c2r" ? 1 : 2;
  /* The result is rowwise for a .npy; a WAV keeps its frames together. */
  const rowwise = source.axis > 0 || lines === 1;
  const outStride = rowwise ? 1 : lines, outDist = rowwise ? t.given : 1;
  const options = { kind: t.kind, n: t.n, level: t.level, norm: t.norm, ...(t.direction ? { direction: t.direction } : {}) };
  /* A contiguous line of the right type and length is used without a copy, and so is a single result. */
  const straight = stride === 1 && inside === (complex ? 2 : 1) && t.taken === length && source.data instanceof Real;
  const line = straight ? null : new Real(t.taken * inside);
  let data = lines === 1 ? null : new Real(t.given * outside * lines);
  const count = Math.min(length, t.taken), parts = complex ? 2 : 1;
  for (let l = 0; l < lines; l++) {
    if (!straight) gather(line, source.data, l * dist, stride, count, parts, inside);
    const input = straight ? source.data.subarray(l * dist * parts, (l * dist + length) * parts) : line;
    const result = stet.fft(input, options);
    if (data === null) data = result;
    else scatter(data, result, l * outDist, outStride, outside);
    progress(l + 1);
  }
  const shape = source.shape.slice();
  shape[source.axis] = t.given;
  const dtype = outside === 1 ? (t.precision === "f32" ? "float32" : "float64") : t.precision === "f32" ? "complex64" : "complex128";
  return { dtype, shape, data, length: t.given, lines, stride: outStride, dist: outDist, complex: outside === 2 };
}

function gather(line, data, first, stride, count, parts, inside) {
  for (let i = 0; i < count; i++)
    for (let part = 0; part < Math.min(parts, inside); part++) {
      const from = (first + i * stride) * parts + part;
      line[i * inside + part] = data[from];
      if (!Number.isFinite(line[i * inside + part]) && Number.isFinite(data[from]))
        throw new Refused(`${source.name}: element ${first + i * stride} is ${data[from]}, beyond the range of f32; ` +
          "choose the precision f64");
      if (source.dtype.includes("int") && line[i * inside + part] !== data[from])
        throw new Refused(`${source.name}: element ${first + i * stride} is ${data[from]}, which f32 does not hold, and integers are never rounded: ` +
          "choose the precision f64");
    }
}

function scatter(data, result, first, stride, outside) {
  for (let i = 0; i < result.length / outside; i++)
    for (let part = 0; part < outside; part++) data[(first + i * stride) * outside + part] = result[i * outside + part];
}

/* ---- Words ---- */

const shapeText = (shape) => (shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`);
const seconds = (s) => (s < 1 ? `${(1000 * s).toPrecision(3)} ms` : `${s.toPrecision(3)} s`);
const nanCount = (data) => {
  let count = 0;
  for (let i = 0; i < data.length; i++) count += data[i] !== data[i];
  return count;
};

function facts(t, sha256) {
  const nan = nanCount(output.data);
  return [
    ["input", `${source.name} (${source.format})`],
    ["elements", `${source.dtype} ${shapeText(source.shape)}, ${source.bytes} bytes`],
    ["transform", `${t.kind} ${t.direction ?? (t.kind === "r2c" ? "forward" : "inverse")} along axis ${source.axis}, norm ${t.norm}`],
    ["length", String(t.n)],
    ["level", t.level],
    ["precision", t.precision],
    ["time", seconds(t.seconds)],
    ["instance", stet.instance],
    ["result", `${output.dtype} ${shapeText(output.shape)}, ${output.data.byteLength} bytes`],
    ...(nan ? [["nan", `${nan} component${nan === 1 ? "" : "s"} of the result`]] : []),
    ["sha256", sha256],
  ];
}

function command(t, precision, length) {
  const words = ["stet", "fft", quoted(source.name), ...t.options];
  if (length !== "") words.push("--n", length);
  if (t.level !== "native") words.push("--level", t.level);
  if (precision) words.push("--precision", precision);
  if (t.norm !== "backward") words.push("--norm", t.norm);
  return words.join(" ");
}

/* Formats a number as C's %a does. */
function hexFloat(x) {
  if (Number.isNaN(x)) return "nan";
  const sign = x < 0 || Object.is(x, -0) ? "-" : "+";
  if (x === 0) return `${sign}0x0p+0`;
  if (!Number.isFinite(x)) return `${sign}inf`;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0), raw = Number((bits >> 52n) & 0x7ffn);
  const digits = (bits & 0xfffffffffffffn).toString(16).padStart(13, "0").replace(/0+$/, "");
  const exponent = raw === 0 ? -1022 : raw - 1023;
  return `${sign}0x${raw === 0 ? 0 : 1}${digits ? "." + digits : ""}p${exponent < 0 ? "" : "+"}${exponent}`;
}

function firstValues() {
  const { data, complex, length, stride } = output;
  const rows = [];
  const part = (k, p) => data[k * stride * (complex ? 2 : 1) + p];
  for (let k = 0; k < Math.min(length, SHOWN); k++) {
    const numbers = complex ? [part(k, 0), part(k, 1)] : [part(k, 0)];
    rows.push([k, ...numbers, ...numbers.map(hexFloat)].map(String));
  }
  return { head: complex ? ["k", "real", "imaginary", "real, exactly", "imaginary, exactly"] : ["k", "value", "exactly"], rows };
}

/* ---- Files to save, and two files ---- */

/* Saves the input or the result. A cancelled job may have lost the result; then it is computed again. */
async function save({ what, ...request }) {
  if (output === null || outputOf !== keyOf(request)) await transform(request);
  const bytes = what === "input" ? source.file() : stet.writeNpy({ dtype: output.dtype, shape: output.shape, data: output.data });
  return new Blob([bytes]); // a Blob, because the page would need time to copy the bytes
}

async function answer({ job, a, b, options }) {
  const report = (phase) => postMessage({ job, progress: { phase, done: 0, all: 0 } });
  source = { id: 0 }; // frees their memory
  output = null;
  report("Reading");
  const bytes = [await bytesOf(a), await bytesOf(b)];
  const names = a.name === b.name ? [`first/${a.name}`, `second/${b.name}`] : [a.name, b.name];
  for (const i of [0, 1]) kindOfFile(names[i], bytes[i]);
  const ask = (call) => {
    try {
      const { text, status } = call();
      return { text, status };
    } catch (error) {
      if (error.status !== "command") throw error;
      return { text: error.message, status: 2 };
    }
  };
  report("Comparing");
  const words = names.map(quoted).join(" ");
  const compare = { ...ask(() => stet.compare(...bytes, { names })), command: `stet compare ${words}` };
  postMessage({ job, part: compare });
  report("Verifying");
  const verify = { ...ask(() => stet.verify(...bytes, { names, ...options })), command: `stet verify ${words}${verifyWords(options)}` };
  return { compare, verify };
}

function verifyWords({ kind, inverse, norm, axes }) {
  return (kind ? ` --kind ${kind}` : "") + (inverse ? " --inverse" : "") + (norm && norm !== "backward" ? ` --norm ${norm}` : "") +
    (axes ? ` --axes ${axes === "all" ? axes : axes.join(",")}` : "");
}

/* ---- Jobs ---- */

function inWords(error) {
  if (error instanceof Refused) return error.message;
  if (error instanceof RangeError || error.status === "MEMORY" || error.status === "OVERFLOW")
    return `${source.name ?? "these files"}: there is not enough memory in this page for it; use a shorter input, or the command`;
  if (error.status) return `${source.name ?? "stet"}: ${error.message}`;
  return `an error of the page itself: ${error.message ?? error}; please report it, with the steps that led to it`;
}

const jobs = { transform, save, answer };
const started = start().catch((error) => {
  postMessage({ failed: inWords(error) });
  return error;
});

onmessage = async ({ data: { job, name, ...request } }) => {
  try {
    const failure = await started;
    if (failure) throw failure;
    postMessage({ job, result: await jobs[name]({ job, ...request }) });
  } catch (error) {
    /* After a failed allocation or a trap, the state of the module is unknown. */
    const broken = !(error instanceof Refused) && (error.status === undefined || error.status === "MEMORY");
    postMessage({ job, error: inWords(error), broken });
  }
};
