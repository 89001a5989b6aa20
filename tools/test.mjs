// `npm test`: every part, one line each, a table of the slowest tests and one sum at the end. `--fast` leaves out PostgreSQL,
// the build and the browser; `--only NAME` runs one part.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { build, isStale } from './build.mjs'
import { findBrowser } from './find-browser.mjs'
import { findPostgres } from './find-postgres.mjs'
import { countPlaywright, countVitest, formatTimes } from './test-counts.mjs'
import { writeBorders } from './write-borders.mjs'

const root = path.resolve(import.meta.dirname, '..')
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'test-'))
const { values: options, positionals } = parseArgs({
  options: { fast: { type: 'boolean' }, only: { type: 'string' } },
  allowPositionals: true,
})

function run(tool, args, env = {}) {
  const child = spawn(process.execPath, [path.join('node_modules', tool), ...args], {
    cwd: root,
    env: { ...process.env, ...env, FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, output: Buffer.concat(output).toString() }))
  })
}

const nothing = { passed: 1, failed: 0, skipped: [], output: '' }

const one = ({ code, output }) => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  skipped: [],
  output,
})

async function vitest(projects, more = [], env = {}, command = ['run']) {
  const report = path.join(scratch, `${projects}.json`)
  const chosen = projects.split(',').flatMap((project) => ['--project', project])
  const args = [...command, ...chosen, '--passWithNoTests', ...more, ...positionals]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const done = await run('vitest/vitest.mjs', [...args, ...reporters], env)
  return countVitest(report, done)
}

const noPostgres = 'no PostgreSQL programs on this machine'

async function postgres() {
  if (findPostgres()) return vitest('postgres')
  const list = path.join(scratch, 'list.json')
  await run('vitest/vitest.mjs', ['list', '--project', 'postgres', `--json=${list}`])
  const tests = fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, 'utf8')) : []
  const reason = `${noPostgres} and TEST_DATABASE_URL is not set`
  return {
    passed: 0,
    failed: 0,
    skipped: tests.map(({ name }) => `${name}: ${reason}`),
    output: '',
  }
}

/** The most tests that may run on the public API, see decision 027. */
const MOST_PUBLIC = 100

async function browser(...projects) {
  const report = path.join(scratch, 'browser.json')
  if (isStale()) {
    const { ok, output } = build()
    if (!ok) return one({ code: 1, output })
  }
  const hasPublic = Boolean(findPostgres()?.bin)
  const skipped = hasPublic ? [] : [`pages on the public API: ${noPostgres}`]
  if (projects.includes('public') && !hasPublic)
    return { passed: 0, failed: 0, skipped, output: '' }
  const env = { E2E_BROWSER: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const chosen = projects.map((project) => `--project=${project}`)
  const args = ['test', '--reporter=line,json', ...chosen, ...positionals]
  const counts = countPlaywright(report, await run('@playwright/test/cli.js', args, env))
  const onPublic = counts.tests.filter(({ project }) => project === 'public').length
  if (onPublic > MOST_PUBLIC) {
    counts.failed += 1
    counts.failures.push(`${onPublic} tests run on the public API, and ${MOST_PUBLIC} may`)
  }
  return { ...counts, skipped: [...counts.skipped, ...skipped] }
}

// Both are Go programs, which collect garbage too often by default: a third less processor time for types.
const goSettings = { GOGC: '800' }

// Hardly any collection of garbage, because each program is dropped before the next one: a twentieth less than with 800.
const types = () =>
  checkUnchecked('types', differencesOfOne, async (changed) => {
    const isTyped = (file) => /\.(ts|tsx|mts|json)$/.test(file)
    if (changed && !changed.some(isTyped)) return nothing
    // More threads read the same files again, and with two processors they take from lint and unit tests what they gain.
    const threads = os.availableParallelism() > 2 ? [] : ['--builders', '1', '--checkers', '1']
    const args = ['-b', '--pretty', 'false', ...threads]
    return one(await run('typescript/bin/tsc', args, { GOGC: '2000' }))
  })

/** Rules that need types take ten times as long as all others: `check` applies them to what no run has passed as it is. */
async function lint() {
  writeBorders()
  const oxlint = (args) => run('oxlint/bin/oxlint', args, goSettings)
  const plain = options.fast ? one(await oxlint([])) : undefined
  if (plain?.failed > 0) return plain
  return checkUnchecked('lint', differencesOfAll, async (changed) => {
    const files = changed && existing(changed, /\.(ts|tsx|mts|mjs)$/)
    if (files === undefined) return one(await oxlint(['--type-aware']))
    // One process resolves types with one processor.
    const isTest = (file) => /^(e2e|tools)\/|\.test\.|\/test-/.test(file)
    const halves = [files.filter(isTest), files.filter((file) => !isTest(file))]
    const results = await Promise.all(
      halves.filter(({ length }) => length > 0).map((half) => oxlint(['--type-aware', ...half])),
    )
    const output = results.map((result) => result.output).join('')
    return one({ code: results.some(({ code }) => code !== 0) ? 1 : 0, output })
  })
}

const format = () =>
  checkUnchecked('format', differencesOfAll, async (changed) => {
    const files = changed && existing(changed, /\.(ts|tsx|mts|mjs|css|json)$/)
    const args = ['--check', '--no-error-on-unmatched-pattern', ...(files ?? [])]
    return files?.length === 0 ? nothing : one(await run('oxfmt/bin/oxfmt', args))
  })

const existing = (files, pattern) =>
  files.filter((file) => pattern.test(file) && fs.existsSync(path.join(root, file)))

/** `check` runs the tests that import or read a file which differs from `origin/main`, where all pass, and has changed since all passed here. */
const unit = () =>
  checkUnchecked('unit', differencesOfOne, (changed) => {
    if (changed === undefined) return vitest('unit')
    if (changed.length === 0) return { ...nothing, passed: 0 }
    const reached = [...existing(changed, /\.\w+$/), ...testsThatRead(changed)]
    return vitest('unit', ['--run'], {}, ['related', ...reached])
  })

/** The tests that read one of these files, and support with which tests may. */
function testsThatRead(changed) {
  const candidates = ['*.test.ts', '*/test-*.ts', 'tools/*.ts']
  const files = git(['grep', '-lE', String.raw`import\.meta\.(url|dirname)`, '--', ...candidates])
  return (files?.split('\n') ?? []).filter((test) => {
    const text = fs.readFileSync(path.join(root, test), 'utf8')
    const addresses = [...text.matchAll(/new URL\(\s*['`]([^'`$]+)[^'`]*['`],\s*import\.meta/g)]
    // One that names its files in another way may read any.
    if (addresses.length < text.split('import.meta.').length - 1) return true
    const starts = addresses.map(([, start]) => path.posix.join(path.posix.dirname(test), start))
    return starts.some((start) => changed.some((file) => file.startsWith(start)))
  })
}

/**
 * Hands `check` the files that may be wrong, undefined where that cannot be known and without `--fast`. Of a success, and of
 * what a new clone takes as passed, the files are stored where `npm ci` does not delete them.
 */
async function checkUnchecked(name, selectFiles, check) {
  const memory = git(['rev-parse', '--path-format=absolute', '--git-path', `checked-${name}`])
  const now = saveTree()
  const last = memory && fs.existsSync(memory) ? fs.readFileSync(memory, 'utf8') : undefined
  const save = (tree) => memory && tree && fs.writeFileSync(memory, tree)
  // A new clone takes what is committed as passed, which nothing proves; lint and format only where it has no origin.
  // Stored also where the check fails: a commit does not repair it.
  const base = mergeBase()
  const takesCommitted = selectFiles === differencesOfOne || base === undefined
  const passed = last ?? (takesCommitted ? git(['rev-parse', 'HEAD^{tree}']) : undefined)
  if (options.fast) save(passed)
  const isSettings = (state) => (file) =>
    settingsFiles[name].some((pattern) => pattern.test(file)) &&
    !(packages.test(file) && onlyAddsPackages(state, now))
  const lists = [passed, base].flatMap((state) => {
    const files = changedFiles(state, now)
    return files && !files.some(isSettings(state)) ? [files] : []
  })
  const result = await check(options.fast ? selectFiles(lists) : undefined)
  if (result.failed === 0 && positionals.length === 0) save(now)
  return result
}

/** A file that is as in one of the states is right, wherever the others are from: for checks of one file by itself. */
const differencesOfAll = ([first, ...others]) =>
  first?.filter((file) => others.every((files) => files.includes(file)))

/** Files of two states may not fit together: for checks across files, which start from the nearest state. */
const differencesOfOne = (lists) => lists.toSorted((one, other) => one.length - other.length)[0]

const packages = /^package(-lock)?\.json$/
/** What decides about other files, by part: where one of them has changed, that part knows nothing about any file. */
const settingsFiles = {
  types: [packages, /(^|\/)tsconfig[^/]*\.json$/],
  // The borders need no types: the rules without types look at every file anyway.
  lint: [packages, /(^|\/)(tsconfig[^/]*|\.oxlintrc)\.json$/],
  format: [packages, /(^|\/)\.oxfmtrc\.json$/],
  unit: [
    packages,
    /(^|\/)tsconfig[^/]*\.json$/,
    /^(vite\.config\.ts|tools\/test(-projects\.ts|\.mjs))$/,
  ],
}

const git = (args, env = {}) => {
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return status === 0 ? stdout.trim() : undefined
}

/** A new package decides only about files that import it, which have changed as well, unless it declares types for all. */
function onlyAddsPackages(state, now) {
  const texts = ['package.json', 'package-lock.json'].flatMap((file) =>
    [state, now].map((tree) => git(['show', `${tree}:${file}`])),
  )
  if (texts.includes(undefined)) return false
  const [settingsBefore, settingsAfter, before, after] = texts.map((text) => JSON.parse(text))
  const others = { dependencies: undefined, devDependencies: undefined, scripts: undefined }
  const settingsOf = (text) => JSON.stringify({ ...text, ...others })
  const isSame = ([name, one]) =>
    name === '' || JSON.stringify(one) === JSON.stringify(after.packages[name])
  const isForImporters = (name) => name in before.packages || !name.includes('/@types/')
  return (
    settingsOf(settingsBefore) === settingsOf(settingsAfter) &&
    Object.entries(before.packages).every(isSame) &&
    Object.keys(after.packages).every(isForImporters)
  )
}

/** Where this branch left `origin/main`, or what its origin has in its place; undefined without either and outside a repository. */
const mergeBase = () =>
  git(['merge-base', 'origin/main', 'HEAD']) ?? git(['merge-base', 'origin/HEAD', 'HEAD'])

/** Stores all files as they are now, committed or not, tracked or not, as a tree of git. Undefined outside a repository. */
function saveTree() {
  const own = path.join(root, 'node_modules/.cache/checked-index')
  const index = git(['rev-parse', '--path-format=absolute', '--git-path', 'index'])
  if (index === undefined || !fs.existsSync(index)) return undefined
  fs.mkdirSync(path.dirname(own), { recursive: true })
  // It has the times of the files, so that only those are read that have changed since.
  fs.copyFileSync(index, own)
  const env = { GIT_INDEX_FILE: own }
  return git(['add', '--all'], env) === undefined ? undefined : git(['write-tree'], env)
}

/** With deleted ones. Undefined where git has one of the states no more. */
function changedFiles(state, now) {
  if (state === undefined || now === undefined) return undefined
  const differences = ['diff', '--name-only', '--no-renames', state, now]
  return git(differences)?.split('\n').filter(Boolean)
}

/** Of the tests that start engines, those that what is not committed can affect. */
async function reached() {
  const changed = changedFiles('HEAD', saveTree()) ?? []
  if (!changed.some((file) => /\.(ts|tsx|mts|mjs)$/.test(file))) return { ...nothing, passed: 0 }
  return vitest('engine,embedded', ['--changed'])
}

const parts = {
  types,
  lint,
  format,
  documents: async () => one(await run('../tools/check-docs.mjs', [])),
  unit,
  component: async () => vitest('component', [], { E2E_BROWSER: await findBrowser() }),
  engine: () => vitest('engine'),
  embedded: () => vitest('embedded'),
  reached,
  postgres,
  build: async () => {
    const { ok, output } = build()
    return one({ code: ok ? 0 : 1, output })
  },
  bundle: () => vitest('built'),
  browser: () => browser(),
  // A part of the browser tests.
  public: () => browser('public'),
}
// The lanes of a group run beside each other, one group after the other. A browser test needs both processors.
const fast = [[['types'], ['lint', 'format', 'documents', 'unit']]]
const whole = [
  [
    ['types', 'lint', 'format', 'documents', 'unit', 'component', 'engine'],
    ['build', 'bundle', 'postgres', 'embedded'],
  ],
  [['browser']],
]
const chosen = options.only ? [[[options.only]]] : options.fast ? fast : whole

const sum = { passed: 0, failed: 0, failures: [], skipped: [], flaky: [] }
const times = { parts: [], tests: [] }
const ran = new Set()

async function runPart(name) {
  const started = Date.now()
  // A part that cannot run fails, and the others go on.
  const result = await parts[name]().catch(({ message }) => one({ code: 1, output: message }))
  const {
    passed,
    failed,
    failures = [],
    skipped,
    flaky = [],
    output,
    ran: passing = [],
    tests = [],
  } = result
  if (failed > 0) process.stdout.write(`\n${output.trimEnd()}\n\n`)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const counts = `${passed} passed, ${failed} failed, ${skipped.length} skipped`
  process.stdout.write(`${name.padEnd(10)} ${counts}  (${seconds} s)\n`)
  times.parts.push({ name, tests: passed + failed, seconds })
  times.tests.push(...tests.map((test) => ({ ...test, part: name })))
  sum.passed += passed
  sum.failed += failed
  sum.failures.push(...failures.map((test) => ({ part: name, test })))
  sum.skipped.push(...skipped.map((test) => ({ part: name, test })))
  sum.flaky.push(...flaky.map((test) => ({ part: name, test })))
  for (const test of passing) ran.add(test)
}

if (chosen.flat(2).some((name) => !parts[name])) {
  process.stderr.write(
    `There is no part called ${options.only}: ${Object.keys(parts).join(', ')}.\n`,
  )
  process.exit(2)
}
for (const lanes of chosen)
  await Promise.all(
    lanes.map(async (lane) => {
      for (const name of lane) await runPart(name)
    }),
  )
fs.rmSync(scratch, { recursive: true })

// docs/performance.md keeps this table.
if (chosen === whole) process.stdout.write(`\n${formatTimes(times)}\n\n`)

// What one engine leaves out and the other ran is about that other engine.
for (const { part, test } of sum.skipped) {
  const reason = ran.has(test) ? ' (made for the other engine, where it passed)' : ''
  process.stdout.write(`skipped, ${part}: ${test}${reason}\n`)
}
// Counted as passed, never hidden.
for (const { part, test } of sum.flaky) {
  process.stdout.write(`flaky, ${part}: ${test} (passed when it was retried)\n`)
}
// Again at the end, where a reader of a long log starts.
for (const { part, test } of sum.failures) process.stdout.write(`failed, ${part}: ${test}\n`)
const skipped = sum.skipped.length > 0 ? `, ${sum.skipped.length} skipped` : ''
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed${skipped}\n`)
process.exitCode = sum.failed > 0 ? 1 : 0
