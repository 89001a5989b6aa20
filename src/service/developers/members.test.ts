import { expect, test } from 'vitest'

import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

const member = (body: object) => owner.create('POST /members', body)

test('a PATCH of a member changes named fields, and repeating it nothing', async () => {
  const mia = await member({ name: 'Mia', email: 'mia@example.com', role: 'Design' })
  await owner.events()
  const change = { name: 'Mia B.', role: null }
  const { body } = await owner.request(`PATCH /members/${mia.id}`, { body: change })
  expect(body).toMatchObject({
    name: 'Mia B.',
    email: 'mia@example.com',
    role: null,
    version: '2',
  })
  expect((await owner.request(`PATCH /members/${mia.id}`, { body: change })).body).toEqual(body)
  expect(await owner.events()).toEqual(['settings.changed'])
  const stale = { body: { name: 'X' }, headers: { 'If-Match': '"1"' } }
  expect((await owner.request(`PATCH /members/${mia.id}`, stale)).status).toBe(412)
})

test('a deleted member is removed from cards and posts but stays an author', async () => {
  const mia = await member({ name: 'Mia', email: 'mia@example.com' })
  const board = await owner.create('POST /boards', { name: 'B', lists: [{ name: 'L' }] })
  const draft = { list_id: board.lists[0].id, name: 'C', members: [mia.id] }
  const card = await owner.create(`POST /boards/${board.id}/cards`, draft)
  const ideas = await owner.create('POST /feedback/boards', { name: 'Ideas' })
  const written = { type: 'team', id: mia.id }
  const post = { board_id: ideas.id, title: 'P', owner: mia.id, author: written, import: true }
  const result = await owner.create('POST /feedback/posts', post)
  await owner.events()
  expect((await owner.request(`DELETE /members/${mia.id}`)).status).toBe(204)
  expect(await owner.events()).toEqual(['settings.changed'])
  expect((await owner.request('GET /members')).body.data).toEqual([])
  expect((await owner.request(`GET /cards/${card.id}`)).body).toMatchObject({
    members: [],
    version: '2',
  })
  expect((await owner.request(`GET /feedback/posts/${result.id}`)).body).toMatchObject({
    owner: null,
    author: { type: 'team', id: mia.id, name: 'Mia' },
  })
  expect((await owner.request(`DELETE /members/${mia.id}`)).status).toBe(404)
  const again = await owner.request(`PATCH /feedback/posts/${result.id}`, {
    body: { owner: mia.id },
  })
  expect(again.status).toBe(404)
})

test('an owner is found by email address regardless of case', async () => {
  const zoe = await member({ name: 'Zoë', email: 'ZOË@example.com' })
  const ideas = await owner.create('POST /feedback/boards', { name: 'Ideas' })
  const body = { board_id: ideas.id, title: 'P', owner: 'zoë@EXAMPLE.com' }
  expect((await owner.create('POST /feedback/posts', body)).owner.id).toBe(zoe.id)
})
