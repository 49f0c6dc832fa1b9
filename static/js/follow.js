// Follow: a box that is scrolled to its end stays there as its content grows. Only the person can
// leave the end: by wheel, key, touch, or the scrollbar. Scrolling by the page itself, or shrinking
// content, changes nothing. Returning to the end follows again.
import { action } from './actions.js';

const BOXES = '[data-follow=""]';
const ROWS = '[data-row]:not(.ev-pause), .turn'; // a pause is not an event
// For each box: whether it is followed, whether the person is scrolling back to the end or holds
// the scrollbar, and the rows that arrived since it was left.
const boxes = new Map();

const fromEnd = (box) => box.scrollHeight - box.scrollTop - box.clientHeight;
const scrolls = (box) => box.scrollHeight > box.clientHeight;

// moves records that the person scrolls a box. Scrolling up leaves the end at once. Scrolling down
// follows again once the end is reached. Late scroll events without the person do neither.
function moves(box, up) {
  const state = boxes.get(box);
  if (!state || !scrolls(box)) return;
  if (up && state.following) state.fresh = 0;
  if (up) state.following = false;
  state.returning = !up;
}

const UP = ['ArrowUp', 'PageUp', 'Home'];
const DOWN = ['ArrowDown', 'PageDown', 'End', ' '];

function adopt(box) {
  if (boxes.has(box) || box.querySelector(':scope > .empty')) return;
  boxes.set(box, { following: true, returning: false, dragged: false, fresh: 0 });
  box.scrollTop = box.scrollHeight;
  let finger = 0;
  box.addEventListener('wheel', (e) => { if (e.deltaY) moves(box, e.deltaY < 0); }, { passive: true });
  box.addEventListener('touchstart', (e) => { finger = e.touches[0].clientY; }, { passive: true });
  box.addEventListener('touchmove', (e) => { moves(box, e.touches[0].clientY > finger); }, { passive: true });
  box.addEventListener('pointerdown', (e) => {
    const state = boxes.get(box);
    if (state) state.dragged = e.target === box && e.offsetX >= box.clientWidth;
  });
  box.addEventListener('keydown', (e) => {
    if (UP.includes(e.key) || (e.key === ' ' && e.shiftKey)) moves(box, true);
    else if (DOWN.includes(e.key)) moves(box, false);
  });
  box.addEventListener('scroll', () => {
    const state = boxes.get(box);
    if (!state) return;
    if (state.dragged) moves(box, fromEnd(box) > 24);
    if (state.returning && fromEnd(box) < 2) state.following = true;
    show(box);
  }, { passive: true });
}

addEventListener('pointerup', () => {
  for (const state of boxes.values()) state.dragged = false;
});

action('follow', () => {
  for (const box of document.querySelectorAll('[data-follow]')) {
    box.scrollTop = box.dataset.follow === 'top' ? 0 : box.scrollHeight;
    const state = boxes.get(box);
    if (state) state.following = true;
    else box.dispatchEvent(new Event('follow'));
  }
  stay();
});

// show updates the button that leads back to the end.
function show(box) {
  const button = document.querySelector(`[data-below="${box.id}"]`);
  if (!button || !boxes.has(box)) return;
  const { following, fresh } = boxes.get(box);
  button.hidden = following || !scrolls(box);
  const words = fresh ? `${fresh.toLocaleString('en')} new` : 'To the end';
  if (button.firstElementChild.textContent !== words) button.firstElementChild.textContent = words;
}

let pending = 0;
function stay() {
  cancelAnimationFrame(pending);
  pending = requestAnimationFrame(() => {
    for (const box of boxes.keys()) if (!box.isConnected) boxes.delete(box);
    document.querySelectorAll(BOXES).forEach(adopt);
    for (const [box, state] of boxes) {
      if (state.following) box.scrollTop = box.scrollHeight;
      show(box);
    }
  });
}

function grew(changes) {
  for (const c of changes) {
    for (const node of c.addedNodes) {
      if (node.nodeType !== 1) continue;
      const state = boxes.get(node.closest(BOXES));
      if (!state || state.following) continue;
      state.fresh += node.matches(ROWS) ? 1 : node.querySelectorAll(ROWS).length;
    }
  }
  stay();
}

new MutationObserver(grew).observe(document.getElementById('main'), { childList: true, subtree: true, characterData: true });
window.addEventListener('resize', stay);
document.addEventListener('load', stay, true); // a picture gets its height only now
stay();
