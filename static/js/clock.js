// Counts running times up and remaining times down. It follows the server's clock, which the page
// states as of its drawing.
import { took } from './took.js';

let skew = null;

// now is the server's time, in ms since the Unix epoch.
export function now() {
  if (skew === null) {
    const at = Number(document.querySelector('meta[name="now"]')?.content);
    // The page was drawn when its first byte came, not now: loading it may have taken seconds.
    skew = at ? at - performance.timeOrigin - (performance.getEntriesByType('navigation')[0]?.responseStart || performance.now()) : 0;
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
