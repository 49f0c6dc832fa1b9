// Find inside a body: all matches are highlighted, and Enter goes to the next.
if (globalThis.CSS?.highlights) {
  let found = [];
  let at = -1;

  const mark = (input) => {
    const box = document.querySelector(input.dataset.find);
    const want = input.value.toLowerCase();
    found = [];
    at = -1;
    if (box && want) collect(box, want);
    CSS.highlights.set('found', new Highlight(...found));
    CSS.highlights.delete('found-now');
    count(input);
  };

  const collect = (box, want) => {
    // Findings and facts between the lines are the console's text, not the body's.
    const own = (node) => node.parentElement.closest('.finding, .facts, .rest, .muted, button');
    const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT, (node) => (own(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
    for (let node = walk.nextNode(); node && found.length < 2000; node = walk.nextNode()) {
      const text = node.data.toLowerCase();
      for (let i = text.indexOf(want); i >= 0; i = text.indexOf(want, i + want.length)) {
        const range = new Range();
        range.setStart(node, i);
        range.setEnd(node, Math.min(i + want.length, node.length));
        found.push(range);
      }
    }
  };

  const count = (input) => {
    const out = input.parentElement.querySelector('[data-found]');
    if (out) out.textContent = input.value ? (at >= 0 ? at + 1 + ' of ' : '') + found.length : '';
  };

  const next = (input, step) => {
    if (!found.length) return;
    at = (at + step + found.length) % found.length;
    const now = found[at];
    for (let d = now.startContainer.parentElement?.closest('details:not([open])'); d; d = d.parentElement?.closest('details:not([open])')) d.open = true;
    CSS.highlights.set('found-now', new Highlight(now));
    now.startContainer.parentElement.scrollIntoView({ block: 'center' });
    count(input);
  };

  document.addEventListener('input', (e) => {
    if (e.target.matches?.('[data-find]')) mark(e.target);
  });
  document.addEventListener('click', (e) => {
    const button = e.target.closest?.('[data-find-step]');
    if (button) next(button.parentElement.querySelector('[data-find]'), Number(button.dataset.findStep));
  });
  document.addEventListener('keydown', (e) => {
    if (e.key !== 'Enter' || !e.target.matches?.('[data-find]')) return;
    e.preventDefault();
    next(e.target, e.shiftKey ? -1 : 1);
  });
}
