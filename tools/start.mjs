// `npm start`, `npm run cli` and `npm run openapi`: build when the sources are newer than the last build, then run in
// this very process, so signals and the exit code are the program's own.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildAloud, isBuilt, isStale } from './build.mjs'

const root = path.resolve(import.meta.dirname, '..')
const canBuild = fs.existsSync(path.join(root, 'node_modules/vite'))

if (isStale() && canBuild) buildAloud()
else if (!isBuilt()) {
  process.stderr.write('The packages are missing. Run `npm ci` first.\n')
  process.exit(1)
}

const [first, ...rest] = process.argv.slice(2)
const words = first === 'cli' ? rest : process.argv.slice(2)
const entry = path.join(root, 'dist/service', first === undefined ? 'main.js' : 'cli.js')
process.argv.splice(1, Infinity, entry, ...words)
await import(pathToFileURL(entry).href)
