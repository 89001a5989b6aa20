// What is asked of the floor and of the product, name by name, and the share of the floor's speed that is the goal.
import { randomUUID } from 'node:crypto'

import { caller } from '../running-service.mjs'
import { numberedAddress } from './fill.mjs'

export const goals = {
  page: 0.7,
  'look-up': 0.7,
  upsert: 0.6,
  insert: 0.6,
  move: 0.6,
  unchanged: 0.6,
}

const json = { 'content-type': 'application/json' }
const PAGES = 50
const LISTS = 10
/** Spread over the table; every tenth contact has unsubscribed, and is left alone. */
const someone = (at, count) => ((at * 7919) % (count / 10)) * 10 + 1
const tagOf = (number) => `t${number % 20}`
const changed = (at, count) => {
  const number = someone(at, count)
  const fields = { first_name: 'Ann', city: `Oslo ${randomUUID()}` }
  return { email_address: numberedAddress(number), tags: [tagOf(number)], fields }
}
const another = () => ({ email_address: `${randomUUID()}@example.com`, tags: ['t1'], fields: {} })

export function floorRequests(url, count) {
  return {
    name: 'floor',
    url,
    headers: json,
    requests: {
      page: { path: (at) => `/lists/1?after=${(at * 7919) % (count - 1000)}` },
      'look-up': { path: (at) => `/lists/1/${numberedAddress(someone(at, count))}` },
      upsert: { method: 'POST', path: () => '/lists/1', body: (at) => changed(at, count) },
      insert: { method: 'POST', path: () => '/lists/1', body: another },
      move: {
        method: 'POST',
        path: (at) => `/cards/${(at * 31) % 900}`,
        body: (at) => ({ list_id: 1 + (at % LISTS) }),
      },
      unchanged: { path: () => '/ping' },
    },
  }
}

async function cursorsOf(call, list) {
  const cursors = ['']
  while (cursors.length < PAGES) {
    const { paging } = await call('GET', `/lists/${list}/contacts?limit=100${cursors.at(-1)}`)
    cursors.push(`&starting_after=${paging.next}`)
  }
  return cursors
}

async function makeBoard(call) {
  const board = await call('POST', '/boards', {
    name: 'A thousand cards',
    lists: Array.from({ length: LISTS }, (_, at) => ({ name: `List ${at}` })),
  })
  const cards = []
  for (let at = 0; at < 1000; at++)
    cards.push(
      await call('POST', `/boards/${board.id}/cards`, {
        list_id: board.lists[at % LISTS].id,
        name: `Card ${at} repair the sign-in link in the invitation`,
      }),
    )
  return { board, cards }
}

/** `list` and `small` are the ids of the large and the small list, `count` is the contacts of the large one. */
export async function ourRequests(url, key, { list, small, count }) {
  const call = caller(url, key)
  const headers = { ...json, authorization: `Bearer ${key}` }
  const cursors = await cursorsOf(call, list)
  const { board, cards } = await makeBoard(call)
  const first = `/v1/lists/${small}/contacts?limit=100`
  const etag = (await fetch(url + first, { headers })).headers.get('etag')
  const contacts = `/v1/lists/${list}/contacts`
  return {
    name: 'ours',
    url,
    headers,
    requests: {
      page: { path: (at) => `${contacts}?limit=100${cursors[at % PAGES]}` },
      'page of 1,000': { path: () => first },
      'look-up': { path: (at) => `${contacts}/${numberedAddress(someone(at, count))}` },
      lists: { path: () => '/v1/lists' },
      upsert: { method: 'POST', path: () => contacts, body: (at) => changed(at, count) },
      insert: { method: 'POST', path: () => contacts, body: another },
      move: {
        method: 'POST',
        path: (at) => `/v1/cards/${cards[(at * 31) % 900].id}/move`,
        body: (at) => ({ list_id: board.lists[at % LISTS].id, position: 'top' }),
      },
      unchanged: { path: () => first, headers: { 'if-none-match': etag } },
      health: { path: () => '/healthz' },
    },
  }
}
