/* SPDX-License-Identifier: Apache-2.0 */
/* The page as a whole: accepts dropped files and shows the library's version. It is the last script. */

/* A drop of one file anywhere transforms it; a drop of two compares them. */

addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return; // text may be dropped into fields
  event.preventDefault();
  for (const box of document.querySelectorAll(".drop")) box.classList.toggle("over", box.contains(event.target));
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) for (const box of document.querySelectorAll(".drop")) box.classList.remove("over");
});
addEventListener("drop", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  for (const box of document.querySelectorAll(".drop")) box.classList.remove("over");
  const files = [...event.dataTransfer.files];
  if (files.length > 2) showError(new Error(`${files.length} files were dropped; drop one to transform it, or two to compare them`));
  else if (files.length === 2) takeTwo(...files);
  else if ($("drop-two").contains(event.target)) takeTwo(two.a ? null : files[0], two.a ? files[0] : null);
  else take({ file: files[0] });
});

ready(); // the worker loads the library meanwhile
