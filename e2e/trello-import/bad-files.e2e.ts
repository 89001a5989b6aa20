import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { choose, fact, openImport, press, smallBoard } from '../import-page.ts'

test.describe('files for the Trello import', () => {
  test.beforeEach(({ page, signIn }) => signIn(page))

  test('files that are no export say why, and nothing is written', async ({ page, api }) => {
    const small = JSON.stringify(smallBoard())
    const refused: [name: string, content: string, message: string][] = [
      ['empty.json', '', 'The file is empty.'],
      ['cut.json', small.slice(0, -40), 'found the end of the file'],
      [
        'card.json',
        '{"id":"c","name":"Buy soil","idList":"l"}',
        'found a single card ("Buy soil")',
      ],
      ['page.json', '<!doctype html><p>', 'this is a web page, not an export'],
      ['people.csv', 'name,email\nAda,ada@example.com', 'Line 1, column 1: expected a value'],
      ['other.json', '{"hello":1}', 'found the keys hello'],
    ]
    await openImport(page)
    for (const [name, content, message] of refused) {
      await choose(page, name, Buffer.from(content))
      await expect(page.getByRole('heading', { name: `Couldn’t import ${name}` })).toBeFocused()
      await expect(page.getByText(message)).toBeVisible()
    }
    expect(await findThemeViolations(page)).toEqual([])

    const readable: [name: string, content: Buffer][] = [
      ['bom.json', Buffer.from(`\uFEFF${small}`)],
      ['utf16.json', Buffer.from(`\uFEFF${small}`, 'utf16le')],
    ]
    for (const [name, content] of readable) {
      await choose(page, name, content)
      await expect(fact(page, 'Cards'), name).toHaveText('12')
      await press(page, 'Choose another file')
    }
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, small)
    await expect(page.getByText('From Pasted text')).toBeVisible()
    expect((await api('GET /boards', {})).data).toEqual([])
  })

  test('an export of 100 MB is read without blocking the page', async ({ page }, testInfo) => {
    test.slow() // 100 MB are written, read and parsed, twice
    const large = testInfo.outputPath('large.json')
    const cut = testInfo.outputPath('cut.json')
    const action = JSON.stringify({ type: 'updateCard', data: { text: 'x'.repeat(1000) } })
    const actions = `${action},`.repeat(2000)
    for (const [path, end] of [
      [large, `${action}]}`],
      [cut, ''],
    ] as const) {
      const file = createWriteStream(path)
      file.write(JSON.stringify(smallBoard()).replace(/\}$/, ',"actions":['))
      for (let chunk = 0; chunk < 48; chunk++) file.write(actions)
      file.end(end)
      await finished(file)
    }
    await openImport(page)
    const longest = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let longestGap = 0
          let last = performance.now()
          const measure = (now: number) => {
            longestGap = Math.max(longestGap, now - last)
            last = now
            if (document.querySelector('[data-step=preview]')) resolve(longestGap)
            else requestAnimationFrame(measure)
          }
          requestAnimationFrame(measure)
        }),
    )
    await page.locator('input[type=file]').setInputFiles(large)
    await expect(fact(page, 'Cards')).toHaveText('12', { timeout: 60_000 })
    testInfo.annotations.push({ type: 'longest gap', description: `${await longest} ms` })
    await press(page, 'Choose another file')

    await page.locator('input[type=file]').setInputFiles(cut)
    await expect(page.getByText('found the end of the file')).toBeVisible({ timeout: 60_000 })
  })
})
