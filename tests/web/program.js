/* SPDX-License-Identifier: Apache-2.0 */
/* A program of WebAssembly that reads one file and prints, run in node or in a browser alike. */
import { imports } from "stet/wasi.js";

const SUCCESS = 0, BAD = 8, FOLDER = 3, FILE = 4;

class Ended extends Error {}

/** { status, text }: the exit status, and all that it printed. file: { name, bytes }. */
export async function run(module, words, file) {
  let instance, at = 0, status = 0, text = "";
  const decoder = new TextDecoder();
  const memory = () => instance.exports.memory;
  const view = () => new DataView(memory().buffer);
  const put = (where, string) => new Uint8Array(memory().buffer).set(new TextEncoder().encode(string + "\0"), where);
  const own = {
    args_sizes_get(count, size) {
      view().setUint32(count, words.length, true);
      view().setUint32(size, words.join(" ").length + 1, true);
      return SUCCESS;
    },
    args_get(argv, buffer) {
      for (const word of words) {
        view().setUint32(argv, buffer, true);
        put(buffer, word);
        argv += 4;
        buffer += word.length + 1;
      }
      return SUCCESS;
    },
    /* One folder, "/", with one file in it. */
    fd_prestat_get(fd, stat) {
      if (fd !== FOLDER) return BAD;
      view().setUint8(stat, 0);
      view().setUint32(stat + 4, 1, true);
      return SUCCESS;
    },
    fd_prestat_dir_name(fd, path) {
      new Uint8Array(memory().buffer)[path] = "/".charCodeAt(0);
      return SUCCESS;
    },
    fd_fdstat_get(fd, stat) {
      new Uint8Array(memory().buffer, stat, 24).fill(0);
      view().setUint8(stat, fd === FOLDER ? 3 : 4);
      view().setBigUint64(stat + 8, 0xffffffffn, true);
      view().setBigUint64(stat + 16, 0xffffffffn, true);
      return fd <= FILE ? SUCCESS : BAD;
    },
    path_open(folder, lookup, path, size, flags, rights, inherited, more, opened) {
      const name = decoder.decode(new Uint8Array(memory().buffer, path, size));
      if (name !== file.name) return 44;
      at = 0;
      view().setUint32(opened, FILE, true);
      return SUCCESS;
    },
    fd_read(fd, vectors, count, read) {
      let all = 0;
      for (let i = 0; i < count; i++) {
        const to = view().getUint32(vectors + 8 * i, true), room = view().getUint32(vectors + 8 * i + 4, true);
        const part = file.bytes.subarray(at, at + room);
        new Uint8Array(memory().buffer).set(part, to);
        at += part.length;
        all += part.length;
      }
      view().setUint32(read, all, true);
      return SUCCESS;
    },
    proc_exit(code) {
      status = code;
      throw new Ended();
    },
  };
  const given = imports(memory, (fd, bytes) => { text += decoder.decode(bytes.slice(), { stream: true }); });
  instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: new Proxy(own, { get: (all, name) => all[name] ?? given[name] }),
  });
  try {
    instance.exports._start();
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  }
  return { status, text };
}
