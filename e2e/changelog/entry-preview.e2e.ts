import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { findUnsafeMarkup, noUnsafeMarkup, payloads } from '../payloads.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const body = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

async function openNew(page: Page) {
  await page.goto('/changelog/new')
  await expect(body(page)).toBeVisible()
}

test('H6 T79 a hundred payloads do nothing in the preview', async ({ page }) => {
  expect(payloads.length).toBeGreaterThanOrEqual(100)
  page.on('dialog', () => {
    throw new Error('A payload ran.')
  })
  await openNew(page)
  for (const look of ['Page', 'Mail'] as const) {
    await preview(page).getByRole('radio', { name: look }).check({ force: true })
    for (let from = 0; from < payloads.length; from += 25) {
      const part = payloads.slice(from, from + 25)
      await title(page).fill(`${part.join(' ')} title ${from}`.slice(-250))
      await body(page).fill([...part, `part ${look} ${from}`].join('\n\n'))
      await expect(preview(page).getByText(`part ${look} ${from}`, { exact: true })).toBeVisible()
      await expect(preview(page)).toContainText(`title ${from}`)
      expect(await findUnsafeMarkup(preview(page).getByRole('article'))).toEqual(noUnsafeMarkup)
    }
  }
})

test('the toolbar and its keys format the text, and undo takes it back', async ({ page }) => {
  await openNew(page)
  await title(page).fill('Refills')
  await page.keyboard.press('Enter')
  await expect(body(page)).toBeFocused()
  await page.keyboard.type('Keep the jar')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await page.keyboard.press('Control+b')
  await expect(body(page)).toHaveValue('Keep the **jar**')
  await page.keyboard.press('Control+b')
  await expect(body(page)).toHaveValue('Keep the jar')
  await page.keyboard.press('Control+i')
  await expect(body(page)).toHaveValue('Keep the *jar*')
  await page.keyboard.press('Control+z')
  await expect(body(page)).toHaveValue('Keep the jar')

  const toolbar = page.getByRole('toolbar', { name: 'Format' })
  await toolbar.getByRole('button', { name: 'Bulleted list' }).click()
  await expect(body(page)).toHaveValue('- Keep the jar')
  await expect(preview(page).getByRole('listitem')).toHaveText('Keep the jar')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Pour')
  await expect(body(page)).toHaveValue('- Keep the jar\n- Pour')
  await expect(page.getByText('4 words')).toBeVisible()

  // One tab stop; the arrows go from button to button.
  for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+Tab')
  const focused = page.locator(':focus')
  await expect(focused).toHaveAttribute('aria-label', 'Bold')
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAttribute('aria-label', 'Italic')
  await page.keyboard.press('End')
  await expect(focused).toHaveAttribute('aria-label', 'Image')
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAttribute('aria-label', 'Bold')
  expect(await findThemeViolations(page)).toEqual([])
})

test('an image is inserted by its address', async ({ page }) => {
  await openNew(page)
  await body(page).fill('See ')
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Image' }).click()
  const form = page.getByRole('dialog', { name: 'Insert an image' })
  await form.getByRole('textbox', { name: 'Address' }).fill('data:image/png;base64,x')
  await form.getByRole('textbox', { name: 'Description' }).fill('The shed')
  await form.getByRole('button', { name: 'Insert image' }).click()
  await expect(form).toContainText('Enter an address that begins with https://')
  await form.getByRole('textbox', { name: 'Address' }).fill('https://a.example/shed.png')
  await page.keyboard.press('Enter')
  await expect(body(page)).toHaveValue('See ![The shed](https://a.example/shed.png)')
})

/** As the clipboard of another program has it. */
const paste = (page: Page, data: Record<string, string>) =>
  body(page).evaluate((field, entries) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(entries)) clipboardData.setData(type, value)
    const init = { clipboardData, bubbles: true, cancelable: true }
    field.dispatchEvent(new ClipboardEvent('paste', init))
  }, data)

test('pasted rich text becomes Markdown, an address links the selection', async ({ page }) => {
  await openNew(page)
  await body(page).focus()
  await paste(page, {
    'text/plain': 'How it works',
    'text/html': '<h2>How it works</h2><ul><li>Pick <b>one</b></li></ul><script>alert(1)</script>',
  })
  await expect(body(page)).toHaveValue('## How it works\n\n- Pick **one**')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('the list')
  await page.keyboard.press('Control+a')
  await paste(page, { 'text/plain': 'https://a.example/list' })
  await expect(body(page)).toHaveValue('[the list](https://a.example/list)')
  await expect(preview(page).getByRole('link')).toHaveAttribute('href', 'https://a.example/list')
})

test('two brackets find a feedback post and link it', async ({ page, api }) => {
  const { data } = await api('GET /feedback/boards', {})
  const board_id = data[0]?.id ?? (await api('POST /feedback/boards', { name: 'Ideas' })).id
  const post = await api('POST /feedback/posts', { board_id, title: 'Refill pouches' })
  await api('POST /feedback/posts', { board_id, title: 'Bigger text' })
  await openNew(page)
  await body(page).focus()
  await page.keyboard.type('Thanks to [[refill')
  const options = page.getByRole('listbox', { name: 'Feedback posts' }).getByRole('option')
  await expect(options).toHaveText([/^Refill pouches/])
  await page.keyboard.press('Enter')
  await expect(options).toHaveCount(0)
  await expect(body(page)).toHaveValue(
    post.url ? `Thanks to [Refill pouches](${post.url})` : 'Thanks to Refill pouches',
  )
  await page.getByRole('button', { name: 'Links 1 feedback post' }).click()
  await expect(page.getByRole('list', { name: 'Linked feedback posts' })).toHaveText(
    /Refill pouches/,
  )
  await page.getByRole('button', { name: 'Remove the link to “Refill pouches”' }).click()
  await expect(page.getByText('Type [[ to link a feedback post')).toBeVisible()
})

test('undoing the choice of a feedback post removes its link', async ({ page, api }) => {
  const { data } = await api('GET /feedback/boards', {})
  const board_id = data[0]?.id ?? (await api('POST /feedback/boards', { name: 'Ideas' })).id
  await api('POST /feedback/posts', { board_id, title: 'Refill pouches' })
  await openNew(page)
  await body(page).focus()
  await page.keyboard.type('[[refill')
  const options = page.getByRole('listbox', { name: 'Feedback posts' }).getByRole('option')
  await expect(options).toHaveText([/^Refill pouches/])
  await page.keyboard.press('Enter')
  const linked = page.getByRole('button', { name: 'Links 1 feedback post' })
  await expect(linked).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(body(page)).toHaveValue('[[refill')
  await expect(linked).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(linked).toBeVisible()
  await body(page).fill('Another text')
  await expect(linked).toHaveCount(0)
})

test('a phone has tabs to write and to preview', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openNew(page)
  await body(page).fill('Keep the **jar**')
  await expect(preview(page)).toBeHidden()
  await page.getByRole('radio', { name: 'Preview' }).check({ force: true })
  await expect(preview(page).locator('strong')).toHaveText('jar')
  await expect(body(page)).toBeHidden()
  await page.getByRole('radio', { name: 'Write' }).check({ force: true })
  await expect(body(page)).toHaveValue('Keep the **jar**')
  await page.getByRole('link', { name: 'Back to the changelog' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Changelog' })).toBeVisible()
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(excess).toBeLessThanOrEqual(0)
})

test('Esc leaves the text, then V hides and shows the preview', async ({ page }) => {
  await openNew(page)
  await body(page).focus()
  await page.keyboard.type('vv')
  await page.keyboard.press('Escape')
  const layout = () =>
    page.evaluate(() =>
      ['.editor-toolbar', '.editor-toolbar button:last-child', '.editor-footer > :nth-child(2)']
        .map((selector) => document.querySelector(selector)?.getBoundingClientRect())
        .map((box) => box && [box.x, box.y, box.width, box.height]),
    )
  const before = await layout()
  await page.keyboard.press('v')
  await expect(preview(page)).toBeHidden()
  await page.keyboard.press('v')
  await expect(preview(page)).toBeVisible()
  await expect(body(page)).toHaveValue('vv')
  expect(await layout()).toEqual(before)
})
