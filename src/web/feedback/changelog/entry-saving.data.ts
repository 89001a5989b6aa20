import { asApiError, type ApiError } from '#client/api-error.ts'
import type { ChangelogEntry as Entry } from '#client/resources.ts'
import type { MutationResult } from '#web/session/mutations/mutation.ts'
import type { KeySession } from '#web/session/session.ts'
import { cacheEntry } from './entry-resource.ts'
import { changedFields, type EntryText, isSameText, textOf } from './entry-text.rules.ts'
import { entryScope } from './entry.rules.ts'

/** What became of a save. `conflict`: somebody else saved another text since. */
export type SaveOutcome =
  | { readonly state: 'saved'; readonly entry: Entry }
  | { readonly state: 'conflict'; readonly theirs: Entry }
  | { readonly state: 'missing' }
  | { readonly state: 'failed'; readonly error: ApiError }
  /** A newer text is sent instead, or the session has ended. */
  | { readonly state: 'canceled' }

/** Creates a draft of the text, or with a date an entry that is published then. */
export async function createEntry(
  session: KeySession,
  text: EntryText,
  schedule: { readonly publish_at?: string } = {},
): Promise<SaveOutcome> {
  const { title, body, label_ids, post_ids } = text
  const result = await session.mutate(
    'POST /feedback/changelog/entries',
    {
      ...schedule,
      title,
      body,
      ...(label_ids.length > 0 && { label_ids: [...label_ids] }),
      ...(post_ids.length > 0 && { post_ids: [...post_ids] }),
    },
    { scope: 'entry:new', silent: true },
  )
  return toOutcome(session, result)
}

/** Saves what differs from the text that the service has, in `base`: the entry as it was last read. */
export async function saveText(
  session: KeySession,
  base: () => Entry,
  texts: { readonly from: EntryText; readonly to: EntryText },
): Promise<SaveOutcome> {
  const { id } = base()
  if (!session.capabilities.can('etag')) {
    const current = await readEntry(session, id)
    if (current.state !== 'saved') return current
    if (!isSameText(texts.from, textOf(current.entry)))
      return { state: 'conflict', theirs: current.entry }
  }
  let hasConflict = false
  const result = await session.mutate(
    'PATCH /feedback/changelog/entries/:entry_id',
    { entry_id: id, ...changedFields(texts.from, texts.to) },
    {
      scope: entryScope(id),
      replaces: 'text',
      merges: true,
      version: () => base().version,
      silent: true,
      onConflict: () => void (hasConflict = true),
    },
  )
  if (!hasConflict) return toOutcome(session, result)
  const current = await readEntry(session, id)
  return current.state === 'saved' ? { state: 'conflict', theirs: current.entry } : current
}

async function readEntry(session: KeySession, entry_id: string): Promise<SaveOutcome> {
  try {
    const entry = await session.call('GET /feedback/changelog/entries/:entry_id', { entry_id })
    // Or an answer to the conflict would be compared with an older copy, such as that of the list.
    cacheEntry(session, entry)
    return { state: 'saved', entry }
  } catch (error) {
    if (session.signal.aborted) return { state: 'canceled' }
    return toFailure(asApiError(error))
  }
}

const toFailure = (error: ApiError): SaveOutcome =>
  error.code === 'not_found' ? { state: 'missing' } : { state: 'failed', error }

function toOutcome(
  session: KeySession,
  result: MutationResult<
    'POST /feedback/changelog/entries' | 'PATCH /feedback/changelog/entries/:entry_id'
  >,
): SaveOutcome {
  if (result.state === 'success') {
    cacheEntry(session, result.output)
    return { state: 'saved', entry: result.output }
  }
  return result.state === 'error' ? toFailure(result.error) : { state: 'canceled' }
}
