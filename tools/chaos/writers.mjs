// Clients that write continuously and remember which writes were acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'

/** `cards`: id -> valid names of the card. One if its last write was acknowledged, two if not. */
export const createLedger = () => ({ cards: new Map(), acknowledged: 0 })

/** Creates and renames cards until the service stops. */
async function write(call, board, ledger, writer, isOver) {
  const list_id = board.lists[writer % board.lists.length].id
  for (let turn = 0; !isOver(); turn++) {
    const card = await call('POST', `/boards/${board.id}/cards`, {
      list_id,
      name: `${writer}-${turn}`,
    })
    ledger.cards.set(card.id, [card.name])
    const name = `${card.name} renamed`
    ledger.cards.set(card.id, [card.name, name])
    await call('PATCH', `/cards/${card.id}`, { name })
    ledger.cards.set(card.id, [name])
    ledger.acknowledged += 2
  }
}

/** Starts the writers; `stop` resolves when all have ended. */
export function startWriters(call, board, ledger, count) {
  let over = false
  const all = Array.from({ length: count }, (_, writer) =>
    write(call, board, ledger, writer, () => over).catch((error) => {
      // A killed service ends the connection; an error response is a defect of the service.
      if (/returned \d/.test(error.message)) throw error
    }),
  )
  return {
    stop: async () => {
      over = true
      await Promise.all(all)
    },
  }
}

/** One line for each write in the ledger that the service does not have. */
export async function findLostWrites(call, board, ledger) {
  const stored = new Map()
  let after = ''
  do {
    const { data, paging } = await call('GET', `/boards/${board.id}/cards?limit=100${after}`)
    for (const card of data) stored.set(card.id, card.name)
    after = paging.next ? `&starting_after=${encodeURIComponent(paging.next)}` : ''
  } while (after)
  return [...ledger.cards].flatMap(([id, names]) => {
    const name = stored.get(id)
    if (name === undefined) return [`${id} (${names[0]}) is lost`]
    return names.includes(name) ? [] : [`${id} is named ${name}, not ${names.join(' or ')}`]
  })
}

/** Resolves at a random moment after some writes were acknowledged, while others are in flight. */
export async function waitForWrites(ledger) {
  const enough = ledger.acknowledged + 20
  const end = Date.now() + 30_000
  while (ledger.acknowledged < enough && Date.now() < end) await sleep(5)
  await sleep(Math.random() * 500)
}
