import { useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import type { PlacedCard } from '#contract/tasks/cards.ts'
import { useStatuses } from '#web/feedback/posts/post-options.data.ts'
import { keyOfStatus } from '#web/feedback/posts/post-options.rules.ts'
import { postCardsText as text } from '#web/messages/en/post-cards.ts'
import { paths } from '#web/paths.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { CreateCardDialog } from './create-card-dialog.tsx'
import { isWorkDone, statusAfterWork } from './next-status.rules.ts'
import { postCardPages, postEntryPages } from './post-cards.data.ts'

/** How many cards are listed before "Show all". */
const FIRST_CARDS = 5

interface PostCardsProps {
  post: Post
  onSetStatus: (status: string) => void
}

/** What became of a post: its cards and the entries of the changelog that name it. */
export function PostCards({ post, onSetStatus }: PostCardsProps) {
  const hasCards = useCapability('cards.details')
  const hasEntries = useCapability('filters')
  return (
    <>
      {hasCards && <Cards post={post} onSetStatus={onSetStatus} />}
      {hasEntries && <PostEntries post_id={post.id} />}
    </>
  )
}

function Cards({ post, onSetStatus }: PostCardsProps) {
  const offlineProps = useOfflineProps()
  const hasWriteKey = useCanWrite()
  const canWrite = hasWriteKey && !post.deleted_at && !post.merged_into_id
  // A card may have been completed on its board since.
  const query = useInfiniteQuery({ ...postCardPages(post.id), refetchOnMount: 'always' })
  useAllPages(query, true)
  const [isCreating, setCreating] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const createButton = useRef<HTMLButtonElement>(null)
  const cards = query.data?.pages.flatMap(({ data }) => data) ?? []
  if (!canWrite && cards.length === 0 && !query.isError) return null
  const close = () => {
    setCreating(false)
    createButton.current?.focus()
  }
  return (
    <Part title={text.title}>
      {query.isError && !query.data && (
        <p role="alert">
          {text.failed}{' '}
          <Button size="small" onClick={() => void query.refetch()}>
            {text.retry}
          </Button>
        </p>
      )}
      {cards.length > 0 && (
        <ul aria-label={text.list}>
          {(isWhole ? cards : cards.slice(0, FIRST_CARDS)).map((card) => (
            <CardItem key={card.id} card={card} />
          ))}
        </ul>
      )}
      {!isWhole && cards.length > FIRST_CARDS && (
        <Button size="small" className="justify-self-start" onClick={() => setWhole(true)}>
          {text.showAll(cards.length)}
        </Button>
      )}
      {canWrite && !query.hasNextPage && (
        <NextStatus cards={cards} status={post.status} onSetStatus={onSetStatus} />
      )}
      {canWrite && (
        <Button
          {...offlineProps}
          ref={createButton}
          size="small"
          icon={Plus}
          className="justify-self-start"
          onClick={() => setCreating(true)}
        >
          {text.create}
        </Button>
      )}
      {isCreating && <CreateCardDialog post={post} onClose={close} />}
    </Part>
  )
}

function CardItem({ card }: { card: PlacedCard }) {
  const { id, board_id, name, board_name, list_name, completed, status } = card
  const state = completed ? text.done : status === 'archived' ? text.archived : undefined
  return (
    <LinkedItem to={paths.card(board_id, id)} name={name} data-testid="post-card" data-id={id}>
      <bdi>{text.place(board_name, list_name)}</bdi>
      {state && <span className="font-medium">{state}</span>}
    </LinkedItem>
  )
}

interface NextStatusProps {
  cards: readonly PlacedCard[]
  status: string
  onSetStatus: (status: string) => void
}

/** Offers the status that says the work is done. */
function NextStatus({ cards, status, onSetStatus }: NextStatusProps) {
  const offlineProps = useOfflineProps()
  const next = statusAfterWork(useStatuses(), status)
  if (!next || !isWorkDone(cards)) return null
  return (
    <div
      role="note"
      className="grid justify-items-start gap-2 rounded-card bg-sunken px-3 py-2 text-cell"
    >
      <p>{text.allDone(cards.length)}</p>
      <Button {...offlineProps} size="small" onClick={() => onSetStatus(keyOfStatus(next))}>
        {text.setStatus(next.name)}
      </Button>
    </div>
  )
}

/** The entries of the changelog that name a post, drafts too. */
function PostEntries({ post_id }: { post_id: string }) {
  const query = useInfiniteQuery({ ...postEntryPages(post_id), refetchOnMount: 'always' })
  useAllPages(query, true)
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? []
  if (entries.length === 0) return null
  return (
    <Part title={text.entries}>
      <ul aria-label={text.entries}>
        {entries.map(({ id, title, published_at, publish_at }) => (
          <LinkedItem key={id} to={paths.entry(id)} name={title || text.untitled}>
            {published_at ? (
              <RelativeTime at={published_at} />
            ) : publish_at ? (
              text.scheduled
            ) : (
              text.draft
            )}
          </LinkedItem>
        ))}
      </ul>
    </Part>
  )
}

interface PartProps {
  title: string
  children: ReactNode
}

const Part = ({ title, children }: PartProps) => (
  <section aria-label={title} className="grid grid-cols-1 gap-2 border-t border-line pt-3.5">
    <h2 className="font-medium">{title}</h2>
    {children}
  </section>
)

interface LinkedItemProps extends ComponentProps<'li'> {
  to: string
  name: string
}

const LinkedItem = ({ to, name, children, ...item }: LinkedItemProps) => (
  <li {...item} className="grid min-w-0 gap-0.5 py-1 text-cell">
    <Link to={to} className="font-medium wrap-anywhere text-accent-ink hover:underline">
      <bdi>{name}</bdi>
    </Link>
    <p className="flex flex-wrap items-center gap-x-2 text-meta wrap-anywhere text-ink-3">
      {children}
    </p>
  </li>
)
