// The waterfall on one shared time axis: bars of the visible rows are placed by start time.
// Otherwise the server draws each bar from the start of its own call, on a logarithmic scale.
// theme.js also reads the choice.
import { now } from './clock.js';
import { inView } from './list.js';
import { remember } from './remember.js';
import { took } from './took.js';

const root = document.documentElement;
const list = () => document.querySelector('table.list-rows > [data-list]');
const isShared = () => root.dataset.axis === 'shared';
const CAP = 5; // pixels of the cap at the end

let pending = 0;
let later = 0;

function draw() {
  pending = 0;
  clearTimeout(later);
  const rows = list();
  const head = document.getElementById('head-fall');
  if (!rows || !head) return;
  if (!isShared()) {
    head.dataset.span = 'log';
    markGaps(head, []);
    for (const svg of rows.querySelectorAll('td > svg[style]')) svg.removeAttribute('style');
    return;
  }
  if (!head.clientWidth) return;
  const calls = inView().map(call).filter((c) => c);
  delete head.dataset.span;
  if (!calls.length) return;
  const { span, place, cuts } = axis(calls);
  markGaps(head, cuts.map((t) => t / span));
  for (const c of calls) {
    c.svg.style.marginLeft = `calc(${place(c.from) / span} * (100% - ${CAP}px))`;
    c.svg.style.width = `calc(${(c.to - c.from) / span} * (100% - ${CAP}px) + ${CAP}px)`;
  }
  head.dataset.span = took(span);
  if (calls.some((c) => c.isOpen)) later = setTimeout(ask, 1000);
}

// Draws a tick in the head for each gap that is shortened. Ticks that would touch become one.
function markGaps(head, shares) {
  for (const mark of head.querySelectorAll('.gap')) mark.remove();
  let last = -1;
  for (const share of shares) {
    if (share - last < 0.04) continue;
    const mark = document.createElement('i');
    mark.className = 'gap';
    mark.style.left = `calc(${share} * (100% - ${CAP}px))`;
    head.append(mark);
    last = share;
  }
}

// Shortens the gaps without a call, so that a pause leaves room for the calls around it. Returns
// where it did so.
function axis(calls) {
  const busy = [];
  for (const { from, to } of [...calls].sort((a, b) => a.from - b.from)) {
    const last = busy.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else busy.push({ from, to });
  }
  const longest = Math.max(busy.reduce((sum, b) => sum + b.to - b.from, 0) / busy.length, 1);
  let span = 0;
  const cuts = [];
  busy.forEach((b, i) => {
    const gap = i ? b.from - busy[i - 1].to : 0;
    if (gap > longest) cuts.push(span + longest / 2);
    span += Math.min(gap, longest);
    b.at = span;
    span += b.to - b.from;
  });
  return { span: span || 1, cuts, place: (t) => { const b = busy.findLast((b) => b.from <= t); return b.at + t - b.from; } };
}

function call(row) {
  const [from, duration] = row.dataset.fall?.split(' ') ?? [];
  const svg = row.cells?.[row.cells.length - 1].querySelector('svg');
  if (!svg || !from) return null;
  const start = parseInt(from, 36);
  return { svg, from: start, to: duration ? start + parseInt(duration, 36) : now(), isOpen: !duration };
}

function ask() {
  pending ||= requestAnimationFrame(draw);
}

document.addEventListener('beforetoggle', (e) => {
  if (e.target.id === 'columns-menu' && e.newState === 'open') e.target.querySelector('[data-axis]').checked = isShared();
}, true);

document.addEventListener('change', (e) => {
  if (!('axis' in (e.target.dataset ?? {}))) return;
  root.dataset.axis = e.target.checked ? 'shared' : 'own';
  remember('axis', e.target.checked ? null : 'own');
  ask();
});

let watched = null;
const observer = new MutationObserver(ask);

function watch() {
  const rows = list();
  if (!rows || rows === watched) return;
  watched = rows;
  observer.disconnect();
  observer.observe(rows, { childList: true, subtree: true, attributeFilter: ['data-fall', 'width'] });
  rows.closest('[data-follow]').addEventListener('scroll', ask, { passive: true });
  ask();
}

watch();
new MutationObserver(watch).observe(document.getElementById('main') ?? document.body, { childList: true, subtree: true });
window.addEventListener('resize', ask);
