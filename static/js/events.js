// A line of an exchange's events opens that event.
import { visit } from './visit.js';

document.addEventListener('click', (e) => {
  const line = e.target.closest?.('[data-event-url] [data-from]');
  if (!line || e.target.closest('a, button') || getSelection()?.toString()) return;
  if (line.classList.contains('ev-pause')) return;
  const url = line.closest('[data-event-url]').dataset.eventUrl + line.dataset.from;
  // Without a place for the detail, open the event's page.
  if (document.querySelector('[data-visits]')) visit(url);
  else location = url;
});
document.addEventListener('keydown', (e) => {
  if (e.key !== 'Enter' || !e.target.matches?.('[data-event-url] [data-from]')) return;
  e.target.click();
});
