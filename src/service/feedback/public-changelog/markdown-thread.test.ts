import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'

import { canFormat } from '#contract/markdown.rules.ts'
import { renderMarkdown } from './markdown-html.ts'
import { createMarkdownThread } from './markdown-thread.ts'

/** About the worst that is still formatted: half a second and more for the parser. */
const hostile = `${'_a*b'.repeat(500)}\n\n`.repeat(2)

/** How often the event loop turns until the promise resolves. */
async function countTurns(promise: Promise<unknown>): Promise<number> {
  let isOver = false
  const ended = promise.then(() => (isOver = true))
  let turns = 0
  for (; !isOver; turns++) await nextTurn()
  await ended
  return turns
}

test('hostile Markdown is parsed while the event loop turns', async () => {
  expect(canFormat(hostile)).toBe(true)
  const thread = createMarkdownThread()
  // Without the start of the thread.
  await thread.parse('a')
  // A parser on the event loop lets it turn once or twice for each section.
  expect(await countTurns(renderMarkdown(hostile, 3, Infinity, thread))).toBeGreaterThan(50)
})

test('a text that takes too long is shown as written, the next formatted', async () => {
  const thread = createMarkdownThread({ textMs: 1000 })
  // Minutes, were it not for `canFormat`.
  expect(await thread.parse('_a*b '.repeat(20_000))).toBeUndefined()
  // On a busy machine the start of the next thread may take as long.
  await vi.waitFor(async () => expect(await thread.parse('*a*')).toBe('<p><em>a</em></p>'), 20_000)
  const endless = { parse: () => Promise.resolve(undefined) }
  expect((await renderMarkdown('*a* <b>', 3, Infinity, endless)).html).toBe(
    '<pre class="plain" dir="auto">*a* &lt;b&gt;</pre>\n',
  )
})

test('texts of several callers are parsed in order, each for its caller', async () => {
  const thread = createMarkdownThread()
  const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`)
  const all = await Promise.all(texts.map((text) => thread.parse(text)))
  expect(all).toEqual(texts.map((text) => `<p>${text}</p>`))
})
