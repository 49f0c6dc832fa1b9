// Applies the stored theme, axis, columns, widths, and Present before the first paint. It is not a
// module, because modules are deferred.
(() => {
  const root = document.documentElement;
  const width = (name, value) => root.style.setProperty(name, value);
  const steps = [
    () => { if (sessionStorage.getItem('present')) root.dataset.present = ''; },
    () => {
      const theme = localStorage.getItem('theme');
      if (theme) root.dataset.theme = theme;
    },
    () => { root.dataset.axis = localStorage.getItem('axis') ?? 'shared'; },
    () => { for (const [name, keys] of Object.entries(JSON.parse(localStorage.getItem('column-choice')) ?? {})) root.dataset[name] = keys.join(' '); },
    () => {
      const split = parseFloat(localStorage.getItem('split'));
      if (split) width('--split', split + '%');
    },
    () => {
      for (const [key, px] of Object.entries(JSON.parse(localStorage.getItem('columns')) ?? {})) if (/^[a-z]+$/.test(key) && px > 0) width('--w-' + key, Number(px) + 'px');
    },
  ];
  for (const step of steps) {
    try {
      step();
    } catch {
      // Storage may be disabled, or contain what another version wrote; the defaults then apply.
    }
  }
})();
