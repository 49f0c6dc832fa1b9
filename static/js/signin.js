// A sign-in that goes on elsewhere: whoever asked for it is led to where it goes on.
let asked = false;

// Whoever does something else meanwhile keeps the focus.
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
