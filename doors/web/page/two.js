/* SPDX-License-Identifier: Apache-2.0 */
/* The second half of the page: two files, and the results of compare and verify. */

const two = { a: null, b: null };

function takeTwo(a, b) {
  two.a = a ?? two.a;
  two.b = b ?? two.b;
  $("name-a").textContent = two.a?.name ?? "no file yet: the input, or A";
  $("name-b").textContent = two.b?.name ?? "no file yet: the spectrum, or B";
  $("swap").disabled = !(two.a && two.b);
  return answer();
}

async function answer() {
  if (!two.a || !two.b) return;
  showError(null);
  $("answers").hidden = true;
  $("verify-word").textContent = $("verify-text").textContent = $("verify-command").textContent = "";
  try {
    const options = verifyOptions();
    const { verify } = await ask("answer", { a: two.a, b: two.b, options }, (compare) => {
      showAnswer("compare", compare, ["the same bits", "different", "cannot be compared"]);
      $("verify-word").textContent = "working";
      $("answers").hidden = false;
    });
    showAnswer("verify", verify, ["passed", "not passed", "cannot be verified"]);
  } catch (error) {
    if ($("verify-word").textContent === "working") $("verify-word").textContent = "cancelled";
    showError(error);
  }
}

function verifyOptions() {
  const axes = $("verify-axes").value.trim();
  if (axes !== "" && axes !== "all" && !/^-?\d+(\s*,\s*-?\d+)*$/.test(axes))
    throw new Error(`axes: "${axes}" is not a list of axes; write numbers such as 0,1, or all, or nothing for the last one`);
  return {
    norm: $("verify-norm").value,
    inverse: $("verify-inverse").checked,
    ...($("verify-kind").value ? { kind: $("verify-kind").value } : {}),
    ...(axes ? { axes: axes === "all" ? axes : axes.split(",").map(Number) } : {}),
  };
}

function showAnswer(which, { text, status, command }, words) {
  $(`${which}-word`).textContent = words[status];
  $(`${which}-text`).textContent = text;
  $(`${which}-command`).textContent = command;
}

for (const id of ["verify-kind", "verify-norm", "verify-axes", "verify-inverse"]) $(id).onchange = answer;
for (const side of ["a", "b"])
  $(`file-${side}`).onchange = () => {
    const [file] = $(`file-${side}`).files;
    $(`file-${side}`).value = "";
    if (file) takeTwo(side === "a" ? file : null, side === "b" ? file : null);
  };
$("swap").onclick = () => takeTwo(two.b, two.a);
