// Opens a menu at the pointer, on the side with room for it.
import { zoom } from './zoom.js';

// openAt shows a popover at a position of the window. When it closes, it
// returns to its own position.
export function openAt(box, x, y) {
  if (!box.matches(':popover-open')) {
    box.showPopover();
    box.addEventListener('beforetoggle', () => box.removeAttribute('style'), { once: true });
  }
  for (const [name, value] of [['position-area', 'none'], ['justify-self', 'auto'], ['margin', '0']]) box.style.setProperty(name, value);
  const { width, height } = box.getBoundingClientRect();
  const top = y + height > innerHeight - 4 && y - height >= 4 ? y - height : Math.min(y, innerHeight - height - 4);
  box.style.left = Math.max(4, Math.min(x, innerWidth - width - 4)) / zoom() + 'px';
  box.style.top = Math.max(4, top) / zoom() + 'px';
}
