import CircleDot from 'lucide-react/icons/circle-dot'
import Split from 'lucide-react/icons/split'
import Tag from 'lucide-react/icons/tag'
import { useNavigate } from 'react-router-dom'

import { findTag } from '#contract/email/tags.rules.ts'
import { contactsText as text } from '#web/messages/en/contacts.ts'
import { paths } from '#web/paths.ts'
import { SingleFilter } from '#web/ui/form/filters.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { statusOptions } from './contact-filter.rules.ts'
import type { Contacts } from './use-contacts.ts'

/** Status and tag, or a segment, which the API reads by itself. */
export function ContactFilters({ contacts }: { contacts: Contacts }) {
  const { filter, page, tags = [], segments = [], setParams } = contacts
  const { list_id, segment_id, status, tag } = filter
  const navigate = useNavigate()
  const isSegment = segment_id !== undefined
  const reason = isSegment ? { disabled: true, title: text.segmentOnly } : {}
  const seen = page.data?.data.map((contact) => contact.status) ?? []
  const tagNames = tags.map(({ name }) => name)
  // The tag of a link stays an option, whether or not it exists.
  if (tag !== undefined && !findTag(tags, tag)) tagNames.unshift(tag)
  const toSegment = (id: string | undefined) =>
    void navigate(id === undefined ? paths.list(list_id) : paths.segment(list_id, id))
  return (
    <div role="group" aria-label={text.filters} className="contact-filters" {...reason}>
      <SingleFilter
        label={text.status}
        icon={CircleDot}
        disabled={isSegment}
        options={statusOptions(...seen, status).map((value) => ({
          value,
          label: formatStatus(value),
          content: <StatusPill kind="contact" value={value} />,
        }))}
        value={status}
        onChange={(value) => setParams({ status: value })}
      />
      <SingleFilter
        label={text.tag}
        icon={Tag}
        disabled={isSegment}
        options={tagNames.map((value) => ({ value, label: value }))}
        value={tag}
        onChange={(value) => setParams({ tag: value })}
      />
      {(segments.length > 0 || isSegment) && (
        <SingleFilter
          label={text.segment}
          icon={Split}
          options={segments.map(({ id, name }) => ({ value: id, label: name }))}
          value={segment_id}
          onChange={toSegment}
        />
      )}
    </div>
  )
}
