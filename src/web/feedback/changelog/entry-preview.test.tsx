import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'

import type { Post } from '#client/resources.ts'
import { body, openNewEntry, preview, title } from '#web/feedback/test-changelog.ts'
import { findThemeViolations } from '#web/test-axe.ts'
import { waitForDeferredCode } from '#web/test-focus.ts'

test('the toolbar and its keys format the text, and undo takes it back', async () => {
  await commands.emulateMedia({ reducedMotion: 'reduce' }) // colors change at once
  await openNewEntry()
  await title().fill('Refills')
  await userEvent.keyboard('{Enter}')
  await expect.element(body()).toHaveFocus()
  await userEvent.keyboard('Keep the jar')
  await userEvent.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}')
  await userEvent.keyboard('{Control>}b{/Control}')
  await expect.element(body()).toHaveValue('Keep the **jar**')
  await userEvent.keyboard('{Control>}b{/Control}')
  await expect.element(body()).toHaveValue('Keep the jar')
  await userEvent.keyboard('{Control>}i{/Control}')
  await expect.element(body()).toHaveValue('Keep the *jar*')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(body()).toHaveValue('Keep the jar')

  const toolbar = page.getByRole('toolbar', { name: 'Format' })
  await toolbar.getByRole('button', { name: 'Bulleted list' }).click()
  await expect.element(body()).toHaveValue('- Keep the jar')
  await expect.element(preview().getByRole('listitem')).toHaveTextContent(/^Keep the jar$/)
  await userEvent.keyboard('{End}{Enter}Pour')
  await expect.element(body()).toHaveValue('- Keep the jar\n- Pour')
  await expect.element(page.getByText('4 words')).toBeVisible()

  // One tab stop; the arrows go from button to button.
  for (let step = 0; step < 3; step++) await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  const focusedLabel = () => document.activeElement?.getAttribute('aria-label')
  await expect.poll(focusedLabel).toBe('Bold')
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(focusedLabel).toBe('Italic')
  await userEvent.keyboard('{End}')
  await expect.poll(focusedLabel).toBe('Image')
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(focusedLabel).toBe('Bold')
  expect(await findThemeViolations()).toEqual([])
})

test('an image is inserted by its address', async () => {
  await openNewEntry()
  await body().fill('See ')
  await userEvent.keyboard('{End}')
  await page.getByRole('button', { name: 'Image' }).click()
  const form = page.getByRole('dialog', { name: 'Insert an image' })
  await form.getByRole('textbox', { name: 'Address' }).fill('data:image/png;base64,x')
  await form.getByRole('textbox', { name: 'Description' }).fill('The shed')
  await form.getByRole('button', { name: 'Insert image' }).click()
  await expect.element(form).toHaveTextContent('Enter an address that begins with https://')
  await form.getByRole('textbox', { name: 'Address' }).fill('https://a.example/shed.png')
  await userEvent.keyboard('{Enter}')
  await expect.element(body()).toHaveValue('See ![The shed](https://a.example/shed.png)')
})

/** As the clipboard of another program has it. */
function paste(data: Record<string, string>) {
  const clipboardData = new DataTransfer()
  for (const [type, value] of Object.entries(data)) clipboardData.setData(type, value)
  const init = { clipboardData, bubbles: true, cancelable: true }
  body().element().dispatchEvent(new ClipboardEvent('paste', init))
}

test('pasted rich text becomes Markdown, an address links the selection', async () => {
  await openNewEntry()
  await body().click()
  paste({
    'text/plain': 'How it works',
    'text/html': '<h2>How it works</h2><ul><li>Pick <b>one</b></li></ul><script>alert(1)</script>',
  })
  await expect.element(body()).toHaveValue('## How it works\n\n- Pick **one**')
  await userEvent.keyboard('{Control>}a{/Control}')
  await userEvent.keyboard('the list')
  await userEvent.keyboard('{Control>}a{/Control}')
  paste({ 'text/plain': 'https://a.example/list' })
  await expect.element(body()).toHaveValue('[the list](https://a.example/list)')
  await expect
    .element(preview().getByRole('link'))
    .toHaveAttribute('href', 'https://a.example/list')
})

const refill: Post = {
  id: 'pst_1',
  title: 'Refill pouches',
  status: 'open',
  tags: [],
  url: 'https://a.example/posts/1',
}

/** A service with two feedback posts, which it finds by their titles. */
const posts = [refill, { ...refill, id: 'pst_2', title: 'Bigger text' }]
const postResponses = {
  'GET /feedback/posts': ({ input }: { input: { search?: string | undefined } }) => ({
    data: posts.filter((post) => post.title.toLowerCase().includes(input.search ?? '')),
    paging: { next: null },
  }),
  'GET /feedback/posts/:post_id': refill,
}

const options = () => page.getByRole('listbox', { name: 'Feedback posts' }).getByRole('option')
const optionTexts = () =>
  options()
    .elements()
    .map((option) => option.textContent)

test('two brackets find a feedback post and link it', async () => {
  await openNewEntry({ responses: postResponses })
  await body().click()
  await userEvent.keyboard('Thanks to [[[[refill')
  await expect.poll(optionTexts).toEqual([expect.stringMatching(/^Refill pouches/)])
  await userEvent.keyboard('{Enter}')
  await expect.element(options()).not.toBeInTheDocument()
  await expect.element(body()).toHaveValue(`Thanks to [Refill pouches](${refill.url})`)
  await page.getByRole('button', { name: 'Links 1 feedback post' }).click()
  await expect
    .element(page.getByRole('list', { name: 'Linked feedback posts' }))
    .toHaveTextContent(/Refill pouches/)
  await page.getByRole('button', { name: 'Remove the link to “Refill pouches”' }).click()
  await expect.element(page.getByText('Type [[ to link a feedback post')).toBeVisible()
})

test('undoing the choice of a feedback post removes its link', async () => {
  await openNewEntry({ responses: postResponses })
  await body().click()
  await userEvent.keyboard('[[[[refill')
  await expect.poll(optionTexts).toEqual([expect.stringMatching(/^Refill pouches/)])
  await userEvent.keyboard('{Enter}')
  const linked = page.getByRole('button', { name: 'Links 1 feedback post' })
  await expect.element(linked).toBeVisible()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(body()).toHaveValue('[[refill')
  await expect.element(linked).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.element(linked).toBeVisible()
  await body().fill('Another text')
  await expect.element(linked).not.toBeInTheDocument()
})

test('a phone has tabs to write and to preview', async () => {
  await page.viewport(390, 844)
  await openNewEntry()
  await body().fill('Keep the **jar**')
  await expect.element(preview()).not.toBeInTheDocument()
  await page.getByRole('radio', { name: 'Preview' }).click({ force: true })
  await expect.element(preview().getByCss('strong')).toHaveTextContent(/^jar$/)
  await expect.element(body()).not.toBeInTheDocument()
  await page.getByRole('radio', { name: 'Write' }).click({ force: true })
  await expect.element(body()).toHaveValue('Keep the **jar**')
  await page.getByRole('link', { name: 'Back to the changelog' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Changelog' })).toBeVisible()
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth - clientWidth).toBeLessThanOrEqual(0)
})

test('Esc leaves the text, then V hides and shows the preview', async () => {
  await openNewEntry()
  await waitForDeferredCode()
  await body().click()
  await userEvent.keyboard('vv{Escape}')
  // The rest of the footer has its width.
  await expect.element(page.getByText('1 word', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Add a title to save this.')).toBeVisible()
  const layout = () =>
    ['[role=toolbar]', '[role=toolbar] button:last-child', 'main footer > :nth-child(2)']
      .map((selector) => document.querySelector(selector)?.getBoundingClientRect())
      .map((box) => box && [box.x, box.y, box.width, box.height])
  const before = layout()
  await userEvent.keyboard('v')
  await expect.element(preview()).not.toBeInTheDocument()
  await userEvent.keyboard('v')
  await expect.element(preview()).toBeVisible()
  await expect.element(body()).toHaveValue('vv')
  expect(layout()).toEqual(before)
})
