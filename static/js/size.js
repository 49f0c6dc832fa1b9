// Formats a size like Bytes in internal/words.
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

export function size(n) {
  let unit = 0;
  while (n >= (unit ? 1023.95 : 1024) && unit < UNITS.length - 1) {
    n /= 1024;
    unit++;
  }
  return (unit && n < 99.95 ? n.toFixed(1) : String(Math.round(n))) + ' ' + UNITS[unit];
}
