// Toggles light and dark, and remembers the choice. Present is remembered for this tab,
// across pages, until it is left.
import { action } from './actions.js';
import { recall, remember } from './remember.js';

const root = document.documentElement;

// setTheme takes 'light', 'dark', or '' for the system's.
export function setTheme(name) {
  if (name) root.dataset.theme = name;
  else delete root.dataset.theme;
  remember('theme', name || null);
}

action('theme', () => {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const next = (root.dataset.theme || system) === 'dark' ? 'light' : 'dark';
  setTheme(next === system ? '' : next);
});

const PRESENT = 'present';

action('present', () => {
  const on = !('present' in root.dataset);
  root.toggleAttribute('data-present', on);
  remember(PRESENT, on ? 'yes' : null, 'sessionStorage');
});

// A page from the back/forward cache may date from before Present, or from within it.
window.addEventListener('pageshow', (e) => {
  if (e.persisted) root.toggleAttribute('data-present', !!recall(PRESENT, 'sessionStorage'));
});
