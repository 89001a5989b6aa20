import { caller } from '../running-service.mjs'
// The product as a target: its addresses, its test handles, and boards made through its API.
import { cardName } from './floor.mjs'

const LISTS = 10
const CALLERS = 8

async function makeBoard(call, size) {
  const board = await call('POST', '/boards', {
    name: `${size} cards`,
    lists: Array.from({ length: LISTS }, (_, list) => ({ name: `List ${list}` })),
  })
  const todo = Array.from({ length: size }, (_, at) => at)
  const work = async () => {
    for (let at = todo.shift(); at !== undefined; at = todo.shift())
      await call('POST', `/boards/${board.id}/cards`, {
        list_id: board.lists[at % LISTS].id,
        name: cardName(at % LISTS, Math.floor(at / LISTS)),
      })
  }
  await Promise.all(Array.from({ length: CALLERS }, work))
  return board
}

// Runs in the page before its own code: what src/web/session/connections.ts would have kept.
function connect({ entry, fingerprint }) {
  try {
    if (sessionStorage.getItem('workspace-admin:active') !== null) return
    sessionStorage.setItem('workspace-admin:connections', entry)
    sessionStorage.setItem('workspace-admin:active', fingerprint)
  } catch {
    // The empty page before the first address has no storage.
  }
}

export async function ourTarget(url, key, sizes) {
  const call = caller(url, key)
  const boards = new Map()
  for (const size of sizes) boards.set(size, await makeBoard(call, size))
  const fingerprint = 'b'.repeat(12)
  const base_url = `${url}/v1`
  const connection = {
    base_url,
    key,
    fingerprint,
    last4: key.slice(-4),
    keep: 'tab',
    scope: 'write',
  }
  return {
    name: 'ours',
    url,
    prepare: { script: connect, argument: { entry: JSON.stringify([connection]), fingerprint } },
    board: (size) => `/boards/${boards.get(size).id}`,
    list: '[data-testid=board-list]',
    card: '[data-testid=card]',
  }
}
