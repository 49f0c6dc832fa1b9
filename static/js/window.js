// Bounds the rows of the page. At the top the list follows, and the stream drops the oldest rows.
// Further down it is frozen: the stream counts new rows (ui/list/window.go), and loading at one end
// drops rows at the other. The page tells the stream what it shows, so the stream is reopened when
// that changes. A sorted list has pages, and stays as it is until it is sorted again.
import { zoom } from './zoom.js';

const MOST = 300; // rows (ui/list/window.go)
const ROW = '[data-row]';
const list = () => document.querySelector('[data-list]');
const box = () => list()?.closest('[data-follow]');
const shown = () => list()?.querySelectorAll(ROW) ?? [];
const seq = (row) => Number(row.id.slice(1));
const sorted = () => 'sorted' in (list()?.dataset ?? {});
const held = () => 'held' in (list()?.dataset ?? {});
const newer = () => document.getElementById('newer');
const dropped = () => newer()?.hidden === false;

// The Seq below which older rows are requested, which may be below the last
// row; 0 if there are none.
function low() {
  const el = document.getElementById('older');
  return !el || el.hidden ? 0 : Number(new URLSearchParams(el.dataset.url.split('?')[1]).get('before'));
}

// pass counts rows above those of the page, if their number is known.
function pass(n) {
  const now = list().dataset.above ?? (dropped() ? NaN : 0);
  list().dataset.above = Number(now) + n;
}

// Version of rows that were loaded outside the stream, which the stream must know.
let at = 0;
function loaded(from) {
  const version = Number(from.dataset.since);
  if (version) at = at ? Math.min(at, version) : version;
}

// Sets what the stream is told when it opens. The element's own listener runs after this one.
let wanted = '';
window.addEventListener('open', (e) => {
  if (e.target.id !== 'live' || document.hidden) return;
  const all = shown();
  let words = wanted;
  wanted = '';
  if (!words && sorted()) words = ['sorted', list().dataset.sorted, ...[...all].map(seq)].join(' ');
  else if (!words && (all.length || low())) words = `${low()} ${all.length ? seq(all[0]) : low()}` + (held() ? ' ' + list().dataset.held : '') + (at ? `@${at}` : '');
  e.target.dataset.shown = words;
}, true);

// Once the stream has drawn, the loaded rows are current.
document.addEventListener('datastar-fetch', (e) => {
  if (e.detail.el?.id === 'live' && e.detail.type.startsWith('datastar-patch')) at = 0;
});

function reopen() {
  const live = document.getElementById('live');
  if (!live) return;
  const next = live.cloneNode(true);
  next.removeAttribute('data-sessions'); // the page's, which may now show others
  live.replaceWith(next);
}

function hold() {
  const first = list().querySelector(ROW);
  if (!first || !document.getElementById('live')) return false;
  list().dataset.held = seq(first);
  return true;
}

// release shows the newest rows again, and follows.
function release() {
  delete list().dataset.held;
  delete list().dataset.above;
  wanted = 'newest';
  newer().hidden = true;
  reopen();
}

// keep holds the visible rows in place while something changes above them.
function keep(change) {
  const here = box();
  const top = here.getBoundingClientRect().top;
  const row = [...list().children].find((r) => r.getBoundingClientRect().bottom > top);
  const before = row?.getBoundingClientRect().top;
  here.style.overflowAnchor = 'none'; // the browser must not correct the position a second time
  change();
  if (row?.isConnected) here.scrollTop += (row.getBoundingClientRect().top - before) / zoom();
  requestAnimationFrame(() => { here.style.overflowAnchor = ''; });
}

// fit removes rows beyond the page's limit, at the end where no rows were just added,
// unless that end is in view.
function fit(atTop) {
  if (spare(atTop).some(inView)) atTop = !atTop;
  const gone = spare(atTop);
  if (!gone.length || (atTop && !held() && !hold())) return;
  const stays = atTop ? gone[gone.length - 1].nextElementSibling : gone[gone.length - 1].previousElementSibling;
  if (atTop) pass(gone.filter((el) => el.matches(ROW)).length);
  const end = () => (atTop ? list().firstElementChild : list().lastElementChild);
  keep(() => {
    while (end() !== stays) end().remove();
    if (atTop) offerNewer();
    else offerOlder();
  });
}

// spare returns the rows beyond MOST at an end, with the gaps and dividers between them.
function spare(atTop) {
  const all = [...list().children];
  if (!atTop) all.reverse();
  let n = shown().length - MOST;
  if (n <= 0) return [];
  const gone = all.slice(0, all.findIndex((el) => el.matches(ROW) && n-- === 0));
  while (atTop && !gone[gone.length - 1].matches(ROW)) gone.pop(); // it is the heading of a row that stays
  return gone;
}

function inView(el) {
  const { top, bottom } = el.getBoundingClientRect();
  const view = box().getBoundingClientRect();
  return bottom > view.top && top < view.bottom;
}

function offerNewer() {
  const el = newer();
  el.querySelector('a').href = el.dataset.at + seq(shown()[0]);
  el.hidden = false;
}

function offerOlder() {
  const el = document.getElementById('older');
  const all = shown();
  if (!el || !all.length) return;
  el.dataset.url = el.dataset.at + seq(all[all.length - 1]);
  const link = el.querySelector('a');
  if (link) link.href = el.dataset.url;
  el.hidden = false;
}

function grewDown(from) {
  loaded(from);
  fit(true);
  reopen();
}

function grewUp(from) {
  const all = [...from.children];
  const end = 'all' in from.dataset;
  if (!all.length && !end) return;
  loaded(from);
  from.removeAttribute('data-all');
  if (end) newer().hidden = true;
  keep(() => list().prepend(...all));
  pass(-all.filter((el) => el.matches(ROW)).length);
  if (!end) offerNewer();
  fit(false);
  asked = '';
  reopen();
  scrolled();
}

// Requests newer rows near the top of the remaining ones.
let asked = '';
let askedAt = 0;
function readNewer() {
  const url = newer().dataset.at + seq(shown()[0]);
  if (asked === url && performance.now() - askedAt < 2000) return;
  asked = url;
  askedAt = performance.now();
  newer().dataset.url = url;
  newer().dispatchEvent(new Event('newer'));
}

function scrolled() {
  const here = box();
  if (!here || !newer() || sorted()) return;
  if (here.scrollTop > 8 && !held()) {
    if (hold()) reopen();
  } else if (held() && dropped() && here.scrollTop < 600) {
    readNewer();
  } else if (held() && !dropped() && here.scrollTop <= 8) {
    release();
  }
}

const observer = new MutationObserver((changes) => {
  let down = null;
  let up = false;
  for (const c of changes) {
    for (const node of c.addedNodes) {
      if (node.nodeType !== 1) continue;
      if (node.id === 'older') down = node;
      up ||= c.target.id === 'newer-rows';
    }
    up ||= c.type === 'attributes' && 'all' in c.target.dataset;
  }
  if (up) grewUp(document.getElementById('newer-rows'));
  if (down) grewDown(down);
});

let watched = null;
function watch() {
  if (!list() || list() === watched || !newer()) return;
  watched = list();
  observer.disconnect();
  observer.observe(document.getElementById('rows-after'), { childList: true });
  observer.observe(newer(), { childList: true, subtree: true, attributeFilter: ['data-all'] });
  box().addEventListener('scroll', scrolled, { passive: true });
  box().addEventListener('follow', () => {
    const oldest = document.querySelector('#head-time[aria-sort=ascending] a');
    if (oldest) oldest.click();
    else if (sorted() || held()) release();
  });
}

watch();
new MutationObserver(watch).observe(document.getElementById('main') ?? document.body, { childList: true, subtree: true });
