import Ellipsis from 'lucide-react/icons/ellipsis'
import { Link } from 'react-router-dom'

import type { Post, PostStatus, PostTag } from '#client/resources.ts'
import { totalVotes } from '#contract/feedback/votes.rules.ts'
import { formatVotes } from '#web/feedback/posts/format-votes.ts'
import { tagLabelOf } from '#web/feedback/posts/post-options.rules.ts'
import { PostStatusPill } from '#web/feedback/posts/post-status-pill.tsx'
import { postsText as text } from '#web/messages/en/posts.ts'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import { plainLine, splitMatches } from './post-text.rules.ts'

/** Of every row, in pixels at the usual size of text. */
export const ROW_HEIGHT = 84
const MAX_TAGS = 2

interface PostRowProps {
  post: Post
  isOpen: boolean
  isChanged: boolean
  isSelected: boolean
  /** Undefined where nothing can be changed. */
  isSelecting: boolean
  onSelect: ((id: string, isRange: boolean) => void) | undefined
  /** Undefined where nothing can be changed. */
  onMenu: ((post: Post, button: Element) => void) | undefined
  /** The words whose matches are marked. */
  search: string | undefined
  statuses: readonly PostStatus[]
  tags: readonly PostTag[]
  /** The filter, which the address of the post keeps. */
  filter: string
  /** Among rows of which only those in view are rendered. */
  place?: { index: number; count: number } | undefined
}

export function PostRow(props: PostRowProps) {
  const { post, isOpen, isChanged, isSelected, isSelecting, onSelect, onMenu } = props
  const { search, tags, filter, place } = props
  const { comment_count, details } = post
  const total = totalVotes(post)
  return (
    <li
      data-testid="row"
      data-id={post.id}
      // The browser scrolls up and down; sideways the finger moves the row.
      className={`group/row relative inset-x-0 data-swiping:bg-canvas ${onMenu ? 'touch-pan-y touch-pinch-zoom' : ''}`}
      style={{
        height: ROW_HEIGHT,
        ...(place && { position: 'absolute', top: place.index * ROW_HEIGHT }),
      }}
      {...(place && { 'aria-posinset': place.index + 1, 'aria-setsize': place.count })}
    >
      {onSelect && (
        // Over the votes of its row.
        <div
          className={`absolute inset-y-0 start-0 z-1 grid w-14.5 place-items-center ps-1 ${isSelecting ? '' : 'opacity-0 group-hover/row:opacity-100 focus-within:opacity-100 pointer-coarse:pointer-events-none pointer-coarse:group-hover/row:pointer-events-auto'}`}
        >
          <Checkbox
            hideLabel
            label={text.selectPost(post.title)}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onSelect(post.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
            // Each post is one Tab stop; X selects, and while some are selected every checkbox is a Tab stop.
            tabIndex={isSelecting ? 0 : -1}
          />
        </div>
      )}
      <Link
        to={paths.post(post.id, filter)}
        aria-current={isOpen ? 'page' : undefined}
        className={`grid h-full grid-cols-[2.75rem_minmax(0,1fr)] content-center gap-x-2.5 overflow-hidden border-s-3 border-b border-b-line ps-2 pe-3.5 -outline-offset-2 ${isOpen ? 'border-s-accent forced-colors:border-s-[Highlight]' : 'border-s-transparent forced-colors:border-s-[Canvas]'} ${isOpen || isSelected ? 'bg-selected' : 'hover:bg-hover'}`}
      >
        {total === undefined ? (
          <span className="row-span-3" />
        ) : (
          <span
            title={formatVotes(post)}
            data-testid="votes"
            // An arrow up; an icon would be two elements more in every row.
            className={`row-span-3 grid h-11 content-center justify-items-center self-start rounded-control border border-line-strong bg-surface text-cell leading-4 font-semibold tabular-nums before:mt-[5px] before:mb-[3px] before:size-[5px] before:rotate-45 before:border-t-[1.25px] before:border-l-[1.25px] ${isSelecting ? 'invisible' : onSelect ? 'group-hover/row:invisible group-has-[input:focus]/row:invisible' : ''}`}
          >
            <span aria-hidden>{formatNumber(total)}</span>
            <span className="sr-only">{formatVotes(post)}</span>
          </span>
        )}
        <span
          className={`flex min-w-0 items-center gap-2 leading-5 ${onMenu ? 'pointer-coarse:pe-7' : ''}`}
        >
          <bdi dir="auto" className="min-w-0 flex-1 truncate font-medium">
            <Marked value={post.title} search={search} />
          </bdi>
          {isChanged && (
            <span className="size-1.75 shrink-0 rounded-full bg-spark forced-colors:border-4">
              <span className="sr-only">{text.changed}</span>
            </span>
          )}
        </span>
        <bdi dir="auto" className="h-5 truncate text-cell leading-5 text-ink-2">
          {details ? <Marked value={plainLine(details, search)} search={search} /> : null}
        </bdi>
        <span className="mt-0.5 flex h-5 min-w-0 items-center gap-1.5 overflow-hidden">
          <PostStatusPill value={post.status} statuses={props.statuses} />
          {/* A tag that has no room whole goes to a line that is not visible. */}
          <span className="flex h-5 min-w-0 flex-1 flex-wrap items-center gap-x-1.5 gap-y-2 overflow-hidden">
            {post.tags.slice(0, MAX_TAGS).map((name) => (
              <LabelChip key={name} label={tagLabelOf(name, tags)} />
            ))}
          </span>
          {comment_count !== undefined && (
            <span className="ms-auto shrink-0 ps-1 text-meta text-ink-3">
              {text.comments(comment_count)}
            </span>
          )}
        </span>
      </Link>
      {onMenu && (
        <button
          type="button"
          aria-label={text.rowActions(post.title)}
          aria-haspopup="menu"
          // Each post is one Tab stop; Shift F10 or the menu key opens it from there.
          tabIndex={-1}
          className="absolute end-1.5 top-1.5 grid size-7 place-items-center rounded-control bg-hover text-ink-2 opacity-0 group-hover/row:opacity-100 hover:bg-pressed focus-visible:opacity-100 pointer-coarse:end-0 pointer-coarse:top-0 pointer-coarse:size-11 pointer-coarse:bg-transparent pointer-coarse:opacity-100"
          onClick={({ currentTarget }) => onMenu(post, currentTarget)}
        >
          <Icon of={Ellipsis} />
        </button>
      )}
    </li>
  )
}

const Marked = ({ value, search }: { value: string; search: string | undefined }) =>
  splitMatches(value, search).map((part, index) =>
    // Parts have no identity but their place.
    part.isMatch ? (
      <mark
        key={index}
        className="rounded-[2px] bg-warn-soft text-warn-ink forced-colors:bg-[Mark] forced-colors:text-[MarkText]"
      >
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
