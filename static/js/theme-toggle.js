// Light or dark, against the system's choice, remembered. Present mode too.
import { action } from './actions.js';
import { remember } from './remember.js';

const root = document.documentElement;

action('theme', () => {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const next = (root.dataset.theme || system) === 'dark' ? 'light' : 'dark';
  if (next === system) delete root.dataset.theme;
  else root.dataset.theme = next;
  remember('theme', root.dataset.theme ?? null);
});

action('present', () => {
  if ('present' in root.dataset) delete root.dataset.present;
  else root.dataset.present = '';
});
