// Shows a short confirmation next to a button, also for screen readers. It is above open menus.
import { zoom } from './zoom.js';

let box, timer;

export function say(text, near) {
  if (!box) {
    box = document.createElement('div');
    box.id = 'said';
    box.setAttribute('role', 'status');
    box.popover = 'manual';
  }
  if (!box.isConnected) document.body.append(box); // a new page removed it
  box.hidePopover();
  box.textContent = text;
  box.showPopover();
  const at = near.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const left = Math.min(at.left, innerWidth - width - 8);
  const below = at.bottom + 4 + height < innerHeight;
  box.style.left = `${Math.max(8, left) / zoom()}px`;
  box.style.top = `${(below ? at.bottom + 4 : at.top - 4 - height) / zoom()}px`;
  clearTimeout(timer);
  timer = setTimeout(() => box.hidePopover(), 2500);
}
