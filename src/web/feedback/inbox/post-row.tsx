import Ellipsis from 'lucide-react/icons/ellipsis'
import { Link } from 'react-router-dom'

import type { Post, PostStatus, PostTag } from '#client/resources.ts'
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
  const { post, isOpen, isChanged, isSelected, onSelect, onMenu, search, tags, filter, place } =
    props
  const { vote_count, comment_count, details } = post
  return (
    <li
      data-testid="row"
      data-id={post.id}
      className="inbox-row"
      data-selected={isSelected || undefined}
      style={{
        height: ROW_HEIGHT,
        ...(place && { position: 'absolute', top: place.index * ROW_HEIGHT }),
      }}
      {...(place && { 'aria-posinset': place.index + 1, 'aria-setsize': place.count })}
    >
      {onSelect && (
        <div className="inbox-select">
          <Checkbox
            hideLabel
            label={text.selectPost(post.title)}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onSelect(post.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
            // Each post is one Tab stop; X selects, and while some are selected every checkbox is a Tab stop.
            tabIndex={props.isSelecting ? 0 : -1}
          />
        </div>
      )}
      <Link to={paths.post(post.id, filter)} aria-current={isOpen ? 'page' : undefined}>
        {vote_count === undefined ? (
          <span className="inbox-no-votes" />
        ) : (
          <span className="inbox-votes" title={text.votes(vote_count)}>
            <span aria-hidden>{formatNumber(vote_count)}</span>
            <span className="sr-only">{text.votes(vote_count)}</span>
          </span>
        )}
        <span className="inbox-title">
          <bdi dir="auto">
            <Marked value={post.title} search={search} />
          </bdi>
          {isChanged && (
            <span className="inbox-dot">
              <span className="sr-only">{text.changed}</span>
            </span>
          )}
        </span>
        <bdi dir="auto" className="inbox-details">
          {details ? <Marked value={plainLine(details, search)} search={search} /> : null}
        </bdi>
        <span className="inbox-facts">
          <PostStatusPill value={post.status} statuses={props.statuses} />
          <span className="inbox-tags">
            {post.tags.slice(0, MAX_TAGS).map((name) => (
              <LabelChip key={name} label={tagLabelOf(name, tags)} />
            ))}
          </span>
          {comment_count !== undefined && (
            <span className="inbox-comments">{text.comments(comment_count)}</span>
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
          className="inbox-row-menu"
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
    part.isMatch ? <mark key={index}>{part.text}</mark> : part.text,
  )
