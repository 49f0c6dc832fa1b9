// The door at 127.0.0.1 navigates to the pages, at a host that only signed-in browsers learn.
import { keep, prove } from './browserkey.js';

const door = document.getElementById('door');
const key = 'ticket';

function ticket(fresh) {
  try {
    if (fresh) localStorage.setItem(key, fresh);
    return localStorage.getItem(key);
  } catch {
    return null; // storage may be disabled; the printed link still works
  }
}

// Where to go, or null: from the server, else in exchange for the ticket of an earlier visit, else
// for the key from before a restart.
async function way() {
  const known = ticket(door.dataset.ticket);
  await keep(door.dataset.keep);
  if (door.dataset.go) return door.dataset.go;
  const to = location.pathname + location.search + location.hash;
  const answer = known && await fetch('/handover', { method: 'POST', body: new URLSearchParams({ ticket: known, to }) });
  return answer?.status === 200 ? (await answer.json()).go : prove();
}

// Tests whether the browser resolves the pages' host.
const found = (go) => fetch(new URL('/handover/found', go), { mode: 'no-cors' }).then(() => true, () => false);

function show(id) {
  for (const s of door.querySelectorAll('section')) s.hidden = s.id !== id;
  document.body.classList.remove('passing');
}

const go = await way().catch(() => null);
if (!go) show('door-unauthenticated');
else if (await found(go)) location.replace(go);
else show('door-lost');
