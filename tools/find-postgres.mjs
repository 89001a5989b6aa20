// Where PostgreSQL is for the tests: a server that is given, or the programs to start a private one.
import fs from 'node:fs'
import path from 'node:path'

/** `{ url }`, `{ bin }` (the folder that holds initdb), or undefined when this machine has neither. */
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
