import { expect, test } from 'vitest'

import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import {
  addressOf,
  createContacts,
  missingProgram,
  patience,
  prepareProgram,
  runSnippet,
  startSnippet,
} from './test-guides.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

const python = missingProgram('python3')

test('an automation does each step once although its program is killed', async ({ skip }) => {
  skip(python !== undefined, python)
  const count = 105
  const { list_id, ids } = await createContacts(owner, count)
  const create = (name: string) =>
    owner.create('POST /automations', { name, list_id, status: 'active' })
  const [automation, other] = [await create('Welcome'), await create('Without steps')]
  const { mail, run } = await prepareProgram(owner, service.app.handle)
  for (const contact_id of ids.slice(1))
    await owner.create(`POST /automations/${automation.id}/enroll`, { contact_id })
  const enroll = { ...run, args: [automation.id, ids[0]!] }
  await runSnippet('run-automations', 'enroll.sh', enroll)
  await expect(runSnippet('run-automations', 'enroll.sh', enroll)).rejects.toThrow(
    'already_enrolled',
  )
  await owner.create(`POST /automations/${other.id}/enroll`, { contact_id: ids[0] })
  await owner.request(`PATCH /lists/${list_id}/contacts/${ids[1]}`, {
    body: { status: 'unsubscribed' },
  })
  await owner.request(`DELETE /lists/${list_id}/contacts/${ids[2]}`)
  const once = { ...run, args: ['--once'] }
  const subjects = () =>
    mail.mails.map(({ to, text }) => `${to} ${/^Subject: (.*)$/m.exec(text)?.[1]}`)

  await runSnippet('run-automations', 'run_automations.py', once)
  await runSnippet('run-automations', 'run_automations.py', once)
  expect(mail.mails).toHaveLength(count - 2)
  expect(new Set(subjects()).size).toBe(count - 2)

  // Four days later.
  await service.database.pool
    .updateTable('enrollments')
    .set({ created_at: new Date(Date.now() - 4 * 24 * 3_600_000) })
    .where('workspace_id', '=', owner.workspace_id)
    .execute()
  const unsure = addressOf(50)
  mail.replies.content = (to) => (to === unsure ? undefined : '250 OK')
  mail.replies.rcpt = (to) => (to === addressOf(60) ? '550 5.1.1 No such user' : '250 OK')
  const killed = startSnippet('run-automations', 'run_automations.py', run)
  await expect.poll(() => mail.mails.at(-1)?.to, patience).toBe(unsure)
  await killed.kill()
  mail.replies.content = () => '250 OK'
  const output = await runSnippet('run-automations', 'run_automations.py', once)
  expect(output).toMatch(/^Stopped during step 1 of enr_\w+\. It is not repeated\.$/m)

  expect(new Set(subjects()).size).toBe(mail.mails.length)
  // Nobody twice: two mails each, but for those who left, were deleted or were refused.
  expect(mail.mails).toHaveLength(2 * (count - 2) - 1)
  for (const message_id of [0, 1].map(
    (at) => /^Message-ID: (.*)$/m.exec(mail.mails[at]!.text)?.[1],
  ))
    expect(message_id).toMatch(/^<.+@example.com>$/)
  const { body } = await owner.request(`GET /automations/${automation.id}`)
  expect(body.counts).toEqual({ active: 0, completed: count - 3 })
  const statusOf = async (status: string) =>
    (await owner.request(`GET /automations/${automation.id}/enrollments?status=${status}`)).body
      .data
  expect(await statusOf('failed')).toMatchObject([{ email_address: addressOf(60) }])
  expect(await statusOf('cancelled')).toMatchObject([{ email_address: addressOf(1) }])
  const tags = (await owner.request(`GET /lists/${list_id}/tags`)).body.data
  expect(tags).toMatchObject([{ name: 'welcomed', contact_count: count - 3 }])
}, 180_000)

/** An automation with contacts who are enrolled, and a mail server. */
async function prepareAutomation(count: number, handle = service.app.handle) {
  const { list_id, ids } = await createContacts(owner, count)
  const automation = await owner.create('POST /automations', {
    name: 'Welcome',
    list_id,
    status: 'active',
  })
  for (const contact_id of ids)
    await owner.create(`POST /automations/${automation.id}/enroll`, { contact_id })
  const { mail, addresses, run } = await prepareProgram(owner, handle)
  const runOnce = () =>
    runSnippet('run-automations', 'run_automations.py', { ...run, args: ['--once'] })
  const readStatuses = async () => {
    const { body } = await owner.request(`GET /automations/${automation.id}/enrollments`)
    return body.data.map(({ status }: { status: string }) => status) as string[]
  }
  return { mail, addresses, run, runOnce, readStatuses }
}

test.for([
  ['every recipient', 'rcpt', '554 5.7.1 Relay access denied'],
  ['the sender for now', 'mail', '451 4.3.0 Later'],
  ['the sender', 'mail', '550 5.1.1 No such sender'],
  ['the text', 'content', '452 4.3.1 Out of storage'],
  ['the text for good', 'content', '554 5.7.1 Spam'],
  ['the connection', 'rcpt', 'drop'],
] as const)(
  'a mail server that refuses %s fails no enrollment',
  { timeout: 60_000 },
  async ([, command, answer], { skip }) => {
    skip(python !== undefined, python)
    const { mail, addresses, runOnce, readStatuses } = await prepareAutomation(2)
    mail.replies[command] = () => answer
    expect(await runOnce()).toMatch(/^enr_\w+: Later: /m)
    mail.replies[command] = () => '250 OK'
    await runOnce()
    expect(addresses().toSorted()).toEqual([0, 1].map(addressOf))
    expect(await readStatuses()).toEqual(['active', 'active'])
  },
)

test('a mail that may have gone out is not repeated, and fails no enrollment', async ({ skip }) => {
  skip(python !== undefined, python)
  const { mail, addresses, runOnce, readStatuses } = await prepareAutomation(2)
  mail.replies.content = (to) => (to === addressOf(0) ? 'drop' : '250 OK')
  // After the other mail was accepted.
  mail.replies.quit = () => '451 4.3.0 Later'
  expect(await runOnce()).toMatch(/^enr_\w+: No one knows whether /)
  await runOnce()
  expect(addresses().toSorted()).toEqual([0, 1].map(addressOf))
  expect(await readStatuses()).toEqual(['active', 'active'])
})

test('an automation program goes on after a refusal, but not without access', async ({ skip }) => {
  skip(python !== undefined, python)
  let count = 0
  const refuse = (status: number) => ({ status, headers: [], body: '{"error":{}}' })
  const { run, addresses } = await prepareAutomation(1, async (request) => {
    if (request.path.endsWith('/enrollments') && (count += 1) === 1) return refuse(409)
    return count > 1 && request.path.endsWith('/automations')
      ? refuse(401)
      : service.app.handle(request)
  })
  const env = { ...run.env, SECONDS_BETWEEN_LOOKS: '0' }
  const program = startSnippet('run-automations', 'run_automations.py', { ...run, env })
  expect(await program.end).toBe(1)
  expect(program.lines.join()).toMatch(/409.*401/)
  expect(addresses()).toHaveLength(1)
})

test('only one automation program runs at a time', async ({ skip }) => {
  skip(python !== undefined, python)
  const { mail, addresses, run, runOnce } = await prepareAutomation(2)
  mail.replies.content = () => undefined
  startSnippet('run-automations', 'run_automations.py', run)
  await expect.poll(addresses, patience).toHaveLength(1)
  await expect(runOnce()).rejects.toThrow('Only one program may run.')
})
