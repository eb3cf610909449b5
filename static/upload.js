// Uploads that go on where they broke (tus 1.0): several at a time, each with its bytes, rate and time
// left, to be paused and cancelled. What a browser forgets the server still knows. Without it the form
// beside the panel sends the same files.
"use strict";

(() => {
  const atOnce = 3;
  const summaryEvery = 5000; // ms: a screen reader is not talked over
  const rateOver = 5000; // ms
  const lookEvery = 700; // ms
  const part = 64 * 1024 * 1024; // bytes that are acknowledged at a time at least
  const retries = [0, 500, 1000, 2000, 3000, 5000, 5000, 10000, 10000, 20000, 30000, 30000, 60000, 60000];
  const documents = ["submission.yaml", "submission.yml", "submission.json"];

  const size = (n) => (n < 1e6 ? `${(n / 1e3).toFixed(1)} kB` : n < 1e9 ? `${(n / 1e6).toFixed(1)} MB` : `${(n / 1e9).toFixed(2)} GB`);
  const percent = (done, all) => (all > 0 ? Math.floor((done / all) * 100) : 0);
  const span = (s) => (s < 90 ? `${Math.ceil(s)} s` : s < 5400 ? `${Math.ceil(s / 60)} min` : `${(s / 3600).toFixed(1)} h`);
  const base = (path) => path.slice(path.lastIndexOf("/") + 1);
  const numberOf = (url) => (url ? base(new URL(url, location.href).pathname) : "");

  // A document names its files from where it stands: what is above it, or above all of them, is taken off.
  const named = (files) => {
    const main = files.filter(({ path }) => documents.includes(base(path))).sort((a, b) => a.path.length - b.path.length)[0];
    let prefix = main ? main.path.slice(0, -base(main.path).length) : `${files[0].path.split("/")[0]}/`;
    if (!main && files.some(({ path }) => !path.startsWith(prefix))) prefix = "";
    const bare = files.map(({ file, path }) => ({ file, path: path.startsWith(prefix) ? path.slice(prefix.length) : path }));
    return bare.sort((a, b) => Number(documents.includes(b.path)) - Number(documents.includes(a.path)));
  };

  // What the server said about why something failed, or what is most likely.
  const reason = (error) => {
    const answer = error.originalResponse;
    if (!answer || answer.getStatus() === 0) return "The connection was lost; the received part is kept.";
    try {
      const said = JSON.parse(answer.getBody());
      if (said.detail) return said.detail;
      if (said.status) return `The server answered ${said.title || said.status}.`;
    } catch { /* it was no problem as programs read it */ }
    return `The server answered ${answer.getStatus()}.`;
  };

  const retried = (error) => {
    const status = error.originalResponse ? error.originalResponse.getStatus() : 0;
    const begins = error.originalRequest && error.originalRequest.getMethod() === "POST";
    return status === 0 || status === 423 || status === 460 || status >= 500 || (status === 409 && !begins);
  };

  // What was begun is written down at once, so that a browser that is killed finds it again: what is put into
  // localStorage stays in memory for seconds. A browser that keeps nothing starts again.
  const opened = () => new Promise((done, fail) => {
    const asked = indexedDB.open("green500", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("uploads");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
  const inStore = async (mode, act) => {
    try {
      const database = await opened();
      return await new Promise((done, fail) => {
        const change = database.transaction("uploads", mode, { durability: "strict" });
        const asked = act(change.objectStore("uploads"));
        change.oncomplete = () => { database.close(); done(asked.result); };
        change.onabort = () => { database.close(); fail(change.error); };
      });
    } catch { return undefined; }
  };
  const begun = {
    findAllUploads: async () => (await inStore("readonly", (held) => held.getAll())) || [],
    findUploadsByFingerprint: async (mark) => [await inStore("readonly", (held) => held.get(mark))].filter(Boolean),
    removeUpload: (mark) => inStore("readwrite", (held) => held.delete(mark)),
    addUpload: async (mark, upload) => {
      await inStore("readwrite", (held) => held.put({ ...upload, urlStorageKey: mark }, mark));
      return mark;
    },
  };

  const prepare = (panel) => {
    const entry = panel.dataset.uploads;
    const most = Number(panel.dataset.max);
    const list = panel.querySelector("[data-upload-list]");
    const template = panel.querySelector("[data-upload-template]");
    const summary = panel.querySelector("[data-upload-summary]");
    const total = panel.querySelector("[data-upload-total]");
    const items = [];
    let said = 0, later = 0;

    // --- the summary, announced no more often than it can be listened to ---

    const sentence = () => {
      if (items.length === 0) return "";
      const of = (...states) => items.filter((one) => states.includes(one.state)).length;
      const sent = items.reduce((sum, one) => sum + one.sent, 0), all = items.reduce((sum, one) => sum + one.file.size, 0);
      const told = [`${percent(sent, all)}% of ${size(all)} sent`, `${of("kept")} of ${items.length} kept`];
      if (of("refused", "stopped") > 0) told.push(`${of("refused", "stopped")} not kept`);
      if (of("paused") > 0) told.push(`${of("paused")} paused`);
      return `${told.join(", ")}.`;
    };

    const summarise = () => {
      total.textContent = items.length > 1 ? sentence() : "";
      if (later) return;
      const tell = () => { later = 0; said = Date.now(); if (summary.textContent !== sentence()) summary.textContent = sentence(); };
      later = setTimeout(tell, Math.max(0, said + summaryEvery - Date.now()));
    };

    // --- one file ---

    const show = (one, words) => {
      const find = (name) => one.line.querySelector(`[data-upload-${name}]`);
      one.line.className = `upload upload-${one.state}`;
      one.line.dataset.state = one.state;
      find("said").textContent = words;
      find("sign").textContent = { kept: "✓", refused: "✕", stopped: "✕" }[one.state] || "";
      find("pause").hidden = one.state !== "sending";
      find("continue").hidden = !["paused", "stopped"].includes(one.state);
      find("cancel").hidden = ["kept", "refused"].includes(one.state);
      find("receipt").hidden = !one.receipt;
      if (one.receipt) { find("receipt").href = one.receipt; find("receipt").download = ""; }
      const bar = one.line.querySelector("progress");
      bar.hidden = ["kept", "refused"].includes(one.state);
      bar.value = one.state === "reading" ? one.read : percent(one.sent, one.file.size);
      summarise();
    };

    const draw = (file, path) => {
      const line = template.content.cloneNode(true).querySelector("li");
      line.querySelector("[data-upload-name]").textContent = path;
      line.querySelector("progress").setAttribute("aria-label", path);
      line.querySelectorAll("[data-upload-of]").forEach((of) => { of.textContent = ` ${path}`; });
      list.prepend(line);
      const one = { file, path, line, state: "waiting", sent: 0, read: 0, marks: [] };
      const on = (name, act) => line.querySelector(`[data-upload-${name}]`).addEventListener("click", act);
      on("pause", () => pause(one));
      on("continue", () => { one.state = "waiting"; show(one, "Waiting"); pump(); });
      on("cancel", () => cancel(one));
      return one;
    };

    const travelling = (one, sent) => {
      if (one.state !== "sending") return;
      const now = Date.now();
      one.sent = sent;
      one.marks = one.marks.filter(([at]) => now - at < rateOver).concat([[now, sent]]);
      const [at, from] = one.marks[0];
      const rate = now > at ? ((sent - from) * 1000) / (now - at) : 0;
      const speed = rate > 0 ? `, ${(rate / 1e6).toFixed(1)} MB/s, about ${span((one.file.size - sent) / rate)} left` : "";
      show(one, `${percent(sent, one.file.size)}%, ${size(sent)} of ${size(one.file.size)}${speed}`);
    };

    // take puts a line in place of the one that the server drew of the same upload.
    const take = (one) => {
      const drawn = list.querySelector(`[data-upload="${numberOf(one.upload.url)}"]`);
      if (drawn && drawn !== one.line) drawn.remove();
      one.line.dataset.upload = numberOf(one.upload.url);
    };

    const stopped = (one, words) => { one.state = "stopped"; show(one, words); pump(); };

    const begin = async (one) => {
      one.state = "sending";
      one.marks = [];
      show(one, "Starting");
      if (!one.upload) {
        one.upload = new tus.Upload(one.file, {
          endpoint: `${location.origin}/uploads`, metadata: { filename: one.path, entry }, headers: { Accept: "application/json" },
          chunkSize: part, retryDelays: retries, urlStorage: begun, removeFingerprintOnSuccess: true,
          fingerprint: async () => ["green500", entry, one.path, one.file.size, one.file.lastModified].join("|"),
          // A user who was signed out gets no answer about the upload: it is not lost, and not started again.
          onAfterResponse: (_, answer) => {
            one.signedOut = answer.getStatus() === 401;
            if (one.signedOut) throw new Error("signed out");
          },
          onShouldRetry: (error) => {
            if (one.signedOut) return false;
            if (retried(error)) show(one, `${reason(error)} Trying again.`);
            return retried(error) && one.state === "sending";
          },
          onUploadUrlAvailable: () => take(one),
          onProgress: (sent) => travelling(one, sent),
          onError: (error) => stopped(one, one.signedOut ? "You are signed out. Sign in on another page, then resume; the received part is kept." : reason(error)),
          onSuccess: () => { one.sent = one.file.size; one.state = "reading"; show(one, "Arrived; waiting to be read."); follow(one); pump(); },
        });
        try {
          const before = await one.upload.findPreviousUploads();
          if (before.length > 0) one.upload.resumeFromPreviousUpload(before[0]);
        } catch { /* a browser that keeps nothing starts again */ }
        if (one.state !== "sending") return; // somebody was faster
      }
      one.upload.start();
    };

    const pause = (one) => {
      one.state = "paused";
      one.upload.abort();
      show(one, `Paused at ${percent(one.sent, one.file.size)}% of ${size(one.file.size)}; the received part is kept.`);
      pump();
    };

    const cancel = async (one) => {
      one.state = "cancelled";
      items.splice(items.indexOf(one), 1);
      one.line.remove();
      panel.querySelector("#upload-files").focus();
      summarise();
      pump();
      if (!one.upload) return;
      try { await one.upload.abort(true); } catch { /* it expires by itself */ }
    };

    const pump = () => {
      for (const one of items) {
        if (items.filter((other) => other.state === "sending").length >= atOnce) return;
        if (one.state === "waiting") begin(one);
      }
    };

    // --- what the server does with what arrived ---

    const ask = async (number) => {
      const answer = await fetch(`/uploads/${number}`, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.json();
    };

    const pauseFor = (ms) => new Promise((done) => { setTimeout(done, ms); });

    const follow = async (one) => {
      while (one.state === "reading") {
        try {
          const now = await ask(numberOf(one.upload.url));
          if (one.state !== "reading") return; // it was cancelled
          if (now.state === "arrived") {
            one.read = percent(now.read, now.to_read);
            show(one, now.to_read > 0 ? `Reading, ${one.read}% of ${size(one.file.size)}. ${now.message}` : `Arrived; waiting to be read. ${now.message}`);
          } else {
            one.state = now.state;
            one.receipt = now.receipt;
            show(one, now.state === "kept" ? `Kept, ${size(now.size)}. ${now.message}` : `Not kept. ${now.message}`);
            if (now.state === "kept") panel.dispatchEvent(new CustomEvent("uploaded", { bubbles: true, detail: now }));
            if (!items.some((other) => ["waiting", "sending", "reading"].includes(other.state))) renew();
          }
        } catch {
          show(one, "Arrived; the server does not answer at the moment.");
        }
        await pauseFor(lookEvery);
      }
    };

    // keepChoices carries over what was chosen and not sent yet.
    const keepChoices = (old, now) => {
      for (const choice of old.querySelectorAll("select[name]:not([data-field])")) {
        const same = [...now.querySelectorAll("select[name]")].find((one) => one.name === choice.name);
        const asDrawn = [...choice.options].find((option) => option.defaultSelected) || choice.options[0];
        if (same && asDrawn && choice.value !== asDrawn.value) same.value = choice.value;
      }
    };

    // renew draws again what the page says of files that have been kept.
    const renew = async () => {
      try {
        const began = performance.now();
        const answer = await fetch(location.href);
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        document.querySelectorAll("[data-after-upload]").forEach((old) => {
          const now = answer.ok && page.getElementById(old.id);
          if (!now) return;
          const held = old.contains(document.activeElement) && document.activeElement.id;
          keepChoices(old, now);
          old.replaceWith(document.adoptNode(now));
          globalThis.htmx?.process(now);
          now.dispatchEvent(new CustomEvent("drawn", { bubbles: true, detail: { began } }));
          if (held) document.getElementById(held)?.focus({ preventScroll: true });
        });
      } catch { /* it is drawn when the page is opened next */ }
    };

    // watch follows what arrived before this page was opened: the server draws its line.
    const watch = async (line) => {
      while (line.isConnected && line.dataset.state === "arrived") {
        await pauseFor(lookEvery);
        try {
          const answer = await fetch(`/uploads/${line.dataset.upload}`);
          if (!answer.ok) continue;
          const drawn = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("li");
          if (!drawn || !line.isConnected) return;
          const now = document.adoptNode(drawn);
          line.replaceWith(now);
          line = now;
        } catch { /* the server may be back in a moment */ }
      }
    };

    // --- what was chosen or dropped ---

    const add = (chosen) => {
      const files = chosen.filter(({ path }) => !base(path).startsWith("."));
      if (files.length === 0) return;
      for (const { file, path } of named(files)) {
        if (items.some((one) => one.path === path && ["waiting", "sending", "paused"].includes(one.state))) continue;
        const one = draw(file, path);
        items.push(one);
        if (file.size > most) one.state = "refused";
        show(one, file.size > most ? `Not sent: it is larger than ${size(most)}.` : "Waiting");
      }
      pump();
    };

    panel.querySelector("[data-drop-call]").hidden = false;
    panel.querySelector("[data-upload-send]").hidden = true;
    panel.addEventListener("change", (event) => {
      add([...event.target.files].map((file) => ({ file, path: file.webkitRelativePath || file.name })));
      event.target.value = "";
    });
    panel.addEventListener("dragover", (event) => { event.preventDefault(); panel.classList.add("drop-over"); });
    panel.addEventListener("dragleave", (event) => { if (!panel.contains(event.relatedTarget)) panel.classList.remove("drop-over"); });
    panel.addEventListener("drop", async (event) => {
      event.preventDefault();
      panel.classList.remove("drop-over");
      add(await droppedFiles(event.dataTransfer));
    });
    addEventListener("online", () => {
      items.filter((one) => one.state === "stopped").forEach((one) => { one.state = "waiting"; });
      pump();
    });
    list.querySelectorAll('[data-state="arrived"]').forEach(watch);
  };

  document.querySelectorAll("[data-uploads]").forEach(prepare);
})();
