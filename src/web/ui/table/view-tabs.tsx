import Bookmark from 'lucide-react/icons/bookmark'
import { createPath } from 'react-router-dom'

import { savedViewsText as text } from '#web/messages/en/saved-views.ts'
import { usePageCommands } from '#web/ui/popup/page-commands.ts'
import { Tabs } from '#web/ui/tabs.tsx'

interface ViewTabsProps {
  views: readonly { readonly name: string; readonly query: string }[]
  /** Of the page. */
  pathname: string
  /** The query string of the page now. */
  query: string
  className?: string
}

/** Saved views as tabs over the items of a page, and in the palette; nothing until one was saved. */
export function ViewTabs({ pathname, views, query, className = '' }: ViewTabsProps) {
  usePageCommands(() =>
    views
      .filter((view) => view.query !== query)
      .map((view) => ({
        label: text.switchTo(view.name),
        icon: Bookmark,
        perform: { to: createPath({ pathname, search: view.query }) },
      })),
  )
  if (views.length === 0) return null
  const isSaved = views.some((view) => view.query === query)
  const hasUnfiltered = views.some((view) => view.query === '')
  const all = { to: { pathname, search: '' }, label: text.all, current: query === '' && !isSaved }
  return (
    <div className={`flex-none overflow-x-auto ${className}`}>
      <Tabs
        label={text.views}
        look="names"
        tabs={[
          ...(hasUnfiltered ? [] : [all]),
          ...views.map((view) => ({
            to: { pathname, search: view.query },
            label: view.name,
            current: view.query === query,
          })),
        ]}
      />
    </div>
  )
}
