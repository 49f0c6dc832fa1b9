// The page Settings: theme and keys, which this browser stores.
import { action } from './actions.js';
import { digest } from './browserkey.js';
import { changeKey, chosenKeys, keyOwner, pressed, resetKeys, showKey } from './keys.js';
import { recall } from './remember.js';
import { setTheme } from './theme-toggle.js';

function showTheme() {
  for (const input of document.querySelectorAll('#theme-choice input')) input.checked = input.value === (recall('theme') ?? '');
}
showTheme();
new MutationObserver(() => setTimeout(showTheme)).observe(document.documentElement, { attributeFilter: ['data-theme'] });

document.addEventListener('change', (e) => {
  if (e.target.matches?.('#theme-choice input')) setTheme(e.target.value);
});

const buttons = () => [...document.querySelectorAll('[data-rekey]')];
const say = (text) => { document.getElementById('keys-note').textContent = text; };

function show() {
  const chosen = chosenKeys();
  for (const b of buttons()) {
    const to = chosen[b.dataset.rekey];
    b.classList.toggle('changed', !!to);
    b.firstElementChild.textContent = showKey(to ?? b.dataset.rekey);
  }
}

let waits = null; // the button whose key is being chosen

function wait(button) {
  waits?.setAttribute('aria-pressed', 'false');
  waits = button;
  waits?.setAttribute('aria-pressed', 'true');
  if (waits) say(`Press the new key for ${waits.closest('tr').querySelector('th').textContent}.`);
}

document.addEventListener('click', (e) => {
  const b = e.target.closest?.('[data-rekey]');
  if (b) wait(b === waits ? null : b);
});

// A click or focus elsewhere cancels the choice.
for (const kind of ['pointerdown', 'focusin']) {
  document.addEventListener(kind, (e) => {
    if (!waits || waits.contains(e.target)) return;
    wait(null);
    say('');
  });
}

const NO_KEYS = /(^|\+)(Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock|ScrollLock|Fn|Dead|Process|Unidentified)$/;

document.addEventListener('keydown', (e) => {
  if (!waits) return;
  e.preventDefault();
  e.stopImmediatePropagation();
  const key = pressed(e);
  if (NO_KEYS.test(key)) return;
  const button = waits;
  if (key === 'Escape') say('');
  else if (['Tab', 'Enter', ' '].includes(key)) {
    say('Tab, Enter and Space keep their meaning. Press another key.');
    return;
  } else {
    const owner = keyOwner(key);
    if (owner && owner !== button.dataset.rekey) {
      const line = buttons().find((b) => b.dataset.rekey === owner)?.closest('tr').querySelector('th').textContent;
      say(`This key is taken: ${line}. Press another key.`);
      return;
    }
    changeKey(button.dataset.rekey, key);
    say('Saved.');
  }
  wait(null);
  show();
}, true);

// The list of browsers arrives later.
document.addEventListener('datastar-fetch', async (e) => {
  if (e.detail.el?.id !== 'browsers' || !e.detail.type.startsWith('datastar-patch')) return;
  const mine = await digest();
  for (const li of document.querySelectorAll('[data-browser]')) li.querySelector('.mine').hidden = li.dataset.browser !== mine;
});

action('reset-keys', () => {
  resetKeys();
  show();
  say('All keys are as they were.');
});

show();
