// The list of rows: clicks, the selected row, totals.
import { action } from './actions.js';
import { idOf } from './rows.js';
import { size } from './size.js';
import { zoom } from './zoom.js';

// A row has a link to open. Lines of events use data-row for their number.
const ROW = '[data-row]:not(.ev)';
const rows = () => [...document.querySelectorAll(ROW)].filter(link);
const list = () => document.querySelector('[data-list]');

const link = (row) => (row.matches('a') ? row : row.querySelector('a[href]'));

action('filter', () => {
  const input = document.querySelector('[data-filter]');
  input?.focus();
  input?.select();
  return !!input;
});

document.addEventListener('click', (e) => {
  const row = e.target.closest?.(ROW);
  if (!row || e.defaultPrevented || e.target.closest('a, button, input, summary, label')) return;
  if (getSelection()?.toString()) return;
  link(row)?.click();
});

// Shows the full text of a cell that is cut off while the pointer is over it; for a task, its id.
document.addEventListener('pointerover', (e) => {
  const cell = e.target.closest?.('.row > td');
  const task = cell?.querySelector('a[href^="/tasks/"]');
  if (!cell || (!task && ![cell, ...cell.children].some((el) => el.scrollWidth > el.clientWidth))) return;
  const words = task ? decodeURIComponent(task.pathname.split('/')[2]) : cell.innerText.trim().replace(/\s*\n\s*/g, ' · ');
  if (!cell.title.includes(words)) cell.title = words + (cell.title && ' · ' + cell.title);
});

// Totals of the rows on the page.
let counting = 0;

function count() {
  counting = 0;
  const line = document.getElementById('totals');
  const all = document.querySelectorAll(ROW + '[data-bytes]');
  if (!line) return;
  let bytes = 0, failed = 0, wrong = 0;
  for (const row of all) {
    bytes += Number(row.dataset.bytes);
    if ('failed' in row.dataset) failed++;
    if ('wrong' in row.dataset) wrong++;
  }
  const there = (css) => !!document.querySelector(css);
  let shown = `${all.length.toLocaleString('en')} shown`;
  const within = there('#newer:not([hidden]), [data-list][data-held], .sort-pages a');
  const partly = within || there('#older:not([hidden])');
  if (!partly) shown += ` · ${failed.toLocaleString('en')} failed${wrong ? ` · ${wrong.toLocaleString('en')} wrong` : ''}`;
  else if (!within) shown = `newest ${shown}`;
  const matching = document.getElementById('matching');
  if (matching) matching.hidden = !partly || !matching.textContent;
  const text = `${shown} · ${size(bytes)}`;
  if (line.textContent !== text) line.textContent = text;
  place();
}

// inView returns the visible rows below the heads. All rows are as high as the first.
export function inView() {
  const rows = list();
  const box = rows?.closest('[data-follow]');
  const height = rows?.firstElementChild?.offsetHeight;
  if (!box || !height) return [];
  const first = Math.max(Math.round((box.scrollTop - rows.parentElement.offsetTop) / height), 0);
  return [...rows.children].slice(first, first + Math.floor(box.clientHeight / height));
}

// Shows which rows are in view, counted from the first of the list, if that is known.
function place() {
  const el = document.getElementById('place');
  if (!el || !list()) return;
  const { above = document.querySelector('#newer:not([hidden])') ? NaN : 0 } = list().dataset;
  const all = [...list().querySelectorAll(ROW)];
  const seen = inView().filter((row) => row.matches(ROW));
  let text = '';
  if (Number(above) >= 0 && seen.length < all.length && seen.length) {
    const first = Number(above) + all.indexOf(seen[0]) + 1;
    text = `Rows ${first.toLocaleString('en')}–${(first + seen.length - 1).toLocaleString('en')}`;
  }
  if (el.textContent !== text) el.textContent = text;
}

let placing = 0;
document.addEventListener('scroll', () => {
  placing ||= requestAnimationFrame(() => {
    placing = 0;
    place();
  });
}, { capture: true, passive: true });

// Oldest first, like a click on the head of the time column.
action('oldest', () => {
  const head = document.querySelector('#head-time:not([aria-sort=ascending]) a');
  head?.click();
  return !!head;
});

let watched = null;
const observer = new MutationObserver(() => {
  counting ||= requestAnimationFrame(count);
});

function watch() {
  const now = list();
  if (!now || now === watched) return;
  watched = now;
  observer.disconnect();
  const matching = document.getElementById('matching');
  if (matching) observer.observe(matching, { childList: true, characterData: true, subtree: true });
  observer.observe(now, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-bytes', 'data-failed', 'data-wrong'] });
}

watch();
new MutationObserver(watch).observe(document.getElementById('main') ?? document.body, { childList: true, subtree: true });

// The row with the open detail is the current one.
window.addEventListener('console-visit', (e) => {
  const opens = e.detail.startsWith('/exchanges/');
  const was = rows().find((row) => row.ariaCurrent);
  for (const row of rows()) {
    if (e.detail.startsWith('/exchanges/' + encodeURIComponent(idOf(row)))) row.setAttribute('aria-current', 'true');
    else row.removeAttribute('aria-current');
  }
  if (opens !== !!document.querySelector('[data-detail-open]')) hold(rows().find((row) => row.ariaCurrent) ?? was);
});

// Next to a detail the list is narrow and its rows are higher. Keep the row that
// opens, or was open, in place.
let stays = null;

function hold(row) {
  const box = row?.closest('[data-follow]');
  stays = box && { row, box, wide: box.clientWidth, y: row.getBoundingClientRect().top };
  if (box) widths.observe(box);
}

const widths = new ResizeObserver(() => {
  if (!stays || stays.box.clientWidth === stays.wide) return;
  const { row, box, y } = stays;
  stays = null;
  widths.disconnect();
  if (!row.isConnected) return;
  box.scrollTop += (row.getBoundingClientRect().top - y) / zoom();
  row.scrollIntoView({ block: 'nearest' }); // the heads are higher too
});
