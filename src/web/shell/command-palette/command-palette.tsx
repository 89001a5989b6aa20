import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'

import { shellText } from '#web/messages/en/shell.ts'
import { useSession } from '#web/session/session.ts'
import { KeyHint } from '#web/ui/button.tsx'
import { copy } from '#web/ui/clipboard.ts'
import { Modal } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { onApple } from '#web/ui/keyboard.ts'
import { useTypedLine } from '#web/ui/type-ahead-buffer.tsx'
import { idOf, PaletteOptions } from './palette-listbox.tsx'
import { type PaletteItem, readAsked, type PaletteQuery } from './palette-search.rules.ts'
import { noteChoice, isAddress } from './palette-sources.ts'
import { usePaletteGroups } from './use-palette-results.ts'

const paletteText = shellText.palette

/** Finds everything cached at once, asks the service for the rest, and does what a page can do. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { connection } = useSession()
  const navigate = useNavigate()
  const list = useId()
  const [typed, setTyped] = useState('')
  const asked = readAsked(typed)
  const { groups, state } = usePaletteGroups(asked)
  const choices = groups.flatMap((group) => group.choices)
  const [marked, setMarked] = useState<string>()
  const active = choices.find(({ id }) => id === marked) ?? choices[0]

  const choose = (choice: PaletteItem, apart: boolean) => {
    noteChoice(connection.fingerprint, choice.id)
    const { perform } = choice
    // Closed first, so that the focus is back on the page when something there takes it.
    flushSync(onClose)
    if ('act' in perform) perform.act()
    else if ('copy' in perform) void copy(perform.copy, paletteText.copied(perform.copy))
    else if (apart) window.open(perform.to)
    else void navigate(perform.to)
  }
  useTypedLine(setTyped, () => active && choose(active, false))
  const step = (by: 1 | -1) => {
    const at = active ? choices.indexOf(active) : -1
    setMarked(choices.at((at + by + choices.length) % choices.length)?.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' && active) choose(active, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }

  return (
    <Modal
      name={{ label: paletteText.label }}
      onClose={onClose}
      className="inset-x-0 top-0 mx-auto grid max-h-dvh grid-rows-[auto_minmax(0,1fr)_auto] overflow-hidden md:top-[14dvh] md:max-h-[70dvh] md:w-[38rem] md:rounded-dialog"
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Icon of={Search} className="text-ink-3" />
        <input
          data-autofocus
          role="combobox"
          aria-label={paletteText.label}
          aria-expanded={choices.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active && idOf(list, active)}
          autoComplete="off"
          spellCheck={false}
          placeholder={paletteText.label}
          value={typed}
          onChange={(event) => (setTyped(event.target.value), setMarked(undefined))}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-section font-normal outline-none placeholder:text-ink-3"
        />
        <button
          type="button"
          onClick={onClose}
          className="grid min-h-6 place-items-center rounded-chip pointer-coarse:size-11"
        >
          <span className="sr-only">{shellText.close}</span>
          <KeyHint>Esc</KeyHint>
          <Icon of={X} className="pointer-fine:hidden" />
        </button>
      </div>
      <PaletteOptions
        list={list}
        groups={groups}
        active={active}
        text={asked.text}
        onMark={setMarked}
        onChoose={choose}
      />
      <PaletteFoot asked={asked} state={state} count={choices.length} />
    </Modal>
  )
}

export type Asking = 'asking' | 'done' | 'failed'

interface PaletteFootProps {
  asked: PaletteQuery
  state: Asking
  count: number
}

/** Says how many were found, or why none; and which keys there are. */
const PaletteFoot = ({ asked, state, count }: PaletteFootProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-t border-line px-4 py-2 text-meta text-ink-3">
    <p role="status" className={count > 0 && state === 'done' ? 'sr-only' : ''}>
      {sentence(asked, state, count)}
    </p>
    <p aria-hidden className="flex items-center gap-4 pointer-coarse:hidden">
      <Hint keys={['↑', '↓']} perform={paletteText.choose} />
      <Hint keys={['↵']} perform={paletteText.open} />
      <Hint keys={[onApple() ? '⌘ ↵' : 'Ctrl ↵']} perform={paletteText.newTab} />
    </p>
    <p>{paletteText.hint}</p>
  </div>
)

function sentence({ kind, text }: PaletteQuery, state: Asking, count: number) {
  if (state === 'failed') return paletteText.failed
  if (kind === 'contact' && !isAddress(text)) return paletteText.wholeAddress
  if (count > 0 && state === 'done') return paletteText.count(count)
  if (state === 'asking') return paletteText.looking
  return kind === 'contact' ? paletteText.noContact(text) : paletteText.nothing(text)
}

const Hint = ({ keys, perform }: { keys: string[]; perform: string }) => (
  <span className="flex items-center gap-1">
    {keys.map((key) => (
      <KeyHint key={key}>{key}</KeyHint>
    ))}
    {perform}
  </span>
)
