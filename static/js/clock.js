// Elapsed times that are still running. The server's clock counts: the page
// says what it was when it was drawn.
function words(ms) {
  if (ms < 0) ms = 0;
  const s = Math.floor(ms / 1000);
  if (ms < 10000) return (ms / 1000).toFixed(1) + ' s';
  if (s < 60) return s + ' s';
  if (s < 3600) return Math.floor(s / 60) + ' min ' + (s % 60) + ' s';
  return Math.floor(s / 3600) + ' h ' + Math.floor((s % 3600) / 60) + ' min';
}

let skew = null;

function tick() {
  if (document.hidden) return;
  if (skew === null) {
    const at = Number(document.querySelector('meta[name="now"]')?.content);
    skew = at ? at - performance.timeOrigin - performance.now() : 0;
    if (Math.abs(skew) < 2000) skew = 0;
  }
  const now = Date.now() + skew;
  for (const el of document.querySelectorAll('[data-since-ms]')) {
    const text = words(now - Number(el.dataset.sinceMs));
    if (el.textContent !== text) el.textContent = text;
  }
}

setInterval(tick, 1000);
tick();
