import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

interface Locked {
  optionalDependencies?: Record<string, string>
  resolved?: string
  hasInstallScript?: boolean
}

const file = path.resolve(import.meta.dirname, '../package-lock.json')
// The lockfile is npm's own; only the three fields above are read.
const { packages } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
  packages: Record<string, Locked>
}
const entries = Object.entries(packages)

/** Looks where Node would: beside the package, then upwards. */
function isLocked(from: string, name: string): boolean {
  const here = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
  if (packages[here]) return true
  if (from === '') return false
  return isLocked(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

// npm leaves out, without a word, the platforms that a registry does not carry; `npm ci` then fails elsewhere.
test('every platform part that a package may need is in the lockfile', () => {
  const missing = entries.flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(from, name))
      .map((name) => `${from} wants ${name}`),
  )
  expect(missing).toEqual([])
})

test('packages come from the public registry only', () => {
  const strangers = entries.flatMap(([name, { resolved }]) =>
    resolved === undefined || resolved.startsWith('https://registry.npmjs.org/')
      ? []
      : [`${name}: ${resolved}`],
  )
  expect(strangers).toEqual([])
})

test('no package runs a script when it is installed', () => {
  const scripted = entries.filter(([, { hasInstallScript }]) => hasInstallScript)
  // fsevents exists on macOS only and ships its binary.
  expect(scripted.map(([name]) => name).filter((name) => !name.endsWith('fsevents'))).toEqual([])
})
