/* SPDX-License-Identifier: Apache-2.0 */
/* Runs on the audio thread: collects the samples of the first channel in pieces of a tenth of a second. */
"use strict";

class Recorder extends AudioWorkletProcessor {
  constructor() {
    super();
    this.piece = new Float32Array(Math.round(sampleRate / 10));
    this.filled = 0;
    this.done = false;
    this.port.onmessage = () => {
      this.port.postMessage(this.piece.slice(0, this.filled));
      this.port.postMessage(null);
      this.done = true;
    };
  }

  process([input]) {
    const samples = input[0] ?? [];
    for (let i = 0; i < samples.length && !this.done; i++) {
      this.piece[this.filled++] = samples[i];
      if (this.filled === this.piece.length) {
        this.port.postMessage(this.piece);
        this.piece = new Float32Array(this.piece.length);
        this.filled = 0;
      }
    }
    return !this.done;
  }
}

registerProcessor("recorder", Recorder);
