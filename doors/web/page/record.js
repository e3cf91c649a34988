/* SPDX-License-Identifier: Apache-2.0 */
/* Records a WAV of 32-bit floats, the numbers that the browser delivers. recorder.js collects them. */

let recorder = null;

async function startRecording() {
  if (!navigator.mediaDevices) throw new Error("the page cannot use a microphone: open it by https:, from localhost or as a local file");
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  });
  const context = new AudioContext();
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    context.close();
  };
  try {
    /* A data: URL, because a page that was opened from a disk may not load a blob here. */
    await context.audioWorklet.addModule(`data:text/javascript,${encodeURIComponent($("recorder").textContent)}`);
  } catch (error) {
    stop();
    throw error;
  }
  const node = new AudioWorkletNode(context, "recorder", { numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit" });
  recorder = { rate: context.sampleRate, count: 0, blobs: [], pieces: [], node, stop };
  node.port.onmessage = ({ data }) => (data ? heard(data) : stopped());
  stream.getTracks()[0].onended = stopRecording; // the microphone was removed
  context.createMediaStreamSource(stream).connect(node);
  context.resume(); // some browsers start suspended
}

/* Takes a tenth of a second of sound. It packs pieces into a blob from time to time, so that the end need not copy all
 * of them. */
function heard(piece) {
  recorder.count += piece.length;
  recorder.pieces.push(piece);
  if (recorder.pieces.length === 50) {
    recorder.blobs.push(new Blob(recorder.pieces));
    recorder.pieces = [];
  }
  let peak = 0;
  for (const x of piece) peak = Math.max(peak, Math.abs(x));
  const whole = Math.floor(recorder.count / recorder.rate);
  $("elapsed").textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  $("loudness").value = peak > 0 ? 20 * Math.log10(peak) : -60;
  $("decibels").textContent = loudness(peak);
}

function stopRecording() {
  if (!recorder || recorder.ending) return;
  recorder.ending = true;
  recorder.node.port.postMessage("stop");
}

function stopped() {
  const { count, rate, blobs, pieces, stop } = recorder;
  recorder = null;
  stop();
  showRecording(false);
  if (count === 0) showError(new Error("recording: no sound was recorded; record a little longer"));
  else take({ recorded: true, file: new File([wavHeader(count, rate), ...blobs, ...pieces], "recording.wav") });
}

function wavHeader(count, rate) {
  const header = new DataView(new ArrayBuffer(56));
  const text = (at, word) => [...word].forEach((c, i) => header.setUint8(at + i, c.charCodeAt(0)));
  const bytes = 4 * count;
  text(0, "RIFF"), header.setUint32(4, 48 + bytes, true), text(8, "WAVE");
  text(12, "fmt "), header.setUint32(16, 16, true), header.setUint16(20, 3, true), header.setUint16(22, 1, true);
  header.setUint32(24, rate, true), header.setUint32(28, 4 * rate, true), header.setUint16(32, 4, true), header.setUint16(34, 32, true);
  text(36, "fact"), header.setUint32(40, 4, true), header.setUint32(44, count, true);
  text(48, "data"), header.setUint32(52, bytes, true);
  return header;
}

function showRecording(on) {
  $("elapsed").textContent = "0:00";
  $("decibels").textContent = "waiting for sound";
  $("loudness").value = -60;
  $("record").textContent = on ? "Stop" : "Record";
  $("record").setAttribute("aria-pressed", String(on));
  $("recording").hidden = !on;
}

$("record").onclick = async () => {
  if (recorder) return stopRecording();
  showError(null);
  $("record").disabled = true;
  try {
    await startRecording();
    showRecording(true);
  } catch (error) {
    const why = { NotAllowedError: "the browser was not allowed to use the microphone: allow it, and press Record again",
      NotFoundError: "no microphone was found: connect one, and press Record again",
      NotReadableError: "another program uses the microphone: close it, and press Record again" }[error.name];
    showError(new Error(`recording: ${why ?? error.message}`));
  }
  $("record").disabled = false;
};
