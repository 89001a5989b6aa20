import { expect, test } from '../fixtures.ts'

// Both classes get their meaning in tailwind.config.js and nowhere else: unread, neither would do anything.
// Of the build.
test('a colour and a spacing of tailwind.config.js reach the page', async ({
  page,
  board,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`/boards/${board.id}`)
  await expect(page.getByTestId('board-list').first()).toBeVisible()

  const seen = await page.evaluate(() => {
    const probe = document.createElement('div')
    probe.className = 'w-list bg-accent'
    const wanted = document.createElement('div')
    wanted.style.backgroundColor = 'var(--accent)'
    document.body.append(probe, wanted)
    const [is, should] = [probe, wanted].map((element) => getComputedStyle(element))
    return { width: is?.width, color: is?.backgroundColor, accent: should?.backgroundColor }
  })

  expect(seen.width).toBe('272px')
  expect(seen.color).toBe(seen.accent)
  expect(seen.color).not.toBe('rgba(0, 0, 0, 0)')
})
