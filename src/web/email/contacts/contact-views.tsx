import { useLocation } from 'react-router-dom'

import { savedViewsText as text } from '#web/messages/en/saved-views.ts'
import { paths } from '#web/paths.ts'
import { useSavedViews } from '#web/session/saved-views/device-entry.ts'
import { type SavedView, viewQuery } from '#web/session/saved-views/saved-views.rules.ts'
import { useSession } from '#web/session/session.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { ViewMenu } from '#web/ui/table/view-menu.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

/** The saved views of a list and the query string of the page, in the form that views keep. */
export function useContactViews(list_id: string) {
  const { search } = useLocation()
  const stored = useSavedViews(`contacts:${list_id}`)
  return { ...stored, list_id, query: viewQuery(new URLSearchParams(search)) }
}

type ContactViews = ReturnType<typeof useContactViews>

/** Saved views as tabs over the table; nothing until one was saved. */
export function ContactViewTabs({ list_id, views, query }: ContactViews) {
  if (views.length === 0) return null
  const pathname = paths.list(list_id)
  const isSaved = views.some((view) => view.query === query)
  return (
    <div className="contact-views">
      <Tabs
        label={text.views}
        tabs={[
          ...(views.some((view) => view.query === '')
            ? []
            : [
                {
                  to: { pathname, search: '' },
                  label: text.all,
                  current: query === '' && !isSaved,
                },
              ]),
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

/** Saves, shares and removes views. */
export function ContactViewMenu({ list_id, views, query, save, remove }: ContactViews) {
  const session = useSession()
  const removeView = (view: SavedView) => {
    remove(view)
    session.undo.record({ label: text.removed(view.name), undo: () => save(view) }).done()
  }
  const copyLink = (view: SavedView) => {
    const link = `${location.origin}${paths.list(list_id)}${view.query && `?${view.query}`}`
    void copyToClipboard(link, text.linkCopied)
  }
  return (
    <ViewMenu
      views={views}
      query={query}
      onSave={(name) => save({ name, query })}
      onRemove={removeView}
      onCopyLink={copyLink}
    />
  )
}
