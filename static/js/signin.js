// Moves the focus to a sign-in that continues elsewhere on the page, for the person who started it.
let asked = false;

// If the person does something else meanwhile, leave the focus alone.
for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, () => { asked = false; }, true);

document.addEventListener('submit', (e) => {
  if (e.target.matches?.('.signin-form[action$="/begin"]')) asked = true;
});

function lead() {
  const open = asked && document.querySelector('.signin-open');
  if (!open) return;
  asked = false;
  open.focus({ preventScroll: true });
  open.closest('.signin-waiting').scrollIntoView({ block: 'nearest' });
}

const main = document.getElementById('main');
if (main) new MutationObserver(lead).observe(main, { childList: true, subtree: true });
