// A window of the chart: dragged over it, moved by its two handles, or typed. Its figures follow at
// once, and the address always leads back to what is seen. Without this script the same form does it.
"use strict";

(() => {
  const LEAST = 100; // ms: no window is shorter
  const DRAGGED = 4; // pixels: less is a click
  const FINE = 200, COARSE = 20; // parts of the view that a key moves a handle by
  const AROUND = 0.08; // of a window, that is shown on either side
  const TWIN_AFTER = 400; // ms of rest before open tables follow
  const section = document.querySelector("section.chart");
  const picked = section && section.querySelector(".chart-picked");
  if (!picked) return;

  const figures = section.querySelector(".window-figures");
  const handles = Object.fromEntries([...picked.querySelectorAll("[data-edge]")].map((handle) => [handle.dataset.edge, handle]));
  const pick = section.querySelector("[data-pick]");
  const png = section.querySelector("[data-png]");
  let view, chosen, pane = "", asking, next, twinTimer;

  // --- times: on the axis they are milliseconds of the run's own clock ---

  const zoneText = () => {
    const minutes = Math.abs(view.offset()) / 60000, pad = (n) => String(n).padStart(2, "0");
    return `${view.offset() < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
  };
  const told = (ms) => new Date(ms).toISOString().replace(/\.000Z$|Z$/, "") + zoneText();

  // --- the window ---

  // grain is what a pixel is worth, in round milliseconds, so that nobody chooses digits that he cannot see
  const grain = () => {
    const [start, end] = view.shown();
    return Math.min(1000, 10 ** Math.max(0, Math.floor(Math.log10((end - start) / view.live.clientWidth))));
  };
  const near = (pixel) => Math.round(view.at(pixel) / grain()) * grain();

  const place = () => {
    picked.hidden = true;
    if (!view || !chosen) return;
    const [start, end] = view.shown();
    const from = Math.max(chosen.from, start), to = Math.min(chosen.to, end);
    if (to <= from) return;
    const left = view.pixel(from), right = view.pixel(to);
    picked.style.left = `${left}px`;
    picked.style.width = `${Math.max(1, right - left)}px`;
    picked.hidden = false;
    handles.from.hidden = from !== chosen.from; // an end that is out of view has no handle
    handles.to.hidden = to !== chosen.to;
    const [first, last] = view.whole();
    for (const [edge, handle] of Object.entries(handles)) {
      handle.setAttribute("aria-valuemin", 0);
      handle.setAttribute("aria-valuemax", (last - first) / 1000);
      handle.setAttribute("aria-valuenow", (chosen[edge] - first) / 1000);
      handle.setAttribute("aria-valuetext", told(chosen[edge]));
    }
  };

  const choose = (from, to, done) => {
    const [first, last] = view.whole();
    from = Math.round(Math.min(Math.max(from, first), last - LEAST));
    to = Math.round(Math.min(Math.max(to, from + LEAST), last));
    chosen = { from, to };
    view.form.elements.from.value = told(from);
    view.form.elements.to.value = told(to);
    section.dataset.from = told(from);
    section.dataset.to = told(to);
    place();
    ask();
    if (!done) return;
    address();
    document.dispatchEvent(new CustomEvent("green500:window", { detail: { from: told(from), to: told(to), series: pane } }));
  };

  // one request at a time; of those that wait only the last is sent
  const ask = async () => {
    next = chosen;
    if (asking) return;
    asking = true;
    figures.hidden = false;
    while (next) {
      const one = next;
      next = null;
      figures.classList.add("chart-waiting");
      try {
        const response = await fetch(`${view.live.dataset.window}?${new URLSearchParams([["from", told(one.from)], ["to", told(one.to)]])}`, { headers: { Accept: "application/json" } });
        if (!response.ok) throw new Error(`the server answered ${response.status}`);
        fill(await response.json(), one);
      } catch (error) {
        figures.querySelector("[data-why]").textContent = `The statistics could not be loaded (${error.message}). “Show statistics” loads them with the page.`;
      }
    }
    figures.classList.remove("chart-waiting");
    asking = false;
  };

  const fill = ({ shown, why }, { from, to }) => {
    for (const cell of figures.querySelectorAll("[data-figure]")) cell.textContent = shown[cell.dataset.figure];
    figures.querySelector("[data-why]").textContent = why;
    figures.dataset.of = `${told(from)}/${told(to)}`; // the requested range: figures of whole steps say so
  };

  // --- the address, and what is made of the view ---

  const asked = () => {
    const shows = view.boxes("show");
    const changed = new URLSearchParams(location.search).has("show") || shows.some((box) => box.checked !== box.defaultChecked);
    return [
      ...view.boxes("series").filter((box) => box.checked).map((box) => ["series", box.value]),
      ...(changed ? [["show", "-"], ...shows.filter((box) => box.checked).map((box) => ["show", box.value])] : []),
    ];
  };

  const address = () => {
    const [start, end] = view.shown().map(told);
    const query = new URLSearchParams(asked());
    for (const link of section.querySelectorAll("[data-export]")) link.href = link.href.replace(/\?.*/, "") + `?${new URLSearchParams([["from", start], ["to", end], ...query])}`;
    if (chosen) { query.set("from", told(chosen.from)); query.set("to", told(chosen.to)); }
    const tab = new URLSearchParams(location.search).get("tab");
    if (tab) query.set("tab", tab);
    query.set("view_from", start);
    query.set("view_to", end);
    history.replaceState(history.state, "", `${location.pathname}?${query}#power`);
    section.querySelector("[data-link]").href = location.href;
    clearTimeout(twinTimer);
    if (section.querySelector("details.twin[open]")) twinTimer = setTimeout(follow, TWIN_AFTER);
  };

  // tables are the server's: the page of this address has those of what is in view
  const follow = async () => {
    const asked = location.href;
    const response = await fetch(asked);
    if (!response.ok || asked !== location.href) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    const open = new Set([...section.querySelectorAll("details.twin[open]")].map((twin) => twin.querySelector("summary").textContent));
    const home = section.querySelector("details.twin").parentElement;
    section.querySelectorAll("details.twin").forEach((twin) => twin.remove());
    fresh.querySelectorAll("section.chart details.twin").forEach((twin) => {
      twin.open = open.has(twin.querySelector("summary").textContent);
      home.append(document.adoptNode(twin));
    });
  };

  // --- hands ---

  const spot = (event) => {
    const box = view.live.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  const listen = () => {
    let begun; // where a drag over the plot began
    view.live.addEventListener("pointerdown", (event) => {
      const [x, y] = spot(event);
      const at = view.pane(x, y);
      if (event.pointerType === "touch" || event.button !== 0 || event.shiftKey || event.ctrlKey || at === -1) return;
      begun = { x, pane: at || "", moved: false };
      view.live.setPointerCapture(event.pointerId);
    });
    view.live.addEventListener("pointermove", (event) => {
      if (!begun) return;
      const [x] = spot(event);
      begun.moved = begun.moved || Math.abs(x - begun.x) >= DRAGGED;
      if (begun.moved) { pane = begun.pane; choose(near(Math.min(x, begun.x)), near(Math.max(x, begun.x)), false); }
    });
    const end = () => {
      if (begun && begun.moved) choose(chosen.from, chosen.to, true);
      begun = null;
    };
    view.live.addEventListener("pointerup", end);
    view.live.addEventListener("pointercancel", end);
    view.live.addEventListener("dblclick", (event) => {
      const at = view.at(spot(event)[0]);
      if (chosen && at >= chosen.from && at <= chosen.to) frame(true);
    });

    for (const [edge, handle] of Object.entries(handles)) {
      const move = (to, done) => (edge === "from" ? choose(Math.min(to, chosen.to - LEAST), chosen.to, done) : choose(chosen.from, Math.max(to, chosen.from + LEAST), done));
      handle.addEventListener("pointerdown", (event) => { handle.setPointerCapture(event.pointerId); handle.focus(); event.preventDefault(); });
      handle.addEventListener("pointermove", (event) => { if (handle.hasPointerCapture(event.pointerId)) move(near(spot(event)[0]), false); });
      handle.addEventListener("pointerup", () => choose(chosen.from, chosen.to, true));
      handle.addEventListener("keydown", (event) => {
        const [start, last] = view.shown(), width = last - start;
        const whole = (ms) => Math.max(grain(), Math.round(ms / grain()) * grain());
        const far = whole(width / COARSE), step = event.shiftKey ? far : whole(width / FINE);
        const to = { ArrowLeft: chosen[edge] - step, ArrowDown: chosen[edge] - step, ArrowRight: chosen[edge] + step, ArrowUp: chosen[edge] + step, PageDown: chosen[edge] - far, PageUp: chosen[edge] + far, Home: start, End: last }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        move(Math.min(Math.max(to, start), last), true);
      });
    }
  };

  const typed = () => {
    const { from, to } = view.form.elements;
    const zoned = /T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
    const start = view.value(from.value.trim()), end = view.value(to.value.trim());
    if (!zoned.test(from.value.trim()) || !zoned.test(to.value.trim()) || !(end > start)) return false;
    pane = "";
    choose(start, end, true);
    frame();
    return true;
  };

  // frame shows a window with its surroundings, unless it is in view
  const frame = (always) => {
    const [start, end] = view.shown(), more = (chosen.to - chosen.from) * AROUND;
    if (always || chosen.from < start || chosen.to > end) view.show(chosen.from - more, chosen.to + more);
  };

  const middle = () => {
    const [start, end] = view.shown(), third = (end - start) / 3, round = (ms) => Math.round(ms / grain()) * grain();
    choose(round(start + third), round(end - third), true);
    handles.from.focus();
  };

  const save = () => {
    const link = document.createElement("a");
    link.download = `power-${location.pathname.split("/").pop()}.png`;
    link.href = view.picture();
    link.click();
  };

  // --- life ---

  const begin = () => {
    pick.hidden = png.hidden = section.querySelector("[data-scripted]").hidden = false;
    if (section.dataset.from) chosen = { from: view.value(section.dataset.from), to: view.value(section.dataset.to) };
    listen();
    pick.addEventListener("click", middle);
    png.addEventListener("click", save);
    view.form.addEventListener("submit", (event) => { if (typed()) event.preventDefault(); });
    view.form.addEventListener("change", (event) => {
      if (event.target.name === "show") address();
      if (event.target.name === "from" || event.target.name === "to") typed();
    });
    section.addEventListener("toggle", (event) => { if (event.target.open && event.target.matches("details.twin") && new URLSearchParams(location.search).has("view_from")) follow(); }, { capture: true, once: true });
    section.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-from]");
      if (!link) return;
      event.preventDefault();
      const from = view.value(link.dataset.from), to = view.value(link.dataset.to);
      if ("whole" in link.dataset) { view.show(from, to); return; }
      pane = "";
      choose(from, to, true);
      frame(true);
    });
  };

  section.addEventListener("chart:drawn", (event) => {
    if (!view) { view = event.detail; begin(); }
    place();
  });
  section.addEventListener("chart:moved", () => { place(); address(); });
  section.addEventListener("chart:framed", () => (chosen ? frame(true) : middle()));
})();
