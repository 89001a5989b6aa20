import './inbox.css'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useSyncExternalStore } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'

import { getCachedPost } from '#web/feedback/posts/cached-posts.ts'
import { postsText as text } from '#web/messages/en/posts.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import { usePageViews } from '#web/session/saved-views/use-page-views.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { filterPopover } from '#web/ui/form/filters.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Lazy, lazyChunk, prefetchLater, prefetchWithInput } from '#web/ui/lazy-chunk.tsx'
import { ListDetail } from '#web/ui/list-detail/list-detail.tsx'
import { useListKeys } from '#web/ui/list-detail/use-list-keys.ts'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { ResourceMenu } from '#web/ui/table/resource-menu.tsx'
import { useTableSelection } from '#web/ui/table/table-selection.tsx'
import { ViewMenu, viewsPopover } from '#web/ui/table/view-menu.tsx'
import { ViewTabs } from '#web/ui/table/view-tabs.tsx'
import { InboxFilters } from './inbox-filters.tsx'
import type { InboxMenuItemsProps } from './inbox-menu-items.tsx'
import { PostList } from './post-list.tsx'
import { type Inbox, useInbox } from './use-inbox.ts'
import { type PostSelection, useEarlyBulkKeys, usePostSelection } from './use-post-selection.ts'

const bulkPostsBar = lazyChunk(() => import('./bulk-posts-bar.tsx'))
const inboxMenuItems = lazyChunk(() => import('./inbox-menu-items.tsx'))
const openPost = lazyChunk(() => import('./open-post.tsx'))
const newPost = lazyChunk(() => import('#web/feedback/new-post/new-post.tsx'))

/** The posts beside the one that is open; on a phone one of both. */
export function InboxView() {
  const { post_id: openId } = useParams()
  const { pathname, search: filter } = useLocation()
  const isNew = pathname === paths.newPost()
  const selected = useTableSelection(filter)
  const inbox = useInbox(openId, selected.ids)
  const views = usePageViews('posts', paths.posts())
  const selection = usePostSelection(filter, selected, inbox.posts)
  const navigate = useNavigate()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const isOpen = isNew || openId !== undefined
  const canWrite = useCanWrite()
  useLazyParts()
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
        <>
          {canWrite && (
            <Link
              to={paths.newPost(filter)}
              data-create
              aria-current={isNew ? 'page' : undefined}
              className={buttonClass(undefined, 'small')}
            >
              <Icon of={Plus} />
              {text.newPost}
            </Link>
          )}
          <InboxMenu onSelect={canWrite ? selection.begin : undefined} />
        </>
      }
      list={
        <>
          <div className="inbox-search">
            <SearchField label={text.search} singleKeys={singleKeys} className="min-w-0 flex-1" />
            <ViewMenu {...views} />
          </div>
          <InboxFilters inbox={inbox} />
          <ViewTabs {...views} />
          <PostList inbox={inbox} openId={openId} selection={selection} />
          <SelectedPosts
            inbox={inbox}
            selection={selection}
            onDelete={() => void navigate(paths.posts(filter))}
          />
        </>
      }
    >
      {isNew ? (
        <Lazy chunk={newPost}>{({ NewPost }) => <NewPost />}</Lazy>
      ) : openId !== undefined ? (
        <Lazy chunk={openPost} fallback={<Skeleton label={text.loading}>{null}</Skeleton>}>
          {({ OpenPost }) => <OpenPost {...{ inbox, openId, filter }} />}
        </Lazy>
      ) : (
        !inbox.failure && inbox.posts?.length !== 0 && <PageState state="empty" title={text.none} />
      )}
    </ListDetail>
  )
}

/** What is not needed to show the list is loaded with the first sign of a person, so that it is there when it is opened. */
function useLazyParts() {
  useEffect(() => {
    const parts = [openPost, bulkPostsBar, filterPopover, viewsPopover]
    const load = () => Promise.all(parts.map((part) => part.load()))
    const stops = [prefetchWithInput(load), prefetchLater(load)]
    return () => stops.forEach((stop) => stop())
  }, [])
}

interface SelectedPostsProps {
  inbox: Inbox
  selection: PostSelection
  onDelete: () => void
}

/** The bar of the selected posts, under the list. */
function SelectedPosts({ inbox, selection, onDelete }: SelectedPostsProps) {
  const session = useSession()
  const { control } = selection
  const isLoaded = useSyncExternalStore(bulkPostsBar.subscribe, bulkPostsBar.get) !== undefined
  const earlyKeys = useEarlyBulkKeys(control.isEmpty, isLoaded)
  if (control.isEmpty) return null
  return (
    <Lazy chunk={bulkPostsBar} onCancel={selection.clear}>
      {({ BulkPostsBar }) => (
        <BulkPostsBar
          selection={{ ...control, clear: selection.clear }}
          // A post that was changed may be in the list no longer.
          posts={[...control.ids].flatMap((id) => getCachedPost(session, id) ?? [])}
          page={inbox.posts?.map(({ id }) => id) ?? []}
          isDeletedView={inbox.filter.view === 'deleted'}
          earlyKeys={earlyKeys}
          onDelete={onDelete}
        />
      )}
    </Lazy>
  )
}

/** What is seldom needed: selecting without a pointer that hovers, and the page of the setup. */
const InboxMenu = (props: InboxMenuItemsProps) => (
  <ResourceMenu
    label={text.menu}
    trigger={<IconButton icon={Ellipsis} label={text.menu} />}
    loadItems={async () => (await inboxMenuItems.load()).InboxMenuItems}
    itemProps={props}
  />
)
