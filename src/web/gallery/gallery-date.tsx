import { useState } from 'react'

import type { DateTimeChoice } from '#contract/zoned-time.rules.ts'
import { DateField, TimeField } from '#web/ui/date/date-field.tsx'
import { DateTimeField } from '#web/ui/date/date-time-field.tsx'
import { GallerySection } from './gallery-section.tsx'

const TODAY = '2025-11-20'

/** Fields for days, times and moments. Today is 20 November 2025 in the first two. */
export function GalleryDate() {
  const [due, setDue] = useState<string | null>('2025-11-27')
  const [from, setFrom] = useState<string | null>(null)
  const [time, setTime] = useState<string | null>('09:30')
  return (
    <GallerySection name="Date and time">
      <div className="grid w-64 gap-4">
        <DateField label="Due" value={due} onChange={setDue} today={TODAY} />
        <DateField
          label="Start"
          hint="Today or later"
          value={from}
          onChange={setFrom}
          today={TODAY}
          min={TODAY}
        />
        <TimeField label="At" value={time} onChange={setTime} />
        <DateField
          label="Late"
          issue="The start is after this day."
          value={from}
          onChange={setFrom}
          today={TODAY}
        />
        <TimeField label="Disabled time" value={time} onChange={setTime} disabled />
        <DateField label="Disabled date" value={due} onChange={setDue} today={TODAY} disabled />
      </div>
      <Moment label="Publish" date="2046-11-27" time="09:30" />
      <Moment label="In the past" date="2020-01-01" time="09:30" />
      <Moment label="Skipped time" date="2046-03-25" time="01:30" />
      <Moment label="Repeated time" date="2046-10-28" time="01:30" />
      <Moment label="Disabled moment" date="2046-11-27" time="09:30" disabled />
    </GallerySection>
  )
}

interface MomentProps {
  label: string
  date: string
  time: string
  disabled?: boolean
}

function Moment({ label, date, time, disabled = false }: MomentProps) {
  const [value, setValue] = useState<DateTimeChoice>({ date, time, timeZone: 'Europe/London' })
  return (
    <div className="w-72">
      <DateTimeField
        label={label}
        disabled={disabled}
        value={value}
        onChange={setValue}
        describe={(moment, at) => (
          <span>
            Goes out <strong>{moment}</strong>. <time hidden>{at.toISOString()}</time>
          </span>
        )}
      />
    </div>
  )
}
