/* SPDX-License-Identifier: Apache-2.0 */
/* Implements the functions of WASI preview 1 that a module of libstet imports: output and time. There are no files and no
 * environment. */

const SUCCESS = 0, NO_FILE = 8, NOT_HERE = 52;

/** Returns the imports of a module whose memory is `memory()`; print(descriptor, bytes) gets its output. */
export function imports(memory, print) {
  const view = () => new DataView(memory().buffer);
  const known = {
    fd_write(fd, vectors, count, written) {
      const v = view();
      let all = 0;
      for (let i = 0; i < count; i++) {
        const at = v.getUint32(vectors + 8 * i, true), size = v.getUint32(vectors + 8 * i + 4, true);
        print(fd, new Uint8Array(memory().buffer, at, size));
        all += size;
      }
      v.setUint32(written, all, true);
      return SUCCESS;
    },
    clock_time_get(clock, precision, time) {
      view().setBigUint64(time, BigInt(Math.round(performance.now() * 1e6)), true);
      return SUCCESS;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    fd_close: () => SUCCESS,
    fd_fdstat_get(fd, stat) {
      new Uint8Array(memory().buffer, stat, 24).fill(0);
      return fd < 3 ? SUCCESS : NO_FILE;
    },
    fd_prestat_get: () => NO_FILE,
    proc_exit(status) {
      throw new Error(`the module ended with ${status}`);
    },
  };
  return new Proxy(known, { get: (all, name) => all[name] ?? (() => NOT_HERE) });
}
