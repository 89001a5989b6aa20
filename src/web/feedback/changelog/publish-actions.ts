import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { ApiError } from '#client/api-error.ts'
import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { publishText as text } from '#web/messages/en/changelog-publish.ts'
import { resourcesText } from '#web/messages/en/resources.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { useSession } from '#web/session/session.ts'
import { formatError, formatSaveError } from '#web/ui/error-message.ts'
import { toast } from '#web/ui/toast.ts'
import { entryAddress } from './changelog.data.ts'
import { cacheEntry, entryResource } from './entry-resource.ts'
import { entryScope } from './entry.rules.ts'
import { publishEntry, type PublishOutcome } from './publish.data.ts'

/** Publishes a stored entry after the time to undo it, and says what became of it, wherever the person is by then. */
export function usePublishEntry() {
  const session = useSession()
  const navigate = useNavigate()
  const wait = Number(usePreference('publish_wait'))

  return async (entry: Entry, options: { notify?: boolean; publish_at?: string } = {}) => {
    const { notify, publish_at } = options
    // The filter of the list beside the entry, which another page would not have afterwards.
    const address = entryAddress(entry.id, location.search)
    const outcome = await publishEntry(session, entry, { delayMs: wait * 1000, notify, publish_at })
    announceOutcome(entry, outcome, () => void navigate(address))
  }
}

function announceOutcome(entry: Entry, outcome: PublishOutcome, onShow: () => void) {
  const key = `published:${entry.id}`
  const show = { label: text.show, run: onShow }
  if (outcome.state === 'published') {
    const url = outcome.entry?.url
    const isOpen = location.pathname === paths.entry(entry.id)
    const action = url ? { label: text.openPage, run: () => openPage(url) } : show
    toast({ key, text: text.published(entry.title), ...((url || !isOpen) && { action }) })
  }
  if (outcome.state === 'changed')
    toast({ key, tone: 'bad', text: text.changed(entry.title), action: show })
  if (outcome.state === 'failed') {
    const reason = formatError(outcome.error)
    toast({ key, tone: 'bad', text: text.notPublished(entry.title, reason), action: show })
  }
}

const openPage = (url: string) => void window.open(url, '_blank', 'noopener')

interface ScheduleChange {
  /** Null makes it a draft without a date. */
  readonly publish_at?: string | null
  readonly notify?: boolean
}

/** Schedules, reschedules or unschedules a stored entry. Needs `changelog.edit`. */
export function useScheduleEntry() {
  const session = useSession()
  const [error, setError] = useState<ApiError | null>(null)
  // Creating the entry may have replaced the page, with the panel that shows the error.
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return {
    error,
    /** Whether it is saved. */
    send: async (entry: Entry, change: ScheduleChange): Promise<boolean> => {
      setError(null)
      const outcome = await editResource(session, entryResource, entry, change, { silent: true })
      if (outcome.state === 'gone')
        toast({ tone: 'bad', text: resourcesText.gone(entryResource.title(entry)) })
      if (outcome.state === 'error') {
        if (isMounted.current) setError(outcome.error)
        else toast({ tone: 'bad', text: formatSaveError(outcome.error) })
      }
      return outcome.state === 'saved' || outcome.state === 'theirs'
    },
  }
}

/**
 * Whether subscribers get an email. The server notifies them once per entry and does not say of which it did, so switching
 * it on is saved at once: an entry that stays off was announced before.
 */
export function useNotify(entry: Entry | undefined) {
  const session = useSession()
  // Until the person chooses, it follows what others choose.
  const [choice, setChoice] = useState<NotifyChoice>()
  const [isAnnounced, setAnnounced] = useState(false)
  const latest = useRef<NotifyChoice>(undefined)
  const saving = useRef<Promise<void>>(undefined)
  const choose = (next: NotifyChoice | undefined) => {
    latest.current = next
    setChoice(next)
  }

  const switchOn = async (entry_id: string) => {
    const result = await session.mutate(
      'PATCH /feedback/changelog/entries/:entry_id',
      { entry_id, notify: true },
      { scope: entryScope(entry_id) },
    )
    if (result.state !== 'success') return
    cacheEntry(session, result.output)
    const { notify } = result.output
    const { current } = latest
    // One who has switched it off meanwhile has done so after this.
    choose(current && !current.notify ? { ...current, from: notify } : undefined)
    setAnnounced(notify === false)
  }
  const change = (notify: boolean) => {
    choose({ notify, from: latest.current?.from ?? entry?.notify })
    if (notify && entry?.notify === false) saving.current = switchOn(entry.id)
  }
  return {
    notify: choice?.notify ?? entry?.notify ?? true,
    isAnnounced,
    setNotify: change,
    /** What the person has chosen and is not saved; waits for what is being saved. */
    unsavedChoice: async () => {
      await saving.current
      return latest.current
    },
  }
}

interface NotifyChoice {
  readonly notify: boolean
  /** What it was before. */
  readonly from: boolean | undefined
}
