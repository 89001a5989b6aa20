import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'

export interface StaticFile {
  readonly path: string
  readonly type: string
  /** Its name changes with its content. */
  readonly isHashed: boolean
  /** What was compressed beside it at the build, by encoding: the ending of its name. */
  readonly encodings: ReadonlyMap<string, string>
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}
/** The best one first. */
const compressed = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Everything under `folder` that has an address, by that address: no other file is ever opened. */
export function filesIn(folder: string): ReadonlyMap<string, StaticFile> {
  const names = new Set([
    ...readdirSync(folder),
    ...readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`),
  ])
  const found = [...names].filter((name) => extname(name) in types)
  return new Map(
    found.map((name) => [
      `/${name}`,
      {
        path: join(folder, name),
        type: types[extname(name)] ?? '',
        isHashed: name.startsWith('assets/'),
        encodings: new Map(compressed.filter(([, ending]) => names.has(name + ending))),
      },
    ]),
  )
}

/** What the caller can read and we have; undefined for the file as it is. */
export function encodingOf({ encodings }: StaticFile, accepted = ''): string | undefined {
  const read = accepted.split(',').map((one) => one.trim())
  return [...encodings.keys()].find((encoding) => read.includes(encoding))
}
