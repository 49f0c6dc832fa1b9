// Completions for a field with data-complete. The server lists them in the box that the field
// controls. ↓ and ↑ choose one; Enter, Tab or a click inserts it; Escape closes the box. None is
// chosen by default, so that Enter alone keeps its meaning in the field.

let field = null; // the field with the focus, now or last
const boxOf = (input) => input && document.getElementById(input.getAttribute('aria-controls'));
const box = () => boxOf(field);
const ways = () => [...(box()?.querySelectorAll('[role=option]') ?? [])];
const chosen = () => box()?.querySelector('[aria-selected=true]');
let wanted = false; // show the completions once they arrive
const watcher = new MutationObserver(() => show());

function show() {
  if (!field || !box()) return;
  const at = document.activeElement;
  const open = wanted && box().dataset.of === field.value && (at === field || box().contains(at)) && ways().length > 0;
  if (box().hidden === open) box().hidden = !open;
  // Only a combobox announces its list, and a textarea cannot be one. For other fields, the list
  // is a Tab stop.
  if (open && field.role !== 'combobox' && !box().querySelector('[tabindex]')) ways()[0].tabIndex = 0;
  if (field.role === 'combobox' && field.ariaExpanded !== String(open)) field.ariaExpanded = String(open);
  if (!open || !chosen()) field.removeAttribute('aria-activedescendant');
}

function ask() {
  wanted = true;
  field.dispatchEvent(new Event('ways'));
}

function close() {
  wanted = false;
  show();
}

function choose(step) {
  const all = ways();
  const now = all.indexOf(chosen());
  const next = all[now < 0 ? (step > 0 ? 0 : all.length - 1) : now + step];
  all[now]?.setAttribute('aria-selected', 'false');
  if (!next) return field.removeAttribute('aria-activedescendant');
  next.setAttribute('aria-selected', 'true');
  next.scrollIntoView({ block: 'nearest' });
  field.setAttribute('aria-activedescendant', next.id);
}

function take(way) {
  const { head, rest } = way.dataset;
  field.value = head + rest;
  field.setSelectionRange(head.length, head.length);
  field.focus();
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (!/[:\s]$/.test(head)) close();
}

// mine reports whether an event is from a field with completions, and makes that the current one.
function mine(e) {
  if (e.isComposing || !e.target.matches?.('[data-complete]') || !boxOf(e.target)) return false;
  if (field !== e.target) {
    wanted = false;
    field = e.target;
    watcher.disconnect();
    watcher.observe(box(), { childList: true, subtree: true, attributeFilter: ['data-of'] });
  }
  return true;
}

document.addEventListener('input', (e) => { if (mine(e)) ask(); });
document.addEventListener('keydown', (e) => {
  if (!mine(e) || e.ctrlKey || e.metaKey || e.altKey) return;
  const open = !box().hidden;
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step && open) choose(step);
  else if (e.key === 'ArrowDown') ask();
  else if (open && e.key === 'Escape') close();
  else if (open && chosen() && (e.key === 'Enter' || e.key === 'Tab') && !e.shiftKey) take(chosen());
  else return;
  e.preventDefault();
}, true);
// Inside the list, ↓ and ↑ move, Enter and Space insert, Escape returns to the field.
document.addEventListener('keydown', (e) => {
  const way = e.target.closest?.('.filter-words [role=option]');
  if (!way || e.ctrlKey || e.metaKey || e.altKey) return;
  const to = { ArrowDown: way.nextElementSibling, ArrowUp: way.previousElementSibling }[e.key];
  if (to) {
    to.tabIndex = 0;
    to.focus();
    way.removeAttribute('tabindex'); // removing it earlier would drop the focus
  } else if (e.key === 'Escape') field.focus();
  else if (e.key === 'Enter' || e.key === ' ') take(way);
  else if (!e.key.startsWith('Arrow')) return;
  e.preventDefault();
  e.stopPropagation();
}, true);
document.addEventListener('mousedown', (e) => {
  if (e.target.closest?.('.filter-words')) e.preventDefault(); // keep the focus in the field
  else if (mine(e) && !field.value) ask();
});
document.addEventListener('focusin', (e) => {
  if (e.target.role === 'combobox' && mine(e) && !field.value) ask();
});
document.addEventListener('click', (e) => {
  const way = e.target.closest?.('.filter-words [role=option]');
  if (way && way.closest('.filter-words') === box()) take(way);
});
document.addEventListener('focusout', (e) => {
  if (field && (e.target === field || box()?.contains(e.target)) && e.relatedTarget !== field && !box()?.contains(e.relatedTarget)) close();
});
document.addEventListener('submit', (e) => { if (field && e.target === field.form) close(); });
