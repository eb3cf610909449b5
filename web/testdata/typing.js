// People typing into the form at once: each saves a field after a pause and asks for the verdict a
// little later, as the page does. k6 runs it; BenchmarkTyping starts the server and names the people.
import http from "k6/http";
import { check, sleep } from "k6";
import { Trend } from "k6/metrics";

const people = JSON.parse(open(__ENV.PEOPLE));
const saves = new Trend("save", true);
const verdicts = new Trend("verdict", true);

export const options = {
  scenarios: { typing: { executor: "constant-vus", vus: people.length, duration: __ENV.DURATION || "30s" } },
  summaryTrendStats: ["avg", "p(50)", "p(95)", "p(99)", "max"],
  thresholds: { checks: ["rate==1"] },
};

let was = null;

export default function () {
  const me = people[__VU - 1];
  const headers = { Cookie: me.cookie, "HX-Request": "true", "X-Forwarded-For": me.address };
  if (was === null) {
    was = me.was;
    sleep(Math.random() * 2); // nobody starts at the same instant
  }
  const value = `${me.was} ${__ITER}`;
  const saved = http.post(`${__ENV.SERVER}/submissions/${me.entry}/fields`, { path: me.path, value, was, revision: "1" }, { headers });
  saves.add(saved.timings.duration);
  check(saved, { "the field is kept": (r) => r.status === 200 && (r.headers["Hx-Trigger"] || "").includes("field-saved") });
  was = value;
  sleep(0.3);
  const verdict = http.get(`${__ENV.SERVER}/submissions/${me.entry}/verdict`, { headers });
  verdicts.add(verdict.timings.duration);
  check(verdict, { "the verdict comes": (r) => r.status === 200 });
  sleep(1 + Math.random() * 2); // until the next field
}
