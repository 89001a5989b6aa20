import Users from 'lucide-react/icons/users'

import { savedViewsText as text } from '#web/messages/en/saved-views.ts'
import { useLiveQueries } from '#web/session/realtime/use-live-queries.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { usePageViews, viewsQuery } from './saved-views.data.ts'

/** The saved views of the page as tabs over its items; nothing until one was saved. */
export function ViewTabs({ className = '' }: { className?: string }) {
  const page = usePageViews()
  useLiveQueries([viewsQuery().queryKey])
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
