import { createCsv } from '#client/csv-text.ts'
import { createContactCsv } from '#client/importers/contacts/contact-csv.ts'
import type { Contact } from '#client/resources.ts'
import type { ResponseBody, WriteName } from '#contract/endpoints.ts'
import { contactBulkText as text } from '#web/messages/en/contact-bulk.ts'
import { type BulkChange, type BulkRun, startBulkChange } from '#web/session/bulk.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { MAX_BRIEF } from '#web/session/jobs.ts'
import type { KeySession } from '#web/session/session.ts'
import { localDay } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import {
  applyTags,
  type ContactChoice,
  type ContactEdit,
  type ContactState,
  createStatusEdits,
  createTagEdits,
  formatChoice,
  invertEdit,
  type StatusChange,
} from './bulk-contacts.rules.ts'
import { readContact, readContacts, readStatuses } from './read-contacts.data.ts'

/** Operations of one request. */
const BATCH = 200

type BatchOutput = ResponseBody<'POST /lists/:list_id/contacts/batch'>
type Items = BulkChange<ContactEdit, 'PATCH /lists/:list_id/contacts/:contact_id'>['items']

/** What a change does to each contact, and its words: before, and with the number of contacts. */
export interface ContactAction {
  readonly toEdits: (contacts: readonly Contact[]) => readonly ContactEdit[]
  readonly label: (contacts: string) => string
  readonly done: (contacts: string) => string
}

export const tagAction = (tags: readonly string[], isAdded: boolean): ContactAction => ({
  toEdits: (contacts) => createTagEdits(contacts, tags, isAdded),
  label: (contacts) => (isAdded ? text.tagging : text.untagging)(tags, contacts),
  done: (contacts) => (isAdded ? text.tagged : text.untagged)(tags, contacts),
})

export const statusAction = (change: StatusChange): ContactAction => ({
  toEdits: (contacts) => createStatusEdits(contacts, change),
  label: text.changing[change],
  done: text.changed[change],
})

/** Changes all that match, as a job that reads them first. */
export const changeMatching = (
  session: KeySession,
  choice: ContactChoice,
  action: ContactAction,
): BulkRun =>
  startEdits(session, choice.list_id, action, formatChoice(choice), async (signal, report) => {
    const onProgress = (count: number) => report?.(text.reading(count))
    return action.toEdits(await readContacts(session, choice, { signal, onProgress }))
  })

/** Changes contacts, as a job with an undo. */
export const changeContacts = (
  session: KeySession,
  list_id: string,
  action: ContactAction,
  edits: readonly ContactEdit[],
): BulkRun => startEdits(session, list_id, action, text.contacts(edits.length), edits)

/** The edits whose contact is as they left it: a status that someone changed since then is not changed back. */
async function readUnchanged(
  session: KeySession,
  list_id: string,
  edits: readonly ContactEdit[],
  signal: AbortSignal,
): Promise<readonly ContactEdit[]> {
  const [status] = edits.flatMap(({ after }) => after.status ?? [])
  if (status === undefined) return edits
  const ids = edits.map(({ id }) => id)
  const current = await readStatuses(session, { list_id, ids }, status, signal)
  return edits.filter(({ id, after }) => current.get(id) === after.status)
}

type Words = Omit<ContactAction, 'toEdits'>

const wordsOfUndo = (action: Words): Words => ({
  label: (contacts) => text.undoing(action.label(contacts)),
  done: text.changedBack,
})

function startEdits(
  session: KeySession,
  list_id: string,
  action: Words,
  contacts: string,
  items: Items,
  {
    inverse = wordsOfUndo(action),
    isBrief = typeof items !== 'function' && items.length <= MAX_BRIEF,
    countLeft = () => 0,
  }: { inverse?: Words; isBrief?: boolean; countLeft?: () => number } = {},
): BulkRun {
  let left = 0
  const common = {
    label: action.label(contacts),
    items,
    nameOf: ({ email_address }: ContactEdit) => email_address,
    isBrief,
    result: ({ done, failed }: { done: number; failed: number }) => ({
      // The tile says how many statuses others have changed since.
      isKept: countLeft() > 0,
      label:
        done === 0 && failed > 0
          ? text.noneChanged
          : text.result(action.done(text.contacts(done)), countLeft()),
    }),
    undo: {
      label: action.done(contacts),
      // Until the server has responded nothing is done yet.
      savingLabel: action.label(contacts),
      isAnnounced: isBrief,
      reverse: (changed: Items) =>
        startEdits(
          session,
          list_id,
          inverse,
          contacts,
          async (signal) => {
            const edits = typeof changed === 'function' ? await changed(signal) : changed
            const unchanged = await readUnchanged(session, list_id, edits, signal)
            left = edits.length - unchanged.length
            return unchanged.map(invertEdit)
          },
          {
            inverse: action,
            isBrief,
            countLeft: () => left,
          },
        ),
    },
  }
  const { capabilities } = session
  const hasTagMap = capabilities.can('contacts.edit')
  const canLift = capabilities.can('suppressions.write')
  const isWholeSet = (edits: Items) =>
    !hasTagMap && (typeof edits === 'function' || edits.some(({ after }) => after.tags))
  if (capabilities.can('contacts.batch') && !isWholeSet(items))
    return startBulkChange(session, {
      ...common,
      endpoint: 'POST /lists/:list_id/contacts/batch',
      batchSize: BATCH,
      input: (batch) => ({
        list_id,
        operations: batch.map(({ id, after }) => ({
          op: 'update' as const,
          id,
          ...toFields(after),
          // A status alone subscribes nobody again.
          ...(isSubscribing(after) && canLift && { resubscribe: true }),
        })),
      }),
      rejected: rejectedOf,
    })
  return startBulkChange(session, {
    ...common,
    endpoint: 'PATCH /lists/:list_id/contacts/:contact_id',
    input: async ([edit], signal) => {
      const { id = '', after = {} } = edit ?? {}
      const fields = toFields(after)
      if (hasTagMap || !after.tags) return { list_id, contact_id: id, ...fields }
      // A whole set replaces what others added meanwhile (T26), so it is made from the tags of now.
      const { tags } = await readContact(session, list_id, id, signal)
      return { list_id, contact_id: id, ...fields, tags: applyTags(tags, after.tags) }
    },
  })
}

const isSubscribing = ({ status }: ContactState) => status === 'subscribed' || status === 'pending'

const toFields = ({ status, tags }: ContactState) => ({
  // The server may have statuses that this version lacks.
  ...(status !== undefined && { status: status as Contact['status'] }),
  ...(tags && { tags: { ...tags } }),
})

const rejectedOf = ({ results }: BatchOutput) =>
  new Map(results.flatMap(({ index, error }) => (error ? [[index, error.message]] : [])))

/** Saves contacts as a file that an import reads again. */
export function saveDeletedContacts(list: string, contacts: readonly Contact[]): void {
  const csv = createContactCsv(contacts.flatMap(({ fields }) => Object.keys(fields)))
  downloadFile({
    name: text.deletedFile(list, localDay(now())),
    type: 'text/csv;charset=utf-8',
    text: createCsv(csv.headers, contacts.map(csv.toRow)),
  })
}

/** Deletes contacts, as a job without an undo. One that is gone already counts as deleted. */
export function deleteContacts<Item extends Pick<Contact, 'id'>>(
  session: KeySession,
  list_id: string,
  contacts: readonly Item[],
  words: Pick<BulkChange<Item, WriteName>, 'label' | 'nameOf' | 'result'>,
): BulkRun {
  const common = { ...words, items: contacts }
  if (session.capabilities.can('contacts.batch'))
    return startBulkChange(session, {
      ...common,
      endpoint: 'POST /lists/:list_id/contacts/batch',
      batchSize: BATCH,
      input: (batch) => ({
        list_id,
        operations: batch.map(({ id }) => ({ op: 'delete' as const, id })),
      }),
      rejected: ({ results }) =>
        rejectedOf({ results: results.filter(({ error }) => error?.code !== 'not_found') }),
    })
  return startBulkChange(session, {
    ...common,
    endpoint: 'DELETE /lists/:list_id/contacts/:contact_id',
    input: ([contact]) => ({ list_id, contact_id: contact?.id ?? '' }),
    isDone: ({ code }) => code === 'not_found',
  })
}
