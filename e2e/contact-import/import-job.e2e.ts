import { readFileSync } from 'node:fs'

import {
  chooseFile,
  importTest as test,
  openImport,
  people,
  press,
  resultCounts,
  runImport,
} from '../contact-import-page.ts'
import { expect } from '../fixtures.ts'

// The public API has no import jobs: there the browser imports.
test.describe('contact import by the service', () => {
  test('I3 twelve thousand rows survive a reload half way', async ({ page, api, list_id }) => {
    test.setTimeout(300_000) // 60 parts, on a slow machine
    await openImport(page, list_id)
    await chooseFile(page, 'many.csv', people(12_000))
    await press(page, 'Next')
    await expect(page.getByText('12,000 rows with a valid address')).toBeVisible()
    await press(page, 'Next')
    const jobs: string[] = []
    page.on('response', async (response) => {
      if (response.url().endsWith('/imports')) jobs.push((await response.json()).id)
    })
    await press(page, 'Import 12,000 rows')
    await expect(page.getByText('even if you close this tab')).toBeVisible()
    const progress = page.getByRole('main').getByRole('progressbar')
    await expect(progress).not.toHaveAttribute('aria-valuetext', '0 of 12,000 rows')

    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(progress).toHaveAttribute('aria-valuetext', /of 12,000 rows/)
    expect(await resultCounts(page)).toEqual([12_000, 0, 0, 0])
    expect(jobs).toHaveLength(1)
    expect((await api('GET /lists/:list_id', { list_id })).counts?.total).toBe(12_000)
  })

  test('rows that only the service rejects are listed, also of a long file', async ({
    page,
    api,
    list_id,
  }) => {
    const tags = Array.from({ length: 100 }, (_, n) => `tag ${n}`)
    await api('POST /lists/:list_id/contacts', { list_id, email_address: 'p250@x.io', tags })
    const left = { email_address: 'p251@x.io', status: 'unsubscribed' } as const
    await api('POST /lists/:list_id/contacts', { list_id, ...left })
    // Mailchimp keeps this column for itself, so it only makes the file long.
    const notes = '"'.repeat(2) + 'x, '.repeat(3000)
    const lines = Array.from({ length: 400 }, (_, n) => `p${n}@x.io,new,"${notes}",active`)
    const csv = `Email,Tags,NOTES,Status\nnobody,,,\n${lines.join('\n')}\n`
    const sizes: number[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/imports')) sizes.push(request.postDataBuffer()?.length ?? 0)
    })
    await openImport(page, list_id)
    await chooseFile(page, 'long.csv', csv)
    await runImport(page)
    expect(await resultCounts(page)).toEqual([398, 1, 0, 2])
    const kept = '1 contact is unsubscribed on this list and stays unsubscribed'
    await expect(page.getByText(kept)).toBeVisible()
    await expect(page.getByText('1 column isn’t imported')).toBeVisible()
    expect(sizes).toHaveLength(5)
    await expect(page.getByText('Row 253')).toBeVisible()
    const download = page.waitForEvent('download')
    await press(page, 'Download the rows not saved')
    const rejected = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(rejected.map((line) => line.slice(0, 9))).toEqual([
      'Email,Tag',
      'nobody,,,',
      'p250@x.io',
    ])
    await press(page, 'Remove what was added')
    await expect(page.getByRole('dialog')).toContainText('Delete 398 contacts?')
  })

  test('a refused job is explained in words, and continues', async ({ page, list_id }) => {
    const detail = { field: '', code: 'limit_reached', message: '' }
    const error = { code: 'conflict', message: 'Words of the server.', details: [detail] }
    await page.route('**/imports', (route) => route.fulfill({ status: 409, json: { error } }))
    await openImport(page, list_id)
    await chooseFile(page, 'people.csv', people(3))
    await runImport(page)
    await expect(page.getByRole('main')).toContainText('Too many imports are running.')
    await page.unroute('**/imports')
    await press(page, 'Continue')
    expect(await resultCounts(page)).toEqual([3, 0, 0, 0])
  })
})
