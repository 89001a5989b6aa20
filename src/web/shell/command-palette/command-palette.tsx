import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'

import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { useSession } from '#web/session/session.ts'
import { KeyHint } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isApple } from '#web/ui/keyboard.ts'
import { useBufferedLine } from '#web/ui/type-ahead-buffer.tsx'
import { optionId, PaletteListbox } from './palette-listbox.tsx'
import {
  type PaletteItem,
  type PaletteQuery,
  parsePaletteQuery,
  type SearchStatus,
} from './palette-search.rules.ts'
import { isEmailAddress } from './palette-sources.ts'
import { usePaletteResults } from './use-palette-results.ts'

const paletteText = shellDialogText.palette

/** Shows cached matches at once, searches the server for the rest, and runs the actions of a page. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const listboxId = useId()
  const canSearch = useSession().capabilities.can('search')
  const [input, setInput] = useState('')
  const query = parsePaletteQuery(input)
  const results = usePaletteResults(query)
  const { groups, status } = results
  const items = groups.flatMap((group) => group.items)
  const [activeId, setActiveId] = useState<string>()
  // A chosen item that an answer lacks is replaced by no other: Enter would open what nobody chose.
  const active = activeId === undefined ? items[0] : items.find(({ id }) => id === activeId)
  const isLimited = !canSearch && query.kind === 'all' && query.text !== ''

  const performItem = (item: PaletteItem, inNewTab: boolean) => {
    const { perform } = item
    // Closing first returns the focus to the page before the action moves it.
    flushSync(onClose)
    if ('act' in perform) perform.act()
    else if (inNewTab) window.open(perform.to)
    else void navigate(perform.to)
  }
  useBufferedLine(setInput, () => active && performItem(active, false))
  const moveActive = (by: 1 | -1) => {
    const index = active ? items.indexOf(active) : by === 1 ? -1 : 0
    setActiveId(items.at((index + by + items.length) % items.length)?.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') moveActive(1)
    else if (event.key === 'ArrowUp') moveActive(-1)
    else if (event.key === 'Enter' && active) performItem(active, event.ctrlKey || event.metaKey)
    else if (event.key === 'Enter' && items.length > 0) setActiveId(undefined)
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
          aria-expanded={items.length > 0}
          aria-controls={listboxId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(listboxId, active)}
          autoComplete="off"
          spellCheck={false}
          placeholder={paletteText.label}
          value={input}
          onChange={(event) => {
            setInput(event.target.value)
            setActiveId(undefined)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-section font-normal outline-none placeholder:text-ink-3"
        />
        <button
          type="button"
          onClick={onClose}
          className="grid min-h-6 place-items-center rounded-chip pointer-coarse:size-11"
        >
          <span className="sr-only">{shellDialogText.close}</span>
          <KeyHint>Esc</KeyHint>
          <Icon of={X} className="pointer-fine:hidden" />
        </button>
      </div>
      <PaletteListbox
        listboxId={listboxId}
        groups={groups}
        active={active}
        text={query.text}
        onActivate={setActiveId}
        onPerform={performItem}
      />
      <p
        role="status"
        className={
          items.length > 0
            ? 'sr-only'
            : 'grid min-h-40 place-content-center justify-items-center gap-1 px-6 py-8 text-center text-ink-2'
        }
      >
        {formatStatus(query, status, items.length, canSearch)}
        {items.length > 0 && status === 'done' && isLimited && `. ${paletteText.loadedOnly}`}
        {items.length === 0 &&
          status === 'done' &&
          query.kind === 'all' &&
          hasWords(query.text) && (
            <span className="text-meta text-ink-3">
              {canSearch ? paletteText.searchedAll : paletteText.searchedWhere}
            </span>
          )}
      </p>
      <PaletteFooter status={status} count={items.length} isLimited={isLimited} />
    </Modal>
  )
}

/** A text without a letter or digit is searched nowhere. */
const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text)

interface PaletteFooterProps {
  status: SearchStatus
  count: number
  /** The service cannot search everything. */
  isLimited: boolean
}

/** The state of a search with results, and the keys. */
const PaletteFooter = ({ status, count, isLimited }: PaletteFooterProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-t border-line px-4 py-2 text-meta text-ink-3">
    {count > 0 && status !== 'done' && (
      <p>{status === 'failed' ? paletteText.failed : paletteText.looking}</p>
    )}
    {count > 0 && isLimited && status === 'done' && <p aria-hidden>{paletteText.loadedOnly}</p>}
    <p aria-hidden className="flex items-center gap-4 pointer-coarse:hidden">
      <Hint keys={['↑', '↓']} label={paletteText.choose} />
      <Hint keys={['↵']} label={paletteText.open} />
      <Hint keys={[isApple() ? '⌘ ↵' : 'Ctrl ↵']} label={paletteText.newTab} />
    </p>
    <p>{paletteText.hint}</p>
  </div>
)

function formatStatus(
  { kind, text }: PaletteQuery,
  status: SearchStatus,
  count: number,
  canSearch: boolean,
) {
  if (status === 'failed') return paletteText.failed
  if (kind === 'contact' && canSearch && text === '') return paletteText.contactHint
  if (kind === 'contact' && !canSearch && !isEmailAddress(text)) return paletteText.emailHint
  if (count > 0 && status === 'done') return paletteText.count(count)
  if (status === 'searching') return paletteText.looking
  return kind === 'contact' ? paletteText.noContact(text) : paletteText.nothing(text)
}

const Hint = ({ keys, label }: { keys: string[]; label: string }) => (
  <span className="flex items-center gap-1">
    {keys.map((key) => (
      <KeyHint key={key}>{key}</KeyHint>
    ))}
    {label}
  </span>
)
