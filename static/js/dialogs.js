// Help, palette, menus, notices.
import { action, act } from './actions.js';

const byId = (id) => document.getElementById(id);

action('help', () => byId('help').showModal());
action('dismiss', (el) => el.closest('#notice').replaceChildren());

action('palette', () => {
  const dialog = byId('palette');
  if (dialog.open) return;
  const input = byId('palette-input');
  dialog.showModal();
  input.value = '';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.focus();
});

const hits = () => [...document.querySelectorAll('#palette-list a')];

function choose(step) {
  const all = hits();
  if (!all.length) return;
  const now = all.findIndex((a) => a.getAttribute('aria-selected') === 'true');
  const next = Math.min(Math.max(now + step, 0), all.length - 1);
  all.forEach((a, i) => a.setAttribute('aria-selected', i === next));
  all[next].scrollIntoView({ block: 'nearest' });
  byId('palette-input').setAttribute('aria-activedescendant', all[next].id);
}

function run(a) {
  byId('palette')?.close();
  if (a.dataset.action) act(a.dataset.action, a);
  else if (a.dataset.url) post(a);
  else location = a.href;
}

function post(a) {
  fetch(a.dataset.url, { method: 'POST' }).then((r) => {
    if (a.getAttribute('href')) location = a.href;
    else if (!r.ok) console.warn('action refused', r.status);
  });
}

const palette = byId('palette');
palette?.addEventListener('keydown', (e) => {
  if (e.key === 'ArrowDown') choose(1);
  else if (e.key === 'ArrowUp') choose(-1);
  else if (e.key === 'Enter') {
    const a = hits().find((h) => h.getAttribute('aria-selected') === 'true') ?? hits()[0];
    if (a) run(a);
  } else return;
  e.preventDefault();
});
palette?.addEventListener('click', (e) => {
  if (e.target === palette) palette.close();
  const a = e.target.closest('a');
  if (!a) return;
  e.preventDefault();
  run(a);
});

// A click elsewhere closes open menus.
document.addEventListener('click', (e) => {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!menu.contains(e.target)) menu.open = false;
  }
});

// The name of the session is done when the field is left.
document.addEventListener('change', (e) => {
  if (e.target.matches?.('.session-name input')) e.target.form.requestSubmit();
});
document.addEventListener('submit', (e) => {
  if (e.target.matches?.('.session-name')) e.target.querySelector('input').blur();
});
