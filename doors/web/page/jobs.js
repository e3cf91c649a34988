/* SPDX-License-Identifier: Apache-2.0 */
/* Implements the page's side of the worker: one job at a time, with progress. Cancelling ends the worker; the next job starts
 * another. */

const $ = (id) => document.getElementById(id);

class Cancelled extends Error {}

const workerUrl = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
let worker = null;
let running = null; // null or {job, resolve, reject, onPart}
let jobs = 0;

function ready() {
  if (worker) return worker;
  worker = new Worker(workerUrl);
  worker.onmessage = ({ data }) => {
    if (data.library) $("version").textContent = data.library;
    if (data.failed) {
      $("version").textContent = "The library could not be loaded.";
      if (!running) showError(new Error(data.failed));
    }
    if (!running || data.job !== running.job) return;
    if (data.progress) showProgress(data.progress);
    else if (data.part) running.onPart?.(data.part);
    else if ("error" in data) {
      if (data.broken) end();
      finish().reject(new Error(data.error));
    }
    else finish().resolve(data.result);
  };
  worker.onerror = (event) => {
    end();
    const error = new Error(`the page's worker failed: ${event.message ?? "it did not start"}; load the page again`);
    if (running) finish().reject(error);
    else showError(error);
  };
  return worker;
}

function end() {
  worker.terminate();
  worker = null;
}

/* Starts a job and cancels the running one. */
function ask(name, data, onPart) {
  cancel();
  return new Promise((resolve, reject) => {
    running = { job: ++jobs, resolve, reject, onPart, timer: setTimeout(() => ($("work").hidden = false), 150) };
    showProgress({ phase: "Starting", done: 0, all: 0 });
    ready().postMessage({ job: running.job, name, ...data });
  });
}

function finish() {
  const job = running;
  running = null;
  clearTimeout(job.timer);
  $("work").hidden = true;
  return job;
}

function cancel() {
  if (!running) return false;
  end();
  finish().reject(new Cancelled());
  return true;
}

function showProgress({ phase, done, all }) {
  $("phase").textContent = all > 1 ? `${phase}: ${done} of ${all}` : phase;
  if (all > 1) $("progress").value = done / all;
  else $("progress").removeAttribute("value");
}

function showError(error) {
  if (error instanceof Cancelled) return;
  $("error").textContent = error?.message ?? "";
  $("error").hidden = !error;
}

$("cancel").onclick = () => {
  cancel();
  $("file").focus();
};
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && cancel()) event.preventDefault();
});
