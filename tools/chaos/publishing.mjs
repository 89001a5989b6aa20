// Entries that are published while the service is killed: each one is published and announced exactly once.
import { setTimeout as sleep } from 'node:timers/promises'

const entries = '/feedback/changelog/entries'
const perRound = 6

/** Publishes one entry; one that is published already counts as done. Resolves to false while the key is in use. */
async function publish(url, key, id, headers) {
  const response = await fetch(`${url}/v1${entries}/${id}/publish`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: '{}',
  })
  const text = await response.text()
  if (text.includes('in_progress')) return false
  if (!response.ok && !text.includes('already_published')) throw new Error(text)
  return true
}

/** The key of a request that was killed stays in use for a while: a client then sends the request without it. */
const keyOf = (id) => ({ 'idempotency-key': `publish-${id}` })
const publishAgain = async (url, key, id) =>
  (await publish(url, key, id, keyOf(id))) || publish(url, key, id, {})

/** How often `changelog.published` was emitted for each entry, with notification or without. */
async function countPublications(call) {
  const counts = new Map()
  let after = ''
  do {
    const { data, paging } = await call('GET', `/events?kinds=changelog.published${after}`)
    for (const { data: entry } of data)
      counts.set(entry.id, [...(counts.get(entry.id) ?? []), entry.notify])
    after = paging.next ? `&starting_after=${encodeURIComponent(paging.next)}` : ''
  } while (after)
  return counts
}

/** Creates drafts and entries that are due in a moment, and publishes the drafts. `results` settles with the requests. */
export async function startPublishing({ service, call, key }) {
  const create = async (body) => (await call('POST', entries, { title: 'News', ...body })).id
  const publish_at = new Date(Date.now() + 1500).toISOString()
  const scheduled = await Promise.all(
    Array.from({ length: perRound }, () => create({ publish_at })),
  )
  const drafts = await Promise.all(Array.from({ length: perRound }, () => create({})))
  const results = Promise.allSettled(drafts.map((id) => publish(service.url, key, id, keyOf(id))))
  return { drafts, scheduled, results }
}

/** Kills the service while entries are published. */
export async function publishAndKill(opened) {
  const { results, ...round } = await startPublishing(opened)
  // Anywhere from before the first commit to after the last; some rounds wait for the scheduler.
  await sleep(Math.random() < 0.5 ? Math.random() * 40 : 1400 + Math.random() * 2200)
  opened.service.child.kill('SIGKILL')
  await opened.service.ended
  const rejected = (await results).filter(({ status }) => status === 'rejected')
  return { ...round, lost: rejected.length }
}

/** Repeats the requests after a restart, then returns a line for each entry that is not published exactly once. */
export async function findWrongPublications({ service, call, key }, { drafts, scheduled }) {
  await Promise.all(drafts.map((id) => publishAgain(service.url, key, id)))
  const ids = [...drafts, ...scheduled]
  let counts = await countPublications(call)
  for (let tries = 0; tries < 100 && ids.some((id) => !counts.has(id)); tries++) {
    await sleep(100)
    counts = await countPublications(call)
  }
  // One more round of the scheduler.
  await sleep(2500)
  counts = await countPublications(call)
  return ids.flatMap((id) => {
    const notified = counts.get(id) ?? []
    return notified.length === 1 && notified[0] === true
      ? []
      : [`${id} was published ${notified.length} times: ${notified.join()}`]
  })
}
