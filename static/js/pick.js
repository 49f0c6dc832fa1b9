// Selecting several rows: x, Shift with an arrow, or a click with Shift or Ctrl.
import { action } from './actions.js';
import { focusRow, idOf } from './rows.js';

const rows = () => [...document.querySelectorAll('[data-list] [data-row]')];
const picked = new Map(); // Seqs by id, including rows that window.js has dropped
const seq = (row) => Number(row.id.slice(1));
let anchor = ''; // where a range begins

function draw() {
  const bar = document.getElementById('picked');
  if (!bar) return;
  let shown = 0;
  for (const row of rows()) {
    const is = picked.has(idOf(row));
    if (is) shown++;
    if (is && row.ariaSelected !== 'true') row.ariaSelected = 'true';
    if (!is && row.ariaSelected) row.removeAttribute('aria-selected');
  }
  const chosen = [...picked.keys()].sort((a, b) => picked.get(b) - picked.get(a)); // newest first
  bar.hidden = chosen.length === 0;
  for (const ids of bar.querySelectorAll('[name="ids"]')) ids.value = chosen.join(' ');
  const status = bar.querySelector('[role="status"]');
  const unseen = chosen.length - shown;
  const words = chosen.length + ' selected' + (unseen ? `, ${unseen} not shown` : '');
  if (status.textContent !== words) status.textContent = words;
  const compare = bar.querySelector('a');
  compare.hidden = chosen.length !== 2;
  // The older one is the baseline.
  if (chosen.length === 2) compare.href = '/compare?' + new URLSearchParams({ a: chosen[1], b: chosen[0] });
}

const add = (row) => picked.set(idOf(row), seq(row));

function toggle(row) {
  if (!picked.delete(idOf(row))) add(row);
  anchor = idOf(row);
  draw();
}

function range(row) {
  const all = rows();
  const from = all.findIndex((r) => idOf(r) === anchor);
  if (from < 0) return toggle(row);
  const to = all.indexOf(row);
  for (const r of all.slice(Math.min(from, to), Math.max(from, to) + 1)) add(r);
  draw();
}

action('pick', () => {
  const row = document.activeElement?.closest?.('[data-list] [data-row]') ?? document.querySelector('[data-list] [data-row][aria-current]');
  if (row) toggle(row);
});
// Extends the selection row by row in the direction of the arrow.
action('extend', (_, key) => {
  const all = rows();
  const on = document.activeElement?.closest?.('[data-list] [data-row]') ?? document.querySelector('[data-list] [data-row][aria-current]');
  const next = all[all.indexOf(on) + (key.endsWith('Down') ? 1 : -1)];
  if (!on || !next) return false;
  const back = picked.has(idOf(next)) && picked.has(idOf(on));
  if (back) picked.delete(idOf(on));
  else [on, next].forEach(add);
  anchor ||= idOf(on);
  draw();
  focusRow(next);
  return true;
});
action('unpick', () => {
  picked.clear();
  anchor = '';
  draw();
});

const held = (e) => {
  if (!(e.shiftKey || e.ctrlKey || e.metaKey) || e.button || !document.getElementById('picked')) return null;
  if (e.target.closest?.('a, button')) return null; // a link opens a window
  return e.target.closest?.('[data-list] [data-row]');
};
// Without this, Shift would select the text between the two clicks.
document.addEventListener('mousedown', (e) => {
  if (held(e)) e.preventDefault();
});
document.addEventListener('click', (e) => {
  const row = held(e);
  if (!row) return;
  e.preventDefault();
  if (e.shiftKey) range(row);
  else toggle(row);
}, true);

// A row that the stream draws again stays selected.
const main = document.getElementById('main');
if (main) {
  new MutationObserver(() => {
    if (picked.size) draw();
  }).observe(main, { childList: true, subtree: true, attributeFilter: ['aria-selected'] });
}
draw(); // browsers may restore the form's values
