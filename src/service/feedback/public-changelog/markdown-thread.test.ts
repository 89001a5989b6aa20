import fs from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'

import { canFormat } from '#contract/markdown.rules.ts'
import type { Log } from '#service/log.ts'
import { renderMarkdown } from './markdown-html.ts'
import { createMarkdownThread, type MarkdownThread } from './markdown-thread.ts'

// Where imports of packages are found.
const folder = fs.mkdtempSync(path.join(import.meta.dirname, '../../../../node_modules/.markdown-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

function writeWorker(name: string, code: string): URL {
  const file = path.join(folder, name)
  fs.writeFileSync(file, `import { parentPort } from 'node:worker_threads'\n${code}`)
  return pathToFileURL(file)
}

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
  const events: unknown[] = []
  const log: Log = (level, event, fields) => events.push([level, event, fields])
  const thread = createMarkdownThread({ textMs: 1000, log })
  // Minutes, were it not for `canFormat`.
  expect(await thread.parse('_a*b '.repeat(20_000))).toBe('timeout')
  expect(events).toEqual([['error', 'markdown_timeout', { characters: 100_000 }]])
  expect(await thread.parse('*a*')).toEqual({ html: '<p><em>a</em></p>' })
})

test('a text whose time was over is rendered again later', async () => {
  const slow: MarkdownThread = { parse: () => Promise.resolve('timeout') }
  const { html, retryAt } = await renderMarkdown('*a* <b>', 3, Infinity, slow)
  expect(html).toBe('<pre class="plain" dir="auto">*a* &lt;b&gt;</pre>\n')
  expect(retryAt).toBeLessThan(Infinity)
  const complex: MarkdownThread = { parse: () => Promise.resolve('too_complex') }
  expect(await renderMarkdown('*a*', 3, Infinity, complex)).toMatchObject({ retryAt: Infinity })
})

test('the time of a text leaves out the start of the thread', async () => {
  const file = writeWorker(
    'starting.mjs',
    `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000)
    parentPort.on('message', () => {
      parentPort.postMessage({ kind: 'taken' })
      parentPort.postMessage({ kind: 'done', html: 'started' })
    })`,
  )
  const thread = createMarkdownThread({ file, textMs: 2000 })
  expect(await thread.parse('a')).toEqual({ html: 'started' })
})

test('a pause of the event loop is not counted when the text is ready', async () => {
  const file = writeWorker(
    'waiting.mjs',
    `const cell = new Int32Array(new SharedArrayBuffer(4))
    parentPort.on('message', (source) => {
      parentPort.postMessage({ kind: 'taken' })
      if (source === 'slow') Atomics.wait(cell, 0, 0, 300)
      parentPort.postMessage({ kind: 'done', html: source })
    })`,
  )
  const thread = createMarkdownThread({ file, textMs: 500 })
  await thread.parse('a')
  const result = thread.parse('slow')
  // Long enough to hear that the thread took the text.
  await sleep(100)
  // Timers run after it, before messages.
  await nextTurn()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
  expect(await result).toEqual({ html: 'slow' })
})

test('a thread that cannot start rejects its text, the next starts', async () => {
  const file = pathToFileURL(path.join(folder, 'late.mjs'))
  const thread = createMarkdownThread({ file })
  const first = thread.parse('a')
  const second = thread.parse('b')
  await expect(first).rejects.toThrow('late.mjs')
  await expect(second).rejects.toThrow('late.mjs')
  fs.copyFileSync(new URL('./markdown-worker.mjs', import.meta.url), file)
  expect(await thread.parse('a')).toEqual({ html: '<p>a</p>' })
  const unusable = createMarkdownThread({ file: new URL('https://a.example/worker.mjs') })
  for (const text of ['a', 'b'])
    await expect(unusable.parse(text)).rejects.toMatchObject({ code: 'ERR_INVALID_URL_SCHEME' })
})

test('a thread that ended between two texts is replaced', async () => {
  const file = writeWorker(
    'ending.mjs',
    `parentPort.once('message', () => {
      parentPort.postMessage({ kind: 'taken' })
      parentPort.postMessage({ kind: 'done', html: 'ended' })
    })`,
  )
  const thread = createMarkdownThread({ file, textMs: 1000 })
  expect(await thread.parse('a')).toEqual({ html: 'ended' })
  // Its end may meet one text on the way.
  await vi.waitFor(async () => expect(await thread.parse('b')).toEqual({ html: 'ended' }), 20_000)
})

test('HTML far longer than its text is shown as written', async () => {
  const thread = createMarkdownThread()
  const definition = `[x]: https://a.example/${'a'.repeat(12_000)}`
  expect(await thread.parse(`${'[x]\n'.repeat(20)}\n${definition}`)).toHaveProperty('html')
  expect(await thread.parse(`${'[x]\n'.repeat(400)}\n${definition}`)).toBe('too_complex')
})

test('texts of several callers are parsed in order, each for its caller', async () => {
  const thread = createMarkdownThread()
  const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`)
  const all = await Promise.all(texts.map((text) => thread.parse(text)))
  expect(all).toEqual(texts.map((text) => ({ html: `<p>${text}</p>` })))
})
