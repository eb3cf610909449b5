// Common reasons are put into the field without asking the server; without this the buttons do the same by a request.
"use strict";

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-phrase]");
  const field = button && button.form.elements.reason;
  if (!field) return;
  event.preventDefault();
  const typed = field.value.trimEnd();
  field.value = typed ? `${typed}\n${button.dataset.phrase}` : button.dataset.phrase;
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
