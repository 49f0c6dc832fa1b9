import { prove } from './browserkey.js';

// Says when the console is unreachable, and when this browser is signed out. Controls of the
// recording are then disabled, and links do nothing: the open page stays open.
const box = document.getElementById('stopped');

function say(text) {
  if (!box) return;
  box.hidden = !text;
  for (const part of document.querySelectorAll('#recording, #paused')) part.inert = !!text;
  if (text && box.textContent !== text) box.textContent = text;
}

// If the console returned on another port, this page cannot find it.
const STOPPED = `The console stopped. This page stays readable and is reconnecting to port ${location.port || 80}. If the console started again on another port, open the address in its terminal.`;

let proving = false;

// After this, Datastar's own retry succeeds.
async function signIn() {
  proving = true;
  const into = await prove();
  proving = false;
  if (!into) say('You are signed out. Run the command that started the console once more for a fresh link; this page stays readable.');
}

document.addEventListener('datastar-fetch', (e) => {
  const { type, el, argsRaw } = e.detail;
  if (el?.id !== 'live') return;
  if (type.startsWith('datastar-patch')) say('');
  else if (type === 'error' && argsRaw.status === '401') {
    if (!proving) signIn();
  } else if (type === 'retrying' || type === 'error') {
    if (!proving && (!box?.textContent || box.hidden)) say(STOPPED);
  }
});

const AWAY = ' Nothing else can be opened until then.';

document.addEventListener('click', (e) => {
  if (!box || box.hidden || e.ctrlKey || e.metaKey || e.shiftKey) return;
  const a = e.target.closest?.('a[href]');
  if (!a || a.origin !== location.origin || a.getAttribute('href').startsWith('#')) return;
  e.preventDefault();
  e.stopImmediatePropagation();
  if (!box.textContent.endsWith(AWAY)) box.textContent += AWAY;
}, true);
