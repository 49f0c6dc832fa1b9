// Reorders groups. A list is accompanied by an element, kept current by patches, that
// names the order of its elements. A group that moves stays the same element, so that
// it stays open and focused.
const put = (says) => {
  const list = document.getElementById(says.dataset.orderOf);
  if (!list) return;
  let next = list.firstElementChild;
  for (const id of says.dataset.order.split(' ')) {
    const el = document.getElementById(id);
    if (!el || el.parentElement !== list) continue;
    if (el === next) next = next.nextElementSibling;
    else list.insertBefore(el, next);
  }
};

new MutationObserver((changes) => {
  for (const c of changes) if (c.target.dataset?.order) put(c.target);
}).observe(document.documentElement, { subtree: true, attributeFilter: ['data-order', 'data-order-at'] });
