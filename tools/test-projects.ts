import fs from 'node:fs'
import path from 'node:path'

// A test that needs the database says so by importing a test-*.ts of the service; it then runs on both engines.
const fromElsewhere = /from '#service\/[\w/-]+\/test-[\w-]+\.ts'/
const fromBeside = /from '\.\/test-[\w-]+\.ts'/

const root = path.resolve(import.meta.dirname, '..')

function testFiles(): string[] {
  return ['src', 'tools'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
  )
}

// These start engines and processes of their own, which takes longer than all the other tests without a database.
const startsEngines = [
  'src/service/db/embedded/embedded-engine.test.ts',
  'src/service/db/embedded/folder-lock.test.ts',
]

/** The ways tests run: `unit` without a database, `engine` starts its own, then the same API tests on each engine. */
export function testProjects() {
  const files = testFiles()
  const database = files.filter((file) => {
    const text = fs.readFileSync(path.join(root, file), 'utf8')
    return fromElsewhere.test(text) || (file.startsWith('src/service/') && fromBeside.test(text))
  })
  const built: string[] = files.filter((file) => file === 'tools/bundle.test.ts')
  const engine = files.filter((file) => startsEngines.includes(file))
  const elsewhere = [...database, ...built, ...engine]
  const unit = files.filter((file) => !elsewhere.includes(file))
  const project = (name: string, include: string[], more = {}) => ({
    extends: true as const,
    test: { name, include: include.length > 0 ? include : ['none'], ...more },
  })
  // No test leaves in its process what another could meet, so the files of a project share two: loading every module
  // again for each file cost as much as the tests. Processes, as a thread cannot be given a time zone.
  const shared = { isolate: false, pool: 'forks' }
  const onEngine = (engine: string) =>
    project(engine, database, {
      ...shared,
      env: { TEST_ENGINE: engine },
      globalSetup: ['tools/vitest-databases.ts'],
    })
  return [
    project('unit', unit, shared),
    project('engine', engine),
    onEngine('embedded'),
    onEngine('postgres'),
    project('built', built),
  ]
}
