import { useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'

import { describeEntryDraft } from '#web/feedback/changelog/entry-text.rules.ts'
import { connectionMenuText } from '#web/messages/en/connection-menu.ts'
import { isRunning, getJobs } from '#web/session/jobs.ts'
import { createDrafts } from '#web/session/mutations/drafts.ts'
import { flushDrafts } from '#web/session/mutations/flush-drafts.ts'
import { useSession, type KeySession } from '#web/session/session.ts'
import { leaveQuestion } from '#web/shell/leave-guard.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const text = connectionMenuText.leave
/** Longer than this nobody waits for a text to be sent without being told. */
const MAX_WAIT_MS = 1000

/**
 * Sends the texts of open editors and leaves this session. Asks first while a job runs or a change is unsaved, and before
 * texts are removed from this device with the connections of `forgets`.
 */
export async function leave(
  session: KeySession,
  proceed: () => void,
  forgets: readonly string[] = [],
) {
  const flushed = flushDrafts(session)
  await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
  if (session.signal.aborted) return
  const isBusy = () =>
    getJobs(session).list().some(isRunning) ||
    session.mutate.isMutating() ||
    listDrafts(forgets).length > 0
  if (!isBusy()) return proceed()
  const question = <LeaveDialog proceed={proceed} forgets={forgets} />
  leaveQuestion.set(question)
  await flushed
  // What it asks about is sent by now.
  if (leaveQuestion.get() !== question || isBusy()) return
  stay()
  proceed()
}

const stay = () => leaveQuestion.set(null)

/** Texts on this device that were not sent. */
const listDrafts = (fingerprints: readonly string[]) =>
  fingerprints.flatMap((fingerprint) => {
    const drafts = createDrafts(() => fingerprint)
    return drafts.list().map((id) => {
      const content = drafts.get(id)?.text ?? ''
      const { lines, address } = describeEntryDraft(id, content) ?? { lines: content }
      return { fingerprint, id, address, name: firstLine(lines) || text.untitled }
    })
  })

const firstLine = (lines: string) => lines.trim().split('\n')[0]?.slice(0, 80)

interface LeaveDialogProps {
  proceed: () => void
  forgets: readonly string[]
}

function LeaveDialog({ proceed, forgets }: LeaveDialogProps) {
  const session = useSession()
  const jobs = getJobs(session)
  const running = useSyncExternalStore(jobs.subscribe, jobs.list).filter(isRunning)
  const { mutate } = session
  const unsaved = useSyncExternalStore(mutate.subscribe, mutate.pendingCount)
  const drafts = listDrafts(forgets)
  const unsent = drafts.length
  const stopJobsAndProceed = () => {
    for (const { id } of running) jobs.stop(id)
    stay()
    proceed()
  }
  const title = () => {
    if (unsaved > 0) return text.unsaved(unsaved)
    return unsent > 0 ? text.unsent(unsent) : text.title(running.length)
  }
  return (
    <ConfirmDialog
      title={title()}
      secondary={{ label: text.continue(running.length, unsent > 0), run: stopJobsAndProceed }}
      primary={{ label: text.stay, run: stay }}
      onClose={stay}
    >
      {unsaved > 0 && <p className="text-ink-2">{text.unsavedText}</p>}
      {unsent > 0 && (
        <>
          <ul className="grid max-h-40 grid-cols-1 gap-1 overflow-y-auto">
            {drafts.map(({ fingerprint, id, address, name }) => (
              <li key={`${fingerprint} ${id}`} className="wrap-anywhere">
                {address && fingerprint === session.connection.fingerprint ? (
                  <Link
                    to={address}
                    dir="auto"
                    className="text-accent-ink underline"
                    onClick={stay}
                  >
                    {name}
                  </Link>
                ) : (
                  <bdi>{name}</bdi>
                )}
              </li>
            ))}
          </ul>
          {unsaved === 0 && <p className="text-ink-2">{text.unsentText}</p>}
        </>
      )}
      {running.length > 0 && (
        <>
          <ul className="grid gap-1">
            {running.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
          <p className="text-ink-2">{text.text}</p>
        </>
      )}
    </ConfirmDialog>
  )
}
