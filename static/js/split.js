// The border between list and detail can be moved with the mouse or the arrow keys.
import { remember } from './remember.js';

const root = document.documentElement;
const clamp = (v) => Math.min(Math.max(v, 20), 75);

function set(bar, percent) {
  const v = clamp(percent);
  root.style.setProperty('--split', v + '%');
  bar.setAttribute('aria-valuenow', Math.round(v));
  remember('split', String(v));
}

document.addEventListener('pointerdown', (e) => {
  const bar = e.target.closest?.('[data-split]');
  if (!bar) return;
  e.preventDefault();
  bar.setPointerCapture(e.pointerId);
  const box = bar.parentElement.getBoundingClientRect();
  const drag = (m) => set(bar, ((m.clientX - box.left) / box.width) * 100);
  bar.addEventListener('pointermove', drag);
  bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', drag), { once: true });
});

document.addEventListener('keydown', (e) => {
  const bar = e.target.closest?.('[data-split]');
  const step = { ArrowLeft: -2, ArrowRight: 2 }[e.key];
  if (!bar || !step) return;
  e.preventDefault();
  set(bar, (Number(bar.getAttribute('aria-valuenow')) || 42) + step);
});

document.addEventListener('dblclick', (e) => {
  const bar = e.target.closest?.('[data-split]');
  if (!bar) return;
  root.style.removeProperty('--split');
  remember('split', null);
});
