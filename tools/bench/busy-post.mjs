// A post that is slow to open: created once in the workspace that is measured. Part of feedback.mjs.
const COMMENTS = 500
const VOTES = 5000
const CARDS = 20
const CALLERS = 8
const REF = 'benchmark'

async function inTurns(items, run) {
  const left = [...items]
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item)
  }
  await Promise.all(Array.from({ length: CALLERS }, work))
}

async function createBusyPost(call) {
  process.stderr.write(`Creating a post with ${COMMENTS} comments and ${VOTES} votes\n`)
  const board_id = (await call('GET', '/feedback/boards')).data[0].id
  const post = await call('POST', '/feedback/posts', {
    import: true,
    external_ref: REF,
    board_id,
    title: 'Everything at once',
  })
  const path = `/feedback/posts/${post.id}`
  const users = []
  for (let next = ''; users.length < VOTES;) {
    const page = await call('GET', `/feedback/users?limit=100&sort=created_at${next}`)
    users.push(...page.data)
    next = `&starting_after=${encodeURIComponent(page.paging.next)}`
  }
  await inTurns(users, ({ id }) => call('POST', `${path}/votes`, { import: true, user_id: id }))
  await inTurns(users.slice(0, COMMENTS), ({ id }) =>
    call('POST', `${path}/comments`, {
      import: true,
      body: 'We have waited for **this** since last year, and so have our neighbors.',
      user_id: id,
    }),
  )
  const [board] = (await call('GET', '/boards')).data
  for (let index = 0; index < CARDS; index++)
    await call('POST', `/boards/${board.id}/cards`, {
      list_id: board.lists[index % board.lists.length].id,
      name: `Part ${index}`,
      post_id: post.id,
    })
  return post
}

async function cursors(call, path, pages) {
  const all = ['']
  for (let page = 1; page < pages; page++) {
    const { paging } = await call('GET', `${path}${all.at(-1)}`)
    all.push(`&starting_after=${encodeURIComponent(paging.next)}`)
  }
  return all
}

/** The post, which is created once. */
export async function findBusyPost(call) {
  const { data } = await call('GET', `/feedback/posts?external_ref=${REF}`)
  return data[0] ?? createBusyPost(call)
}

/** What the pane of the post requests: itself, all comments, votes from the first page to the last, its cards. */
export async function busyPostRequests(call, { id }) {
  const path = `/feedback/posts/${id}`
  const comments = `${path}/comments?internal=true&limit=100`
  const votes = `${path}/votes?limit=100`
  const commentPages = await cursors(call, comments, COMMENTS / 100)
  const votePages = await cursors(call, votes, VOTES / 100)
  return [
    path,
    ...commentPages.map((cursor) => comments + cursor),
    ...[0, 1, 24, 49].map((page) => votes + votePages[page]),
    `${path}/cards?limit=100`,
  ]
}
