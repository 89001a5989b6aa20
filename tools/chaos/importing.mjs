// An import of contacts whose process is killed in the middle: every row is written once.
import { setTimeout as sleep } from 'node:timers/promises'

const rows = 3000
const imported = (job) => job.counts.created + job.counts.updated + job.counts.skipped

async function waitFor(read, isEnough) {
  const end = Date.now() + 60_000
  let job = await read()
  while (!isEnough(job) && Date.now() < end) {
    await sleep(20)
    job = await read()
  }
  return job
}

/** How often `contact.created` was emitted for each contact of the list. */
async function countCreations(call, list_id) {
  const counts = new Map()
  let after = ''
  do {
    const { data, paging } = await call('GET', `/events?kinds=contact.created${after}`)
    for (const { data: contact } of data)
      if (contact.list_id === list_id) counts.set(contact.id, (counts.get(contact.id) ?? 0) + 1)
    after = paging.next ? `&starting_after=${encodeURIComponent(paging.next)}` : ''
  } while (after)
  return counts
}

/** Starts an import of contacts of a new list. */
export async function startImport(call) {
  const { id: list_id } = await call('POST', '/lists', { name: 'Chaos' })
  const lines = Array.from({ length: rows }, (_, index) => `reader${index}@example.com,${index}`)
  const csv = ['Email,Number', ...lines].join('\n')
  const { id } = await call('POST', `/lists/${list_id}/imports`, { csv })
  return { list_id, line: `/lists/${list_id}/imports/${id}` }
}

/** Waits until the import has ended. Returns a line for each thing that is wrong. */
export async function findWrongRows(call, { list_id, line }) {
  const job = await waitFor(
    () => call('GET', line),
    ({ finished_at }) => finished_at !== null,
  )
  const { counts } = await call('GET', `/lists/${list_id}`)
  const creations = [...(await countCreations(call, list_id)).values()]
  return [
    job.status === 'completed' ? '' : `the import is ${job.status}`,
    job.counts.created === rows ? '' : `${job.counts.created} rows are counted as created`,
    counts.total === rows ? '' : `the list has ${counts.total} contacts`,
    creations.length === rows ? '' : `${creations.length} contacts have an event`,
    creations.every((count) => count === 1) ? '' : 'a contact has two events',
  ].filter(Boolean)
}

/** Starts an import and kills the service in the middle. Returns a line for each thing that is wrong afterwards. */
export async function importAndKill(target) {
  const { service, call } = await target.open()
  const started = await startImport(call)
  const some = Math.random() * rows * 0.7
  await waitFor(
    () => call('GET', started.line),
    (job) => imported(job) > some,
  )
  await sleep(Math.random() * 100)
  service.child.kill('SIGKILL')
  await service.ended

  const restarted = await target.open()
  const before = await restarted.call('GET', started.line)
  const wrong = await findWrongRows(restarted.call, started)
  await restarted.service.stop()
  return { killedAt: imported(before), wrong }
}
