import Search from 'lucide-react/icons/search'
import type { KeyboardEvent } from 'react'

import { Icon } from '#web/ui/icon.tsx'

interface ListboxSearchProps {
  label: string
  listboxId: string
  /** The id of the active option. */
  activeId: string | undefined
  value: string
  onChange: (value: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The text field of a combobox whose list is always open (APG). */
export function ListboxSearch(props: ListboxSearchProps) {
  const { label, listboxId, activeId, value, onChange, onKeyDown } = props
  return (
    <div className="relative mb-0.5 grid">
      <Icon of={Search} className="absolute start-2.5 top-1/2 -translate-y-1/2 text-ink-3" />
      <input
        data-autofocus
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={listboxId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-control w-full rounded-control border border-control bg-surface ps-8.5 pe-3 text-cell focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus"
      />
    </div>
  )
}
