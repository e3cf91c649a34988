/* SPDX-License-Identifier: Apache-2.0 */
/* stet in JavaScript: Fourier transforms with the same bits on every machine. All functions except load()
 * are synchronous: in a page, call them in a worker. */

/** The kernels, slowest first. They differ in speed alone. */
export type Instance = "soft" | "simd128" | "relaxed";

export interface LoadOptions {
  /** "soft" runs everywhere, "simd128" needs WebAssembly's vectors, "relaxed" its fused multiply-add, which is
   *  tested at load. Default: the fastest one that this engine runs. An instance that it cannot run is an error. */
  instance?: Instance;
  /** Names the folder of stet-<instance>.wasm, with a slash at its end. Default: the folder of stet.js. */
  base?: string | URL;
}

/** Returns a new copy of the library with its own memory.
 *  @throws StetError "instance" if this engine cannot run the instance, "load" if the file cannot be loaded. */
export function load(options?: LoadOptions): Promise<Stet>;

/** `status` is the name of the library's status without its prefix ("MEMORY", "LENGTH", ...; stet.h explains each),
 *  or "instance", "load", "argument", "destroyed", "cancelled" or "command". "command" stands for exit status 2 of the
 *  command; `message` is its error message. */
export class StetError extends Error {
  readonly status: string;
}

export type Real = Float32Array | Float64Array;
export type Level = "native" | "extended" | "extended-ff" | "correct";

export type Kind = "c2c" | "r2c" | "c2r";

export interface FftOptions {
  /** The kind of the transform. There is no default, because an array does not show its kind. "r2c": real numbers to
   *  half a spectrum of n/2 + 1 complex numbers along the last dimension. "c2c": complex numbers to as many. "c2r": half
   *  a spectrum to real numbers. A complex number is a pair: real part, imaginary part. */
  kind: Kind;
  /** The length of one transform, or the lengths of several dimensions in C order; for c2r that of the real side.
   *  Default: one dimension with the numbers of the input; for c2r the even length. */
  n?: number | number[];
  level?: Level; // default "native"
  direction?: "forward" | "inverse"; // default "forward"; c2r allows only "inverse"
  norm?: "backward" | "ortho" | "forward"; // default "backward"
  /** Number of transforms in the input, one after the other. Default 1. */
  batch?: number;
}

export interface RunOptions extends FftOptions {
  /** Called with the number of finished transforms and the number of all: at the beginning and after each chunk. If it
   *  returns false, the call ends with StetError "cancelled". */
  onProgress?: (done: number, all: number) => boolean | void;
  /** Number of transforms between two calls of onProgress. Default: about 2^18 input numbers. It changes no bit. */
  chunk?: number;
}

/** A prepared transform, for many arrays of one length. destroy() frees its memory; without it the memory is freed some
 *  time after the last reference has gone. */
export interface Plan<A extends Real = Real> {
  /** Arrays in the library's memory, for `batch` transforms: execute() reads `input` and writes `output`. All calls
   *  accept them like other arrays. If a call needs more memory, the memory grows and all views of it are detached (their
   *  length is 0, and passing one is an error), so read these properties each time. A view does not keep its plan alive:
   *  keep a reference to the plan too. */
  readonly input: A;
  readonly output: A;
  /** Transforms `input` to `output` without a copy. */
  execute(): void;
  /** Copies the input, transforms it, and copies the result, into `out` if that is given. Returns the array of the result;
   *  if `out` is a view of the library's memory, it returns a new view of the same numbers. */
  transform(input: A, out?: A): A;
  /** Describes in lines "key: value" how the plan runs. */
  describe(): string;
  /** Frees the plan's memory. A second call does nothing. */
  destroy(): void;
}

export interface PlanOptions extends FftOptions {
  n: number | number[];
  precision?: "f32" | "f64"; // default "f32"
}

/** The bytes of a file. */
export type FileBytes = Uint8Array | ArrayBuffer;

export interface NpyArray {
  /** The name of the type in NumPy: "float32", "complex64", "int16", "bool", ... */
  dtype: string;
  shape: number[];
  /** Says whether the first index runs fastest in `data`. */
  fortran?: boolean;
  /** Holds the numbers in memory order: complex ones as pairs; float16 as Uint16Array, bool as Uint8Array. */
  data: Real | Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | BigInt64Array | BigUint64Array;
}

export interface Sound {
  rate: number; // samples per second
  channels: number;
  /** The samples of all channels, frame by frame, as the command reads them: Float64Array for WAV with 32-bit integers
   *  or 64-bit floats, else Float32Array. Integers are divided by their range, exactly. */
  samples: Real;
  /** Describes the file, for example "WAV, 16-bit PCM, 48000 Hz, 1 channel". */
  format: string;
}

export interface Answer {
  /** The output of the command; `json` is that of --json, computed at the first access. */
  readonly text: string;
  readonly json: any;
  /** The command's exit status is 0 for the same bits or a pass, 1 for a difference or a bug. */
  readonly status: 0 | 1;
}

export interface CompareOptions {
  names?: [string, string]; // names of the files in the text; default "a.npy", "b.npy"
}

/** The options of `stet verify`. */
export interface VerifyOptions {
  names?: [string, string]; // default "in.npy", "spectrum.npy"
  kind?: string;
  inverse?: boolean;
  norm?: "backward" | "ortho" | "forward";
  axes?: number[] | "all";
  n?: number;
  expect?: "f64" | "f32" | "tf32" | "f16" | "bf16";
  complex?: boolean;
  bf16?: boolean;
}

export interface Stet {
  readonly version: string; // "0.2.0"
  readonly bitsVersion: number;
  readonly instance: Instance;
  /** Lists the instances that this engine runs, slowest first. */
  readonly instances: Instance[];

  /** Returns the transform in a new array, in the precision of the input. */
  fft<A extends Real>(input: A, options: RunOptions): A;
  Plan: new <A extends Real = Real>(options: PlanOptions) => Plan<A>;

  /** Returns the SHA-256 that `stet bits` prints for a file with these numbers. It is that of the elements,
   *  little-endian, with every NaN as one NaN; the shape does not count. For the bytes of a file in C order:
   *  bits(readNpy(bytes).data). */
  bits(elements: NpyArray["data"]): string;

  /** @throws StetError "command" with the command's message for such a file, without the file's name. */
  readNpy(bytes: FileBytes): NpyArray;
  /** Returns the bytes of a file as numpy.save writes it. */
  writeNpy(array: NpyArray): Uint8Array;
  readWav(bytes: FileBytes): Sound;

  /** Run `stet compare` and `stet verify` on .npy or WAV files.
   *  @throws StetError "command" if the command would exit with 2. */
  compare(a: FileBytes, b: FileBytes, options?: CompareOptions): Answer;
  verify(input: FileBytes, spectrum: FileBytes, options?: VerifyOptions): Answer;
  /** Runs the command `stet bits`, `stet compare` or `stet verify` with these arguments on these files. */
  command(words: string[], files: Record<string, FileBytes>): { status: number; text: string; error: string };
}
