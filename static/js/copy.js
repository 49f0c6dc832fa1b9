// Buttons with data-copy put its value on the clipboard; with data-copy-from
// they take the text of the element with that id, with data-copy-url what is
// at that address.
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
  if (copyUrl) return (await fetch(copyUrl)).text();
  if (copyFrom) return document.getElementById(copyFrom).textContent;
  return copy;
}

document.addEventListener('click', async (e) => {
  const button = e.target.closest?.('[data-copy], [data-copy-from], [data-copy-url]');
  if (!button) return;
  e.preventDefault();
  await put(await textOf(button.dataset));
  const before = button.getAttribute('aria-label');
  button.classList.add('copied');
  button.setAttribute('aria-label', 'Copied');
  setTimeout(() => {
    button.classList.remove('copied');
    if (before === null) button.removeAttribute('aria-label');
    else button.setAttribute('aria-label', before);
  }, 1200);
});
