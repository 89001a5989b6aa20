// Runs on both engines: it locks joined rows and pages over times.
import { beforeEach, expect, test } from 'vitest'

import { hasOneConnection, lockWaits } from '#service/db/test-lock-waits.ts'
import { reason, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

let list_id: string
let contact_id: string
let automation: string
let enrollment: string
beforeEach(async () => {
  list_id = await create('POST /lists', { name: 'Readers' })
  contact_id = await create(`POST /lists/${list_id}/contacts`, { email_address: 'Ada@x.io' })
  const automation_id = await create('POST /automations', { name: 'A', list_id, status: 'active' })
  automation = `/automations/${automation_id}`
  const enrollment_id = await create(`POST ${automation}/enroll`, { contact_id })
  enrollment = `${automation}/enrollments/${enrollment_id}`
  await owner.events()
})

const create = async (line: string, body: object): Promise<string> =>
  (await owner.create(line, body)).id
const report = (status: string) => owner.request(`PATCH ${enrollment}`, { body: { status } })
const listed = async (query = '') =>
  (await owner.request(`GET ${automation}/enrollments${query}`)).body.data
const counts = async () => (await owner.request(`GET ${automation}`)).body.counts

test('T39 completing an enrollment emits one automation.completed', async () => {
  const { status, body } = await report('completed')
  expect([status, body]).toMatchObject([
    200,
    { contact_id, status: 'completed', email_address: 'Ada@x.io', version: '2' },
  ])
  expect(body.completed_at).toMatch(/Z$/)
  expect(await counts()).toEqual({ active: 0, completed: 1 })
  expect(await listed()).toEqual([body])
  // A runner repeats its report when the response is lost.
  expect((await report('completed')).body).toEqual(body)
  expect(reason(await report('failed'))).toEqual([409, 'enrollment_ended'])
  expect(await owner.events()).toEqual(['automation.completed'])
})

test('T39 twenty concurrent reports complete an enrollment once', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => report('completed')))
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.version}`))).toEqual(
    new Set(['200 2']),
  )
  expect(await owner.events()).toEqual(['automation.completed'])
})

test('a failed enrollment is counted nowhere and emits settings.changed', async () => {
  expect((await report('failed')).body).toMatchObject({ status: 'failed', completed_at: null })
  expect(await counts()).toEqual({ active: 0, completed: 0 })
  expect(await owner.events()).toEqual(['settings.changed'])
})

test('an enrollment accepts no other status, and no unknown field alone', async () => {
  for (const body of [{ status: 'active' }, { status: 'cancelled' }, { state: 'completed' }])
    expect((await owner.request(`PATCH ${enrollment}`, { body })).status).toBe(422)
  expect((await owner.request(`PATCH ${enrollment}`, { body: {} })).body.status).toBe('active')
  expect(await owner.events()).toEqual([])
})

test('deleting an enrollment cancels it, so the contact can start again', async () => {
  const cancel = () => owner.request(`DELETE ${enrollment}`)
  expect([(await cancel()).status, (await cancel()).status]).toEqual([204, 204])
  expect(await listed()).toMatchObject([{ status: 'cancelled', completed_at: null }])
  expect(await counts()).toEqual({ active: 0, completed: 0 })
  expect(await owner.events()).toEqual(['settings.changed'])
  await owner.request(`PATCH ${automation}`, { body: { allow_repeat: true } })
  const again = await owner.request(`POST ${automation}/enroll`, { body: { contact_id } })
  expect(again.status).toBe(201)
})

test('a completed enrollment cannot be canceled', async () => {
  await report('completed')
  expect(reason(await owner.request(`DELETE ${enrollment}`))).toEqual([409, 'enrollment_ended'])
})

test('If-Match guards the report on an enrollment', async () => {
  const headers = { 'If-Match': '"2"' }
  const body = { status: 'completed' }
  expect((await owner.request(`PATCH ${enrollment}`, { body, headers })).status).toBe(412)
})

test('enrollments are paged newest first and filtered by status and contact', async () => {
  const others: string[] = []
  for (const name of ['bob', 'cyd', 'dan']) {
    const email_address = `${name}@x.io`
    const id = await create(`POST /lists/${list_id}/contacts`, { email_address })
    await create(`POST ${automation}/enroll`, { contact_id: id })
    others.unshift(email_address)
  }
  await report('completed')
  const addresses = (rows: { email_address: string }[]) =>
    rows.map(({ email_address }) => email_address)
  expect(addresses(await listed('?status=active'))).toEqual(others)
  expect(addresses(await listed('?status=completed,failed'))).toEqual(['Ada@x.io'])
  expect(addresses(await listed(`?contact_id=${contact_id}`))).toEqual(['Ada@x.io'])
  expect(await listed('?contact_id=con_0')).toEqual([])
  expect((await owner.request(`GET ${automation}/enrollments?status=asleep`)).status).toBe(422)

  const walked: string[] = []
  for (let next: string | null = ''; next !== null;) {
    const query: string = `limit=1&include_total=true${next && `&starting_after=${next}`}`
    const { data, paging } = (await owner.request(`GET ${automation}/enrollments?${query}`)).body
    expect(paging.total).toBe(4)
    walked.push(...addresses(data))
    next = paging.next
  }
  expect(walked).toEqual([...others, 'Ada@x.io'])
})

test('an automation with enrollments is deleted only when archived', async () => {
  const remove = () => owner.request(`DELETE ${automation}`)
  expect(reason(await remove())).toEqual([409, 'not_archived'])
  await owner.request(`PATCH ${automation}`, { body: { status: 'archived' } })
  await owner.events()
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect((await owner.request(`GET ${automation}/enrollments`)).status).toBe(404)
  expect(await owner.events()).toEqual(['settings.changed'])
})

test('an automation that nobody entered is deleted in any status', async () => {
  const id = await create('POST /automations', { name: 'B', list_id, status: 'active' })
  expect((await owner.request(`DELETE /automations/${id}`)).status).toBe(204)
})

test('enrollments of another automation are not found', async () => {
  const id = await create('POST /automations', { name: 'B', list_id })
  const line = enrollment.replace(automation, `/automations/${id}`)
  expect((await owner.request(`DELETE ${line}`)).status).toBe(404)
})

test.skipIf(hasOneConnection)(
  'a report waits for its contact before it holds the enrollment',
  async () => {
    let reported: Promise<{ status: number }> | undefined
    await service.database.pool.transaction().execute(async (tx) => {
      await tx
        .selectFrom('contacts')
        .select('id')
        .where('id', '=', contact_id)
        .forUpdate()
        .execute()
      reported = report('completed')
      await expect.poll(() => lockWaits(service.database)).toBe(1)
      // As a deletion of the contact does. It would refuse to wait.
      await tx.selectFrom('enrollments').select('id').forUpdate().noWait().execute()
    })
    expect((await reported)?.status).toBe(200)
  },
)
