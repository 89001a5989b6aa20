import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { paths } from '#web/paths.ts'
import { pickFields } from '#web/session/resources/resource.ts'
import { isSameList } from './entry.rules.ts'

/** What is written in an entry. */
export interface EntryText {
  readonly title: string
  readonly body: string
  readonly label_ids: readonly string[]
  readonly post_ids: readonly string[]
}

export const emptyText: EntryText = { title: '', body: '', label_ids: [], post_ids: [] }

export const MAX_BODY = 100_000
export const MAX_TITLE = 255

type StoredText = Pick<Entry, 'title' | 'body' | 'label_ids' | 'post_ids'>

export const textOf = ({ title, body, label_ids, post_ids }: StoredText): EntryText => ({
  title,
  body,
  label_ids: label_ids ?? [],
  post_ids: post_ids ?? [],
})

const isEqual = (one: string | readonly string[], other: string | readonly string[]): boolean =>
  typeof one === 'string' || typeof other === 'string' ? one === other : isSameList(one, other)

/** The fields that differ. */
export const differingFields = (one: EntryText, other: EntryText) =>
  (['title', 'body', 'label_ids', 'post_ids'] as const).filter(
    (name) => !isEqual(one[name], other[name]),
  )

export const isSameText = (one: EntryText, other: EntryText): boolean =>
  differingFields(one, other).length === 0

/** Their text with what was changed in `mine` since `saved`, and the fields that both have set to different values. */
export function mergeTexts(saved: EntryText, mine: EntryText, theirs: EntryText) {
  const text = { ...theirs, ...changedFields(saved, mine) }
  const theirChanges = differingFields(saved, theirs)
  return {
    text,
    conflicts: differingFields(theirs, text).filter((name) => theirChanges.includes(name)),
  }
}

/** The fields that differ, as a PATCH sends them. */
export function changedFields(from: EntryText, to: EntryText) {
  const { title, body, label_ids, post_ids } = to
  const fields = { title, body, label_ids: [...label_ids], post_ids: [...post_ids] }
  const changes: Partial<typeof fields> = pickFields(fields, differingFields(from, to))
  return changes
}

/** Why the service would reject a text. */
export function problemOf({ title, body }: EntryText): 'untitled' | 'title' | 'body' | undefined {
  if (title.trim() === '') return 'untitled'
  if (title.length > MAX_TITLE) return 'title'
  return body.length > MAX_BODY ? 'body' : undefined
}

/** A text on this device, and the version of the entry that it changes. */
interface TextDraft {
  readonly text: EntryText
  readonly version: string | undefined
}

/** An empty text is none. */
export const formatDraft = ({ text, version }: TextDraft): string =>
  isSameText(text, emptyText) && version === undefined ? '' : JSON.stringify({ text, version })

export function parseDraft(stored: string): TextDraft | undefined {
  if (stored === '') return undefined
  try {
    const { text, version }: { text?: Partial<EntryText>; version?: string } = JSON.parse(stored)
    if (typeof text?.title !== 'string' || typeof text.body !== 'string') return undefined
    return { text: { ...emptyText, ...text }, version }
  } catch {
    return undefined
  }
}

/** Names the draft of an entry, or of a new one. */
export const draftId = (entry: Pick<Entry, 'id'> | undefined) => `entry:${entry?.id ?? 'new'}`

/** The words of a draft and where it is written, for a list of all drafts; undefined for one of another kind. */
export function describeEntryDraft(id: string, stored: string) {
  const [kind, entry_id] = id.split(':')
  if (kind !== 'entry' || !entry_id) return undefined
  const text = parseDraft(stored)?.text
  return {
    lines: text?.title.trim() || text?.body || '',
    address: id === draftId(undefined) ? paths.newEntry() : paths.entry(entry_id),
  }
}

/** A newer version of an entry; a service without versions has none. */
export const isNewer = (one: Entry, other: Entry): boolean =>
  Number(one.version ?? 0) > Number(other.version ?? 0)
