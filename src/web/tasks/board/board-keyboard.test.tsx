import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'

import { cardNamed, namesIn, openWithBoards } from '#web/tasks/test-boards.ts'
import { tabTo } from '#web/test-page.tsx'

test('the keys of a card work while its title link has the focus', async () => {
  const { router } = await openWithBoards('/boards/brd_launch')
  const first = cardNamed('Write the announcement')
  const title = first.getByRole('link', { name: 'Write the announcement' })
  await tabTo(title)
  await userEvent.keyboard('x')
  await expect.element(first).toHaveAttribute('data-selected')
  await expect.element(first).toHaveFocus()
  await userEvent.keyboard('x{ArrowDown}')
  await expect.element(first).not.toHaveAttribute('data-selected')
  const second = cardNamed('Choose a date')
  await expect.element(second).toHaveFocus()

  await userEvent.tab()
  await userEvent.tab()
  await expect.element(second.getByRole('link')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(first).toHaveFocus()
  await tabTo(title)
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => router.state.location.pathname)
    .toBe('/boards/brd_launch/cards/brd_launch_Ideas_0')
  expect(namesIn('Ideas')).toHaveLength(3)
})
