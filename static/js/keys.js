// The keyboard. Rows and the filter live in list.js; this maps keys to actions.
import { act } from './actions.js';

const typing = (el) => el.closest?.('input, textarea, select, [contenteditable]');

document.addEventListener('keydown', (e) => {
  if ((e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === 'k') {
    e.preventDefault();
    act('palette');
    return;
  }
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === 'Enter' && !e.shiftKey && !e.isComposing && e.target.matches?.('[data-enter-submits]')) {
    e.preventDefault();
    e.target.form.requestSubmit();
    return;
  }
  if (e.key === 'Escape') {
    escape(e);
    return;
  }
  if (typing(e.target) || document.querySelector('dialog[open]')) return;
  const name = { '?': 'help', '/': 'filter', j: 'next', k: 'previous', x: 'pick', End: 'follow', p: 'present', P: 'present' }[e.key];
  if (!name) return;
  e.preventDefault();
  act(name);
});

function escape(e) {
  if (document.querySelector('dialog[open], :popover-open')) return; // they close themselves
  if (typing(e.target)) {
    e.target.blur();
  } else if ('present' in document.documentElement.dataset) {
    act('present');
  } else if (document.querySelector('#picked:not([hidden])')) {
    act('unpick');
  } else {
    act('back');
  }
}
