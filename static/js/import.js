// Imports a session file chosen with the button or dropped anywhere. The file is uploaded as it is
// read, and the response says where the session is.
import { size } from './size.js';
import { took } from './took.js';

const DROP = 'data-dropping';
const enabled = () => !document.getElementById('composer');

const add = (to, tag, props) => Object.assign(to.appendChild(document.createElement(tag)), props);

function tell(what, why, hint, url, again) {
  const card = Object.assign(document.createElement('div'), { className: 'card' });
  const line = add(card, 'p');
  add(line, 'strong', { textContent: what });
  line.append(' ' + why);
  add(card, 'p', { className: 'muted', textContent: hint });
  const ways = add(card, 'p');
  if (url) add(ways, 'a', { className: 'button', href: url, textContent: 'Open the session' });
  if (again) {
    ways.append(' ');
    add(ways, 'button', { type: 'button', className: 'button', textContent: 'Import a copy', onclick: again });
  }
  if (!ways.hasChildNodes()) ways.remove();
  add(card, 'button', { type: 'button', className: 'quiet', ariaLabel: 'Dismiss', textContent: '×' }).dataset.do = 'dismiss';
  document.getElementById('notice')?.replaceChildren(card);
}

// far describes the progress of an upload: size, rate, time left.
export function far(done, total, ms) {
  const rate = (done * 1000) / Math.max(ms, 1);
  const text = `${size(done)} of ${size(total)}`;
  return done && done < total ? `${text} · ${size(Math.round(rate))}/s · ${took(((total - done) * 1000) / rate)} left` : text;
}

// upload sends the file and shows progress. The server reads it as it arrives.
function upload(file, shown, copy) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const began = performance.now();
    request.open('POST', '/sessions/import?name=' + encodeURIComponent(file.name) + (copy ? '&copy=true' : ''));
    request.upload.onprogress = (e) => {
      shown.bar.value = e.loaded / Math.max(e.total, 1);
      shown.words.textContent = far(e.loaded, e.total, performance.now() - began);
    };
    request.upload.onload = () => {
      shown.bar.removeAttribute('value');
      shown.words.textContent = 'Storing…';
    };
    request.onload = () => {
      try {
        resolve({ ok: request.status < 400, said: JSON.parse(request.responseText) });
      } catch (e) { // not the console's response
        reject(e);
      }
    };
    request.onerror = request.onabort = reject;
    shown.stop.onclick = () => request.abort();
    request.send(file);
  });
}

// importing shows a progress bar below the file's name, and a button to stop.
function importing(file) {
  tell('Importing…', file.name, '');
  const card = document.querySelector('#notice > .card');
  card.classList.add('done');
  card.querySelector('[data-do=dismiss]').remove();
  const line = card.querySelector('.muted');
  line.className = 'import-progress';
  const bar = add(line, 'progress', { ariaLabel: 'Import of ' + file.name });
  const words = add(line, 'span', { className: 'num' });
  const stop = add(line, 'button', { type: 'button', className: 'button', textContent: 'Cancel import' });
  return { bar, words, stop };
}

async function take(file, copy) {
  try {
    const { ok, said } = await upload(file, importing(file), copy);
    if (!ok) tell(said.what, said.why, said.try, said.url, said.copy && (() => take(file, true)));
    else if (said.notes.length) tell('The file was imported.', said.notes.join(' '), '', said.url);
    else location = said.url;
  } catch (e) {
    if (e.type === 'abort') tell('The import was canceled.', 'Nothing of the file was kept.', '');
    else tell('The file was not imported.', 'The console stopped listening, or the file could not be read.', 'Check that the console runs, then try again.');
  }
}

document.addEventListener('change', (e) => {
  if (!e.target.matches?.('[data-import]') || !e.target.files[0]) return;
  take(e.target.files[0]);
  e.target.value = '';
});

const holdsFiles = (e) => enabled() && [...(e.dataTransfer?.types ?? [])].includes('Files');
document.addEventListener('dragover', (e) => {
  if (!holdsFiles(e)) return;
  e.preventDefault();
  document.body.setAttribute(DROP, '');
});
document.addEventListener('dragleave', (e) => {
  if (!e.relatedTarget) document.body.removeAttribute(DROP);
});
document.addEventListener('drop', (e) => {
  if (!holdsFiles(e)) return;
  e.preventDefault();
  document.body.removeAttribute(DROP);
  const files = e.dataTransfer.files;
  if (files.length > 1) tell('One file at a time.', 'A session is one file.', 'Drop them one after the other.');
  else if (files[0]) take(files[0]);
});
