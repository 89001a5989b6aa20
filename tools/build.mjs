// `npm run build`: builds the dashboard and the service into dist, precompresses text assets and stores an empty database.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '..')
const sources = [
  'src',
  'public',
  'index.html',
  'docs/guides',
  'vite.config.ts',
  'tools/public-document.ts',
  'tailwind.config.js',
  'package-lock.json',
]
// Written by a successful build, dated when it started.
const stamp = path.join(root, 'dist/built')

const newest = (file) => {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (!stat || /\.test\.tsx?$/.test(file)) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(...fs.readdirSync(file).map((name) => newest(path.join(file, name))))
}

export const isBuilt = () => fs.existsSync(stamp)

export function isStale() {
  const built = fs.statSync(stamp, { throwIfNoEntry: false })
  return !built || sources.some((source) => newest(path.join(root, source)) > built.mtimeMs)
}

export function build() {
  const started = new Date()
  const env = { ...process.env, NODE_ENV: 'production' }
  const steps = [
    ['node_modules/vite/bin/vite.js', 'build'],
    ['node_modules/vite/bin/vite.js', 'build', '--ssr'],
    ['tools/precompress.mjs'],
    ['tools/engine-template.mjs'],
  ]
  fs.rmSync(stamp, { force: true })
  for (const step of steps) {
    const done = spawnSync(process.execPath, step, { cwd: root, encoding: 'utf8', env })
    if (done.status !== 0) return { ok: false, output: `${done.stdout}${done.stderr}` }
  }
  fs.writeFileSync(stamp, `${started.toISOString()}\n`)
  fs.utimesSync(stamp, started, started)
  return { ok: true, output: '' }
}

/** Builds, reports it in one line, and exits the process when the build fails. */
export function buildOrExit() {
  process.stderr.write('Building … ')
  const started = Date.now()
  const { ok, output } = build()
  if (!ok) {
    process.stderr.write(`failed.\n${output}`)
    process.exit(1)
  }
  process.stderr.write(`done in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildOrExit()
