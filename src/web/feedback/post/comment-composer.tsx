import Lock from 'lucide-react/icons/lock'
import MessageCircle from 'lucide-react/icons/message-circle'
import User from 'lucide-react/icons/user'
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'

import type { Comment } from '#client/resources.ts'
import { clearPersonAction, getPersonAction } from '#web/feedback/people/person-action.ts'
import { UserPicker } from '#web/feedback/people/user-picker.tsx'
import type { UserChoice } from '#web/feedback/people/users.data.ts'
import { composerText as text } from '#web/messages/en/comments.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { leaveText } from '#web/ui/focus-return.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isApple, isChord } from '#web/ui/keyboard.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { type CommentDraft, commentDrafts, sendComment } from './comments.data.ts'
import { type CommentMode, commentModes, isNoteThread } from './comments.rules.ts'
import { useSingleKeys } from './use-single-keys.ts'

const icons = { team: MessageCircle, note: Lock, user: User }
const MAX_LENGTH = 10_000

interface CommentComposerProps {
  post_id: string
  /** What is answered. */
  parent: Comment | undefined
  onParent: (parent: Comment | undefined) => void
}

/** Where a comment is written. It looks like what it will become, and begins as an internal note. */
export function CommentComposer({ post_id, parent, onParent }: CommentComposerProps) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  const [stored] = useState(() => commentDrafts(session, post_id))
  const [actor] = useState(() => getPersonAction(session, 'comment', post_id))
  const [chosenMode, setMode] = useState<CommentMode>(actor ? 'user' : 'note')
  const [body, setBody] = useState(() => stored.get(chosenMode))
  const [keptModes, setKeptModes] = useState(stored.modes)
  const [user, setUser] = useState<UserChoice | null>(actor ? { type: 'user', user: actor } : null)
  const [issue, setIssue] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const issueId = useId()
  const isNoteOnly = isNoteThread(parent)
  const mode = isNoteOnly ? 'note' : chosenMode

  const write = (next: string) => {
    setBody(next)
    setIssue(undefined)
    stored.save(mode, next)
  }
  /** The text goes along, unless that mode has one of its own. */
  const switchMode = (next: CommentMode) => {
    if (next === chosenMode) return
    const kept = stored.get(next)
    if (kept === '') {
      stored.save(chosenMode, '')
      stored.save(next, body)
    } else setBody(kept)
    setMode(next)
    setIssue(undefined)
    setKeptModes(stored.modes())
  }
  const onRestore = useEffectEvent((draft: CommentDraft) => {
    const isFree = body.trim() === '' && !isNoteOnly
    if (isFree) {
      setMode(draft.mode)
      setUser(draft.user)
      onParent(draft.parent ?? undefined)
    }
    // What was typed meanwhile in another mode may be for the team only.
    if (isFree || draft.mode === mode) setBody(stored.get(draft.mode))
    setKeptModes(stored.modes())
  })
  useEffect(() => stored.onRestore((draft) => onRestore(draft)), [stored])
  const onReply = useEffectEvent(() => {
    setIssue(undefined)
    if (isNoteOnly) switchMode('note')
    field.current?.focus()
  })
  useEffect(() => {
    if (parent) onReply()
  }, [parent])
  useEffect(() => {
    if (!actor) return
    clearPersonAction(session)
    // After the navigation gave the focus to the h1.
    queueMicrotask(() => field.current?.focus())
  }, [session, actor])
  const start = (next: CommentMode) => {
    switchMode(next)
    field.current?.focus()
  }
  useSingleKeys({ p: () => start('team'), i: () => start('note') })

  const report = (problem: string) => {
    setIssue(problem)
    announce(problem, 'assertive')
    field.current?.focus()
  }
  const send = async () => {
    if (offlineProps) return
    if (body.trim() === '') return report(text.noText)
    if ([...body].length > MAX_LENGTH) return report(text.tooLong)
    if (mode === 'user' && !user) return report(text.noUser)
    write('')
    onParent(undefined)
    field.current?.focus()
    const outcome = await sendComment(session, post_id, {
      mode,
      body,
      parent: parent ?? null,
      user,
    })
    if (outcome.state === 'sent') announce(text.sent[mode])
    if (outcome.state === 'failed')
      toast({ text: text.notSent(formatSaveError(outcome.error)), tone: 'bad' })
  }

  return (
    <form
      aria-label={text.label}
      className={`mt-auto grid grid-cols-1 gap-2 rounded-card border p-2 ${sticky} ${composerClasses[mode]}`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send()
      }}
    >
      <ModePicker mode={mode} keptModes={keptModes} isNoteOnly={isNoteOnly} onChoose={switchMode} />
      {parent && (
        <p className="flex flex-wrap items-center gap-2 px-2 text-meta text-ink-2">
          {text.replyTo(parent.author?.name ?? '')}
          {isNoteOnly && ` · ${text.repliesToNotes}`}
          <Button variant="quiet" size="small" onClick={() => onParent(undefined)}>
            {text.cancelReply}
          </Button>
        </p>
      )}
      {mode === 'user' && (
        <UserPicker
          label={text.user}
          value={user}
          onChange={(next) => {
            setUser(next)
            setIssue(undefined)
          }}
        />
      )}
      <textarea
        ref={field}
        className="field-sizing-content max-h-[30vh] min-h-16 w-full resize-none overflow-y-auto rounded-control bg-transparent px-2 py-1 text-ink"
        aria-label={text.fields[mode]}
        aria-invalid={issue ? true : undefined}
        aria-describedby={issue && issueId}
        placeholder={text.placeholders[mode]}
        rows={2}
        dir="auto"
        value={body}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (isChord(event.nativeEvent, 'enter')) void send()
          else if (event.key === 'Escape' && !event.nativeEvent.isComposing) leaveText()
          else return
          event.preventDefault()
        }}
      />
      {issue && (
        <p id={issueId} className="px-2 text-meta font-medium text-bad-ink">
          {issue}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 px-1">
        <p
          className={`me-auto inline-flex items-center gap-2 px-1 text-meta ${mode === 'note' ? 'text-spark-ink' : 'text-ink-2'}`}
        >
          <Icon of={icons[mode]} />
          {text.hints[mode]}
        </p>
        <Button
          {...offlineProps}
          type="submit"
          variant={mode === 'note' ? 'plain' : 'primary'}
          hint={isApple() ? text.sendKeysApple : text.sendKeys}
        >
          {text.send[mode]}
        </Button>
      </div>
    </form>
  )
}

/**
 * In view wherever the window has room for it; its shadows cover the comments in the padding below it. Beside the properties
 * the column that scrolls has that padding.
 */
const sticky =
  'bottom-5 @min-[40rem]/post:bottom-0 md:[@media(height>=40rem)]:sticky md:[@media(height>=40rem)]:shadow-[0_1.25rem_var(--surface),0_1.75rem_var(--surface)]'

const composerClasses: Record<CommentMode, string> = {
  team: 'border-control bg-surface',
  note: 'border-dashed border-spark bg-spark-soft',
  user: 'border-accent-line bg-accent-soft',
}

const chosenClasses: Record<CommentMode, string> = {
  team: 'border-control bg-surface text-ink',
  note: 'border-spark bg-spark-soft text-spark-ink',
  user: 'border-control bg-surface text-ink',
}

interface ModePickerProps {
  mode: CommentMode
  /** Those that have a text of their own. */
  keptModes: readonly CommentMode[]
  isNoteOnly: boolean
  onChoose: (mode: CommentMode) => void
}

function ModePicker({ mode, keptModes, isNoteOnly, onChoose }: ModePickerProps) {
  const name = useId()
  const options = commentModes.filter((one) => one === 'note' || !isNoteOnly)
  return (
    <div role="radiogroup" aria-label={text.mode} className="flex flex-wrap gap-1">
      {options.map((one) => (
        <label
          key={one}
          className={`inline-flex min-h-control-small items-center gap-2 rounded-control border px-2.5 text-cell font-medium has-focus-visible:outline-2 has-focus-visible:outline-focus @max-[30rem]/post:gap-1.5 @max-[30rem]/post:px-1.5 ${one === mode ? chosenClasses[one] : 'border-transparent text-ink-2 hover:text-ink'}`}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={one === mode}
            onChange={() => onChoose(one)}
          />
          <Icon of={icons[one]} className="@max-[25rem]/post:hidden" />
          {text.modes[one]}
          {one !== mode && keptModes.includes(one) && (
            <span className="rounded-chip bg-sunken px-1.5 text-tag text-ink-2">
              {text.hasDraft}
            </span>
          )}
        </label>
      ))}
    </div>
  )
}
