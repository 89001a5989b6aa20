import type { EndpointName } from '#contract/endpoints.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

// The first that fits decides. Beginnings of request lines, so that an addition beside a known read ages like it.
const ages: readonly (readonly [beginning: string, milliseconds: number])[] = [
  ['GET /me', 5 * MINUTE],
  ['GET /boards', 15 * SECOND],
  ['GET /cards', 15 * SECOND],
  ['GET /members', 5 * MINUTE],
  ['GET /lists/:list_id/contacts', MINUTE],
  ['GET /lists/:list_id/segments/:segment_id/contacts', MINUTE],
  ['GET /lists', 5 * MINUTE],
  ['GET /feedback/posts', MINUTE],
  ['GET /feedback/boards', 5 * MINUTE],
  ['GET /feedback/statuses', 5 * MINUTE],
  ['GET /feedback/tags', 5 * MINUTE],
  ['GET /feedback/changelog/labels', 5 * MINUTE],
]

/** Milliseconds for which an answer is shown without asking again. */
export const ageOf = (name: EndpointName): number =>
  ages.find(([beginning]) => name.startsWith(beginning))?.[1] ?? MINUTE

/** A report stops changing: two days after sending it is asked for once an hour. */
export const reportAge = (sent_at: string | null | undefined, now: number): number =>
  sent_at && now - Date.parse(sent_at) > 48 * 60 * MINUTE ? 60 * MINUTE : MINUTE
