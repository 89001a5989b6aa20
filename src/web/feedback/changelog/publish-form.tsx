import { useQuery } from '@tanstack/react-query'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Send from 'lucide-react/icons/send'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { type DateTimeChoice, resolveDateTime } from '#contract/zoned-time.rules.ts'
import { messages } from '#web/messages/en/app.ts'
import { publishText as text } from '#web/messages/en/changelog-publish.ts'
import { usePreference } from '#web/session/preferences.ts'
import { findItem } from '#web/session/resources/places.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { DateTimeField } from '#web/ui/date/date-time-field.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Switch } from '#web/ui/form/checkbox.tsx'
import { submitOnCtrlEnter, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { formatZonedTime } from '#web/ui/format.ts'
import { now, useCurrentTime } from '#web/ui/server-time.ts'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { entryResource } from './entry-resource.ts'
import { stateOf } from './entry.rules.ts'
import { useNotify, usePublishEntry, useScheduleEntry } from './publish-actions.ts'
import { ChangesSinceSave, IssueList, PublishError, PublishSentence } from './publish-summary.tsx'
import { subscriberCountQuery } from './publish.data.ts'
import {
  audienceOf,
  type ContentChanges,
  type EntryContent,
  type Issue,
  proposePublishTime,
} from './publish.rules.ts'
import { useDefaultZone, useWorkspace } from './workspace.data.ts'

/** When an entry is published, for a server that cannot change the date of one that exists. */
interface NewSchedule {
  readonly publish_at: string
  readonly notify?: boolean
}

export interface PublishPanelProps {
  /** As the server has it; undefined while it is only on this device. */
  entry: Entry | undefined
  /** As it is edited. */
  content: EntryContent
  /**
   * Stores the text that is not saved yet, and returns the stored entry; undefined if that failed. An entry that is only
   * on this device is created, with a schedule in the same request.
   */
  save: (schedule?: NewSchedule) => Promise<Entry | undefined>
  onClose: () => void
  /** The button that opened it; without it the panel is in the middle of the window. */
  anchor?: () => Element | null | undefined
}

interface PublishFormProps extends PublishPanelProps {
  issues: readonly Issue[]
  changes: ContentChanges | undefined
}

/** Now or at a time, with the sentence that says what happens. */
export function PublishForm(props: PublishFormProps) {
  const { entry, issues, changes, save, onClose } = props
  const session = useSession()
  const canEdit = useCapability('changelog.edit')
  const offlineProps = useOfflineProps()
  const current = useCurrentTime()
  const wait = Number(usePreference('publish_wait'))
  const isScheduled = entry !== undefined && stateOf(entry, now()) === 'scheduled'
  // A server that cannot change entries takes a date only when it creates one.
  const canSchedule = canEdit || entry === undefined
  const [choice, setChoice] = useState<'now' | 'later'>(
    isScheduled && canSchedule ? 'later' : 'now',
  )
  const [opened] = useState(now)
  const [draft, setDraft] = useState<{
    readonly choice: DateTimeChoice
    /** The date that the choice replaces. */
    readonly from: string | null
  }>()
  // A typed date is a choice only once its field is left.
  const dateOnFocus = useRef<string | null>(null)
  const zone = useDefaultZone()
  const value = draft?.choice ?? proposePublishTime(entry?.publish_at, opened, zone)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { notify, isAnnounced, setNotify, unsavedChoice } = useNotify(entry)
  const publish = usePublishEntry()
  const schedule = useScheduleEntry()
  const { form, focusFirstIssue } = useFocusFirstIssue()

  // Without changing entries the date of one that is published at once could not be undone.
  const time = resolveDateTime(value, canEdit ? null : current)
  const at = choice === 'now' ? current : 'at' in time ? time.at : undefined
  const isPast = choice === 'later' && at !== undefined && at <= current
  const isBlocked = issues.some(({ isBlocking }) => isBlocking)
  const subscribers = useSubscriberCount()
  const hasPage = useWorkspace()?.public_changelog === true

  const store = async (newSchedule?: NewSchedule) => {
    const stored = await save(newSchedule)
    setProblem(stored ? undefined : text.notSaved)
    return stored
  }
  /** The date that the choice replaces. */
  const previousDate = draft ? draft.from : (entry?.publish_at ?? null)
  /** While the text was saved someone else has set another date, or another choice about emails, than the panel shows. */
  const isOutdated = (
    stored: Entry,
    { hasNotify, hasDate }: Record<'hasNotify' | 'hasDate', boolean>,
  ) => {
    const current = findItem(session, entryResource, stored.id) ?? stored
    const isOther =
      (hasNotify && current.notify !== undefined && current.notify !== notify) ||
      (hasDate && !isSameDate(current.publish_at, previousDate))
    if (entry && isOther) setProblem(text.changedHere)
    return entry !== undefined && isOther
  }
  const scheduleAt = async (publish_at: string) => {
    // One that is new is created with its date.
    const stored = await store(entry ? undefined : { publish_at, ...(!notify && { notify }) })
    if (!stored) return
    const isScheduled = Date.parse(stored.publish_at ?? '') === Date.parse(publish_at)
    if (!entry && isScheduled) {
      onClose()
      toast({ text: text.scheduled(stored.title, formatZonedTime(new Date(publish_at))) })
    } else if (canEdit) {
      const emails = await unsavedChoice()
      // A date that was chosen is asked about instead.
      if (isOutdated(stored, { hasNotify: !emails, hasDate: !draft })) return
      const seen = {
        ...stored,
        publish_at: previousDate,
        ...(emails?.from !== undefined && { notify: emails.from }),
      }
      // Only what was changed here: what someone else has changed meanwhile stays.
      const change = {
        ...((draft || !entry?.publish_at) && { publish_at }),
        ...(emails && { notify: emails.notify }),
      }
      if (Object.keys(change).length === 0 || (await schedule.send(seen, change))) onClose()
    } else setProblem(text.notSaved)
  }
  const submit = async () => {
    setSubmitted(true)
    if (choice === 'later' && (time.kind !== 'valid' || !at)) return focusFirstIssue()
    const publish_at = choice === 'later' && at ? at.toISOString() : undefined
    if (publish_at && !isPast) return scheduleAt(publish_at)
    const stored = await store()
    if (!stored) return
    const emails = canEdit ? await unsavedChoice() : undefined
    if (isOutdated(stored, { hasNotify: canEdit && !emails, hasDate: publish_at !== undefined }))
      return
    const change = emails && { notify: emails.notify }
    void publish(stored, { ...(publish_at && { publish_at }), ...change })
    onClose()
  }
  const unschedule = async () => {
    const stored = changes && entry ? await store() : entry
    const seen = stored && { ...stored, publish_at: entry?.publish_at ?? null }
    if (seen && (await schedule.send(seen, { publish_at: null }))) onClose()
  }
  const latestSubmit = useRef(submit)
  useLayoutEffect(() => void (latestSubmit.current = submit))
  // A second press before the first is done would be a second request.
  const running = useRef(false)
  const run = async (work: () => Promise<void>) => {
    if (running.current || offlineProps) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      className="grid grid-cols-1 gap-3"
      onKeyDown={onFormKey}
      onSubmit={(event) => {
        event.preventDefault()
        // What is being typed counts: a field is read as it loses the focus.
        flushSync(() => leaveField(event.currentTarget))
        if (!isBlocked) void run(() => latestSubmit.current())
      }}
    >
      {canSchedule ? (
        <RadioList
          legend={text.when}
          hideLegend
          boxed
          value={choice}
          onChange={setChoice}
          options={[
            {
              value: 'now',
              label: text.now,
              hint: text.nowHints[hasPage ? 'page' : 'plain'],
            },
            {
              value: 'later',
              label: text.later,
              content: (
                <div onFocus={() => (dateOnFocus.current = entry?.publish_at ?? null)}>
                  <DateTimeField
                    label={text.later}
                    hideLabel
                    value={value}
                    onChange={(next) =>
                      setDraft((current) => ({
                        choice: next,
                        from: current ? current.from : dateOnFocus.current,
                      }))
                    }
                    allowsPast={canEdit}
                    issue={
                      isSubmitted && time.kind === 'incomplete' ? text.incompleteTime : undefined
                    }
                  />
                </div>
              ),
            },
          ]}
        />
      ) : (
        <p className="text-ink-2">{isScheduled ? text.cannotChange : text.cannotScheduleDraft}</p>
      )}
      {canEdit && !isAnnounced && (
        <Switch
          {...offlineProps}
          label={text.notify}
          hint={text.notifyHint}
          checked={notify}
          onChange={({ target }) => setNotify(target.checked)}
        />
      )}
      {at && (
        <PublishSentence
          time={choice === 'later' ? { at, timeZone: value.timeZone } : undefined}
          now={current}
          wait={wait}
          audience={audienceOf({ notify, isAnnounced, at, now: current, ...subscribers })}
          isCounting={subscribers.isCounting}
        />
      )}
      <IssueList issues={issues} />
      {changes && <ChangesSinceSave changes={changes} />}
      {(problem || schedule.error) && (
        <PublishError>
          {problem || (schedule.error && formatSaveError(schedule.error))}
        </PublishError>
      )}
      <div className="mt-1 flex flex-wrap justify-end gap-2">
        {isScheduled && canEdit ? (
          <Button {...offlineProps} variant="quiet" onClick={() => void run(unschedule)}>
            {text.unschedule}
          </Button>
        ) : (
          <Button variant="quiet" onClick={onClose}>
            {messages.app.cancel}
          </Button>
        )}
        <Button
          {...offlineProps}
          type="submit"
          variant="primary"
          icon={choice === 'now' || isPast ? Send : CalendarClock}
          disabled={isBlocked}
          busy={isBusy}
          data-autofocus
          // A field that loses the focus may show an error, and move this button away from the pointer.
          onMouseDown={(event) => event.preventDefault()}
        >
          {submitText(choice, isPast, isScheduled)}
        </Button>
      </div>
    </form>
  )
}

const isSameDate = (one: string | null | undefined, other: string | null) =>
  Date.parse(one ?? '') === Date.parse(other ?? '') || (!one && !other)

/** Enter in a field ends typing; Ctrl Enter sends the form. */
function onFormKey(event: KeyboardEvent<HTMLFormElement>) {
  submitOnCtrlEnter(event)
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

const leaveField = (form: HTMLFormElement) => {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement && form.contains(activeElement))
    activeElement.blur()
}

function submitText(choice: 'now' | 'later', isPast: boolean, isScheduled: boolean): string {
  if (choice === 'now') return isScheduled ? text.publishNow : text.publish
  if (isPast) return text.publishDated
  return isScheduled ? text.changeTime : text.schedule
}

/** How many get an email, where the server counts them. */
function useSubscriberCount() {
  const hasTotals = useCapability('totals')
  const canFilter = useCapability('filters')
  const { data, isLoading } = useQuery({
    ...subscriberCountQuery(canFilter),
    enabled: hasTotals,
    staleTime: 0,
  })
  const count = data?.paging.total
  return {
    subscribers: count === undefined ? undefined : { count, isAtMost: !canFilter },
    isCounting: isLoading,
  }
}
