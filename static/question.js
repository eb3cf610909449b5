// A part of the curve that was chosen in the chart goes into the form that asks about it. The chart says what was
// chosen; the form can be filled in by hand as well.
"use strict";

(() => {
  const panel = document.getElementById("ask-window");
  if (!panel) return;
  const form = panel.querySelector("form");
  const { from, to, about } = form.elements;
  const offset = /([+-])(\d\d):(\d\d)$/.exec(from.value); // of the zone of the times on the page

  const ahead = offset ? (offset[1] === "-" ? -1 : 1) * (offset[2] * 60 + Number(offset[3])) * 60e3 : 0;

  const written = (at) => new Date(at.getTime() + ahead).toISOString().replace("Z", offset ? offset[0] : "Z");

  const choose = (series) => {
    const said = [...about.options].find((o) => o.value === `meter:${series}`);
    if (said) about.value = said.value;
  };

  document.addEventListener("green500:window", ({ detail }) => {
    const start = new Date(detail.from), end = new Date(detail.to);
    if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime()) || end <= start) return;
    from.value = written(start);
    to.value = written(end);
    choose(detail.series);
    panel.open = true;
  });
})();
