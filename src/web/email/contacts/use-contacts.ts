import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { Contact } from '#client/resources.ts'
import { findTag } from '#contract/email/tags.rules.ts'
import { listQuery, segmentPages, tagPages } from '#web/email/lists/lists.data.ts'
import { contactsText as text } from '#web/messages/en/contacts.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useTablePage } from '#web/query/use-table-page.ts'
import { useDeviceEntry } from '#web/session/device-entry.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { useCursorPages } from '#web/ui/table/use-cursor-pages.ts'
import { toast } from '#web/ui/toast.ts'
import {
  type ContactTotal,
  estimateTotal,
  needsCapabilities,
  parseFilter,
  tagsOf,
} from './contact-filter.rules.ts'
import { contactsQuery, totalQuery } from './contacts.data.ts'

const PAGE_SIZE = 100

/** The contacts of a list or of one of its segments, as the URL filters and pages them. */
export function useContacts(list_id: string, segment_id: string | undefined) {
  const [search, setSearch] = useSearchState()
  const { can, isSettled } = useSettledCapabilities()
  const pages = useCursorPages()
  const supported = { search: can('contacts.search'), filters: can('filters') }
  const filter = parseFilter({ list_id, segment_id }, search, supported)
  const [storedSize, updateSize] = useDeviceEntry('page-size:contacts')
  const pageSize = can('filters') && /^(25|50)$/.test(storedSize) ? Number(storedSize) : PAGE_SIZE
  const limit = pageSize === PAGE_SIZE ? undefined : pageSize
  const page = useTablePage<Contact>({
    pages,
    queryOf: (cursor) => contactsQuery(filter, cursor, limit),
    enabled: isSettled || !(needsCapabilities(search, segment_id) || storedSize !== ''),
    onRefusedCursor: () => toast({ text: text.refusedCursor }),
  })

  const list = useQuery(listQuery(list_id)).data
  const tagQuery = useInfiniteQuery(tagPages(list_id))
  const segmentQuery = useInfiniteQuery(segmentPages(list_id))
  // The filters offer all of them; the rows come first.
  useAllPages(tagQuery, page.data !== undefined)
  useAllPages(segmentQuery, page.data !== undefined)
  const tags = useFlatPages(tagQuery)
  const segments = useFlatPages(segmentQuery)
  const estimate = estimateTotal(filter, { list, tags, segments })
  const isSinglePage = pages.page === 1 && page.data?.paging.next === null
  const needsCount = list !== undefined && !estimate && !isSinglePage && page.data !== undefined
  const counted = useQuery<{ paging: { total?: number } }>({
    ...totalQuery(filter),
    enabled: needsCount && can('totals') && can('filters'),
  })
  const count = counted.data?.paging.total
  const total: ContactTotal | undefined = isSinglePage
    ? { count: page.data?.data.length ?? 0, isEstimate: false }
    : (estimate ?? (count === undefined ? undefined : { count, isEstimate: false }))

  /** Changes the filter or the sort, which begins with the first page. */
  const setParams = (
    changes: Readonly<Record<string, string | readonly string[] | undefined>>,
    replace = false,
  ) =>
    setSearch(
      (current) => {
        for (const [name, value] of Object.entries({
          ...changes,
          after: undefined,
          page: undefined,
        })) {
          current.delete(name)
          for (const one of [value ?? []].flat()) current.append(name, one)
        }
        return current
      },
      { replace, preventScrollReset: true },
    )
  const setPageSize = (size: number) => {
    updateSize(() => (size === PAGE_SIZE ? '' : String(size)))
    setParams({})
  }
  return {
    pageSize,
    setPageSize,
    filter,
    supported,
    pages,
    page,
    list,
    tags,
    /** One that the filter names and the list does not have, as a saved view may. */
    missingTag:
      tags === undefined || tagQuery.hasNextPage
        ? undefined
        : tagsOf(filter).find((name) => !findTag(tags, name)),
    segments,
    total,
    setParams,
  }
}

export type Contacts = ReturnType<typeof useContacts>

function useFlatPages<Item>({
  data,
}: {
  data?: { pages: readonly { data: readonly Item[] }[] } | undefined
}): readonly Item[] | undefined {
  return useMemo(() => data?.pages.flatMap((page) => page.data), [data])
}
