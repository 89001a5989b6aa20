import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Trash from 'lucide-react/icons/trash-2'
import User from 'lucide-react/icons/user'
import { type ReactNode, useState } from 'react'

import type { Contact } from '#client/resources.ts'
import type { Activity } from '#contract/activity.ts'
import { listQuery } from '#web/email/lists/lists.data.ts'
import { contactActivityText as activityText } from '#web/messages/en/activity.ts'
import { contactEditText as text } from '#web/messages/en/contact-edit.ts'
import { contactMenuText } from '#web/messages/en/contacts.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useRefetchOnChange } from '#web/query/use-refetch-on-change.ts'
import { findItem } from '#web/session/resources/places.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import {
  ACTIVITY_PAGE_SIZE,
  ActivityList,
  type ActivityPart,
  describeTags,
} from '#web/ui/activity-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyableId } from '#web/ui/copyable.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatDate } from '#web/ui/format.ts'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { fromContactItem } from './contact-changes.rules.ts'
import { sortedFields } from './contact-form.rules.ts'
import { ContactForm, useIsPhone } from './contact-form.tsx'
import { contactQuery } from './contact.data.ts'
import { contactResource, deleteContact } from './edit-contact.data.ts'
import { EnrollDialog } from './enroll-dialog.tsx'
import { useContactEdit } from './use-contact-edit.ts'

const keepEqual = (before: unknown, after: unknown) =>
  JSON.stringify(before) === JSON.stringify(after) ? before : after

interface ContactDrawerProps {
  list_id: string
  contact_id: string
  /** Tags and names of merge fields in use. */
  suggestions: { tags: readonly string[]; fields: readonly string[] }
  onClose: () => void
}

/** One contact over the table; on a phone a page of its own. */
export function ContactDrawer(props: ContactDrawerProps) {
  const { list_id, contact_id, onClose } = props
  const session = useSession()
  const canWrite = useCanWrite()
  const query = useQuery({
    ...contactQuery(list_id, contact_id),
    placeholderData: () => {
      const cached = findItem(session, contactResource, contact_id)
      return cached && fromContactItem(cached)
    },
    // The default drops a field named `__proto__`. Without any, each render would make another placeholder, and render again.
    structuralSharing: keepEqual,
  })
  // The page of the list requests it.
  const list = useQuery({ ...listQuery(list_id), enabled: false })
  const { data, error } = query
  const isMissing = error?.code === 'not_found' || list.error?.code === 'not_found'
  // Deleted while it was open: what someone is typing stays.
  if (isMissing && !data)
    return (
      <Drawer title={text.missing} onClose={onClose}>
        <PageState state="missing" icon={User} title={text.missing}>
          {text.missingDescription}
        </PageState>
      </Drawer>
    )
  if (!data)
    return (
      <Drawer title={text.loading} onClose={onClose}>
        {error ? (
          <ErrorState title={text.failed} error={error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton label={text.loading}>
            <div className="h-64 rounded-control bg-line" />
          </Skeleton>
        )}
      </Drawer>
    )
  return canWrite ? (
    <EditedContact {...props} key={data.id} contact={data} isMissing={isMissing} />
  ) : (
    <Drawer
      title={data.email_address}
      details={<CopyableId id={data.id} label={text.idName} />}
      onClose={onClose}
    >
      <ContactContent contact={data} names={props.suggestions.fields} />
      <ContactFacts contact={data} />
      <ContactActivity contact={data} />
    </Drawer>
  )
}

function EditedContact({
  contact,
  isMissing,
  suggestions,
  onClose,
}: ContactDrawerProps & { contact: Contact; isMissing: boolean }) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  const isPhone = useIsPhone()
  const editing = useContactEdit(contact, suggestions.fields)
  const [isEnrolling, setEnrolling] = useState(false)
  const remove = () => {
    if (offlineProps) return
    deleteContact(session, contact)
    onClose()
  }
  /** What was typed is not saved by closing. */
  const waits = isPhone || offlineProps !== undefined
  // On a phone the button saves. Elsewhere everything was saved, but for what the question offers to discard.
  const close = () => {
    if (!waits && !editing.isBlocked) editing.save()
    onClose()
  }
  const save = () => {
    if (offlineProps) return
    if (editing.hasIssue) focusFirstIssue()
    else editing.save()
  }
  return (
    <Drawer
      title={contact.email_address}
      details={<CopyableId id={contact.id} label={text.idName} />}
      isDirty={() => editing.isBlocked || (waits && editing.isDirty)}
      onClose={close}
      footer={
        isPhone && (
          <Button
            {...offlineProps}
            variant="primary"
            size="large"
            className="w-full"
            busy={editing.isPending}
            onClick={save}
          >
            {text.save}
          </Button>
        )
      }
    >
      {isMissing && (
        <p role="alert" className="mb-5 rounded-control bg-warn-soft px-3 py-2 text-warn-ink">
          {text.deletedMeanwhile}
        </p>
      )}
      <ContactForm contact={contact} editing={editing} suggestions={suggestions} />
      <ContactFacts contact={contact} />
      <div className="mt-5 flex flex-wrap gap-2">
        <Button {...offlineProps} onClick={() => !offlineProps && setEnrolling(true)}>
          {text.enroll}
        </Button>
        <Button {...offlineProps} icon={Trash} className="text-bad-ink!" onClick={remove}>
          {contactMenuText.delete}
        </Button>
      </div>
      <ContactActivity contact={contact} />
      {isEnrolling && <EnrollDialog contact={contact} onClose={() => setEnrolling(false)} />}
    </Drawer>
  )
}

const focusFirstIssue = () =>
  document.querySelector<HTMLElement>('[data-contact-form] [aria-invalid="true"]')?.focus()

interface ContactContentProps {
  contact: Contact
  /** The merge fields in their order. */
  names: readonly string[]
}

/** A contact that this key cannot change. */
const ContactContent = ({ contact, names }: ContactContentProps) => (
  <FactList>
    <dt>{text.email}</dt>
    <dd>
      <bdi>{contact.email_address}</bdi>
    </dd>
    <dt>{text.status}</dt>
    <dd>
      <StatusPill kind="contact" value={contact.status} />
    </dd>
    <dt>{text.tags}</dt>
    <dd>
      {contact.tags.length === 0 ? (
        text.nothing
      ) : (
        <ul className="flex flex-wrap gap-1">
          {contact.tags.map((tag) => (
            <li
              key={tag}
              className="max-w-full rounded-chip bg-mute-soft px-2 py-0.5 text-tag whitespace-pre-wrap text-mute-ink"
            >
              {tag}
            </li>
          ))}
        </ul>
      )}
    </dd>
    {sortedFields(contact.fields, names).map(([name, value]) => (
      <div key={name} className="contents">
        <dt>{name}</dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </FactList>
)

/** What the server says of the contact besides; a server of the public API may say nothing. */
function ContactFacts({ contact }: { contact: Contact }) {
  const { source, created_at, updated_at, subscribed_at, unsubscribed_at } = contact
  const times = [
    [text.created, created_at],
    [text.updated, updated_at],
    [text.subscribed, subscribed_at],
    [text.unsubscribed, unsubscribed_at],
  ] as const
  return (
    <FactList>
      {times.map(
        ([label, at]) =>
          at && (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd>
                <RelativeTime at={at} />
              </dd>
            </div>
          ),
      )}
      {source && (
        <div className="contents">
          <dt>{text.source}</dt>
          <dd>{text.sources[source] ?? formatStatus(source)}</dd>
        </div>
      )}
    </FactList>
  )
}

const FactList = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-cell wrap-anywhere not-first:mt-5 not-first:border-t not-first:border-line not-first:pt-4 [&_dt]:text-ink-3">
    {children}
  </dl>
)

/** What happened to the contact, and since when it is recorded; absent where the server does not record it. */
const ContactActivity = ({ contact }: { contact: Contact }) =>
  useCapability('contacts.activity') && <ActivityOfContact contact={contact} />

function ActivityOfContact({ contact }: { contact: Contact }) {
  const query = useInfiniteQuery({
    ...endpointPages('GET /lists/:list_id/contacts/:contact_id/activity', {
      list_id: contact.list_id,
      contact_id: contact.id,
      limit: ACTIVITY_PAGE_SIZE,
    }),
    refetchOnMount: 'always',
  })
  useRefetchOnChange(query.refetch, contact.version)
  const since = query.data?.pages[0]?.since
  return (
    <div className="mt-5 border-t border-line pt-4">
      <ActivityList query={query} none={activityText.none} describe={describeContactActivity}>
        {since !== undefined && (
          <p className="text-meta text-ink-3">{activityText.since(formatDate(new Date(since)))}</p>
        )}
      </ActivityList>
    </div>
  )
}

/** One sentence per change. An event that this version does not know is a change. */
function describeContactActivity({ event, changes }: Activity): ActivityPart[][] {
  const { status, campaign_name, automation_name, email_address, tags } = changes
  const statusName = { name: formatStatus(String(status?.to)) }
  if (event === 'contact.created') return [[activityText.created, statusName]]
  const reported = activityText.reported[event]
  if (reported !== undefined && campaign_name)
    return [[reported, { name: String(campaign_name.to) }]]
  const enrollment = activityText.enrollments[event]
  if (enrollment !== undefined && automation_name)
    return [[enrollment, { name: String(automation_name.to ?? automation_name.from) }]]
  const sentences = [
    ...(email_address ? [[activityText.address, { name: String(email_address.to) }]] : []),
    ...(status ? [[activityText.status, statusName]] : []),
    ...(tags ? describeTags(tags) : []),
  ]
  return sentences.length > 0 ? sentences : [[activityText.changed]]
}
