// Links that change only a part of the page: the address changes, and the server answers with
// patches. Otherwise they behave like links.
import { action } from './actions.js';

export function visit(url, push = true) {
  const to = new URL(url, location.href);
  if (push && to.href !== location.href) history.pushState(null, '', to);
  window.dispatchEvent(new CustomEvent('console-visit', { detail: to.pathname + to.search }));
}

document.addEventListener('click', (e) => {
  if (e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  const a = e.target.closest?.('a[data-visit]');
  // Without a place for the detail, follow the link.
  if (!a || !document.querySelector('[data-visits]')) return;
  e.preventDefault();
  visit(a.getAttribute('href')); // a link in a drawing has no plain href
});

window.addEventListener('popstate', () => {
  // Only addresses that a visit made can be restored by one.
  if (document.querySelector('[data-visits]')) visit(location.href, false);
  else location.reload();
});

action('back', () => document.querySelector('[data-back]')?.click());
