// The form saves each field as it is typed: htmx sends it, this adds what the field held before, and keeps
// what could not be sent. On pages without such fields it asks before changes are lost.
"use strict";

(() => {
  const guarded = "form[data-guard]";
  const again = 5000; // milliseconds until what could not be sent is sent again
  const saved = new Map(); // by path: the value that is known to be kept
  const loaded = new Map(); // by path: the value that the page came with
  const unsent = new Set(); // fields that hold something else
  const savedAt = new Map(); // by path: when the server said that it is kept
  let changed = false; // in a form that is saved by its button alone
  let leaving = false;
  let left = false; // the next page is on its way, and may have been written before what is saved now

  const fields = () => document.querySelectorAll("[data-field]");
  const fieldOf = (path) => [...fields()].find((field) => field.dataset.field === path);
  const valueOf = (field) => (field.type === "checkbox" ? (field.checked ? "true" : "") : field.value);
  const put = (field, value) => {
    if (field.type === "checkbox") field.checked = value === "true"; else field.value = value;
  };
  const stateOf = (field) => document.getElementById(`${field.id}-state`);
  const pathOf = (field) => field.dataset.field;

  const drawnWith = (field) => {
    if (field.type === "checkbox") return field.defaultChecked ? "true" : "";
    if (field.type !== "select-one") return field.defaultValue;
    return ([...field.options].find((option) => option.defaultSelected) || field.options[0]).value;
  };

  const know = (field) => {
    if (saved.has(pathOf(field))) return;
    const was = document.getElementsByName(`was:${pathOf(field)}`)[0];
    saved.set(pathOf(field), was ? was.value : drawnWith(field)); // it may have been typed into before htmx knew it
    loaded.set(pathOf(field), drawnWith(field));
  };
  fields().forEach(know);

  // --- what is not kept by the server yet is kept by the browser, whatever ends the page ---

  const shelf = `green500 unsent ${location.pathname}`;
  const stated = (field, ...states) => states.includes(stateOf(field)?.dataset.state);
  const revisionOf = (field) => field.dataset.revision || (field.form || document.querySelector(guarded)).elements.namedItem("revision").value;
  const wanted = (field) => ({ value: valueOf(field), was: saved.get(pathOf(field)), revision: revisionOf(field) });

  const onShelf = () => {
    try { return JSON.parse(localStorage.getItem(shelf)) || {}; } catch { return {}; } // nothing is kept
  };

  const remember = () => {
    // what has no place any more would come back in the place of something else
    const kept = left ? Object.entries(onShelf()) : [];
    for (const field of unsent) if (!stated(field, "homeless")) kept.push([pathOf(field), wanted(field)]);
    try {
      if (kept.length > 0) localStorage.setItem(shelf, JSON.stringify(Object.fromEntries(kept)));
      else localStorage.removeItem(shelf);
    } catch { /* a browser that keeps nothing: the page asks before it is left */ }
  };

  const recall = () => {
    for (const [path, { value, was, revision }] of Object.entries(onShelf())) {
      const field = fieldOf(path);
      if (!field || valueOf(field) === value) continue;
      put(field, value);
      saved.set(path, was);
      field.dataset.revision = revision;
      unsent.add(field);
    }
    fields().forEach((field) => { if (stated(field, "conflict")) unsent.add(field); });
    remember();
  };
  recall();
  addEventListener("load", () => { for (const field of unsent) if (!stated(field, "conflict")) htmx.trigger(field, "again"); });

  addEventListener("pagehide", () => {
    for (const field of unsent) {
      if (leaving || stated(field, "conflict", "homeless")) continue;
      navigator.sendBeacon(field.getAttribute("hx-post"), new URLSearchParams({ path: pathOf(field), ...wanted(field) }));
    }
  });

  // --- one field on its way ---

  // when a request began, and what the fields held then
  document.addEventListener("htmx:configRequest", (event) => {
    Object.assign(event.detail, { began: performance.now(), held: new Map([...fields()].map((field) => [pathOf(field), valueOf(field)])) });
  });

  document.addEventListener("htmx:configRequest", (event) => {
    const field = event.detail.elt;
    if (!field.matches("[data-field]")) {
      if (!field.closest(guarded) || event.detail.verb === "get") return;
      for (const one of unsent) one.dataset.posted = valueOf(one); // it goes with the form
      return;
    }
    know(field);
    if (!stated(field, "conflict") && valueOf(field) === saved.get(pathOf(field))) {
      unsent.delete(field);
      remember();
      event.preventDefault();
      return;
    }
    Object.assign(event.detail.parameters, { path: pathOf(field), ...wanted(field) });
    field.dataset.sent = valueOf(field);
  });

  // the answer says that the field is kept
  document.addEventListener("field-saved", (event) => {
    const field = fieldOf(event.detail.path);
    if (!field) return;
    const { path, value } = event.detail;
    saved.set(path, field.dataset.sent);
    savedAt.set(path, performance.now());
    if (valueOf(field) === field.dataset.sent) {
      unsent.delete(field);
      if (value !== undefined && document.activeElement !== field) {
        field.value = value; // 22,464 is shown as it is stored
        saved.set(path, value);
      }
    }
    remember();
  });

  // another field follows from one that was saved
  document.addEventListener("field-filled", (event) => {
    const { path, value } = event.detail, field = fieldOf(path);
    if (!field || unsent.has(field)) return;
    field.value = value;
    saved.set(path, value);
  });

  // --- a part of the form is drawn again: it shows what is kept, and what was typed meanwhile is put back ---

  const drawnAgain = (part, { began, held }) => {
    for (const field of part.querySelectorAll("[data-field]")) {
      const path = pathOf(field);
      if (unsent.has(field)) { // typed before htmx knew it
        htmx.trigger(field, "again");
        continue;
      }
      // it was drawn before that was saved, and did not come with it
      if (savedAt.get(path) > began && saved.get(path) !== held?.get(path) && valueOf(field) !== saved.get(path)) {
        put(field, saved.get(path));
        const was = document.getElementsByName(`was:${path}`)[0];
        if (was) was.value = saved.get(path);
      }
      const kept = valueOf(field);
      const old = [...unsent].find((one) => one !== field && !one.isConnected && pathOf(one) === path);
      if (old) unsent.delete(old);
      loaded.set(path, kept);
      if (!old || valueOf(old) === kept || old.dataset.posted === valueOf(old)) {
        const was = document.getElementsByName(`was:${path}`)[0];
        saved.set(path, was ? was.value : kept);
        continue;
      }
      if (old.dataset.posted !== undefined && !stated(field, "conflict")) saved.set(path, kept);
      put(field, valueOf(old));
      unsent.add(field);
      htmx.trigger(field, "again");
    }
    remember();
  };
  const asked = new WeakMap(); // by what htmx drew: how the page asked for it. Other parts may be drawn before it is loaded
  document.addEventListener("htmx:afterSwap", (event) => { asked.set(event.target, event.detail.requestConfig); });
  document.addEventListener("htmx:load", ({ detail: { elt } }) => { if (elt !== document.body) drawnAgain(elt, asked.get(elt) ?? {}); });
  document.addEventListener("drawn", (event) => drawnAgain(event.target, event.detail));

  // What follows a change is drawn only if it says something else, and not while somebody is in it: it follows when they leave.
  let passedOver = null;
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (target.innerHTML === fragment.innerHTML) event.detail.shouldSwap = false;
    for (const typed of target.querySelectorAll("input[type=text]:not([data-field]), textarea:not([data-field])")) {
      const again = [...fragment.querySelectorAll("input, textarea")].find((one) => one.name === typed.name);
      if (again) again.value = typed.value;
    }
    if (!target.contains(document.activeElement)) return;
    event.detail.shouldSwap = false;
    passedOver = target;
  });
  document.addEventListener("focusout", (event) => {
    if (!passedOver || !passedOver.contains(event.target) || passedOver.contains(event.relatedTarget)) return;
    passedOver = null;
    htmx.trigger("#progress", "follow");
  });

  // --- the column with the verdict is drawn again: not while somebody is in it, and as it was unfolded ---

  const calm = (field, error) => {
    error?.remove();
    field.closest(".field")?.classList.remove("field-wrong");
    if (!stated(field, "wrong", "lost", "conflict", "homeless")) field.removeAttribute("aria-invalid");
  };

  let unfolded = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    const column = event.detail.target;
    if (column.id !== "verdict" && column.id !== "progress") return;
    if (column.contains(document.activeElement)) event.detail.shouldSwap = false;
    unfolded = [...column.querySelectorAll("details")].map((details) => details.open);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    const { id } = event.detail.target;
    if (id !== "verdict" && id !== "progress") return;
    const wrong = document.getElementById(id).dataset.wrong?.split(" ");
    for (const field of wrong ? fields() : []) { // correcting one field may be what another wanted
      const error = document.getElementById(`${field.id}-error`);
      if (error && !wrong.includes(pathOf(field)) && !unsent.has(field)) calm(field, error);
    }
    document.getElementById(id).querySelectorAll("details").forEach((details, i) => { details.open = unfolded[i] || details.open; });
  });

  document.addEventListener("htmx:afterSwap", () => {
    for (const field of fields()) {
      const state = stateOf(field).dataset.state;
      if (field.dataset.state === state) continue;
      field.dataset.state = state;
      const wrong = ["wrong", "lost", "conflict", "homeless"].includes(state);
      if (!wrong && field.dataset.sent === undefined) continue;
      if (wrong) field.setAttribute("aria-invalid", "true");
      // what the page said of an older value is said no more
      calm(field, document.getElementById(`${field.id}-error`));
      field.closest(".field")?.classList.toggle("field-wrong", wrong);
    }
  });

  const tell = (field, words) => {
    const told = document.createElement("p");
    told.className = "field-error";
    told.setAttribute("role", "alert");
    told.textContent = words;
    stateOf(field).replaceChildren(told);
  };

  const later = new Set();
  const retry = () => {
    for (const field of later) htmx.trigger(field, "again");
    later.clear();
  };
  for (const lost of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(lost, (event) => {
      const field = event.detail.elt;
      if (!field.matches("[data-field]")) return;
      tell(field, "✕ Not saved: no connection. Your value is kept here and will be sent again.");
      later.add(field);
      setTimeout(retry, again);
    });
  }
  addEventListener("online", retry);

  const refused = { 401: "you are signed out. Sign in in another window, then change the field again.", 404: "the submission no longer exists.", 409: "the submission can no longer be changed.", 413: "the value is too long. Put the text into a file and attach the file.", 422: "the form is out of date. Copy what you typed and reload the page." };
  document.addEventListener("htmx:responseError", (event) => {
    const field = event.detail.elt;
    if (!field.matches("[data-field]")) return;
    const status = event.detail.xhr.status;
    tell(field, `✕ Not saved: ${refused[status] || `the server answered ${status}. Your value will be sent again.`}`);
    if (refused[status]) return;
    later.add(field);
    setTimeout(retry, again);
  });

  // --- the form as a whole ---

  document.addEventListener("input", (event) => {
    const field = event.target;
    if (field.matches("[data-field]")) {
      know(field);
      const kept = valueOf(field) === saved.get(pathOf(field)) && stateOf(field).dataset.state !== "conflict";
      if (kept) unsent.delete(field); // typed again as it was, which nothing sends
      else unsent.add(field);
      remember();
    } else if (field.closest(guarded) && !field.closest("[data-uploads]")) {
      changed = true; // what is uploaded is kept at once
      field.removeAttribute("aria-invalid");
      document.getElementById(`${field.id}-error`)?.remove();
    }
  });

  // what was saved since the page came is no change of somebody else
  document.addEventListener("formdata", (event) => {
    for (const [path, value] of saved) {
      if (value !== loaded.get(path) && !event.formData.has(`was:${path}`)) event.formData.set(`was:${path}`, value);
    }
  });

  // forms come and go as uploads answer, so the document listens for all of them
  for (const end of ["submit", "leaving"]) {
    document.addEventListener(end, () => { leaving = true; });
  }
  document.addEventListener("submit", (event) => {
    const [action, path] = ((event.submitter && event.submitter.value) || "").split(/:(.*)/);
    if (action !== "take" || !fieldOf(path)) return;
    unsent.delete(fieldOf(path)); // it is given up
    remember();
  });
  addEventListener("pageshow", () => { leaving = left = false; });

  addEventListener("beforeunload", (event) => {
    left = true;
    setTimeout(() => { left = false; remember(); }, again); // if they stay
    if (!leaving && (changed || unsent.size > 0)) event.preventDefault();
  });

  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== "s") return;
    event.preventDefault();
    if (saved.size === 0) document.querySelector(guarded)?.requestSubmit();
    for (const field of unsent) htmx.trigger(field, "again");
  });

  const summary = document.querySelector(".summary[tabindex]");
  if (summary) summary.focus();
})();
