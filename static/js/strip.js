// The overview above a list. Dragging, a click, or the arrow keys with Enter write a time range
// into the filter, as since: and before:. A double click or Escape removes it. The selection is
// stored as times, because the overview is redrawn while calls arrive.
import { say } from './said.js';
import { read } from './typed.js';

const TERM = /(?:[^\s"]|"(?:\\.|[^"\\])*"?)+/g;
const isTime = (term) => /^-?(since|before):/.test(term);
const plotOf = (e) => e.target.closest?.('[data-strip]');
const field = () => document.querySelector('form[data-typed] [data-filter]');

let chosen = null; // [from, to] in ms
let began = 0; // where the selection began, in ms

// The scale of the plot: columns, the first ms, and the ms of each column.
function scale(plot) {
  const columns = Number(plot.dataset.strip);
  const from = Number(plot.dataset.from);
  return { columns, from, step: (Number(plot.dataset.to) - from) / columns };
}

function columnAt(plot, ms) {
  const { columns, from, step } = scale(plot);
  return Math.min(Math.max(Math.floor((ms - from) / step), 0), columns - 1);
}

function msAt(plot, x) {
  const { left, width } = plot.getBoundingClientRect();
  const { columns, from, step } = scale(plot);
  return from + Math.min(Math.max((x - left) / width, 0), 0.9999) * columns * step;
}

// choose selects the columns of two times and all between them.
function choose(plot, one, other) {
  const { columns, from, step } = scale(plot);
  const [first, last] = [columnAt(plot, one), columnAt(plot, other)].sort((a, b) => a - b);
  chosen = [from + first * step, from + (last + 1) * step];
  const box = plot.parentElement;
  box.style.setProperty('--from', (first / columns) * 100 + '%');
  box.style.setProperty('--to', ((last + 1) / columns) * 100 + '%');
  box.dataset.chosen = '';
}

function hide(plot) {
  chosen = null;
  delete plot.parentElement.dataset.chosen;
}

const terms = () => field()?.value.match(TERM) ?? [];

function write(times) {
  const text = [...terms().filter((term) => !isTime(term)), ...times].join(' ');
  if (text === field().value) return;
  field().value = text;
  read();
}

function select(plot) {
  const iso = (ms) => new Date(ms).toISOString();
  if (chosen && field()) write([`since:"${iso(Math.floor(chosen[0]))}"`, `before:"${iso(Math.ceil(chosen[1]))}"`]);
  hide(plot);
}

document.addEventListener('pointerdown', (e) => {
  const plot = plotOf(e);
  if (!plot || e.button) return;
  plot.setPointerCapture(e.pointerId);
  began = msAt(plot, e.clientX);
  choose(plot, began, began);
  const drag = (m) => choose(plot, began, msAt(plot, m.clientX));
  const drop = (m) => {
    plot.removeEventListener('pointermove', drag);
    if (m.type === 'pointerup' && chosen) select(plot);
    else hide(plot);
  };
  plot.addEventListener('pointermove', drag);
  for (const end of ['pointerup', 'pointercancel']) plot.addEventListener(end, drop, { once: true });
});

document.addEventListener('dblclick', (e) => {
  if (plotOf(e)) write([]);
});

document.addEventListener('keydown', (e) => {
  const plot = plotOf(e);
  if (!plot || e.ctrlKey || e.metaKey || e.altKey) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
  if (step) {
    move(plot, step, e.shiftKey);
  } else if (e.key === 'Enter' && chosen) {
    select(plot);
  } else if (e.key === 'Escape' && chosen) {
    hide(plot);
  } else if (e.key === 'Escape' && terms().some(isTime)) {
    write([]);
  } else {
    return;
  }
  e.preventDefault();
  e.stopPropagation();
});

let at = 0; // the end of the selection that the keys move, in ms

function move(plot, step, grows) {
  const s = scale(plot);
  const column = chosen ? Math.min(Math.max(columnAt(plot, at) + step, 0), s.columns - 1) : s.columns - 1;
  const before = chosen;
  at = s.from + (column + 0.5) * s.step;
  if (!grows || !before) began = at;
  choose(plot, began, at);
  const clock = (ms) => new Date(ms).toLocaleTimeString('en-GB');
  say(`${clock(chosen[0])} to ${clock(chosen[1])}`, plot);
}
