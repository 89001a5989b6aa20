import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Plugin, PluginOption } from 'vite'

import { browserCommands } from './browser-commands.ts'
import { findInstalledBrowser, launchOptions } from './find-browser.mjs'
import { findPostgres } from './find-postgres.mjs'

// A test that imports a test-*.ts of the service needs a database. It runs on PostgreSQL, and on the embedded engine as well
// when its first line says so, when there is no PostgreSQL, and with ALL_ENGINES=1; see decision 027.
const importsFromService = /from '#service\/[\w/-]+\/test-[\w-]+\.ts'/
const importsFromFolder = /from '\.\/test-[\w-]+\.ts'/

const runsOnBoth = /^\/\/ Runs on both engines: /

const root = path.resolve(import.meta.dirname, '..')

function testFiles(): string[] {
  return ['src', 'tools'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
  )
}

// These start their own engines and processes, or try hundreds of changed files, and take longer than all other tests
// without a database: `check` leaves them to `npm test`.
const engineTests = [
  'src/client/importers/completeness.test.ts',
  'src/service/db/embedded/embedded-engine.test.ts',
  'src/service/db/embedded/folder-lock.test.ts',
]

// These read what `npm run build` wrote.
const builtTests = ['tools/built-service.test.ts', 'tools/bundle.test.ts']

/** Some tests use the gallery, whose routes the production build omits. */
const withGallery: Plugin = {
  name: 'with-gallery',
  configResolved: ({ env }) => void (env['DEV'] = true),
}

/** Tests of components run in Chromium, in a page for each of two workers. */
const componentProject = async (include: string[], browser: string, plugins: PluginOption) => ({
  extends: true as const,
  plugins: [plugins, withGallery],
  // Found before the first test: a package found later would reload the page under a running test.
  optimizeDeps: {
    entries: ['src/web/main.tsx', ...include],
    include: ['axe-core', 'react/jsx-dev-runtime', 'react/jsx-runtime'],
  },
  test: {
    name: 'component',
    include,
    isolate: false,
    // First, as in main.tsx: whichever sheet is first decides the order of the layers.
    setupFiles: ['src/web/styles.css'],
    // For a busy machine, as in playwright.config.ts.
    testTimeout: 60_000,
    retry: process.env['CI'] ? 1 : 0,
    browser: {
      enabled: true,
      headless: true,
      // Runs of several checkouts take the next free port.
      api: { strictPort: false },
      screenshotFailures: false,
      viewport: { width: 1440, height: 900 },
      provider: (await import('@vitest/browser-playwright')).playwright({
        launchOptions: launchOptions(browser),
        contextOptions: {
          viewport: { width: 1440, height: 900 },
          locale: 'en-GB',
          timezoneId: 'Europe/Berlin',
        },
      }),
      commands: browserCommands,
      instances: [{ browser: 'chromium' as const }],
    },
  },
})

/**
 * The names after `--project`, undefined without any and with a pattern. Vitest prepares each project before it leaves out
 * those that are not named, which takes longer than most test files.
 */
function chosenProjects() {
  const { values } = parseArgs({
    options: { project: { type: 'string', multiple: true } },
    strict: false,
  })
  const names = values.project?.map(String)
  return names?.every((name) => /^\w+$/.test(name)) ? names : undefined
}

/** Vitest projects: `unit` without a database, `engine` with its own, and API tests on each engine. */
export async function testProjects(pagePlugins: () => PluginOption) {
  const names = chosenProjects()
  // Alone they run with the build of React that people get, in about half the time. `act` is not part of it.
  if (names?.join() === 'component') process.env['NODE_ENV'] = 'production'
  const isChosen = (name: string) => names?.includes(name) ?? true
  const files = testFiles()
  const textOf = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
  const database = files.filter((file) => {
    const text = textOf(file)
    return (
      importsFromService.test(text) ||
      (file.startsWith('src/service/') && importsFromFolder.test(text))
    )
  })
  const onlyOne = findPostgres() !== undefined && !process.env['ALL_ENGINES']
  const embedded = onlyOne ? database.filter((file) => runsOnBoth.test(textOf(file))) : database
  const built = files.filter((file) => builtTests.includes(file))
  const engine = files.filter((file) => engineTests.includes(file))
  const others = [...database, ...built, ...engine]
  const component = files.filter((file) => file.endsWith('.test.tsx'))
  // Only `npm test` installs one: every run of Vitest reads this.
  const browser = isChosen('component') ? await findInstalledBrowser() : undefined
  const unit = files.filter((file) => !others.includes(file) && !component.includes(file))
  const project = (name: string, include: string[], more = {}) => ({
    extends: true as const,
    test: { name, include: include.length > 0 ? include : ['none'], ...more },
  })
  // Files share two processes: loading every module again per file took as long as the tests. Not threads, which cannot
  // set a time zone.
  const shared = { isolate: false, pool: 'forks' }
  const onEngine = (engine: string, include: string[]) =>
    project(engine, include, {
      ...shared,
      env: { TEST_ENGINE: engine },
      globalSetup: ['tools/vitest-databases.ts'],
    })
  return [
    project('unit', unit, shared),
    ...(browser === undefined ? [] : [await componentProject(component, browser, pagePlugins())]),
    project('engine', engine),
    onEngine('embedded', embedded),
    onEngine('postgres', database),
    project('built', built),
  ].filter(({ test }) => isChosen(test.name))
}
