import type { ContactStatus } from '#contract/email/contacts.ts'

const words: readonly (readonly [ContactStatus, string])[] = [
  ['subscribed', 'subscribed active true yes 1'],
  ['unsubscribed', 'unsubscribed false no 0'],
  ['bounced', 'bounced cleaned unreachable'],
  ['pending', 'pending unconfirmed'],
  ['complained', 'complained'],
]
const byWord = new Map(
  words.flatMap(([status, list]) => list.split(' ').map((word) => [word, status] as const)),
)

export const statusOfWord = (word: string): ContactStatus | undefined =>
  byWord.get(word.trim().toLowerCase())

/** How far somebody is from being written to. */
const distance = { pending: 0, subscribed: 0, bounced: 1, unsubscribed: 2, complained: 3 } as const

export const stricter = (a: ContactStatus, b: ContactStatus): ContactStatus =>
  distance[b] > distance[a] ? b : a

/** Who left, bounced or complained stays so, whatever a file says, unless it shall subscribe again. */
export const statusAfter = (
  before: ContactStatus,
  asked: ContactStatus,
  resubscribe: boolean,
): ContactStatus =>
  distance[asked] >= distance[before] || (resubscribe && before !== 'complained') ? asked : before

/** Mailchimp exports those who are subscribed, who left and who bounced as three files without a status. */
export function statusOfFile(
  file_name: string,
  headers: readonly string[],
): { readonly status: ContactStatus; readonly why: string } | undefined {
  const has = (name: string) => headers.some((header) => header.toUpperCase() === name)
  if (has('CLEAN_TIME')) return { status: 'bounced', why: 'its column CLEAN_TIME' }
  if (has('UNSUB_TIME')) return { status: 'unsubscribed', why: 'its column UNSUB_TIME' }
  const [, word = ''] = /^(\w*?subscribed|cleaned)_\w*export/i.exec(file_name) ?? []
  // Those who never subscribed may not be written to either.
  const status = /^nonsub/i.test(word) ? 'unsubscribed' : statusOfWord(word)
  return status && { status, why: 'the name of the file' }
}
