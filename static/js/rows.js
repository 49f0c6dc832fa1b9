// Lists by keyboard: each is one Tab stop, which the arrows move from row to row. → and ← reach
// the other controls of a row.
import { action } from './actions.js';

const ROW = '[data-row], [data-roving] > details > summary';
const STOP = 'a[href], button, summary';
const listOf = (el) => el?.closest?.('[data-roving]');
export const rowOf = (el) => (listOf(el) ? el.closest(ROW) : null);

// Forms and popovers inside a row keep their own Tab stops.
const stop = (el) => !el.closest('form, [popover]');
const stopsOf = (row) => [...(row.matches(STOP) ? [row] : []), ...row.querySelectorAll(STOP)].filter(stop);
const rowsOf = (list) => [...list.querySelectorAll(ROW)].filter((row) => row.matches('summary') || !row.closest('details:not([open])'));

// The Tab stop of each list and its position, so that another row can
// replace it when it disappears.
const stops = new WeakMap();

// stopOf returns the Tab stop of a list, or nothing if it has no rows.
export function stopOf(list) {
  const now = stops.get(list);
  if (now?.el.isConnected && listOf(now.el) === list && stop(now.el)) return now.el;
  const same = now?.id && document.getElementById(now.id);
  const rows = rowsOf(list);
  const row = (list.contains(same) && same) || rows.find((r) => r.ariaCurrent) || rows[Math.min(now?.at ?? 0, rows.length - 1)];
  if (!row) return null;
  const all = stopsOf(row);
  const el = all[Math.min(now?.nth ?? 0, all.length - 1)];
  if (el) stops.set(list, { ...now, el });
  return el;
}

function settle(row) {
  const on = stopOf(listOf(row));
  for (const el of stopsOf(row)) {
    if (el === on) el.removeAttribute('tabindex');
    else if (el.getAttribute('tabindex') !== '-1') el.setAttribute('tabindex', '-1');
  }
}

function settleAll(list) {
  for (const row of list.querySelectorAll(ROW)) settle(row);
}

// The last focused element becomes the Tab stop.
document.addEventListener('focusin', (e) => {
  const row = rowOf(e.target);
  const nth = row ? stopsOf(row).indexOf(e.target) : -1;
  if (nth < 0) return;
  const list = listOf(row);
  const before = rowOf(stops.get(list)?.el);
  stops.set(list, { el: e.target, id: row.id, at: rowsOf(list).indexOf(row), nth, used: true });
  if (before) settle(before);
  settle(row);
});

// idOf returns the id that a row is about. An exchange's row has it only in its link.
export const idOf = (row) => row.dataset.id ?? decodeURIComponent(row.querySelector(':scope > td > a[data-visit]')?.pathname.split('/')[2] ?? '');

// Where the list's keys start: at the focus, at the open row, or where the focus was.
function begin(list) {
  const now = stops.get(list);
  return rowOf(document.activeElement) ?? list.querySelector('[aria-current][data-row]') ?? (now?.used && now.el.isConnected ? rowOf(now.el) : null);
}

export function focusRow(row, nth = 0) {
  stopsOf(row)[nth]?.focus();
  row.scrollIntoView({ block: 'nearest' });
}

// Arrow keys act on a focused row, or on the list if nothing has the focus.
function free(key) {
  const el = document.activeElement;
  if (key === 'j' || key === 'k' || !el || el === document.body || el.id === 'main') return true;
  return !!rowOf(el) && stop(el);
}

action('move', (_, key) => {
  const list = listOf(document.activeElement) ?? document.querySelector('[data-roving=first]') ?? document.querySelector('[data-roving]');
  if (!list || !free(key)) return false;
  const rows = rowsOf(list).filter((row) => stopsOf(row).length);
  if (!rows.length) return false;
  const i = rows.indexOf(begin(list));
  const step = key === 'j' || key === 'ArrowDown' ? 1 : -1;
  const row = rows[i < 0 ? 0 : Math.min(Math.max(i + step, 0), rows.length - 1)];
  focusRow(row);
  // An open detail follows the row.
  if (document.querySelector('[data-detail-open]')) row.querySelector('a[data-visit]')?.click();
  return true;
});

// Moves inside a row, or opens and closes a group of rows.
action('within', (_, key) => {
  const el = document.activeElement;
  const row = rowOf(el);
  if (!row || !stop(el)) return false;
  const right = key === 'ArrowRight';
  if (el === row && row.matches('summary') && row.parentElement.open !== right) {
    row.parentElement.open = right;
    return true;
  }
  const all = stopsOf(row);
  const next = all[all.indexOf(el) + (right ? 1 : -1)];
  const group = !right && row.closest('[data-roving] > details');
  if (next) next.focus();
  else if (group && !row.matches('summary')) focusRow(group.querySelector('summary'));
  else return false;
  return true;
});

// Handles new rows, and rows that were drawn again without their tabindex.
const changed = new Set();
const lists = new Set();
let pending = 0;
const observer = new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    const row = rowOf(target);
    if (row) changed.add(row);
    if (listOf(target)) lists.add(listOf(target));
    for (const node of addedNodes) {
      if (node.nodeType !== 1) continue;
      if (listOf(node)) for (const r of [...(node.matches(ROW) ? [node] : []), ...node.querySelectorAll(ROW)]) changed.add(r);
      else for (const list of node.querySelectorAll('[data-roving]')) settleAll(list);
    }
  }
  if (lists.size) pending ||= requestAnimationFrame(calm);
});

function calm() {
  pending = 0;
  for (const row of changed) if (row.isConnected && listOf(row)) settle(row);
  changed.clear();
  for (const list of lists) stopOf(list)?.removeAttribute('tabindex');
  lists.clear();
  observer.takeRecords();
}

for (const list of document.querySelectorAll('[data-roving]')) settleAll(list);
const main = document.getElementById('main');
if (main) observer.observe(main, { childList: true, subtree: true, attributeFilter: ['tabindex'] });

// A link to an item of a list scrolls to its row.
document.querySelector('[data-roving] [data-row][aria-current]')?.scrollIntoView({ block: 'center' });
