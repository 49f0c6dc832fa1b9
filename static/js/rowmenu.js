// The menu of a row: a right click, the key m, or the button on the hovered row. The
// server sends its content.
import { action } from './actions.js';
import { openAt } from './point.js';
import { idOf } from './rows.js';
import { zoom } from './zoom.js';

const ROW = '.row[data-row]';
const menu = () => document.getElementById('row-menu');
const more = () => document.getElementById('row-more');
const items = () => [...menu().querySelectorAll('a, button')];
let back = null; // what had the focus
let at = null; // where the menu opens

// open requests the menu of a row. It is shown when the response arrives.
function open(row, x, y) {
  const box = menu();
  if (!box || !row) return false;
  back = document.activeElement?.closest?.(ROW) === row ? document.activeElement : row.querySelector('a');
  at = { id: idOf(row), x, y };
  const list = new URL(document.getElementById('chips')?.dataset.at ?? '/traffic', location.origin);
  box.dataset.url = `/exchanges/${encodeURIComponent(idOf(row))}/menu${list.search}`;
  if (box.querySelector('#row-choices').dataset.for === idOf(row)) box.querySelector('#row-choices').removeAttribute('data-for');
  box.dispatchEvent(new CustomEvent('rowmenu'));
  return true;
}

function show() {
  const box = menu();
  if (!at || box?.querySelector('#row-choices')?.dataset.for !== at.id) return;
  for (const el of box.querySelectorAll('[data-copy-path]')) el.dataset.copy = location.origin + el.dataset.copyPath;
  openAt(box, at.x, at.y);
  at = null;
  items()[0]?.focus();
}

new MutationObserver((changes) => {
  if (at && changes.some(({ target }) => target.closest?.('#row-menu'))) show();
}).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-for'] });

document.addEventListener('contextmenu', (e) => {
  const row = e.target.closest?.(ROW);
  if (!row || !menu() || e.shiftKey || getSelection()?.toString()) return;
  // The menu key has no pointer position.
  const from = row.getBoundingClientRect();
  const keyed = e.button !== 2;
  if (open(row, keyed ? from.left + 24 : e.clientX, keyed ? from.bottom : e.clientY)) e.preventDefault();
});

action('row-menu', () => {
  const row = document.activeElement?.closest?.(ROW) ?? document.querySelector(`${ROW}[aria-current]`);
  const from = row?.getBoundingClientRect();
  return !!row && open(row, from.left + 24, from.bottom);
});

// The button is on the hovered row.
let on = null;

document.addEventListener('pointerover', (e) => {
  const button = more();
  if (!button || e.pointerType === 'touch' || button.contains(e.target)) return;
  on = e.target.closest?.(ROW);
  const pane = button.closest('.list-pane');
  button.hidden = !on || !pane?.contains(on);
  if (button.hidden) return;
  const row = on.getBoundingClientRect(), box = pane.getBoundingClientRect();
  button.style.top = (row.top - box.top) / zoom() + 3 + 'px';
  button.style.left = (row.right - box.left) / zoom() - 30 + 'px';
});
document.addEventListener('scroll', () => {
  const button = more();
  if (button) button.hidden = true;
}, { capture: true, passive: true });

document.addEventListener('click', (e) => {
  const button = e.target.closest?.('#row-more');
  if (button && on) {
    const { right, bottom } = button.getBoundingClientRect();
    open(on, right - 220, bottom);
    return;
  }
  // A choice closes the menu once its action has begun.
  if (e.target.closest?.('#row-menu :is(a, button)')) setTimeout(() => menu()?.hidePopover());
});

document.addEventListener('keydown', (e) => {
  if (!e.target.closest?.('#row-menu')) return;
  const all = items(), i = all.indexOf(e.target);
  const next = { ArrowDown: i + 1, ArrowUp: i - 1, Home: 0, End: all.length - 1 }[e.key];
  if (next === undefined) return;
  e.preventDefault();
  all[(next + all.length) % all.length].focus();
}, true);

document.addEventListener('toggle', (e) => {
  if (e.target.id !== 'row-menu' || e.newState !== 'closed' || !back?.isConnected) return;
  if (!document.activeElement || document.activeElement === document.body || menu().contains(document.activeElement)) back.focus({ preventScroll: true });
}, true);
