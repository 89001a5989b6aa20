import { useInfiniteQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useParams } from 'react-router-dom'

import { ListFrame } from '#web/email/lists/list-header.tsx'
import { tagPages } from '#web/email/lists/lists.data.ts'
import { tagsText as text } from '#web/messages/en/tags.ts'
import { useAllItems } from '#web/query/use-all-pages.ts'
import { usePreference } from '#web/session/preferences.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { useNamedPages } from '#web/ui/table/named-pages.tsx'
import { exportTags, TagTable } from './tag-table.tsx'

/** The tags of a list with the number of their contacts. */
export function Component() {
  const { list_id = '' } = useParams()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const options = tagPages(list_id)
  const pages = useNamedPages(useAllItems(useInfiniteQuery(options), options.queryKey))
  const { matches = [], isComplete } = pages
  return (
    <ListFrame
      list_id={list_id}
      tab="tags"
      section={text.title}
      actions={
        <>
          <SearchField label={text.find} singleKeys={singleKeys} />
          {isComplete && matches.length > 0 && (
            <Button icon={Download} onClick={() => exportTags(list_id, matches)}>
              {text.export}
            </Button>
          )}
        </>
      }
    >
      <TagTable list_id={list_id} pages={pages} singleKeys={singleKeys} />
    </ListFrame>
  )
}
