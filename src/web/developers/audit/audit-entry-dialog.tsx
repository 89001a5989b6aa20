import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { auditText as text } from '#web/messages/en/audit.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyableId } from '#web/ui/copyable.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatMoment } from '#web/ui/format.ts'
import { type AuditItem, findTarget, formatAction } from './audit.rules.ts'

interface AuditEntryDialogProps {
  entry: AuditItem
  onClose: () => void
}

/** All of an entry, with ids to copy. */
export function AuditEntryDialog({ entry, onClose }: AuditEntryDialogProps) {
  const { resource, key, member, address, request_id, at } = entry
  const to = findTarget(entry)?.to
  return (
    <Dialog title={formatAction(entry)} className="md:w-[34rem]" onClose={onClose}>
      <dl className="grid gap-3 text-cell">
        {resource.id !== null && (
          <Detail label={text.columns.resource}>
            <CopyableId id={resource.id} label={text.details.resourceId} />
          </Detail>
        )}
        {resource.parent_id !== null && (
          <Detail label={text.details.inside}>
            <CopyableId id={resource.parent_id} label={text.details.parentId} />
          </Detail>
        )}
        {member && (
          <Detail label={text.details.member}>
            <bdi>{member.name}</bdi>
          </Detail>
        )}
        <Detail label={text.columns.key}>
          <bdi>{key.name}</bdi>
          <CopyableId id={key.id} label={text.details.keyId} />
        </Detail>
        <Detail label={text.columns.address}>
          <CopyableId id={address} label={text.details.address} />
        </Detail>
        <Detail label={text.columns.request}>
          <CopyableId id={request_id} label={text.details.requestId} />
        </Detail>
        <Detail label={text.columns.time}>
          {formatMoment(new Date(at))}
          <CopyableId id={at} label={text.details.time} />
        </Detail>
      </dl>
      {to !== undefined && (
        <p className="mt-5">
          <Link to={to} className={buttonClass('plain')}>
            {text.details.open}
          </Link>
        </p>
      )}
    </Dialog>
  )
}

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid items-baseline gap-x-4 gap-y-0.5 md:grid-cols-[7rem_minmax(0,1fr)]">
    <dt className="text-ink-3">{label}</dt>
    <dd className="flex min-w-0 flex-wrap items-baseline gap-x-3">{children}</dd>
  </div>
)
