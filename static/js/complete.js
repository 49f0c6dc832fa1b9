// Ways to go on with the filter: the server lists them for what is typed, ↓ and ↑ choose one,
// Enter, Tab or a click takes it, Escape closes them. Nothing is chosen by itself: Enter alone
// opens the filter as it stands.

const field = () => document.querySelector('form[data-typed] [data-filter]');
const box = () => document.getElementById('filter-words');
const ways = () => [...box().querySelectorAll('[role=option]')];
const chosen = () => box()?.querySelector('[aria-selected=true]');
let wanted = false; // they are to be shown once they are there

function show() {
  const input = field();
  if (!input || !box()) return;
  const open = wanted && box().dataset.of === input.value && document.activeElement === input && ways().length > 0;
  if (box().hidden === open) box().hidden = !open;
  if (input.ariaExpanded !== String(open)) input.ariaExpanded = String(open);
  if (!open || !chosen()) input.removeAttribute('aria-activedescendant');
}

function ask() {
  wanted = true;
  field().dispatchEvent(new Event('ways'));
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
  if (!next) return field().removeAttribute('aria-activedescendant');
  next.setAttribute('aria-selected', 'true');
  next.scrollIntoView({ block: 'nearest' });
  field().setAttribute('aria-activedescendant', next.id);
}

function take(way) {
  const input = field();
  const { head, rest } = way.dataset;
  input.value = head + rest;
  input.setSelectionRange(head.length, head.length);
  input.focus();
  input.dispatchEvent(new Event('input', { bubbles: true }));
  if (!head.endsWith(':')) close();
}

const mine = (e) => e.target === field() && !e.isComposing;

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
document.addEventListener('mousedown', (e) => {
  if (e.target.closest?.('#filter-words')) e.preventDefault(); // the field keeps the focus
  else if (e.target === field() && !field().value) ask();
});
document.addEventListener('click', (e) => {
  const way = e.target.closest?.('#filter-words [role=option]');
  if (way) take(way);
});
document.addEventListener('focusout', (e) => { if (e.target === field()) close(); });
document.addEventListener('submit', (e) => { if (e.target === field()?.form) close(); });

if (box()) new MutationObserver(show).observe(box(), { childList: true, subtree: true, attributeFilter: ['data-of'] });
