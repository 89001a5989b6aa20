import Calendar from 'lucide-react/icons/calendar'
import CircleDot from 'lucide-react/icons/circle-dot'
import Globe from 'lucide-react/icons/globe'
import Tag from 'lucide-react/icons/tag'
import { useState } from 'react'

import { DateFilter } from '#web/ui/date/date-filter.tsx'
import { Field, Select } from '#web/ui/form/field.tsx'
import { MultiFilter, SingleFilter } from '#web/ui/form/filters.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { TagInput } from '#web/ui/form/tag-input.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { GallerySection, InteractionStates } from './gallery-section.tsx'

const zones = ['London', 'New York', 'Tokyo'].map((label) => ({ value: label, label }))
const statuses = ['subscribed', 'pending', 'bounced', 'unsubscribed'].map((value) => ({
  value,
  label: value,
  content: <StatusPill kind="contact" value={value} />,
}))
const tags = Array.from({ length: 12 }, (_, index) => ({
  value: `tag-${index + 1}`,
  label: `tag ${index + 1}`,
  hint: `${index * 7}`,
}))

/** One of several, some of several. */
export const GalleryChoices = () => (
  <>
    <GallerySection name="Select">
      <Select label="Time zone" options={zones} icon={Globe} />
      <Select
        label="With a hint"
        hint="Used for all dates."
        options={zones}
        placeholder="Choose…"
      />
      <Select
        label="Wrong zone"
        issue="Choose a time zone."
        options={zones}
        placeholder="Choose…"
      />
      <InteractionStates>
        {(state) => <Select label={`Zone, ${state}`} options={zones} />}
      </InteractionStates>
      <Select label="Zone, disabled" options={zones} disabled />
    </GallerySection>
    <GallerySection name="Radio list">
      <SampleRadioList />
      <SampleRadioList boxed />
    </GallerySection>
    <GallerySection name="Filter">
      <SampleFilters />
    </GallerySection>
    <GallerySection name="Tag input">
      <SampleTags />
    </GallerySection>
  </>
)

function SampleRadioList({ boxed = false }) {
  const [value, setValue] = useState('time')
  return (
    <div className="w-80 max-w-full">
      <RadioList
        legend={boxed ? 'Publish, boxed' : 'Publish'}
        boxed={boxed}
        value={value}
        onChange={setValue}
        options={[
          { value: 'now', label: 'Now', hint: 'On the public page within a minute' },
          {
            value: 'time',
            label: 'At a set time',
            content: <Field type="date" label={boxed ? 'Boxed day' : 'Day'} />,
          },
          { value: 'never', label: 'Never', hint: 'Not available here', disabled: true },
        ]}
      />
    </div>
  )
}

function SampleFilters() {
  const [status, setStatus] = useState<readonly string[]>(['subscribed', 'pending', 'bounced'])
  const [tag, setTag] = useState<string>()
  const [days, setDays] = useState({})
  return (
    <>
      <MultiFilter
        label="Status"
        icon={CircleDot}
        options={statuses}
        values={status}
        onChange={setStatus}
      />
      <SingleFilter label="Tag" icon={Tag} options={tags} value={tag} onChange={setTag} />
      <DateFilter
        label="Added"
        icon={Calendar}
        value={days}
        onChange={setDays}
        today="2026-11-22"
        presets={[{ label: 'This month', range: { from: '2026-11-01', to: '2026-11-30' } }]}
      />
      <InteractionStates>
        {(state) => (
          <MultiFilter
            label={`Filter, ${state}`}
            options={statuses}
            values={[]}
            onChange={() => {}}
          />
        )}
      </InteractionStates>
      <SingleFilter
        disabled
        label="Segment, disabled"
        options={tags}
        value={undefined}
        onChange={() => {}}
      />
    </>
  )
}

function SampleTags() {
  const [values, setValues] = useState<readonly string[]>(['customer', 'market 2025'])
  return (
    <div className="w-80 max-w-full">
      <TagInput
        label="Tags"
        hint="Separate tags with commas."
        values={values}
        onChange={setValues}
        suggestions={['customer', 'wholesale', 'lapsed', 'refill']}
        maxLength={24}
      />
    </div>
  )
}
