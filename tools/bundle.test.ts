import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
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

/** KiB after gzip, and requests before the first content. */
const goals = { scripts: 220, styles: 24, requests: 12 }
const boardInUseGoals = { scripts: 260, styles: 24 }

/**
 * What exceeds its goal, and by how much at most, in steps of 5 KiB: these are figures that somebody should look at, and no
 * reason to move code (decision 081). An entry whose goal is met is removed.
 */
const exceptions: Readonly<Record<string, Partial<typeof goals>>> = {
  'board in use': { scripts: 345 },
  'all-cards-page': { scripts: 225 },
  'audit-page': { scripts: 230 },
  'automations-page': { scripts: 250 },
  'board-page': { scripts: 285, requests: 15 },
  'boards-page': { scripts: 230 },
  'campaigns-page': { scripts: 255, requests: 15 },
  'card-page': { scripts: 240, requests: 13 },
  'changelog-page': { scripts: 240 },
  'compare-page': { scripts: 255, requests: 14 },
  'contact-import-page': { scripts: 260, requests: 13 },
  'contacts-page': { scripts: 265, requests: 16 },
  'events-page': { scripts: 225 },
  'feedback-setup-page': { scripts: 230 },
  'guides-page': { scripts: 270, requests: 15 },
  'keys-page': { scripts: 230 },
  'lists-page': { scripts: 245 },
  'more-page': { scripts: 225 },
  'overview-page': { scripts: 230 },
  'people-page': { scripts: 235 },
  'posts-page': { scripts: 265, requests: 19 },
  'reference-page': { scripts: 240, requests: 14 },
  'report-page': { scripts: 275, requests: 18 },
  'segment-page': { scripts: 270, requests: 18 },
  'segments-page': { scripts: 250, requests: 14 },
  'sign-in-page': { scripts: 225 },
  'signature-check-page': { scripts: 225 },
  'subscribers-page': { scripts: 225 },
  'tags-page': { scripts: 245 },
  'trello-import-page': { scripts: 235 },
  'webhook-page': { scripts: 245, requests: 17 },
  'webhooks-page': { scripts: 235 },
}

/** The pages of the router. Those of development are not built. */
const pages = [
  ...fs
    .readFileSync(path.resolve(import.meta.dirname, '../src/web/app/router.tsx'), 'utf8')
    .matchAll(/import\('[^']*\/([\w-]+-page)\.tsx'\)/g),
].flatMap(([, page = '']) => (page === 'gallery-page' ? [] : [page]))

/** Responses of the API before the first content: `GET /me` and one that the page is about, except for these pages. */
const responses: Readonly<Record<string, number>> = {
  'sign-in-page': 0,
  'missing-page': 1,
  'more-page': 1,
  'overview-page': 3,
  'board-page': 3,
  'report-page': 4,
}

/** Chunks without which a page shows nothing of what it is about. */
const parts: Readonly<Record<string, readonly string[]>> = { 'guides-page': ['markdown-view'] }

/** The goals that a page misses although no exception says so, and exceptions that it no longer needs. */
function deviations<Goals extends Partial<typeof goals>>(
  page: string,
  figures: Goals,
  limits: Goals,
) {
  const rounded = Object.entries(figures).map(([name, figure]) => `${name} ${figure.toFixed(1)}`)
  process.stdout.write(`${page}: ${rounded.join(', ')}\n`)
  return Object.entries(figures).filter(([name, figure]) => {
    const key = name as keyof typeof goals
    const [goal = 0, exception] = [limits[key], exceptions[page]?.[key]]
    return exception === undefined ? figure > goal : figure > exception || figure <= goal
  })
}

test.each(pages)('the first load of %s is within its budget', (page) => {
  const { scripts, styles, files } = firstLoad(page, ...(parts[page] ?? []))
  // The page itself and two fonts.
  const requests = files.size + 3 + (responses[page] ?? 2)
  expect(deviations(page, { scripts, styles, requests }, goals)).toEqual([])
})

test('a board with all that a hand on it requests is within its budget', () => {
  const inUse = ['deferred-shell', 'board-dnd', 'menu-radix']
  const { scripts, styles } = firstLoad('board-page', ...inUse)
  expect(deviations('board in use', { scripts, styles }, boardInUseGoals)).toEqual([])
})

test('index.html requests the code and sheets of the pages it recognizes', () => {
  const html = fs.readFileSync(path.join(web, 'index.html'), 'utf8')
  const content = /name="page-chunks" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"')
  const lists = Object.values(JSON.parse(content ?? '{}') as Record<string, string[]>)
  expect(lists.length).toBeGreaterThan(0)
  for (const files of lists) {
    const page = Object.values(manifest).find(({ file }) => file === files[0])?.name ?? ''
    const needed = [...firstLoad(page).files].filter((file) => !html.includes(`/${file}"`))
    expect(files.toSorted()).toEqual(needed.toSorted())
  }
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
