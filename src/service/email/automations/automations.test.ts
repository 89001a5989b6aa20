import { beforeEach, expect, test } from 'vitest'

import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

let list_id: string
let contact_id: string
let automation_id: string
beforeEach(async () => {
  list_id = await made('POST /lists', { name: 'Readers' })
  contact_id = await made(`POST /lists/${list_id}/contacts`, { email_address: 'Ada@x.io' })
  automation_id = await made('POST /automations', { name: 'Hello', list_id, status: 'active' })
  await owner.events()
})

const made = async (line: string, body: object): Promise<string> =>
  (await owner.create(line, body)).id
const enroll = (body: object) =>
  owner.request(`POST /automations/${automation_id}/enroll`, { body })
const change = (body: object) => owner.request(`PATCH /automations/${automation_id}`, { body })
const reason = ({
  status,
  body,
}: {
  status: number
  body: { error: { details: { field: string; code: string }[] } }
}) => [status, body.error.details[0]?.field, body.error.details[0]?.code]

test('a contact is enrolled by id, counted and emitted', async () => {
  const { status, body } = await enroll({ contact_id })
  expect([status, body]).toMatchObject([201, { automation_id, contact_id, status: 'active' }])
  const { data } = (await owner.request('GET /automations')).body
  expect(data).toMatchObject([{ id: automation_id, counts: { active: 1, completed: 0 } }])
  expect(await owner.events()).toEqual(['automation.enrolled'])
})

test('a contact is enrolled by list and case-insensitive address', async () => {
  expect((await enroll({ list_id, email_address: 'ADA@x.io' })).body.contact_id).toBe(contact_id)
})

test('T39 a contact of another list cannot be enrolled', async () => {
  const other = await made('POST /lists', { name: 'Other' })
  const stranger = await made(`POST /lists/${other}/contacts`, { email_address: 'eve@x.io' })
  const wrong = 'contact_of_another_list'
  expect(reason(await enroll({ contact_id: stranger }))).toEqual([422, '/contact_id', wrong])
  expect(reason(await enroll({ list_id: other, email_address: 'eve@x.io' }))).toEqual([
    422,
    '/list_id',
    wrong,
  ])
})

test('T39 a contact who is not subscribed cannot be enrolled', async () => {
  await owner.request(`PATCH /lists/${list_id}/contacts/${contact_id}`, {
    body: { status: 'unsubscribed' },
  })
  expect(reason(await enroll({ contact_id }))).toEqual([409, '', 'contact_not_subscribed'])
})

test('T39 twenty concurrent requests enroll a contact once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => enroll({ contact_id })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const [refused] = answers.filter(({ status }) => status !== 201)
  expect(refused && reason(refused)).toEqual([409, '', 'already_enrolled'])
  await change({ allow_repeat: true })
  expect(reason(await enroll({ contact_id }))).toEqual([409, '', 'already_enrolled'])
  expect(await owner.events()).toEqual(['automation.enrolled', 'settings.changed'])
})

test('enrolling in an automation that is deleted meanwhile never fails', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await made('POST /automations', { name: 'Brief', list_id, status: 'active' })
    const line = `/automations/${id}`
    const [enrolled, deleted] = await Promise.all([
      owner.request(`POST ${line}/enroll`, { body: { contact_id } }),
      owner.request(`DELETE ${line}`),
    ])
    expect([
      [201, 409],
      [404, 204],
    ]).toContainEqual([enrolled.status, deleted.status])
  }
})

test.each(['draft', 'paused', 'archived'])('T39 a %s automation enrolls nobody', async (status) => {
  await change({ status })
  expect(reason(await enroll({ contact_id }))).toEqual([409, '', 'automation_not_active'])
})

test('enroll refuses a missing contact or list', async () => {
  expect(reason(await enroll({ contact_id: 'con_0' }))).toEqual([404, '/contact_id', 'not_found'])
  expect(reason(await enroll({ list_id: 'lst_0', email_address: 'a@x.io' }))).toEqual([
    404,
    '/list_id',
    'not_found',
  ])
  expect(reason(await enroll({ list_id, email_address: 'b@x.io' }))).toEqual([
    404,
    '/email_address',
    'not_found',
  ])
  expect(reason(await enroll({}))).toEqual([422, '/contact_id', 'required'])
  expect(reason(await enroll({ list_id }))).toEqual([422, '/contact_id', 'required'])
})

test('an automation is updated and filtered by status', async () => {
  await change({ name: 'Hello' })
  expect(await owner.events()).toEqual([])
  expect((await change({ name: 'Goodbye', status: 'paused' })).body).toMatchObject({
    name: 'Goodbye',
    version: '2',
  })
  expect(await owner.events()).toEqual(['settings.changed'])
  const names = async (status: string) =>
    (await owner.request(`GET /automations?status=${status}`)).body.data.length
  expect([await names('paused'), await names('active'), await names('active,paused')]).toEqual([
    1, 0, 1,
  ])
})
