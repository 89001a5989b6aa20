import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { cardNamed, openWithBoards } from '#web/tasks/test-boards.ts'
import { emulatePhone } from '#web/test-page.tsx'

const views = () => page.getByRole('navigation', { name: 'View' }).getByRole('link')

test('a view of a board has its icon beside its word', async () => {
  await page.viewport(1440, 900)
  await openWithBoards('/boards/brd_launch')
  await expect.element(cardNamed('Choose a date')).toBeVisible()
  await expect.element(views()).toHaveLength(3)
  for (const link of views().elements()) {
    const word = document.createRange()
    word.selectNodeContents(link.lastChild ?? link)
    const middles = [link.querySelector('svg') ?? link, word].map((part) => {
      const { top, height } = part.getBoundingClientRect()
      return top + height / 2
    })
    expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 0))).toBeLessThan(2)
  }
})

test('the views of a board share the row of a phone equally', async () => {
  await emulatePhone()
  await openWithBoards('/boards/brd_launch')
  await expect.element(views()).toHaveLength(3)
  const widths = views()
    .elements()
    .map((link) => link.getBoundingClientRect().width)
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(1)
})
