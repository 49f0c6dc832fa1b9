// Moves the focus to the connection doctor when it appears, for the person who asked for it.
import { action } from './actions.js';

const panel = () => document.getElementById('doctor');
let asked = false;

document.addEventListener('click', (e) => {
  if (!e.target.closest?.('[data-examines]')) return;
  asked = true;
  requestAnimationFrame(lead); // it may already be there, and closing the menu restores the focus first
});

function lead() {
  const head = asked && panel()?.querySelector('h2');
  if (!head) return;
  asked = false;
  head.focus({ preventScroll: true });
  panel().scrollIntoView({ block: 'nearest' });
}

action('close-doctor', () => {
  const to = document.querySelector('[popovertarget="agent-menu"]:not([popover] *)') ?? document.getElementById('address');
  panel().className = '';
  panel().replaceChildren(Object.assign(document.createElement('p'), { id: 'doctor-verdict', role: 'status' }));
  to?.focus();
});

const main = document.getElementById('main');
if (main) new MutationObserver(lead).observe(main, { childList: true, subtree: true });
