// When details or a popover with data-focus-first opens, its first field gets the focus. Existing
// text is selected, to be replaced or extended.
document.addEventListener('toggle', (e) => {
  const box = e.target;
  if (!box.matches?.('[data-focus-first]') || e.newState !== 'open') return;
  const field = box.querySelector('input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select');
  field?.focus();
  if (field?.matches('input')) field.select();
}, true);
