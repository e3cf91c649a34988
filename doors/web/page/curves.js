/* SPDX-License-Identifier: Apache-2.0 */
/* Part of the worker: converts signals and spectra of any length to curves of at most some thousand points. */
"use strict";

const COLUMNS = 1000; // about the number of pixels

/* Returns two pictures for each of the first eight lines: one side is a signal, the other a spectrum. */
function pictures(t) {
  const forward = t.kind === "r2c" || t.direction === "forward";
  const list = [];
  for (let l = 0; l < Math.min(source.lines, 8); l++) {
    const of = ({ data, complex, length, stride, dist }) => ({ data, complex, length, stride, first: l * dist });
    const time = forward ? of(source) : of(output), frequency = forward ? of(output) : of(source);
    /* For a real signal, half the spectrum is enough: the rest mirrors it. */
    const bins = t.kind === "c2c" && forward && !source.complex ? Math.floor(t.n / 2) + 1 : frequency.length;
    const rate = forward ? source.rate : 0; // a spectrum as input has no sampling rate
    const signal = signalPicture(time, rate), spectrum = spectrumPicture(frequency, bins, t.n, rate);
    list.push(forward ? [signal, spectrum] : [spectrum, signal]);
  }
  return list;
}

function signalPicture({ data, complex, length, first, stride }, rate) {
  const parts = complex ? 2 : 1;
  const curves = [];
  let peak = 0, energy = 0, bad = 0;
  for (let part = 0; part < parts; part++) {
    const at = (i) => data[(first + i * stride) * parts + part];
    curves.push(length <= 2 * COLUMNS ? plainCurve(length, at) : columnCurve(length, at));
    for (let i = 0; i < length; i++) {
      const x = Math.abs(at(i));
      if (x < Infinity) {
        peak = Math.max(peak, x);
        energy += x * x;
      } else bad++;
    }
  }
  return { what: "signal", rate, length, parts, curves, peak, rms: Math.sqrt(energy / (length * parts)), bad };
}

function plainCurve(length, at) {
  const x = new Float64Array(length), mid = new Float64Array(length);
  for (let i = 0; i < length; i++) (x[i] = i), (mid[i] = Number.isFinite(at(i)) ? at(i) : NaN);
  return { x, mid };
}

/* Computes the range of the numbers in each column. */
function columnCurve(length, at) {
  const x = new Float64Array(COLUMNS), low = new Float64Array(COLUMNS), high = new Float64Array(COLUMNS);
  for (let c = 0; c < COLUMNS; c++) {
    const from = Math.floor((c * length) / COLUMNS), to = Math.floor(((c + 1) * length) / COLUMNS);
    let least = Infinity, most = -Infinity;
    for (let i = from; i < to; i++) {
      const v = at(i);
      if (v < least && v > -Infinity) least = v;
      if (v > most && v < Infinity) most = v;
    }
    (x[c] = (from + to) / 2), (low[c] = least), (high[c] = most);
  }
  return { x, low, high };
}

/* Draws decibels below the largest bin, in linear and in logarithmic columns. The middle line is the mean power, as in
 * the command's pictures. */
function spectrumPicture({ data, complex, length, first, stride }, bins, n, rate) {
  const parts = complex ? 2 : 1;
  const re = (k) => data[(first + k * stride) * parts], im = complex ? (k) => data[(first + k * stride) * parts + 1] : () => 0;
  let largest = 0, bad = 0;
  for (let k = 0; k < Math.min(bins, length); k++) {
    const size = Math.max(Math.abs(re(k)), Math.abs(im(k)));
    if (size < Infinity) largest = Math.max(largest, size);
    else bad++;
  }
  const power = (k) => (re(k) / largest) ** 2 + (im(k) / largest) ** 2; // at most 2, so nothing overflows
  let top = 0, peak = 0;
  for (let k = 0; k < bins; k++) {
    const p = power(k);
    if (p > top && p < Infinity) (top = p), (peak = k);
  }
  const decibels = (p) => 10 * Math.log10(p / top);
  const curve = (edges) => {
    const kept = { x: [], low: [], mid: [], high: [] };
    for (let c = 0; c + 1 < edges.length; c++) {
      let least = Infinity, most = -Infinity, sum = 0, count = 0;
      for (let k = edges[c]; k < edges[c + 1]; k++) {
        const p = power(k);
        if (!(p < Infinity)) continue;
        (least = Math.min(least, p)), (most = Math.max(most, p)), (sum += p), count++;
      }
      if (count === 0) continue;
      kept.x.push((edges[c] + edges[c + 1] - 1) / 2);
      kept.low.push(decibels(least));
      kept.mid.push(decibels(sum / count));
      kept.high.push(decibels(most));
    }
    return Object.fromEntries(Object.entries(kept).map(([key, list]) => [key, Float64Array.from(list)]));
  };
  const edges = (from, position) => {
    const list = [];
    const columns = from > 0 ? COLUMNS : Math.min(COLUMNS, bins); // columns without a bin are skipped
    for (let c = 0; c <= columns; c++) list.push(Math.min(bins, Math.max(from, Math.round(position(c / columns)))));
    return list.filter((k, i) => i === 0 || k > list[i - 1]);
  };
  return { what: "spectrum", rate, n, bins, largest: Math.sqrt(top) * largest, peak, bad,
    linear: [curve(edges(0, (u) => u * bins))], log: bins > 2 ? [curve(edges(1, (u) => bins ** u))] : [] };
}
