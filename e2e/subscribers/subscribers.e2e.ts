import fs from 'node:fs'

import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const addresses = ['ana@example.com', 'ben@example.com', 'cai@example.com']

test('subscribers are listed, found by address, exported, and removed after a question', async ({
  page,
  api,
}) => {
  for (const email of addresses) await api('POST /feedback/changelog/subscribers', { email })
  await page.goto('/changelog/subscribers')
  const rows = page.getByRole('main').getByTestId('row')
  await expect(rows).toHaveCount(3)
  expect(await findThemeViolations(page)).toEqual([])

  const search = page.getByRole('searchbox', { name: 'Find by address' })
  await search.fill('ben')
  await expect(page.getByRole('heading', { name: 'Enter a whole email address' })).toBeVisible()
  await search.fill('BEN@example.com')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('ben@example.com')
  await search.fill('dee@example.com')
  await expect(
    page.getByRole('heading', { name: 'No subscriber has the address dee@example.com' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(rows).toHaveCount(3)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = fs.readFileSync(await (await download).path(), 'utf8')
  for (const email of addresses) expect(file).toContain(email)

  await rows
    .filter({ hasText: 'ben@example.com' })
    .getByRole('button', { name: /Actions|ben@/ })
    .click()
  await page.getByRole('menuitem', { name: 'Remove subscriber' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove ben@example.com?' })
  expect((await api('GET /feedback/changelog/subscribers', {})).data).toHaveLength(3)
  await dialog.getByRole('button', { name: 'Remove subscriber' }).click()
  await expect(rows).toHaveCount(2)
  expect((await api('GET /feedback/changelog/subscribers', {})).data).toHaveLength(2)
})

test(
  'one subscriber is added with the reminder of consent',
  { tag: '@both' },
  async ({ page, api }) => {
    await page.goto('/changelog/subscribers')
    await page.getByRole('button', { name: 'Add subscribers' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add subscribers' })
    await expect(dialog).toContainText('Only add people who asked for this.')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog).toContainText('Enter an email address.')
    await dialog.getByLabel('Email addresses').fill('Ana Lima <ana@example.com>')
    await dialog.getByRole('button', { name: 'Add 1 subscriber' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('main').getByTestId('row')).toContainText('ana@example.com')
    const { data } = await api('GET /feedback/changelog/subscribers', {})
    expect(data.map(({ email }) => email)).toEqual(['ana@example.com'])
  },
)

test('of many pasted addresses those that are wrong are named, 5,000 do not block', async ({
  page,
  api,
}) => {
  await api('POST /feedback/changelog/subscribers', { email: 'a0@example.com' })
  await page.goto('/changelog/subscribers')
  await page.getByRole('button', { name: 'Add subscribers' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add subscribers' })
  const field = dialog.getByLabel('Email addresses')
  const lines = (length: number) =>
    Array.from({ length }, (_, n) => (n % 2 ? `wrong ${n}` : `a${n}@example.com`))
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, lines(5000).join('\n'))
  await expect(dialog.getByRole('button', { name: 'Add 2,500 subscribers' })).toBeVisible()
  await expect(dialog).toContainText('2,500 aren’t email addresses')

  await field.fill([...lines(60), 'A0@example.com'].join('\n'))
  await expect(dialog).toContainText('30 addresses found.')
  await expect(dialog).toContainText('1 is repeated.')
  await expect(dialog).toContainText('30 aren’t email addresses')
  await dialog.getByText('Show what is omitted').click()
  await expect(dialog).toContainText('wrong 1')
  await dialog.getByRole('button', { name: 'Add 30 subscribers' }).click()
  await expect(dialog).toHaveCount(0)
  const stored = async () => (await api('GET /feedback/changelog/subscribers', {})).data.length
  await expect.poll(stored, { timeout: 30_000 }).toBe(30)
  await expect(page.getByRole('main').getByTestId('row')).toHaveCount(30)
})

test('adding subscribers is undone for those who are new', async ({ page, api }) => {
  await api('POST /feedback/changelog/subscribers', { email: 'ana@example.com' })
  await page.goto('/changelog/subscribers')
  await page.getByRole('button', { name: 'Add subscribers' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add subscribers' })
  await dialog.getByLabel('Email addresses').fill(addresses.join('\n'))
  await dialog.getByRole('button', { name: 'Add 3 subscribers' }).click()
  const rows = page.getByRole('main').getByTestId('row')
  await expect(rows).toHaveCount(3)
  await page
    .getByTestId('toast')
    .filter({ hasText: 'Added 3 subscribers' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('ana@example.com')
})

test('adding an address that unsubscribed leaves it unsubscribed unless chosen', async ({
  page,
  api,
}) => {
  const email = 'ana@example.com'
  const draft = { email, status: 'unsubscribed', import: true } as const
  await api('POST /feedback/changelog/subscribers', draft)
  const statuses = async () =>
    (await api('GET /feedback/changelog/subscribers', { sort: 'created_at' })).data.map(
      ({ status }) => status,
    )
  await page.goto('/changelog/subscribers')
  const dialog = page.getByRole('dialog', { name: 'Add subscribers' })
  const field = dialog.getByLabel('Email addresses')
  const open = () => page.getByRole('button', { name: 'Add subscribers' }).first().click()
  await open()
  await field.fill('ANA@example.com')
  await expect(dialog).toContainText('ANA@example.com is unsubscribed, because')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toContainText('Choose to subscribe')
  expect(await findThemeViolations(page)).toEqual([])

  await field.fill(`${email}\nben@example.com`)
  await expect(dialog).toContainText('1 is unsubscribed, because')
  await dialog.getByRole('button', { name: 'Add 1 subscriber' }).click()
  await expect.poll(statuses).toEqual(['unsubscribed', 'confirmed'])

  await open()
  await field.fill(email)
  await dialog.getByRole('checkbox', { name: 'Subscribe it again' }).check()
  await dialog.getByRole('button', { name: 'Add 1 subscriber' }).click()
  await expect(
    page.getByTestId('toast').filter({ hasText: `${email} is subscribed again` }),
  ).toBeVisible()
  expect(await statuses()).toEqual(['confirmed', 'confirmed'])
})
