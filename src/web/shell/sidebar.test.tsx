import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { buildBoard, cardNamed, openWithBoards } from '#web/tasks/test-boards.ts'

test('1.9 the sidebar and the bottom bar mark Boards on a board', async () => {
  const { router } = await openWithBoards('/')
  const current = page.getByCss('nav[aria-label=Main] [aria-current=page]')
  const visible = () =>
    current
      .elements()
      .filter((element) => element.checkVisibility())
      .map((element) => element.textContent)
  await expect.poll(visible).toEqual(['Overview'])
  await router.navigate('/boards/brd_launch')
  for (const width of [1440, 800, 390]) {
    await page.viewport(width, 844)
    await expect.element(cardNamed('Choose a date')).toBeVisible()
    await expect.poll(visible).toEqual(['Boards'])
  }
})

test('the sidebar truncates the long name of a starred board', async () => {
  const name = 'A board whose name is much longer than the sidebar can show in one line'
  await openWithBoards('/boards/brd_launch', [buildBoard({ name })])
  await page.getByRole('button', { name: /^Star/ }).click()
  const link = page.getByRole('navigation').getByRole('link', { name })
  await expect.element(link).toBeVisible()
  const nav = link.element().closest('nav')
  expect(nav ? nav.scrollWidth - nav.clientWidth : NaN).toBe(0)
})
