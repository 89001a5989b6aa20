import Bookmark from 'lucide-react/icons/bookmark'
import Users from 'lucide-react/icons/users'
import { useEffect } from 'react'
import { createPath } from 'react-router-dom'

import { savedViewsText as text } from '#web/messages/en/saved-views.ts'
import { useDeviceEntry } from '#web/session/device-entry.ts'
import { useLiveQueries } from '#web/session/realtime/use-live-queries.ts'
import { type PageCommand, usePageCommands } from '#web/ui/popup/page-commands.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { type PageViews, usePageViews, viewsQuery } from './saved-views.data.ts'

/** The saved views of the page as tabs over its items, and in the palette; nothing until one was saved. */
export function ViewTabs({ className = '', search }: { className?: string; search?: string }) {
  const page = usePageViews(search)
  useLiveQueries([viewsQuery().queryKey])
  usePageCommands(() => commandsOf(page))
  const isReserved = useReservedRow(page)
  if (!page || (page.views.length === 0 && !isReserved)) return null
  const { views, query, pathname } = page
  const isSaved = views.some(({ isCurrent }) => isCurrent)
  const hasUnfiltered = views.some((view) => view.query === '')
  const all = { to: { pathname, search: '' }, label: text.all, current: query === '' && !isSaved }
  return (
    <div
      data-no-print
      className={`flex-none overflow-x-auto ${views.length === 0 ? 'invisible' : ''} ${className}`}
    >
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

/** Whether the tabs keep their row until they are loaded, where this device saw shared ones the last time: rows would move down. */
function useReservedRow(page: PageViews | undefined): boolean {
  const [last, setLast] = useDeviceEntry(`view-row:${page?.page ?? ''}`)
  const next = page?.views.some(({ isShared }) => isShared) ? 'yes' : ''
  const isLoaded = page !== undefined && !page.isLoading && !page.failure
  useEffect(() => {
    if (isLoaded && next !== last) setLast(() => next)
  }, [isLoaded, next, last, setLast])
  return last !== '' && page?.isLoading === true
}

/** Each of the other views, and what has no filter where a view is open. */
function commandsOf(page: PageViews | undefined): PageCommand[] {
  if (!page || page.views.length === 0) return []
  const { views, query, pathname } = page
  const others = views.filter(({ isCurrent }) => !isCurrent)
  const all = { key: '', name: text.all, to: { pathname, search: '' } }
  const hasUnfiltered = query === '' || views.some((view) => view.query === '')
  return [...(hasUnfiltered ? [] : [all]), ...others].map(({ key, name, to }) => ({
    id: `view ${key}`,
    label: text.switchTo(name),
    icon: Bookmark,
    perform: { to: createPath(to) },
  }))
}
