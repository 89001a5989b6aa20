import Bookmark from 'lucide-react/icons/bookmark'
import Users from 'lucide-react/icons/users'
import { createPath } from 'react-router-dom'

import { savedViewsText as text } from '#web/messages/en/saved-views.ts'
import { useLiveQueries } from '#web/session/realtime/use-live-queries.ts'
import { type PageCommand, usePageCommands } from '#web/ui/popup/page-commands.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { type PageViews, usePageViews, viewsQuery } from './saved-views.data.ts'

/** The saved views of the page as tabs over its items, and in the palette; nothing until one was saved. */
export function ViewTabs({ className = '' }: { className?: string }) {
  const page = usePageViews()
  useLiveQueries([viewsQuery().queryKey])
  usePageCommands(() => commandsOf(page))
  if (!page || page.views.length === 0) return null
  const { views, query, pathname } = page
  const isSaved = views.some(({ isCurrent }) => isCurrent)
  const hasUnfiltered = views.some((view) => view.query === '')
  const all = { to: { pathname, search: '' }, label: text.all, current: query === '' && !isSaved }
  return (
    <div data-no-print className={`flex-none overflow-x-auto ${className}`}>
      <Tabs
        label={text.views}
        look="names"
        tabs={[
          ...(hasUnfiltered ? [] : [all]),
          ...views.map(({ to, name, isShared, isCurrent }) => ({
            to,
            label: name,
            current: isCurrent,
            ...(isShared && { icon: Users, iconLabel: text.sharedTab }),
          })),
        ]}
      />
    </div>
  )
}

/** Each of the other views, and what has no filter where a view is open. */
function commandsOf(page: PageViews | undefined): PageCommand[] {
  if (!page || page.views.length === 0) return []
  const { views, query, pathname } = page
  const others = views.filter(({ isCurrent }) => !isCurrent)
  const all = { name: text.all, to: { pathname, search: '' } }
  const hasUnfiltered = query === '' || views.some((view) => view.query === '')
  return [...(hasUnfiltered ? [] : [all]), ...others].map(({ name, to }) => ({
    label: text.switchTo(name),
    icon: Bookmark,
    perform: { to: createPath(to) },
  }))
}
