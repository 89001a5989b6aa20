// Saving needs changelog.edit, which the public API does not offer.
import type { Page } from '@playwright/test'

import { holdRequests, rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const body = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const rows = (page: Page) => page.getByTestId('row')
const saved = (page: Page) => page.locator('main').getByText('Saved', { exact: true })
const kept = (page: Page) => page.getByText('Kept on this device, not yet sent')

test('a new entry is saved by itself and its field keeps the focus', async ({ page, api }) => {
  await page.goto('/changelog/new')
  await body(page).fill('Text first')
  await expect(page.getByText('Add a title to save this.')).toBeVisible()
  await title(page).fill('Refills by post')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Keep the **jar**.')
  await expect(kept(page)).toBeVisible()
  await expect(saved(page)).toBeVisible()
  await expect(page).toHaveURL(/\/changelog\/(?!new)/)
  await expect(body(page)).toBeFocused()
  await page.keyboard.type(' We will send the rest.')
  await expect(kept(page)).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(saved(page)).toBeVisible()
  await expect(rows(page)).toHaveText(/Refills by post/)

  const { data } = await api('GET /feedback/changelog/entries', { include_drafts: true })
  expect(data.map((entry) => entry.body)).toEqual(['Keep the **jar**. We will send the rest.'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await expect(title(page)).toHaveValue('')
})

test('H5 a text survives a crash, is saved by itself or discarded', async ({ page, api }) => {
  await test.step('H5 the text survives a crash and is saved by itself', async () => {
    const entry = await api('POST /feedback/changelog/entries', { title: 'Refills', body: 'Old' })
    await page.goto(`/changelog/${entry.id}`)
    const held = await holdRequests(page, 'PATCH', /\/entries\//)
    await body(page).fill('A new text')
    await title(page).fill('A new title')
    await page.reload()
    await expect(body(page)).toHaveValue('A new text')
    await expect(title(page)).toHaveValue('A new title')
    held.release()
    await page.keyboard.press('Control+s')
    await body(page).press('End')
    await page.keyboard.type('!')
    await expect(saved(page)).toBeVisible()
    const stored = () => api('GET /feedback/changelog/entries/:entry_id', { entry_id: entry.id })
    expect(await stored()).toMatchObject({ title: 'A new title', body: 'A new text!' })

    // Without a further key.
    await held.end()
    const heldAgain = await holdRequests(page, 'PATCH', /\/entries\//)
    await body(page).fill('A newer text')
    await page.reload()
    await expect(body(page)).toHaveValue('A newer text')
    await heldAgain.end()
    await expect(saved(page)).toBeVisible()
    expect((await stored()).body).toBe('A newer text')
    await page.reload()
    await expect(saved(page)).toBeVisible()
  })

  await test.step('H5 a text that was never sent survives a crash and can be discarded', async () => {
    await page.goto('/changelog/new')
    await body(page).fill('Not wanted')
    await page.reload()
    await expect(body(page)).toHaveValue('Not wanted')
    await expect(page.getByText('Restored, not yet sent', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    const question = page.getByRole('dialog', { name: 'Discard your text?' })
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(body(page)).toHaveValue('')
    await expect(title(page)).toBeFocused()
    await page.reload()
    await expect(title(page)).toBeFocused()
    await expect(body(page)).toHaveValue('')
  })
})

test('two tabs show both texts and overwrite neither', async ({ page, context, api, signIn }) => {
  const entry = await api('POST /feedback/changelog/entries', { title: 'Refills', body: 'Old' })
  const entry_id = entry.id
  const stored = async () =>
    (await api('GET /feedback/changelog/entries/:entry_id', { entry_id })).body
  await page.goto(`/changelog/${entry_id}`)
  await expect(body(page)).toHaveValue('Old')
  const held = await holdRequests(page, 'GET', /\/entries/)
  const other = await context.newPage()
  await signIn(other)
  const events = other.waitForResponse(/\/events\/stream/)
  await other.goto(`/changelog/${entry_id}`)
  await events // or it hears of later changes only when it is used again
  await body(other).fill('Theirs')
  await expect(saved(other)).toBeVisible()
  await body(page).fill('Mine')
  held.release()
  const notice = page.getByRole('alert').filter({ hasText: 'in another tab or by someone else' })
  await expect(notice).toBeVisible()
  await expect(body(page)).toHaveValue('Mine')
  await body(page).press('End')
  await page.keyboard.type(' still')
  expect(await stored()).toBe('Theirs')
  await page.reload()
  await expect(notice).toBeVisible()
  await expect(body(page)).toHaveValue('Mine still')
  const publish = page.getByRole('button', { name: 'Publish' })
  await expect(publish).toHaveAttribute('aria-disabled', 'true')
  await expect(publish).toHaveAccessibleDescription('Choose one of the two versions first.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByTestId('toast')).toContainText('Choose one of the two versions first.')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await notice.getByRole('button', { name: 'Compare versions' }).click()
  const question = page.getByRole('dialog', { name: 'Someone else changed Refills' })
  await expect(question.getByRole('definition')).toHaveText(['“Mine still”', '“Theirs”'])
  await question.getByRole('button', { name: 'Use my version' }).click()
  await expect(saved(page)).toBeVisible()
  expect(await stored()).toBe('Mine still')
  // The other tab has nothing unsent, so it follows.
  await expect(body(other)).toHaveValue('Mine still')
})

test('their text is taken only after a question, other fields and their publishing are no conflict', async ({
  page,
  api,
}) => {
  const entry = await api('POST /feedback/changelog/entries', { title: 'Refills', body: 'Old' })
  const entry_id = entry.id
  const stored = () => api('GET /feedback/changelog/entries/:entry_id', { entry_id })
  await page.goto(`/changelog/${entry_id}`)
  const write = async (text: string, meanwhile: () => Promise<unknown>) => {
    const held = await holdRequests(page, 'PATCH', /\/entries\//)
    await body(page).fill(text)
    await page.keyboard.press('Control+s')
    await meanwhile()
    held.release()
    return held
  }
  const held = await write('Mine', () =>
    api('PATCH /feedback/changelog/entries/:entry_id', { entry_id, body: 'Theirs' }),
  )
  await expect(page.getByRole('button', { name: 'Compare versions' })).toBeVisible()
  await page.keyboard.press('Control+s')
  const question = page.getByRole('dialog', { name: 'Someone else changed Refills' })
  await expect(question.getByRole('definition')).toHaveText(['“Mine”', '“Theirs”'])
  await page.keyboard.press('Escape')
  await expect(body(page)).toHaveValue('Theirs')
  await expect(saved(page)).toBeVisible()
  const notice = page.getByTestId('toast').filter({ hasText: 'Kept their version of Refills' })
  await notice.getByRole('button', { name: 'Use my version' }).click()
  await expect(body(page)).toHaveValue('Mine')
  expect((await stored()).body).toBe('Mine')
  await held.end()

  const heldAgain = await write('Mine again', () =>
    api('PATCH /feedback/changelog/entries/:entry_id', { entry_id, title: 'Jars' }),
  )
  await expect(title(page)).toHaveValue('Jars')
  await expect(saved(page)).toBeVisible()
  expect(await stored()).toMatchObject({ title: 'Jars', body: 'Mine again' })
  await heldAgain.end()

  await write('Mine at last', () =>
    api('POST /feedback/changelog/entries/:entry_id/publish', { entry_id }),
  )
  await expect.poll(stored).toMatchObject({ body: 'Mine at last', status: 'published' })
  await expect(saved(page)).toBeVisible()
})

test('a failed save is tried again on request, text of a deleted entry becomes a draft', async ({
  page,
  api,
}) => {
  const entry = await api('POST /feedback/changelog/entries', { title: 'Refills', body: 'Old' })
  await page.goto(`/changelog/${entry.id}`)
  await expect(body(page)).toHaveValue('Old')
  const fault = await rejectRequests(page, 'PATCH', /\/entries\//, 422, 'validation_error')
  await body(page).fill('Mine')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert')).toContainText('Your text is kept.')
  await expect(kept(page)).toBeVisible()
  await fault.end()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(saved(page)).toBeVisible()

  await body(page).fill('Still mine')
  await api('DELETE /feedback/changelog/entries/:entry_id', { entry_id: entry.id })
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Save it as a new draft' }).click()
  await expect(saved(page)).toBeVisible()
  await expect(body(page)).toHaveValue('Still mine')
  const { data } = await api('GET /feedback/changelog/entries', { include_drafts: true })
  expect(data.map((one) => [one.title, one.body])).toEqual([['Refills', 'Still mine']])
})

test('an entry is deleted with Undo', async ({ page, api }) => {
  const entry = await api('POST /feedback/changelog/entries', { title: 'Refills' })
  await page.goto(`/changelog/${entry.id}`)
  const remove = async () => {
    await page.getByRole('button', { name: 'Entry actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete entry' }).click()
  }
  await remove()
  await expect(rows(page)).toHaveCount(0)
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page)).toHaveText(/Refills/)
  await expect(page).toHaveURL(new RegExp(`/changelog/${entry.id}$`))
  await remove()
  const gone = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Recent changes' }).click()
  await page.getByRole('button', { name: 'Apply now' }).click()
  expect((await gone).status()).toBe(204)
})
