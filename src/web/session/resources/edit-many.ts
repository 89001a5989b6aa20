import { resourcesText as text } from '#web/messages/en/resources.ts'
import { writeAtOnce } from '#web/query/query-client.ts'
import { type BulkRun, type Items, type PartResult, startBulk } from '#web/session/bulk.ts'
import { type JobResult, MAX_BRIEF } from '#web/session/jobs.ts'
import type { BulkCounts } from '#web/session/jobs/bulk-batches.ts'
import type { PartOptions } from '#web/session/mutations/mutation.ts'
import type { KeySession } from '#web/session/session.ts'
import { describeConflict, findConflicts } from './conflicts.ts'
import { saveChange } from './edit-resource.ts'
import { cancelEdit, type Edit, endOvertaken, showEdit } from './pending-changes.ts'
import type { Item } from './places.ts'
import { type Changes, fieldNamed, isSame, namesOf, type Resource } from './resource.ts'

/** A change of many and its undo, in words. */
interface Words {
  readonly label: string
  readonly undoLabel: string
  readonly result: (counts: BulkCounts) => JobResult
}

/**
 * Changes fields of many items, as a job with one undo. They are shown at once; one that is not saved is shown as it was. Where
 * someone has changed the same field of an item since, that one fails, and is replaced when it is sent again. An undo keeps it.
 */
export const editMany = <T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  edits: readonly { readonly seen: T; readonly changes: Changes<T, F> }[],
  words: Words,
): BulkRun<Edit<T, F>> =>
  startEdits(
    session,
    resource,
    edits.map((edit) => ({ ...edit })),
    { ...words, isUndo: false, isBrief: edits.length <= MAX_BRIEF },
  )

interface Settings extends Words {
  readonly isUndo: boolean
  readonly isBrief: boolean
}

function startEdits<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  items: Items<Edit<T, F>>,
  settings: Settings,
): BulkRun<Edit<T, F>> {
  const { label, undoLabel, result, isUndo, isBrief } = settings
  return startBulk(session, {
    label,
    items,
    result,
    isBrief,
    nameOf: ({ seen }) => resource.title(seen),
    onStart: (edits) =>
      writeAtOnce(() => {
        for (const edit of edits)
          if (findConflicts(session, resource, edit, settings).names.length === 0)
            showEdit(session, resource, edit)
      }),
    isOvertaken: (edit) => endOvertaken(session, resource, edit),
    onEnd: (edits) =>
      writeAtOnce(() => {
        for (const edit of edits) cancelEdit(session, resource, edit)
      }),
    send: async ([edit], part) =>
      edit ? sendEdit(session, resource, edit, part, isUndo) : { state: 'canceled' },
    undo: {
      label,
      isAnnounced: true,
      reverse: (changed) =>
        startEdits(
          session,
          resource,
          async (signal) => {
            const done = typeof changed === 'function' ? await changed(signal) : changed
            return done.flatMap(({ saved }) =>
              saved ? { seen: saved.item, changes: saved.previous } : [],
            )
          },
          { ...settings, label: undoLabel, undoLabel: label, isUndo: true },
        ),
    },
  })
}

async function sendEdit<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  edit: Edit<T, F>,
  options: PartOptions,
  isUndo: boolean,
): Promise<PartResult> {
  // Each attempt has its own: the service repeats a rejection for its key.
  const { idempotency_key: _, ...part } = options
  const { seen } = edit
  const title = resource.title(seen)
  const hasParts = namesOf(edit.changes).some((name) => fieldNamed(resource, name as F).applyChange)
  // Without versions the service would replace what others have set.
  const readsFirst = !session.capabilities.can('etag') && (isUndo || hasParts)
  const settings = { isRecorded: false, silent: true, part, readsFirst, isUndo }
  const outcome = await saveChange(session, resource, edit, settings)
  switch (outcome.state) {
    case 'saved':
    case 'overtaken':
      return { state: 'success' }
    case 'gone':
      return rejected(text.gone(title))
    case 'conflict': {
      const { current, names, mine } = outcome
      const name = names.find((one) => !isSame(resource, one, edit.seen, current))
      // Others have changed other fields each time.
      if (name === undefined) return rejected(text.changedAgain(title))
      if (isUndo) return { state: 'kept' }
      Object.assign(edit, { seen: current, changes: mine })
      return rejected(await describeConflict(session, resource, name, seen, current))
    }
    default:
      return outcome
  }
}

const rejected = (error: string): PartResult => ({
  state: 'success',
  rejected: new Map([[0, error]]),
})
