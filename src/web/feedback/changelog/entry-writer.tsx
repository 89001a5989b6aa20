import Check from 'lucide-react/icons/check'
import Eye from 'lucide-react/icons/eye'
import HardDrive from 'lucide-react/icons/hard-drive'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { useOnline } from '#web/external-store.ts'
import { entryText as text } from '#web/messages/en/changelog-entry.ts'
import { publishText } from '#web/messages/en/changelog-publish.ts'
import { changelogText } from '#web/messages/en/changelog.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ItemHeading } from '#web/ui/item-heading.tsx'
import { isTyping, keyLetter } from '#web/ui/keyboard.ts'
import { announce } from '#web/ui/live-region.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { now } from '#web/ui/server-time.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { EntryBar } from './entry-bar.tsx'
import { EntryEditor } from './entry-editor.tsx'
import { EntryLabels, LabelPicker } from './entry-labels.tsx'
import { MAX_BODY, MAX_TITLE } from './entry-text.rules.ts'
import { stateOf } from './entry.rules.ts'
import { PublishButton } from './publish-panel.tsx'
import { type EntryWriting, useEntryText } from './use-entry-text.ts'

interface EntryWriterProps {
  /** Undefined for a text that the service does not have yet. */
  entry: Entry | undefined
  /** Somebody deleted it meanwhile. */
  isMissing: boolean
  onCreate: (entry: Entry) => void
}

/** Writes an entry, and saves it where the service can change one. */
export function EntryWriter({ entry, isMissing, onCreate }: EntryWriterProps) {
  const canEdit = useCapability('changelog.edit')
  const writing = useEntryText({ entry, isMissing, canEdit, onCreate })
  const [preview, setPreview] = useState<'auto' | 'on' | 'off'>('auto')
  const frame = useRef<HTMLDivElement>(null)
  const { text: content, base } = writing
  const title = content.title.trim() || changelogText.untitled
  useTitle(title, changelogText.title)

  const togglePreview = () => {
    const box = frame.current?.querySelector<HTMLElement>('.editor-preview')
    setPreview(box && box.offsetParent !== null ? 'off' : 'on')
  }
  usePreviewKey(togglePreview)
  const saveNow = async () => {
    if (writing.save.state === 'conflict') return writing.chooseVersion()
    if (await writing.saveNow()) announce(text.saved)
  }
  const state = base ? stateOf(base, now()) : 'draft'
  return (
    <div ref={frame} className="flex min-h-0 flex-1 flex-col">
      <ItemHeading className="sr-only">{title}</ItemHeading>
      <EntryEditor
        header={
          <>
            <EntryBar
              entry={base}
              state={state}
              save={writing.saveNow}
              status={<SaveStatus writing={writing} />}
            >
              <span className="entry-modes">
                <SegmentedControl
                  label={text.mode}
                  value={preview === 'on' ? 'on' : 'off'}
                  options={[
                    { value: 'off', label: text.write },
                    { value: 'on', label: text.preview },
                  ]}
                  onChoose={setPreview}
                />
              </span>
              <span className="entry-preview-button">
                <Button variant="quiet" icon={Eye} onClick={togglePreview}>
                  {text.preview}
                </Button>
              </span>
              {!canEdit && <CreateDraftButton writing={writing} />}
              <PublishButton
                entry={base}
                content={content}
                save={writing.saveNow}
                reason={writing.save.state === 'conflict' ? text.chooseFirst : undefined}
              />
            </EntryBar>
            <SaveNotice writing={writing} />
            {!canEdit && (
              <p className="px-4 pb-2 text-meta text-ink-3 md:px-6">{text.cannotEdit}</p>
            )}
          </>
        }
        isNew={entry === undefined}
        content={content}
        onChange={writing.edit}
        onSave={
          canEdit ? () => void saveNow() : () => announce(writing.isKept ? text.kept : text.notKept)
        }
        labels={<EntryLabels ids={content.label_ids} />}
        labelField={
          <LabelPicker
            value={content.label_ids}
            onChange={(label_ids) => writing.edit({ label_ids })}
          />
        }
        date={base?.published_at ?? base?.publish_at}
        problem={problemText(writing)}
        publishLabel={publishText.buttons[state]}
        preview={preview}
      />
    </div>
  )
}

function problemText({ problem, text: content, isUnsent }: EntryWriting): string | undefined {
  if (problem === 'title') return text.titleTooLong(content.title.length - MAX_TITLE)
  if (problem === 'body') return text.bodyTooLong(content.body.length - MAX_BODY)
  return problem === 'untitled' && isUnsent ? text.needsTitle : undefined
}

/** V shows and hides the preview. */
function usePreviewKey(toggle: () => void) {
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!singleKeys || keyLetter(event) !== 'v' || event.shiftKey || isTyping(event)) return
    if (document.querySelector('dialog[open]')) return
    event.preventDefault()
    toggle()
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Sends the text to a service that cannot change it afterwards, and says so first. */
function CreateDraftButton({ writing }: { writing: EntryWriting }) {
  const [isConfirming, setConfirming] = useState(false)
  const offlineProps = useOfflineProps()
  const cancel = () => setConfirming(false)
  const start = () => {
    if (offlineProps) return
    if (writing.problem) announce(problemText(writing) ?? text.needsTitle, 'assertive')
    else setConfirming(true)
  }
  return (
    <>
      <Button {...offlineProps} busy={writing.save.state === 'saving'} onClick={start}>
        {text.create}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={text.createTitle}
          secondary={{ label: text.keepWriting, run: cancel }}
          primary={{ label: text.create, run: () => (cancel(), void writing.saveNow()) }}
          onClose={cancel}
        >
          <p>{text.createDescription}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Where the text is: saved, on its way, or only on this device. Not read out with every save. */
function SaveStatus({ writing }: { writing: EntryWriting }) {
  const { save, isUnsent, isReachable, base, isRestored } = writing
  const isOnline = useOnline()
  if (save.state === 'saving' && isReachable && isOnline)
    return <Status icon={<Spinner />} label={text.saving} />
  if (isUnsent && !writing.isKept) return <NotKeptStatus />
  if (isUnsent && isRestored && !base) return <RestoredStatus writing={writing} />
  if (isUnsent) return <Status icon={<Icon of={HardDrive} />} label={text.kept} />
  if (!base) return <Status />
  return <Status icon={<Icon of={Check} />} label={text.saved} />
}

interface StatusProps {
  icon?: ReactNode
  label?: string
  children?: ReactNode
}

/** Its basis is the same whatever it says, so that a longer label moves nothing. */
const Status = ({ icon, label, children }: StatusProps) => (
  <span
    data-testid="save-status"
    className="flex min-w-20 flex-1 basis-20 items-center gap-1.5 text-cell text-ink-3"
  >
    {icon}
    {label && <span className="truncate">{label}</span>}
    {children}
  </span>
)

/** The text is in this page alone: the browser asks before it closes or reloads it. */
function NotKeptStatus() {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  return <Status icon={<Icon of={TriangleAlert} />} label={text.notKept} />
}

/** A new text of an earlier visit, which may no longer be wanted. */
function RestoredStatus({ writing }: { writing: EntryWriting }) {
  const [isConfirming, setConfirming] = useState(false)
  const cancel = () => setConfirming(false)
  const discard = () => {
    cancel()
    writing.discard()
    // Before the dialog looks for a place: the button that opened it is gone.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-title-field]')?.focus())
  }
  useEffect(() => announce(text.restored), [])
  return (
    <Status icon={<Icon of={HardDrive} />} label={text.restored}>
      <Button size="small" variant="quiet" onClick={() => setConfirming(true)}>
        {text.discard}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={text.discardMine}
          secondary={{ label: text.discard, run: discard }}
          primary={{ label: text.keepWriting, run: cancel }}
          onClose={cancel}
        />
      )}
    </Status>
  )
}

/** What keeps the text from being saved, and what can be done. */
function SaveNotice({ writing }: { writing: EntryWriting }) {
  const { save } = writing
  if (save.state === 'conflict')
    return (
      <Notice action={text.compare} onPress={() => void writing.chooseVersion()}>
        {text.conflict}
      </Notice>
    )
  if (save.state === 'missing')
    return (
      <Notice action={text.createAgain} onPress={writing.createAgain}>
        {text.missing}
      </Notice>
    )
  if (save.state !== 'failed') return null
  return (
    <Notice action={text.tryAgain} onPress={() => void writing.saveNow()}>
      {formatSaveError(save.error, { textKept: true, canDuplicate: !writing.base })}
    </Notice>
  )
}

interface NoticeProps {
  action: string
  onPress: () => void
  children: string
}

const Notice = ({ action, onPress, children }: NoticeProps) => (
  <div
    role="alert"
    className="mx-4 mb-3 grid justify-items-start gap-2 rounded-control bg-warn-soft px-3 py-2 text-warn-ink md:mx-6"
  >
    <p>{children}</p>
    <Button size="small" onClick={onPress}>
      {action}
    </Button>
  </div>
)
