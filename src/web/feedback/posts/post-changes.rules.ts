import type { Post, PostStatus } from '#client/resources.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { formatPlainDate } from '#web/ui/date/date-text.rules.ts'
import { displayLocale } from '#web/ui/format.ts'
import { formatPostStatus } from './post-options.rules.ts'

/** The fields that a person edits. */
export type PostField = 'title' | 'details' | 'status' | 'tags' | 'owner' | 'eta'
/** New values of some fields. */
export type PostChanges = Partial<Pick<Post, PostField>>

/** What was changed of a post, for the toast and the history: "Set “Gift notes” to Planned". */
export function formatPostChange(
  before: Post,
  changes: PostChanges,
  statuses: readonly PostStatus[],
): string {
  const { title } = before
  const names = Object.keys(changes)
  if (names.length !== 1) return text.changed(title)
  const { status, owner, tags, eta, details } = changes
  if (changes.title !== undefined) return text.renamed(title, changes.title)
  if (details !== undefined) return text.detailsEdited(title)
  if (status !== undefined) return text.statusChanged(title, formatPostStatus(statuses, status))
  if (owner !== undefined)
    return owner ? text.ownerChanged(title, owner.name) : text.ownerTaken(title)
  if (eta !== undefined)
    return eta
      ? text.etaChanged(title, formatPlainDate(eta, displayLocale))
      : text.etaRemoved(title)
  return formatTagChange(before, tags ?? [])
}

function formatTagChange({ title, tags: before }: Post, after: readonly string[]): string {
  const added = after.filter((name) => !before.includes(name))
  const removed = before.filter((name) => !after.includes(name))
  const [name = ''] = [...added, ...removed]
  if (added.length + removed.length !== 1) return text.changed(title)
  return added.length > 0 ? text.tagAdded(title, name) : text.tagRemoved(title, name)
}
