// Deadlines in the reader's own zone, beside the zone of the edition and UTC. The room for the words is
// there before they are.
"use strict";

(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const parts = new Intl.DateTimeFormat("en-GB", { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

  const written = (at) => {
    const part = Object.fromEntries(parts.formatToParts(at).map((p) => [p.type, p.value]));
    return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}`;
  };

  for (const time of document.querySelectorAll("time[data-instant]")) {
    const words = time.parentElement.querySelector("[data-own-time]");
    const own = written(new Date(time.dateTime));
    if (!words) continue;
    words.textContent = time.textContent.startsWith(own) ? "the same in your zone" : `${own} in your zone`;
    words.title = zone;
  }
})();
