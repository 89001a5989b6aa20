import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { cardDialogText as text } from '#web/messages/en/card-dialog.ts'
import { paths } from '#web/paths.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'
import { useRefetchOnChange } from '#web/query/use-refetch-on-change.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { setCardStatus } from '#web/tasks/card-changes/edit-cards.data.ts'
import { ACTIVITY_PAGE_SIZE, ActivityList } from '#web/ui/activity-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import { type LabelPart, describeActivity } from './card-activity.rules.ts'
import { unknownFields } from './card-details.rules.ts'
import { CardNotes } from './card-notes.tsx'
import { CardProperties } from './card-properties.tsx'
import { isListArchived, useCardScope } from './card-scope.ts'
import { CardTitle } from './card-title.tsx'
import './card-dialog.css'

interface CardDetailsProps {
  headingId: string
  startsInTitle?: boolean
  onDirty: (dirty: { readonly discard: () => void } | null) => void
}

/** Everything about one card, in its dialog or on its page. */
export function CardDetails({ headingId, startsInTitle = false, onDirty }: CardDetailsProps) {
  const { card, canEdit } = useCardScope()
  const hasDetails = useCapability('cards.details')
  const hasActivity = useCapability('cards.activity')
  // A field the server does not return is not offered, an empty one only to those who may write.
  const hasNotes = hasDetails && (canEdit ? card.description !== undefined : card.description)
  return (
    <div className="card-columns">
      <div className="card-main">
        <div className="card-head grid gap-3">
          <ArchivedNotice />
          <CardTitle headingId={headingId} startsInTitle={startsInTitle} />
        </div>
        {hasNotes && <CardNotes key={card.id} onDirty={onDirty} />}
        {card.post_id && <PostProperty post_id={card.post_id} />}
        <MoreFields />
        {hasActivity && <CardActivityList />}
      </div>
      <aside aria-label={text.properties} className="card-aside">
        <CardProperties />
      </aside>
    </div>
  )
}

function ArchivedNotice() {
  const scope = useCardScope()
  const { card, canEdit, context, ifEditable, offlineProps } = scope
  if (card.status !== 'archived') return null
  const needsList = isListArchived(scope)
  return (
    <p className="flex flex-wrap items-center gap-3 rounded-card bg-sunken px-3 py-2 text-cell">
      {needsList ? text.archivedWithList : text.archived}
      {canEdit && !needsList && (
        <Button
          {...offlineProps}
          size="small"
          onClick={() => ifEditable(() => setCardStatus(context(), card, 'unarchive'))}
        >
          {text.unarchive}
        </Button>
      )}
    </p>
  )
}

/** The feedback post that the card belongs to. */
function PostProperty({ post_id }: { post_id: string }) {
  const post = useQuery(endpointQuery('GET /feedback/posts/:post_id', { post_id }))
  if (!post.data) return null
  return (
    <section className="grid gap-1">
      <h3 className="text-section">{text.post}</h3>
      <p className="wrap-anywhere">
        <Link to={paths.post(post_id)} className="text-accent-ink underline">
          {post.data.title}
        </Link>
      </p>
    </section>
  )
}

function MoreFields() {
  const { card } = useCardScope()
  const fields = unknownFields(card)
  if (fields.length === 0) return null
  return (
    <section className="grid gap-2">
      <h3 className="text-section">{text.moreFields}</h3>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-cell">
        {fields.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="font-mono text-code text-ink-3">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** What happened to the card, newest first. */
function CardActivityList() {
  const { card } = useCardScope()
  const query = useInfiniteQuery({
    ...endpointPages('GET /cards/:card_id/activity', {
      card_id: card.id,
      limit: ACTIVITY_PAGE_SIZE,
    }),
    refetchOnMount: 'always',
  })
  useRefetchOnChange(query.refetch, card.version)
  return (
    <ActivityList
      query={query}
      none={text.noActivity}
      describe={describeActivity}
      renderOther={(part: LabelPart) => <LabelOfCard {...part} />}
    />
  )
}

function LabelOfCard({ label_id }: LabelPart) {
  const { board } = useCardScope()
  const label = board.labels.find(({ id }) => id === label_id)
  // Deleted since.
  if (!label) return text.deletedLabel
  return (
    <span className="inline-grid max-w-full align-bottom">
      <LabelChip label={label} />
    </span>
  )
}
