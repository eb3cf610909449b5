// Figures of lists. The page already holds each as a drawing and as a table; this loads the chart library if there is
// one, draws the figure again over its drawing, and leaves the drawing where it is when anything fails. Every colour is a
// token of the style sheet.
"use strict";

(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const figures = [...document.querySelectorAll("figure[data-figure]")].filter((figure) => figure.querySelector(".figure-live"));
  if (figures.length === 0) return;

  const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const library = new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = figures[0].dataset.library;
    script.addEventListener("load", resolve);
    script.addEventListener("error", () => reject(new Error("the chart library did not load")));
    document.head.append(script);
  });

  // the figures of a page share a document
  const documents = new Map();
  const fetched = (address) => {
    if (!documents.has(address)) {
      documents.set(address, fetch(address, { headers: { Accept: "application/json" } }).then((response) => {
        if (!response.ok) throw new Error(`the server answered ${response.status}`);
        return response.json();
      }));
    }
    return documents.get(address);
  };

  const number = (value) => Number(value.toPrecision(4)).toLocaleString("en", { maximumFractionDigits: 6 });
  const told = (item) => `${number(item.value[1])}${item.data.half ? ` ± ${number(item.data.half)}` : ""}`;

  const tip = (about, stages) => (under) => {
    if (under.data && under.data.about) return [under.data.name, ...under.data.about].join("\n");
    if (about.kind === "cloud") return `${under.data.name}\n${about.x}: ${number(under.value[0])}\n${about.y}: ${number(under.value[1])}`;
    const items = [under].flat().filter((item) => item.value[1] != null);
    if (about.kind === "bars" || about.kind === "strips") return [stages[items[0].value[1]], items[0].data.name, `${about.x}: ${number(items[0].value[0])}`].filter(Boolean).join("\n");
    const head = items.length ? stages ? stages[items[0].value[0]] : `${about.x}: ${number(items[0].value[0])}` : "";
    return [head, ...items.map((item) => `${item.seriesName}: ${told(item)}`), about.y].join("\n");
  };

  // What is drawn below the values: bands of ranks, lines of equal ratio, and breaks between stages that do not compare.
  const ground = (about, colors) => {
    const lines = [
      ...about.guides.map((guide) => [{ coord: guide.from, label: { formatter: guide.name, position: "end" } }, { coord: guide.to }]),
      ...about.breaks.map((one) => ({ xAxis: one.slot, label: { show: one.name !== "", formatter: one.name, position: "end" } })),
    ];
    const bands = (about.bands || []).map((band) => [{ xAxis: band.From }, { xAxis: band.To }]);
    if (lines.length + bands.length === 0) return [];
    return [{
      type: "line", data: [], silent: true, animation: false, tooltip: { show: false },
      markLine: { symbol: "none", silent: true, animation: false, data: lines, lineStyle: { color: colors.edge, type: "dashed", width: 1 }, label: { color: colors.muted, fontSize: 11 } },
      markArea: { silent: true, animation: false, data: bands, itemStyle: { color: colors.sunken } },
    }];
  };

  const dress = (option, narrowScreen) => {
    const ink = token("--ink"), muted = token("--muted"), line = token("--line"), edge = token("--edge");
    const { green500: about, ...rest } = structuredClone(option);
    const hollow = (item, color) => (item.doubt ? { ...item, symbolSize: 9, itemStyle: { color: token("--surface"), borderColor: color, borderWidth: 2 } } : item);
    const axis = { axisLine: { show: true, lineStyle: { color: edge } }, axisTick: { lineStyle: { color: edge } }, axisLabel: { color: muted, hideOverlap: true }, nameTextStyle: { color: muted }, splitLine: { lineStyle: { color: line } } };
    const quantity = (a) => {
      const middle = a.nameLocation === "middle";
      return { ...a, ...axis, axisLabel: { ...axis.axisLabel, ...a.axisLabel }, nameTextStyle: { ...axis.nameTextStyle, align: middle ? "center" : "left", padding: middle ? 0 : [0, 0, 0, -52] } };
    };
    const lying = about.kind === "bars" || about.kind === "strips";
    const stages = lying ? rest.yAxis[0].data : rest.xAxis[0].data;
    const narrow = stages && (!stages.some((stage) => stage.length > 10) ? {} : { width: 90, overflow: "truncate" });
    const category = { axisLabel: { color: muted, hideOverlap: true, ...narrow }, splitLine: { show: false } };
    Object.assign(rest, { animation: false, backgroundColor: "transparent" });
    rest.textStyle = { fontFamily: getComputedStyle(document.body).fontFamily };
    rest.legend = { type: "scroll", top: 0, left: 0, show: about.legend, textStyle: { color: ink }, pageTextStyle: { color: muted }, inactiveColor: edge };
    rest.tooltip = { trigger: about.kind === "cloud" || lying ? "item" : "axis", renderMode: "richText", confine: true, backgroundColor: token("--surface"), borderColor: edge, textStyle: { color: ink, fontSize: 12 }, formatter: tip(about, stages) };
    if (lying) {
      const [grid] = rest.grid, room = narrowScreen ? Math.min(grid.left, 110) : Number(grid.left);
      rest.grid = { ...grid, left: room, top: rest.legend.show ? 40 : 12 };
      rest.yAxis = rest.yAxis.map((y) => ({ ...quantity(y), axisTick: { show: false }, axisLabel: { color: muted, interval: 0, width: room - 14, overflow: "break", lineHeight: 13 }, splitLine: { show: false } }));
      rest.xAxis = rest.xAxis.map(quantity);
    } else {
      rest.yAxis = rest.yAxis.map(quantity);
      rest.xAxis = rest.xAxis.map((x) => ({ ...quantity(x), ...(stages && category) }));
    }
    rest.series = rest.series.map((series) => {
      const fill = token(`--${series.id}`), level = /^grade-(\d|none)$/.exec(series.id);
      const border = level ? (level[1] === "0" || level[1] === "none" ? edge : token("--accent")) : undefined;
      const color = level ? border : fill;
      const look = level ? { color: fill, borderColor: border, borderWidth: 1.25, borderType: level[1] === "0" ? "dashed" : "solid" } : { color };
      const { id, ...drawn } = series;
      return {
        ...drawn, data: series.data.map((item) => hollow(item, color)), color: look.color, itemStyle: { ...look, opacity: about.kind === "cloud" || about.kind === "strips" ? 0.85 : 1 },
        symbol: "circle", symbolSize: 7, showSymbol: about.kind !== "curves" || series.data.length === 1,
        lineStyle: { color, width: about.kind === "marks" ? 0 : 1.75 }, barCategoryGap: "30%", cursor: series.data.some((item) => item.href) ? "pointer" : "default",
        emphasis: { disabled: true },
        ...(about.kind === "bars" && { label: { show: false, position: "right", color: muted } }),
        ...(about.named && { endLabel: { show: true, formatter: "{a}", color, distance: 6 } }),
        ...(series.markLine && { markLine: { ...series.markLine, symbol: "rect", symbolSize: [10, 1.5], silent: true, animation: false, label: { show: false }, lineStyle: { color, width: 1.5, type: "solid" } } }),
      };
    }).concat(ground(about, { edge, muted, sunken: token("--sunken") }));
    return rest;
  };

  // Moves the names at the ends of lines apart: each stands at its last point, or as far below the name above as it needs.
  const separate = (chart) => {
    const apart = 14, option = chart.getOption();
    const ends = option.series.map((series, at) => ({ at, last: series.endLabel && series.data.findLast((item) => item.value[1] != null) }))
      .filter((end) => end.last).map((end) => ({ ...end, y: chart.convertToPixel({ seriesIndex: end.at }, end.last.value)[1] })).sort((a, b) => a.y - b.y);
    const series = option.series.map(() => ({}));
    let above = -Infinity;
    for (const end of ends) above = end.place = Math.max(end.y, above + apart);
    let below = chart.getHeight() - option.grid[0].bottom;
    for (const end of ends.reverse()) {
      end.place = Math.min(end.place, below);
      below = end.place - apart;
      series[end.at] = { endLabel: { offset: [0, end.place - end.y] } };
    }
    if (ends.length > 1) chart.setOption({ series });
  };

  const show = async (figure) => {
    const live = figure.querySelector(".figure-live"), still = figure.querySelector(".figure-still"), failure = figure.querySelector(".figure-error");
    const [address, name] = figure.dataset.figure.split("#");
    try {
      const [all] = await Promise.all([fetched(address), library]);
      live.hidden = false;
      still.hidden = true;
      let chart;
      const draw = () => {
        if (chart) chart.dispose();
        chart = echarts.init(live, dark.matches ? "dark" : null);
        chart.setOption(dress(all[name], live.clientWidth < 480));
        separate(chart);
        chart.on("click", ({ data }) => { if (data && data.href) location.assign(data.href); });
      };
      draw();
      new ResizeObserver(() => { chart.resize(); separate(chart); }).observe(live);
      dark.addEventListener("change", draw);
    } catch (error) {
      live.hidden = true;
      still.hidden = false;
      failure.textContent = `The chart could not be loaded (${error.message}). The drawing and the table show the same.`;
      failure.hidden = false;
    }
    figure.dataset.drawn = "true";
  };

  figures.forEach(show);
})();
