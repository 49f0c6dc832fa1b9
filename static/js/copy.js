// Buttons with data-copy copy its value to the clipboard, with data-copy-from the text of the
// element with that id, with data-copy-url the content at that address.
import { say } from './said.js';

async function put(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  // Without https (another machine's address) only the old way works.
  const box = document.createElement('textarea');
  box.value = text;
  document.body.append(box);
  box.select();
  document.execCommand('copy');
  box.remove();
}

async function textOf({ copy, copyFrom, copyUrl }) {
  if (copyUrl) {
    const answer = await fetch(copyUrl);
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  }
  if (copyFrom) return document.getElementById(copyFrom).textContent;
  return copy;
}

document.addEventListener('click', async (e) => {
  const button = e.target.closest?.('[data-copy], [data-copy-from], [data-copy-url]');
  if (!button) return;
  e.preventDefault();
  try {
    await put(await textOf(button.dataset));
    say('Copied', button);
  } catch {
    say('The browser did not allow copying', button);
  }
});
