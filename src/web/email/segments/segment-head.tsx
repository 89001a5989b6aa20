import './segments.css'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Segment } from '#client/resources.ts'
import { segmentEditText } from '#web/messages/en/segments.ts'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useDateSettings } from '#web/ui/format.ts'
import { SegmentMenu } from './segment-menu.tsx'
import { formatRules } from './segment-words.ts'

/** The name of a segment, its menu and its rules in words. */
export function SegmentHead({ list_id, segment }: { list_id: string; segment: Segment }) {
  useDateSettings() // the rules show dates
  const navigate = useNavigate()
  const [dialog, openDialog] = useState<ReactNode>(null)
  return (
    <>
      <h2 className="segment-name">
        <bdi>{segment.name}</bdi>
      </h2>
      <SegmentMenu
        {...{ list_id, segment, openDialog }}
        onDeleted={() => void navigate(paths.listSegments(list_id))}
        trigger={<IconButton icon={Ellipsis} label={segmentEditText.actions(segment.name)} />}
      />
      <p className="segment-words">{formatRules(segment)}</p>
      {dialog}
    </>
  )
}
