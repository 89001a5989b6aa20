// `npm start` and `npm run cli`: build when the sources are newer than the last build, then run in this process,
// so signals and the exit code are the service's own.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '..')
const sources = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'tailwind.config.js',
  'package-lock.json',
]
// Written last by a build that went through; its age is the age of the build.
const stamp = path.join(root, 'dist/built')

const newest = (file) => {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(
    stat.mtimeMs,
    ...fs.readdirSync(file).map((name) => newest(path.join(file, name))),
  )
}

export const isStale = () => {
  const built = fs.statSync(stamp, { throwIfNoEntry: false })
  return !built || sources.some((source) => newest(path.join(root, source)) > built.mtimeMs)
}

/** The build of this checkout; its output is shown only when it fails. */
export function build() {
  const started = new Date()
  const steps = [
    ['node_modules/vite/bin/vite.js', 'build'],
    ['node_modules/vite/bin/vite.js', 'build', '--ssr'],
    ['tools/precompress.mjs'],
  ]
  fs.rmSync(stamp, { force: true })
  for (const step of steps) {
    const env = { ...process.env, NODE_ENV: 'production' }
    const done = spawnSync(process.execPath, step, { cwd: root, encoding: 'utf8', env })
    if (done.status !== 0) return { ok: false, output: `${done.stdout}${done.stderr}` }
  }
  fs.writeFileSync(stamp, `${started.toISOString()}\n`)
  fs.utimesSync(stamp, started, started)
  return { ok: true, output: '' }
}

function buildWhenStale() {
  if (!isStale()) return
  if (!fs.existsSync(path.join(root, 'node_modules/vite'))) {
    if (fs.existsSync(stamp)) return
    console.error('The packages are missing. Run `npm ci` first.')
    process.exit(1)
  }
  process.stderr.write('Building, once for these sources … ')
  const started = Date.now()
  const { ok, output } = build()
  if (!ok) {
    process.stderr.write(`failed.\n${output}`)
    process.exit(1)
  }
  process.stderr.write(`done in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  buildWhenStale()
  const [first, ...rest] = process.argv.slice(2)
  const commands = first === 'cli' ? rest : process.argv.slice(2)
  const entry = first === undefined ? 'main.js' : 'cli.js'
  process.argv.splice(1, Infinity, path.join(root, 'dist/service', entry), ...commands)
  await import(pathToFileURL(process.argv[1]).href)
}
