import './inbox.css'
import Plus from 'lucide-react/icons/plus'
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom'

import { PostPane } from '#web/feedback/post/post-pane.tsx'
import { postsText as text } from '#web/messages/en/posts.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { ListDetail } from '#web/ui/list-detail/list-detail.tsx'
import { useListKeys } from '#web/ui/list-detail/use-list-keys.ts'
import { PageState } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { InboxFilters } from './inbox-filters.tsx'
import { PostList } from './post-list.tsx'
import { PostNeighbors } from './post-neighbors.tsx'
import { useInbox } from './use-inbox.ts'

const newPost = lazyChunk(() => import('#web/feedback/new-post/new-post.tsx'))

/** The posts beside the one that is open; on a phone one of both. */
export function InboxView() {
  const { post_id: openId } = useParams()
  const [url] = useSearchParams()
  const filter = url.size > 0 ? `?${url}` : ''
  const isNew = useLocation().pathname === paths.newPost()
  const inbox = useInbox(openId)
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const isOpen = isNew || openId !== undefined
  const canWrite = useCanWrite()
  useTitle(isOpen ? undefined : text.title)
  useListKeys(inbox.posts?.map(({ id }) => paths.post(id)) ?? [], {
    isOn: singleKeys,
    back: paths.posts(),
    keepSearch: true,
  })
  return (
    <ListDetail
      title={text.title}
      name="inbox"
      isOpen={isOpen}
      actions={
        canWrite && (
          <Link
            to={paths.newPost(filter)}
            data-create
            aria-current={isNew ? 'page' : undefined}
            className={buttonClass(undefined, 'small')}
          >
            <Icon of={Plus} />
            {text.newPost}
          </Link>
        )
      }
      list={
        <>
          <div className="inbox-search">
            <SearchField label={text.search} singleKeys={singleKeys} className="w-full" />
          </div>
          <InboxFilters inbox={inbox} />
          <PostList inbox={inbox} openId={openId} />
        </>
      }
    >
      {isNew ? (
        <Lazy chunk={newPost}>{({ NewPost }) => <NewPost />}</Lazy>
      ) : openId !== undefined ? (
        <PostPane
          key={openId}
          post_id={openId}
          neighbors={
            <PostNeighbors posts={inbox.posts ?? []} total={inbox.total} openId={openId} />
          }
        />
      ) : (
        <PageState state="empty" title={text.none} />
      )}
    </ListDetail>
  )
}
