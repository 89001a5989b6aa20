import { expect, test } from 'vitest'

import type { List } from '#contract/email/lists.ts'
import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

const make = (name: string, more: object = {}): Promise<List> =>
  owner.create('POST /lists', { name, ...more })
const names = async (query = ''): Promise<string[]> =>
  (await owner.request(`GET /lists${query}`)).body.data.map(({ name }: List) => name)

test('lists are sorted newest first by default, without archived ones', async () => {
  await make('beta')
  await make('Alpha')
  await make('Gone', { archived: true })
  expect(await names()).toEqual(['Alpha', 'beta'])
  expect(await names('?sort=name')).toEqual(['Alpha', 'beta'])
  expect(await names('?sort=created_at')).toEqual(['beta', 'Alpha'])
  expect(await names('?archived=true')).toEqual(['Gone'])
  expect(await names('?search=alp')).toEqual(['Alpha'])
})

test('lists with names longer than a cursor are each returned once', async () => {
  const long = '😀'.repeat(250)
  for (const end of ['a', 'b', 'c', 'd']) await make(long + end)
  const seen: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const after: string = next && `&starting_after=${next}`
    const { body } = await owner.request(`GET /lists?sort=name&limit=1${after}`)
    seen.push(...body.data.map(({ id }: List) => id))
    next = body.paging.next
  }
  expect([seen.length, new Set(seen).size]).toEqual([4, 4])
})

test('each change of a list emits one event, an equal one none', async () => {
  const list = await make('One')
  const patch = (body: object) => owner.request(`PATCH /lists/${list.id}`, { body })
  await patch({ name: 'One' })
  expect(await owner.events()).toEqual(['list.created'])
  await patch({ name: 'Two', archived: true })
  expect(await owner.events()).toEqual(['list.updated', 'list.archived'])
  await patch({ archived: false })
  expect(await owner.events()).toEqual(['list.unarchived'])
  expect((await owner.request(`DELETE /lists/${list.id}`)).status).toBe(204)
  expect(await owner.events()).toEqual(['list.deleted'])
})

test('an external reference identifies one list', async () => {
  const list = await make('Old', { import: true, external_ref: 'x:1', archived: true })
  expect(await names('?external_ref=x:1')).toEqual(['Old'])
  const { body } = await owner.request('POST /lists', {
    body: { name: 'New', import: true, external_ref: 'x:1' },
  })
  expect(body.error.details[0]).toMatchObject({ code: 'external_ref_taken', id: list.id })
})

test('a tag change updates its contacts without contact events', async () => {
  const { id } = await make('Tagged')
  const tag = (name: string) => `/lists/${id}/tags/${encodeURIComponent(name)}`
  const shown = async () =>
    (await owner.request(`GET /lists/${id}/tags`)).body.data.map(
      (found: { name: string; contact_count: number }) => [found.name, found.contact_count],
    )
  const tagsOf = async (address: string) =>
    (await owner.request(`GET /lists/${id}/contacts/${address}`)).body.tags
  for (const [email_address, tags] of [
    ['a@x.io', ['one', 'two']],
    ['b@x.io', ['two']],
    ['c@x.io', ['one']],
  ])
    await owner.request(`POST /lists/${id}/contacts`, { body: { email_address, tags } })
  await owner.events()

  await owner.request(`POST /lists/${id}/tags`, { body: { name: 'New / 100%' } })
  const again = await owner.request(`POST /lists/${id}/tags`, { body: { name: 'new / 100%' } })
  expect(again.body.error.details[0].code).toBe('name_taken')
  await owner.request(`PATCH ${tag('one')}`, { body: { name: 'ONE' } })
  expect(await tagsOf('c@x.io')).toEqual(['ONE'])
  await owner.request(`PATCH ${tag('one')}`, { body: { name: 'Two' } })
  expect(await shown()).toEqual([
    ['New / 100%', 0],
    ['two', 3],
  ])
  expect(await tagsOf('a@x.io')).toEqual(['two'])
  expect((await owner.request(`GET ${tag('one')}`)).status).toBe(405)
  expect((await owner.request(`DELETE ${tag('NEW / 100%')}`)).status).toBe(204)
  expect((await owner.request(`DELETE ${tag('two')}`)).status).toBe(204)
  expect((await owner.request(`DELETE ${tag('two')}`)).status).toBe(404)
  expect([await shown(), await tagsOf('a@x.io')]).toEqual([[], []])
  expect(await owner.events()).toEqual(Array(5).fill('settings.changed'))
})

test('tags are paginated by case-insensitive name', async () => {
  const { id } = await make('Many')
  const long = '名'.repeat(99)
  for (const name of ['b', 'A', 'C', `${long}1`, `${long}2`])
    await owner.request(`POST /lists/${id}/tags`, { body: { name } })
  const seen: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const after: string = next && `&starting_after=${next}`
    const { body } = await owner.request(`GET /lists/${id}/tags?limit=1${after}`)
    seen.push(...body.data.map(({ name }: { name: string }) => name))
    next = body.paging.next
  }
  expect(seen.slice(0, 3)).toEqual(['A', 'b', 'C'])
  expect(seen.slice(3).toSorted()).toEqual([`${long}1`, `${long}2`])
})
