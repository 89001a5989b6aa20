import type { ContactStatus } from '#contract/email/contacts.ts'
import { strictness } from '#contract/email/suppressions.rules.ts'

const statusWords: readonly (readonly [ContactStatus, string])[] = [
  ['subscribed', 'subscribed active true yes 1'],
  ['unsubscribed', 'unsubscribed false no 0'],
  ['bounced', 'bounced cleaned unreachable'],
  ['pending', 'pending unconfirmed'],
  ['complained', 'complained'],
]
const byWord = new Map(
  statusWords.flatMap(([status, list]) => list.split(' ').map((word) => [word, status] as const)),
)

/** Words as they are compared. */
export const statusWordKey = (word: string): string => word.trim().toLowerCase()

export const parseStatusWord = (word: string): ContactStatus | undefined =>
  byWord.get(statusWordKey(word))

/** An import never makes a status less strict, except with `resubscribe`, and a complaint not even then. */
export const resolveStatus = (
  current: ContactStatus,
  next: ContactStatus,
  resubscribe: boolean,
): ContactStatus =>
  strictness[next] >= strictness[current] || (resubscribe && current !== 'complained')
    ? next
    : current

interface FileStatus {
  readonly status: ContactStatus
  /** Undefined when the name of the file says it. */
  readonly column: string | undefined
}

/** Mailchimp exports those who are subscribed, who left and who bounced as three files without a status. */
export function inferFileStatus(
  file_name: string,
  headers: readonly string[],
): FileStatus | undefined {
  const hasColumn = (name: string) => headers.some((header) => header.toUpperCase() === name)
  if (hasColumn('CLEAN_TIME')) return { status: 'bounced', column: 'CLEAN_TIME' }
  if (hasColumn('UNSUB_TIME')) return { status: 'unsubscribed', column: 'UNSUB_TIME' }
  const [, word = ''] = /^(\w*?subscribed|cleaned)_\w*export/i.exec(file_name) ?? []
  // Those who never subscribed may not be written to either.
  const status = /^nonsub/i.test(word) ? 'unsubscribed' : parseStatusWord(word)
  return status && { status, column: undefined }
}

/** Contacts that may get the status of their list: a later row that says one may be in another part of the file. */
export const countUndecided = (
  contacts: readonly { readonly isFirstUndecided: boolean }[],
): number => contacts.filter(({ isFirstUndecided }) => isFirstUndecided).length
