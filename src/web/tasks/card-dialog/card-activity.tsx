import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useId, useRef } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { cardDialogText as text } from '#web/messages/en/card-dialog.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'
import { formatMoment } from '#web/ui/format.ts'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type ActivityPart, type CardActivity, describeActivity } from './card-activity.rules.ts'
import { useCardScope } from './card-scope.ts'

/** Few, as each has several elements; older ones are shown on request. */
const PAGE_SIZE = 10

const activityQuery = (card_id: string) =>
  endpointPages('GET /cards/:card_id/activity', { card_id, limit: PAGE_SIZE })

/** What happened to the card, newest first. */
export function CardActivityList() {
  const { card } = useCardScope()
  const heading = useId()
  const query = useInfiniteQuery({ ...activityQuery(card.id), refetchOnMount: 'always' })
  const { refetch } = query
  const lastVersion = useRef(card.version)
  useEffect(() => {
    if (card.version === lastVersion.current) return
    lastVersion.current = card.version
    // A saved change has a new version, and is in the activity.
    void refetch()
  }, [refetch, card.version])
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <section aria-labelledby={heading} className="grid content-start gap-3">
      <h3 id={heading} className="text-section">
        {text.activity}
      </h3>
      {query.isPending && query.isFetching && (
        <div
          role="img"
          aria-label={text.loadActivity}
          className="h-8 animate-pulse rounded-card bg-sunken"
        />
      )}
      {query.isError && (
        <div className="grid justify-items-start gap-2 text-meta text-ink-2">
          <p>
            {text.activityFailed} {formatLoadError(query.error)}
          </p>
          <Button size="small" onClick={() => void query.refetch()}>
            {messages.app.tryAgain}
          </Button>
        </div>
      )}
      {query.data && entries.length === 0 && (
        <p className="text-cell text-ink-3">{text.noActivity}</p>
      )}
      {entries.length > 0 && (
        <ul className="grid gap-3">
          {entries.map((entry) => (
            <ActivityItem key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          size="small"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          className="justify-self-start"
        >
          {text.olderActivity}
        </Button>
      )}
    </section>
  )
}

function ActivityItem({ entry }: { entry: CardActivity }) {
  const { actor } = entry
  const name = actor.name ?? (actor.type === 'service' ? text.server : text.deletedKey)
  const sentences = describeActivity(entry)
  return (
    <li className="flex items-start gap-2.5 text-cell text-ink-2">
      <Avatar id={actor.id ?? actor.type} name={name} decorative />
      <p className="min-w-0 flex-1 pt-0.5 wrap-anywhere">
        <span className="font-medium text-ink">{name}</span>{' '}
        {sentences.map((parts, index) => (
          <Fragment key={index}>
            {index > 0 && ', '}
            {parts.map((part, partIndex) => (
              <Fragment key={partIndex}>
                {partIndex > 0 && ' '}
                <Part part={part} />
              </Fragment>
            ))}
          </Fragment>
        ))}{' '}
        <RelativeTime at={entry.at} tabIndex={-1} className="whitespace-nowrap text-ink-3" />
      </p>
    </li>
  )
}

function Part({ part }: { part: ActivityPart }) {
  const { board } = useCardScope()
  if (typeof part === 'string') return part
  if ('at' in part)
    return <strong className="font-medium text-ink">{formatMoment(new Date(part.at))}</strong>
  if ('name' in part) return <strong className="font-medium text-ink">{part.name}</strong>
  const label = board.labels.find(({ id }) => id === part.label_id)
  // Deleted since.
  if (!label) return text.deletedLabel
  return (
    <span className="inline-grid max-w-full align-bottom">
      <LabelChip label={label} />
    </span>
  )
}
