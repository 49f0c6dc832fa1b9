// The keyboard. The table of help says which key does what; actions do it.
import { act, action } from './actions.js';

const table = new Map();
for (const line of document.querySelectorAll('#help [data-keys]')) {
  for (const key of line.dataset.keys.split(' ')) table.set(key, line.dataset.action);
}

const typing = (el) => el.closest?.('input, textarea, select, [contenteditable]');
// These do not write anything.
const ALWAYS = ['Ctrl+k', 'Ctrl+Enter', 'F6', 'Shift+F6', 'Escape'];

// named is a pressed key as the table has it. The letter says by itself whether Shift is held.
function named(e) {
  const letter = e.key.length === 1;
  return (e.ctrlKey || e.metaKey ? 'Ctrl+' : '') + (e.altKey ? 'Alt+' : '') + (e.shiftKey && !letter ? 'Shift+' : '') + (letter ? e.key.toLowerCase() : e.key);
}

document.addEventListener('keydown', (e) => {
  if (e.defaultPrevented || e.isComposing) return;
  const key = named(e);
  if (key === 'Enter' && e.target.matches?.('[data-enter-submits]')) {
    e.preventDefault();
    e.target.form.requestSubmit();
    return;
  }
  if (key === 'Escape') {
    escape(e);
    return;
  }
  if (!table.has(key)) return;
  if (key !== 'Ctrl+k' && document.querySelector('dialog[open]')) return;
  if (typing(e.target) && !ALWAYS.includes(key)) return;
  if (act(table.get(key), e.target, key)) e.preventDefault();
});

// What is written is sent from its field.
action('send', (el) => {
  const form = el.closest('[data-sends]');
  form?.requestSubmit();
  return !!form;
});

function escape(e) {
  if (document.querySelector('dialog[open], :popover-open')) return; // they close themselves
  if (typing(e.target)) {
    act('untype', e.target);
  } else if ('present' in document.documentElement.dataset) {
    // An exchange that was opened from the diagram is closed first.
    act(document.querySelector('[data-sequence]') && document.querySelector('[data-detail-open]') ? 'back' : 'present');
  } else if (document.querySelector('#picked:not([hidden])')) {
    act('unpick');
  } else {
    act('leave');
  }
}
