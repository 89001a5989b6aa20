import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** The content of `database.json`. */
interface Marker {
  state: 'creating' | 'ready'
  engine: string
}

const engineName = 'PostgreSQL 18 (embedded)'
const majorVersion = '18'

interface EngineFolder {
  readonly path: string
  readonly isNew: boolean
  /** Called when the engine is open: the folder is never initialized again. */
  markReady(): void
}

/** Never initializes a folder that is not empty, unless the first start in it was interrupted. */
export function prepareFolder(dataDir: string): EngineFolder {
  const path = join(dataDir, 'database')
  const markerPath = join(dataDir, 'database.json')
  const marker = readMarker(markerPath)

  if (marker?.state === 'ready') {
    checkVersion(path, marker)
    return { path, isNew: false, markReady: () => undefined }
  }
  // The only place that removes data: nothing is acknowledged before the marker is ready.
  if (marker?.state === 'creating') rmSync(path, { recursive: true, force: true })
  if (existsSync(path) && readdirSync(path).length > 0) {
    throw new Error(
      `The folder ${path} is not empty and is not a Workspace Admin database. Choose another DATA_DIR, or move its contents.`,
    )
  }

  writeMarker(markerPath, { state: 'creating', engine: engineName })
  mkdirSync(path, { mode: 0o700, recursive: true })
  return {
    path,
    isNew: true,
    markReady() {
      syncTree(path)
      writeMarker(markerPath, { state: 'ready', engine: engineName })
    },
  }
}

function checkVersion(path: string, marker: Marker) {
  const versionPath = join(path, 'PG_VERSION')
  const version = existsSync(versionPath) ? readFileSync(versionPath, 'utf8').trim() : undefined
  if (marker.engine === engineName && version === majorVersion) return
  throw new Error(
    version === undefined
      ? `The database in ${path} is damaged: PG_VERSION is missing. Restore a backup into an empty folder.`
      : `The database in ${path} was created by another version (${marker.engine}, ${version}). Use that version to write a backup, then restore it into an empty folder.`,
  )
}

function readMarker(path: string): Marker | undefined {
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Marker
  } catch {
    throw new Error(`The file ${path} is damaged. Restore a backup into an empty folder.`)
  }
}

function writeMarker(path: string, marker: Marker) {
  const newPath = `${path}.new`
  const file = openSync(newPath, 'w', 0o600)
  writeSync(file, `${JSON.stringify(marker)}\n`)
  fsyncSync(file)
  closeSync(file)
  renameSync(newPath, path)
  syncFolder(join(path, '..'))
}

/** The files written by initdb bypassed `FsyncGuard`. */
function syncTree(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncFile(path)
  }
  syncFolder(folder)
}

function syncFile(path: string) {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

function syncFolder(path: string) {
  if (process.platform === 'win32') return // Windows cannot open folders
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
