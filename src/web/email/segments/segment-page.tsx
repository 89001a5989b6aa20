import { useInfiniteQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Split from 'lucide-react/icons/split'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'

import type { Segment } from '#client/resources.ts'
import { ContactsView } from '#web/email/contacts/contacts-view.tsx'
import { ListFrame } from '#web/email/lists/list-header.tsx'
import { segmentPages } from '#web/email/lists/lists.data.ts'
import { listHeaderText } from '#web/messages/en/lists.ts'
import { segmentEditText, segmentsText as text } from '#web/messages/en/segments.ts'
import { paths } from '#web/paths.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { useDialogOpener } from '#web/ui/dialog.tsx'
import { useDateSettings } from '#web/ui/format.ts'
import { PageState } from '#web/ui/page-states.tsx'
import { SegmentMenu } from './segment-menu.tsx'
import { formatRules } from './segment-words.ts'

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
        !isMissing && <Button onClick={() => setExporting(true)}>{listHeaderText.export}</Button>
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
            {segment && <SegmentHead {...{ list_id, segment }} />}
          </div>
          <ContactsView
            {...{ list_id, segment_id, isExporting }}
            onExportClose={() => setExporting(false)}
          />
        </>
      )}
    </ListFrame>
  )
}

/** The name of a segment, its menu and its rules in words. */
function SegmentHead({ list_id, segment }: { list_id: string; segment: Segment }) {
  useDateSettings() // the rules show dates
  const navigate = useNavigate()
  const { dialog, openDialog } = useDialogOpener()
  return (
    <>
      <h2 className="text-section break-words">
        <bdi>{segment.name}</bdi>
      </h2>
      <SegmentMenu
        {...{ list_id, segment, openDialog }}
        onDeleted={() => void navigate(paths.listSegments(list_id))}
        trigger={<IconButton icon={Ellipsis} label={segmentEditText.actions(segment.name)} />}
      />
      <p className="w-full text-cell text-ink-2">{formatRules(segment)}</p>
      {dialog}
    </>
  )
}
