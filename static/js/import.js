// A session file is imported by its button, or dropped anywhere. The file goes
// up as it is read, and the answer says where the session is.
const DROP = 'data-dropping';
const enabled = () => !document.getElementById('composer');

function tell(what, why, hint, url) {
  const card = document.createElement('div');
  card.className = 'card';
  const line = card.appendChild(document.createElement('p'));
  line.appendChild(document.createElement('strong')).textContent = what;
  line.append(' ' + why);
  const more = card.appendChild(document.createElement('p'));
  more.className = 'muted';
  more.textContent = hint;
  if (url) {
    const link = more.appendChild(document.createElement('a'));
    link.href = url;
    link.textContent = 'Open the session';
  }
  const close = card.appendChild(document.createElement('button'));
  close.type = 'button';
  close.className = 'quiet';
  close.dataset.do = 'dismiss';
  close.setAttribute('aria-label', 'Dismiss');
  close.textContent = '×';
  document.getElementById('notice')?.replaceChildren(card);
}

async function take(file) {
  tell('Importing…', file.name, 'Leaving this page stops it; nothing of the file is then kept.');
  try {
    const answer = await fetch('/sessions/import?name=' + encodeURIComponent(file.name), { method: 'POST', body: file });
    const said = await answer.json();
    if (!answer.ok) tell(said.what, said.why, said.try);
    else if (said.notes.length) tell('The file was imported.', said.notes.join(' '), '', said.url);
    else location = said.url;
  } catch {
    tell('The file was not imported.', 'The console stopped listening, or the file could not be read.', 'Check that the console runs, then try again.');
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
