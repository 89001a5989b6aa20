import { expect, test } from '../fixtures.ts'
import { heapBytes, launchWithoutJit } from '../heap-usage.ts'
import { followLink, routes } from '../routes.ts'

test.use({ launchOptions: await launchWithoutJit() })

// Of what our code holds on to, whichever service answers.
test('200 navigations leak no memory', async ({ page, signIn, targets }) => {
  test.slow()
  await signIn(page)
  // Code that every page loads once it is idle, which may be late.
  const laterCode = Promise.all(
    ['nav-counts', 'overlay-dialogs', 'job-tray'].map((name) =>
      page.waitForResponse((response) => response.url().includes(`/assets/${name}-`)),
    ),
  )
  await page.goto('/')
  const round = async () => {
    for (const { path, ready } of [routes.boards, routes.board, routes.overview]) {
      await followLink(page, path(targets))
      await expect(page.locator(ready).first()).toBeVisible()
    }
  }
  await laterCode
  for (let count = 0; count < 10; count++) await round()
  const before = await heapBytes(page)
  for (let count = 0; count < 67; count++) await round()
  const after = await heapBytes(page)
  process.stdout.write(
    `${Math.round(before / 1024)} KiB before, ${Math.round(after / 1024)} after\n`,
  )
  expect(after / before).toBeLessThan(1.1)
})
