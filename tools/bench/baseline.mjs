// The minimum for the same task: a hand-written page without a framework, and a server that responds from memory.
// Our figures are ratios to it.
import { once } from 'node:events'
import http from 'node:http'
import { gzipSync } from 'node:zlib'

const LISTS = 10

export const cardName = (list, index) =>
  `Card ${list}-${index} repair the sign-in link in the invitation`

const style = `
  * { box-sizing: border-box }
  body { margin: 0; font: 14px/1.4 system-ui; background: #f2f1ee }
  main { display: flex; gap: 12px; height: 100vh; padding: 12px; overflow-x: auto }
  section { flex: none; width: 272px; display: flex; flex-direction: column; background: #e6e4df; border-radius: 10px }
  h2 { margin: 0; padding: 10px 12px; font-size: 14px }
  ol { flex: 1; margin: 0; padding: 0 8px 8px; list-style: none; overflow-y: auto; contain: strict }
  li { margin-bottom: 8px; padding: 8px 10px; min-height: 56px; background: #fff; border-radius: 8px; touch-action: none }
  li i { display: block; width: 36px; height: 6px; margin-bottom: 4px; border-radius: 3px; background: #2f8a7c }
  .lifted { position: fixed; z-index: 1; top: 0; left: 0; width: 256px; list-style: none; pointer-events: none; will-change: transform }
  .gap { opacity: .4 }`

// Runs in the page: a copy follows the pointer by transform; the target is the element under the pointer.
function dragging() {
  let dragged
  document.addEventListener('pointerdown', (event) => {
    const card = event.target.closest('[data-card]')
    if (!card) return
    const box = card.getBoundingClientRect()
    dragged = {
      card,
      x: event.clientX,
      y: event.clientY,
      left: event.clientX - box.x,
      top: event.clientY - box.y,
    }
  })
  document.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (!dragged) return
    if (!dragged.copy) {
      if (Math.abs(clientX - dragged.x) + Math.abs(clientY - dragged.y) < 5) return
      dragged.copy = dragged.card.cloneNode(true)
      dragged.copy.removeAttribute('data-card')
      dragged.copy.setAttribute('data-bench-overlay', '')
      dragged.copy.className = 'lifted'
      document.body.append(dragged.copy)
      dragged.card.classList.add('gap')
    }
    dragged.copy.style.transform = `translate(${clientX - dragged.left}px, ${clientY - dragged.top}px)`
    dragged.under = document.elementFromPoint(clientX, clientY)
  })
  document.addEventListener('pointerup', () => {
    const { card, copy, under } = dragged ?? {}
    dragged = undefined
    if (!copy) return
    copy.remove()
    card.classList.remove('gap')
    const list = under?.closest('section')?.querySelector('ol')
    if (!list) return
    const before = under.closest('[data-card]')
    if (before) before.before(card)
    else list.append(card)
    void fetch(`/v1/cards/${card.dataset.card}/move`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ list_id: list.dataset.list, position: 'top' }),
    })
  })
}

function page(size) {
  const cards = (list) =>
    Array.from(
      { length: size / LISTS },
      (_, index) => `<li data-card="${list}-${index}"><i></i>${cardName(list, index)}</li>`,
    ).join('')
  const lists = Array.from(
    { length: LISTS },
    (_, list) =>
      `<section data-list="${list}"><h2>List ${list}</h2><ol data-list="${list}">${cards(list)}</ol></section>`,
  ).join('')
  return `<!doctype html><meta charset="utf-8"><title>Baseline</title><style>${style}</style><main>${lists}</main><script>(${dragging.toString()})()</script>`
}

async function handle(request, response) {
  const url = new URL(request.url ?? '/', 'http://baseline')
  const respond = (type, body, more = {}) => {
    response.writeHead(200, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      ...more,
    })
    response.end(body)
  }
  if (url.pathname.startsWith('/boards/'))
    return respond('text/html', gzipSync(page(Number(url.pathname.slice(8)))), {
      'content-encoding': 'gzip',
    })
  if (request.method === 'POST') {
    let body = ''
    for await (const part of request) body += part
    return respond('application/json', JSON.stringify({ id: 'crd_1', ...JSON.parse(body) }))
  }
  return respond('application/json', '{"ok":true}')
}

export async function startBaseline() {
  const server = http.createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() }
}

export const baselineTarget = (url) => ({
  name: 'baseline',
  url,
  board: (size) => `/boards/${size}`,
  list: 'section',
  card: '[data-card]',
  scroller: 'ol',
})
