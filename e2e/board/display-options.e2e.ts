import { findSeriousViolations, findThemeViolations } from '../axe.ts'
import { cardNamed, listNamed } from '../board-page.ts'
import { expect, inHours, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('display options change cards at once and stay on the device', async ({ page, api }) => {
  const labels = ['Copy', 'Design', 'A label with quite a long name'].map((name) => ({
    name,
    color: 'blue',
  }))
  const lists = [{ name: 'Ideas' }]
  const board = await api('POST /boards', { name: 'Launch', lists, labels })
  const fields = { board_id: board.id, list_id: board.lists[0]?.id ?? '' }
  const label_ids = board.labels.map(({ id }) => id)
  const long = 'A title of several lines, which a compact card cuts after two of them. '.repeat(3)
  await api('POST /boards/:board_id/cards', { ...fields, name: long, label_ids })
  await api('POST /boards/:board_id/cards', { ...fields, name: 'Plain' })
  const done = await api('POST /boards/:board_id/cards', {
    ...fields,
    name: 'Finished',
    due_at: inHours(-24),
  })
  await api('PATCH /cards/:card_id', { card_id: done.id, completed: true })
  await page.goto(`/boards/${board.id}`)
  await expect(page.getByTestId('card')).toHaveCount(3)

  // What a card needs is exactly the height that was computed for it.
  const overflowing = () =>
    page.getByTestId('card').evaluateAll((cards) =>
      cards
        .map((card) => {
          const own = card.getBoundingClientRect()
          const style = getComputedStyle(card)
          const last = [...card.children]
            .filter((child) => getComputedStyle(child).position !== 'absolute')
            .at(-1)
          // The title is a larger target than its text by a margin below zero.
          const margin = last ? parseFloat(getComputedStyle(last).marginBottom) : 0
          const bottom = (last?.getBoundingClientRect().bottom ?? 0) + margin
          return own.bottom - parseFloat(style.paddingBottom) - 1 - bottom
        })
        .filter((rest) => rest < -0.01 || rest >= 1),
    )
  expect(await overflowing()).toEqual([])

  await page.getByRole('button', { name: 'Display' }).click()
  const dialog = page.getByRole('dialog', { name: 'Display' })
  const title = cardNamed(page, long.trim()).getByRole('link')
  const textHeight = () =>
    title.evaluate((link) => {
      const { paddingTop, paddingBottom } = getComputedStyle(link)
      return link.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)
    })
  const fullHeight = await textHeight()
  expect(fullHeight).toBeGreaterThan(0)
  await dialog.getByRole('switch', { name: 'Compact cards' }).click()
  await expect.poll(textHeight).toBe(fullHeight / 2)
  expect(await overflowing()).toEqual([])
  await dialog.getByRole('switch', { name: 'Labels as color bars' }).click()
  await expect(page.getByText('A label with quite a long name')).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'Design' })).toBeVisible()
  expect(await overflowing()).toEqual([])
  await dialog.getByRole('switch', { name: 'Card IDs' }).click()
  await expect(page.getByText(done.id)).toBeVisible()
  expect(await overflowing()).toEqual([])
  expect(await findThemeViolations(page, findSeriousViolations)).toEqual([])
  await dialog.getByRole('radio', { name: 'Hide' }).check()
  await expect(cardNamed(page, 'Finished')).toHaveCount(0)
  await expect(listNamed(page, 'Ideas')).toContainText('2 of 3')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Display' })).toBeFocused()

  await page.reload()
  await expect(page.getByTestId('card')).toHaveCount(2)
  await expect(page.getByRole('img', { name: 'Design' })).toBeVisible()
  expect(await overflowing()).toEqual([])

  // Who searches for a card that is hidden finds out.
  await page.getByRole('searchbox').fill('finished')
  const emptyState = page.locator('[data-state=filtered-empty]')
  await expect(emptyState).toContainText('No cards match “finished”')
  await emptyState.getByRole('button', { name: 'Show 1 done card' }).click()
  await expect(cardNamed(page, 'Finished')).toBeVisible()
})
