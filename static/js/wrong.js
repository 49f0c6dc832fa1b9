// The error of a field is in an element with data-bad, which the field names by aria-describedby.
// It arrives without the field being drawn again. Muted text there is not an error.
const composer = () => document.getElementById('composer')

// After sending, if the person does nothing else, the first wrong field gets the focus.
let sent = false
document.addEventListener('submit', (evt) => { if (evt.target.id === 'composer') sent = true })
for (const done of ['input', 'keydown', 'pointerdown']) addEventListener(done, () => { sent = false }, true)

function judge() {
  let first
  for (const bad of document.querySelectorAll('[data-bad]')) {
    const wrong = bad.textContent.trim() !== '' && !bad.firstElementChild?.matches('.muted')
    for (const field of document.querySelectorAll(`[aria-describedby~="${bad.id}"]`)) {
      if (field.localName !== 'button') field.ariaInvalid = wrong ? 'true' : null
      if (wrong) first ??= field
    }
  }
  if (sent) first ??= lacking()
  if (sent && first && document.activeElement !== first) show(first)
}

// The first variable without a value, if that is why the message was refused.
function lacking() {
  const said = document.getElementById('problem')?.textContent ?? ''
  const fields = composer()?.querySelectorAll('.variable input[name^="var-"]') ?? []
  return [...fields].find((el) => !el.value && said.includes(`{{${el.name.slice(4)}}}`))
}

function show(field) {
  field.focus({ preventScroll: true })
  const box = field.closest('.field') ?? field
  box.scrollIntoView({ block: 'nearest' })
}

document.addEventListener('datastar-fetch', (evt) => {
  if (evt.detail.type === 'finished' && evt.detail.el === composer()) judge()
})
document.addEventListener('click', (evt) => {
  const a = evt.target.closest?.('#problem a[data-to-field]')
  const field = a && document.getElementById(a.hash.slice(1))
  if (!field) return
  evt.preventDefault()
  sent = false // also when a program clicks, such as a screen reader: then no key or pointer was pressed
  show(field)
})
new MutationObserver(judge).observe(document.getElementById('main'), { childList: true, characterData: true, subtree: true })
