// The heads of the list's columns. Sortable heads and the legend share one Tab stop: ← and → move
// along them. The borders are the next one: dragging, or ← and →, changes the width of a column,
// and a double click or Enter resets it. ↑ and ↓ move from border to border.
import { action } from './actions.js';
import { openAt } from './point.js';
import { remember } from './remember.js';
import { zoom } from './zoom.js';

const root = document.documentElement;
const heads = () => document.getElementById('heads');
const STOP = 'a, .legend-button';
const links = () => [...heads().querySelectorAll(STOP)].filter(shown);
const borders = () => [...heads().querySelectorAll('[data-border]')].filter(shown);
const shown = (el) => el.checkVisibility();
const borderOf = (el) => el.closest?.('[data-border]');

// Chosen widths, by column.
let widths = {};
try {
  widths = JSON.parse(localStorage.getItem('columns')) ?? {};
} catch {
  // theme.js ignores this too
}

function keep() {
  remember('columns', Object.keys(widths).length ? JSON.stringify(widths) : null);
}

const wide = (border) => border.parentElement.getBoundingClientRect().width / zoom();

function tell(border) {
  border.setAttribute('aria-valuenow', Math.round(wide(border)));
}

function set(border, px) {
  const v = Math.round(Math.min(Math.max(px, border.ariaValueMin), border.ariaValueMax));
  widths[border.dataset.border] = v;
  root.style.setProperty('--w-' + border.dataset.border, v + 'px');
  tell(border);
}

function reset(border) {
  delete widths[border.dataset.border];
  root.style.removeProperty('--w-' + border.dataset.border);
  tell(border);
  keep();
}

// The width of the list decides which columns are shown, except for those that a person shows or
// hides. theme.js also reads the choice.
const choice = (name) => new Set(root.dataset[name]?.split(' '));

function choose(key, on) {
  const out = { shownColumns: choice('shownColumns'), hiddenColumns: choice('hiddenColumns') };
  out.shownColumns[on ? 'add' : 'delete'](key);
  out.hiddenColumns[on ? 'delete' : 'add'](key);
  const kept = {};
  for (const [name, keys] of Object.entries(out)) {
    if (keys.size) kept[name] = [...keys];
    root.dataset[name] = [...keys].join(' ');
  }
  remember('column-choice', Object.keys(kept).length ? JSON.stringify(kept) : null);
}

// Before the menu opens, so that an immediate click sees the right state.
document.addEventListener('beforetoggle', (e) => {
  if (e.target.id !== 'columns-menu' || e.newState !== 'open') return;
  for (const box of e.target.querySelectorAll('[data-column]')) box.checked = document.getElementById('head-' + box.dataset.column).checkVisibility();
}, true);

document.addEventListener('change', (e) => {
  const key = e.target.dataset?.column;
  if (key) choose(key, e.target.checked);
});

document.addEventListener('contextmenu', (e) => {
  const menu = document.getElementById('columns-menu');
  if (!menu?.parentElement.checkVisibility() || !e.target.closest?.('#heads')) return;
  e.preventDefault();
  const { left, bottom } = e.target.getBoundingClientRect(); // the menu key has no pointer position
  if (e.button === 2) openAt(menu, e.clientX, e.clientY);
  else openAt(menu, left, bottom);
});

action('reset-columns', () => {
  for (const name of ['shownColumns', 'hiddenColumns']) delete root.dataset[name];
  remember('column-choice', null);
  for (const key of Object.keys(widths)) root.style.removeProperty('--w-' + key);
  widths = {};
  keep();
  document.getElementById('columns-menu')?.hidePopover();
});

// Right of the column that takes the remaining width, columns grow to the left.
const way = (border) => (border.classList.contains('before') ? -1 : 1);

document.addEventListener('pointerdown', (e) => {
  const border = borderOf(e.target);
  if (!border || e.button) return;
  e.preventDefault();
  border.setPointerCapture(e.pointerId);
  const from = e.clientX;
  const width = wide(border);
  const drag = (m) => set(border, width + way(border) * ((m.clientX - from) / zoom()));
  border.addEventListener('pointermove', drag);
  border.addEventListener('lostpointercapture', () => {
    border.removeEventListener('pointermove', drag);
    keep();
  }, { once: true });
});

document.addEventListener('dblclick', (e) => {
  const border = borderOf(e.target);
  if (border) reset(border);
});

// settle makes one head and one border Tab stops.
function settle(link, border) {
  for (const a of heads().querySelectorAll(STOP)) a.tabIndex = a === link ? 0 : -1;
  for (const b of heads().querySelectorAll('[data-border]')) b.tabIndex = b === border ? 0 : -1;
}

function begin() {
  if (!heads()) return;
  const all = links();
  if (!all.some((a) => a.getAttribute('tabindex') === '0')) settle(all[0], borders()[0]);
  borders().forEach(tell);
}

document.addEventListener('focusin', (e) => {
  const head = e.target.closest?.('#heads > *');
  if (!head) return;
  const link = e.target.closest(STOP) ?? head.querySelector('a') ?? links().find((a) => !a.tabIndex) ?? links()[0];
  settle(link, head.querySelector('[data-border]') ?? borders()[0]);
});

function along(all, el, step) {
  all[all.indexOf(el) + step]?.focus();
}

document.addEventListener('keydown', (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
  const border = borderOf(e.target);
  const across = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
  const down = { ArrowUp: -1, ArrowDown: 1 }[e.key];
  if (border && across) {
    set(border, wide(border) + way(border) * across * 8);
    keep();
  } else if (border && down) along(borders(), border, down);
  else if (border && e.key === 'Enter') reset(border);
  else if (across && e.target.matches?.('#heads :is(' + STOP + ')')) along(links(), e.target, across);
  else return;
  e.preventDefault();
});

begin();
window.addEventListener('resize', begin);
