import Check from 'lucide-react/icons/check'
import { type ReactNode, useId } from 'react'

import { Icon } from '#web/ui/icon.tsx'
import type { MenuItemProps, MenuRadioGroupProps } from './menu-radix.tsx'
import { MenuPartsContext } from './menu.tsx'

const row =
  'flex min-h-[3.25rem] w-full items-center gap-3 px-4 py-2 text-start text-body hover:bg-hover active:bg-pressed has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus focus-visible:-outline-offset-2'

const MenuItem = ({ icon, children, onSelect, tone }: MenuItemProps) => (
  <button
    type="button"
    onClick={onSelect}
    className={`${row} ${tone === 'bad' ? 'text-bad-ink' : ''}`}
  >
    {icon && <Icon of={icon} className="text-ink-3" />}
    {children}
  </button>
)

function MenuRadioGroup<Value extends string>(props: MenuRadioGroupProps<Value>) {
  const { label, value, options, onChoose } = props
  const name = useId()
  const labelId = useId()
  return (
    <div role="radiogroup" aria-labelledby={labelId}>
      <p id={labelId} className="px-4 pt-3 pb-1 text-meta text-ink-3">
        {label}
      </p>
      {options.map((option) => (
        <label key={option.value} className={row}>
          {option.icon && <Icon of={option.icon} className="text-ink-3" />}
          <span className="min-w-0 flex-1">{option.label}</span>
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.value === value && <Icon of={Check} className="text-accent-ink" />}
        </label>
      ))}
    </div>
  )
}

const MenuSeparator = () => <hr className="mx-4 border-line" />

const MenuText = ({ children }: { children: ReactNode }) => (
  <p className="px-4 py-3 text-cell text-ink-2">{children}</p>
)

const parts = { MenuItem, MenuRadioGroup, MenuSeparator, MenuText }

/** Renders the items of a menu as a section of a page, with the same components. */
export function MenuSection({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid gap-2">
      <h2 id={heading} className="text-section">
        {title}
      </h2>
      <div
        data-surface
        className="overflow-hidden rounded-tray border border-line bg-surface py-1 shadow-rest"
      >
        <MenuPartsContext value={parts}>{children}</MenuPartsContext>
      </div>
    </section>
  )
}
