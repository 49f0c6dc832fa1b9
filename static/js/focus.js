// What opens with data-focus-first gives the focus to its first field: details and
// popovers alike. A text that is there is selected, to be replaced or gone on with.
document.addEventListener('toggle', (e) => {
  const box = e.target;
  if (!box.matches?.('[data-focus-first]') || e.newState !== 'open') return;
  const field = box.querySelector('input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select');
  field?.focus();
  if (field?.matches('input')) field.select();
}, true);
