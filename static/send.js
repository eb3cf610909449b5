// Forms that start a submission: progress and a way to stop, and files, folders or a zip by drag and
// drop. Without it the same forms send the same fields.
"use strict";

(() => {
  const size = (n) => (n < 1e6 ? `${(n / 1e3).toFixed(1)} kB` : `${(n / 1e6).toFixed(1)} MB`);

  // --- one form ---

  const prepare = (form) => {
    const zone = form.querySelector("[data-drop]");
    const box = form.querySelector("[data-progress]");
    const bar = box.querySelector("progress");
    const words = box.querySelector("[data-progress-text]");
    const chosen = form.querySelector("[data-chosen]");
    const call = form.querySelector("[data-drop-call]");
    let extra = [];
    if (call) call.hidden = false;

    const list = () => {
      if (!chosen) return;
      const picked = [...form.querySelectorAll("input[type=file]")].flatMap((input) => [...input.files].map((file) => ({ file, path: file.webkitRelativePath || file.name })));
      chosen.replaceChildren(...[...picked, ...extra].map(({ file, path }) => {
        const item = document.createElement("li");
        item.append(path, Object.assign(document.createElement("span"), { className: "muted", textContent: size(file.size) }));
        return item;
      }));
    };

    if (zone) {
      zone.addEventListener("dragover", (event) => { event.preventDefault(); zone.classList.add("drop-over"); });
      zone.addEventListener("dragleave", (event) => { if (!zone.contains(event.relatedTarget)) zone.classList.remove("drop-over"); });
      zone.addEventListener("drop", async (event) => {
        event.preventDefault();
        zone.classList.remove("drop-over");
        extra = extra.concat(await droppedFiles(event.dataTransfer));
        list();
        if (!chosen) send(form.querySelector("button[value=upload]"));
      });
      zone.addEventListener("change", list);
    }

    const say = (text) => { words.textContent = text; };

    // an answer that does not say where to go is the same page with its errors: show its main part
    const answered = (request) => {
      const next = request.getResponseHeader("Location");
      if (next) {
        location.assign(next);
        return;
      }
      const page = new DOMParser().parseFromString(request.responseText, "text/html");
      const main = page.querySelector("main");
      if (!main) { say(`The server answered ${request.status}; nothing was saved.`); return; }
      document.querySelector("main").replaceWith(document.adoptNode(main));
      document.querySelectorAll("form[data-upload]").forEach(prepare);
      (document.querySelector(".summary") || document.querySelector("main")).scrollIntoView();
    };

    const send = (button) => {
      const request = new XMLHttpRequest();
      const data = new FormData(form, button);
      extra.forEach(({ file, path }) => data.append(path.includes("/") ? "folder" : "files", file, path));
      box.hidden = false;
      bar.value = 0;
      say("Starting");
      form.dispatchEvent(new CustomEvent("leaving", { bubbles: true }));
      const began = Date.now();
      request.upload.addEventListener("progress", ({ loaded, total }) => {
        const left = Math.round(((Date.now() - began) / 1000) * (total / loaded - 1));
        bar.value = (loaded / total) * 100;
        say(loaded < total ? `${size(loaded)} of ${size(total)}, about ${left} s left` : "Reading the upload");
      });
      request.addEventListener("load", () => answered(request));
      request.addEventListener("error", () => say("The connection was lost; nothing was saved. Try again."));
      request.addEventListener("abort", () => say("Stopped; nothing was saved."));
      box.querySelector("[data-cancel]").onclick = () => request.abort();
      request.open("POST", form.getAttribute("action")); // a field named action hides form.action
      request.setRequestHeader("X-Requested-With", "XMLHttpRequest");
      request.send(data);
    };

    const files = () => extra.length > 0 || [...form.querySelectorAll("input[type=file]")].some((input) => input.files.length > 0);

    form.addEventListener("submit", (event) => {
      if (!files() || (event.submitter && event.submitter.value === "empty")) return;
      event.preventDefault();
      send(event.submitter);
    });
  };

  document.querySelectorAll("form[data-upload]").forEach(prepare);
})();
