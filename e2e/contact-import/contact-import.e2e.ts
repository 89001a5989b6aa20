import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import { contactsImporter } from '#client/importers/contacts/contacts-importer.ts'
import { findThemeViolations } from '../axe.ts'
import {
  chooseFile,
  importTest as test,
  openImport,
  people,
  press,
  resultCounts,
  runImport,
} from '../contact-import-page.ts'
import { holdRequests } from '../faults.ts'
import { expect } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../src/client/importers/fixtures/${name}`, import.meta.url))
/** The requests of an import by the browser. */
const writes = () => (isPublicProfile() ? /\/contacts$/ : /\/contacts\/batch$/)

test.describe('contact import', () => {
  test('I1 I2 real exports are imported as by the command line', async ({ page, api, list_id }) => {
    test.slow() // five files, twice
    const files: [name: string, content: Buffer][] = [
      // First, because the fields of the newest hundred contacts are known.
      // A mark, semicolons, a quoted line break and UTF-16, as spreadsheets write them.
      ['e-mail.csv', Buffer.from('\uFEFFe-mail;Note\r\nz@x.io;"a, b\r\nc"\r\n')],
      ['utf16.tsv', Buffer.from('\uFEFFEMAIL\tName\r\nq@x.io\tZoë\r\n', 'utf16le')],
      ...[
        'ghost-valid-members-import.csv',
        'ghost-valid-members-labels.csv',
        'ghost-comprehensive-members.csv',
        'ghost-member-export.csv',
      ].map((name): [string, Buffer] => [name, fixture(name)]),
      ['grouparoo.csv', gunzipSync(fixture('grouparoo-records-1000.csv.gz')).subarray(0, 8500)],
    ]
    const other = await api('POST /lists', { name: 'Command line' })
    // Columns become these fields, whatever their case.
    const fields = { note: 'here', name: 'Here' }
    await api('POST /lists/:list_id/contacts', { list_id, email_address: 'here@x.io', fields })
    await openImport(page, list_id)
    expect(await findThemeViolations(page)).toEqual([])
    for (const [name, content] of files) {
      const text = new TextDecoder(name === 'utf16.tsv' ? 'utf-16le' : 'utf-8').decode(content)
      const now = new Date().toISOString()
      const options = { time_zone: 'UTC', now, unknown_consent: 'pending' } as const
      const [ready] = await contactsImporter(other.id, options)([{ path: name, name, text }])
      const report = await ready?.apply(api, {})
      const { created = 0, updated = 0, unchanged = 0, rejected } = report?.counts['contacts'] ?? {}

      await chooseFile(page, name, content)
      await expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
      await runImport(page, 'Pending')
      expect(await resultCounts(page), name).toEqual([created, updated, unchanged, rejected])
      await press(page, 'Import another file')
      await chooseFile(page, name, content)
      await runImport(page, 'Pending')
      const rows = created + updated + unchanged
      expect(await resultCounts(page), `${name} again`).toEqual([0, 0, rows, rejected])
      await press(page, 'Import another file')
    }
    const find = (id_or_email: string) =>
      api('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email })
    expect((await find('z@x.io')).fields).toEqual({ note: 'a, b\nc' })
    expect((await find('q@x.io')).fields).toEqual({ name: 'Zoë' })
  })

  test('I3 an import by the browser continues after a reload', async ({
    page,
    api,
    signIn,
    list_id,
  }) => {
    const [count, first] = isPublicProfile() ? [12, 4] : [600, 2]
    await openImport(page, list_id)
    await chooseFile(page, 'people.csv', people(count))
    await press(page, 'Next')
    await press(page, 'Next')
    // The service does not stop at a row, so the browser sends the rows.
    await page.getByRole('radio', { name: 'Stop the import' }).check()
    let requests = 0
    let resolve = () => {}
    const reached = new Promise<void>((done) => (resolve = done))
    await page.route(writes(), async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      requests += 1
      if (requests <= first) return route.continue()
      resolve()
      // Never answered: the reload ends it.
    })
    await press(page, new RegExp(`^Import ${count} rows$`))
    await reached
    const confirmed = isPublicProfile() ? first : first * 200
    await expect(page.getByRole('main').getByRole('progressbar')).toHaveAttribute(
      'aria-valuetext',
      `${confirmed} of ${count} rows`,
    )
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByText('The import of people.csv was interrupted')).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // Meanwhile another tab imports into another list.
    const other = await page.context().newPage()
    await signIn(other)
    await openImport(other, (await api('POST /lists', { name: 'Press' })).id)
    await chooseFile(other, 'one.csv', people(1))
    await runImport(other)
    expect(await resultCounts(other)).toEqual([1, 0, 0, 0])
    await other.close()
    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await expect(page.getByText('The import of people.csv hasn’t finished.')).toBeVisible()
    await page.getByRole('link', { name: 'Continue', exact: true }).click()
    let sent = 0
    page.on('request', (request) => {
      if (request.method() !== 'POST' || !writes().test(request.url())) return
      sent += JSON.parse(request.postData() ?? '{}').operations?.length ?? 1
    })
    await press(page, 'Continue')
    expect(await resultCounts(page)).toEqual([count, 0, 0, 0])
    expect(sent).toBe(count - confirmed)
    expect((await api('GET /lists/:list_id', { list_id })).counts?.total).toBe(count)
  })

  test(
    'I4 a stopped import has exact counts, continues, and is removed',
    { tag: '@both' },
    async ({ page, api, list_id }) => {
      // With so long fields the service gets the rows in two jobs: the first has ended when Stop is pressed, however fast
      // it is, and the page does not know yet.
      const count = isPublicProfile() ? 12 : 500
      const note = isPublicProfile() ? '' : 'n'.repeat(2000)
      const [headers, ...lines] = people(count).split('\n')
      const file = [`${headers},Note`, ...lines.map((line) => `${line},${note}`)].join('\n')
      await api('POST /lists/:list_id/contacts', { list_id, email_address: 'P0@x.io' })
      await openImport(page, list_id)
      await chooseFile(page, 'people.csv', file)
      await press(page, 'Next')
      await press(page, 'Next')
      await page.getByRole('combobox', { name: 'Add tags to everyone' }).fill('autumn')
      await page.keyboard.press('Enter')
      const [method, path] = isPublicProfile()
        ? (['POST', /\/contacts$/] as const)
        : (['GET', /\/imports\/[^/]+$/] as const)
      const held = await holdRequests(page, method, path)
      const request = page.waitForRequest((one) => one.method() === method && path.test(one.url()))
      await press(page, `Import ${count} rows`)
      const import_id = (await request).url().split('/').at(-1) ?? ''
      if (!isPublicProfile())
        await expect
          .poll(() => api('GET /lists/:list_id/imports/:import_id', { list_id, import_id }))
          .toMatchObject({ status: 'completed' })
      await press(page, 'Stop')
      held.release()
      await expect(page.getByRole('heading', { name: 'Import stopped' })).toBeFocused()
      const [created = 0, updated = 0, unchanged, rejected] = await resultCounts(page)
      const total = (await api('GET /lists/:list_id', { list_id })).counts?.total
      expect([unchanged, rejected]).toEqual([0, 0])
      expect(total).toBe(created + 1)
      expect(created).toBeGreaterThan(0)
      await expect(page.locator('[data-outcome=unsent] td')).toHaveText(
        (count - created - updated).toLocaleString('en'),
      )

      await press(page, 'Continue')
      expect(await resultCounts(page)).toEqual([count - 1, 1, 0, 0])
      expect(await findThemeViolations(page)).toEqual([])
      expect((await api('GET /lists/:list_id', { list_id })).counts?.total).toBe(count)
      await expect(page.getByRole('link', { name: 'See the contacts' })).toHaveAttribute(
        'href',
        `/email/lists/${list_id}?tag=autumn`,
      )
      await press(page, 'Remove what was added')
      const dialog = page.getByRole('dialog')
      if (count > 26) await dialog.getByRole('textbox').fill(String(count - 1))
      await dialog.getByRole('button', { name: /^Delete/ }).click()
      await expect(page.getByRole('heading', { name: /^Deleted / })).toBeVisible()
      expect((await api('GET /lists/:list_id', { list_id })).counts?.total).toBe(1)
    },
  )

  test('I5 rows that were not saved import again, by keyboard alone', async ({
    page,
    api,
    list_id,
  }) => {
    await api('POST /lists/:list_id/contacts', {
      list_id,
      email_address: 'left@x.io',
      ...(!isPublicProfile() && { status: 'unsubscribed' as const }),
    })
    await openImport(page, list_id)
    const text =
      'E-Mail,Phone,Status\nleft@x.io,1,subscribed\nnot one,+49 30,active\n,3,\nb@x.io,4,gold\n'
    const focusOn = async (name: RegExp | string) => {
      const target = page.getByRole('main').getByRole('button', { name, exact: true })
      await expect(target).toBeEnabled()
      for (let presses = 0; presses < 60; presses++) {
        if (await target.evaluate((node) => node === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`Tab does not reach ${name}.`)
    }
    const enter = async (name: RegExp | string) => {
      await focusOn(name)
      await page.keyboard.press('Enter')
    }
    const choosing = page.waitForEvent('filechooser')
    await enter('Choose a file')
    await (
      await choosing
    ).setFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
    await expect(page.getByRole('table', { name: 'Preview' })).toContainText('not an email address')
    await enter('Next')
    await expect(page.getByText('1 row without an address')).toBeVisible()
    await enter('Next')
    await enter('Import 1 row')
    const [, , , rejected] = await resultCounts(page)
    expect(rejected).toBe(3)
    const download = page.waitForEvent('download')
    await enter('Download the rows not saved')
    const file = await download
    expect(file.suggestedFilename()).toBe('people not saved.csv')
    const csv = readFileSync(await file.path(), 'utf8')
    expect(csv).toContain("not one,'+49 30,active,this is not an email address")

    await enter('Import another file')
    await chooseFile(page, 'fixed.csv', csv.replace('not one', 'c@x.io').replace('gold', 'active'))
    await runImport(page)
    expect(await resultCounts(page)).toEqual([2, 0, 0, 1])
    const find = (id_or_email: string) =>
      api('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email })
    expect((await find('c@x.io')).fields).toEqual({ Phone: '+49 30' })
    if (!isPublicProfile()) expect((await find('left@x.io')).status).toBe('unsubscribed')
  })
})
