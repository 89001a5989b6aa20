import { createCsv } from '#client/csv-text.ts'
import { iterateItems } from '#client/paginate.ts'
import type { Contact } from '#client/resources.ts'
import type { Input } from '#contract/endpoints.ts'
import { reportPeopleText as text } from '#web/messages/en/report-people.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { type BulkRun, startBulkChange } from '#web/session/bulk.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { getJobs } from '#web/session/jobs.ts'
import type { KeySession } from '#web/session/session.ts'
import type { PeopleEvent } from './report.rules.ts'

const endpoint = 'GET /campaigns/:campaign_id/report/contacts'

/** Those of one campaign who did the same. */
export interface PeopleView {
  readonly campaign_id: string
  readonly event: PeopleEvent
}

/** One page of them. The total only where the server offers it. */
export const peopleQuery = (
  view: PeopleView,
  starting_after: string | undefined,
  include_total: boolean,
) =>
  endpointQuery(endpoint, {
    ...view,
    ...(starting_after !== undefined && { starting_after }),
    ...(include_total && { include_total }),
  } as Input<typeof endpoint>) // a spread loses which fields are optional

async function fetchPeople({ call }: KeySession, view: PeopleView, signal: AbortSignal) {
  const people: Contact[] = []
  for await (const contact of iterateItems(call, endpoint, view, { signal })) people.push(contact)
  return people
}

/** Saves all of them as a CSV file, as a job: there may be many pages. */
export function exportPeople(session: KeySession, view: PeopleView, name: string): void {
  getJobs(session).start(text.exporting(text.tabs[view.event]), async ({ signal }) => {
    const people = await fetchPeople(session, view, signal)
    const { columns } = text
    const rows = people.map((one) => [one.email_address, one.status, one.tags.join(', '), one.id])
    downloadFile({
      name,
      type: 'text/csv;charset=utf-8',
      text: createCsv([columns.email, columns.status, columns.tags, 'ID'], rows),
    })
    return { label: text.exported(people.length) }
  })
}

const BATCH = 200

type Items = readonly Contact[] | ((signal: AbortSignal) => Promise<readonly Contact[]>)

/** Tags all of them who lack the tag, as a job that can be undone. Needs `contacts.batch` and `contacts.edit`. */
export const tagPeople = (session: KeySession, view: PeopleView, tag: string): BulkRun =>
  changeTag(session, tag, true, async (signal) => {
    const people = await fetchPeople(session, view, signal)
    return people.filter(({ tags }) => !tags.includes(tag))
  })

function changeTag(session: KeySession, tag: string, isTagged: boolean, items: Items): BulkRun {
  const label = isTagged ? text.tagging(tag) : text.untagging(tag)
  return startBulkChange(session, {
    label,
    items,
    endpoint: 'POST /lists/:list_id/contacts/batch',
    batchSize: byList,
    input: (batch) => ({
      list_id: batch[0]?.list_id ?? '',
      operations: batch.map(({ id }) => ({ op: 'update' as const, id, tags: { [tag]: isTagged } })),
    }),
    rejected: ({ results }) =>
      new Map(results.flatMap(({ index, error }) => (error ? [[index, error.message]] : []))),
    result: ({ done }) => ({ label: isTagged ? text.tagged(done) : text.untagged(done) }),
    undo: { label, reverse: (changed) => changeTag(session, tag, !isTagged, changed) },
  })
}

/** A request changes contacts of one list. */
function byList(contacts: readonly Contact[]): readonly (readonly Contact[])[] {
  const lists = new Map<string, Contact[]>()
  for (const contact of contacts)
    if (!lists.get(contact.list_id)?.push(contact)) lists.set(contact.list_id, [contact])
  return [...lists.values()].flatMap((list) =>
    Array.from({ length: Math.ceil(list.length / BATCH) }, (_, index) =>
      list.slice(index * BATCH, (index + 1) * BATCH),
    ),
  )
}
