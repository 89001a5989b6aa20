// The requests of the inbox, of a post and of people, by the time they take in the database. Part of feedback.mjs.
import { quantile, round } from './figures.mjs'

const GOAL_MS = 30
/** Far enough for a page that is reached by its number to be slow. */
const DEEP_PAGE = 100
const WARM_UP = 2
const SAMPLES = 60

const encoded = encodeURIComponent

/** As many as `count`, spread over all values. */
const spread = (values, count) => {
  const step = Math.max(1, values.length / count)
  return Array.from(
    { length: Math.min(count, values.length) },
    (_, index) => values[Math.floor(index * step)],
  )
}

async function readAll(call, path, pages = Infinity) {
  const items = []
  let next = ''
  let last = ''
  for (let page = 0; page < pages && next !== null; page++) {
    const { data, paging } = await call(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}limit=100${next}`,
    )
    items.push(...data)
    next = paging.next && `&starting_after=${encoded(paging.next)}`
    last = next ?? last
  }
  return { items, last }
}

/** What somebody types who looks for a post: beginnings of words, words, two words, and what is not there. */
function searchesFor(posts) {
  const words = posts.map(({ title }) => title.match(/[\p{L}\p{N}]{3,}/gu) ?? ['tea'])
  const texts = words.flatMap((list, index) => {
    const [first, last] = [list[0], list.at(-1)]
    return [
      [first.slice(0, 1), first.slice(0, 3), last, `${first} ${last}`, `nowhere${index}`][
        index % 5
      ],
    ]
  })
  return [...new Set(texts)]
}

/** Texts to search for in the browser, of posts from everywhere in the list. */
export async function readSearches(call) {
  const { items } = await readAll(call, '/feedback/posts', DEEP_PAGE)
  return searchesFor(spread(items, SAMPLES))
}

/** The requests of each kind, with different values. */
async function requestsOf(call, busiest) {
  const { items: posts, last: deep } = await readAll(call, '/feedback/posts', DEEP_PAGE)
  const { items: wanted } = await readAll(call, '/feedback/posts?sort=votes', 1)
  const [boards, statuses, tags, members, entries] = await Promise.all(
    [
      '/feedback/boards',
      '/feedback/statuses',
      '/feedback/tags',
      '/members',
      '/feedback/changelog/entries',
    ].map(async (path) => (await readAll(call, path)).items),
  )
  const { items: users } = await readAll(call, '/feedback/users', 10)
  const samples = spread(posts, SAMPLES)
  const searches = searchesFor(samples).map(encoded)
  const list = (queries) => queries.map((query) => `/feedback/posts?limit=100&${query}`)
  // As the page requests them; of a search it requests the number later.
  const counted = (queries) => list(queries.map((query) => `include_total=true&${query}`))
  const ofPosts = (path, of = [...wanted.slice(0, 20), ...samples]) =>
    of.map(({ id }) => `/feedback/posts/${id}${path}`)
  const open = 'status=open,under_review,planned,in_progress'
  const recent = posts[0].updated_at
  return {
    'newest; most votes; last change; oldest': counted([
      'sort=votes',
      'sort=-updated_at',
      'sort=created_at',
      '',
    ]),
    [`page ${DEEP_PAGE} or the last`]: counted([deep.slice(1)]),
    'changed since; deleted; merged': counted([
      `updated_since=${recent}`,
      'deleted=true',
      'merged=true',
    ]),
    status: counted(statuses.map(({ key }) => `status=${key}`)),
    'is not done, by each order': counted([open, `${open}&sort=votes`, `${open}&sort=-updated_at`]),
    board: counted(boards.map(({ id }) => `board=${id}`)),
    'board, by votes and by change': counted(
      boards.flatMap(({ id }) => [`board=${id}&sort=votes`, `board=${id}&sort=-updated_at`]),
    ),
    tag: counted(tags.map(({ id }) => `tag=${id}`)),
    owner: counted(members.map(({ id }) => `owner=${id}`)),
    'board, status, tag and owner': counted(
      boards.map(({ id }, index) =>
        [
          `board=${id}`,
          `status=${statuses[index % statuses.length].key}`,
          index % 2
            ? `tag=${tags[index % tags.length].id}`
            : `owner=${members[index % members.length].id}`,
        ].join('&'),
      ),
    ),
    'number that waits': ['/feedback/posts?limit=1&include_total=true&status=open'],
    search: list(searches.map((text) => `search=${text}`)),
    'search in what is not done': list(searches.map((text) => `search=${text}&${open}`)),
    'search, by votes': list(searches.map((text) => `search=${text}&sort=votes`)),
    'number of those of a search': searches.map(
      (text) => `/feedback/posts?limit=1&include_total=true&search=${text}`,
    ),
    'similar posts, of a title as it is typed': samples.map(
      ({ title }, index) =>
        `/feedback/posts/similar?text=${encoded(title.slice(0, index % 3 ? undefined : -4))}`,
    ),
    'boards; statuses; tags with their counts': [
      '/feedback/boards?limit=100',
      '/feedback/statuses?limit=100',
      '/feedback/tags?limit=100',
    ],
    post: ofPosts(''),
    'comments and notes of a post': ofPosts('/comments?internal=true&limit=100'),
    'votes of a post': ofPosts('/votes?limit=100'),
    'cards of a post': ofPosts('/cards?limit=100'),
    'entries that name a post': [
      ...entries.flatMap(({ post_ids }) => post_ids),
      ...samples.map(({ id }) => id),
    ].map((id) => `/feedback/changelog/entries?include_drafts=true&post_id=${id}`),
    'a post of 500 comments and 5,000 votes, opened': busiest,
    people: ['', '&sort=name', '&sort=created_at'].map(
      (query) => `/feedback/users?limit=100${query}`,
    ),
    'search of people': spread(users, SAMPLES).map(
      ({ name, email }, index) =>
        `/feedback/users?limit=100&search=${encoded((name ?? email ?? 'a').slice(0, 1 + (index % 6)))}`,
    ),
    person: spread(users, SAMPLES).map(({ id }) => `/feedback/users/${id}`),
  }
}

/** The requests over the whole workspace, each kind with the milliseconds that 95 of 100 may take in the database. */
async function workspaceRequests(call) {
  const [{ items: cards }, { items: posts }, { items: users }] = await Promise.all([
    readAll(call, '/cards', 10),
    readAll(call, '/feedback/posts', 10),
    readAll(call, '/feedback/users', 10),
  ])
  const titles = [...cards.map(({ name }) => name), ...posts.map(({ title }) => title)]
  const words = [...new Set(titles.flatMap((title) => title.match(/[\p{L}\p{N}]{4,}/gu) ?? []))]
  const uses = new Map(words.map((word) => [word, 0]))
  for (const title of titles)
    for (const word of new Set(title.match(/[\p{L}\p{N}]{4,}/gu)))
      uses.set(word, uses.get(word) + 1)
  const byUse = words.toSorted((a, b) => uses.get(b) - uses.get(a))
  const absent = Array.from({ length: SAMPLES }, (_, index) => `nowhere${index}`)
  const search = (texts) => texts.map((text) => `/search?q=${encoded(text)}`)
  const zone = 'time_zone=Europe/Berlin'
  return {
    'cards, overdue, today and tomorrow': [
      30,
      ['overdue', 'today', 'tomorrow'].map((due) => `/cards?due=${due}&${zone}&limit=100`),
    ],
    'cards, by due date and last change': [
      30,
      ['due', 'updated'].map((sort) => `/cards?sort=${sort}&limit=100`),
    ],
    'numbers of cards': [30, [`/cards/summary?${zone}`]],
    'search, common words': [100, search(byUse.slice(0, SAMPLES))],
    'search, rare words': [100, search(byUse.slice(-SAMPLES))],
    'search, absent words': [100, search(absent)],
    'search, a title': [100, search(spread(titles, SAMPLES).map((title) => title.slice(0, 40)))],
    'search, one or two letters': [
      100,
      search(words.slice(0, 20).map((word, index) => word.slice(0, 1 + (index % 2)))),
    ],
    'search, people': [
      100,
      search(spread(users, SAMPLES).map(({ name, email }) => name ?? email ?? 'a')),
    ],
  }
}

/** Cards and search over all boards, as the overview, the page of all cards and the palette request them. */
export async function measureWorkspaceRequests(call, timer, turns) {
  const rows = []
  for (const [name, [goal, paths]] of Object.entries(await workspaceRequests(call)))
    rows.push(await measureRequests(call, timer, { name, paths, turns, goal }))
  return rows
}

export async function measureFeedbackRequests(call, timer, busiest, turns) {
  const rows = []
  for (const [name, paths] of Object.entries(await requestsOf(call, busiest)))
    rows.push(await measureRequests(call, timer, { name, paths, turns, goal: GOAL_MS }))
  return rows
}

/** Median and 95 % of milliseconds in the database, of one request; and of the whole response. */
async function measureRequests(call, timer, { name, paths, turns, goal }) {
  const [database, response] = [[], []]
  const repeats = Math.max(turns, Math.ceil(SAMPLES / paths.length))
  for (let turn = -WARM_UP; turn < repeats; turn++)
    for (const path of paths) {
      const began = performance.now()
      let took = 0
      const ms = await timer.time(async () => {
        await call('GET', path)
        took = performance.now() - began
      })
      if (turn < 0) continue
      database.push(ms)
      response.push(took)
    }
  const p95 = round(quantile(database, 0.95), 2)
  return {
    request: name,
    requests: paths.length,
    'database, median': round(quantile(database, 0.5), 2),
    'database, 95 %': p95,
    'database, most': round(Math.max(...database), 2),
    'response, 95 %': round(quantile(response, 0.95), 1),
    goal: `<= ${goal}`,
    met: p95 <= goal ? 'yes' : 'NO',
  }
}
