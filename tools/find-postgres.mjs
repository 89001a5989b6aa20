// Finds PostgreSQL for the tests: a configured server, or the programs to start a private one.
import fs from 'node:fs'
import path from 'node:path'

/** Returns `{ url }`, `{ bin }` (the folder of initdb), or undefined. */
export function findPostgres() {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL }
  const onPath = (process.env.PATH ?? '').split(path.delimiter)
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian) : []
  const packaged = versions
    .filter((version) => Number(version) >= 15)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(debian, version, 'bin'))
  const bin = [...onPath, ...packaged].find((folder) => fs.existsSync(path.join(folder, 'initdb')))
  return bin ? { bin } : undefined
}
