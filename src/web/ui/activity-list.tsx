import { Fragment, type ReactNode, useId } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { diffItems } from '#contract/activity.rules.ts'
import type { Activity, Actor } from '#contract/activity.ts'
import { activityText as text } from '#web/messages/en/activity.ts'
import { messages } from '#web/messages/en/app.ts'
import { Avatar } from './avatar.tsx'
import { Button } from './button.tsx'
import { formatLoadError } from './error-message.ts'
import { formatMoment } from './format.ts'
import { RelativeTime } from './relative-time.tsx'

/** A part of a sentence: words, a name in bold or a moment. */
export type ActivityPart = string | { readonly name: string } | { readonly at: string }

/** Few, as each has several elements; older ones are shown on request. */
export const ACTIVITY_PAGE_SIZE = 10

/** The pages of an infinite query. */
interface HistoryQuery<Item> {
  readonly data: { readonly pages: readonly { readonly data: readonly Item[] }[] } | undefined
  readonly error: ApiError | null
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly refetch: () => unknown
  readonly fetchNextPage: () => unknown
}

interface HistoryProps<Item> {
  query: HistoryQuery<Item>
  texts: {
    readonly loading: string
    readonly failed: string
    readonly none: string
    readonly older: string
  }
  children: (item: Item) => ReactNode
}

/** What was recorded of a resource, newest first, in each state of its query. */
export function History<Item extends { readonly id: string }>(props: HistoryProps<Item>) {
  const { query, texts, children } = props
  const items = query.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <>
      {query.isPending && query.isFetching && (
        <div
          role="img"
          aria-label={texts.loading}
          className="h-8 animate-pulse rounded-card bg-sunken"
        />
      )}
      {query.data && items.length === 0 && <p className="text-cell text-ink-3">{texts.none}</p>}
      {items.length > 0 && (
        <ul className="grid gap-3">
          {items.map((item) => (
            <Fragment key={item.id}>{children(item)}</Fragment>
          ))}
        </ul>
      )}
      {query.error && (
        <div className="grid justify-items-start gap-2 text-meta text-ink-2">
          <p>
            {texts.failed} {formatLoadError(query.error)}
          </p>
          <Button size="small" onClick={() => void query.refetch()}>
            {messages.app.tryAgain}
          </Button>
        </div>
      )}
      {query.hasNextPage && !query.error && (
        <Button
          size="small"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          className="justify-self-start"
        >
          {texts.older}
        </Button>
      )}
    </>
  )
}

interface ActivityListProps<Other> {
  query: HistoryQuery<Activity>
  /** Where nothing was recorded. */
  none: string
  describe: (activity: Activity) => readonly (readonly (ActivityPart | Other)[])[]
  renderOther?: (part: Other) => ReactNode
  /** A part of a narrow column of a page, without the pictures of people. */
  isCompact?: boolean
  children?: ReactNode
}

/** What happened to a resource: who did what, and when. */
export function ActivityList<Other extends object = never>({
  query,
  none,
  describe,
  renderOther,
  isCompact = false,
  children,
}: ActivityListProps<Other>) {
  const heading = useId()
  const Heading = isCompact ? 'h2' : 'h3'
  const render = (part: ActivityPart | Other): ReactNode => {
    if (typeof part === 'string') return part
    if ('at' in part && typeof part.at === 'string')
      return <strong className="font-medium text-ink">{formatMoment(new Date(part.at))}</strong>
    if ('name' in part && typeof part.name === 'string')
      return (
        <strong className="font-medium text-ink">
          <bdi>{part.name}</bdi>
        </strong>
      )
    return renderOther?.(part as Other) // neither of the others
  }
  return (
    <section
      aria-labelledby={heading}
      className={`grid content-start gap-3 ${isCompact ? 'border-t border-line pt-3.5' : ''}`}
    >
      <Heading id={heading} className={isCompact ? 'font-medium' : 'text-section'}>
        {text.title}
      </Heading>
      <History query={query} texts={{ ...text, none }}>
        {(activity) => (
          <li className="flex items-start gap-2.5 text-cell text-ink-2">
            {!isCompact && <ActorAvatar actor={activity.actor} />}
            <p className="min-w-0 flex-1 pt-0.5 wrap-anywhere">
              <ActorName actor={activity.actor} />{' '}
              {describe(activity).map((parts, index) => (
                <Fragment key={index}>
                  {index > 0 && ', '}
                  {parts.map((part, partIndex) => (
                    <Fragment key={partIndex}>
                      {partIndex > 0 && ' '}
                      {render(part)}
                    </Fragment>
                  ))}
                </Fragment>
              ))}{' '}
              <RelativeTime
                at={activity.at}
                tabIndex={-1}
                className="whitespace-nowrap text-ink-3"
              />
            </p>
          </li>
        )}
      </History>
      {children}
    </section>
  )
}

const unnamed = { service: text.server, key: text.deletedKey, member: text.deletedMember }

/** The name of today; of somebody without one, what is known. */
export const formatActor = ({ name, type }: Actor): string => name ?? unnamed[type]

const ActorAvatar = ({ actor }: { actor: Actor }) => (
  <Avatar id={actor.id ?? actor.type} name={formatActor(actor)} decorative />
)

const ActorName = ({ actor }: { actor: Actor }) => (
  <bdi className="font-medium text-ink">{formatActor(actor)}</bdi>
)

/** Which tags were added and removed. */
export function describeTags(change: Activity['changes'][string]): ActivityPart[][] {
  const { added, removed } = diffItems(change)
  const sentence = (words: (count: number) => string, tags: readonly string[]) =>
    tags.length > 0 ? [[words(tags.length), { name: tags.join(', ') }]] : []
  return [...sentence(text.tagsAdded, added), ...sentence(text.tagsRemoved, removed)]
}
