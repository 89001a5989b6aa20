import type { Locator, Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { nextFrame } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'
import { createWishes, statusesOf } from '../inbox-page.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
test.beforeEach(({ page, signIn }) => signIn(page))

const rows = (page: Page) => page.getByTestId('row')

/** One finger from the middle of an element, as browser input: scrolling and swiping compete as on a device. */
async function moveFinger(page: Page, on: Locator, by: { x?: number; y?: number }) {
  const box = await on.boundingBox()
  if (!box) throw new Error('It has no box.')
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              {
                x: box.x + box.width / 2 + (by.x ?? 0) * share,
                y: box.y + box.height / 2 + (by.y ?? 0) * share,
              },
            ],
    })
  await send('touchStart', 0)
  for (let step = 1; step <= 8; step++) await send('touchMove', step / 8)
  // A finger that rests before it leaves starts no fling, which would swallow the next tap.
  for (let frame = 0; frame < 4; frame++) await nextFrame(page)
  await send('touchMove', 1)
  await send('touchEnd', 1)
  await devtools.detach()
}

test('five posts triaged by touch, one swipe for each', async ({ page, api }) => {
  await createWishes(api, 5)
  await page.goto('/feedback/posts?status=open')
  await expect(rows(page)).toHaveCount(5)
  let swipes = 0
  for (let number = 1; number <= 5; number++) {
    await expect(rows(page).first()).toContainText(`Wish ${number}`)
    swipes += 1
    await moveFinger(page, rows(page).first(), { x: 150 })
    await expect(rows(page)).toHaveCount(5 - number)
  }
  expect(swipes).toBe(5)
  await expect(page.getByRole('heading', { name: 'All done.' })).toBeVisible()
  await expect.poll(() => statusesOf(api)).toEqual(Array(5).fill('closed'))
  await page.getByTestId('toast').getByRole('button', { name: /Undo/ }).last().tap()
  await expect(rows(page)).toHaveText([/Wish 5/])
})

test('a swipe shows statuses, a short or vertical one changes nothing', async ({ page, api }) => {
  await createWishes(api, 14)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/feedback/posts')
  const row = rows(page).nth(2)
  await moveFinger(page, row, { x: 70 })
  await moveFinger(page, row, { x: 10, y: -300 })
  const scroller = page.getByTestId('posts')
  await expect.poll(() => scroller.evaluate((one) => one.scrollTop)).toBeGreaterThan(100)
  await expect(page).toHaveURL('/feedback/posts')
  await expect(page.locator('[data-swiping]')).toHaveCount(0)
  expect(new Set(await statusesOf(api))).toEqual(new Set(['open']))

  // The last row rests once the flick has ended there.
  await scroller.evaluate((one) => one.scrollTo(0, one.scrollHeight))
  const title = 'Wish 14'
  await moveFinger(page, rows(page).filter({ hasText: title }), { x: -150 })
  const sheet = page.getByRole('dialog', { name: 'Status' })
  await expect(sheet).toBeVisible()
  await sheet.getByText('Planned').tap()
  const changed = rows(page).filter({ hasText: 'Planned' })
  await expect(changed).toHaveText(new RegExp(title))
  await page.getByTestId('toast').getByRole('button', { name: /Undo/ }).tap()
  await expect(changed).toHaveCount(0)

  // The same without a swipe.
  await page.getByRole('button', { name: `Actions for ${title}` }).tap()
  await page.getByRole('menuitemradio', { name: 'Planned' }).tap()
  await expect(changed).toHaveText(new RegExp(title))
  expect(await findThemeViolations(page)).toEqual([])
})
