import { useInfiniteQuery } from '@tanstack/react-query'
import Split from 'lucide-react/icons/split'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'

import { ListFrame } from '#web/email/lists/list-header.tsx'
import { segmentPages } from '#web/email/lists/lists.data.ts'
import { listHeaderText } from '#web/messages/en/lists.ts'
import { segmentsText as text } from '#web/messages/en/segments.ts'
import { paths } from '#web/paths.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Lazy, lazyChunk, preloadOn } from '#web/ui/lazy-chunk.tsx'
import { PageState } from '#web/ui/page-states.tsx'

const contactsView = lazyChunk(() => import('#web/email/contacts/contacts-view.tsx'))
const segmentHead = lazyChunk(() => import('./segment-head.tsx'))
// Together with the requests of the page, before it renders.
for (const chunk of [contactsView, segmentHead]) chunk.load().catch(() => undefined) // rendering tries again

const preloadExport = preloadOn(() => import('#web/email/contact-bulk/export-dialog.tsx'))

/** The contacts that match a segment now, below its rules. */
export function Component() {
  const { list_id = '', segment_id = '' } = useParams()
  const query = useInfiniteQuery(segmentPages(list_id))
  const segment = query.data?.pages.flatMap(({ data }) => data).find(({ id }) => id === segment_id)
  useAllPages(query, segment === undefined)
  const [isExporting, setExporting] = useState(false)
  const isMissing = query.data !== undefined && !segment && !query.hasNextPage && !query.isFetching
  return (
    <ListFrame
      list_id={list_id}
      tab="segments"
      section={segment?.name ?? (isMissing ? text.notFound : text.title)}
      actions={
        !isMissing && (
          <Button {...preloadExport} onClick={() => setExporting(true)}>
            {listHeaderText.export}
          </Button>
        )
      }
    >
      {isMissing ? (
        <PageState
          state="missing"
          icon={Split}
          title={text.notFound}
          action={
            <Link to={paths.listSegments(list_id)} className={buttonClass('primary')}>
              {text.back}
            </Link>
          }
        >
          {text.notFoundDescription}
        </PageState>
      ) : (
        <>
          {/* Its height stays while the segment loads. */}
          <div className="mt-3 flex min-h-14 flex-wrap items-center gap-x-2">
            {segment && (
              <Lazy chunk={segmentHead}>
                {({ SegmentHead }) => <SegmentHead {...{ list_id, segment }} />}
              </Lazy>
            )}
          </div>
          <Lazy
            chunk={contactsView}
            fallback={<div data-state="loading" aria-busy className="min-h-0 flex-1" />}
          >
            {({ ContactsView }) => (
              <ContactsView
                {...{ list_id, segment_id, isExporting }}
                onExportClose={() => setExporting(false)}
              />
            )}
          </Lazy>
        </>
      )}
    </ListFrame>
  )
}
