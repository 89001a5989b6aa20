import { contactEditText as text } from '#web/messages/en/contact-edit.ts'
import { Button } from '#web/ui/button.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { type ContactPart, fieldOf, toParts } from './contact-changes.rules.ts'
import type { Conflict, ContactEditing } from './use-contact-edit.ts'

interface ConflictNoticeProps {
  editing: ContactEditing
  conflict: Conflict
}

/** Both values of each part that two people changed. Nothing is saved until one is chosen. */
export function ConflictNotice({ editing, conflict }: ConflictNoticeProps) {
  const theirs = toParts(conflict.current)
  return (
    <div role="alert" className="contact-conflict">
      <p>{text.conflict}</p>
      {conflict.edits.map(({ part, after }) => (
        <div key={part}>
          <p className="font-medium">{partLabel(part)}</p>
          <dl className="contact-versions">
            <dt>{text.yours}</dt>
            <dd>
              <bdi>{formatPart(part, after)}</bdi>
            </dd>
            <dt>{text.theirs}</dt>
            <dd>
              <bdi>{formatPart(part, theirs.get(part))}</bdi>
            </dd>
          </dl>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={editing.keepMine}>
          {text.keepMine}
        </Button>
        <Button size="small" onClick={editing.useTheirs}>
          {text.useTheirs}
        </Button>
      </div>
    </div>
  )
}

export function partLabel(part: ContactPart): string {
  if (part === 'status') return text.status
  return part === 'email_address' ? text.email : (fieldOf(part) ?? text.tags)
}

export const formatPart = (part: ContactPart, value: string | undefined): string => {
  if (value === undefined || value === '') return text.nothing
  return part === 'status' ? formatStatus(value) : value
}
