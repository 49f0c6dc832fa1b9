// The palette: typing queries the server, arrows choose a hit, Enter opens it.
import { act } from './actions.js';
import { hrefOf } from './draft.js';
import { recall, remember } from './remember.js';

const palette = document.getElementById('palette');
const field = () => document.getElementById('palette-input');

// It opens empty, with current results.
palette?.addEventListener('beforetoggle', (e) => {
  if (e.newState !== 'open') return;
  field().form.elements.recent.value = recent().map((r) => r.join(' ')).join('\n');
  field().value = '';
  field().dispatchEvent(new Event('input', { bubbles: true }));
});

// Recently visited hits come first: addresses and names, the last one first.
const RECENT = 'palette-recent';

function recent() {
  try {
    const all = JSON.parse(recall(RECENT) ?? '[]');
    return Array.isArray(all) ? all.filter((r) => Array.isArray(r) && r.length === 2).slice(0, 5) : [];
  } catch {
    return [];
  }
}

function keep(a) {
  const at = a.getAttribute('href');
  if (!at || a.dataset.url || a.dataset.action || a.querySelector('.kind').textContent === 'search') return;
  const all = [[at, a.querySelector('.what').textContent.replace(/\s+/g, ' ').trim()], ...recent().filter((r) => r[0] !== at)].slice(0, 5);
  remember(RECENT, JSON.stringify(all));
}

const hits = () => [...document.querySelectorAll('#palette-list a')];
const same = (a) => a.href + a.dataset.action + a.dataset.url;
let wanted = ''; // hit chosen with the arrows since the last key

// Results arrive late and repeatedly. A chosen hit stays chosen while it is
// listed; otherwise the first is.
function settle() {
  const all = hits();
  const at = all.findIndex((a) => same(a) === wanted);
  mark(all, Math.max(at, 0));
  const said = document.getElementById('palette-said');
  const text = palette.open ? (all.length === 1 ? '1 result' : `${all.length} results`) : '';
  if (said.textContent !== text) said.textContent = text;
}

function mark(all, at) {
  all.forEach((a, i) => {
    const is = String(i === at);
    if (a.getAttribute('aria-selected') !== is) a.setAttribute('aria-selected', is);
  });
  const input = field();
  if (all[at]) input.setAttribute('aria-activedescendant', all[at].id);
  else input.removeAttribute('aria-activedescendant');
}

function choose(step) {
  const all = hits();
  if (!all.length) return;
  const now = all.findIndex((a) => a.getAttribute('aria-selected') === 'true');
  const next = Math.min(Math.max(now + step, 0), all.length - 1);
  wanted = same(all[next]);
  mark(all, next);
  all[next].scrollIntoView({ block: 'nearest' });
}

function run(a) {
  palette.close();
  keep(a);
  if (a.dataset.action) act(a.dataset.action, a);
  else if (a.dataset.url) post(a);
  else location = hrefOf(a);
}

function post(a) {
  if (a.getAttribute('href') === a.dataset.url) { // the response navigates, like that of a form
    const form = Object.assign(document.createElement('form'), { method: 'post', action: a.dataset.url });
    document.body.append(form);
    form.submit();
    return;
  }
  fetch(a.dataset.url, { method: 'POST' }).then((r) => {
    if (a.getAttribute('href')) location = a.href;
    else if (!r.ok) console.warn('action refused', r.status);
  });
}

if (palette) new MutationObserver(settle).observe(palette, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-selected', 'href'] });
palette?.addEventListener('input', () => { wanted = ''; });
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
  const a = e.target.closest('a');
  if (!a) return;
  e.preventDefault();
  run(a);
});
