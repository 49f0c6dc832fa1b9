// Rows that are picked out of the list: x, Shift with an arrow, or a click with Shift or
// Ctrl held.
import { action } from './actions.js';
import { focusRow } from './rows.js';

const rows = () => [...document.querySelectorAll('[data-list] [data-row][data-id]')];
const picked = new Set(); // ids
let anchor = ''; // where a range begins

function draw() {
  const bar = document.getElementById('picked');
  if (!bar) return;
  const chosen = [];
  for (const row of rows()) {
    const is = picked.has(row.dataset.id);
    if (is) chosen.push(row.dataset.id);
    if (is && row.ariaSelected !== 'true') row.ariaSelected = 'true';
    if (!is && row.ariaSelected) row.removeAttribute('aria-selected');
  }
  bar.hidden = chosen.length === 0;
  for (const ids of bar.querySelectorAll('[name="ids"]')) ids.value = chosen.join(' ');
  const status = bar.querySelector('[role="status"]');
  const words = chosen.length + ' selected';
  if (status.textContent !== words) status.textContent = words;
  const compare = bar.querySelector('a');
  compare.hidden = chosen.length !== 2;
  // The newest is on top; what came first is the one compared with.
  if (chosen.length === 2) compare.href = '/compare?' + new URLSearchParams({ a: chosen[1], b: chosen[0] });
}

function toggle(id) {
  if (!picked.delete(id)) picked.add(id);
  anchor = id;
  draw();
}

function range(id) {
  const ids = rows().map((row) => row.dataset.id);
  const from = ids.indexOf(anchor);
  if (from < 0) return toggle(id);
  const to = ids.indexOf(id);
  for (const i of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) picked.add(i);
  draw();
}

action('pick', () => {
  const row = document.activeElement?.closest?.('[data-list] [data-row]') ?? document.querySelector('[data-list] [data-row][aria-current]');
  if (row) toggle(row.dataset.id);
});
// The selection grows from row to row, the way the arrows go.
action('extend', (_, key) => {
  const all = rows();
  const on = document.activeElement?.closest?.('[data-list] [data-row]') ?? document.querySelector('[data-list] [data-row][aria-current]');
  const next = all[all.indexOf(on) + (key.endsWith('Down') ? 1 : -1)];
  if (!on || !next) return false;
  const back = picked.has(next.dataset.id) && picked.has(on.dataset.id);
  if (back) picked.delete(on.dataset.id);
  else picked.add(on.dataset.id).add(next.dataset.id);
  anchor ||= on.dataset.id;
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
  if (e.target.closest?.('a, button')) return null; // a link opens its window
  return e.target.closest?.('[data-list] [data-row][data-id]');
};
// Shift would mark the text between the two clicks.
document.addEventListener('mousedown', (e) => {
  if (held(e)) e.preventDefault();
});
document.addEventListener('click', (e) => {
  const row = held(e);
  if (!row) return;
  e.preventDefault();
  if (e.shiftKey) range(row.dataset.id);
  else toggle(row.dataset.id);
}, true);

// A row that is drawn anew by the stream stays picked.
const main = document.getElementById('main');
if (main) {
  new MutationObserver(() => {
    if (picked.size) draw();
  }).observe(main, { childList: true, subtree: true, attributeFilter: ['aria-selected'] });
}
draw(); // a browser may bring back what the form held
