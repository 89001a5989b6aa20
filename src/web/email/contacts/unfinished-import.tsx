import { useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'

import { contactImportText as text } from '#web/messages/en/contact-import.ts'
import { paths } from '#web/paths.ts'
import { getJobs, isRunning } from '#web/session/jobs.ts'
import { useSession } from '#web/session/session.ts'
import { entryKey, tabStore } from '#web/session/storage.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { parseSavedImport, savedImportEntry } from './saved-import.rules.ts'

/** Says that the import into a list was interrupted, and leads to it. */
export function UnfinishedImport({ list_id }: { list_id: string }) {
  const session = useSession()
  const jobs = getJobs(session)
  const page = paths.importContacts(list_id)
  const isImporting = useSyncExternalStore(jobs.subscribe, () =>
    jobs.list().some((job) => job.page === page && isRunning(job)),
  )
  const name = entryKey(session.connection.fingerprint, savedImportEntry)
  const saved = parseSavedImport(tabStore.get(name), list_id)
  // The tray shows one that runs.
  if (!saved || isImporting) return null
  return (
    <div role="status" className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 break-words text-ink-2">{text.unfinished(saved.name)}</p>
      <Link to={page} className={buttonClass('plain', 'small')}>
        {text.continue}
      </Link>
    </div>
  )
}
