import { useEffect, useRef } from 'react'

import { shellText } from '#web/messages/en/shell.ts'
import { KeyHint } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { type PaletteItem, type ChoiceGroup, highlightMatches } from './palette-search.rules.ts'

interface PaletteOptionsProps {
  list: string
  groups: readonly ChoiceGroup[]
  active: PaletteItem | undefined
  text: string
  onMark: (id: string) => void
  onChoose: (choice: PaletteItem, apart: boolean) => void
}

// A space in an id would make two of it.
const idIn = (list: string, name: string) => `${list}-${encodeURIComponent(name)}`

export const idOf = (list: string, { id }: PaletteItem) => idIn(list, id)

/** The listbox under the field; the focus stays in the field and only one option is marked. */
export function PaletteOptions({ list, groups, ...shown }: PaletteOptionsProps) {
  return (
    <div
      id={list}
      role="listbox"
      aria-label={shellText.palette.results}
      className="min-h-12 overflow-y-auto overscroll-contain p-2"
    >
      {groups.map(({ heading, choices }) => (
        <div key={heading} role="group" aria-labelledby={idIn(list, heading)}>
          <p
            id={idIn(list, heading)}
            className="px-3 pt-2.5 pb-1.5 text-tag font-semibold text-ink-3"
          >
            {heading}
          </p>
          {choices.map((choice) => (
            <Option key={choice.id} list={list} choice={choice} {...shown} />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps extends Omit<PaletteOptionsProps, 'groups'> {
  choice: PaletteItem
}

function Option({ list, choice, active, text, onMark, onChoose }: OptionProps) {
  const isActive = choice === active
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={option}
      id={idOf(list, choice)}
      role="option"
      aria-selected={isActive}
      // Moved, not merely under the pointer when the list came: that would mark what nobody pointed at.
      onPointerMove={() => isActive || onMark(choice.id)}
      onClick={(event) => onChoose(choice, event.ctrlKey || event.metaKey)}
      className="flex min-h-9 items-center gap-3 rounded-control px-3 py-1.5 aria-selected:bg-selected pointer-coarse:min-h-11"
    >
      <Icon of={choice.icon} className="text-ink-3" />
      <span className="min-w-0 flex-1 truncate">
        {highlightMatches(choice.label, text).map((piece, index) =>
          piece.hit ? (
            <strong key={index} className="font-semibold text-accent-ink">
              {piece.text}
            </strong>
          ) : (
            piece.text
          ),
        )}
      </span>
      <span className="max-w-[45%] shrink-0 truncate text-cell text-ink-3">
        {[choice.detail, 'copy' in choice.perform && shellText.palette.copies]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {choice.keys && <KeyHint>{choice.keys}</KeyHint>}
    </div>
  )
}
