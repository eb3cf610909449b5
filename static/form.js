// Small help for long forms: asks before changes are lost, and saves by the keyboard.
"use strict";

(() => {
  const guarded = "form[data-guard]";
  let changed = false;

  document.addEventListener("input", (event) => {
    if (!event.target.closest(guarded)) return;
    changed = true;
    const saved = document.querySelector("[data-saved]");
    if (saved) saved.textContent = "Changes are not saved yet";
  });

  // forms come and go as uploads answer, so the document listens for all of them
  for (const leaving of ["submit", "leaving"]) {
    document.addEventListener(leaving, () => { changed = false; });
  }

  addEventListener("beforeunload", (event) => {
    if (changed) event.preventDefault();
  });

  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      document.querySelector(guarded).requestSubmit();
    }
  });

  const summary = document.querySelector(".summary[tabindex]");
  if (summary) summary.focus();
})();
