import Pencil from 'lucide-react/icons/pencil'
import {
  type FormEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'

import { messages } from '#web/messages/en/app.ts'
import { cardDialogText as text } from '#web/messages/en/card-dialog.ts'
import { createDrafts } from '#web/session/mutations/drafts.ts'
import { useSession } from '#web/session/session.ts'
import { editCard } from '#web/tasks/card-changes/edit-card.data.ts'
import { TheirValue, useTheirChange } from '#web/tasks/card-fields/their-value.tsx'
import { Button } from '#web/ui/button.tsx'
import { submitOnCtrlEnter } from '#web/ui/form/form.ts'
import { Markdown } from '#web/ui/markdown/markdown.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { excessOf } from './card-details.rules.ts'
import { useCardScope } from './card-scope.ts'

interface Editing {
  readonly text: string
  /** The notes that the service had when editing began. */
  readonly from: string
  /** Own texts that the service may have by now: a save of them is pending, or failed. */
  readonly sent: readonly string[]
  /** The text was on this device from an earlier visit. */
  readonly isRestored?: boolean
}

/** Whether notes were read when editing began, or written here: those of someone else are neither. */
const isOwn = ({ text, from, sent }: Editing, notes: string) =>
  [text, from, ...sent].includes(notes)

interface CardNotesProps {
  /** Called with whether unsaved text would be lost, and how to discard it. */
  onDirty: (dirty: { readonly discard: () => void } | null) => void
}

/** The description as Markdown. What is typed stays on this device until the server has it. */
export function CardNotes({ onDirty }: CardNotesProps) {
  const { card, canEdit, context, ifEditable, offlineProps } = useCardScope()
  const notes = card.description ?? ''
  const { connection } = useSession()
  const drafts = useMemo(() => createDrafts(() => connection.fingerprint), [connection])
  const draftId = `card-notes:${card.id}`
  const restore = (): Editing | undefined => {
    const { text = '', from = notes, sent = [] } = drafts.get(draftId) ?? {}
    return text === '' ? undefined : { text, from, sent: [...sent, text], isRestored: true }
  }
  const [editing, setEditing] = useState<Editing | null>(() => {
    const restored = restore()
    return restored && restored.text !== notes ? restored : null
  })
  const heading = useId()
  const editButton = useRef<HTMLButtonElement>(null)
  const highlight = useTheirChange(notes, card.version)

  // Someone, or a retry of the own change, has written the same.
  const isEditing = canEdit && editing !== null && !(editing.isRestored && editing.text === notes)
  const isDirty = isEditing && editing.text !== editing.from && editing.text !== notes
  const clearDraft = useCallback(() => drafts.remove(draftId), [drafts, draftId])
  const discard = () => {
    clearDraft()
    setEditing(null)
    requestAnimationFrame(() => editButton.current?.focus())
  }
  useEffect(() => {
    onDirty(isDirty ? { discard: clearDraft } : null)
    return () => onDirty(null)
  }, [isDirty, clearDraft, onDirty])

  const save = () => {
    if (!editing || excessOf(editing.text) > 0) return
    const saved = editing.text
    ifEditable(() => {
      setEditing(null)
      if (saved === notes) return clearDraft()
      const sent = [...editing.sent, saved]
      const [from, previous] = isOwn(editing, notes) ? [editing.from, notes] : [notes, editing.from]
      const seen = { ...card, description: previous || null }
      void editCard(context(), seen, { description: saved || null }).then((result) => {
        if (result.state === 'saved' || result.state === 'theirs') drafts.remove(draftId, saved)
        // The text was rolled back: it is not lost, and someone else's is shown beside it. A newer text stays.
        else if (result.state !== 'canceled')
          setEditing((current) => current ?? { text: saved, from, sent, isRestored: true })
      })
      requestAnimationFrame(() => editButton.current?.focus())
    })
  }
  const begin = () =>
    ifEditable(() => {
      const kept = restore()
      // The notes that are shown may be own ones that are being saved.
      const { from, sent } = kept?.text === notes ? kept : { from: notes, sent: [] }
      setEditing({ text: notes, from, sent })
    })
  const write = (next: string) => {
    const { from, sent } = editing ?? { from: notes, sent: [] }
    setEditing({ text: next, from, sent })
    drafts.save(draftId, next, from, sent)
  }

  return (
    <section aria-labelledby={heading} className="grid gap-2">
      <div className="flex min-h-control-small items-center justify-between gap-2">
        <h3 id={heading} className="text-section">
          {text.notes}
        </h3>
        {canEdit && !isEditing && notes !== '' && (
          <Button
            {...offlineProps}
            ref={editButton}
            size="small"
            variant="quiet"
            icon={Pencil}
            onClick={begin}
          >
            {text.edit}
          </Button>
        )}
      </div>
      {isEditing ? (
        <NotesForm
          editing={editing}
          theirs={notes}
          onWrite={write}
          onSave={save}
          onCancel={discard}
          onTakeTheirs={discard}
        />
      ) : notes !== '' ? (
        <div {...highlight} className="rounded-control text-ink-2">
          <Markdown source={notes} headingLevel={4} />
        </div>
      ) : (
        canEdit && (
          <button
            type="button"
            {...offlineProps}
            ref={editButton}
            onClick={begin}
            className="min-h-control rounded-control border border-line-strong px-3 py-1.5 text-start text-body text-ink-3 hover:bg-hover"
          >
            {text.addNotes}
          </button>
        )
      )}
    </section>
  )
}

interface NotesFormProps {
  editing: Editing
  theirs: string
  onWrite: (text: string) => void
  onSave: () => void
  onCancel: () => void
  onTakeTheirs: () => void
}

function NotesForm(props: NotesFormProps) {
  const { editing, theirs, onWrite, onSave, onCancel, onTakeTheirs } = props
  const [mode, setMode] = useState<'write' | 'preview'>('write')
  const field = useRef<HTMLTextAreaElement>(null)
  const hintId = useId()
  const excess = excessOf(editing.text)
  const isTheirs = !isOwn(editing, theirs)
  useEffect(() => {
    if (editing.isRestored) return
    field.current?.focus()
    field.current?.setSelectionRange(-1, -1)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only as the form opens
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    submitOnCtrlEnter(event)
    // Without changes Esc ends editing; with them the dialog asks.
    if (event.key !== 'Escape' || ![editing.from, theirs].includes(editing.text)) return
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  }
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} className="grid gap-3">
      <SegmentedControl
        label={text.notesMode}
        value={mode}
        options={[
          { value: 'write', label: text.write },
          { value: 'preview', label: text.preview },
        ]}
        onChoose={setMode}
        className="justify-self-start"
      />
      {mode === 'write' ? (
        <textarea
          ref={field}
          rows={6}
          dir="auto"
          aria-label={text.notes}
          aria-describedby={hintId}
          aria-invalid={excess > 0 || undefined}
          value={editing.text}
          onChange={(event) => onWrite(event.target.value)}
          className="field-sizing-content max-h-[50dvh] min-h-32 w-full rounded-control border border-control bg-surface px-3 py-1.5 text-body focus:border-focus focus:outline-2 focus:outline-focus aria-invalid:border-bad-solid"
        />
      ) : (
        <div
          role="region"
          aria-label={text.preview}
          tabIndex={0}
          className="max-h-[50dvh] min-h-32 w-full overflow-y-auto rounded-control border border-line px-3 py-1.5"
        >
          {editing.text.trim() === '' ? (
            <p className="text-ink-3">{text.nothingToPreview}</p>
          ) : (
            <Markdown source={editing.text} headingLevel={4} />
          )}
        </div>
      )}
      <p
        id={hintId}
        role={excess > 0 ? 'alert' : undefined}
        className={`text-meta ${excess > 0 ? 'font-medium text-bad-ink' : 'text-ink-3'}`}
      >
        {excess > 0
          ? text.tooLong(excess)
          : editing.isRestored
            ? text.draftRestored
            : text.markdownHint}
      </p>
      {isTheirs && <TheirValue message={text.theirNotes(theirs)} onTake={onTakeTheirs} />}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" aria-disabled={excess > 0 || undefined}>
          {text.save}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {messages.app.cancel}
        </Button>
      </div>
    </form>
  )
}
