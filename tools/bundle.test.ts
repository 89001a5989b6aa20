import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

const web = path.resolve(import.meta.dirname, '../dist/web')
// Written by Vite; only the fields of Chunk are read.
const manifest = JSON.parse(
  fs.readFileSync(path.join(web, '.vite/manifest.json'), 'utf8'),
) as Record<string, Chunk>

const gzipped = (files: Iterable<string>) =>
  [...files].reduce(
    (sum, file) =>
      sum + gzipSync(fs.readFileSync(path.join(web, file)), { level: 9 }).length / 1024,
    0,
  )

/** Files that a browser loads for one page: the entry, the chunks of the page, and their static imports. */
function firstLoad(...pages: readonly string[]) {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no chunk for ${name}.`)
    if (scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    chunk.css?.forEach((file) => styles.add(file))
    chunk.imports?.forEach(visit)
  }
  Object.keys(manifest)
    .filter((name) => manifest[name]?.isEntry)
    .forEach(visit)
  for (const page of pages)
    visit(Object.keys(manifest).find((name) => manifest[name]?.name === page) ?? page)
  return {
    files: new Set([...scripts, ...styles]),
    scripts: gzipped(scripts),
    styles: gzipped(styles),
  }
}

test.each([
  // The page, two fonts and three API responses precede its first content as well: ten requests.
  ['the overview', 'overview-page', 150, 4],
  ['the boards index', 'boards-page', 150, 5],
  ['a report', 'report-page', 150, 4],
  ['a board', 'board-page', 170, 4],
  // Each with a chunk of its parts, of the parts of email pages and of those of all pages without a board.
  ['the campaigns', 'campaigns-page', 150, 7],
  ['the subscribers', 'subscribers-page', 150, 7],
  ['a comparison', 'compare-page', 150, 7],
  ['the lists', 'lists-page', 150, 7],
  ['the contacts', 'contacts-page', 150, 7],
  ['a segment', 'segment-page', 150, 7],
])('%s loads within its budget of compressed KiB', (_name, page, maxKib, maxRequests) => {
  const { scripts, styles, files } = firstLoad(page)
  process.stdout.write(`${page}: ${scripts.toFixed(1)} KiB JS, ${styles.toFixed(1)} KiB CSS\n`)
  expect(scripts).toBeLessThanOrEqual(maxKib)
  expect(styles).toBeLessThanOrEqual(14)
  expect(files.size).toBeLessThanOrEqual(maxRequests)
})

test.each([
  ['changelog', 'changelog-view', 'changelog-page'],
  ['inbox', 'inbox-view', 'posts-page'],
])('the %s loads its list within 150 KiB', (_name, view, page) => {
  const { scripts } = firstLoad(page, view)
  process.stdout.write(`${view}: ${scripts.toFixed(1)} KiB JS\n`)
  expect(scripts).toBeLessThanOrEqual(150)
})

test.each(['entry-writer', 'rich-text', 'hast-util-from-html', 'markdown-view'])(
  'the lazy chunk %s is below 60 KiB',
  (name) => {
    const files = Object.values(manifest)
      .map(({ file }) => file)
      .filter((file) => file.endsWith('.js') && file.includes(`/${name}-`))
    expect(files).toHaveLength(1)
    expect(gzipped(files)).toBeLessThanOrEqual(60)
  },
)

test('a board that nobody uses loads one more chunk until it is idle', () => {
  const board = firstLoad('board-page')
  const shell = firstLoad('deferred-shell')
  const idle = new Set([...board.files, ...shell.files])
  const added = [...idle].filter((file) => !board.files.has(file))
  expect(added).toEqual([expect.stringContaining('deferred-shell')])
  expect(gzipped([...idle].filter((file) => file.endsWith('.js')))).toBeLessThanOrEqual(180)
})

test('no chunk of the dashboard contains zod', () => {
  const chunks = fs
    .readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
  expect(chunks.length).toBeGreaterThan(0)
  const withZod = chunks.filter((name) =>
    /ZodError|_zod\b/.test(fs.readFileSync(path.join(web, name), 'utf8')),
  )
  expect(withZod).toEqual([])
})
