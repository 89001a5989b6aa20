import type { Page } from '@playwright/test'

import { findBrowser, launchOptions } from '../../tools/find-browser.mjs'
import { expect, test } from '../fixtures.ts'
import { followLink, routes } from '../routes.ts'

// Code that the engine compiles again as it grows hot is most of a growing heap, and not ours to keep flat.
const options = launchOptions(await findBrowser())
const plainCode = '--js-flags=--no-opt --no-maglev --no-sparkplug'
test.use({ launchOptions: { ...options, args: [...(options.args ?? []), plainCode] } })

/** Bytes of the heap that are still held after everything unneeded was let go. */
async function heldBytes(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.enable')
  await client.send('HeapProfiler.collectGarbage')
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  await client.detach()
  return usedSize
}

// Of what our code holds on to, whichever service answers.
test('200 navigations leak no memory', { tag: '@once' }, async ({ page, signIn, targets }) => {
  test.slow()
  await signIn(page)
  await page.goto('/')
  const round = async () => {
    for (const { path, ready } of [routes.boards, routes.board, routes.overview]) {
      await followLink(page, path(targets))
      await expect(page.locator(ready).first()).toBeVisible()
    }
  }
  for (let count = 0; count < 10; count++) await round()
  const before = await heldBytes(page)
  for (let count = 0; count < 67; count++) await round()
  const after = await heldBytes(page)
  process.stdout.write(
    `${Math.round(before / 1024)} KiB before, ${Math.round(after / 1024)} after\n`,
  )
  expect(after / before).toBeLessThan(1.1)
})
