import { beforeAll, expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import { openStream } from './test-event-stream.ts'
import { createOneOfEach, withIdsOf } from './test-resources.ts'
import { perFile, servicePerFile } from './test-service.ts'

const service = servicePerFile({ PUBLIC_URL: 'https://acme.example' })
beforeAll(() => service.workspace('First'))
const owner = perFile(() => service.workspace('Acme'))

const TOKEN = 'zwiebelkuchen'
const create = async (line: string, body: object) => (await owner.request(line, { body })).body

/** Each GET with what it can be asked for, also by the text, the id and the reference of a note. */
function linesOf(name: string, line: string, noteId: string): string[] {
  const row = rows.find(([one]) => one === name)?.[1]
  const values: Readonly<Record<string, readonly string[]>> = {
    search: [TOKEN],
    q: [TOKEN],
    text: [TOKEN],
    external_ref: [`note:${TOKEN}`],
    email: [`${TOKEN}@example.com`],
    commenter: [noteId],
    author: [noteId],
    include_total: ['true'],
    include_drafts: ['true'],
    deleted: ['true'],
    merged: ['true', 'false'],
    sort: name === 'GET /feedback/posts' ? ['votes', '-updated_at', 'created_at'] : [],
    limit: ['100'],
    updated_since: ['2000-01-01T00:00:00.000Z'],
    kinds: ['*', 'comment.created,comment.updated,comment.deleted', 'post.updated'],
  }
  const queries = Object.keys(row?.input.shape ?? {}).flatMap((field) =>
    (values[field] ?? []).map((value) => `${field}=${encodeURIComponent(value)}`),
  )
  return [line, ...queries.map((query) => `${line.replace(/\?.*/, '')}?${query}`)]
}

/** Every response below /v1 and every public page, by its request. */
async function readEverything(lines: readonly string[]): Promise<Map<string, string>> {
  const responses = new Map<string, string>()
  for (const line of lines) {
    const { status, text } = await owner.request(line)
    responses.set(line, `${status} ${text}`)
  }
  for (const path of ['', '.atom', '?search=' + TOKEN]) {
    const url = `http://service.test/p/${owner.workspace_id}/changelog${path}`
    const response = await service.app.fetch(new Request(url))
    responses.set(url, `${response.status} ${await response.text()}`)
  }
  return responses
}

test('T64 F1 a note changes no response but its own lists', async () => {
  const resources = await createOneOfEach(owner.request)
  const { board_id = '', post_id = '' } = resources.feedback
  const post = `/feedback/posts/${post_id}`
  const other = await create('POST /feedback/posts', { board_id, title: 'Other' })
  await owner.request('PATCH /workspace', { body: { public_changelog: true } })
  await create('POST /feedback/changelog/entries', {
    title: 'News',
    body: 'Done',
    post_ids: [post_id],
    publish_at: new Date(Date.now() - 60_000).toISOString(),
  })
  await create(`POST /feedback/posts/${other.id}/merge`, { into_id: post_id })
  // The audit log is for admin keys and names each comment by its id, and nothing of it.
  const reads = rows
    .map(([name]) => name)
    .filter((name) => name.startsWith('GET ') && name !== 'GET /audit-log')
  const noteLines = (noteId: string) =>
    reads.flatMap((name) => linesOf(name, withIdsOf(resources, name), noteId))

  const missingId = 'cmt_00000000000000000000000000'
  const before = await readEverything(noteLines(missingId))
  const stream = await openStream(service, owner.key)
  await stream.next()
  const note = await create(`POST ${post}/comments`, {
    body: `Only ${TOKEN}`,
    internal: true,
    external_ref: `note:${TOKEN}`,
    import: true,
  })
  const answer = await create(`POST ${post}/comments`, {
    body: `Also ${TOKEN}`,
    internal: true,
    parent_id: note.id,
  })
  await owner.request(`PATCH ${post}/comments/${answer.id}`, { body: { body: `More ${TOKEN}` } })
  const ids = [note.id, answer.id]
  const lines = noteLines(note.id)
  const after = await readEverything(lines)

  const hasNote = (text: string) => [TOKEN, ...ids].some((part) => text.includes(part))
  // The query may be repeated in an error; the response must not know more than that.
  const leaks = [...after]
    .filter(([line, text]) => hasNote(text.replaceAll(line.split('?')[1] ?? '\0', '')))
    .map(([line]) => line)
  expect(leaks).toEqual([])
  // Nor does a count or a time change.
  const comparable = (text: string | undefined) =>
    text
      ?.replace(/"internal_comment_count":\d+/g, '')
      .replace(/"(last_used_at|generated_at|request_id|time)":("[^"]*"|null)/g, '')
  const changed = [...after]
    .filter(([line]) => before.has(line))
    .filter(([line, text]) => comparable(text) !== comparable(before.get(line)))
    .map(([line]) => line)
  expect(changed).toEqual([])
  expect(after.size).toBeGreaterThan(80)
  expect((await owner.request('GET /audit-log')).text).not.toContain(TOKEN)

  // The next event of the stream is a public one.
  await create(`POST ${post}/comments`, { body: 'Public' })
  const frame = await stream.next()
  expect([frame?.event, frame?.data.data.body]).toEqual(['comment.created', 'Public'])
  await stream.close()

  // Those that ask for it by name.
  const named = await owner.request(`GET ${post}/comments?internal=true`)
  expect(ids.every((id) => named.text.includes(id))).toBe(true)
  const kinds = 'comment.internal_created,comment.internal_updated'
  const events = async () => (await owner.request(`GET /events?kinds=${kinds}`)).body.data
  await expect.poll(async () => (await events()).length).toBe(3)
})
