/* SPDX-License-Identifier: Apache-2.0 */
/* stet in JavaScript: Fourier transforms whose bits stand. Everything but load() is synchronous: in a
 * page, run it in a worker. */

/** The kernels that run: their names in the order of speed. They differ in speed alone. */
export type Instance = "soft" | "simd128" | "relaxed";

export interface LoadOptions {
  /** "soft" runs everywhere, "simd128" needs WebAssembly's vectors, "relaxed" its fused multiply-add, which is
   *  tested at load. Default: the last of these that this engine runs. One that it does not run is an error. */
  instance?: Instance;
  /** Where stet-<instance>.wasm lies, with a slash at its end. Default: beside stet.js. */
  base?: string | URL;
}

/** A new copy of the library, with a memory of its own.
 *  @throws StetError "instance" if this engine cannot run the instance, "load" if the file cannot be had. */
export function load(options?: LoadOptions): Promise<Stet>;

/** `status`: the name of the library's status without its prefix ("MEMORY", "LENGTH", ...; stet.h says what each
 *  means), or "instance", "load", "argument", "destroyed", "cancelled", "command" (what the command exits with 2 for:
 *  `message` is what it prints). */
export class StetError extends Error {
  readonly status: string;
}

export type Real = Float32Array | Float64Array;
export type Level = "native" | "extended" | "extended-ff" | "correct";

export type Kind = "c2c" | "r2c" | "c2r";

export interface FftOptions {
  /** What the numbers are; an array does not tell, so there is no default. "r2c": real ones, to half a spectrum, of
   *  n/2 + 1 complex numbers along the last dimension. "c2c": complex ones, to as many. "c2r": half a spectrum, to real
   *  ones. Complex numbers are pairs: real part, imaginary part. */
  kind: Kind;
  /** The length of one transform, or lengths of several dimensions in C order; of c2r that of the real side.
   *  Default: what the input holds, as one dimension; of c2r the even length. */
  n?: number | number[];
  level?: Level; // default "native"
  direction?: "forward" | "inverse"; // default "forward"; c2r has "inverse" alone
  norm?: "backward" | "ortho" | "forward"; // default "backward"
  /** How many transforms lie one after the other in the input. Default 1. */
  batch?: number;
}

export interface RunOptions extends FftOptions {
  /** Called with the number of transforms that are done and of all, at the beginning, after each chunk, and so at
   *  the end. If it returns false, the call ends with StetError "cancelled". */
  onProgress?: (done: number, all: number) => boolean | void;
  /** Transforms between two calls of onProgress. Default: about 2^18 numbers of input. Changes no bit. */
  chunk?: number;
}

/** A transform that is prepared: for many arrays of one length. Its memory goes with destroy(), or some time after
 *  the last reference to it. */
export interface Plan<A extends Real = Real> {
  /** Arrays in the library's memory, of `batch` transforms: execute() reads the one and writes the other. Every call
   *  takes them, as every other array. When a call needs more memory, the memory grows, and all views of it are detached
   *  (length 0; to pass one is an error): ask for them each time. A view does not keep its plan: hold that too. */
  readonly input: A;
  readonly output: A;
  /** Transform `input` to `output`, copying nothing. */
  execute(): void;
  /** Copy, transform, and copy the result: into `out` if it is given. What comes back is that array, or if it is a view
   *  of the library's memory, a new view of the same numbers. */
  transform(input: A, out?: A): A;
  /** How it runs, in lines "key: value". */
  describe(): string;
  /** Give its memory back. A second time does nothing. */
  destroy(): void;
}

export interface PlanOptions extends FftOptions {
  n: number | number[];
  precision?: "f32" | "f64"; // default "f32"
}

/** A file as it is. */
export type FileBytes = Uint8Array | ArrayBuffer;

export interface NpyArray {
  /** NumPy's name: "float32", "complex64", "int16", "bool", ... */
  dtype: string;
  shape: number[];
  /** The first index is the fastest one in `data`. */
  fortran?: boolean;
  /** Numbers in the order of memory: complex ones as pairs; float16 as Uint16Array, bool as Uint8Array. */
  data: Real | Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | BigInt64Array | BigUint64Array;
}

export interface Sound {
  rate: number; // samples per second
  channels: number;
  /** Channel after channel within each frame, as the command reads them: Float64Array of WAV with 32-bit integers or
   *  64-bit floats, else Float32Array. Integers are divided by their range, exactly. */
  samples: Real;
  /** "WAV, 16-bit PCM, 48000 Hz, 1 channel" */
  format: string;
}

export interface Answer {
  /** What the command prints, and what it prints with --json (made when it is asked for). */
  readonly text: string;
  readonly json: any;
  /** The command's exit status: 0 the same bits, or passed; 1 different, or a bug. */
  readonly status: 0 | 1;
}

export interface CompareOptions {
  names?: [string, string]; // what the text calls the files; default "a.npy", "b.npy"
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
  /** Those that this engine runs, the slowest first. */
  readonly instances: Instance[];

  /** Transform. The precision is that of the input. A new array comes back. */
  fft<A extends Real>(input: A, options: RunOptions): A;
  Plan: new <A extends Real = Real>(options: PlanOptions) => Plan<A>;

  /** The SHA-256 that `stet bits` prints for a file with these numbers: of the elements, little-endian, each NaN as
   *  one NaN. The shape is no part of it. Of bytes of a file: bits(readNpy(bytes).data), C order. */
  bits(elements: NpyArray["data"]): string;

  /** @throws StetError "command" with what the command says of such a file, without its name. */
  readNpy(bytes: FileBytes): NpyArray;
  /** A file as numpy.save writes it. */
  writeNpy(array: NpyArray): Uint8Array;
  readWav(bytes: FileBytes): Sound;

  /** `stet compare` and `stet verify` of .npy or WAV files: the command itself.
   *  @throws StetError "command" where it would exit with 2. */
  compare(a: FileBytes, b: FileBytes, options?: CompareOptions): Answer;
  verify(input: FileBytes, spectrum: FileBytes, options?: VerifyOptions): Answer;
  /** The command `stet bits`, `stet compare` or `stet verify` with these words, on these files. */
  command(words: string[], files: Record<string, FileBytes>): { status: number; text: string; error: string };
}
