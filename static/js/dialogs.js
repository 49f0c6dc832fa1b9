// Dialogs open by keys, and by buttons that name them (commandfor).
import { action } from './actions.js';

const open = (dialog) => dialog.open || dialog.showModal();

for (const dialog of document.querySelectorAll('dialog[id]')) action(dialog.id, () => open(dialog));

// Browsers from before 2026 do not support commandfor.
if (!('commandForElement' in HTMLButtonElement.prototype)) {
  document.addEventListener('click', (e) => {
    const button = e.target.closest?.('button[commandfor]');
    if (button) open(document.getElementById(button.getAttribute('commandfor')));
  });
}

action('dismiss', (el) => el.closest('#notice').replaceChildren());

// Leaving the field saves the session's name.
document.addEventListener('change', (e) => {
  if (e.target.matches?.('.session-name input')) e.target.form.requestSubmit();
});
document.addEventListener('submit', (e) => {
  if (e.target.matches?.('.session-name')) e.target.querySelector('input').blur();
});
