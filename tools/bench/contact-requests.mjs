// The requests of the table of contacts, to a large list and to a small one in turns. Part of contacts.mjs.
import { quantile, round } from './figures.mjs'

const RATIO = 1.2
/** Far enough for a page that is reached by its number to be slow. */
const DEEP_PAGE = 500
const WARM_UP = 3
const SEGMENT = 'Benchmark'

function mostFrequent(values) {
  const counts = new Map()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}

/** What both lists are asked for, from the contacts that both have: each filter matches at least a page of either. */
export async function findCommonValues(call, { large, small }) {
  const contacts = []
  let next = ''
  do {
    const page = await call('GET', `/lists/${small}/contacts?limit=100${next}`)
    contacts.push(...page.data)
    next = page.paging.next && `&starting_after=${encodeURIComponent(page.paging.next)}`
  } while (next)
  const tag = mostFrequent(contacts.flatMap(({ tags }) => tags))
  const filter = {
    match: 'all',
    conditions: [
      { field: 'tag', op: 'is', value: tag },
      { field: 'fields.city', op: 'exists' },
    ],
  }
  return {
    address: contacts[400].email_address,
    tag,
    status: 'subscribed',
    word: mostFrequent(contacts.flatMap(({ fields }) => fields.city ?? [])),
    rareWord: contacts[0].email_address.split('@')[0],
    segment: {
      name: SEGMENT,
      large: await ensureSegment(call, large, filter),
      small: await ensureSegment(call, small, filter),
    },
  }
}

async function ensureSegment(call, list, filter) {
  const path = `/lists/${list}/segments`
  const { data } = await call('GET', path)
  const existing = data.find(({ name }) => name === SEGMENT)
  return (existing ?? (await call('POST', path, { name: SEGMENT, filter }))).id
}

/** The cursor after so many pages. */
async function cursorAfter(call, list, pages) {
  let next = ''
  for (let page = 0; page < pages; page++) {
    const { paging } = await call('GET', `/lists/${list}/contacts?limit=100${next}`)
    next = `&starting_after=${encodeURIComponent(paging.next)}`
  }
  return next
}

const encoded = encodeURIComponent

/** Each request as a function of the list; `bound` is the ratio that it must not exceed. */
async function requestsOf(call, lists, values) {
  const cursors = {
    large: await cursorAfter(call, lists.large, DEEP_PAGE),
    small: await cursorAfter(call, lists.small, 1),
  }
  const contacts = (query) => (size) => `/lists/${lists[size]}/contacts?limit=100${query}`
  const { address, tag, status, segment, word, rareWord } = values
  return {
    list: { path: (size) => `/lists/${lists[size]}`, bound: RATIO },
    'first page': { path: contacts(''), bound: RATIO },
    [`page ${DEEP_PAGE}`]: { path: (size) => contacts(cursors[size])(size), bound: RATIO },
    status: { path: contacts(`&status=${status}`), bound: RATIO },
    tag: { path: contacts(`&tag=${encoded(tag)}`), bound: RATIO },
    'status and tag': {
      path: contacts(`&status=${status}&tag=${encoded(tag)}`),
      bound: RATIO,
    },
    address: {
      path: (size) => `/lists/${lists[size]}/contacts/${encoded(address)}`,
      bound: RATIO,
    },
    'word in all': { path: contacts('&search=example'), bound: RATIO },
    'word in one of fifty': { path: contacts(`&search=${encoded(word)}`) },
    'rare word': { path: contacts(`&search=${encoded(rareWord)}`) },
    'contacts of a segment': {
      path: (size) => `/lists/${lists[size]}/segments/${segment[size]}/contacts?limit=100`,
      bound: RATIO,
    },
    tags: { path: (size) => `/lists/${lists[size]}/tags`, bound: RATIO },
    segments: { path: (size) => `/lists/${lists[size]}/segments`, bound: RATIO },
  }
}

/** Median milliseconds of each request to both lists, and the ratio. */
export async function measureContactRequests(call, lists, values, turns) {
  const rows = []
  for (const [request, { path, bound }] of Object.entries(await requestsOf(call, lists, values))) {
    const times = { small: [], large: [] }
    for (let turn = -WARM_UP; turn < turns; turn++)
      for (const size of turn % 2 === 0 ? ['small', 'large'] : ['large', 'small']) {
        const began = performance.now()
        await call('GET', path(size))
        if (turn >= 0) times[size].push(performance.now() - began)
      }
    const [small, large] = [quantile(times.small, 0.5), quantile(times.large, 0.5)]
    const ratio = round(large / small, 2)
    rows.push({
      request,
      'small, ms': round(small, 2),
      'large, ms': round(large, 2),
      ratio,
      ...(bound && { goal: `<= ${bound}x`, met: ratio <= bound ? 'yes' : 'NO' }),
    })
  }
  return rows
}
