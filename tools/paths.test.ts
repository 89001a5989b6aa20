import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { buildImportGraph, type FileMap, readFiles } from './import-graph.ts'

interface Step {
  readonly from: string
  readonly to: string
  readonly note: string
}

/** The steps of each path by its heading: `a → b   note` in the code blocks below "## Request paths". */
function parsePaths(document: string): Map<string, Step[]> {
  const [, section = ''] = /^## Request paths\n([\s\S]*?)^## /m.exec(document) ?? []
  const blocks = section.matchAll(/^### (.+)\n[\s\S]*?^```\n([\s\S]*?)^```/gm)
  return new Map(
    [...blocks].map(([, title = '', lines = '']) => [
      title,
      lines
        .trim()
        .split('\n')
        .map((line) => {
          const [, from = line, to = '', note = ''] = /^(\S+) → (\S+)\s*(.*)$/.exec(line) ?? []
          return { from, to, note }
        }),
    ]),
  )
}

/** What is false in these steps: a file that does not exist, an import that is not there, a start never reached. */
function falseSteps(steps: readonly Step[], files: FileMap): string[] {
  const graph = buildImportGraph(files)
  const imports = (from: string, to: string) =>
    from === 'index.html'
      ? files.get(from)?.includes(`src="/src/${to}"`)
      : graph.get(`src/${from}`)?.some((found) => found.path === `src/${to}`)
  const exists = (file: string) => files.has(file) || files.has(`src/${file}`)
  const visited = new Set([steps[0]?.from])
  return steps.flatMap(({ from, to, note }) => {
    const isReached = visited.has(from)
    visited.add(to)
    if (!isReached) return [`${from} is not reached by an earlier line`]
    const missing = [from, to].find((file) => !exists(file))
    if (missing !== undefined) return [`"${missing}" does not exist`]
    const isIndirect = note === 'HTTP' || note.startsWith('callback')
    return isIndirect || imports(from, to) ? [] : [`${from} does not import ${to}`]
  })
}

const root = path.resolve(import.meta.dirname, '..')
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8')
const files: FileMap = new Map([...readFiles('src'), ['index.html', read('index.html')]])
const paths = parsePaths(read('ARCHITECTURE.md'))

test('ARCHITECTURE.md describes four request paths', () => {
  expect(paths.size).toBe(4)
})

test.each([...paths])('each line of "%s" is an import, a callback or HTTP', (_title, steps) => {
  expect(falseSteps(steps, files)).toEqual([])
})

test('dragging a card visits at most 25 files', () => {
  const steps = paths.get('A card is dragged to another list') ?? []
  const visited = new Set(steps.flatMap(({ from, to }) => [from, to]))
  expect(visited.size).toBeGreaterThan(10)
  expect(visited.size).toBeLessThanOrEqual(25)
})

test.each([
  ['web/a.ts → web/b.ts', []],
  ['web/a.ts → web/c.ts   a type', []],
  ['web/a.ts → web/d.ts', []],
  ['web/b.ts → web/a.ts   callback: onChange', []],
  ['index.html → web/a.ts', []],
  ['index.html → web/b.ts', ['index.html does not import web/b.ts']],
  ['web/b.ts → web/a.ts', ['web/b.ts does not import web/a.ts']],
  ['web/a.ts → web/e.ts   callback', ['"web/e.ts" does not exist']],
  ['web/a.ts and web/b.ts', ['"web/a.ts and web/b.ts" does not exist']],
  ['web/a.ts → web/b.ts\nweb/c.ts → web/d.ts', ['web/c.ts is not reached by an earlier line']],
])('the path check reads %j', (lines, errors) => {
  const planted: FileMap = new Map([
    ['src/web/a.ts', "import './b.ts'\nimport type { C } from '#web/c.ts'\nimport('./d.ts')"],
    ...['b', 'c', 'd'].map((name) => [`src/web/${name}.ts`, ''] as const),
    ['index.html', '<script type="module" src="/src/web/a.ts"></script>'],
  ])
  const document = `## Request paths\n\n### A path\n\n\`\`\`\n${lines}\n\`\`\`\n\n## Next\n`
  expect(falseSteps(parsePaths(document).get('A path') ?? [], planted)).toEqual(errors)
})
