import type { Page } from '@playwright/test'

import { findBrowser, launchOptions } from '../tools/find-browser.mjs'

/** Code that the engine compiles again as it grows hot is most of a growing heap, and not ours to keep flat. */
export async function launchWithoutJit() {
  const options = launchOptions(await findBrowser())
  const plainCode = '--js-flags=--no-opt --no-maglev --no-sparkplug'
  return { ...options, args: [...(options.args ?? []), plainCode] }
}

/** Bytes of the heap that are still held after everything unneeded was let go. */
export async function heapBytes(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.enable')
  await client.send('HeapProfiler.collectGarbage')
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  await client.detach()
  return usedSize
}
