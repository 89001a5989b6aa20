import { expect, test } from 'vitest'

import {
  buildImportGraph,
  type FileMap,
  importersByFile,
  isTest,
  parseExports,
  readFiles,
} from './import-graph.ts'

// Each check is a function over a map of files, so that it is shown to fail on a planted violation as well.

/** Short files with a single importer that stay separate, each with its reason. */
const shortFiles: Readonly<Record<string, string>> = {
  'src/cli/progress.ts': 'has its own test',
  'src/web/app/appearance.ts': 'a start-up effect; main.tsx only lists them',
  'src/web/app/sign-out-sync.ts': 'a start-up effect; main.tsx only lists them',
  'src/web/feedback/inbox/opened-posts.ts':
    'what this device has opened has nothing to do with which posts a filter finds',
  'src/web/feedback/changelog/nav-counts.tsx': 'what the sidebar counts is the area’s to know',
  'src/web/overview/changelog-panel.tsx': 'each panel of the overview is a file',
  'src/web/overview/feedback-panel.tsx': 'each panel of the overview is a file',
  'src/web/shell/bottom-bar.tsx': 'the sidebar of narrow windows',
  'src/web/shell/deferred-component.tsx': 'hides when deferred code is loaded',
  'src/web/shell/link-prefetch.ts': 'a document listener, not a component',
  'src/web/shell/notices/chunk-notice.ts': 'each notice is a file',
  'src/web/shell/notices/mutation-error-toasts.tsx': 'each notice is a file',
  'src/web/shell/route-focus.ts': 'focus management, not layout',
  'src/web/shell/tab-indicator.ts': 'title and favicon, not layout',
  'src/web/tasks/board-settings/archived-items.data.ts': 'data of archived items, not their drawer',
  'src/web/tasks/board/board-views.tsx':
    'the lazy views; board-view.tsx has the lists and the actions',
  'src/web/tasks/drag/drop-indicator.ts': 'part of a drag, drawn by the card list',
  'src/web/tasks/board-export/export-menu-items.tsx':
    'the entries of the board menu that need no write access',
  'src/web/tasks/trello-import/parse-export.ts': 'the side of the page; the other is its worker',
  'src/web/tasks/trello-import/parse-export-worker.ts': 'the entry of a worker',
  'src/web/ui/form/virtual-listbox.tsx': 'a primitive; its user chooses lists',
}

/** Tables with one entry per resource or command, each in a file. */
const registries = ['src/contract/endpoints.ts', 'src/service/verbs.ts', 'src/cli/run.ts']

/** Exports that only the compiler needs: inferred types of other exports name them. */
const requiredExports = [
  'src/contract/documented.ts: Documented',
  'src/contract/documented.ts: documentedNames',
]

const forbiddenWords =
  /(^|-)(asked|told|given|made|held|later|ahead|own|left|place|carry|aim|desk|again)(-|$)/

const isSource = (file: string) => file.startsWith('src/') && !isTest(file)
const isUnlimited = (file: string) => /\/(migrations|messages|example)\//.test(file)
const basename = (file: string) => file.split('/').at(-1) ?? ''
const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'))
const lineCount = (text: string) => text.split('\n').length - 1

function percentile(values: number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * fraction)] ?? 0
}

function linesAtNinetiethPercentile(files: FileMap): number {
  const sources = [...files].filter(([file]) => isSource(file) && !isUnlimited(file))
  return percentile(
    sources.map(([, text]) => lineCount(text)),
    0.9,
  )
}

function crowdedFolders(files: FileMap): string[] {
  const counts = new Map<string, number>()
  for (const file of files.keys())
    if (isSource(file) && !isUnlimited(file))
      counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > (folder === 'src/web/ui' ? 40 : 30))
    .map(([folder, count]) => `${folder}: ${count} source files`)
}

/** Files below 60 lines without another reason to be separate, that have this number of importers. */
function shortFilesWithImporters(files: FileMap, count: number): string[] {
  const graph = buildImportGraph(new Map([...files].filter(([file]) => isSource(file))))
  const importers = importersByFile(graph)
  const lazyEntries = new Set(
    [...graph.values()]
      .flat()
      .filter(({ kind }) => kind === 'dynamic')
      .map((found) => found.path),
  )
  const hasReason = (file: string) =>
    /-page\.tsx$|\.(rules|store)\.ts$|\/main\.tsx?$/.test(file) ||
    lazyEntries.has(file) ||
    isUnlimited(file)
  return [...graph.keys()].filter(
    (file) =>
      !hasReason(file) &&
      lineCount(files.get(file) ?? '') < 60 &&
      importers.get(file)?.length === count &&
      !importers.get(file)?.some((importer) => registries.includes(importer)),
  )
}

/** Files that may be longer than the linter allows and do not say why. */
function unexplainedLength(files: FileMap): string[] {
  return [...files]
    .filter(([, text]) => /oxlint-disable[^\n]* max-lines(?![^\n]* -- \S)/.test(text))
    .map(([file]) => file)
}

/** One path through each cycle, counting type imports and `import()`. */
function importCycles(files: FileMap): string[] {
  const graph = buildImportGraph(new Map([...files].filter(([file]) => isSource(file))))
  const cycles: string[] = []
  const finished = new Set<string>()
  const trail: string[] = []
  const visit = (file: string) => {
    if (finished.has(file)) return
    const start = trail.indexOf(file)
    if (start !== -1) {
      cycles.push([...trail.slice(start), file].join(' → '))
      return
    }
    trail.push(file)
    for (const found of graph.get(file) ?? []) visit(found.path)
    trail.pop()
    finished.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}

function misnamedFiles(files: FileMap): string[] {
  return [...files.keys()].filter((file) => {
    const [, stem = ''] =
      /^([a-z0-9]+(?:-[a-z0-9]+)*)(\.(rules|store|data))?(\.test|\.e2e)?\.tsx?$/.exec(
        basename(file),
      ) ?? []
    const isVague = file
      .split(/[/.]/)
      .some((part) => /^(utils?|helpers?|common|misc|index)$/.test(part))
    return stem === '' || forbiddenWords.test(stem.replace('type-ahead', '')) || isVague
  })
}

/** `src/<tier>/<domain>/<feature>/<file>` at most. */
function deepFiles(files: FileMap): string[] {
  return [...files.keys()].filter((file) => file.startsWith('src/') && file.split('/').length > 5)
}

/** Exported names that no other file imports. A namespace import uses all, `import()` the names its file mentions. */
function unusedExports(files: FileMap): string[] {
  const graph = buildImportGraph(files)
  const used = new Map<string, Set<string>>()
  for (const [file, imports] of graph)
    for (const { path, kind, names } of imports) {
      const set = used.get(path) ?? new Set<string>()
      const text = files.get(kind === 'dynamic' ? file : path) ?? ''
      for (const name of names ?? text.match(/\w+/g) ?? []) set.add(name)
      used.set(path, set)
    }
  return [...files]
    .filter(([file]) => file.startsWith('src/'))
    .flatMap(([file, text]) =>
      [...new Set(parseExports(text))]
        .filter((name) => !used.get(file)?.has(name))
        .map((name) => `${file}: ${name}`),
    )
}

/** Files that a comment names and that do not exist: `file: name`. */
function staleComments(files: FileMap): string[] {
  const names = new Set([...files.keys()].map(basename))
  const comment = /^\s*(?:\/?\*|\/\/).*|[^:'"]\/\/ .*/gm
  const fileName = /(?<![\w./*$}…-])(?:[\w-]+\/)*[a-z\d][\w.-]*\.tsx?\b/g
  return [...files].flatMap(([file, text]) =>
    [...text.matchAll(comment)]
      .flatMap(([line]) => line.match(fileName) ?? [])
      .filter((name) => !names.has(basename(name)))
      .map((name) => `${file}: ${name}`),
  )
}

const tree = readFiles('src', 'e2e', 'tools')

test('nine in ten source files have at most 300 lines', () => {
  expect(linesAtNinetiethPercentile(tree)).toBeLessThanOrEqual(300)
})

test('a file longer than the linter allows gives a reason', () => {
  expect(unexplainedLength(readFiles('src', 'e2e'))).toEqual([])
})

test('no folder has more than 30 source files', () => {
  expect(crowdedFolders(tree)).toEqual([])
})

test('a file below 60 lines has several importers or a reason', () => {
  expect(Object.keys(shortFiles).length).toBeLessThanOrEqual(25)
  const single = shortFilesWithImporters(tree, 1)
  expect(single.toSorted()).toEqual(Object.keys(shortFiles).toSorted())
})

test('files below 60 lines with two importers do not become more', () => {
  expect(shortFilesWithImporters(tree, 2).length).toBeLessThanOrEqual(51)
})

test('no import cycle exists, with type imports and import() counted', () => {
  expect(importCycles(tree)).toEqual([])
})

test('file names are kebab-case terms of the field', () => {
  expect(misnamedFiles(tree)).toEqual([])
})

test('a source file is at most three folders below src', () => {
  expect(deepFiles(tree)).toEqual([])
})

test('every export is imported by another file', () => {
  expect(unusedExports(tree).toSorted()).toEqual(requiredExports)
})

test('comments name files that exist', () => {
  expect(staleComments(readFiles('src', 'e2e'))).toEqual([])
})

// The same checks, each on a small tree with one planted violation.

const planted = (tree: Record<string, string>): FileMap => new Map(Object.entries(tree))
const lines = (count: number) => '\n'.repeat(count)
const copies = (folder: string, count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${folder}/file-${index}.ts`, '']),
  )

test('the line check reports long files and skips tests and migrations', () => {
  const short = copies('src/web/tasks', 8)
  const long = { 'src/web/tasks/a.ts': lines(301), 'src/web/tasks/b.ts': lines(301) }
  const skipped = { 'src/web/tasks/a.test.ts': lines(900), 'src/web/messages/a.ts': lines(900) }
  expect(linesAtNinetiethPercentile(planted({ ...short, ...long, ...skipped }))).toBe(301)
  expect(linesAtNinetiethPercentile(planted({ ...short, ...skipped }))).toBe(0)
})

test('the folder check reports the 31st source file, in ui the 41st', () => {
  const tests = { 'src/web/tasks/a.test.ts': '', 'src/web/tasks/test-a.ts': '' }
  expect(crowdedFolders(planted({ ...copies('src/web/tasks', 30), ...tests }))).toEqual([])
  expect(crowdedFolders(planted(copies('src/web/tasks', 31)))).toHaveLength(1)
  expect(crowdedFolders(planted(copies('src/web/ui', 40)))).toEqual([])
  expect(crowdedFolders(planted(copies('src/web/ui', 41)))).toHaveLength(1)
})

test('the depth check reports a fourth folder below src', () => {
  expect(deepFiles(planted({ 'src/a/b/c/d/e.ts': '' }))).toHaveLength(1)
})

test.each([
  ["import { x } from './short.ts'", ['src/web/short.ts']],
  ["import type { X } from '#web/short.ts'", ['src/web/short.ts']],
  ["import './short.ts'\n".repeat(2), ['src/web/short.ts']],
  ["const x = await import('./short.ts')", []],
  ["// import { x } from './short.ts'", []],
])('the single-importer check reads %j', (text, expected) => {
  const entry = `${text}${lines(60)}`
  const tree = planted({ 'src/web/main.ts': entry, 'src/web/short.ts': '' })
  expect(shortFilesWithImporters(tree, 1)).toEqual(expected)
})

test('the single-importer check skips long files, pages, rules and stores', () => {
  const names = ['long.ts', 'a-page.tsx', 'a.rules.ts', 'a.store.ts']
  const main = names.map((name) => `import './${name}'\n`).join('')
  const tree = Object.fromEntries(names.map((name) => [`src/web/${name}`, '']))
  tree['src/web/long.ts'] = lines(60)
  expect(shortFilesWithImporters(planted({ ...tree, 'src/web/main.ts': main }), 1)).toEqual([])
})

test('the importer check counts the importers of a short file', () => {
  const importer = `import { x } from './short.ts'${lines(60)}`
  const two = { 'src/web/short.ts': '', 'src/web/a.ts': importer, 'src/web/b.ts': importer }
  expect(shortFilesWithImporters(planted(two), 2)).toEqual(['src/web/short.ts'])
  const three = { ...two, 'src/web/c.ts': importer }
  expect(shortFilesWithImporters(planted(three), 2)).toEqual([])
})

test.each([
  ['/* oxlint-disable max-lines */', 1],
  ['/* oxlint-disable import/default, max-lines */', 1],
  ['/* oxlint-disable max-lines -- one table of all states */', 0],
])('the length check reads %j', (comment, reports) => {
  expect(unexplainedLength(planted({ 'src/web/a.ts': comment }))).toHaveLength(reports)
})

test.each([
  ["import { b } from './b.ts'", "import { a } from './a.ts'"],
  ["import type {\n  B,\n} from './b.ts'", "import { type A } from '#web/a.ts'"],
  ["const b = await import('./b.ts')", "import './a.ts'"],
])('the cycle check reports %j and %j', (a, b) => {
  const tree = planted({ 'src/web/a.ts': a, 'src/web/b.ts': b })
  expect(importCycles(tree)).toEqual(['src/web/a.ts → src/web/b.ts → src/web/a.ts'])
})

test.each(['keep-own.ts', 'later.tsx', 'Board.tsx', 'a.rule.ts', 'index.ts', 'utils.ts'])(
  'the name check reports %s',
  (name) => {
    expect(misnamedFiles(planted({ [`src/web/${name}`]: '' }))).toHaveLength(1)
  },
)

test('the name check reports a folder of helpers', () => {
  expect(misnamedFiles(planted({ 'src/web/helpers/a.ts': '' }))).toHaveLength(1)
})

test('the export check reports names without an importer', () => {
  const text = 'export const a = 1\nexport const b = 2\nexport interface C {}\nexport { d }\n'
  const tree = { 'src/web/a.ts': text, 'src/web/b.ts': "import { b as c } from './a.ts'" }
  expect(unusedExports(planted(tree))).toEqual(
    ['a', 'C', 'd'].map((name) => `src/web/a.ts: ${name}`),
  )
})

test('the export check counts import() and namespace imports', () => {
  const tree = {
    'src/web/a.ts': 'export const a = 1\nexport const b = 2\n',
    'src/web/b.ts': "export const c = (await import('./a.ts')).a",
    'src/web/c.ts': "import * as all from './b.ts'",
  }
  expect(unusedExports(planted(tree))).toEqual(['src/web/a.ts: b'])
})

test('the comment check reports a file that does not exist', () => {
  const tree = {
    'src/web/a.ts': '/** See `web/b.ts` and aim.ts. */\n// carry.ts agrees\nimport "./x.ts"\n',
    'src/web/b.ts': 'const a = 1 // like a.ts, *.test.ts and en-….ts\n',
  }
  expect(staleComments(planted(tree))).toEqual(['src/web/a.ts: aim.ts', 'src/web/a.ts: carry.ts'])
})
