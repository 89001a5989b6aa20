import type { LucideIcon } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Link, type To } from 'react-router-dom'

import { formatNumber } from './format.ts'
import { Icon } from './icon.tsx'
import { segment, selected, tray } from './segmented-control.tsx'

interface Tab {
  to: To
  label: string
  current: boolean
  icon?: LucideIcon
  /** What the icon means, where no word says it. */
  iconLabel?: string
  /** How many there are, after the label. */
  count?: number | undefined
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  /**
   * `line` across a page for its parts; `tray` for views of the same items; `names` for views that people named, each as
   * wide as its name.
   */
  look?: 'tray' | 'names' | 'line'
  /** Less space in a line, where a narrow column has to fit them all. */
  dense?: boolean
}

/** Views of one page, each with its own address. Arrow keys go from tab to tab, as Tab does. */
export const Tabs = ({ label, tabs, look = 'tray', dense }: TabsProps) => (
  <div
    role="group"
    aria-label={label}
    onKeyDown={focusBesideTab}
    className={
      look !== 'line'
        ? `${tray} ${look === 'names' ? 'auto-cols-auto!' : ''}`
        : `flex overflow-x-auto border-b border-line ${dense ? 'gap-0.5' : 'gap-4'}`
    }
  >
    {tabs.map(({ to, label: name, current, icon, iconLabel, count }, index) => (
      <Link
        key={index}
        to={to}
        // A long one is cut.
        title={look === 'names' ? name : undefined}
        aria-current={current ? 'page' : undefined}
        className={
          look !== 'line'
            ? `${segment} ${look === 'names' ? 'max-w-56' : ''} ${current ? selected : ''}`
            : `-mb-px flex min-h-9 shrink-0 items-center border-b-2 px-1 text-body font-medium -outline-offset-2 transition-colors duration-quick pointer-coarse:min-h-11 ${dense ? 'gap-1' : 'gap-2'} ${current ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:border-line-strong hover:text-ink active:text-accent-ink'}`
        }
      >
        {icon && !iconLabel && <Icon of={icon} />}
        {look === 'names' ? <bdi className="min-w-0 truncate">{name}</bdi> : name}
        {/* After the name, with which people look for it. */}
        {icon && iconLabel && <Icon of={icon} label={iconLabel} size={14} />}
        {count !== undefined && (
          <span className="font-normal text-ink-3">{formatNumber(count)}</span>
        )}
      </Link>
    ))}
  </div>
)

function focusBesideTab(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const index = links.findIndex((link) => link === event.target)
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const targets: Record<string, number> = {
    [isRtl ? 'ArrowLeft' : 'ArrowRight']: index + 1,
    [isRtl ? 'ArrowRight' : 'ArrowLeft']: index - 1,
    Home: 0,
    End: -1,
  }
  const target = targets[event.key]
  if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  links.at(target % links.length)?.focus()
}
