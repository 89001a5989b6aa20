import type { ComponentProps } from 'react'

import type { PostStatus } from '#client/resources.ts'
import { Pill } from '#web/ui/pill.tsx'
import { findStatus, formatPostStatus } from './post-options.rules.ts'

type Family = ComponentProps<typeof Pill>['family']

/** Of the colors that a status may have; the service begins with gray, amber, blue, purple, green and red. */
const byColor: Readonly<Record<string, Family>> = {
  gray: 'mute',
  black: 'mute',
  amber: 'warn',
  yellow: 'warn',
  orange: 'warn',
  blue: 'info',
  sky: 'info',
  teal: 'info',
  indigo: 'plan',
  purple: 'plan',
  pink: 'plan',
  green: 'ok',
  lime: 'ok',
  red: 'bad',
}

/** For a status without a color that is known. */
const byCategory: Readonly<Record<string, Family>> = { active: 'info', done: 'ok' }

const lookUp = (families: Readonly<Record<string, Family>>, name: string | undefined) =>
  name !== undefined && Object.hasOwn(families, name) ? families[name] : undefined

interface PostStatusPillProps {
  /** What the post has: a key or an id. */
  value: string
  statuses: readonly PostStatus[]
}

/** A status by its name, in its own color; one that is not in the list is readable and muted. */
export function PostStatusPill({ value, statuses }: PostStatusPillProps) {
  const status = findStatus(statuses, value)
  const family = lookUp(byColor, status?.color) ?? lookUp(byCategory, status?.category) ?? 'mute'
  return <Pill family={family}>{formatPostStatus(statuses, value)}</Pill>
}
