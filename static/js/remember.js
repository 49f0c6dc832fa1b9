// Small settings, stored in this browser or, with 'sessionStorage', in this tab.
export function remember(key, value, store = 'localStorage') {
  try {
    if (value === null) window[store].removeItem(key);
    else window[store].setItem(key, value);
  } catch {
    // Storage may be disabled or full; the setting then lasts as long as the page.
  }
}
export function recall(key, store = 'localStorage') {
  try {
    return window[store].getItem(key);
  } catch {
    return null;
  }
}
