import type { LucideIcon } from 'lucide-react'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Loader from 'lucide-react/icons/loader'
import Pause from 'lucide-react/icons/pause'
import PencilLine from 'lucide-react/icons/pencil-line'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'

import { formatStatus, Pill, type StatusFamily } from './pill.tsx'

type StatusKind =
  | 'contact'
  | 'campaign'
  | 'automation'
  | 'enrollment'
  | 'entry'
  | 'delivery'
  | 'webhook'
  | 'key'

type Look = readonly [StatusFamily, LucideIcon?]

/** What a status means, by the kind of thing that has it: a delivery that is pending is not yet a failure. */
const looks: Record<StatusKind, Readonly<Record<string, Look>>> = {
  contact: {
    subscribed: ['ok'],
    confirmed: ['ok'],
    pending: ['warn'],
    bounced: ['bad'],
    complained: ['bad'],
    unsubscribed: ['mute'],
  },
  campaign: {
    draft: ['mute', PencilLine],
    scheduled: ['plan', CalendarClock],
    sending: ['info', Loader],
    paused: ['warn', Clock],
    sent: ['ok', Check],
    cancelled: ['mute'],
    error: ['bad', TriangleAlert],
  },
  automation: {
    draft: ['mute', PencilLine],
    active: ['ok', Check],
    paused: ['warn', Clock],
    archived: ['mute'],
  },
  enrollment: {
    active: ['info', Loader],
    completed: ['ok', Check],
    cancelled: ['mute'],
    failed: ['bad', X],
  },
  entry: {
    draft: ['mute', PencilLine],
    scheduled: ['plan', CalendarClock],
    published: ['ok', Check],
  },
  webhook: { active: ['ok', Check], paused: ['mute', Pause], failed: ['bad', TriangleAlert] },
  key: { active: ['ok', Check], expiring: ['warn', Clock], expired: ['bad', X] },
  delivery: { succeeded: ['ok', Check], pending: ['warn', Clock], failed: ['bad', X] },
}

interface StatusPillProps {
  kind: StatusKind
  /** As the API names it. A value that this version does not know is readable and muted. */
  value: string
  /** Instead of the readable value. */
  children?: ReactNode
}

export function StatusPill({ kind, value, children }: StatusPillProps) {
  const [family, icon]: Look = (Object.hasOwn(looks[kind], value) && looks[kind][value]) || ['mute']
  return (
    <Pill family={family} icon={icon}>
      {children ?? formatStatus(value)}
    </Pill>
  )
}
