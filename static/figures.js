// Figures of lists. The page already holds each as a drawing and as a table; this loads the chart library where there is
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
    if (about.kind === "cloud") return `${under.data.name}\n${about.x}: ${number(under.value[0])}\n${about.y}: ${number(under.value[1])}`;
    const items = [under].flat().filter((item) => item.value[1] != null);
    const head = items.length ? stages ? stages[items[0].value[0]] : `${about.x}: ${number(items[0].value[0])}` : "";
    return [head, ...items.map((item) => `${item.seriesName}: ${told(item)}`), about.y].join("\n");
  };

  const dress = (option) => {
    const ink = token("--ink"), muted = token("--muted"), line = token("--line"), edge = token("--edge");
    const { green500: about, ...rest } = structuredClone(option);
    const hollow = (item, color) => (item.doubt ? { ...item, symbolSize: 9, itemStyle: { color: token("--surface"), borderColor: color, borderWidth: 2 } } : item);
    const axis = { axisLine: { show: true, lineStyle: { color: edge } }, axisTick: { lineStyle: { color: edge } }, axisLabel: { color: muted, hideOverlap: true }, nameTextStyle: { color: muted }, splitLine: { lineStyle: { color: line } } };
    const quantity = (a) => ({ ...a, ...axis, nameTextStyle: { ...axis.nameTextStyle, align: a.nameLocation ? "center" : "left", padding: a.nameLocation ? 0 : [0, 0, 0, -52] } });
    const stages = rest.xAxis[0].data;
    const narrow = stages && (!stages.some((stage) => stage.length > 10) ? {} : { width: 90, overflow: "truncate" });
    rest.backgroundColor = "transparent";
    rest.textStyle = { fontFamily: getComputedStyle(document.body).fontFamily };
    rest.legend = { ...rest.legend, textStyle: { color: ink }, pageTextStyle: { color: muted }, inactiveColor: edge };
    rest.tooltip = { ...rest.tooltip, backgroundColor: token("--surface"), borderColor: edge, textStyle: { color: ink, fontSize: 12 }, formatter: tip(about, stages) };
    rest.yAxis = rest.yAxis.map(quantity);
    rest.xAxis = rest.xAxis.map((x) => ({ ...quantity(x), ...(stages && { axisLabel: { color: muted, hideOverlap: true, ...narrow }, splitLine: { show: false } }) }));
    rest.series = rest.series.map((series) => {
      const color = token(`--${series.id}`);
      return {
        ...series, data: series.data.map((item) => hollow(item, color)), color, itemStyle: { color, opacity: about.kind === "cloud" ? 0.75 : 1 }, symbol: "circle", symbolSize: 7, showSymbol: about.kind !== "curves" || series.data.length === 1,
        lineStyle: { color, width: about.kind === "marks" ? 0 : 1.75 }, barCategoryGap: "30%", cursor: series.data.some((item) => item.href) ? "pointer" : "default",
        emphasis: { disabled: true },
        ...(series.markLine && { markLine: { ...series.markLine, symbol: "rect", symbolSize: [10, 1.5], silent: true, animation: false, label: { show: false }, lineStyle: { color, width: 1.5, type: "solid" } } }),
      };
    });
    return rest;
  };

  const show = async (figure) => {
    const live = figure.querySelector(".figure-live"), still = figure.querySelector(".figure-still"), trouble = figure.querySelector(".figure-trouble");
    const [address, name] = figure.dataset.figure.split("#");
    try {
      const [all] = await Promise.all([fetched(address), library]);
      live.hidden = false;
      still.hidden = true;
      let chart;
      const draw = () => {
        if (chart) chart.dispose();
        chart = echarts.init(live, dark.matches ? "dark" : null);
        chart.setOption(dress(all[name]));
        chart.on("click", ({ data }) => { if (data && data.href) location.assign(data.href); });
      };
      draw();
      new ResizeObserver(() => chart.resize()).observe(live);
      dark.addEventListener("change", draw);
    } catch (error) {
      live.hidden = true;
      still.hidden = false;
      trouble.textContent = `The chart could not be loaded (${error.message}). The drawing and the table show the same.`;
      trouble.hidden = false;
    }
    figure.dataset.drawn = "true";
  };

  figures.forEach(show);
})();
