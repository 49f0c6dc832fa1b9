// Steps through differences: n and b, or the buttons next to their number.
import { action } from './actions.js';

const all = () => [...document.querySelectorAll('[data-difference]')];
let last = ''; // id of the one shown last

function reveal(el) {
  for (let box = el.closest('details'); box; box = box.parentElement.closest('details')) box.open = true;
  el.focus({ preventScroll: true });
  el.scrollIntoView({ block: 'start' });
}

function step(by) {
  const list = all();
  if (!list.length) return false;
  const here = document.activeElement?.closest?.('[data-difference]') ?? document.getElementById(last);
  const now = list.indexOf(here);
  const next = now < 0 ? (by > 0 ? 0 : list.length - 1) : (now + by + list.length) % list.length;
  last = list[next].id;
  reveal(list[next]);
  for (const out of document.querySelectorAll('[data-difference-at]')) out.textContent = `${next + 1} of ${list.length}`;
  return true;
}

action('difference', (el, key) => step(key === 'b' ? -1 : 1));
action('difference-back', () => step(-1));
