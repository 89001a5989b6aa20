import { useQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import GitMerge from 'lucide-react/icons/git-merge'
import LinkIcon from 'lucide-react/icons/link'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import { totalVotes } from '#contract/feedback/votes.rules.ts'
import { unmergePost } from '#web/feedback/posts/post-changes.data.ts'
import {
  formatBoard,
  useFeedbackBoards,
  useStatuses,
} from '#web/feedback/posts/post-options.data.ts'
import { PostStatusPill } from '#web/feedback/posts/post-status-pill.tsx'
import { postQuery } from '#web/feedback/posts/posts.data.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { votesText } from '#web/messages/en/votes.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { formatSharedLink } from '#web/session/workspace-ref.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { useRestoreFocusOnRemoval } from '#web/ui/focus-return.ts'
import type { MenuItemProps } from '#web/ui/popup/menu-radix.tsx'
import { Menu, MenuItem } from '#web/ui/popup/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { MergePostDialog } from './merge-post-dialog.tsx'
import { PostComments } from './post-comments.tsx'
import { type OpenSheet, PostSide } from './post-side.tsx'
import { PostText } from './post-text.tsx'
import { type PostActions, usePostActions } from './use-post-actions.ts'

interface PostViewProps {
  post: Post
  /** The filter of the list, for links to other posts. */
  search: string
  neighbors: ReactNode
}

/** A post that is loaded, with its properties. */
export function PostView({ post, search, neighbors }: PostViewProps) {
  const actions = usePostActions(post)
  const canWrite = useCanWrite()
  const article = useRef<HTMLElement>(null)
  const isNarrow = useIsNarrow(article)
  const [sheet, setSheet] = useState<OpenSheet>(null)
  const sheetButton = useRef<HTMLButtonElement>(null)
  return (
    <article ref={article} className="post" data-state="ready">
      <PostBar>
        {neighbors}
        {isNarrow && (
          <IconButton
            ref={sheetButton}
            icon={SlidersHorizontal}
            label={text.properties}
            aria-haspopup="dialog"
            aria-expanded={sheet !== null}
            onClick={() => setSheet('properties')}
          />
        )}
        <BarActions post={post} actions={actions} canWrite={canWrite} isNarrow={isNarrow} />
      </PostBar>
      <div className="post-columns">
        <div className="post-head">
          {post.merged_into_id && (
            <MergedNotice post={post} into={post.merged_into_id} search={search} />
          )}
          <PostText post={post} actions={actions} canWrite={canWrite}>
            <Byline post={post} />
            {isNarrow && <Facts post={post} />}
          </PostText>
          <PostComments post={post} />
        </div>
        <PostSide
          post={post}
          actions={actions}
          canWrite={canWrite}
          sheetButton={isNarrow ? sheetButton : undefined}
          sheet={sheet}
          onSheet={setSheet}
        />
      </div>
    </article>
  )
}

/** What leads from the post and changes it, above what scrolls. */
export const PostBar = ({ children }: { children: ReactNode }) => (
  <header className="sticky top-0 z-10 flex min-h-13 flex-none items-center gap-x-1 border-b border-line bg-surface px-2 md:px-4">
    {children}
  </header>
)

interface MergedNoticeProps {
  post: Post
  into: string
  search: string
}

/** Where a merged post went, and taking it out again. */
function MergedNotice({ post, into, search }: MergedNoticeProps) {
  const session = useSession()
  const canMerge = useCapability('posts.merge')
  const canWrite = useCanWrite()
  const offlineProps = useOfflineProps()
  const { data: target } = useQuery(postQuery(into))
  useRestoreFocusOnRemoval()
  return (
    <div className="grid gap-2 rounded-card border border-line bg-sunken px-4 py-3 wrap-anywhere">
      <p role="note" aria-live="polite">
        {text.merged}
      </p>
      <p className="flex flex-wrap gap-2">
        <Link to={paths.post(into, search)} className="font-medium text-accent-ink underline">
          {target?.title ?? text.mergedLink}
        </Link>
        {canMerge && canWrite && (
          <Button
            {...offlineProps}
            size="small"
            onClick={() => offlineProps || void unmergePost(session, post)}
          >
            {text.unmerge}
          </Button>
        )}
      </p>
    </div>
  )
}

// As in post.css.
const WIDE_REM = 40

/** Whether there is no room for the properties beside the text. */
function useIsNarrow(article: RefObject<HTMLElement | null>) {
  const [isNarrow, setNarrow] = useState(true)
  useLayoutEffect(() => {
    const { current } = article
    if (!current) return undefined
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setNarrow(current.getBoundingClientRect().width < WIDE_REM * rem)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [article])
  return isNarrow
}

interface BarAction extends Omit<MenuItemProps, 'children'> {
  readonly label: string
}

interface BarActionsProps {
  post: Post
  actions: PostActions
  canWrite: boolean
  isNarrow: boolean
}

/** What can be done with a post: a button for each, or in a narrow pane a menu. */
function BarActions({ post, actions, canWrite, isNarrow }: BarActionsProps) {
  const session = useSession()
  const canMerge = useCapability('posts.merge')
  const [isMerging, setMerging] = useState(false)
  const copyLink = () =>
    void copyToClipboard(formatSharedLink(session, paths.post(post.id)), text.linkCopied)
  const items: readonly BarAction[] = [
    { icon: LinkIcon, label: text.copyLink, onSelect: copyLink },
    ...(canWrite && !post.merged_into_id
      ? [
          {
            icon: GitMerge,
            label: canMerge ? text.merge : text.markDuplicate,
            onSelect: () => setMerging(true),
          },
        ]
      : []),
    ...(canWrite
      ? [{ icon: Trash, label: text.delete, onSelect: actions.remove, tone: 'bad' as const }]
      : []),
  ]
  return (
    <>
      {isNarrow ? (
        <Menu
          label={text.actions}
          trigger={<IconButton icon={Ellipsis} label={text.actions} />}
          align="end"
        >
          <BarMenuItems items={items} />
        </Menu>
      ) : (
        items.map(({ label, icon, onSelect }) => (
          <Button key={label} variant="quiet" {...(icon && { icon })} onClick={onSelect}>
            {label}
          </Button>
        ))
      )}
      {isMerging && <MergePostDialog post={post} onClose={() => setMerging(false)} />}
    </>
  )
}

const BarMenuItems = ({ items }: { items: readonly BarAction[] }) =>
  items.map(({ label, ...item }) => (
    <MenuItem key={label} {...item}>
      {label}
    </MenuItem>
  ))

// A column that scrolls would make two lines as high as one.
const bylineClass =
  'flex min-h-6 flex-none flex-wrap items-center gap-x-2 gap-y-1 text-cell wrap-anywhere text-ink-3'

/** What the sheet says first, to read without opening it. */
function Facts({ post }: { post: Post }) {
  const total = totalVotes(post)
  const statuses = useStatuses()
  return (
    <p className={bylineClass}>
      <PostStatusPill value={post.status} statuses={statuses} />
      {total !== undefined && <span>{votesText.count(total)}</span>}
    </p>
  )
}

/** Who wrote it, where and when; a server may omit each. */
function Byline({ post: { author, board_id, created_at } }: { post: Post }) {
  const board = useFeedbackBoards().find(({ id }) => id === board_id)
  const name = author && (author.name || text.unnamedAuthor)
  return (
    <p data-testid="byline" className={bylineClass}>
      {author && (
        <>
          <Avatar id={author.id} name={name ?? ''} decorative />
          <bdi>{name}</bdi>
        </>
      )}
      {board && <span>{text.inBoard(formatBoard(board))}</span>}
      {board?.archived && <span role="status">{text.archived(board.name)}</span>}
      {created_at && <RelativeTime at={created_at} />}
    </p>
  )
}
