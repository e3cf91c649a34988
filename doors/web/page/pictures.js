/* SPDX-License-Identifier: Apache-2.0 */
/* The two pictures: the worker's curves with their axes, units and labels. */

function showPictures() {
  const pair = shown.pictures[Number($("channel").value) || 0];
  $("input-plot").parentElement.hidden = $("output-plot").parentElement.hidden = !pair;
  if (!pair) return;
  ["input", "output"].forEach((side, i) => {
    const { picture, caption } = pair[i].what === "signal" ? signal(pair[i], side) : spectrum(pair[i], side);
    $(`${side}-caption`).textContent = caption;
    plots[side].show(picture);
  });
}

const title = (side, what) => `${side === "input" ? "Input" : "Result"}: ${what}`;
const badly = (bad) => (bad ? `; ${bad} NaN or infinite ${bad === 1 ? "value is" : "values are"} not drawn` : "");

function signal({ rate, length, parts, curves, peak, rms, bad }, side) {
  const unit = rate ? 1 / rate : 1, most = Math.max(peak, 1e-300) * 1.05;
  /* Sound varies around zero. For other numbers without negative values the lower half is omitted. */
  const negative = rate || curves.some(({ low, mid }) => (low ?? mid).some((v) => v < 0));
  const positive = rate || curves.some(({ high, mid }) => (high ?? mid).some((v) => v > 0)) || !negative;
  const inTime = (list) => Float64Array.from(list, (x) => x * unit);
  const lines = curves.map((curve, i) => ({ ...curve, x: inTime(curve.x), name: ["real", "imaginary"][i] }));
  const size = `${length} ${length === 1 ? "number" : "numbers"}${rate ? `, ${short(length * unit, 4)} s` : ""}`;
  const level = rate
    ? `peak ${loudness(peak)}, root mean square ${loudness(rms)} of full scale`
    : `largest ${short(peak)}, root mean square ${short(rms)}`;
  return {
    caption: title(side, `waveform, ${size}; ${level}${badly(bad)}`),
    picture: {
      curves: lines,
      x: { least: 0, most: Math.max(length - 1, 1) * unit, label: rate ? "time in s" : "index", whole: !rate },
      y: { least: negative ? -most : 0, most: positive ? most : 0, label: "amplitude" },
      words: (i) => `${rate ? `${short(lines[0].x[i])} s` : `index ${lines[0].x[i]}`}: ${lines.map(({ low, high, mid }, p) =>
        `${parts === 2 ? ["real ", ", imaginary "][p] : ""}${mid ? short(mid[i]) : `${short(low[i])} to ${short(high[i])}`}`).join("")}`,
    },
  };
}

const loudness = (x) => (x > 0 ? `${short(20 * Math.log10(x), 3)} dB` : "−∞ dB");

function spectrum({ rate, n, bins, largest, peak, bad, linear, log }, side) {
  const logarithmic = $("scale").value === "log" && log.length > 0;
  const unit = rate ? rate / n : 1;
  const curves = (logarithmic ? log : linear).map((curve) => ({ ...curve, x: Float64Array.from(curve.x, (x) => x * unit) }));
  const [curve] = curves;
  /* The floor is the lowest drawn value, zeros excluded, and at most 400 dB down. */
  let floor = 0;
  for (const list of [curve.low, curve.mid]) for (const v of list) if (v > -400 && v < floor) floor = v;
  const where = rate ? `${short(peak * unit, 5)} Hz` : `bin ${peak}`;
  const say = (v) => (v === -Infinity ? "zero" : `${short(v, 4)} dB`);
  return {
    caption: title(side, largest > 0
      ? `spectrum, ${bins} bins; the largest, 0 dB, has magnitude ${short(largest)} at ${where}${badly(bad)}`
      : `spectrum, ${bins} bins, all of them zero or not finite`),
    picture: {
      curves,
      x: { least: logarithmic ? unit : 0, most: Math.max(bins - 1, 1) * unit, log: logarithmic,
        label: rate ? "frequency in Hz" : "bin", whole: !rate },
      y: { least: Math.floor(Math.min(floor, -10) / 10) * 10, most: 3, label: "magnitude in dB" },
      words: (i) => `${rate ? `${short(curve.x[i], 5)} Hz` : `bin ${short(curve.x[i])}`}: ${say(curve.mid[i])}` +
        (curve.low[i] < curve.high[i] ? ` (${say(curve.low[i])} to ${say(curve.high[i])})` : ""),
    },
  };
}
