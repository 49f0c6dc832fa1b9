// The sequence diagram: shows the sentence of the hovered arrow below it. In Present, the arrow
// keys step through the diagram.
import { action } from './actions.js';

const root = document.documentElement;
const box = () => document.querySelector('[data-sequence]');
const steps = () => [...document.querySelectorAll('[data-sequence] [data-step]')].sort((a, b) => a.dataset.step - b.dataset.step);
// Times and bars that belong to a step.
const marks = () => [...document.querySelectorAll('[data-sequence] [data-at]')];
let at = -1;

function say(text) {
  const p = document.getElementById('seq-caption');
  if (p && p.textContent !== text) p.textContent = text;
}

function show() {
  seen.disconnect();
  draw();
  watch();
}

function draw() {
  const diagram = box();
  const all = steps();
  if (at < 0 || !all.length) {
    diagram?.removeAttribute('data-stepping');
    root.style.removeProperty('--played');
    for (const el of [...all, ...marks()]) el.classList.remove('later', 'now');
    return;
  }
  at = Math.min(at, all.length - 1);
  diagram.setAttribute('data-stepping', '');
  all.forEach((el, i) => {
    el.classList.toggle('later', i > at);
    el.classList.toggle('now', i === at);
  });
  for (const el of marks()) el.classList.toggle('later', Number(el.dataset.at) > Number(all[at].dataset.step));
  root.style.setProperty('--played', at === all.length - 1 ? '100%' : all[at].querySelector('.shaft').getAttribute('y1') + 'px');
  const shaft = all[at].querySelector('.shaft');
  const says = [...all[at].querySelectorAll('.says')].find((el) => el.checkVisibility());
  say(all[at].dataset.say); // first, because its height determines the room
  (shaft.checkVisibility() ? shaft : says)?.scrollIntoView({ block: 'center', inline: 'center' }); // a narrow diagram is a list of texts
  says?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const count = document.querySelector('#presenting .count');
  const words = `${at + 1} of ${all.length}`;
  if (count && count.textContent !== words) count.textContent = words;
}

// focusStep focuses the exchange of the step, so that Enter opens it and Tab continues from it.
const focusStep = () => steps()[at]?.closest('.hop').focus({ preventScroll: true });

function step(by) {
  if (!('present' in root.dataset) || document.querySelector('[data-detail-open]')) return false;
  at = Math.min(Math.max(at + by, 0), steps().length - 1);
  show();
  focusStep();
  return true;
}

document.addEventListener('keydown', (e) => {
  if (!box() || e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.('input, textarea, select')) return;
  const by = { ArrowRight: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, PageUp: -1, Home: -Infinity, End: Infinity }[e.key]; // a presenter's remote sends Page keys
  if (by && step(by)) e.preventDefault();
});

function point(e) {
  if (at >= 0) return;
  const arrow = e.target.closest?.('[data-sequence] [data-say]');
  const hop = e.target.closest?.('[data-sequence] .hop');
  if (arrow) say(arrow.dataset.say);
  else if (hop) say(hop.dataset.spoken);
}
document.addEventListener('mouseover', point);
document.addEventListener('focusin', point);

// begin is the first step of Present: the first of the focused or open
// exchange, else the first of all.
function begin() {
  const hop = document.activeElement.closest('.hop') ?? document.querySelector('[data-sequence] .hop[aria-current]');
  return hop ? Math.max(steps().findIndex((el) => hop.contains(el)), 0) : 0;
}

// Leaving Present shows everything again. A live update keeps the step.
function present() {
  if (!box()) return;
  const on = 'present' in root.dataset;
  if (on) at = at < 0 ? begin() : at;
  else at = -1;
  show();
  if (on && document.activeElement === document.body) focusStep();
  if (at < 0) say('');
}
new MutationObserver(present).observe(root, { attributes: true, attributeFilter: ['data-present'] });

let drawing = false;
const seen = new MutationObserver(() => {
  if (at < 0 || drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    show();
  });
});
function watch() {
  if (box()) seen.observe(box(), { childList: true, subtree: true, attributes: true, attributeFilter: ['data-stepping', 'class'] });
}
if ('present' in root.dataset) present();
else watch();

action('step', () => step(1));

// A drawing grows without being replaced: one of its elements states the size.
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const plot = target.id === 'seq-size' && target.ownerSVGElement;
    if (!plot) continue;
    plot.setAttribute('height', target.dataset.height);
    plot.setAttribute('aria-label', target.dataset.label);
  }
}).observe(root, { subtree: true, attributeFilter: ['data-height', 'data-label'] });

// The exchange with the open detail is the current one.
function current(path) {
  const id = /^\/exchanges\/([^/?]+)/.exec(path)?.[1];
  for (const hop of document.querySelectorAll('[data-sequence] .hop')) {
    if (id && hop.getAttribute('href').startsWith('/exchanges/' + id)) hop.setAttribute('aria-current', 'true');
    else if (hop.hasAttribute('aria-current')) hop.removeAttribute('aria-current');
  }
}
window.addEventListener('console-visit', (e) => current(e.detail));
current(location.pathname);
