// `npm start`, `npm run cli` and `npm run openapi`: build if the sources changed, then run in this process, so that
// signals and the exit code are those of the program.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildOrExit, isBuilt, isStale } from './build.mjs'

const root = path.resolve(import.meta.dirname, '..')
const canBuild = fs.existsSync(path.join(root, 'node_modules/vite'))

if (isStale() && canBuild) buildOrExit()
else if (!isBuilt()) {
  process.stderr.write('Packages are not installed. Run `npm ci` first.\n')
  process.exit(1)
}

const [first, ...rest] = process.argv.slice(2)
const args = first === 'cli' ? rest : process.argv.slice(2)
const entry = path.join(root, 'dist/service', first === undefined ? 'main.js' : 'cli.js')
process.argv.splice(1, Infinity, entry, ...args)
await import(pathToFileURL(entry).href)
