// Groups that changed places. A list says the order of its elements in another
// element, which is patched; what moves stays the same element, so that it stays
// open and focused.
const put = (says) => {
  const list = document.getElementById(says.dataset.orderOf);
  if (!list) return;
  let next = null;
  for (const id of says.dataset.order.split(' ').reverse()) {
    const el = document.getElementById(id);
    if (!el || el.parentElement !== list) continue;
    if (el.nextElementSibling !== next) list.insertBefore(el, next);
    next = el;
  }
};

new MutationObserver((changes) => {
  for (const c of changes) if (c.target.dataset?.order) put(c.target);
}).observe(document.documentElement, { subtree: true, attributeFilter: ['data-order'] });
