// The review desk: tabs that keep the chart and the decision where they are, faults that show their place on the curve,
// and a decision that is not lost with the page. Without this script the tabs follow each other, and every link loads the page.
"use strict";

(() => {
  const desk = document.querySelector(".desk");
  if (!desk) return;
  const tabs = [...desk.querySelectorAll(".desk-tabs [data-tab]")];
  const panels = new Map([...desk.querySelectorAll(".desk-panel")].map((panel) => [panel.id.replace(/^tab-/, ""), panel]));
  const section = desk.querySelector("section.chart");

  // --- tabs ---

  // drawn loads what a tab draws only for its own address
  const drawn = async (panel) => {
    const waiting = panel.querySelector("[data-load]");
    if (!waiting) return;
    delete waiting.dataset.load;
    const query = new URLSearchParams(location.search);
    query.set("tab", panel.id.replace(/^tab-/, ""));
    const response = await fetch(`${location.pathname}?${query}`);
    if (!response.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById(panel.id);
    if (fresh) panel.replaceChildren(...fresh.childNodes);
  };

  const open = (name) => {
    if (!panels.has(name)) return;
    for (const [id, panel] of panels) panel.toggleAttribute("data-open", id === name);
    for (const tab of tabs) tab.setAttribute("aria-current", tab.dataset.tab === name ? "page" : "false");
    drawn(panels.get(name));
  };

  const address = (name, hash) => {
    const query = new URLSearchParams(location.search);
    query.set("tab", name);
    history.replaceState(history.state, "", `${location.pathname}?${query}${hash}`);
  };

  // an address that ends in a part of a tab opens that tab
  const follow = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    const panel = target.closest(".desk-panel");
    if (panel) open(panel.id.replace(/^tab-/, ""));
    const folded = target.closest("details");
    if (folded) folded.open = true;
    if (panel && !panel.id.endsWith(target.id)) target.scrollIntoView();
  };

  desk.addEventListener("click", (event) => {
    const tab = event.target.closest("a[data-tab]");
    if (!tab || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(tab.dataset.tab);
    address(tab.dataset.tab, "");
  });
  // an instrument among the small drawings is drawn below the curve of the machine, without loading the page
  desk.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-series]");
    const box = link && section && [...section.querySelectorAll("[name=series]")].find((one) => one.value === link.dataset.series);
    if (!box || event.ctrlKey || event.metaKey || event.shiftKey || section.querySelector(".chart-live").hidden) return;
    event.preventDefault();
    if (!box.checked) box.click();
    if (!box.checked) for (let folded = box.closest("details"); folded; folded = folded.parentElement.closest("details")) folded.open = true;
    (box.checked ? section : box).scrollIntoView({ block: box.checked ? "end" : "center" });
  });

  addEventListener("hashchange", follow);
  follow();

  // --- faults and their places on the curve ---

  const faults = [...desk.querySelectorAll("details[data-fault]")];
  let view;

  const frame = (fault) => {
    if (!view || !fault.dataset.from) return;
    const from = view.value(fault.dataset.from), to = view.value(fault.dataset.to);
    const more = Math.max((to - from) * 0.5, 60e3);
    view.show(from - more, to + more);
  };

  if (section) {
    section.addEventListener("chart:drawn", (event) => { view = event.detail; });
    section.addEventListener("chart:marked", (event) => {
      const fault = faults.find((one) => `rule:${one.dataset.fault}` === event.detail.mark);
      if (!fault) return;
      fault.open = true;
      fault.querySelector("summary").focus();
    });
  }
  for (const fault of faults) {
    fault.addEventListener("toggle", () => { if (fault.open) frame(fault); });
    const show = fault.querySelector("[data-show]");
    if (show) show.addEventListener("click", (event) => {
      if (!view) return;
      event.preventDefault();
      frame(fault);
    });
  }

  // --- the decision ---

  const form = document.getElementById("decide-form");
  if (!form) return;
  const key = `decide:${location.pathname}:${form.elements.revision.value}:${form.elements.state.value}`;
  const boxes = [...form.querySelectorAll("input[name=read]")];
  const tally = form.querySelector("[data-unread]");

  const count = () => {
    if (tally) tally.textContent = `${boxes.filter((box) => !box.checked).length} of ${boxes.length} to read`;
  };
  const keep = () => {
    count();
    sessionStorage.setItem(key, JSON.stringify({ read: boxes.filter((box) => box.checked).map((box) => box.value), reason: form.elements.reason.value }));
  };
  const kept = JSON.parse(sessionStorage.getItem(key) || "null");
  if (kept) {
    for (const box of boxes) box.checked = box.checked || kept.read.includes(box.value);
    form.elements.reason.value = form.elements.reason.value || kept.reason;
  }
  count();
  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
})();
