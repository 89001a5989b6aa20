import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { cardNamed, openWithBoards } from '#web/tasks/test-boards.ts'

/** Types into a field within this task, as no command of the browser can. */
function typeNow(field: Element, text: string) {
  Reflect.set(HTMLInputElement.prototype, 'value', text, field) // past the setter of React
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

test('a choice and a text typed in one task are both kept', async () => {
  await page.viewport(1680, 900)
  const { router } = await openWithBoards('/boards/brd_launch?ref=mail')
  await expect.element(cardNamed('Choose a date')).toBeVisible()
  await page.getByRole('button', { name: 'Due', exact: true }).click()
  const choice = page.getByRole('dialog').getByRole('radio', { name: 'No due date' })
  await expect.element(choice).toBeVisible()
  const [radio] = choice.elements()
  const field = page.getByCss('[role=search] input').element()

  radio?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  typeNow(field, 'date')
  await expect.poll(() => router.state.navigation.state).toBe('idle')
  expect(router.state.location.search).toBe('?ref=mail&due=none&q=date')
  await expect.element(page.getByText('1 of 6 cards')).toBeVisible()
})
