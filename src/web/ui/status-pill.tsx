import type { LucideIcon } from 'lucide-react'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Loader from 'lucide-react/icons/loader'
import PencilLine from 'lucide-react/icons/pencil-line'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'

import { Icon } from './icon.tsx'

type StatusFamily = 'ok' | 'warn' | 'bad' | 'info' | 'plan' | 'mute'

/** Of the pill, and of its dot. */
const colors: Record<StatusFamily, readonly [string, string]> = {
  ok: ['bg-ok-soft text-ok-ink', 'before:bg-ok-solid'],
  warn: ['bg-warn-soft text-warn-ink', 'before:bg-warn-solid'],
  bad: ['bg-bad-soft text-bad-ink', 'before:bg-bad-solid'],
  info: ['bg-info-soft text-info-ink', 'before:bg-info-solid'],
  plan: ['bg-plan-soft text-plan-ink', 'before:bg-plan-solid'],
  mute: ['bg-mute-soft text-mute-ink', 'before:bg-mute-solid'],
}

interface PillProps {
  family: StatusFamily
  /** Replaces the dot. */
  icon?: LucideIcon | undefined
  children: ReactNode
}

/** A word on the color of its family; the color is never the only cue. */
export function Pill({ family, icon, children }: PillProps) {
  const [pill, dot] = colors[family]
  return (
    <span
      className={`inline-flex h-5 max-w-full items-center gap-1.25 rounded-chip px-1.75 text-tag whitespace-nowrap forced-colors:border ${pill} ${icon ? '' : `before:size-1.5 before:shrink-0 before:rounded-full forced-colors:before:border-3 ${dot}`}`}
    >
      {icon && <Icon of={icon} size={13} />}
      <span className="truncate">{children}</span>
    </span>
  )
}

type StatusKind = 'contact' | 'campaign' | 'automation' | 'enrollment' | 'entry' | 'delivery'

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

/** `soft_bounced` and `softBounced` are "Soft bounced". The API spells `cancelled`; the texts are American. */
export function formatStatus(value: string): string {
  const words = value
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_\-.\s]+/g, ' ')
    .trim()
    .toLowerCase()
    .replaceAll('cancelled', 'canceled')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
