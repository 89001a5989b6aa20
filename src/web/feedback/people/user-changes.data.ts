import type { ApiError } from '#client/api-error.ts'
import { createCsv } from '#client/csv-text.ts'
import { iterateItems } from '#client/paginate.ts'
import type { PortalUser } from '#client/resources.ts'
import { peopleText, personText as text } from '#web/messages/en/people.ts'
import { undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { getJobs } from '#web/session/jobs.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { alone, inList } from '#web/session/resources/places.ts'
import { changedEntries, recordField } from '#web/session/resources/record-field.rules.ts'
import { defineResource } from '#web/session/resources/resource.ts'
import { CLOCK_MARGIN_MS } from '#web/session/server-clock.ts'
import type { KeySession } from '#web/session/session.ts'
import { localDay } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import { type UserField, type UserInput, userChanges } from './user-form.rules.ts'
import { formatUserName } from './user-name.rules.ts'

type SaveOutcome =
  | { readonly state: 'saved'; readonly user: PortalUser; readonly message: string }
  | { readonly state: 'error'; readonly error: ApiError }
  | { readonly state: 'canceled' }

/** Identifies a person: creates one, or changes who has the address or external id. */
export async function addUser(session: KeySession, input: UserInput): Promise<SaveOutcome> {
  const startedAt = now().getTime()
  const changes = userChanges(undefined, input)
  const options = { silent: true }
  const result = await session.mutate('POST /feedback/users/identify', changes, options)
  if (result.state === 'error') return result
  if (result.state !== 'success') return { state: 'canceled' }
  const user = result.output
  const name = formatUserName(user)
  const message = isNew(user, startedAt) ? text.added(name) : text.updatedExisting(name)
  return { state: 'saved', user, message }
}

/** Whether identifying created the person; a server of the public API may not tell. */
function isNew({ created_at, last_seen_at }: PortalUser, startedAt: number): boolean {
  if (created_at === undefined) return false
  const createdAt = Date.parse(created_at)
  // Identifying is a visit, so that both are times of the server, whatever this device's clock says.
  if (last_seen_at) return Date.parse(last_seen_at) - createdAt < SAME_REQUEST_MS
  return createdAt > startedAt - CLOCK_MARGIN_MS
}

const SAME_REQUEST_MS = 100

/** Without `users.search` the external id or else the address finds the person. */
export const personResource = defineResource<PortalUser, UserField>({
  kind: 'person',
  places: [alone('GET /feedback/users/:user_id'), inList<PortalUser>('GET /feedback/users')],
  fields: {
    name: { label: text.fields.name, format: formatFieldValue },
    email: { label: text.fields.email, format: formatFieldValue },
    external_id: { label: text.fields.external_id, format: formatFieldValue },
    attributes: recordField(text.fields.attributes),
  },
  savedFields: ['last_seen_at', 'updated_at'],
  title: formatUserName,
  label: (user, changes) => text.edited(formatUserName({ ...user, ...changes })),
  scope: ({ id }) => `person:${id}`,
  save: (session, user, { attributes, ...changes }, options) => {
    const input = {
      ...changes,
      ...(attributes && { attributes: changedAttributes(session, user, attributes) }),
    }
    if (session.capabilities.can('users.search'))
      return session.mutate(
        'PATCH /feedback/users/:user_id',
        { user_id: user.id, ...input },
        options,
      )
    const { email, external_id } = user
    const key = external_id == null ? { email } : { external_id }
    return session.mutate('POST /feedback/users/identify', { ...input, ...key }, options)
  },
  read: ({ call }, { id: user_id }) =>
    call('GET /feedback/users/:user_id', { user_id }).catch(undefinedIfNotFound),
})

/** The server keeps attributes that are omitted, so that those of a change that this one replaces in the queue are in it. */
function changedAttributes(
  session: KeySession,
  { id, attributes }: PortalUser,
  next: PortalUser['attributes'],
): ReturnType<typeof changedEntries> {
  const pending = [...personResource.pendingChanges(session)]
    .filter(({ item, changes }) => item.id === id && changes.attributes)
    .flatMap(({ previous, changes }) => [previous.attributes, changes.attributes])
  return changedEntries([attributes, ...pending], next)
}

export const toInput = (user: PortalUser): UserInput => ({
  name: user.name ?? '',
  email: user.email ?? '',
  external_id: user.external_id ?? '',
  attributes: Object.entries(user.attributes ?? {}),
})

/** Saves all people as a CSV file, as a job: there may be many pages. */
export function exportUsers(session: KeySession): void {
  getJobs(session).start(peopleText.exporting, async ({ signal }) => {
    const all: PortalUser[] = []
    const pages = iterateItems(session.call, 'GET /feedback/users', {}, { signal })
    for await (const user of pages) all.push(user)
    const { name, email, external_id, posts, votes, comments, last_seen_at } = peopleText.columns
    downloadFile({
      name: peopleText.fileName(localDay(now())),
      type: 'text/csv;charset=utf-8',
      text: createCsv(
        [name, email, external_id, posts, votes, comments, last_seen_at, 'ID'],
        all.map((user) => [
          user.name,
          user.email,
          user.external_id,
          user.counters?.posts,
          user.counters?.votes,
          user.counters?.comments,
          user.last_seen_at,
          user.id,
        ]),
      ),
    })
    return { label: peopleText.exported(all.length) }
  })
}
