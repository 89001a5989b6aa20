import { useInfiniteQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useParams } from 'react-router-dom'

import { ListFrame } from '#web/email/lists/list-header.tsx'
import { segmentPages } from '#web/email/lists/lists.data.ts'
import { segmentsText as text } from '#web/messages/en/segments.ts'
import { useAllItems } from '#web/query/use-all-pages.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { Button, CreateButton } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { ReadOnlyHint } from '#web/ui/page-states.tsx'
import { useNamedPages } from '#web/ui/table/named-pages.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { SegmentDialog } from './segment-dialog.tsx'
import { exportSegments, SegmentTable } from './segment-table.tsx'

/** The segments of a list, their rules and their sizes. */
export function Component() {
  const { list_id = '' } = useParams()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const isSupported = useCapability('segments.write')
  const { isSettled } = useSettledCapabilities()
  const canWrite = useCanWrite()
  const offlineProps = useOfflineProps()
  const [isCreating, setCreating] = useState(false)
  const close = () => setCreating(false)
  const onCreate = canWrite && isSupported ? () => setCreating(true) : undefined
  const options = segmentPages(list_id)
  const pages = useNamedPages(useAllItems(useInfiniteQuery(options), options.queryKey))
  const { matches = [], items, isComplete } = pages
  const exportAll = () => exportSegments(matches)
  return (
    <ListFrame
      list_id={list_id}
      tab="segments"
      section={text.title}
      actions={
        <>
          <SearchField label={text.find} singleKeys={singleKeys} />
          {isComplete && matches.length > 0 && (
            <Button icon={Download} onClick={exportAll}>
              {text.export}
            </Button>
          )}
          {/* The empty state itself offers to create the first segment. */}
          {onCreate && items?.length !== 0 && (
            <CreateButton {...offlineProps} onClick={onCreate}>
              {text.new}
            </CreateButton>
          )}
        </>
      }
    >
      {isSupported && !canWrite && <ReadOnlyHint>{text.readOnly}</ReadOnlyHint>}
      {!isSupported && isSettled && matches.length > 0 && (
        <ReadOnlyHint>{text.onServer}</ReadOnlyHint>
      )}
      <SegmentTable list_id={list_id} {...{ pages, singleKeys, onCreate }} />
      {isCreating && <SegmentDialog list_id={list_id} onClose={close} />}
    </ListFrame>
  )
}
