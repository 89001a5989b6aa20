import { findSeriousViolations, findThemeViolations } from '../axe.ts'
import { dragOver, cardNamed, namesIn, nextFrame, openBoard, pointIn } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page)
})

test('K12 axe finds nothing serious at rest, dragging and in a menu, light and dark', async ({
  page,
  board,
}) => {
  test.slow() // eight axe runs
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openBoard(page, board.id)
  const serious = () => findThemeViolations(page, findSeriousViolations)
  expect(await serious()).toEqual([])

  await dragOver(page, cardNamed(page, 'Choose a date'), await pointIn(page, 'Doing', 110))
  await expect(page.locator('[data-bench-overlay]')).toHaveCount(1)
  expect(await serious()).toEqual([])
  await page.keyboard.press('Escape')
  await page.mouse.up()

  await cardNamed(page, 'Book the room').focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await serious()).toEqual([])
  await page.keyboard.press('Escape')
  await expect(cardNamed(page, 'Book the room')).toBeFocused()

  await page.keyboard.press('m')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await serious()).toEqual([])
  await page.keyboard.press('Escape')
  await expect(cardNamed(page, 'Book the room')).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Book the room' })).toBeVisible()
  expect(await serious()).toEqual([])
})

test('K13 every target is at least 24 by 24', async ({ page, board }) => {
  await openBoard(page, board.id)
  await cardNamed(page, 'Book the room').hover()
  const small = await page
    .locator('main :is(button, a, input, [tabindex="0"])')
    .evaluateAll((targets) =>
      targets
        .filter((target) => target.getClientRects().length > 0)
        .filter((target) => {
          const { width, height } = target.getBoundingClientRect()
          return width < 24 || height < 24
        })
        .map((target) => `${target.tagName} ${target.className}`),
    )
  expect(small).toEqual([])
})

test('K14 the drag overlay does not tilt with reduced motion', async ({ page, board }) => {
  const tilt = () =>
    page.locator('[data-bench-overlay]').evaluate((card) => getComputedStyle(card).rotate)
  await openBoard(page, board.id)
  const target = await pointIn(page, 'Doing', 110)
  await dragOver(page, cardNamed(page, 'Choose a date'), target)
  expect(await tilt()).toBe('2deg')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.locator('[data-bench-overlay]')).toHaveCount(0)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await dragOver(page, cardNamed(page, 'Choose a date'), target)
  expect(await tilt()).toBe('none')
  await page.mouse.up()
  await nextFrame(page)
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => {
        const target = effect instanceof KeyframeEffect ? effect.target : null
        return (
          target?.closest('[data-testid=card], li') !== null &&
          Number(effect?.getTiming().duration) > 1
        )
      }).length,
  )
  expect(moving).toBe(0)
})

test('a card can be picked up again during its return animation', async ({ page, board }) => {
  await openBoard(page, board.id)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.01 })
  const card = cardNamed(page, 'Choose a date')
  await dragOver(page, card, await pointIn(page, 'Ideas', 140))
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.locator('[data-bench-overlay]')).toHaveCount(1) // still returning to its position
  await dragOver(page, card, await pointIn(page, 'Doing', 110))
  await expect(page.locator('[data-dragging]')).toHaveCount(1)
  await expect(page.locator('[data-bench-overlay]')).toHaveCount(1)
  await page.mouse.up()
  await expect.poll(() => namesIn(page, 'Doing')).toContain('Choose a date')
})
