// The filter of a list while it is typed: a moment after the last key the list is requested,
// and the address changes when it arrives. The next key cancels the request. Enter submits
// the form. Links that sort the list, or open another page of a sorted one, request it the
// same way, as does strip.js.

const WAIT = 150; // ms after the last key
const form = () => document.querySelector('form[data-typed]');
let due = 0;
let shown = ''; // last state of #chips

document.addEventListener('input', (e) => {
  if (!e.target.matches?.('form[data-typed] [data-filter]')) return;
  clearTimeout(due);
  due = setTimeout(() => read(), WAIT);
});

// Submitting the form cancels a pending request.
document.addEventListener('submit', (e) => {
  if (e.target === form()) clearTimeout(due);
});

document.addEventListener('click', (e) => {
  if (e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  const a = e.target.closest?.('a[data-listed]');
  if (!a || !form()) return;
  e.preventDefault();
  clearTimeout(due);
  const to = new URL(a.href).searchParams;
  const { sort } = form().elements;
  sort.value = to.get('sort') ?? '';
  sort.disabled = !sort.value;
  read(to.get('from'));
});

export function read(from) {
  const now = form();
  if (!now?.isConnected) return;
  const params = new URLSearchParams(new FormData(now));
  if (from) params.set('from', from);
  const open = location.pathname.match(/^\/exchanges\/([^/]+)$/);
  if (open) params.set('selected', decodeURIComponent(open[1]));
  now.dataset.url = '/filter/rows?' + params;
  now.dispatchEvent(new Event('typed'));
}

// #chips states the address of the list that the server drew. The list's stream may open before an
// observer runs, and needs the address.
function drawn() {
  const chips = document.getElementById('chips');
  if (!chips?.dataset.drawn || chips.dataset.drawn === shown) return;
  shown = chips.dataset.drawn;
  const to = new URL(chips.dataset.at, location.href);
  const open = location.pathname.startsWith('/exchanges/');
  if (open) {
    const tab = new URLSearchParams(location.search).get('tab');
    to.pathname = location.pathname;
    if (tab) to.searchParams.set('tab', tab);
  }
  history.replaceState(history.state, '', to);
  const box = document.querySelector('[data-list]')?.closest('[data-follow]');
  if (box) box.scrollTop = 0;
  // The detail links back to the list, so it needs the new filter too.
  if (open) window.dispatchEvent(new CustomEvent('console-visit', { detail: to.pathname + to.search }));
}

function judge() {
  const input = form()?.querySelector('[data-filter]');
  if (!input) return;
  const wrong = document.getElementById('filter-error');
  if (wrong) input.setAttribute('aria-describedby', 'filter-error');
  else input.removeAttribute('aria-describedby');
  input.ariaInvalid = wrong ? 'true' : null;
}

const chips = document.getElementById('chips');
if (chips && form()) {
  new MutationObserver(drawn).observe(chips, { attributeFilter: ['data-drawn'] });
  window.addEventListener('open', (e) => { if (e.target.id === 'live') drawn(); }, true);
  new MutationObserver(judge).observe(document.getElementById('filter-note'), { childList: true });
}
