/* SPDX-License-Identifier: Apache-2.0 */
/* Part of the worker: converts dropped, recorded or typed input to numbers, or throws a sentence on why it cannot. */
"use strict";

/* An error that a person can correct: its message says what, where, and what to do. */
class Refused extends Error {}

const MAGIC = [
  ["an MP3 file", /^ID3|^\xff[\xfb\xf3\xf2]/],
  ["an Ogg file", /^OggS/],
  ["a FLAC file", /^fLaC/],
  ["an MPEG-4 file", /^....ftyp/s],
  ["a WebM or Matroska file", /^\x1aE\xdf\xa3/],
  ["an AIFF file", /^FORM....AIF/s],
];

function kindOfFile(name, bytes) {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  if (/^\x93NUMPY/.test(head)) return "npy";
  if (/^(RIFF|RIFX|RF64|riff)/.test(head)) return "wav";
  if (bytes.length === 0) throw new Refused(`${name}: is empty; choose a WAV or .npy file that holds numbers`);
  if (/^PK\x03\x04/.test(head))
    throw new Refused(`${name}: is a .npz or another ZIP file; take one array out of it: unzip ${quoted(name)}`);
  const known = MAGIC.find(([, pattern]) => pattern.test(head));
  if (known)
    throw new Refused(`${name}: is ${known[0]}; stet reads WAV and .npy: ffmpeg -i ${quoted(name)} sound.wav makes a WAV of it`);
  throw new Refused(`${name}: is neither WAV nor .npy: it begins with ${hexBytes(bytes.subarray(0, 4))}; choose another file`);
}

const hexBytes = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join(" ");
const quoted = (name) => (/^[\w.,+@%/:-]+$/.test(name) && !name.startsWith("-") ? name : `'${dashed(name).replaceAll("'", "'\\''")}'`);
const dashed = (name) => (name.startsWith("-") ? `./${name}` : name);

async function bytesOf(file) {
  if (file.size >= 2 ** 31) throw new Refused(`${file.name}: has 2 GiB or more, too much for this page; use the command`);
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    if (error.name === "NotFoundError" || error.name === "NotReadableError")
      throw new Refused(`${file.name}: cannot be read: it is a folder, or it was changed after it was chosen; choose it again`);
    throw error;
  }
}

/* Reads any file to lines of a common length: elements are `stride` apart, lines are `dist` apart. */
async function readFile(file) {
  const bytes = await bytesOf(file);
  if (kindOfFile(file.name, bytes) === "wav") {
    const { rate, channels, samples, format } = named(file.name, () => stet.readWav(bytes));
    const length = samples.length / channels;
    return { name: file.name, format, rate, data: samples, complex: false, bytes: samples.byteLength,
      length, lines: channels, stride: channels, dist: 1,
      dtype: samples instanceof Float32Array ? "float32" : "float64", shape: channels > 1 ? [length, channels] : [length], axis: 0 };
  }
  const { dtype, shape, fortran, data } = named(file.name, () => stet.readNpy(bytes));
  if (dtype === "float16")
    throw new Refused(`${file.name}: holds float16, which this page does not transform; use the command: stet fft ${quoted(file.name)}`);
  if (shape.length === 0) throw new Refused(`${file.name}: holds one number and no axis; save an array of at least one dimension`);
  if (fortran && shape.length > 2)
    throw new Refused(`${file.name}: is in Fortran order with ${shape.length} dimensions; save it by numpy.ascontiguousarray()`);
  const length = shape.at(-1);
  const lines = shape.slice(0, -1).reduce((a, b) => a * b, 1);
  return { name: file.name, format: ".npy", rate: 0, data: numbersOf(file.name, data), complex: dtype.startsWith("complex"), length, lines,
    bytes: data.byteLength, stride: fortran ? lines : 1, dist: fortran ? 1 : length, dtype, shape, axis: shape.length - 1 };
}

/* Adds the file's name to an error message. */
function named(name, read) {
  try {
    return read();
  } catch (error) {
    if (error.status === "command") throw new Refused(`${name}: ${error.message}`);
    throw error;
  }
}

function numbersOf(name, data) {
  if (data instanceof Float32Array || data instanceof Float64Array) return data;
  if (!(data instanceof BigInt64Array || data instanceof BigUint64Array)) return Float64Array.from(data);
  const numbers = Float64Array.from(data, Number);
  const at = numbers.findIndex((x, i) => BigInt(x) !== data[i]);
  if (at >= 0)
    throw new Refused(`${name}: element ${at} is ${data[at]}, which a double does not hold, and integers are never rounded: save floating-point numbers`);
  return numbers;
}

/* Converts typed numbers to a .npy that can be saved, float64 or complex128; the command reads the same numbers. */
function readText(text) {
  const numbers = [];
  const word = /[^\s,;[\]{}]+/g;
  let complex = false, match;
  while ((match = word.exec(text)) !== null) {
    const value = parseNumber(match[0].replaceAll("\u2212", "-"));
    if (value === null) {
      const before = text.slice(0, match.index).split("\n");
      throw new Refused(`numbers: "${match[0].slice(0, 40)}", line ${before.length}, column ${before.at(-1).length + 1}, is not a number; ` +
        "write numbers such as 1, -0.5, 1e-3, 0x1.8p+1, nan, inf or 1+2i, with blanks, commas or new lines between them");
    }
    complex = complex || value.complex;
    numbers.push(value);
  }
  if (numbers.length === 0) throw new Refused("numbers: there are none; type some, such as 1 2 3 4");
  const data = complex ? Float64Array.from(numbers.flatMap(({ re, im }) => [re, im])) : Float64Array.from(numbers, ({ re }) => re);
  const array = { dtype: complex ? "complex128" : "float64", shape: [numbers.length], data };
  return { name: "numbers.npy", format: "typed", rate: 0, complex, length: numbers.length, lines: 1, stride: 1, dist: numbers.length,
    axis: 0, bytes: data.byteLength, ...array, file: () => stet.writeNpy(array) };
}

const REAL = String.raw`(?:0x(?:[\da-f]+\.?[\da-f]*|\.[\da-f]+)(?:p[+-]?\d+)?|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)`;
const COMPLEX = new RegExp(String.raw`^\(?(?:([+-]?${REAL})(?![ij]))?(?:([+-]?)(${REAL})?([ij]))?\)?$`, "i");

/* Returns {re, im, complex}, or null. */
function parseNumber(word) {
  const parts = COMPLEX.exec(word);
  if (!parts || (!parts[1] && !parts[4]) || (parts[1] && parts[4] && !parts[2])) return null;
  const im = parts[4] ? parseReal(parts[2] + (parts[3] ?? "1")) : 0;
  return { re: parts[1] ? parseReal(parts[1]) : 0, im, complex: Boolean(parts[4]) };
}

function parseReal(text) {
  const sign = text.startsWith("-") ? -1 : 1;
  const word = text.replace(/^[+-]/, "").toLowerCase();
  if (word.startsWith("inf")) return sign * Infinity;
  if (word === "nan") return NaN;
  return sign * (word.startsWith("0x") ? parseHex(word.slice(2)) : Number(word));
}

/* Converts hexadecimal digits and rounds once, to nearest even: BigInt holds all digits and rounds them to the
 * double's 53 bits, or fewer for a subnormal. */
function parseHex(text) {
  const [, whole, fraction = "", exponent = "0"] = /^([\da-f]*)\.?([\da-f]*)(?:p([+-]?\d+))?$/.exec(text);
  let digits = BigInt(`0x${whole}${fraction}`), power = Number(exponent) - 4 * fraction.length;
  if (digits === 0n) return 0;
  const bits = digits.toString(2).length;
  /* `drop` is the number of bits below the result's last place, subnormal or not. */
  const drop = Math.max(bits - 53, -1074 - power);
  if (drop > bits + 1) return 0;
  if (drop > 0) {
    const unit = 1n << BigInt(drop), rest = digits % unit;
    digits /= unit;
    if (2n * rest > unit || (2n * rest === unit && digits % 2n === 1n)) digits += 1n;
    power += drop;
  }
  let value = Number(digits);
  for (let step; power !== 0 && value < Infinity; power -= step) {
    step = Math.max(-512, Math.min(512, power));
    value *= 2 ** step;
  }
  return value;
}
