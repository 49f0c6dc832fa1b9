// A link to Compose returns to the draft that this tab edited last.
import { recall, remember } from './remember.js';
const key = 'compose';
const AGAIN = 'a[href="/compose"], #rail a[href^="/compose?agent="]';

function keep() {
  const url = document.getElementById('here')?.dataset.url;
  if (url) remember(key, url, 'sessionStorage');
  return url ?? recall(key, 'sessionStorage');
}

const agentOf = (url) => new URL(url, location).searchParams.get('agent');

// The target of a link. For the rail's link, and others that only ask for Compose, it is the last
// draft, unless the link names another agent.
export function hrefOf(a) {
  if (!a.matches(AGAIN)) return a.href;
  const url = keep();
  const agent = agentOf(a.href);
  return url && (!agent || agent === agentOf(url)) ? url : a.href;
}

document.addEventListener('click', (e) => {
  if (e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  const a = e.target.closest?.(AGAIN);
  const url = a && hrefOf(a);
  if (!a || url === a.href) return;
  e.preventDefault();
  location = url;
});

// The form is sent a moment after the last key. Leaving the page sooner loses nothing, up to the 64
// KB that browsers still send for a page that is closing.
let unsaved = false;
const composer = (el) => el?.closest?.('#composer');
document.addEventListener('input', (e) => {
  if (composer(e.target)) unsaved = true;
});
document.addEventListener('datastar-fetch', (e) => {
  if (e.detail.type === 'started' && composer(e.detail.el)) unsaved = false;
});
addEventListener('pagehide', () => {
  keep();
  const form = document.getElementById('composer');
  if (!unsaved || !form) return;
  unsaved = false;
  const said = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') said.append(name, value);
  fetch(form.dataset.url, { method: 'POST', body: said, keepalive: true }).catch(() => {});
});
keep();
