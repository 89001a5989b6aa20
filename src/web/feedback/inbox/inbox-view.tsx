import './inbox.css'
import { useParams } from 'react-router-dom'

import { PostPane } from '#web/feedback/post/post-pane.tsx'
import { postsText as text } from '#web/messages/en/posts.ts'
import { usePreference } from '#web/session/preferences.ts'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { PageState } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { InboxFilters } from './inbox-filters.tsx'
import { PostList } from './post-list.tsx'
import { PostNeighbors, useInboxKeys } from './post-neighbors.tsx'
import { useInbox } from './use-inbox.ts'

/** The posts beside the one that is open; on a phone one of both. */
export function InboxView() {
  const { post_id } = useParams()
  const inbox = useInbox(post_id)
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const isOpen = post_id !== undefined
  useTitle(isOpen ? undefined : text.title)
  useInboxKeys(inbox.posts)
  const Heading = isOpen ? 'p' : 'h1'
  return (
    <div className="inbox" data-open={isOpen || undefined}>
      <div className="inbox-list">
        <header className="inbox-head">
          <Heading tabIndex={isOpen ? undefined : -1} className="font-display text-title">
            {text.title}
          </Heading>
        </header>
        <div className="inbox-search">
          <SearchField label={text.search} singleKeys={singleKeys} className="w-full" />
        </div>
        <InboxFilters inbox={inbox} />
        <PostList inbox={inbox} openId={post_id} />
      </div>
      <div className="inbox-post">
        {isOpen ? (
          <PostPane
            key={post_id}
            post_id={post_id}
            neighbors={
              <PostNeighbors posts={inbox.posts ?? []} total={inbox.total} openId={post_id} />
            }
          />
        ) : (
          <PageState state="empty" title={text.none} />
        )}
      </div>
    </div>
  )
}
