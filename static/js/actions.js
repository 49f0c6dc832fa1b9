// Buttons name what they do with data-do; keys and the palette call the same.
const actions = new Map();

export function action(name, run) {
  actions.set(name, run);
}

export function act(name, el) {
  actions.get(name)?.(el);
}

document.addEventListener('click', (e) => {
  const el = e.target.closest?.('[data-do]');
  if (el) act(el.dataset.do, el);
});
