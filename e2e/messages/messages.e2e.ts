import type { Page } from '@playwright/test'
import fs from 'node:fs'

import { pseudoLocale } from '../../tools/pseudo-locale.ts'
import { cardNamed, openBoard } from '../board-page.ts'
import { rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { buildDashboard, serveBuild } from '../other-build.ts'
import type { Workspace } from '../service.ts'

// Of the words in the code, with a build of their own; whichever service is behind it.
test.describe('message catalogue', () => {
  let folder: string
  test.beforeAll(async () => {
    folder = await buildDashboard({ plugins: [pseudoLocale()] })
  })
  test.afterAll(() => fs.rmSync(folder, { recursive: true }))
  test.beforeEach(async ({ page, signIn }) => {
    await serveBuild(page, folder)
    await signIn(page)
  })

  /** Every word on the page that the catalogue did not give: names of the data are Greek here, times are `Intl`'s. */
  const strayWords = (page: Page, ours: readonly string[]) =>
    page.evaluate((data) => {
      const skipped = 'script, style, time, kbd, .font-mono, noscript'
      const said: string[] = [document.title]
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!node.parentElement?.closest(skipped)) said.push(node.textContent ?? '')
      for (const name of [
        'aria-label',
        'aria-valuetext',
        'aria-roledescription',
        'placeholder',
        'title',
        'alt',
      ])
        for (const element of document.querySelectorAll(`[${name}]:not(time)`))
          said.push(element.getAttribute(name) ?? '')
      const left = said.map((text) => data.reduce((rest, word) => rest.replaceAll(word, ''), text))
      return [...new Set(left.filter((text) => /[A-Za-z]{2}/.test(text)))]
    }, ours)

  /** The name of the key, with the initials of its avatar. */
  const dataOf = ({ name, key }: Workspace) => [name, 'Owner key', 'OK', key.slice(-4)]

  test('every text of the board pages comes from the catalogue', async ({
    page,
    workspace,
    buildBoard,
  }) => {
    const ours = [...dataOf(workspace), 'Done']
    const board = await buildBoard({ Αρχή: ['Πρώτο', 'Δεύτερο'], Done: ['Τρίτο'] }, 'Πίνακας')
    await page.goto('/boards')
    await expect(page.getByTestId('row').first()).toBeVisible()
    expect(await strayWords(page, ours)).toEqual([])

    await openBoard(page, board.id)
    expect(await strayWords(page, ours)).toEqual([])
    await cardNamed(page, 'Πρώτο').focus()
    for (const [key, role] of [
      ['Shift+F10', 'menu'],
      ['Enter', 'dialog'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(page.getByRole(role)).toBeVisible()
      expect(await strayWords(page, ours)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.locator('[data-card-id]:focus')).toBeVisible() // the focus is back
    }
    await page.keyboard.press('m')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await strayWords(page, ours)).toEqual([])
  })

  test('every text of sign-in and error pages comes from the catalogue', async ({
    page,
    workspace,
  }) => {
    const ours = dataOf(workspace)
    await page.goto('/sign-in')
    await expect(page.getByRole('textbox').first()).toBeVisible()
    expect(await strayWords(page, ours)).toEqual([])
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await strayWords(page, ours)).toEqual([])
    await rejectRequests(page, 'GET', /\/v1\/boards/, 403, 'insufficient_scope')
    await page.goto('/boards')
    await expect(page.locator('[data-state=error]')).toBeVisible()
    await page.locator('summary').click()
    expect(await strayWords(page, ours)).toEqual([])
  })
})
