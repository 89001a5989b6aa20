import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { openWithDeferredCode } from '../routes.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const rows = (page: Page) => page.getByTestId('row')
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Autumn welcome' })
const enrollRow = (page: Page, address: string) =>
  drawer(page).getByTestId('enroll-row').filter({ hasText: address })

async function arrange(api: Call, names: readonly string[]) {
  const { id: list_id } = await api('POST /lists', { name: 'All customers' })
  const ids = new Map<string, string>()
  for (const name of names) {
    const contact = { list_id, email_address: `${name}@example.com` }
    ids.set(name, (await api('POST /lists/:list_id/contacts', contact)).id)
  }
  const automation = { name: 'Autumn welcome', status: 'active' as const, list_id }
  const { id } = await api('POST /automations', automation)
  const enrolled = async () => {
    const input = { automation_id: id }
    const { data } = await api('GET /automations/:automation_id/enrollments', input)
    return data.map(({ email_address }) => email_address).toSorted()
  }
  return { id, list_id, ids, enrolled }
}

/** Counts the requests that enroll someone, with what they send. */
function watchEnrollments(page: Page) {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/enroll'))
      bodies.push(request.postDataJSON())
  })
  return bodies
}

test(
  'U1 enrolling sends one call with the chosen contact',
  { tag: '@both' },
  async ({ page, api }) => {
    const { id, list_id, ids, enrolled } = await arrange(api, ['iris', 'tomos', 'nia'])
    const contact_id = ids.get('tomos') ?? ''
    const unsubscribed = { list_id, contact_id, status: 'unsubscribed' as const }
    await api('PATCH /lists/:list_id/contacts/:contact_id', unsubscribed)
    const sent = watchEnrollments(page)
    await openWithDeferredCode(page, '/')
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await expect(rows(page)).toContainText('Autumn welcome')
    await page.getByRole('link', { name: 'Autumn welcome' }).click()
    await expect(page).toHaveURL(`/email/automations/${id}`)
    const field = drawer(page).getByLabel('Email addresses')
    await field.fill('not an address\niris@example.com\ntomos@example.com\nIRIS@example.com')
    // Never by Enter alone.
    await field.press('Enter')
    await field.press('Control+Enter')
    await drawer(page).getByRole('button', { name: 'Find contacts' }).click()
    await expect(drawer(page).getByText('1 repeated address counts once.')).toBeFocused()
    await expect(enrollRow(page, 'iris@example.com')).toContainText('Subscribed')
    // Every line that will not start is listed with its reason.
    await expect(enrollRow(page, 'not an address')).toContainText('Not an address')
    await expect(enrollRow(page, 'tomos@example.com')).toContainText(
      'can’t be started: unsubscribed',
    )
    expect(await findThemeViolations(page)).toEqual([])
    await drawer(page).getByRole('button', { name: 'Start for 1 contact' }).click()
    await expect(enrollRow(page, 'iris@example.com')).toContainText('Waiting')
    // Undone during the delay: nothing is sent.
    await drawer(page).getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
    await expect(enrollRow(page, 'iris@example.com')).toContainText('Subscribed')
    expect(sent).toEqual([])

    await drawer(page).getByRole('button', { name: 'Start for 1 contact' }).click()
    await expect(enrollRow(page, 'iris@example.com')).toHaveAttribute('data-state', 'started')
    await expect(drawer(page).getByTestId('toast')).toContainText(['was started on Autumn welcome'])
    expect(sent).toEqual([{ contact_id: ids.get('iris') }])
    expect(await enrolled()).toEqual(['iris@example.com'])
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/email/automations')
    await expect(page.getByRole('link', { name: 'Autumn welcome' })).toBeFocused()

    // From the drawer of the contact.
    await page.goto(`/email/lists/${list_id}/contacts/${ids.get('nia')}`)
    await page.getByRole('button', { name: 'Enroll in an automation' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enroll in an automation' })
    await expect(dialog).toContainText('nia@example.com')
    await dialog.getByRole('button', { name: 'Start for 1 contact' }).click()
    await expect(dialog).toContainText('Choose an automation.')
    await dialog.getByLabel('Automation', { exact: true }).selectOption('Autumn welcome')
    await dialog.getByLabel('Automation', { exact: true }).press('Enter')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Start for 1 contact' }).click()
    await expect(dialog).toHaveCount(0)
    expect(sent).toHaveLength(1)
    const toast = page.getByTestId('toast')
    await expect(toast.filter({ hasText: 'Starting Autumn welcome' })).toBeVisible()
    await expect(toast.filter({ hasText: 'was started on Autumn welcome' })).toBeVisible()
    expect(await enrolled()).toEqual(['iris@example.com', 'nia@example.com'])
  },
)

test('U2 T39 of five pasted addresses four are started, one is listed', async ({ page, api }) => {
  const { id, ids, enrolled } = await arrange(api, ['ana', 'ben', 'cai', 'dee'])
  await api('POST /automations/:automation_id/enroll', {
    automation_id: id,
    contact_id: ids.get('dee') ?? '',
  })
  const sent = watchEnrollments(page)
  await page.goto(`/email/automations/${id}`)
  const addresses = ['ana', 'ben', 'eve', 'cai', 'dee'].map((name) => `${name}@example.com`)
  await drawer(page).getByLabel('Email addresses').fill(addresses.join('\n'))
  await drawer(page).getByRole('button', { name: 'Find contacts' }).click()
  await expect(drawer(page)).toContainText('4 of 5 contacts found')
  await expect(enrollRow(page, 'eve@example.com')).toContainText('Not found')
  await drawer(page).getByRole('button', { name: 'Start for 4 contacts' }).click()
  // Waiting outlives the drawer.
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(4)
  await page.getByRole('link', { name: 'Autumn welcome' }).click()
  for (const name of ['ana', 'ben', 'cai'])
    await expect(enrollRow(page, `${name}@example.com`)).toHaveAttribute('data-state', 'started')
  await expect(enrollRow(page, 'dee@example.com')).toContainText('already enrolled')
  await expect(enrollRow(page, 'eve@example.com')).toContainText('Not found')
  await expect(drawer(page).getByRole('button', { name: 'again' })).toHaveCount(0)
  expect(await enrolled()).toEqual(['ana', 'ben', 'cai', 'dee'].map((one) => `${one}@example.com`))
})

test('an automation is created, started, paused, archived and deleted', async ({ page, api }) => {
  await api('POST /lists', { name: 'All customers' })
  await page.goto('/email/automations')
  await page.getByRole('button', { name: 'New automation' }).click()
  const form = page.getByRole('dialog', { name: 'New automation' })
  await form.getByLabel('Name').fill('Autumn welcome')
  await form.getByRole('button', { name: 'Create automation' }).click()
  await expect(form).toContainText('Choose a list.')
  await form.getByRole('combobox', { name: 'List' }).fill('all')
  await page.getByRole('option', { name: 'All customers' }).click()
  await form.getByRole('button', { name: 'Create automation' }).click()
  await expect(drawer(page)).toContainText('Start the automation to enroll contacts.')
  await drawer(page).getByRole('button', { name: 'Start', exact: true }).click()
  await expect(drawer(page)).toContainText('Active')
  const [automation] = (await api('GET /automations', {})).data
  const automation_id = automation?.id ?? ''
  const read = () => api('GET /automations/:automation_id', { automation_id })
  await expect.poll(read).toMatchObject({ status: 'active', trigger: 'api', allow_repeat: false })

  const { list_id } = await read()
  const iris = { list_id: list_id ?? '', email_address: 'iris@example.com' }
  const { id: contact_id } = await api('POST /lists/:list_id/contacts', iris)
  await api('POST /automations/:automation_id/enroll', { automation_id, contact_id })
  const enrollment = drawer(page).getByTestId('enrollment')
  await expect(enrollment).toContainText('iris@example.com')
  await drawer(page).getByRole('button', { name: 'Cancel enrollment of iris@example.com' }).click()
  await page.getByRole('button', { name: 'Cancel enrollment', exact: true }).click()
  await expect(enrollment).toContainText('Canceled')

  const tomos = { list_id: list_id ?? '', email_address: 'tomos@example.com' }
  const second = await api('POST /lists/:list_id/contacts', tomos)
  await api('POST /automations/:automation_id/enroll', { automation_id, contact_id: second.id })
  await page.reload()
  await expect(enrollment).toHaveCount(2)
  const state = drawer(page).getByRole('combobox', { name: 'State' })
  await state.selectOption('Active')
  await expect(enrollment).toHaveCount(1)
  await expect(enrollment).toContainText('tomos@example.com')
  const find = drawer(page).getByRole('searchbox', { name: 'Exact email' })
  await find.fill('Iris@example.com')
  await find.press('Enter')
  await expect(drawer(page)).toContainText('No enrollments match.')
  await drawer(page).getByRole('button', { name: 'Clear filters' }).click()
  await expect(enrollment).toHaveCount(2)
  await expect(state).toBeFocused()
  await find.fill('nia@example.com')
  await find.press('Enter')
  await expect(drawer(page)).toContainText('No one with that address')
  await find.fill('iris@example.com')
  await find.press('Enter')
  await expect(enrollment).toHaveCount(1)
  await expect(enrollment).toContainText('Canceled')
  await drawer(page).getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(enrollment).toHaveCount(2)
  await drawer(page).getByRole('button', { name: 'Pause' }).click()
  await expect.poll(async () => (await read()).status).toBe('paused')
  await drawer(page).getByTestId('toast').getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(async () => (await read()).status).toBe('active')

  const choose = async (item: string) => {
    await drawer(page).getByRole('button', { name: 'Actions for Autumn welcome' }).press('Enter')
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const remove = page.getByRole('dialog', { name: 'Delete automation Autumn welcome?' })
  await choose('Delete…')
  await remove.getByRole('button', { name: 'Delete automation' }).click()
  await expect(remove).toContainText(/archive/i)
  await page.keyboard.press('Escape')
  await choose('Archive')
  await expect(drawer(page)).toContainText('Archived')
  await choose('Delete…')
  await remove.getByRole('button', { name: 'Delete automation' }).click()
  await expect(page.getByRole('heading', { name: 'No automations yet' })).toBeVisible()
  await expect(read()).rejects.toThrow()
})
