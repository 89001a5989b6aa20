import type { Locator } from '@playwright/test'

import { buildList, recordRequests, row, rows } from '../contact-rows.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const tagField = (dialog: Locator) => dialog.getByRole('combobox', { name: 'Tags' })

test(
  'C5 T24 T25 adding an address that is there updates it, never subscribes',
  { tag: '@both' },
  async ({ page, api }) => {
    const { list_id, path } = await buildList(api, 0)
    const { id: contact_id } = await api('POST /lists/:list_id/contacts', {
      list_id,
      email_address: 'Ana@example.com',
      fields: { city: 'Porto' },
      tags: ['x'],
    })
    await api('PATCH /lists/:list_id/contacts/:contact_id', {
      list_id,
      contact_id,
      status: 'unsubscribed',
    })
    await page.goto(path)
    await expect(rows(page)).toHaveCount(1)
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Email', { exact: true })).toBeFocused()
    await page.keyboard.type('ana@example.com')
    await tagField(dialog).fill('VIP,')
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await page.keyboard.type('hat')
    await page.keyboard.press('Tab')
    await page.keyboard.type('7')
    await page.reload() // what was typed is kept
    await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue('ana@example.com')
    await expect(dialog.getByLabel('Email', { exact: true })).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(dialog.getByRole('status')).toContainText('This address was already here')
    await expect(dialog).toContainText('Tag “VIP” added')
    await expect(dialog).toContainText('hat: 7')
    await expect(dialog).toContainText('The status stays Unsubscribed.')
    const stored = () =>
      api('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email: contact_id })
    expect(await stored()).toMatchObject({
      status: 'unsubscribed',
      tags: ['x', 'VIP'],
      fields: { city: 'Porto', hat: '7' },
    })
    const undo = page.getByTestId('toast').getByRole('button', { name: 'Undo' })
    await undo.first().click()
    await expect.poll(async () => (await stored()).fields).toEqual({ city: 'Porto' })
    expect((await stored()).tags).toEqual(['x'])
    await dialog.getByRole('button', { name: 'Add another' }).click()
    await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await rows(page).getByRole('link').click()
    await expect(page.getByRole('dialog', { name: 'Ana@example.com' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(path)
  },
)

test(
  'C6 T87 a deletion waits 6 s with Undo, and ends with the tab',
  { tag: '@both' },
  async ({ page, api, context, signIn }) => {
    const { list_id, path } = await buildList(api, 3)
    const requests = recordRequests(page)
    const deletions = () => requests.filter((line) => line.startsWith('DELETE'))
    await page.clock.install()
    await page.goto(path)
    await expect(rows(page)).toHaveCount(3)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.keyboard.press('j')
    await page.keyboard.press('Delete')
    await expect(rows(page)).toHaveCount(2)
    const toast = page.getByTestId('toast').filter({ hasText: 'Deleted c001@example.com' })
    await page.clock.runFor(3000)
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(rows(page)).toHaveCount(3)
    await page.clock.runFor(10_000)
    expect(deletions()).toEqual([])

    await row(page, 'c002@').getByRole('link').press('Delete')
    await expect(rows(page)).toHaveCount(2)
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => context.pages().length).toBe(0)
    await context.clock.resume()
    const next = await context.newPage()
    await signIn(next)
    await next.goto(path)
    const line = next.getByRole('button', { name: 'Delete now' })
    await expect(line.locator('..')).toContainText(
      '1 contact wasn’t deleted because the tab was closed.',
    )
    const stored = async () => (await api('GET /lists/:list_id/contacts', { list_id })).data.length
    expect(await stored()).toBe(3)
    await line.click()
    await expect.poll(stored).toBe(2)
    expect(deletions()).toEqual([])
  },
)

test(
  'T26 the drawer saves each field, keeps others’ tags, and undoes',
  { tag: '@both' },
  async ({ page, api }) => {
    const { list_id, path } = await buildList(api, 2)
    await page.goto(path)
    await row(page, 'c001@').getByRole('link').click()
    const dialog = page.getByRole('dialog', { name: 'c001@example.com' })
    const stored = () =>
      api('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email: 'c001@example.com' })
    const bodies: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') bodies.push(request.postDataJSON())
    })
    await dialog.getByLabel('Value of city').fill('Bristol')
    await dialog.getByLabel('Value of city').press('Tab')
    await page.keyboard.press('Tab')
    await expect(dialog.getByLabel('Name of first_name')).not.toBeFocused()
    await expect(dialog).toContainText('Saved')
    expect(bodies).toEqual([{ fields: { city: 'Bristol' } }])
    expect((await stored()).fields).toEqual({ city: 'Bristol', first_name: 'Name 1' })
    await expect(row(page, 'c001@')).toContainText('Name 1')

    // Someone else adds a tag meanwhile.
    const { id: contact_id } = await stored()
    await api('PATCH /lists/:list_id/contacts/:contact_id', {
      list_id,
      contact_id,
      tags: ['VIP', 'theirs'],
    })
    await tagField(dialog).fill('mine,')
    await dialog.getByRole('heading', { name: 'c001@example.com' }).click()
    await expect
      .poll(async () => (await stored()).tags.toSorted())
      .toEqual(['VIP', 'mine', 'theirs'])
    expect(bodies.at(-1)).toEqual({
      tags: isPublicProfile() ? ['VIP', 'theirs', 'mine'] : { mine: true },
    })
    await page
      .getByTestId('toast')
      .filter({ hasText: 'Edited c001@example.com' })
      .getByRole('button', { name: 'Undo' })
      .first()
      .click()
    await expect.poll(async () => (await stored()).tags.toSorted()).toEqual(['VIP', 'theirs'])

    // A name that another field has is an error where it was typed; closing asks.
    await dialog.getByLabel('Name of city').fill('first_name')
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('alert')).toHaveText('There is already a field with this name.')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard unsaved text?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect((await stored()).fields).toEqual({ city: 'Bristol', first_name: 'Name 1' })
    await dialog.locator('[aria-invalid="true"]').fill('city')

    // Esc saves what is typed.
    await dialog.getByLabel('Value of city').fill('Cardiff')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect.poll(async () => (await stored()).fields['city']).toBe('Cardiff')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await stored()).fields['city']).toBe('Bristol')
  },
)

test(
  'A11 a field that someone else changed shows both values',
  { tag: '@both' },
  async ({ page, api }) => {
    const { list_id, path } = await buildList(api, 1)
    await page.goto(path)
    await expect(row(page, 'c001@')).toBeVisible()
    // Until the contact is read the drawer shows what the list has of it.
    const read = await holdRequests(page, 'GET', /\/contacts\/con_/)
    await row(page, 'c001@').getByRole('link').click()
    const dialog = page.getByRole('dialog', { name: 'c001@example.com' })
    const city = dialog.getByLabel('Value of city')
    await city.fill('mine')
    const id_or_email = 'c001@example.com'
    const stored = () => api('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email })
    const { id: contact_id } = await stored()
    const change = (value: string) =>
      api('PATCH /lists/:list_id/contacts/:contact_id', {
        list_id,
        contact_id,
        fields: { city: value },
      })
    await change('theirs')
    await dialog.getByLabel('Value of first_name').focus()
    await expect.poll(read.count).toBeGreaterThan(1)
    read.release()
    const question = page.getByRole('dialog', { name: 'Someone else changed c001@example.com' })
    await expect(question.getByRole('definition')).toHaveText(['“mine”', '“theirs”'])
    expect((await stored()).fields['city']).toBe('theirs')
    await question.getByRole('button', { name: 'Use my version' }).click()
    await expect.poll(async () => (await stored()).fields['city']).toBe('mine')
    await expect(question).toHaveCount(0)
    await expect(city).toHaveValue('mine')

    // Without versions, the conflict is found by a read.
    if (isPublicProfile()) return
    // The change arrives before the edit is saved.
    await city.fill('early')
    await change('theirs early')
    await expect(row(page, 'c001@')).toContainText('theirs early')
    await tagField(dialog).focus()
    await expect(question.getByRole('definition')).toHaveText(['“early”', '“theirs early”'])
    await question.getByRole('button', { name: 'Use their version' }).click()
    await expect(city).toHaveValue('theirs early')

    // The drawer is closed before the response, and the change arrives after it.
    await city.fill('late')
    const reads = await holdRequests(page, 'GET', /\/contacts/)
    await change('theirs again')
    const held = await holdRequests(page, 'PATCH', /\/contacts\/con_/)
    await tagField(dialog).focus()
    await expect.poll(held.count).toBe(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    held.release()
    reads.release()
    await expect(question.getByRole('definition')).toHaveText(['“late”', '“theirs again”'])
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    expect((await stored()).fields['city']).toBe('theirs again')
  },
)
