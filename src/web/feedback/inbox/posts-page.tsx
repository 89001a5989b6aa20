import './inbox.css'
import Ellipsis from 'lucide-react/icons/ellipsis'
import ListChecks from 'lucide-react/icons/list-checks'
import Plus from 'lucide-react/icons/plus'
import SquareCheck from 'lucide-react/icons/square-check'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'

import { getCachedPost } from '#web/feedback/posts/cached-posts.ts'
import { postsText as text } from '#web/messages/en/posts.ts'
import { paths } from '#web/paths.ts'
import { ViewMenu } from '#web/saved-views/view-menu.tsx'
import { ViewTabs } from '#web/saved-views/view-tabs.tsx'
import { usePreference } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ListDetail } from '#web/ui/list-detail.tsx'
import { PageState } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { Menu, MenuItem } from '#web/ui/popup/menu.tsx'
import { useTableSelection } from '#web/ui/table/table-selection.tsx'
import { useListKeys } from '#web/ui/use-list-keys.ts'
import { BulkPostsBar } from './bulk-posts-bar.tsx'
import { InboxFilters } from './inbox-filters.tsx'
import { NewPost } from './new-post.tsx'
import { OpenPost } from './open-post.tsx'
import { PostList } from './post-list.tsx'
import { type Inbox, useInbox } from './use-inbox.ts'
import { type PostSelection, usePostSelection } from './use-post-selection.ts'

/** The posts beside the one that is open; on a phone one of both. */
export function Component() {
  const { post_id: openId } = useParams()
  const { pathname, search: filter } = useLocation()
  const isNew = pathname === paths.newPost()
  const selected = useTableSelection(filter)
  const inbox = useInbox(openId, selected.ids)
  const selection = usePostSelection(filter, selected, inbox.posts)
  const navigate = useNavigate()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const isOpen = isNew || openId !== undefined
  const canWrite = useCanWrite()
  useTitle(isOpen ? undefined : text.title)
  useListKeys(inbox.posts?.map(({ id }) => paths.post(id)) ?? [], {
    isOn: singleKeys,
    back: paths.posts(),
    keepSearch: (search) => search,
  })
  return (
    <ListDetail
      title={text.title}
      listClass="inbox-list md:w-93 [&>header]:px-4"
      itemClass="@container/post"
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
          <div className="flex items-center gap-1 px-4 pt-2.5">
            <SearchField label={text.search} singleKeys={singleKeys} className="min-w-0 flex-1" />
            <ViewMenu />
          </div>
          <InboxFilters inbox={inbox} />
          <ViewTabs className="flex border-b border-line px-4 py-2" />
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
        <NewPost />
      ) : openId !== undefined ? (
        <OpenPost {...{ inbox, openId, filter }} />
      ) : (
        !inbox.failure && inbox.posts?.length !== 0 && <PageState state="empty" title={text.none} />
      )}
    </ListDetail>
  )
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
  if (control.isEmpty) return null
  return (
    <BulkPostsBar
      selection={{ ...control, clear: selection.clear }}
      // A post that was changed may be in the list no longer.
      posts={[...control.ids].flatMap((id) => getCachedPost(session, id) ?? [])}
      page={inbox.posts?.map(({ id }) => id) ?? []}
      isDeletedView={inbox.filter.view === 'deleted'}
      onDelete={onDelete}
    />
  )
}

/** What is seldom needed: selecting without a pointer that hovers, and the page of the setup. */
const InboxMenu = (props: InboxMenuItemsProps) => (
  <Menu label={text.menu} trigger={<IconButton icon={Ellipsis} label={text.menu} />} align="end">
    <InboxMenuItems {...props} />
  </Menu>
)

interface InboxMenuItemsProps {
  onSelect: (() => void) | undefined
}

function InboxMenuItems({ onSelect }: InboxMenuItemsProps) {
  const navigate = useNavigate()
  return (
    <>
      {onSelect && (
        <MenuItem icon={SquareCheck} onSelect={onSelect}>
          {text.select}
        </MenuItem>
      )}
      <MenuItem icon={ListChecks} onSelect={() => void navigate(paths.feedbackSetup())}>
        {text.setup}
      </MenuItem>
    </>
  )
}
