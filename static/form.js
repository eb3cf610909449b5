// Small help for long forms: asks before changes are lost, and saves by the keyboard.
"use strict";

(() => {
  const form = document.querySelector("form[data-guard]");
  if (!form) return;
  const saved = document.querySelector("[data-saved]");
  let changed = false;

  document.addEventListener("input", (event) => {
    if (!event.target.closest("form[data-guard]")) return;
    changed = true;
    if (saved) saved.textContent = "Changes are not saved yet";
  });

  const leave = () => { changed = false; };
  form.addEventListener("submit", leave);
  form.addEventListener("leaving", leave);

  addEventListener("beforeunload", (event) => {
    if (changed) event.preventDefault();
  });

  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      form.requestSubmit();
    }
  });

  const summary = document.querySelector(".summary[tabindex]");
  if (summary) summary.focus();
})();
