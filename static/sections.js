// Marks in the navigation of the form which section is being read.
"use strict";

(() => {
  const links = new Map();
  for (const link of document.querySelectorAll("[data-section]")) links.set(link.dataset.section, link);
  const parts = [...document.querySelectorAll("[data-form-section]")];
  if (!links.size || !parts.length) return;

  const line = 120; // pixels below the top: what lies there is being read
  let waiting = false;

  const mark = () => {
    waiting = false;
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const above = parts.filter((part) => part.getBoundingClientRect().top <= line);
    const current = atEnd ? parts.at(-1) : above.at(-1) || parts[0];
    for (const [id, link] of links) {
      if (id === current.id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };

  const later = () => {
    if (!waiting) requestAnimationFrame(mark);
    waiting = true;
  };
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later, { passive: true });
  mark();
})();
