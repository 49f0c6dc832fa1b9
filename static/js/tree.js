// JSON by keyboard: a document is one Tab stop. ↑ and ↓ move between foldable lines, → and ← unfold
// and fold them, or move inside and out.
const LINE = '.json summary.ln';

function stop(line) {
  for (const other of line.closest('.json').querySelectorAll('summary.ln:not([tabindex="-1"])')) other.tabIndex = -1;
  line.removeAttribute('tabindex');
}

document.addEventListener('focusin', (e) => {
  if (e.target.matches(LINE)) stop(e.target);
});

function next(line, key) {
  const lines = [...line.closest('.json').querySelectorAll('summary.ln')].filter((l) => l.checkVisibility());
  const at = lines.indexOf(line);
  const box = line.parentElement;
  if (key === 'ArrowDown') return lines[at + 1];
  if (key === 'ArrowUp') return lines[at - 1];
  if (key === 'Home') return lines[0];
  if (key === 'End') return lines.at(-1);
  const open = key === 'ArrowRight';
  if (box.open !== open) {
    box.open = open;
    return line;
  }
  if (open) return box.querySelector(':scope > details > summary');
  return box.parentElement.closest('details')?.querySelector(':scope > summary.ln');
}

document.addEventListener('keydown', (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || !e.target.matches?.(LINE)) return;
  if (!['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(e.key)) return;
  e.preventDefault();
  next(e.target, e.key)?.focus();
});
