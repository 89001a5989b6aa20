import { buildList, row } from '../contact-rows.ts'
import { expect, test } from '../fixtures.ts'
import { heapBytes, launchWithoutJit } from '../heap-usage.ts'

test.use({ launchOptions: await launchWithoutJit() })

test('C9 paging through a long list keeps memory and elements flat', async ({
  page,
  api,
  signIn,
}) => {
  const { address, path } = await buildList(api, 3000)
  await signIn(page)
  await page.goto(path)
  let current = 0
  const readTo = async (last: number) => {
    for (; current <= last; current++) {
      await expect(row(page, address(current * 100))).toBeVisible()
      expect(await page.locator('*').count()).toBeLessThan(900)
      await page.keyboard.press(']')
    }
  }
  await readTo(14) // as many pages as stay in the cache
  const before = await heapBytes(page)
  await readTo(28)
  // What was just removed may wait for its timers.
  await expect.poll(async () => (await heapBytes(page)) / before).toBeLessThan(1.1)
})
