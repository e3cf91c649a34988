/* SPDX-License-Identifier: Apache-2.0 */
/* Draws a picture on a canvas: curves over two axes with units, and a cursor that reads values, in the style sheet's
 * colours. */

const MARGIN = { left: 64, right: 12, top: 20, bottom: 42 };
const DOT = 3; // radius of a dot

class Plot {
  constructor(canvas, read) {
    this.canvas = canvas;
    this.read = read; // is called with the text of the point under the cursor
    this.picture = null;
    this.cursor = -1;
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    canvas.addEventListener("pointermove", (event) => this.point(event.offsetX));
    canvas.addEventListener("pointerleave", () => this.put(-1));
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("blur", () => this.put(-1));
  }

  /* Draws a picture {curves: [{x, low, high} or {x, mid} or all four, name}], x and y: {least, most, label}, for x also
   * log and whole, words: (curves, index) => string}. */
  show(picture) {
    this.picture = picture;
    this.cursor = -1;
    this.draw();
  }

  across(v) {
    const { x } = this.picture, w = this.width - MARGIN.left - MARGIN.right;
    const u = x.log ? Math.log(v / x.least) / Math.log(x.most / x.least) : (v - x.least) / (x.most - x.least);
    return MARGIN.left + u * w;
  }

  down(v) {
    const { y } = this.picture, h = this.height - MARGIN.top - MARGIN.bottom;
    return MARGIN.top + (1 - (Math.min(Math.max(v, y.least), y.most) - y.least) / (y.most - y.least)) * h;
  }

  draw() {
    const { canvas } = this, scale = devicePixelRatio || 1;
    this.width = canvas.clientWidth;
    this.height = canvas.clientHeight;
    if (!this.picture || this.width === 0) return;
    canvas.width = Math.round(this.width * scale);
    canvas.height = Math.round(this.height * scale);
    const style = getComputedStyle(document.documentElement);
    this.colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const c = (this.context = canvas.getContext("2d"));
    c.setTransform(scale, 0, 0, scale, 0, 0);
    c.font = "12px system-ui, sans-serif";
    this.axes();
    c.save();
    c.beginPath();
    c.rect(MARGIN.left - DOT, MARGIN.top - DOT, this.width - MARGIN.left - MARGIN.right + 2 * DOT,
      this.height - MARGIN.top - MARGIN.bottom + 2 * DOT);
    c.clip();
    this.picture.curves.forEach((curve, i) => this.curve(curve, this.colour(i === 0 ? "first" : "second")));
    c.restore();
    this.legend();
    if (this.cursor >= 0) this.hair();
  }

  axes() {
    const c = this.context, { x, y } = this.picture;
    const right = this.width - MARGIN.right, bottom = this.height - MARGIN.bottom;
    c.lineWidth = 1;
    c.strokeStyle = this.colour("grid");
    c.fillStyle = this.colour("muted");
    c.beginPath();
    c.textAlign = "center";
    c.textBaseline = "top";
    for (const { at, text } of x.log ? decades(x.least, x.most) : ticks(x.least, x.most, this.width / 110, x.whole)) {
      const px = Math.round(this.across(at)) + 0.5;
      c.moveTo(px, MARGIN.top), c.lineTo(px, bottom);
      c.fillText(text, Math.min(px, right - 10), bottom + 6);
    }
    c.textAlign = "right";
    c.textBaseline = "middle";
    for (const { at, text } of ticks(y.least, y.most, 5)) {
      const py = Math.round(this.down(at)) + 0.5;
      c.moveTo(MARGIN.left, py), c.lineTo(right, py);
      c.fillText(text, MARGIN.left - 6, py);
    }
    c.stroke();
    c.fillStyle = this.colour("text");
    c.textAlign = "center";
    c.textBaseline = "bottom";
    c.fillText(x.label, (MARGIN.left + right) / 2, this.height - 2);
    c.save();
    c.translate(12, (MARGIN.top + bottom) / 2);
    c.rotate(-Math.PI / 2);
    c.textBaseline = "middle";
    c.fillText(y.label, 0, 0);
    c.restore();
  }

  curve({ x, low, high, mid }, colour) {
    const c = this.context;
    c.strokeStyle = c.fillStyle = colour;
    c.lineJoin = "round";
    if (low) this.band(x, low, high, Boolean(mid));
    if (!mid) return;
    c.lineWidth = 1.5;
    c.beginPath();
    let drawing = false;
    for (let i = 0; i < x.length; i++) {
      if (!drawn(mid[i])) {
        drawing = false;
        continue;
      }
      const px = this.across(x[i]), py = this.down(mid[i]);
      if (drawing) c.lineTo(px, py);
      else c.moveTo(px, py);
      drawing = true;
    }
    c.stroke();
    if (x.length > 100) return;
    for (let i = 0; i < x.length; i++) {
      if (!drawn(mid[i])) continue;
      c.beginPath();
      c.arc(this.across(x[i]), this.down(mid[i]), DOT, 0, 2 * Math.PI);
      c.fill();
    }
  }

  /* Fills the range from low to high: pale if a middle line is drawn over it, else as the curve itself, at least as
   * wide as a line. It is one area, so that no pixel is painted twice; columns without a number interrupt it. */
  band(x, low, high, pale) {
    const c = this.context;
    c.globalAlpha = pale ? 0.3 : 1;
    c.lineWidth = 1;
    for (let from = 0; from < x.length; ) {
      let to = from;
      while (to < x.length && low[to] <= high[to]) to++;
      c.beginPath();
      for (let i = from; i < to; i++) c.lineTo(this.across(x[i]), this.down(high[i]));
      for (let i = to - 1; i >= from; i--) c.lineTo(this.across(x[i]), this.down(low[i]));
      c.closePath();
      c.fill();
      if (!pale) c.stroke();
      from = Math.max(to, from + 1);
    }
    c.globalAlpha = 1;
  }

  legend() {
    const { curves } = this.picture, c = this.context;
    if (curves.length < 2) return;
    c.textAlign = "right";
    c.textBaseline = "top";
    curves.forEach(({ name }, i) => {
      c.fillStyle = this.colour(i === 0 ? "first" : "second");
      c.fillText(`${i === 0 ? "●" : "■"} ${name}`, this.width - MARGIN.right - 90 * (1 - i), 2);
    });
  }

  hair() {
    const c = this.context, px = this.across(this.picture.curves[0].x[this.cursor]);
    c.strokeStyle = this.colour("text");
    c.lineWidth = 1;
    c.beginPath();
    c.moveTo(px, MARGIN.top), c.lineTo(px, this.height - MARGIN.bottom);
    c.stroke();
  }

  /* Moves the cursor to point i of the first curve; -1 hides it. */
  put(i) {
    if (!this.picture || i === this.cursor) return;
    this.cursor = i;
    this.draw();
    this.read(i < 0 ? "" : this.picture.words(i));
  }

  point(px) {
    if (!this.picture || this.picture.curves.length === 0) return;
    const { x } = this.picture.curves[0];
    let below = 0, above = x.length - 1; // the x of a curve ascend
    while (above - below > 1) {
      const middle = (below + above) >> 1;
      if (this.across(x[middle]) < px) below = middle;
      else above = middle;
    }
    this.put(Math.abs(this.across(x[below]) - px) < Math.abs(this.across(x[above]) - px) ? below : above);
  }

  key(event) {
    const last = (this.picture?.curves[0]?.x.length ?? 0) - 1;
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -50, PageDown: 50 }[event.key];
    const to = by ? this.cursor + by : { Home: 0, End: last }[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    this.put(Math.min(Math.max(to, 0), last));
  }
}

/* Minus infinity is zero in dB: it is drawn at the bottom. */
const drawn = (v) => v < Infinity;

/* Returns about `about` round numbers between least and most; only integers if `whole`. */
function ticks(least, most, about, whole = false) {
  const raw = (most - least) / Math.max(about, 1), unit = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(unit * [1, 2, 5, 10].find((m) => m * unit >= raw * 0.999), whole ? 1 : 0);
  const list = [];
  for (let i = Math.ceil(least / step - 1e-9); i * step <= most + step * 1e-9; i++) list.push({ at: i * step, text: short(i * step) });
  return list;
}

/* Returns 1, 2, 5, 10, ... between least and most, or only powers of ten if that is many. */
function decades(least, most) {
  const list = [];
  const sparse = most / least > 1e3;
  for (let power = Math.floor(Math.log10(least)); power <= Math.log10(most); power++)
    for (const m of sparse ? [1] : [1, 2, 5]) {
      const at = m * 10 ** power;
      if (at >= least * 0.999 && at <= most * 1.001) list.push({ at, text: short(at) });
    }
  return list;
}

/* Formats a number with few digits, without 0.30000000000000004. */
function short(v, digits = 6) {
  const few = Number(v.toPrecision(digits)), size = Math.abs(few);
  const text = size >= 1e6 || (size > 0 && size < 1e-3) ? few.toExponential().replace("e+", "e") : String(few);
  return text.replaceAll("-", "−");
}
