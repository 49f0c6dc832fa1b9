// Sets the chosen theme and widths, and Present, before the first paint. Not a module:
// modules wait.
(() => {
  try {
    if (sessionStorage.getItem('present')) document.documentElement.dataset.present = '';
    const theme = localStorage.getItem('theme');
    if (theme) document.documentElement.dataset.theme = theme;
    for (const [name, keys] of Object.entries(JSON.parse(localStorage.getItem('column-choice')) ?? {})) document.documentElement.dataset[name] = keys.join(' ');
    document.documentElement.dataset.axis = localStorage.getItem('axis') ?? 'shared';
    const split = parseFloat(localStorage.getItem('split'));
    if (split) document.documentElement.style.setProperty('--split', split + '%');
    for (const [key, width] of Object.entries(JSON.parse(localStorage.getItem('columns')) ?? {})) {
      if (/^[a-z]+$/.test(key) && width > 0) document.documentElement.style.setProperty('--w-' + key, Number(width) + 'px');
    }
  } catch {
    // Storage may be switched off; what is usual does then.
  }
})();
