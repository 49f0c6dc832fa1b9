// Intercept: the editor of held items, its keys, and files of rules.
import { action } from './actions.js';
import { recall, remember } from './remember.js';
import { focusRow } from './rows.js';

const editor = () => document.getElementById('held-editor');
const field = () => document.getElementById('held-doc');

// Keys act on the open item, else on a row. A drop cannot be undone, so its row must have the
// focus.
const submits = (id, row, deed) => () => {
  const form = document.getElementById(id) ?? (row && document.querySelector(`#held-rows > ${row} [action$="/${deed}"]`));
  form?.requestSubmit();
  return !!form;
};

action('forward-held', submits('held-forward', ':is(:focus-within, :only-child)', 'forward'));
action('drop-held', submits('held-drop', ':focus-within', 'drop'));
action('forward-all', submits('forward-all'));

// Line numbers scroll with the text. The number of a line that is not JSON is marked.
function number() {
  const numbers = field().previousElementSibling;
  const lines = field().value.split('\n').length;
  const bad = Math.min(document.querySelector('#held-check [data-bad-line]')?.dataset.badLine ?? 0, lines);
  if (numbers.dataset.lines === `${lines} ${bad}`) return;
  numbers.dataset.lines = `${lines} ${bad}`;
  numbers.textContent = Array.from({ length: lines }, (_, i) => i + 1).join('\n');
  if (!bad) return;
  const mark = document.createElement('mark');
  mark.textContent = bad;
  const rest = numbers.firstChild.splitText(bad === 1 ? 0 : numbers.textContent.indexOf('\n' + bad) + 1);
  rest.data = rest.data.slice(String(bad).length);
  rest.before(mark);
}

// The server finds the errors.
if (field()) new MutationObserver(() => field() && number()).observe(field().closest('[data-start]'), { childList: true, subtree: true, attributeFilter: ['data-bad-line'] });

document.addEventListener('scroll', (e) => {
  if (e.target === field()) field().previousElementSibling.scrollTop = field().scrollTop;
}, true);

// What is typed survives a reload.
const key = () => 'held ' + editor().dataset.held;

const keep = (text) => remember(key(), text, 'sessionStorage');

document.addEventListener('input', (e) => {
  if (e.target !== field()) return;
  number();
  keep(field().value);
});

document.addEventListener('submit', (e) => {
  if (e.target.matches?.('#held-editor, #held-forward, #held-drop') && editor()) keep(null);
});

if (editor()) {
  const typed = recall(key(), 'sessionStorage');
  if (typed !== null && typed !== field().value) {
    field().value = typed;
    // Datastar listens once it has seen the field.
    requestAnimationFrame(() => field().dispatchEvent(new Event('input', { bubbles: true })));
  }
  number();
}

// Escape moves the focus from the editor to the row, whose keys act on the open item.
document.addEventListener('keydown', (e) => {
  if (e.key !== 'Escape' || e.target !== field()) return;
  e.preventDefault();
  const row = document.querySelector('#held-rows [aria-current]');
  if (row) focusRow(row);
  else field().blur();
}, true);

// A file is sent as soon as it is chosen.
document.addEventListener('change', (e) => {
  if (e.target.matches?.('[data-submits]') && e.target.files.length) e.target.form.requestSubmit();
});

// Closing the editor of a rule without saving restores its text.
document.addEventListener('toggle', (e) => {
  if (!e.target.matches?.('.rule-edit') || e.target.open) return;
  e.target.querySelector('form').reset();
  e.target.querySelector('textarea').dispatchEvent(new Event('input', { bubbles: true }));
}, true);

// After a decision the focus moves to the next open item, or to the note about the last one.
const before = new URLSearchParams(location.search);
if ((before.has('after') || before.has('forwarded')) && document.activeElement === document.body) {
  const row = document.querySelector('#held-rows [aria-current]');
  if (row) focusRow(row);
  else document.querySelector('#held-went > p')?.focus();
}
