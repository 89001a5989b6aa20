// The requests sent to the baseline and to the product by name, and the goal as a share of the baseline's speed.
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
/** Spread over the table; skips every tenth contact, which has unsubscribed. */
const contactNumber = (index, count) => ((index * 7919) % (count / 10)) * 10 + 1
const tagOf = (number) => `t${number % 20}`
const changedContact = (index, count) => {
  const number = contactNumber(index, count)
  const fields = { first_name: 'Ann', city: `Oslo ${randomUUID()}` }
  return { email_address: numberedAddress(number), tags: [tagOf(number)], fields }
}
const newContact = () => ({
  email_address: `${randomUUID()}@example.com`,
  tags: ['t1'],
  fields: {},
})

export function baselineRequests(url, count) {
  return {
    name: 'baseline',
    url,
    headers: json,
    requests: {
      page: { path: (index) => `/lists/1?after=${(index * 7919) % (count - 1000)}` },
      'look-up': { path: (index) => `/lists/1/${numberedAddress(contactNumber(index, count))}` },
      upsert: {
        method: 'POST',
        path: () => '/lists/1',
        body: (index) => changedContact(index, count),
      },
      insert: { method: 'POST', path: () => '/lists/1', body: newContact },
      move: {
        method: 'POST',
        path: (index) => `/cards/${(index * 31) % 900}`,
        body: (index) => ({ list_id: 1 + (index % LISTS) }),
      },
      unchanged: { path: () => '/ping' },
    },
  }
}

async function fetchCursors(call, list) {
  const cursors = ['']
  while (cursors.length < PAGES) {
    const { paging } = await call('GET', `/lists/${list}/contacts?limit=100${cursors.at(-1)}`)
    cursors.push(`&starting_after=${paging.next}`)
  }
  return cursors
}

async function createBoard(call) {
  const board = await call('POST', '/boards', {
    name: 'A thousand cards',
    lists: Array.from({ length: LISTS }, (_, index) => ({ name: `List ${index}` })),
  })
  const cards = []
  for (let index = 0; index < 1000; index++)
    cards.push(
      await call('POST', `/boards/${board.id}/cards`, {
        list_id: board.lists[index % LISTS].id,
        name: `Card ${index} repair the sign-in link in the invitation`,
      }),
    )
  return { board, cards }
}

/** `list` and `small` are ids of the large and the small list; `count` is the size of the large one. */
export async function ourRequests(url, key, { list, small, count }) {
  const call = caller(url, key)
  const headers = { ...json, authorization: `Bearer ${key}` }
  const cursors = await fetchCursors(call, list)
  const { board, cards } = await createBoard(call)
  const first = `/v1/lists/${small}/contacts?limit=100`
  const etag = (await fetch(url + first, { headers })).headers.get('etag')
  const contacts = `/v1/lists/${list}/contacts`
  return {
    name: 'ours',
    url,
    headers,
    requests: {
      page: { path: (index) => `${contacts}?limit=100${cursors[index % PAGES]}` },
      'page of 1,000': { path: () => first },
      'look-up': { path: (index) => `${contacts}/${numberedAddress(contactNumber(index, count))}` },
      lists: { path: () => '/v1/lists' },
      upsert: {
        method: 'POST',
        path: () => contacts,
        body: (index) => changedContact(index, count),
      },
      insert: { method: 'POST', path: () => contacts, body: newContact },
      move: {
        method: 'POST',
        path: (index) => `/v1/cards/${cards[(index * 31) % 900].id}/move`,
        body: (index) => ({ list_id: board.lists[index % LISTS].id, position: 'top' }),
      },
      unchanged: { path: () => first, headers: { 'if-none-match': etag } },
      health: { path: () => '/healthz' },
    },
  }
}
