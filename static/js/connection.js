// Says when the console cannot be reached, and when it is another one. What changes
// the recording cannot be used then, and links lead nowhere: what is open stays open.
const box = document.getElementById('stopped');

function say(text) {
  if (!box) return;
  box.hidden = !text;
  for (const part of document.querySelectorAll('#recording, #paused')) part.inert = !!text;
  if (text && box.textContent !== text) box.textContent = text;
}

document.addEventListener('datastar-fetch', (e) => {
  const { type, el, argsRaw } = e.detail;
  if (el?.id !== 'live') return;
  if (type.startsWith('datastar-patch')) say('');
  else if (type === 'error' && argsRaw.status === '401') {
    say('The console was started again. Run the command that started it once more for a fresh link; this page stays readable.');
  } else if (type === 'retrying' || type === 'error') {
    if (!box?.textContent || box.hidden) say('The console stopped. This page stays readable; reconnecting…');
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
