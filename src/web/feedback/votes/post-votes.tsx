import './votes.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'

import type { Post } from '#client/resources.ts'
import { UserPicker } from '#web/feedback/people/user-picker.tsx'
import type { UserChoice } from '#web/feedback/people/users.data.ts'
import { useSingleKeys } from '#web/feedback/posts/use-single-keys.ts'
import { messages } from '#web/messages/en/app.ts'
import { votesText as text } from '#web/messages/en/votes.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { announce } from '#web/ui/live-region.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import {
  addVote,
  describeVote,
  type OwnVote,
  removeVote,
  useOwnVotes,
  usePendingRemovals,
  votePages,
} from './votes.data.ts'

/** How many voters are listed before "Show all". */
const FIRST_VOTERS = 5

interface PostVotesProps {
  post: Post
  /** Asks for whom at once. */
  startsAdding?: boolean
}

/** The votes of a post, who gave them where that is known, and adding one for a user. */
export function PostVotes({ post, startsAdding = false }: PostVotesProps) {
  const canList = useCapability('feedback.votes.list')
  const hasWriteKey = useCanWrite()
  const canWrite = hasWriteKey && !post.deleted_at && !post.merged_into_id
  const { vote_count, imported_votes = 0 } = post
  return (
    <section aria-label={text.title} className="votes">
      <div className="votes-head">
        <p>
          {vote_count !== undefined && <span>{text.count(vote_count)}</span>}
          {imported_votes > 0 && (
            <span className="votes-imported">{text.imported(imported_votes)}</span>
          )}
        </p>
      </div>
      {canWrite && <AddVote post={post} startsOpen={startsAdding} />}
      {canList ? (
        <Voters post={post} canRemove={canWrite} />
      ) : (
        <OwnVotes post={post} canRemove={canWrite} />
      )}
    </section>
  )
}

interface AddVoteProps {
  post: Post
  startsOpen: boolean
}

function AddVote({ post, startsOpen }: AddVoteProps) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  const [isOpen, setOpen] = useState(startsOpen)
  const [isPending, setPending] = useState(false)
  const [value, setValue] = useState<UserChoice | null>(null)
  const [issue, setIssue] = useState<string>()
  const [outcome, setOutcome] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const open = () => {
    setOpen(true)
    setOutcome(undefined)
  }
  const close = () => {
    setOpen(false)
    setValue(null)
    setIssue(undefined)
  }
  useSingleKeys({ v: open })
  useEffect(() => {
    if (outcome !== undefined) button.current?.focus()
  }, [outcome])
  const add = async (choice: UserChoice | null) => {
    setValue(choice)
    setIssue(undefined)
    if (!choice || offlineProps || isPending) return
    setPending(true)
    const result = await addVote(session, post, choice)
    setPending(false)
    if (result.state === 'canceled') return
    if (result.state === 'failed') return setIssue(formatSaveError(result.error))
    close()
    const sentence = text[result.state](result.name)
    setOutcome(result.state === 'existing' ? sentence : '')
    if (result.state === 'existing') announce(sentence)
  }
  if (!isOpen)
    return (
      <div className="votes-add">
        <Button ref={button} {...offlineProps} size="small" icon={Plus} onClick={open}>
          {text.add}
        </Button>
        {outcome && <p>{outcome}</p>}
      </div>
    )
  return (
    <div className="votes-form">
      <UserPicker
        label={text.user}
        autoFocus
        value={value}
        issue={issue}
        onChange={(choice) => void add(choice)}
      />
      <Button size="small" busy={isPending} onClick={close}>
        {messages.app.cancel}
      </Button>
    </div>
  )
}

interface VotersProps {
  post: Post
  canRemove: boolean
}

function Voters({ post, canRemove }: VotersProps) {
  const [isWhole, setWhole] = useState(false)
  const query = useInfiniteQuery(votePages(post.id))
  const removed = usePendingRemovals()
  if (query.isError && !query.data)
    return (
      <p className="votes-add" role="alert">
        {text.failed}
        <Button size="small" onClick={() => void query.refetch()}>
          {text.retry}
        </Button>
      </p>
    )
  // The space of the rows that are coming, so that nothing below moves.
  if (!query.data)
    return (
      <div
        aria-busy
        aria-label={text.loading}
        role="status"
        style={{ height: `${Math.min(post.vote_count ?? 0, FIRST_VOTERS) * 1.75}rem` }}
      />
    )
  const votes = query.data.pages.flatMap(({ data }) => data).filter(({ id }) => !removed.has(id))
  const rows = isWhole ? votes : votes.slice(0, FIRST_VOTERS)
  const hasMore = votes.length > FIRST_VOTERS || query.hasNextPage
  return (
    <>
      {rows.length > 0 && (
        <ul aria-label={text.voters} className="votes-list" data-state="ready">
          {rows.map((vote) => (
            <VoteRow key={vote.id} vote={describeVote(post.id, vote)} canRemove={canRemove} />
          ))}
        </ul>
      )}
      {!isWhole && hasMore && (
        <Button size="small" className="justify-self-start" onClick={() => setWhole(true)}>
          {text.showAll(post.vote_count ?? votes.length)}
        </Button>
      )}
      {isWhole && query.hasNextPage && (
        <Button
          size="small"
          className="justify-self-start"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {text.loadMore}
        </Button>
      )}
    </>
  )
}

/** Without the list of voters: the votes that were added here, which can be removed. */
function OwnVotes({ post, canRemove }: VotersProps) {
  const removed = usePendingRemovals()
  const votes = useOwnVotes(post.id).filter(({ id }) => !removed.has(id))
  if (votes.length === 0) return null
  return (
    <ul aria-label={text.addedHere} className="votes-list">
      {votes.map((vote) => (
        <VoteRow key={vote.id} vote={vote} canRemove={canRemove} />
      ))}
    </ul>
  )
}

interface VoteRowProps {
  vote: OwnVote
  canRemove: boolean
}

function VoteRow({ vote, canRemove }: VoteRowProps) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  const { name, user_id, created_at } = vote
  return (
    <li data-testid="vote" data-id={vote.id}>
      <Avatar id={user_id} name={name} decorative />
      <bdi>{name}</bdi>
      {created_at && <RelativeTime at={created_at} className="text-meta text-ink-3" />}
      {canRemove && user_id !== '' && (
        <IconButton
          {...offlineProps}
          icon={X}
          label={text.remove(name)}
          onClick={() => offlineProps || void removeVote(session, vote)}
        />
      )}
    </li>
  )
}
