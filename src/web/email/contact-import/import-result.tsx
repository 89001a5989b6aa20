import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import { deleteContacts } from '#web/email/contacts/bulk-contacts.data.ts'
import { isTypedNumber, MAX_UNTYPED_DELETIONS } from '#web/email/contacts/bulk-contacts.rules.ts'
import { contactBulkText } from '#web/messages/en/contact-bulk.ts'
import { contactImportText as text } from '#web/messages/en/contact-import.ts'
import { paths } from '#web/paths.ts'
import type { BulkRun } from '#web/session/bulk.ts'
import { downloadBlob } from '#web/session/download-file.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { useDismissedJob } from '#web/session/use-dismissed-job.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ConfirmTypingDialog } from '#web/ui/form/dialog-form.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Step } from '#web/ui/import/import-step.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { ContactFindings, RowList } from './check-step.tsx'
import type { StepProps } from './contact-import.data.ts'
import type { RunResult } from './worker-api.ts'

const outcomes = ['created', 'updated', 'unchanged', 'rejected', 'unsent'] as const

/** What an import did, the rows that it did not save, and how to undo it. */
export function ImportResult(props: StepProps & { result: RunResult }) {
  const { list_id, state, contactImport, startsFocused, result } = props
  const { counts, rejected, unnamed, notes, not_mapped, problem, isFileRefused = false } = result
  useDismissedJob(state.job)
  const offlineProps = useOfflineProps()
  const [ids, setIds] = useState<readonly string[]>()
  const { removal } = state
  const isRemoved = removal !== undefined && removal.deleted === removal.total
  const name = state.file?.name ?? ''
  const saved = counts.created + counts.updated + counts.unchanged
  const title = removal
    ? titleOfRemoval(removal)
    : result.state === 'done'
      ? text.done(counts.rows, saved, counts.rejected)
      : result.state === 'failed'
        ? text.failed
        : state.on_error === 'stop' && counts.rejected > 0
          ? text.stoppedAtError
          : text.stopped
  const isDone = result.state === 'done'
  const isUnchanged = isDone && counts.unchanged === counts.rows
  const [tag] = state.tags
  const see = (
    <Link
      to={tag === undefined || removal ? paths.list(list_id) : paths.taggedContacts(list_id, tag)}
      className={buttonClass(isDone && !removal ? 'primary' : 'plain')}
    >
      {text.see}
    </Link>
  )
  return (
    <Step
      key={removal ? 'removal' : 'result'}
      title={title}
      startsFocused={startsFocused}
      urgent={result.state === 'failed' && !removal}
    >
      {problem && !removal && <p className="text-bad-ink">{problem}</p>}
      {!isDone && !removal && (
        <p className="text-ink-2">{isFileRefused ? text.refusedHint : text.keptHint}</p>
      )}
      {isUnchanged && <p className="-mt-2 text-ink-2">{text.unchanged}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {!isDone && !isFileRefused && !removal && (
          <Button
            {...offlineProps}
            variant="primary"
            onClick={() => !offlineProps && contactImport.resume()}
          >
            {text.continue}
          </Button>
        )}
        {see}
        {counts.rejected > 0 && (
          <Button
            icon={Download}
            onClick={() =>
              void contactImport
                .rejectedRows()
                .then((file) =>
                  downloadBlob(file, text.rejectedName(name, counts.rejected, unnamed)),
                )
            }
          >
            {text.download}
          </Button>
        )}
        {counts.created > 0 && !removal && (
          <Button
            {...offlineProps}
            onClick={() => !offlineProps && void contactImport.createdIds().then(setIds)}
          >
            {text.remove}
          </Button>
        )}
        <Button
          variant={isRemoved || isFileRefused ? 'primary' : 'quiet'}
          onClick={contactImport.reset}
        >
          {text.importAnother}
        </Button>
      </div>
      <table aria-label={text.counts} className="import-counts">
        <tbody>
          {outcomes
            .filter((outcome) => outcome !== 'unsent' || counts.unsent > 0)
            .map((outcome) => (
              <tr key={outcome} data-outcome={outcome}>
                <th scope="row">{text.outcomes[outcome]}</th>
                <td>{formatNumber(counts[outcome])}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {rejected.length > 0 && (
        <section className="grid gap-1">
          <h3 className="font-medium">{text.notSaved}</h3>
          <RowList rows={rejected} total={counts.rejected} />
          {unnamed > 0 && <p className="text-ink-2">{text.unnamedRows(unnamed)}</p>}
        </section>
      )}
      <ContactFindings notes={notes} not_mapped={not_mapped} />
      {ids && (
        <RemoveDialog
          list_id={list_id}
          ids={ids}
          onStart={(run) => contactImport.watchRemoval(ids.length, run)}
          onClose={() => setIds(undefined)}
        />
      )}
    </Step>
  )
}

const titleOfRemoval = ({ total, deleted }: NonNullable<StepProps['state']['removal']>) =>
  deleted === undefined ? text.removing(total) : text.removed(deleted, total - deleted)

interface RemoveDialogProps {
  list_id: string
  /** Contacts that were not there before the import. */
  ids: readonly string[]
  onStart: (run: BulkRun) => void
  onClose: () => void
}

/** Asks before the contacts that an import added are deleted. */
function RemoveDialog({ list_id, ids, onStart, onClose }: RemoveDialogProps) {
  const isRemembered = useCapability('suppressions.write')
  const session = useSession()
  const confirm = () => {
    const contacts = ids.map((id) => ({ id }))
    const run = deleteContacts(session, list_id, contacts, {
      label: text.removeJob(ids.length),
      result: ({ done, failed, unknown }) => ({
        label: text.removed(done, failed + unknown),
        to: paths.list(list_id),
      }),
    })
    onStart(run)
    onClose()
  }
  return (
    <ConfirmTypingDialog
      title={text.removeTitle(ids.length)}
      action={text.removeAction(ids.length)}
      typing={
        ids.length > MAX_UNTYPED_DELETIONS
          ? {
              label: text.removeConfirm(ids.length),
              mismatch: contactBulkText.deleteMismatch,
              matches: (typed) => isTypedNumber(typed, ids.length),
              inputMode: 'numeric',
            }
          : undefined
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {text.removeHint} {isRemembered && text.removeRemembers}
      </p>
    </ConfirmTypingDialog>
  )
}
