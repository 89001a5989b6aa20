import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { publishText as text } from '#web/messages/en/changelog-publish.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { formatZonedTime } from '#web/ui/format.ts'
import { isChord } from '#web/ui/keyboard.ts'
import { Popover } from '#web/ui/popup/popover.tsx'
import { now } from '#web/ui/server-time.ts'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { PublicPageOffer } from './changelog-menu.tsx'
import { latestVersion } from './changelog.data.ts'
import { cacheEntry } from './entry-resource.ts'
import { entryScope, stateOf } from './entry.rules.ts'
import { useLabels } from './labels.data.ts'
import { PublishForm, type PublishPanelProps } from './publish-form.tsx'
import {
  ChangesSinceSave,
  IssueList,
  PublishError,
  Sentence,
  SentenceBox,
} from './publish-summary.tsx'
import { useIsPublishing } from './publish.data.ts'
import { contentChanges, findIssues, hasChanges } from './publish.rules.ts'

/** Says what publishing an entry will do, then publishes, schedules or takes it back. */
function PublishPanel(props: PublishPanelProps) {
  const { entry, content, onClose, anchor = () => undefined } = props
  const state = entry ? stateOf(entry, now()) : 'draft'
  const isPublishing = useIsPublishing(entry?.id)
  const hasLabels = (useLabels()?.length ?? 0) > 0
  const issues = findIssues(content, { hasLabels })
  const saved = entry && {
    title: entry.title,
    body: entry.body,
    label_ids: entry.label_ids ?? content.label_ids,
    post_ids: entry.post_ids ?? content.post_ids,
  }
  const changes = saved && contentChanges(saved, content)

  return (
    <Popover
      title={text.titles[state]}
      hasHeader
      anchor={anchor}
      onClose={onClose}
      className="md:w-108"
    >
      <div className="grid grid-cols-1 gap-3 px-5 pb-5">
        {isPublishing ? (
          <SentenceBox role="status">{text.isPublishing}</SentenceBox>
        ) : entry && state === 'published' ? (
          <>
            <PublishedSentence entry={entry} />
            <IssueList issues={issues} />
            {changes && <ChangesSinceSave changes={changes} />}
            <PublishedActions
              {...props}
              entry={entry}
              isChanged={!!changes && hasChanges(changes)}
            />
          </>
        ) : (
          <PublishForm {...props} issues={issues} changes={changes} />
        )}
        <PublicPageOffer />
      </div>
    </Popover>
  )
}

function PublishedSentence({ entry }: { entry: Entry }) {
  const at = entry.published_at ?? entry.publish_at
  return (
    <SentenceBox>
      {at && <Sentence>{text.publishedOn(formatZonedTime(new Date(at)))}</Sentence>}{' '}
      {text.noSecondMail}
    </SentenceBox>
  )
}

interface PublishedActionsProps extends PublishPanelProps {
  entry: Entry
  isChanged: boolean
}

function PublishedActions({ entry, isChanged, save, onClose }: PublishedActionsProps) {
  const session = useSession()
  const canUnpublish = useCapability('changelog.unpublish')
  const canEdit = useCapability('changelog.edit')
  const offlineProps = useOfflineProps()
  const [isAsking, setAsking] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const unpublish = useEndpointMutation('POST /feedback/changelog/entries/:entry_id/unpublish')

  const confirm = async () => {
    setAsking(false)
    if (offlineProps) return
    // What is not saved yet belongs to the draft.
    const stored = isChanged && canEdit ? await save() : entry
    if (!stored) return
    const result = await unpublish.send(
      { entry_id: entry.id },
      {
        scope: entryScope(entry.id),
        version: () => latestVersion(session, stored),
      },
    )
    if (result.state !== 'success') return
    // Once the mutation has ended: until then the editor of the entry ignores changes, as its own.
    cacheEntry(session, result.output)
    onClose()
    toast({ text: text.unpublished(entry.title) })
  }
  const saveChanges = async () => {
    if (offlineProps) return
    setSaving(true)
    const stored = await save()
    setSaving(false)
    if (stored) onClose()
  }

  return (
    <>
      {unpublish.error && (
        <PublishError>
          {unpublish.error.code === 'precondition_failed'
            ? text.changedHere
            : formatSaveError(unpublish.error)}
        </PublishError>
      )}
      <div className="mt-1 flex flex-wrap justify-end gap-2">
        {canUnpublish && (
          <Button
            {...offlineProps}
            variant="quiet"
            busy={unpublish.isPending}
            onClick={() => setAsking(true)}
          >
            {text.unpublish}
          </Button>
        )}
        {entry.url && (
          <a href={entry.url} target="_blank" rel="noopener" className={buttonClass()}>
            {text.openPage}
          </a>
        )}
        {isChanged && canEdit && (
          <Button
            {...offlineProps}
            variant="primary"
            busy={isSaving}
            onClick={() => void saveChanges()}
          >
            {text.saveChanges}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={text.unpublishTitle(entry.title)}
          secondary={{ label: text.keep, run: () => setAsking(false) }}
          primary={{ label: text.unpublish, run: () => void confirm() }}
          onClose={() => setAsking(false)}
        >
          <p>{text.unpublishEffect}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface PublishButtonProps extends Omit<PublishPanelProps, 'onClose' | 'anchor'> {
  /** Why it cannot be published at this moment. */
  reason?: string | undefined
}

/** Opens the panel that publishes, schedules or takes an entry back; so does Ctrl Enter anywhere on the page. */
export function PublishButton({ reason, ...panel }: PublishButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [search, setSearch] = useSearchState()
  const isInUrl = search.has('publish') // paths.publishEntry
  const [isPressed, setOpen] = useState(false)
  const isOpen = (isPressed || isInUrl) && reason === undefined
  const isPublishing = useIsPublishing(panel.entry?.id)
  const canWrite = useCanWrite()
  const state = panel.entry ? stateOf(panel.entry, now()) : 'draft'
  const close = () => {
    setOpen(false)
    if (!isInUrl) return
    setSearch((params) => (params.delete('publish'), params), { replace: true })
  }
  useEffect(() => {
    if (!isPublishing) return undefined
    // The toast with Undo is gone two frames later, and with it a focus in it.
    const restoreFocus = () => {
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    }
    return () => void requestAnimationFrame(() => requestAnimationFrame(restoreFocus))
  }, [isPublishing])
  const offlineProps = useOfflineProps()
  const disabledProps =
    reason === undefined
      ? offlineProps
      : { 'aria-disabled': true, 'aria-description': reason, 'data-tip': reason }
  useCtrlEnter(() => {
    if (!canWrite || isPublishing) return
    if (disabledProps) toast({ text: disabledProps['data-tip'] })
    else setOpen(true)
  })

  if (!canWrite) return null
  return (
    <>
      <Button
        {...disabledProps}
        ref={button}
        variant={state === 'published' ? 'plain' : 'primary'}
        busy={isPublishing}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts="Control+Enter"
        onClick={() => reason === undefined && setOpen(true)}
      >
        {text.buttons[state]}
      </Button>
      {isOpen && <PublishPanel {...panel} anchor={() => button.current} onClose={close} />}
    </>
  )
}

/** Not inside a dialog, whose forms it sends. */
function useCtrlEnter(run: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isChord(event, 'enter') || document.querySelector('dialog[open]')) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
