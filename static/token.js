// Copies a new token. Without this script it can be selected and copied by hand.
"use strict";

(() => {
  for (const button of document.querySelectorAll("[data-copy]")) {
    const field = document.getElementById(button.dataset.copy);
    const said = document.querySelector("[data-copy-said]");
    field.addEventListener("focus", () => field.select());
    if (!navigator.clipboard) continue; // only pages that were fetched safely may
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(field.value);
        said.textContent = "Copied.";
      } catch {
        field.select();
        said.textContent = "The browser blocks copying. The token is selected: copy it by hand.";
      }
    });
  }
})();
