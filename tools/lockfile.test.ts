import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

interface LockedPackage {
  optionalDependencies?: Record<string, string>
  resolved?: string
  hasInstallScript?: boolean
}

const file = path.resolve(import.meta.dirname, '../package-lock.json')
// Written by npm; only the fields of LockedPackage are read.
const { packages } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const entries = Object.entries(packages)

/** Resolves like Node: in the package, then in each parent. */
function isLocked(from: string, name: string): boolean {
  const candidate = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
  if (packages[candidate]) return true
  if (from === '') return false
  return isLocked(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

// npm silently omits platforms that its registry lacks; `npm ci` then fails on other systems.
test('the lockfile contains every optional platform package', () => {
  const missing = entries.flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(from, name))
      .map((name) => `${from} requires ${name}`),
  )
  expect(missing).toEqual([])
})

test('the lockfile resolves packages from the public registry only', () => {
  const foreign = entries.flatMap(([name, { resolved }]) =>
    resolved === undefined || resolved.startsWith('https://registry.npmjs.org/')
      ? []
      : [`${name}: ${resolved}`],
  )
  expect(foreign).toEqual([])
})

test('no package has an install script', () => {
  const withScripts = entries.filter(([, { hasInstallScript }]) => hasInstallScript)
  // fsevents is for macOS only and ships its binary.
  expect(withScripts.map(([name]) => name).filter((name) => !name.endsWith('fsevents'))).toEqual([])
})
