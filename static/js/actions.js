// Buttons name what they do with data-do; keys and the palette call the same.
const actions = new Map();

export function action(name, run) {
  actions.set(name, run);
}

// act does what is called so, and reports whether it was done: an action that has
// nothing to do returns false. key is the shortcut that asked for it, if one did.
export function act(name, el, key) {
  return actions.has(name) && actions.get(name)(el, key) !== false;
}

document.addEventListener('click', (e) => {
  const el = e.target.closest?.('[data-do]');
  if (el) act(el.dataset.do, el);
});
