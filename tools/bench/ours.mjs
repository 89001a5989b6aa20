import { caller } from '../running-service.mjs'
// The product as a target: its URLs, its test ids, and boards created through its API.
import { cardName } from './baseline.mjs'

const LISTS = 10
const CALLERS = 8
const STACK = 20

async function createBoard(call, size) {
  const board = await call('POST', '/boards', {
    name: `${size} cards`,
    lists: Array.from({ length: LISTS }, (_, list) => ({ name: `List ${list}` })),
  })
  const indexes = Array.from({ length: size }, (_, index) => index)
  const createCards = async () => {
    for (let index = indexes.shift(); index !== undefined; index = indexes.shift())
      await call('POST', `/boards/${board.id}/cards`, {
        list_id: board.lists[index % LISTS].id,
        name: cardName(index % LISTS, Math.floor(index / LISTS)),
      })
  }
  await Promise.all(Array.from({ length: CALLERS }, createCards))
  return board
}

// Runs before the page's code; must store what src/web/session/connections.ts stores.
function connect({ entry, fingerprint }) {
  try {
    if (sessionStorage.getItem('workspace-admin:active') !== null) return
    sessionStorage.setItem('workspace-admin:connections', entry)
    sessionStorage.setItem('workspace-admin:active', fingerprint)
  } catch {
    // The blank page before the first navigation has no storage.
  }
}

/** Selects the first twenty cards of the first list, and shows the first again. */
async function selectStack(page) {
  await page.locator('[data-testid=card]').first().focus()
  for (let count = 0; count < STACK; count++) {
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowDown')
  }
  for (let count = 0; count < STACK; count++) await page.keyboard.press('ArrowUp')
  await page.getByText(`${STACK} selected`).first().waitFor()
}

/** Undoes the drop, so that the first list never runs out of cards. */
async function undoDrop(page) {
  const isMove = (response) => /\/(move|batch)$/.test(response.url())
  const saved = page.waitForResponse(isMove)
  await page.keyboard.press('Control+z')
  await saved
}

/** The product with a saved connection, for any page. */
export function connectedPage(url, key) {
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
  }
}

export async function ourTarget(url, key, sizes) {
  const call = caller(url, key)
  const boards = new Map()
  for (const size of sizes) boards.set(size, await createBoard(call, size))
  return {
    ...connectedPage(url, key),
    board: (size) => `/boards/${boards.get(size).id}`,
    list: '[data-testid=board-list]',
    card: '[data-testid=card]',
    selectStack,
    undoDrop,
  }
}
