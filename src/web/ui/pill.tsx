import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { Icon } from './icon.tsx'

export type StatusFamily = 'ok' | 'warn' | 'bad' | 'info' | 'plan' | 'mute'

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
