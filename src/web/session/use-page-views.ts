import { useLocation } from 'react-router-dom'

import { savedViewsText as text } from '#web/messages/en/saved-views.ts'
import { useSavedViews } from './device-entry.ts'
import { type SavedView, viewQuery } from './saved-views.rules.ts'
import { useSession } from './session.ts'

/**
 * The views of a page for `ViewTabs` and `ViewMenu`: those this device keeps for `area`, and the query string of now in the
 * form that views keep. Removing one can be undone.
 */
export function usePageViews(area: string, pathname: string) {
  const session = useSession()
  const { search } = useLocation()
  const { views, save, remove } = useSavedViews(area)
  const query = viewQuery(new URLSearchParams(search))
  return {
    views,
    pathname,
    query,
    onSave: (name: string) => save({ name, query }),
    onRemove: (view: SavedView) => {
      remove(view)
      session.undo.record({ label: text.removed(view.name), undo: () => save(view) }).done()
    },
  }
}
