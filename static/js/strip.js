// The overview above a list. Dragging over it, or the arrow keys with Enter, write a time into
// the filter as since: and before:. A double click, or Escape, takes it out again.
import { read } from './typed.js';

const TIMES = /(^|\s)(since|before):("(?:\\.|[^"])*"|\S*)/g;
const plotOf = (e) => e.target.closest?.('[data-strip]');
const columns = (plot) => Number(plot.dataset.strip);

let first = 0; // columns that are chosen, first and last in the order of choosing
let last = 0;

function columnAt(plot, x) {
  const { left, width } = plot.getBoundingClientRect();
  return Math.min(Math.max(Math.floor(((x - left) / width) * columns(plot)), 0), columns(plot) - 1);
}

function show(plot) {
  const box = plot.parentElement;
  box.style.setProperty('--from', (Math.min(first, last) / columns(plot)) * 100 + '%');
  box.style.setProperty('--to', ((Math.max(first, last) + 1) / columns(plot)) * 100 + '%');
  box.dataset.chosen = '';
}

function hide(plot) {
  delete plot.parentElement.dataset.chosen;
}

function write(terms) {
  const field = document.querySelector('form[data-typed] [data-filter]');
  if (!field) return;
  const rest = field.value.replace(TIMES, '').trim();
  const text = [rest, ...terms].filter(Boolean).join(' ');
  if (text === field.value) return;
  field.value = text;
  read();
}

function select(plot) {
  const { from, to } = plot.dataset;
  const at = (column) => new Date(Number(from) + ((to - from) * column) / columns(plot)).toISOString();
  write([`since:"${at(Math.min(first, last))}"`, `before:"${at(Math.max(first, last) + 1)}"`]);
  hide(plot);
}

document.addEventListener('pointerdown', (e) => {
  const plot = plotOf(e);
  if (!plot || e.button) return;
  plot.setPointerCapture(e.pointerId);
  first = last = columnAt(plot, e.clientX);
  const drag = (m) => {
    last = columnAt(plot, m.clientX);
    if (last !== first) show(plot);
  };
  const drop = (m) => {
    plot.removeEventListener('pointermove', drag);
    if (last !== first && m.type === 'pointerup') select(plot);
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
  const chosen = 'chosen' in plot.parentElement.dataset;
  if (step) {
    last = chosen ? Math.min(Math.max(last + step, 0), columns(plot) - 1) : columns(plot) - 1;
    if (!e.shiftKey || !chosen) first = last;
    show(plot);
  } else if (e.key === 'Enter' && chosen) {
    select(plot);
  } else if (e.key === 'Escape' && chosen) {
    hide(plot);
  } else if (e.key === 'Escape') {
    write([]);
  } else {
    return;
  }
  e.preventDefault();
  e.stopPropagation();
});
