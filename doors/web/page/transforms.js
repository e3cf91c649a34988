/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the first half of the page: an input, the options, and the result. This code never loops over a signal. */

let input = null; // null, {id, file} or {id, text}
let inputs = 0;
let shown = null; // the worker's result for it

const plots = {
  input: new Plot($("input-plot"), (words) => ($("reading").textContent = words)),
  output: new Plot($("output-plot"), (words) => ($("reading").textContent = words)),
};

function take(what) {
  input = { id: ++inputs, ...what };
  return transform();
}

async function transform() {
  if (!input) return;
  showError(null);
  $("done").textContent = "";
  const options = Object.fromEntries(["kind", "level", "precision", "norm"].map((id) => [id, $(id).value]));
  try {
    const request = { ...input, ...options, length: $("length").value.trim() };
    shown = { request, ...(await ask("transform", request)) };
    showResult();
  } catch (error) {
    if (!(error instanceof Cancelled)) $("result").hidden = true;
    showError(error);
  }
}

function showResult() {
  $("result").hidden = false;
  $("name").textContent = shown.name;
  $("done").textContent = `${shown.name}: done`;
  $("facts").replaceChildren(...shown.facts.map(([label, value]) => row("th", label, "td", value, label === "sha256" ? "hash" : "")));
  $("command").textContent = shown.command;
  const saved = shown.request.text || shown.request.recorded;
  $("save-input").hidden = !saved;
  $("save-input").textContent = `Save ${shown.name}`;
  $("command-hint").textContent = `This command prints the sha256 above${saved ? ` if you first save ${shown.name} here` : ""}; ` +
    "with -o it also writes the result to a file, and stet bits prints the same sha256 for that file.";
  const channels = shown.pictures.map((_, i) => new Option(String(i + 1), String(i)));
  $("channel").replaceChildren(...channels);
  $("channel-label").hidden = channels.length < 2;
  $("values-head").replaceChildren(cells("th", shown.values.head));
  $("values-body").replaceChildren(...shown.values.rows.map((words) => cells("td", words)));
  showPictures();
}

function row(first, label, second, value, name) {
  const line = document.createElement("tr"), head = document.createElement(first), cell = document.createElement(second);
  head.scope = "row";
  head.textContent = label;
  cell.textContent = value;
  cell.className = name;
  cell.id = `fact-${label}`;
  line.append(head, cell);
  return line;
}

function cells(kind, words) {
  const line = document.createElement("tr");
  line.append(...words.map((word) => {
    const cell = document.createElement(kind);
    cell.textContent = word;
    return cell;
  }));
  return line;
}

for (const id of ["kind", "level", "precision", "norm", "length"]) $(id).onchange = transform;
$("channel").onchange = $("scale").onchange = () => shown && showPictures();
$("file").onchange = () => {
  const [file] = $("file").files;
  $("file").value = ""; // allows choosing the same file again
  if (file) take({ file });
};
$("typed").onsubmit = (event) => {
  event.preventDefault();
  take({ text: $("numbers").value });
};
$("numbers").onkeydown = (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("typed").requestSubmit();
};

/* ---- Saving and copying ---- */

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function saveFromWorker(what, name) {
  try {
    download(await ask("save", { ...shown.request, what }), name);
  } catch (error) {
    showError(error);
  }
}

$("save-output").onclick = () => saveFromWorker("output", `${shown.name.replace(/\.(wav|npy)$/i, "")}-${shown.request.kind}.npy`);
$("save-input").onclick = () => (shown.request.file ? download(shown.request.file, shown.name) : saveFromWorker("input", shown.name));

document.addEventListener("click", async ({ target }) => {
  const from = target.dataset?.copy;
  if (!from) return;
  try {
    await navigator.clipboard.writeText($(from).textContent);
    target.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren($(from)); // the keyboard can copy the selection
    target.textContent = "Selected";
  }
  setTimeout(() => (target.textContent = "Copy"), 2000);
});
