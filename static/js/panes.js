// Panes are parts of a page side by side, such as a list and its detail. F6 moves between them,
// Enter on a row moves into its detail, and Escape moves back to the row. If an update removes the
// focused element, the focus moves to its replacement.
import { action, act } from './actions.js';
import { focusRow, idOf, rowOf, stopOf } from './rows.js';

const FIELD = 'a[href], button, input, select, textarea, summary, [tabindex]';
const panes = () => [...document.querySelectorAll('[data-pane]')].filter(shown);
const paneOf = (el) => el?.closest?.('[data-pane]') ?? null;
const shown = (el) => el.checkVisibility();
const detail = () => document.querySelector('[data-detail-open]');
const openRow = () => [...document.querySelectorAll('[data-roving] [data-row][aria-current]')].find(shown);

// The last focused element of each pane.
const lasts = new WeakMap();

function enter(pane) {
  const last = lasts.get(pane);
  const list = pane.querySelector('[data-roving]');
  const to = last?.isConnected && shown(last) ? last : (list && stopOf(list)) ?? begin(pane);
  to?.focus();
  return !!to;
}

// begin is where the focus enters a pane for the first time.
function begin(pane) {
  if (pane.hasAttribute('tabindex')) return pane;
  const start = pane.querySelector('[data-start]');
  if (start?.hasAttribute('tabindex')) return start;
  const fields = [...(start ?? pane).querySelectorAll(start ? 'input, select, textarea' : FIELD)];
  return fields.find((el) => el.tabIndex >= 0 && !el.disabled && shown(el));
}

action('pane', (_, key) => {
  const all = panes();
  if (key.startsWith('Shift')) all.reverse();
  const i = all.indexOf(paneOf(document.activeElement));
  return [...all.slice(i + 1), ...all.slice(0, Math.max(i, 0))].some(enter); // a pane may be empty
});

// Enter on a row moves into its detail as soon as that is there. A detail on another page learns
// this from the session storage.
const ENTERING = 'console-entering';
let entering = sessionStorage.getItem(ENTERING) ?? '';
sessionStorage.removeItem(ENTERING);
document.addEventListener('keydown', (e) => {
  if (e.key !== 'Enter' || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
  const row = e.target.matches?.('a[data-visit], a[data-enter]') ? rowOf(e.target) : null;
  const here = e.target.matches?.('a[data-visit]');
  if (!row || !idOf(row) || (here && !document.querySelector('[data-visits]'))) return;
  entering = idOf(row);
  if (detail()?.dataset.detailOpen !== entering) { // the link opens it
    if (!here) sessionStorage.setItem(ENTERING, entering);
    return;
  }
  e.preventDefault();
  arrive();
});

function arrive() {
  const pane = entering && detail();
  if (!pane || pane.dataset.detailOpen !== entering) return;
  const from = rowOf(document.activeElement);
  if (document.activeElement === document.body || (from && idOf(from) === entering)) begin(pane)?.focus();
  entering = '';
}

action('tab', (_, key) => {
  const tab = document.querySelectorAll('#detail-tabs a')[key - 1];
  tab?.click();
  return !!tab;
});

// Escape moves from the detail to its row, or else closes the detail and
// focuses the row that was open.
const LEFT = 'console-left';
let left = sessionStorage.getItem(LEFT) ?? '';
sessionStorage.removeItem(LEFT);
document.addEventListener('click', (e) => {
  // The list may be on another page, which must know what was open on this one.
  if (e.target.closest?.('a[data-back]:not([data-visit])') && detail()) sessionStorage.setItem(LEFT, detail().dataset.detailOpen);
});
action('leave', () => {
  const row = openRow();
  if (row && detail()?.contains(document.activeElement)) focusRow(row);
  else act('back');
});
action('untype', (el) => {
  el.blur();
  if (detail()?.contains(el)) begin(detail())?.focus();
});
window.addEventListener('console-visit', (e) => {
  const was = detail()?.dataset.detailOpen;
  if (was && !e.detail.startsWith('/exchanges/')) left = was;
  if (!e.detail.startsWith('/exchanges/' + encodeURIComponent(entering))) entering = '';
});

function returnTo() {
  if (!left || detail()) return;
  const row = [...document.querySelectorAll('[data-roving] [data-row]')].find((r) => idOf(r) === left);
  left = '';
  const el = document.activeElement;
  if (row && (el === document.body || !el?.checkVisibility())) focusRow(row);
}

// The last focused element, by id and position.
let had = null;
document.addEventListener('focusin', (e) => {
  if (e.target.closest('dialog')) return; // dialogs restore the focus themselves
  const pane = paneOf(e.target);
  if (pane) lasts.set(pane, e.target);
  had = { el: e.target, id: e.target.id, list: e.target.closest('[data-roving]'), pane };
});

// restore focuses the replacement of a removed element. Leaving a field by Escape or a click does
// not count, because the field still exists.
function restore() {
  if (!had || had.el.isConnected || document.activeElement !== document.body) return;
  const { id, list, pane } = had;
  const same = id && document.getElementById(id);
  if (same) same.focus();
  else if (list?.isConnected) stopOf(list)?.focus();
  else if (pane?.isConnected && shown(pane)) begin(pane)?.focus();
}

// An address that ends in #finding scrolls to that line, once.
let led = '';
window.addEventListener('console-visit', () => { led = ''; });
function lead() {
  const to = location.hash === '#finding' && led !== location.href && document.getElementById('finding');
  if (!to) return;
  led = location.href;
  to.focus({ preventScroll: true });
  to.scrollIntoView({ block: 'center' });
}

const main = document.getElementById('main');
if (main) {
  new MutationObserver(() => {
    arrive();
    lead();
    returnTo();
    restore();
  }).observe(main, { childList: true, subtree: true, attributeFilter: ['data-detail-open', 'hidden'] });
}
document.addEventListener('close', restore, true);
arrive();
lead();
returnTo();
entering = '';
