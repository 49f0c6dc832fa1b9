// Elapsed times that are still running, and times that are left. The server's clock counts: the page
// says what it was when it was drawn.
import { took } from './took.js';

let skew = null;

// now is the time by the server's clock, in ms of Unix time.
export function now() {
  if (skew === null) {
    const at = Number(document.querySelector('meta[name="now"]')?.content);
    skew = at ? at - performance.timeOrigin - performance.now() : 0;
    if (Math.abs(skew) < 2000) skew = 0;
  }
  return Date.now() + skew;
}

function tick() {
  if (document.hidden) return;
  for (const el of document.querySelectorAll('[data-since-ms]')) show(el, now() - Number(el.dataset.sinceMs));
  for (const el of document.querySelectorAll('[data-until-ms]')) show(el, Number(el.dataset.untilMs) - now());
}

function show(el, ms) {
  const text = took(Math.max(ms, 0));
  if (el.textContent !== text) el.textContent = text;
}

setInterval(tick, 1000);
tick();
