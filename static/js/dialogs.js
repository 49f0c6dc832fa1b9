// Dialogs open by their buttons, which name them (commandfor), and by keys.
import { action } from './actions.js';


for (const dialog of document.querySelectorAll('dialog[id]')) action(dialog.id, () => dialog.open || dialog.showModal());

action('dismiss', (el) => el.closest('#notice').replaceChildren());

// The name of the session is done when the field is left.
document.addEventListener('change', (e) => {
  if (e.target.matches?.('.session-name input')) e.target.form.requestSubmit();
});
document.addEventListener('submit', (e) => {
  if (e.target.matches?.('.session-name')) e.target.querySelector('input').blur();
});
