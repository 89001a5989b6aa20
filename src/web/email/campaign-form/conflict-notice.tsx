import { type ReactNode, useEffect, useRef } from 'react'

import { campaignEditText as text } from '#web/messages/en/campaign-edit.ts'
import { Button } from '#web/ui/button.tsx'
import { useAudience } from './audience.tsx'
import type { CampaignValues, FieldConflict } from './campaign-form.rules.ts'

interface ConflictNoticeProps {
  conflicts: readonly FieldConflict[]
  onUseTheirs: (conflict: FieldConflict) => void
}

/** Both values of each field that two people changed. What is in the form is saved with the next press. */
export function ConflictNotice({ conflicts, onUseTheirs }: ConflictNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  // The button that saves may be the only part of the form in view.
  useEffect(() => notice.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div
      ref={notice}
      role="alert"
      className="grid gap-3 rounded-control bg-warn-soft px-3 py-2 text-warn-ink"
    >
      <p>{text.conflict}</p>
      {conflicts.map((conflict) => (
        <ConflictingField key={conflict.field} conflict={conflict} onUseTheirs={onUseTheirs} />
      ))}
    </div>
  )
}

interface ConflictingFieldProps {
  conflict: FieldConflict
  onUseTheirs: (conflict: FieldConflict) => void
}

function ConflictingField({ conflict, onUseTheirs }: ConflictingFieldProps) {
  const { field, mine, theirs } = conflict
  const label = text[field]
  const format = (values: CampaignValues) =>
    field === 'audience' ? <AudienceName {...values} /> : values[field] || text.nothing
  return (
    <div className="grid gap-1">
      <p className="font-medium">{label}</p>
      <dl className="grid gap-1 text-cell">
        <Version term={text.yours}>{format(mine)}</Version>
        <Version term={text.theirs}>{format(theirs)}</Version>
      </dl>
      <Button size="small" className="justify-self-start" onClick={() => onUseTheirs(conflict)}>
        {text.useTheirs(label)}
      </Button>
    </div>
  )
}

/** A list, or a segment of it, by name. */
function AudienceName({ list_id, segment_id }: Pick<CampaignValues, 'list_id' | 'segment_id'>) {
  const audience = useAudience(list_id, segment_id)
  if (audience.state === 'ready') return text.audienceName(audience)
  return { none: text.nothing, loading: text.loadingName, failed: text.nameFailed }[audience.state]
}

const Version = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex gap-2">
    <dt>{term}</dt>
    <dd className="min-w-0 break-words">
      <bdi>{children}</bdi>
    </dd>
  </div>
)
