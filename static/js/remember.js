// Small settings kept in this browser.
export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage may be switched off; the setting then lasts as long as the page.
  }
}
