/* SPDX-License-Identifier: Apache-2.0 */
/* The page itself: where files may be dropped, and the library's version. It comes last. */

/* One file is transformed, two are compared, wherever they fall. */

addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return; // text may go where it can
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

ready(); // the worker loads the library while the page is read
