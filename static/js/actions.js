// Buttons name their action with data-do. Keys and the palette run the same actions.
const actions = new Map();

export function action(name, run) {
  actions.set(name, run);
}

// act runs an action. It returns false if the action does not exist or had nothing to do. key is
// the shortcut that triggered it, if any.
export function act(name, el, key) {
  return actions.has(name) && actions.get(name)(el, key) !== false;
}

document.addEventListener('click', (e) => {
  const el = e.target.closest?.('[data-do]');
  if (el) act(el.dataset.do, el);
});
