// The live chart of power over time. The page already holds the same curve as a drawing and as a
// table; this replaces the drawing, asks the server for finer steps when somebody zooms, and leaves
// the drawing where it is when anything fails.
"use strict";

(() => {
  const REFETCH_AFTER = 150; // ms of rest before the visible window is asked for
  const FINEST = 5000; // ms: no window is narrower
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const section = document.querySelector("section.chart");
  const live = section && section.querySelector("[data-chart]");
  if (!live || !window.echarts) return;

  const trouble = section.querySelector(".chart-trouble");
  const still = section.querySelector(".chart-still");
  const zoom = section.querySelector(".zoom");
  let chart, whole, timer, asked;

  const fetchOptions = async (query, signal) => {
    const response = await fetch(live.dataset.chart + query, { signal, headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return response.json();
  };

  const fail = (error) => {
    trouble.textContent = `The chart could not be loaded (${error.message}). The drawing and the table below show the same.`;
    trouble.hidden = false;
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

  const marks = () => ({
    core: { markArea: band(token("--band") + "99", token("--accent"), "dashed") },
    idle: { markArea: band(hatch(token("--edge") + "80"), token("--edge"), "dotted") },
    run: { markLine: bar(token("--ink"), 1.5, ["rect", "rect"]) },
    finding: { markLine: bar(token("--fail"), 4, ["none", "none"]) },
  });

  // a line's rows are [time, mean, lowest, highest]; its band lies on the lowest and is as high as the rest
  const bandData = (rows) => ({
    low: rows.map(([at, , low]) => [at, low]),
    band: rows.map(([at, , low, high]) => [at, low == null ? null : high - low]),
  });

  // bands have the name of their line, so that the legend hides both, and its colour
  const bands = (line) => Object.entries(bandData(line.data)).map(([part, data]) => ({
    id: `${part}-${line.id}`, name: line.name, type: "line", step: "end", stack: line.id, stackStrategy: "all", data, z: 1,
    silent: true, showSymbol: false, lineStyle: { width: 0 }, areaStyle: { opacity: part === "band" ? 0.25 : 0 },
    tooltip: { show: false }, emphasis: { disabled: true },
  }));

  const withBands = (lines) => lines.flatMap(({ id, data }) => [
    { id, data }, ...Object.entries(bandData(data)).map(([part, rows]) => ({ id: `${part}-${id}`, data: rows })),
  ]);

  const dress = (option) => {
    const ink = token("--ink"), muted = token("--muted"), line = token("--line"), edge = token("--edge");
    const axis = { axisLine: { lineStyle: { color: edge } }, axisTick: { lineStyle: { color: edge } }, axisLabel: { color: muted, hideOverlap: true }, nameTextStyle: { color: muted }, splitLine: { lineStyle: { color: line } } };
    const style = marks();
    option.backgroundColor = "transparent";
    option.color = [1, 2, 3, 4, 5, 6].map((i) => token(`--series-${i}`));
    option.textStyle = { fontFamily: getComputedStyle(document.body).fontFamily };
    const narrow = live.clientWidth < 560; // there the buttons above are all there is room for
    option.legend = { ...option.legend, textStyle: { color: ink }, pageTextStyle: { color: muted }, inactiveColor: edge, right: narrow ? 0 : 110 };
    option.tooltip = { ...option.tooltip, backgroundColor: token("--surface"), borderColor: edge, textStyle: { color: ink, fontSize: 12 }, axisPointer: { type: "line", lineStyle: { color: edge } }, valueFormatter: (kw) => (kw == null ? "gap" : `${kw.toFixed(3)} kW`) };
    option.toolbox = { ...option.toolbox, show: !narrow, iconStyle: { borderColor: muted }, emphasis: { iconStyle: { borderColor: ink } } };
    option.xAxis = option.xAxis.map((x) => ({ ...x, ...axis, splitLine: { show: false } }));
    option.yAxis = option.yAxis.map((y) => ({ ...y, ...axis }));
    option.dataZoom.filter((z) => z.type === "slider").forEach((z) => Object.assign(z, {
      borderColor: edge, textStyle: { color: muted }, fillerColor: token("--band") + "66", handleStyle: { color: token("--surface"), borderColor: edge }, moveHandleStyle: { color: edge },
      dataBackground: { lineStyle: { color: edge }, areaStyle: { color: line } }, selectedDataBackground: { lineStyle: { color: token("--accent") }, areaStyle: { color: line } },
    }));
    let lines = 0;
    for (const series of option.series) {
      const own = style[series.id];
      if (own && series.markArea) Object.assign(series.markArea, own.markArea);
      if (own && series.markLine) Object.assign(series.markLine, own.markLine);
      if (!own) Object.assign(series, { lineStyle: { width: lines++ === 0 ? 1.75 : 1.25 }, dimensions: ["time", "mean", "lowest", "highest"] });
      series.emphasis = { ...series.emphasis, disabled: !own };
    }
    option.series.push(...option.series.filter((series) => series.name).flatMap(bands));
    return option;
  };

  // --- window ---

  const shown = () => {
    const { startValue, endValue } = chart.getOption().dataZoom[0];
    return [startValue, endValue];
  };

  const show = (from, to) => {
    const start = whole.xAxis[0].min, end = whole.xAxis[0].max;
    const width = Math.min(Math.max(to - from, FINEST), end - start);
    from = Math.min(Math.max(from, start), end - width);
    chart.dispatchAction({ type: "dataZoom", startValue: Math.round(from), endValue: Math.round(from + width) });
  };

  const showInstants = ({ from, to }) => show(Date.parse(from) + whole.green500.offset, Date.parse(to) + whole.green500.offset);

  const instant = (ms) => new Date(ms - whole.green500.offset).toISOString();

  // within a window the finer curve, outside of it the coarse one
  const splice = (coarse, fine, from, to) => [
    ...coarse.filter((p) => p[0] < from), ...fine, ...coarse.filter((p) => p[0] > to),
  ];

  const refine = async () => {
    const [from, to] = shown();
    if (asked) asked.abort();
    asked = new AbortController();
    live.classList.add("chart-waiting");
    try {
      const fine = await fetchOptions(`?from=${encodeURIComponent(instant(from))}&to=${encodeURIComponent(instant(to))}`, asked.signal);
      const names = new Map(fine.series.filter((s) => s.name).map((s) => [s.name, s.data]));
      const edges = fine.green500;
      chart.setOption({ series: withBands(whole.series.filter((s) => names.has(s.name)).map((s) => ({ id: s.id, data: splice(s.data, names.get(s.name), edges.from, edges.to) }))) });
      trouble.hidden = true;
    } catch (error) {
      if (error.name === "AbortError") return;
      trouble.textContent = `Finer steps could not be loaded (${error.message}); the steps of the whole are shown.`;
      trouble.hidden = false;
    }
    live.classList.remove("chart-waiting");
  };

  // bars lie above the plot, where the library does not cut them off at the ends of the window
  const cut = () => {
    const [from, to] = shown();
    const inside = (ends) => ends[0].xAxis < to && ends[1].xAxis > from;
    const cutBar = ([start, end]) => [{ ...start, xAxis: Math.max(start.xAxis, from) }, { ...end, xAxis: Math.min(end.xAxis, to) }];
    const bars = whole.series.filter((s) => s.markLine && s.markLine.data);
    chart.setOption({ series: bars.map((s) => ({ id: s.id, markLine: { data: s.markLine.data.filter(inside).map(cutBar) } })) });
  };

  const zoomed = () => {
    cut();
    clearTimeout(timer);
    timer = setTimeout(refine, REFETCH_AFTER);
  };

  // --- buttons and links ---

  const fit = (button) => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    chart.setOption({
      yAxis: [{ min: on ? null : 0, scale: on }],
      dataZoom: chart.getOption().dataZoom.map(() => ({ filterMode: on ? "filter" : "none" })),
    });
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
    };
    moves[button.dataset.zoom]();
  };

  zoom.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button && chart) press(button);
  });

  section.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-from]");
    if (!link || !chart) return;
    event.preventDefault();
    showInstants(link.dataset);
  });

  // --- life ---

  const draw = () => {
    const window_ = chart && shown();
    if (chart) chart.dispose();
    chart = echarts.init(live, dark.matches ? "dark" : null);
    const { green500, ...option } = structuredClone(whole);
    chart.setOption(dress(option));
    if (window_) show(...window_);
    chart.on("datazoom", zoomed);
    chart.on("finished", () => { document.body.dataset.ready = "true"; });
  };

  const start = async () => {
    try {
      whole = await fetchOptions("");
      live.hidden = zoom.hidden = false;
      still.hidden = true;
      draw();
      if (live.dataset.from) showInstants(live.dataset);
      new ResizeObserver(() => chart.resize()).observe(live);
      dark.addEventListener("change", draw);
    } catch (error) {
      live.hidden = true;
      still.hidden = false;
      fail(error);
    }
  };

  // a printed report shows what is folded away on the screen
  addEventListener("beforeprint", () => document.querySelectorAll(".entry-main details").forEach((d) => { d.open = true; }));

  start();
})();
