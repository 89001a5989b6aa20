import { formatNote } from '#client/importers/core/import-notes.ts'
import type { ContactImport } from '#contract/email/contact-files.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { requireList } from '#service/email/contacts/contacts.ts'
import { conflict, orNotFound } from '#service/refusal.ts'
import {
  countUnfinishedImports,
  findImport,
  finishImport,
  insertImport,
  lockImport,
} from './contact-imports.store.ts'
import { checkFile, packText } from './import-file.ts'
import { readNotes } from './import-part.ts'

/** Each keeps its file until it ends. */
const maxUnfinished = 20

export const contactImportVerbs = {
  async 'POST /lists/:list_id/imports'({ db, now, caller }, { list_id, ...input }) {
    const list = await requireList(db, list_id)
    const { text, settings, start, ...found } = await checkFile(input, list, now)
    if (list.archived)
      throw conflict('list_archived', 'This list is archived. Restore it to add contacts.')
    if ((await countUnfinishedImports(db)) >= maxUnfinished)
      throw conflict('limit_reached', `At most ${maxUnfinished} imports can run at a time.`)
    const id = newId('imp', now)
    await insertImport(db, {
      id,
      list_id,
      dry_run: input.dry_run,
      file_name: input.file_name ?? null,
      settings,
      file: await packText(text),
      next_offset: start?.offset ?? text.length,
      next_row: start?.row ?? 1,
      ...found,
      key_id: caller.key_id,
      now,
    })
    return requireImport(db, list_id, id)
  },

  async 'GET /lists/:list_id/imports/:import_id'({ db }, { list_id, import_id }) {
    return requireImport(db, list_id, import_id)
  },

  async 'DELETE /lists/:list_id/imports/:import_id'(
    { db, now, expectVersion },
    { list_id, import_id },
  ) {
    // Waits for the part that is being written.
    const found = orNotFound(await lockImport(db, list_id, import_id), 'import', import_id)
    expectVersion(found)
    if (found.status === 'cancelled') return undefined
    if (found.finished_at !== null)
      throw conflict('import_finished', 'This import has ended, so it cannot be stopped.')
    await finishImport(db, { id: import_id, status: 'cancelled', error: null }, now)
    return undefined
  },
} satisfies Partial<Verbs>

export async function requireImport(
  db: WorkspaceDb,
  list_id: string,
  import_id: string,
): Promise<ContactImport> {
  const found = orNotFound(await findImport(db, list_id, import_id), 'import', import_id)
  const notes = readNotes(found.notes).map(({ row = null, ...note }) => ({
    ...{ ...note, row },
    params: { ...note.params },
    message: formatNote(note),
  }))
  return { ...found, notes }
}
