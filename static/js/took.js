// Formats a duration exactly like Duration in ui/part: a running time must not change its look when
// the script takes over.
const two = (n) => String(n).padStart(2, '0');

export function took(ms) {
  if (ms < 0) return '–';
  if (ms === 0) return '0 µs';
  if (ms < 1) return Math.max(Math.floor(ms * 1000), 1) + ' µs';
  if (ms < 10) return ms.toFixed(1) + ' ms';
  if (ms < 1000) return Math.floor(ms) + ' ms';
  const s = Math.floor(ms / 1000);
  if (s < 60) return (ms / 1000).toFixed(1) + ' s';
  if (s < 3600) return Math.floor(s / 60) + ' m ' + two(s % 60) + ' s';
  return Math.floor(s / 3600) + ' h ' + two(Math.floor((s % 3600) / 60)) + ' m';
}
