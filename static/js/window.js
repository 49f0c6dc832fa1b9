// The rows that the page holds: a bounded number, whatever arrives. At the top the list
// follows, and the stream drops the oldest rows. Further down it is held: the stream
// counts new rows (ui/list/window.go), and what is loaded at one end drops rows at the
// other. The stream is told what the page shows, so it is opened anew when that changes.
// A sorted list has pages, and stands still until it is sorted again.
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

// Where older rows are looked for, which may be below the last one; 0 where there are none.
function low() {
  const el = document.getElementById('older');
  return !el || el.hidden ? 0 : Number(new URLSearchParams(el.dataset.url.split('?')[1]).get('before'));
}

// pass counts rows that stand above those of the page, where it is known how many they are.
function pass(n) {
  const now = list().dataset.above ?? (dropped() ? NaN : 0);
  list().dataset.above = Number(now) + n;
}

// Rows that were loaded beside the stream are of a version of the record that it is told.
let at = 0;
function loaded(from) {
  const version = Number(from.dataset.since);
  if (version) at = at ? Math.min(at, version) : version;
}

// What the stream is told as it opens. It listens on the element, after this.
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

// Once the stream has drawn, what was loaded before is as it is on record.
document.addEventListener('datastar-fetch', (e) => {
  if (e.detail.el?.id === 'live' && e.detail.type.startsWith('datastar-patch')) at = 0;
});

function reopen() {
  const live = document.getElementById('live');
  if (!live) return;
  const next = live.cloneNode(true);
  next.removeAttribute('data-sessions'); // the page's, which may show others by now
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

// keep has what is read stay where it is while something changes above it.
function keep(change) {
  const here = box();
  const top = here.getBoundingClientRect().top;
  const row = [...list().children].find((r) => r.getBoundingClientRect().bottom > top);
  const before = row?.getBoundingClientRect().top;
  here.style.overflowAnchor = 'none'; // once is enough
  change();
  if (row?.isConnected) here.scrollTop += (row.getBoundingClientRect().top - before) / zoom();
  requestAnimationFrame(() => { here.style.overflowAnchor = ''; });
}

// fit takes away at one end what is more than the page may keep: at
// the end where rows were not just put, unless that is what is read by now.
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

// spare are the rows beyond MOST at an end, and what stands between them.
function spare(atTop) {
  const all = [...list().children];
  if (!atTop) all.reverse();
  let n = shown().length - MOST;
  if (n <= 0) return [];
  const gone = all.slice(0, all.findIndex((el) => el.matches(ROW) && n-- === 0));
  while (atTop && !gone[gone.length - 1].matches(ROW)) gone.pop(); // it heads the row that stays
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

// Older rows were loaded.
function grewDown(from) {
  loaded(from);
  fit(true);
  reopen();
}

// Newer rows were loaded.
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

// Near the top of what is left, newer rows are read.
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
