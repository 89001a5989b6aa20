import type { ChangelogEntry as Entry } from '#client/resources.ts'

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

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

export const isSameText = (one: EntryText, other: EntryText): boolean =>
  one.title === other.title &&
  one.body === other.body &&
  isSameList(one.label_ids, other.label_ids) &&
  isSameList(one.post_ids, other.post_ids)

/** The fields that differ, as a PATCH sends them. */
export function changedFields(from: EntryText, to: EntryText) {
  return {
    ...(to.title !== from.title && { title: to.title }),
    ...(to.body !== from.body && { body: to.body }),
    ...(!isSameList(to.label_ids, from.label_ids) && { label_ids: [...to.label_ids] }),
    ...(!isSameList(to.post_ids, from.post_ids) && { post_ids: [...to.post_ids] }),
  }
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

/** A newer version of an entry; a service without versions has none. */
export const isNewer = (one: Entry, other: Entry): boolean =>
  Number(one.version ?? 0) > Number(other.version ?? 0)
