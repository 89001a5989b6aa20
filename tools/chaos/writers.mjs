// Clients that write continuously and remember which writes were acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'

/** `cards`: id -> valid names of the card. One if its last write was acknowledged, two if not. */
export const createLedger = () => ({ cards: new Map(), acknowledged: 0 })

async function writeCard(call, board, ledger, list_id, first) {
  const card = await call('POST', `/boards/${board.id}/cards`, { list_id, name: first })
  ledger.cards.set(card.id, [card.name])
  const name = `${card.name} renamed`
  ledger.cards.set(card.id, [card.name, name])
  await call('PATCH', `/cards/${card.id}`, { name })
  ledger.cards.set(card.id, [name])
  ledger.acknowledged += 2
}

/** A killed service ends the connection; an error response is a defect of the service. */
async function endOfService(error) {
  if (error.response) throw error
  return false
}

/** Starts the writers, which create and rename cards; `stop` resolves when all have ended. `mayContinue` decides about each error. */
export function startWriters(call, board, ledger, count, mayContinue = endOfService) {
  let over = false
  const write = async (writer) => {
    const list_id = board.lists[writer % board.lists.length].id
    for (let turn = 0; !over; turn++)
      try {
        await writeCard(call, board, ledger, list_id, `${writer}-${turn}`)
      } catch (error) {
        if (!(await mayContinue(error))) return
      }
  }
  const all = Array.from({ length: count }, (_, writer) => write(writer))
  return {
    stop: async () => {
      over = true
      await Promise.all(all)
    },
  }
}

/** One line for each write in the ledger that the service does not have. */
export async function findLostWrites(call, board, ledger) {
  // Writers may still run, and would acknowledge what the pages before did not have.
  const cards = [...ledger.cards]
  const stored = new Map()
  let after = ''
  do {
    const { data, paging } = await call('GET', `/boards/${board.id}/cards?limit=100${after}`)
    for (const card of data) stored.set(card.id, card.name)
    after = paging.next ? `&starting_after=${encodeURIComponent(paging.next)}` : ''
  } while (after)
  return cards.flatMap(([id, names]) => {
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
