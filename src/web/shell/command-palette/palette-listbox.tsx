import { useEffect, useRef } from 'react'

import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { KeyHint } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { type PaletteItem, type PaletteGroup, highlightMatches } from './palette-search.rules.ts'

interface PaletteListboxProps {
  listboxId: string
  groups: readonly PaletteGroup[]
  active: PaletteItem | undefined
  text: string
  onActivate: (id: string) => void
  onPerform: (item: PaletteItem, inNewTab: boolean) => void
}

// An id must not contain spaces.
const elementId = (listboxId: string, name: string) => `${listboxId}-${encodeURIComponent(name)}`

export const optionId = (listboxId: string, { id }: PaletteItem) => elementId(listboxId, id)

/** The focus stays in the field; `aria-activedescendant` points at the active option. */
export function PaletteListbox({ listboxId, groups, ...optionProps }: PaletteListboxProps) {
  return (
    <div
      id={listboxId}
      role="listbox"
      aria-label={shellDialogText.palette.results}
      className="min-h-0 overflow-y-auto overscroll-contain p-2 empty:hidden"
    >
      {groups.map(({ heading, items: choices }) => (
        <div key={heading} role="group" aria-labelledby={elementId(listboxId, heading)}>
          <p
            id={elementId(listboxId, heading)}
            className="mx-3 mt-2.5 mb-1.5 line-clamp-2 text-tag font-semibold wrap-anywhere text-ink-3"
          >
            {heading}
          </p>
          {choices.map((item) => (
            <Option key={item.id} listboxId={listboxId} item={item} {...optionProps} />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps extends Omit<PaletteListboxProps, 'groups'> {
  item: PaletteItem
}

function Option({ listboxId, item, active, text, onActivate, onPerform }: OptionProps) {
  const matched = item.quotesText ? '' : text
  const isActive = item === active
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={option}
      id={optionId(listboxId, item)}
      role="option"
      aria-selected={isActive}
      // Not `pointerenter`: a list that appears under a resting pointer must not change the active option.
      onPointerMove={() => isActive || onActivate(item.id)}
      onClick={(event) => onPerform(item, event.ctrlKey || event.metaKey)}
      className="flex min-h-9 items-center gap-3 rounded-control px-3 py-1.5 aria-selected:bg-selected max-md:flex-wrap max-md:gap-y-0 pointer-coarse:min-h-11"
    >
      <Icon of={item.icon} className="text-ink-3" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <Highlighted label={item.label} text={matched} />
        </span>
        {item.match && item.match !== item.detail && (
          <span className="block truncate text-meta text-ink-3">
            <Highlighted label={item.match} text={matched} />
          </span>
        )}
      </span>
      <span className="max-w-[45%] shrink-0 truncate text-cell text-ink-3 empty:hidden max-md:order-1 max-md:max-w-none max-md:basis-full max-md:ps-7">
        {item.detail}
      </span>
      {item.keys && <KeyHint>{item.keys}</KeyHint>}
    </div>
  )
}

const Highlighted = ({ label, text }: { label: string; text: string }) =>
  highlightMatches(label, text).map((part, index) =>
    part.isMatch ? (
      <strong key={index} className="font-semibold text-accent-ink">
        {part.text}
      </strong>
    ) : (
      part.text
    ),
  )
