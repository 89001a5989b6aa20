import type { ContactSort, ContactStatus } from './contacts.ts'

/** Shared: an import predicts with the rule that the service decides with. Zod-free. */

/** The public API does not name this field, so a service may omit it. */
interface Confirming {
  readonly double_opt_in?: boolean | undefined
}

/** The status of a new contact. */
export const initialStatus = (
  requested: ContactStatus | undefined,
  list: Confirming,
): ContactStatus => requested ?? (list.double_opt_in ? 'pending' : 'subscribed')

/**
 * Of the contacts of a file without a status, how many become pending at most, because the list asks new ones to confirm. Those
 * that are on it already keep their status.
 */
export const pendingAtMost = (undecided: number, list: Confirming): number =>
  initialStatus(undefined, list) === 'pending' ? undecided : 0

const movingSorts: readonly ContactSort[] = ['status', '-status', 'updated_at', '-updated_at']

/**
 * The order of an export, which is read page by page. By status or time of change, a contact that changes meanwhile would be in
 * none of the pages, or in two.
 */
export const exportSort = (sort: ContactSort | undefined): ContactSort | undefined =>
  sort && movingSorts.includes(sort) ? undefined : sort
