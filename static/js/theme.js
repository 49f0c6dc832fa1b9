// Sets the chosen theme before the first paint. Not a module: modules wait.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme) document.documentElement.dataset.theme = theme;
    const split = parseFloat(localStorage.getItem('split'));
    if (split) document.documentElement.style.setProperty('--split', split + '%');
  } catch {
    // Storage may be switched off; the system's theme does then.
  }
})();
