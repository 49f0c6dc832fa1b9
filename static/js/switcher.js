// The agent of this tab: chosen in the switcher, or by a page about one. The tab remembers it and
// sends it to the server with its stream.
import { recall, remember } from './remember.js';
const KEY = 'agent';
const PAGES = /^\/(compose|agents\/.)/;
const root = document.documentElement;

function use(agent) {
  remember(KEY, agent, 'sessionStorage');
  know(agent);
}

// The link to Compose names the tab's agent.
function know(agent) {
  root.dataset.agent = agent;
  const compose = document.querySelector('#rail a[href^="/compose"]');
  if (compose && agent) compose.setAttribute('href', '/compose?' + new URLSearchParams({ agent }));
}

const scope = document.getElementById('taps')?.dataset.scope;
if (scope && PAGES.test(location.pathname)) use(scope);
else know(recall(KEY, 'sessionStorage') ?? '');

const menu = () => document.getElementById('taps-menu');
const entries = () => [...document.querySelectorAll('#taps-menu [data-agent]')];

document.addEventListener('submit', (e) => {
  const entry = e.target.closest?.('#taps-menu [data-agent]');
  if (!entry || e.target.matches('.name-agent')) return;
  use(entry.dataset.agent);
  menu().hidePopover();
}, true);

function find(text) {
  const words = text.trim().toLowerCase();
  let found = 0;
  for (const el of entries()) {
    el.hidden = !el.dataset.find.includes(words);
    if (!el.hidden) found++;
  }
  const none = document.querySelector('#taps-menu [data-agents-none]');
  if (none) none.hidden = found > 0;
}

document.addEventListener('input', (e) => {
  if (e.target.matches('[data-agent-search]')) find(e.target.value);
});

// The menu opens with all agents.
document.addEventListener('toggle', (e) => {
  if (e.target.id !== 'taps-menu' || e.newState !== 'open') return;
  const field = e.target.querySelector('[data-agent-search]');
  if (field) field.value = '';
  find('');
}, true);

// The arrows move from the field through the listed agents. Enter in the field takes the first.
document.addEventListener('keydown', (e) => {
  if (!e.target.closest?.('#taps-menu') || e.target.matches('.name-agent input')) return;
  const buttons = entries().filter((el) => !el.hidden).map((el) => el.querySelector('button'));
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step) {
    e.preventDefault();
    const to = buttons.indexOf(e.target) + step;
    (buttons[to] ?? (to < 0 ? document.querySelector('#taps-menu [data-agent-search]') : null))?.focus();
  } else if (e.key === 'Enter' && e.target.matches('[data-agent-search]')) {
    e.preventDefault();
    buttons[0]?.click();
  }
}, true);
