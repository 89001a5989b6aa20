import type { WrittenContact } from '#client/importers/contacts/contact-diff.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { DATABASE } from '#web/session/storage.ts'
import type { FileFormat, ImportChoices, RunTarget } from './worker-api.ts'

/** Everything that continues an import after a reload. */
interface SavedImport {
  readonly name: string
  readonly content: Blob | string
  readonly format: FileFormat
  readonly choices: ImportChoices
  readonly target: RunTarget
}

/** Rows that the service imports as one job, by their position among those that it can read. */
export interface ServicePart {
  /** The same for every attempt, so that a repeated request starts no second job. */
  readonly key: string
  readonly first: number
  readonly end: number
  /** Of the job, once the service has accepted the rows. */
  id?: string
  /** As the service returned it last. */
  job?: ResponseBody<'GET /lists/:list_id/imports/:import_id'>
}

/**
 * Contacts by their first row, which is the same whenever the file is read. Entries of older versions, under other names, are
 * ignored: what they wrote is found on the list.
 */
export interface LogEntry {
  readonly accepted?: readonly (readonly [row: number, contact: WrittenContact])[]
  /** Contacts that the service rejected: when they are on the list later, others may have added them. */
  readonly rejected?: readonly number[]
  /** Contacts that were not there before and are in the request that is sent now. */
  readonly sending?: readonly number[]
  /** A part as it was then; a later entry of its key replaces it. */
  readonly part?: ServicePart
}

const [IMPORTS, ENTRIES] = ['imports', 'entries']

/** An import in the browser's own database. Without one, an import works and cannot be continued after a reload. */
export interface ImportLog {
  readonly append: (entry: LogEntry) => Promise<void>
  readonly load: () => Promise<{ saved: SavedImport; entries: LogEntry[] } | undefined>
  readonly save: (saved: SavedImport) => Promise<void>
  readonly remove: () => Promise<void>
}

export function openImportLog(id: string): ImportLog {
  const range = () => IDBKeyRange.bound([id], [id, []])
  let count = 0
  return {
    append: async (entry) => {
      await transact('readwrite', ({ entries }) => entries.put(entry, [id, (count += 1)]))
    },
    save: async (saved) => {
      await transact('readwrite', ({ imports, entries }) => {
        removeAbandoned({ imports, entries }, saved.choices.now)
        return imports.put(saved, id)
      })
    },
    remove: async () => {
      await transact('readwrite', ({ imports, entries }) => {
        imports.delete(id)
        return entries.delete(range())
      })
    },
    load: async () => {
      const saved = await transact('readonly', ({ imports }) => imports.get(id))
      const entries = await transact('readonly', (stores) => stores.entries.getAll(range()))
      if (saved === undefined || entries === undefined) return undefined
      count = entries.length
      // Only `save` and `append` write these stores.
      return { saved: saved as SavedImport, entries: entries as LogEntry[] }
    },
  }
}

const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** Removes what no tab continued for a day. Another tab may be about to continue a later import. */
function removeAbandoned({ imports, entries }: Stores, now: string) {
  const oldest = new Date(Date.parse(now) - MAX_AGE_MS).toISOString()
  const request: IDBRequest<IDBCursorWithValue | null> = imports.openCursor()
  request.onsuccess = () => {
    const cursor = request.result
    if (!cursor) return
    // Only `save` writes this store.
    const { choices } = cursor.value as SavedImport
    if (choices.now < oldest) {
      cursor.delete()
      entries.delete(IDBKeyRange.bound([cursor.key], [cursor.key, []]))
    }
    cursor.continue()
  }
}

interface Stores {
  readonly imports: IDBObjectStore
  readonly entries: IDBObjectStore
}

/** Undefined where the browser refuses to keep anything. */
async function transact<T>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    database ??= openDatabase()
    const transaction = (await database).transaction([IMPORTS, ENTRIES], mode)
    const stores = {
      imports: transaction.objectStore(IMPORTS),
      entries: transaction.objectStore(ENTRIES),
    }
    return await settle(work(stores))
  } catch {
    return undefined
  }
}

let database: Promise<IDBDatabase> | undefined

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(IMPORTS)
    request.result.createObjectStore(ENTRIES)
  }
  const opened = await settle(request)
  // It is deleted: someone signs out in another tab.
  opened.onversionchange = () => opened.close()
  return opened
}

const settle = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser keeps no data.'))
  })
