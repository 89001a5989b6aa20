import type { Page } from '@playwright/test'
import fs from 'node:fs/promises'

import type { Call } from '#client/api-client.ts'
import { contactsImporter } from '#client/importers/contacts/contacts-importer.ts'
import { parseCsvRows } from '#client/importers/formats/csv.ts'
import { findThemeViolations } from '../axe.ts'
import { chooseFile, openImport, resultCounts, runImport } from '../contact-import-page.ts'
import { bar, buildList, job, press, recordRequests, rows, toast } from '../contact-rows.ts'
import { cutDownloads } from '../download-proxy.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export contacts' })
const today = /\d{4}-\d\d-\d\d/.source

/** Does what saves a file, and returns its name and text. */
async function save(page: Page, action: () => Promise<unknown>) {
  const download = page.waitForEvent('download')
  await action()
  const file = await download
  return { name: file.suggestedFilename(), text: await fs.readFile(await file.path(), 'utf8') }
}

const cellsOf = (text: string) =>
  parseCsvRows(text.replace('\uFEFF', ''), ',').map(({ cells }) => cells)
const isFormula = (cell: string) => /^[=+\-@\t\r]/.test(cell)

/** Contacts with texts that files and spreadsheets treat in their own way. */
async function addUnusualContacts(api: Call, list_id: string) {
  const formulas = {
    '=cmd': '=HYPERLINK("http://x.io","=")',
    phone: '+49 30',
    offer: '-10 %',
    handle: '@ada',
    quoted: "'=1",
    Status: 'gold',
    ['__proto__']: 'x',
  }
  const others = {
    first_name: ' "Zoë", née\n😀 \u202Eoëz',
    note: '; \t|',
    long: 'x'.repeat(2000),
    'a,b': '007',
  }
  const contact = (email_address: string, more: object) => ({
    op: 'upsert' as const,
    email_address,
    ...more,
  })
  const { results } = await api('POST /lists/:list_id/contacts/batch', {
    list_id,
    import: true,
    operations: [
      contact('+plus@x.io', { fields: formulas, tags: ['=sum', 'a, b', '😀 "q"'] }),
      contact("o'brien/a%2F@müller.example", { fields: others, status: 'unsubscribed' }),
      contact('-minus@x.io', { status: 'bounced', tags: ['@x'] }),
      contact('angry@x.io', { status: 'complained' }),
      contact('new@x.io', { status: 'pending', created_at: '2019-02-03T04:05:06.789Z' }),
    ],
  })
  expect(results.filter(({ error }) => error)).toEqual([])
}

test.describe('contact export', () => {
  test.beforeEach(({ page, signIn }) => signIn(page))

  test(
    'T95 an export runs no formula and changes nothing when imported',
    { tag: '@both' },
    async ({ page, api }) => {
      const { list_id, path } = await buildList(api, 150)
      await addUnusualContacts(api, list_id)
      await page.goto(path)
      await expect(rows(page).first()).toBeVisible()
      const requests = recordRequests(page)
      let refusals = 0
      await page.route(/\/(export|contacts)(\?.*)?$/, async (route) => {
        if (route.request().method() !== 'GET' || refusals > 0) return route.fallback()
        refusals += 1
        return route.fulfill({
          status: 429,
          headers: { 'retry-after': '1', 'access-control-allow-origin': '*' },
          json: { error: { code: 'rate_limited', message: 'Slow down.', request_id: 'req_1' } },
        })
      })
      await page.getByRole('button', { name: 'Export', exact: true }).press('Enter')
      await expect(dialog(page).getByRole('radio', { name: /All of this list/ })).toBeFocused()
      await expect(dialog(page).getByRole('radio', { name: /This page/ })).toBeVisible()
      expect(await findThemeViolations(page)).toEqual([])
      for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Export 155 contacts' })).toBeFocused()
      const safe = await save(page, () => page.keyboard.press('Enter'))
      expect(safe.name).toMatch(new RegExp(`^All customers ${today}\\.csv$`))
      await expect(job(page)).toContainText(`155 contacts exported to ${safe.name}`)
      const cells = cellsOf(safe.text)
      expect(cells).toHaveLength(156)
      expect(cells.flat().filter(isFormula)).toEqual([])
      expect(cells.flat()).toEqual(expect.arrayContaining(["'+49 30", "'@ada", "'=cmd"]))
      // One response of the server, or page by page, with the one that was refused.
      expect(refusals).toBe(1)
      const reads = requests.filter((request) => request.includes(`${list_id}/contacts`))
      expect(reads).toHaveLength(isPublicProfile() ? 3 : 0)

      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await dialog(page)
        .getByRole('checkbox', { name: /Raw values/ })
        .check()
      const raw = await save(page, () => press(page, 'Export 155 contacts'))
      expect(cellsOf(raw.text).flat()).toEqual(expect.arrayContaining(['+49 30', '@ada', '=cmd']))

      await openImport(page, list_id)
      await chooseFile(page, safe.name, safe.text)
      await runImport(page)
      expect(await resultCounts(page)).toEqual([0, 0, 155, 0])
      const now = new Date().toISOString()
      const file = { path: safe.name, name: safe.name, text: safe.text }
      const [ready] = await contactsImporter(list_id, { time_zone: 'UTC', now })([file])
      const report = await ready?.apply(api, {})
      expect(report?.counts).toMatchObject({ contacts: { created: 0, updated: 0, unchanged: 155 } })
    },
  )

  test(
    'a file written to the disk is complete, or named partial when stopped',
    { tag: '@public' }, // page by page, of an unknown total
    async ({ page, api }) => {
      const { list_id, path, address } = await buildList(api, 150)
      await api('POST /lists/:list_id/contacts/batch', {
        list_id,
        operations: Array.from({ length: 150 }, (_, index) => ({
          op: 'upsert' as const,
          email_address: address(index),
          tags: ['member'],
        })),
      })
      // Stands for the file that a person picks, which no test can do.
      await page.addInitScript(() => {
        Reflect.set(window, 'showSaveFilePicker', async () => {
          const folder = await navigator.storage.getDirectory()
          return folder.getFileHandle('picked.csv', { create: true })
        })
      })
      const readPicked = () =>
        page.evaluate(async () => {
          const folder = await navigator.storage.getDirectory()
          const names: string[] = []
          for await (const name of folder.keys()) names.push(name)
          if (!names.includes('picked.csv')) return names.length === 0 ? undefined : names.join()
          return (await (await folder.getFileHandle('picked.csv')).getFile()).text()
        })
      await page.goto(`${path}?tag=member&status=subscribed`)
      await expect(rows(page).first()).toBeVisible()
      const start = async () => {
        await page.getByRole('button', { name: 'Export', exact: true }).click()
        await expect(dialog(page)).toContainText('You choose where to save it.')
        await press(page, 'Export all matching contacts')
      }
      await start()
      await expect(job(page)).toContainText('150 contacts exported to picked.csv')
      expect(cellsOf((await readPicked()) ?? '')).toHaveLength(151)
      await press(page, 'Dismiss: Export of All customers')

      const hold = await holdRequests(
        page,
        'GET',
        new RegExp(`${list_id}/contacts.*starting_after`),
      )
      await start()
      await expect.poll(hold.count).toBe(1)
      const partial = await save(page, () => press(page, 'Stop: Export of All customers'))
      hold.release()
      expect(partial.name).toMatch(new RegExp(`^All customers ${today} partial\\.csv$`))
      expect(cellsOf(partial.text)).toHaveLength(101)
      await expect(job(page)).toContainText(`Export stopped. 100 contacts are in ${partial.name}`)
      await expect.poll(readPicked).toBeUndefined()
    },
  )

  test('a download that breaks off is named partial and has whole rows', async ({
    context,
    api,
    signIn,
    workspace,
  }) => {
    const { path } = await buildList(api, 150)
    const proxy = await cutDownloads(120)
    try {
      const page = await context.newPage()
      await signIn(page, { url: proxy.url, key: workspace.key })
      await page.goto(`${proxy.url}${path}`)
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const partial = await save(page, async () => {
        await press(page, 'Export 150 contacts')
        await expect(job(page)).toContainText('120 of')
        proxy.cut()
      })
      expect(partial.name).toMatch(/ partial\.csv$/)
      expect(cellsOf(partial.text)).toHaveLength(121)
      expect(partial.text).toMatch(/\r\n$/)
      await expect(job(page)).toContainText(`120 contacts are in ${partial.name}`)
      await expect(job(page)).toHaveAttribute('data-state', 'broken')
      await expect(job(page)).toContainText('The connection was lost.')
      // The card covers no control of the table.
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(rows(page).filter({ hasText: 'c101@' })).toBeVisible()
      await job(page).getByRole('button', { name: 'Try again' }).click()
      await expect(job(page)).toHaveCount(1)
      await expect(job(page)).toHaveAttribute('data-state', 'running')
    } finally {
      await proxy.close()
    }
  })

  test('a read-only key exports what is selected and what matches', async ({
    context,
    api,
    signIn,
  }) => {
    const { path } = await buildList(api, 250)
    const { key } = await api('POST /api-keys', { name: 'Reader', scope: 'read' })
    const page = await context.newPage()
    await signIn(page, { key })
    await page.goto(path)
    await expect(rows(page).first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    for (const pressed of ['x', 'Shift+ArrowDown', 'Shift+ArrowDown'])
      await page.keyboard.press(pressed)
    const open = bar(page).getByRole('button', { name: 'Export' })
    await open.press('Enter')
    await expect(dialog(page).getByRole('radio')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Export 3 contacts' })).toBeFocused()
    const selected = await save(page, () => page.keyboard.press('Enter'))
    expect(cellsOf(selected.text)).toHaveLength(4)
    await expect(toast(page)).toContainText(`3 contacts exported to ${selected.name}`)
    await expect(job(page)).toHaveCount(0)
    await expect(open).toBeFocused()

    await page.goto(`${path}?tag=VIP&sort=email_address`)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const page1 = await save(page, () => press(page, 'Export 25 contacts'))
    expect(cellsOf(page1.text).map(([address]) => address)[1]).toBe('c001@example.com')
    expect(cellsOf(page1.text)).toHaveLength(26)
  })
})
