// The keyboard. The help's table says which key does what, and actions.js runs it. A person can
// replace the table's keys (see settings.js).
import { act, action } from './actions.js';
import { recall, remember } from './remember.js';

const table = new Map();
for (const line of document.querySelectorAll('#help [data-keys]')) {
  for (const key of line.dataset.keys.split(' ')) table.set(key, line.dataset.action);
}

const typing = (el) => el.closest?.('input, textarea, select, [contenteditable]');
// These keys never type a character.
const ALWAYS = ['Ctrl+k', 'Ctrl+Enter', 'F6', 'Shift+F6', 'Escape'];

// chosenKeys returns a person's own keys, indexed by the table's keys.
export function chosenKeys() {
  try {
    return JSON.parse(recall('keys')) ?? {};
  } catch {
    return {};
  }
}
let chosen = chosenKeys();

const NAMES = { ArrowDown: '↓', ArrowUp: '↑', ArrowRight: '→', ArrowLeft: '←', Escape: 'Esc' };

// showKey formats a key as keyboards label it (ui/frame/shortcuts.go).
export function showKey(key) {
  const parts = key.split(/(?<=.)\+/);
  return parts.map((part) => NAMES[part] ?? (parts.length > 1 && part.length === 1 ? part.toUpperCase() : part)).join(' ');
}

for (const [of, to] of Object.entries(chosen)) {
  const places = [...document.querySelectorAll('#rail kbd, #bar kbd'), ...[...document.querySelectorAll('#help [data-keys]')].filter((line) => line.dataset.keys.split(' ').includes(of)).flatMap((line) => [...line.querySelectorAll('kbd')])];
  for (const kbd of places) if (kbd.textContent === showKey(of)) kbd.textContent = showKey(to);
}

function keep() {
  remember('keys', Object.keys(chosen).length ? JSON.stringify(chosen) : null);
}

export function changeKey(of, to) {
  if (of === to) delete chosen[of];
  else chosen[of] = to;
  keep();
}

export function resetKeys() {
  chosen = {};
  keep();
}

// keyOwner returns the table's key that a pressed key stands for; '' for none.
export function keyOwner(key) {
  const own = Object.keys(chosen).find((of) => chosen[of] === key);
  return own ?? (table.has(key) && !(key in chosen) ? key : '');
}

// pressed formats a pressed key as the table does. It ignores Shift and case for characters: a sign
// such as ? already implies Shift.
export function pressed(e) {
  const letter = e.key.length === 1;
  return (e.ctrlKey || e.metaKey ? 'Ctrl+' : '') + (e.altKey ? 'Alt+' : '') + (e.shiftKey && !letter ? 'Shift+' : '') + (letter ? e.key.toLowerCase() : e.key);
}

document.addEventListener('keydown', (e) => {
  if (e.defaultPrevented || e.isComposing) return;
  const typed = pressed(e);
  const key = keyOwner(typed) || (typed in chosen ? '' : typed);
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
  if (typing(e.target) && !(ALWAYS.includes(key) && (typed.length > 1))) return;
  if (act(table.get(key), e.target, key)) e.preventDefault();
});

// Sends the form of the field that is being edited.
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
    // Close an exchange that was opened from the diagram first.
    act(document.querySelector('[data-sequence]') && document.querySelector('[data-detail-open]') ? 'back' : 'present');
  } else if (document.querySelector('#picked:not([hidden])')) {
    act('unpick');
  } else {
    act('leave');
  }
}
