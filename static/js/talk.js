// Conversation and live events: marks which events produced which piece, sends by keyboard, and
// attaches files by drop, paste and file dialog.

// Close whatever is open over the conversation, to make room for the response.
document.addEventListener('submit', (evt) => {
  if (evt.target.id !== 'composer') return
  evt.target.querySelectorAll(':popover-open').forEach((el) => el.hidePopover())
  document.getElementById('preview')?.removeAttribute('open')
})

// A part that was added gets the focus. So does a form with which the agent asks for input, unless
// the person is writing. After sending, the focus moves to the new message.
const editors = () => [...document.querySelectorAll('#composer .edit')]
let known = new Set(editors().map((el) => el.id))
let adding = false
const ofMessage = (el) => el?.closest('#composer .edit') && el
let wrote = ofMessage(document.activeElement) // the last focused element, if it is a field of the message
document.addEventListener('focusin', (evt) => { wrote = ofMessage(evt.target) })
document.addEventListener('click', (evt) => { if (evt.target.closest?.('[data-adds]')) adding = true })
new MutationObserver(() => {
  const now = editors()
  const fresh = now.filter((el) => !known.has(el.id))
  if (!fresh.length && now.length === known.size) return
  known = new Set(now.map((el) => el.id))
  const at = document.activeElement
  const idle = at === document.body || (at.closest('#composer') && !at.value)
  const form = idle && fresh.find((el) => el.matches('.edit-form'))
  const sent = at === document.body && wrote && !wrote.isConnected
  const to = (adding && fresh.at(-1)) || form || (sent && fresh[0])
  if (to) (to.querySelector('[data-focus]') ?? to.querySelector('textarea, input, select'))?.focus()
  if (fresh.length) adding = false
}).observe(document.getElementById('main'), { childList: true, subtree: true, attributeFilter: ['id'] })

// When the field for a requested credential appears, it gets the focus,
// unless the person is writing.
let wanted = null
new MutationObserver(() => {
  const field = document.querySelector('#compose-signin .signin-scheme > details[open] input:not([type=hidden])')
  const at = document.activeElement
  const fresh = field && field.id !== wanted
  wanted = field?.id ?? null
  if (fresh && (at === document.body || (at.closest('#composer') && !at.value))) field.focus()
}).observe(document.getElementById('main'), { childList: true, subtree: true })

// A long growing text loses its beginning, so that the page stays small. Segments
// on or near the screen stay.
const number = (seg) => +seg.id.slice(seg.id.lastIndexOf('-') + 1)
function trim() {
  for (const head of document.querySelectorAll('#main [data-begins]:not([data-begins="0"])')) {
    const old = [...head.nextElementSibling.querySelectorAll(':scope > .seg')].filter((seg) => number(seg) < +head.dataset.begins)
    const places = old.map((seg) => seg.getBoundingClientRect())
    const kept = old.filter((seg, i) => places[i].bottom > -innerHeight && places[i].top < 2 * innerHeight)
    old.filter((seg) => !kept.includes(seg)).forEach((seg) => seg.remove())
    for (const seg of kept) seg.toggleAttribute('data-gap', number(seg.nextElementSibling ?? seg) > number(seg) + 1)
  }
}
new MutationObserver(trim).observe(document.getElementById('main'), { childList: true, subtree: true, attributeFilter: ['data-begins'] })

// Hovering or focusing a piece marks its events, and vice versa.
function mark(from, to, exchange) {
  document.querySelectorAll('.linked').forEach((el) => el.classList.remove('linked'))
  const gutter = document.getElementById('gutter')
  if (from === undefined || !gutter || gutter.dataset.exchange !== exchange) return
  gutter.querySelectorAll('[data-row]').forEach((el) => {
    if (+el.dataset.row >= from && +el.dataset.row <= to) el.classList.add('linked')
  })
}

function markBack(row) {
  document.querySelectorAll('.linked').forEach((el) => el.classList.remove('linked'))
  const exchange = document.getElementById('gutter').dataset.exchange
  document.querySelectorAll('[data-rows-from]').forEach((el) => {
    const of = exchangeOf(el)
    if (of === exchange && +el.dataset.rowsFrom <= row && +el.dataset.rowsTo >= row) el.classList.add('linked')
  })
}

const exchangeOf = (el) => el.closest('[data-exchange]')?.dataset.exchange

function point(evt) {
  const row = evt.target.closest?.('[data-row]')
  if (row) return markBack(+row.dataset.row)
  const piece = evt.target.closest?.('[data-rows-from]')
  if (piece) return mark(+piece.dataset.rowsFrom, +piece.dataset.rowsTo, exchangeOf(piece))
  mark()
}
document.addEventListener('mouseover', point)
document.addEventListener('focusin', point)

// Files are sent when they are picked, one request each. The page shows them
// when the server has them.
async function upload(files) {
  const form = document.getElementById('composer')
  if (!form?.dataset.files) return
  for (const file of files) {
    const to = new URL(form.dataset.files, location)
    to.searchParams.set('name', file.name)
    to.searchParams.set('type', file.type)
    form.setAttribute('aria-busy', 'true')
    const answer = await fetch(to, { method: 'POST', body: file }).catch(() => null)
    form.removeAttribute('aria-busy')
    if (answer?.ok) continue
    const why = answer?.status === 413 ? 'it is over 16 MB; send a URL instead' : 'the console did not take it'
    const problem = document.getElementById('problem')
    problem.textContent = `${file.name} was not added: ${why}.`
  }
}

document.addEventListener('change', (evt) => {
  if (evt.target.matches?.('#composer input[type=file]')) {
    upload([...evt.target.files])
    evt.target.value = ''
    document.getElementById('add-menu')?.hidePopover()
  }
})
document.addEventListener('paste', (evt) => {
  if (evt.clipboardData?.files.length && evt.target.closest('#composer')) {
    evt.preventDefault()
    upload([...evt.clipboardData.files])
  }
})
const over = (evt) => evt.dataTransfer?.types.includes('Files') && document.getElementById('composer')
document.addEventListener('dragover', (evt) => {
  const form = over(evt)
  if (!form) return
  evt.preventDefault()
  form.classList.add('drop')
})
document.addEventListener('dragleave', () => document.getElementById('composer')?.classList.remove('drop'))
document.addEventListener('drop', (evt) => {
  const form = over(evt)
  if (!form) return
  evt.preventDefault()
  form.classList.remove('drop')
  upload([...evt.dataTransfer.files])
})
