// The live chart of power over time. The page already holds the same curve as a drawing and as a
// table; this replaces the drawing, asks the server for finer steps when somebody zooms, and leaves
// the drawing where it is when anything fails. What is done with a window of it is in chartwindow.js,
// which hears of the chart by events of its section.
"use strict";

(() => {
  const REFETCH_AFTER = 40; // ms between two questions for the visible window, while it moves
  const FINEST = 5000; // ms: no window is narrower
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const section = document.querySelector("section.chart");
  const live = section && section.querySelector("[data-chart]");
  if (!live || !window.echarts) return;

  const failure = section.querySelector(".chart-error");
  const still = section.querySelector(".chart-still");
  const zoom = section.querySelector(".zoom");
  const form = section.querySelector(".chart-form");
  let chart, whole, timer, asked, askedAt = 0, opened = false;

  const tell = (name) => section.dispatchEvent(new CustomEvent(`chart:${name}`, { detail: view }));

  // readers tick the boxes; the server says what there is
  const boxes = (name) => [...form.querySelectorAll(`input[type=checkbox][name=${name}]`)];
  const series = () => boxes("series").filter((box) => box.checked).map((box) => ["series", box.value]);
  const query = (more) => `${live.dataset.chart.includes("?") ? "&" : "?"}${new URLSearchParams([...series(), ...more])}`;

  const fetchOptions = async (query, signal) => {
    const response = await fetch(live.dataset.chart + query, { signal, headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return response.json();
  };

  const fail = (error) => {
    failure.textContent = `The chart could not be loaded (${error.message}). The drawing and the table below show the same.`;
    failure.hidden = false;
  };

  // --- look: every colour is a token of the style sheet ---

  const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const hatch = (colour) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 8;
    const pen = canvas.getContext("2d");
    pen.strokeStyle = colour;
    pen.lineWidth = 1;
    pen.beginPath();
    for (const x of [-8, 0, 8]) { pen.moveTo(x, 8); pen.lineTo(x + 8, 0); }
    pen.stroke();
    return { image: canvas, repeat: "repeat" };
  };

  const band = (fill, edge, dash) => ({
    silent: true,
    itemStyle: { color: fill, borderColor: edge, borderWidth: 1, borderType: dash },
    label: { color: token("--ink"), fontSize: 12 },
  });

  const bar = (colour, width, symbol) => ({
    symbol, symbolSize: [10, 1.5], animation: false,
    lineStyle: { color: colour, width, type: "solid" },
    label: { show: symbol[0] !== "none", formatter: "{b}", color: token("--ink"), fontSize: 12, distance: 3 },
    emphasis: { lineStyle: { width: width + 1 }, label: { show: true, formatter: "{b}" } },
  });

  // a numbered fault has its number at its left end
  const numbered = (colour) => {
    const look = bar(colour, 5, ["none", "none"]);
    const label = { show: true, formatter: "{b}", position: "start", color: colour, fontSize: 15, fontWeight: 600, distance: 2 };
    return { ...look, label, emphasis: { lineStyle: { width: 8 }, label } };
  };

  // by the kind of an overlay, as the server names it
  const marks = () => ({
    core: { markArea: band(token("--band") + "99", token("--accent"), "dashed") },
    idle: { markArea: band(hatch(token("--edge") + "80"), token("--edge"), "dotted") },
    legal: { markArea: band(token("--accent-pale") + "66", token("--accent"), "dotted") },
    gap: { markArea: band(token("--unknown") + "33", token("--unknown"), "solid") },
    run: { markLine: bar(token("--ink"), 1.5, ["rect", "rect"]) },
    window: { markLine: bar(token("--accent"), 3, ["none", "none"]) },
    finding: { markLine: whole.green500.lanes ? numbered(token("--fail")) : bar(token("--fail"), 4, ["none", "none"]) },
    warning: { markLine: numbered(token("--unknown")) },
    asked: { markArea: band(token("--series-5") + "22", token("--series-5"), "solid") },
    other: { markLine: bar(token("--edge"), 4, ["none", "none"]) },
    passed: { markLine: bar(token("--edge"), 4, ["none", "none"]) },
  });

  // a line's rows are [time, mean, lowest, highest]; its band lies on the lowest and is as high as the rest
  const bandData = (rows) => ({
    low: rows.map(([at, , low]) => [at, low]),
    band: rows.map(([at, , low, high]) => [at, low == null ? null : high - low]),
  });

  // bands have the name of their line, so that the legend hides both, and its colour
  const bands = (line) => Object.entries(bandData(line.data)).map(([part, data]) => ({
    id: `${part}-${line.id}`, name: line.name, type: "line", xAxisIndex: line.xAxisIndex, yAxisIndex: line.yAxisIndex, step: "end", stack: line.id, stackStrategy: "all", data, z: 1,
    silent: true, showSymbol: false, lineStyle: { width: 0 }, color: line.color, areaStyle: { opacity: part === "band" ? 0.25 : 0 },
    tooltip: { show: false }, emphasis: { disabled: true },
  }));

  const withBands = (lines) => lines.flatMap(({ id, data }) => [
    { id, data }, ...Object.entries(bandData(data)).map(([part, rows]) => ({ id: `${part}-${id}`, data: rows })),
  ]);

  // mean, lowest and highest come together: named dimensions would make a row each
  const valueFormatter = (value) => {
    const [mean, low, high] = [value].flat();
    if (typeof mean !== "number") return "no sum or no reading";
    if (live.dataset.scale === "part") return `${mean.toFixed(1)}% of its highest, ${low.toFixed(3)} kW`;
    return low === high || low == null ? `${mean.toFixed(3)} kW` : `${mean.toFixed(3)} kW (${low.toFixed(3)} to ${high.toFixed(3)})`;
  };

  const isOn = (id) => boxes("show").every((box) => box.value !== id || box.checked);

  const dress = (option, looks) => {
    const ink = token("--ink"), muted = token("--muted"), line = token("--line"), edge = token("--edge");
    const axis = { axisLine: { lineStyle: { color: edge } }, axisTick: { lineStyle: { color: edge } }, axisLabel: { color: muted, hideOverlap: true }, nameTextStyle: { color: muted }, splitLine: { lineStyle: { color: line } } };
    const style = marks();
    Object.assign(option, { animation: false, useUTC: true, backgroundColor: "transparent", axisPointer: { link: [{ xAxisIndex: "all" }] } });
    option.color = [1, 2, 3, 4, 5, 6].map((i) => token(`--series-${i}`));
    option.textStyle = { fontFamily: getComputedStyle(document.body).fontFamily };
    option.legend = { type: "scroll", top: 0, left: 0, icon: "roundRect", data: option.series.filter((s) => s.name && !s.xAxisIndex).map((s) => s.name), textStyle: { color: ink }, pageTextStyle: { color: muted }, inactiveColor: edge };
    option.tooltip = { trigger: "axis", renderMode: "richText", confine: true, backgroundColor: token("--surface"), borderColor: edge, textStyle: { color: ink, fontSize: 12 }, axisPointer: { type: "line", lineStyle: { color: edge } }, valueFormatter };
    option.xAxis = option.xAxis.map((x) => ({ ...x, ...axis, axisLabel: { ...axis.axisLabel, ...x.axisLabel }, splitLine: { show: false } }));
    option.yAxis = option.yAxis.map((y) => ({ ...y, ...axis, boundaryGap: [0, "12%"], nameTextStyle: { ...axis.nameTextStyle, ...(y.gridIndex && { align: "left" }) } }));
    const all = { filterMode: "none", xAxisIndex: option.xAxis.map((_, i) => i) };
    option.dataZoom = [{ ...all, type: "inside", zoomOnMouseWheel: "ctrl", moveOnMouseMove: "shift" }, {
      ...all, type: "slider", bottom: 12, height: 28, borderColor: edge, textStyle: { color: muted }, fillerColor: token("--band") + "66", handleStyle: { color: token("--surface"), borderColor: edge }, moveHandleStyle: { color: edge },
      dataBackground: { lineStyle: { color: edge }, areaStyle: { color: line } }, selectedDataBackground: { lineStyle: { color: token("--accent") }, areaStyle: { color: line } },
    }];
    let lines = 0;
    for (const series of option.series) {
      const own = style[looks[series.id]];
      if (own && series.markArea) Object.assign(series.markArea, own.markArea);
      if (own && series.markLine) Object.assign(series.markLine, own.markLine);
      if (own && !isOn(series.id)) (series.markArea || series.markLine).data = [];
      if (!own) Object.assign(series, { lineStyle: { width: lines++ === 0 ? 1.75 : 1.25 }, encode: { x: 0, y: 1, tooltip: [1, 2, 3] } });
      if (series.xAxisIndex) series.color = option.color[series.xAxisIndex % option.color.length];
      series.emphasis = { ...series.emphasis, disabled: !own };
    }
    option.series.push(...option.series.filter((series) => series.name).flatMap(bands));
    return option;
  };

  // --- window ---

  // what is shown, as the library last said: asking it again copies every point
  let visible;
  const shown = () => visible;

  const see = (event) => {
    const { start, end, startValue, endValue } = event.batch ? event.batch[0] : event;
    const first = whole.xAxis[0].min, width = whole.xAxis[0].max - first;
    visible = startValue == null ? [first + width * start / 100, first + width * end / 100] : [startValue, endValue];
  };

  const zooms = (option) => [option, option]; // by the wheel, and by the slider

  const show = (from, to) => {
    const start = whole.xAxis[0].min, end = whole.xAxis[0].max;
    const width = Math.min(Math.max(to - from, FINEST), end - start);
    from = Math.min(Math.max(from, start), end - width);
    visible = [Math.round(from), Math.round(from + width)];
    const [startValue, endValue] = visible;
    chart.setOption({ dataZoom: zooms({ startValue, endValue }), series: cutBars() }); // one drawing, not two
    moved();
  };

  const value = (text) => Date.parse(text) + whole.green500.offset;

  const instant = (ms) => new Date(ms - whole.green500.offset).toISOString();

  // within a window the finer curve, outside of it the coarse one
  const splice = (coarse, fine, from, to) => [
    ...coarse.filter((p) => p[0] < from), ...fine, ...coarse.filter((p) => p[0] > to),
  ];

  const refine = async () => {
    const [from, to] = shown();
    if (asked) asked.abort();
    const mine = asked = new AbortController();
    askedAt = performance.now();
    live.classList.add("chart-waiting");
    try {
      const fine = await fetchOptions(query([["from", instant(from)], ["to", instant(to)]]), mine.signal);
      if (mine.signal.aborted) return;
      const finer = new Map(fine.series.filter((s) => s.name).map((s) => [s.id, s.data]));
      const edges = fine.green500;
      const finest = whole.series.filter((s) => finer.has(s.id));
      chart.setOption({ series: finest.flatMap((s) => rowsOf(s, splice(s.data, finer.get(s.id), edges.from, edges.to))) });
      failure.hidden = true;
      live.dataset.steps = `${edges.from}-${edges.to}`; // what is drawn in full detail
    } catch (error) {
      if (error.name === "AbortError") return;
      failure.textContent = `A finer curve could not be loaded (${error.message}); the coarse one is shown.`;
      failure.hidden = false;
    }
    live.classList.remove("chart-waiting");
  };

  // bars lie above the plot, if the library does not cut them off at the ends of the window
  const cutBars = () => {
    const [from, to] = shown();
    const inside = (ends) => ends[0].xAxis < to && ends[1].xAxis > from;
    const cutBar = ([start, end]) => [{ ...start, xAxis: Math.max(start.xAxis, from) }, { ...end, xAxis: Math.min(end.xAxis, to) }];
    const bars = whole.series.filter((s) => s.markLine && s.markLine.data && isOn(s.id));
    // the first that is in view has the name
    const named = (s) => ([start, end], i) => [{ ...start, name: i === 0 ? s.markLine.data[0][0].name : start.name }, end];
    return bars.map((s) => ({ id: s.id, markLine: { data: s.markLine.data.filter(inside).map(cutBar).map(named(s)) } }));
  };

  // switch draws the overlays whose boxes are ticked, and no others
  const switchOverlays = () => {
    const part = (s) => (s.markArea ? "markArea" : "markLine");
    chart.setOption({ series: whole.series.filter((s) => s.id in whole.green500.overlays).map((s) => ({ id: s.id, [part(s)]: { data: isOn(s.id) ? s[part(s)].data : [] } })) });
    chart.setOption({ series: cutBars() });
  };

  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(refine, Math.max(0, askedAt + REFETCH_AFTER - performance.now()));
    if (opened) tell("moved");
  };

  const zoomed = (event) => {
    see(event);
    chart.setOption({ series: cutBars() }, { lazyUpdate: true });
    moved();
  };

  // --- buttons and links ---

  const fit = (button) => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    chart.setOption({
      yAxis: whole.yAxis.map(() => ({ min: on ? null : 0, scale: on })),
      dataZoom: zooms({ filterMode: on ? "filter" : "none" }),
    });
  };

  // Small parts of the machine are visible beside large ones on a log scale, and if each part has its own scale; bands are sums
  // there, and have no place.
  const highest = (s) => Math.max(...s.data.map(([, mean]) => mean || 0)) || 1;
  const ownScale = (s, rows) => rows.map(([at, mean]) => [at, mean == null ? null : 100 * mean / highest(s), mean, mean]);
  const rowsOf = (s, rows) => {
    switch (live.dataset.scale) {
      case "part": return [{ id: s.id, data: ownScale(s, rows) }];
      case "log": return [{ id: s.id, data: rows }];
      default: return withBands([{ id: s.id, data: rows }]);
    }
  };

  const axisOf = (lines) => {
    const lowest = Math.min(...lines.flatMap((s) => s.data.map(([, mean]) => (mean > 0 ? mean : Infinity))));
    switch (live.dataset.scale) {
      case "part": return () => ({ type: "value", min: 0, boundaryGap: [0, "12%"], name: "% of its highest" });
      case "log": return (y) => ({ type: "log", min: 10 ** Math.floor(Math.log10(lowest)), boundaryGap: false, name: y.name });
      default: return (y) => ({ type: "value", min: 0, boundaryGap: [0, "12%"], name: y.name });
    }
  };

  const rescale = () => {
    const lines = whole.series.filter((s) => s.name);
    const without = live.dataset.scale ? lines.flatMap((s) => ["low", "band"].map((part) => ({ id: `${part}-${s.id}`, data: [] }))) : [];
    chart.setOption({ yAxis: whole.yAxis.map(axisOf(lines)), series: [...without, ...lines.flatMap((s) => rowsOf(s, s.data))] });
  };

  const scale = (button) => {
    const on = button.getAttribute("aria-pressed") !== "true";
    for (const one of zoom.querySelectorAll("[data-zoom=log], [data-zoom=part]")) one.setAttribute("aria-pressed", String(on && one === button));
    live.dataset.scale = on ? button.dataset.zoom : "";
    rescale();
    moved();
  };

  const press = (button) => {
    const [from, to] = shown(), width = to - from;
    const moves = {
      in: () => show(from + width / 4, to - width / 4),
      out: () => show(from - width / 2, to + width / 2),
      left: () => show(from - width / 2, to - width / 2),
      right: () => show(from + width / 2, to + width / 2),
      reset: () => show(whole.xAxis[0].min, whole.xAxis[0].max),
      fit: () => fit(button),
      log: () => scale(button),
      part: () => scale(button),
      window: () => tell("framed"),
    };
    moves[button.dataset.zoom]();
  };

  zoom.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button && chart) press(button);
  });

  // hasRoom takes back a choice for which there is no plot
  const hasRoom = (box) => {
    const chosen = boxes("series").filter((one) => one.checked).length, most = Number(box.closest("[data-most]").dataset.most);
    form.querySelector("[data-full]").hidden = chosen <= most;
    if (chosen > most) box.checked = false;
    return chosen <= most;
  };

  form.addEventListener("change", (event) => {
    if (chart && event.target.name === "show") switchOverlays();
    if (chart && event.target.name === "series" && hasRoom(event.target)) load();
  });

  // --- life ---

  const view = {
    live, form, boxes, shown, show, value, instant,
    whole: () => [whole.xAxis[0].min, whole.xAxis[0].max],
    offset: () => whole.green500.offset,
    pixel: (ms) => chart.convertToPixel({ xAxisIndex: 0 }, ms),
    at: (pixel) => chart.convertFromPixel({ xAxisIndex: 0 }, pixel),
    pane: (x, y) => { // the plot a point lies in: 0 is the whole machine
      const index = whole.xAxis.findIndex((axis, i) => chart.containPixel({ gridIndex: i }, [x, y]));
      return index <= 0 ? index : whole.green500.panes[index - 1];
    },
    picture: () => chart.getDataURL({ type: "png", pixelRatio: 2, backgroundColor: token("--surface") }),
  };

  const draw = () => {
    const before = chart && shown();
    if (chart) chart.dispose();
    visible = [whole.xAxis[0].min, whole.xAxis[0].max];
    live.style.setProperty("--panes", whole.green500.panes.length);
    live.parentElement.style.setProperty("--lanes", whole.green500.lanes);
    chart = echarts.init(live, dark.matches ? "dark" : null);
    const { green500, ...option } = structuredClone(whole);
    chart.setOption(dress(option, green500.overlays));
    chart.on("datazoom", zoomed);
    chart.on("click", (event) => {
      if (event.componentType === "markLine") section.dispatchEvent(new CustomEvent("chart:marked", { detail: { mark: event.seriesId } }));
    });
    chart.on("finished", () => { document.body.dataset.ready = "true"; });
    if (live.dataset.scale) rescale();
    if (before) show(...before);
    tell("drawn");
  };

  // of several questions for other curves only the last is answered: an earlier answer may come later
  let loading;
  const load = async () => {
    if (loading) loading.abort();
    const mine = loading = new AbortController();
    try {
      const answer = await fetchOptions(query([]), mine.signal);
      if (mine.signal.aborted) return;
      whole = answer;
      draw();
      if (opened) tell("moved");
    } catch (error) {
      if (error.name === "AbortError") return;
      failure.textContent = `The selected curves could not be loaded (${error.message}).`;
      failure.hidden = false;
    }
  };

  const start = async () => {
    try {
      whole = await fetchOptions(query([]));
      live.hidden = zoom.hidden = false;
      still.hidden = true;
      draw();
      if (live.dataset.viewFrom) show(value(live.dataset.viewFrom), value(live.dataset.viewTo));
      new ResizeObserver(() => { chart.resize(); tell("drawn"); }).observe(live);
      dark.addEventListener("change", draw);
      opened = true;
    } catch (error) {
      live.hidden = true;
      still.hidden = false;
      fail(error);
    }
  };

  // a printed report shows what is folded away on the screen
  let foldedUp = [];
  addEventListener("beforeprint", () => {
    foldedUp = [...document.querySelectorAll(".entry-main details:not([open]), .desk-panel details:not([open])")];
    foldedUp.forEach((details) => { details.open = true; });
  });
  addEventListener("afterprint", () => foldedUp.forEach((details) => { details.open = false; }));

  start();
})();
