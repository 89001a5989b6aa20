import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'

import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { useRecentBoards } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { openBoardId } from '#web/shell/sidebar-boards.tsx'
import { KeyHint } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isApple } from '#web/ui/keyboard.ts'
import { createGuard } from '#web/ui/toast.ts'
import { useBufferedLine } from '#web/ui/type-ahead-buffer.tsx'
import { newCardCommand } from './palette-commands.ts'
import { optionId, PaletteListbox } from './palette-listbox.tsx'
import {
  type PaletteItem,
  type PaletteQuery,
  parsePaletteQuery,
  type SearchStatus,
} from './palette-search.rules.ts'
import { getCachedBoards, isEmailAddress, isLocalQuery } from './palette-sources.ts'
import { usePaletteResults } from './use-palette-results.ts'

const paletteText = shellDialogText.palette

/** Shows cached matches at once, searches the server for the rest, and runs the actions of a page. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const listboxId = useId()
  const canSearch = useCapability('search')
  // The dialog takes the focus once it is rendered.
  const [focused] = useState(() => document.activeElement)
  const [input, setInput] = useState('')
  const query = parsePaletteQuery(input)
  const { groups, status } = usePaletteResults(query, focused)
  const newCard = useNewCard(query)
  const results = groups.flatMap((group) => group.items)
  const items = newCard ? [...results, newCard] : results
  const [activeId, setActiveId] = useState<string>()
  const [isEnterIgnored, setEnterIgnored] = useRecentFlag(status === 'searching')
  // Enter must not create what a search may still find, or would have found.
  const isMissing = status === 'done' && hasWords(query.text) && (canSearch || !isLocalQuery(query))
  const first = results[0] ?? (isMissing && !isEnterIgnored ? newCard : undefined)
  // A chosen item that an answer lacks is replaced by no other: Enter would open what nobody chose.
  const active = activeId === undefined ? first : items.find(({ id }) => id === activeId)
  const limit = canSearch || query.kind !== 'all' ? undefined : formatLimit(query)

  const performItem = (item: PaletteItem, inNewTab: boolean) => {
    const { perform } = item
    // Closing first returns the focus to the page before the action moves it.
    flushSync(onClose)
    if ('act' in perform) perform.act()
    else if (inNewTab) window.open(perform.to)
    else void navigate(perform.to)
  }
  const submit = (inNewTab: boolean) => {
    if (active) return performItem(active, inNewTab)
    setEnterIgnored(true)
    setActiveId(undefined)
  }
  useBufferedLine(setInput, () => submit(false))
  const moveActive = (by: 1 | -1) => {
    const index = active ? items.indexOf(active) : by === 1 ? -1 : 0
    setActiveId(items.at((index + by + items.length) % items.length)?.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') moveActive(1)
    else if (event.key === 'ArrowUp') moveActive(-1)
    else if (modifiers.has(event.key)) return
    else if (event.key !== 'Enter') return setEnterIgnored(false)
    // A key held down repeats what was meant for an earlier list.
    else if (!event.repeat) submit(event.ctrlKey || event.metaKey)
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
        groups={newCard ? [...groups, { heading: paletteText.create, items: [newCard] }] : groups}
        active={active}
        text={query.text}
        onActivate={setActiveId}
        onPerform={performItem}
      />
      <p
        role="status"
        className={
          results.length > 0
            ? 'sr-only'
            : 'grid min-h-40 place-content-center justify-items-center gap-1 px-6 py-8 text-center text-ink-2'
        }
      >
        {formatStatus(query, status, results.length, canSearch)}
        {results.length > 0 && status === 'done' && limit && `. ${limit}`}
        {results.length === 0 &&
          status === 'done' &&
          query.kind === 'all' &&
          hasWords(query.text) && (
            <span className="text-meta text-ink-3">
              {canSearch
                ? paletteText.searchedAll
                : isLocalQuery(query)
                  ? limit
                  : paletteText.searchedWhere}
            </span>
          )}
      </p>
      <PaletteFooter status={status} count={results.length} limit={limit} />
    </Modal>
  )
}

/** They come before the key that they are held for. */
const modifiers: ReadonlySet<string> = new Set(['Control', 'Meta', 'Shift', 'Alt', 'AltGraph'])

const NOTICE_MS = 1000

/** A flag that stays for as long as it is kept, and then until the person has seen what has changed. */
function useRecentFlag(isKept: boolean) {
  const [isSet, setFlag] = useState(false)
  useEffect(() => {
    if (!isSet || isKept) return undefined
    const timer = setTimeout(() => setFlag(false), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [isSet, isKept])
  return [isSet, setFlag] as const
}

/** Creates a card named as what is typed: on the open board, or on the one opened last. */
function useNewCard({ kind, text }: PaletteQuery): PaletteItem | undefined {
  const session = useSession()
  const navigate = useNavigate()
  const canWrite = useCanWrite()
  const guard = createGuard(useDisabledReason())
  const recentIds = useRecentBoards(session.connection.fingerprint)
  const openId = openBoardId(location.pathname) ?? ''
  if (!canWrite || kind !== 'all' || text === '') return undefined
  const boards = getCachedBoards(session.queryClient)
  // A board that is still loading may be the one to take the card.
  if (openId && !boards.has(openId)) return undefined
  const board = [openId, ...recentIds]
    .flatMap((id) => boards.get(id) ?? [])
    .find(({ archived, lists }) => archived !== true && lists.some((list) => !list.archived))
  const command = board && newCardCommand(session, board, text, (to) => void navigate(to))
  return command && { ...command, perform: { act: guard(command.perform.act) } }
}

/** What is searched on a server that cannot search everything. */
const formatLimit = (query: PaletteQuery) =>
  query.text === ''
    ? undefined
    : isLocalQuery(query)
      ? paletteText.typeMore
      : paletteText.loadedOnly

/** A text without a letter or digit is searched nowhere. */
const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text)

interface PaletteFooterProps {
  status: SearchStatus
  count: number
  /** What was searched where the server cannot search everything. */
  limit: string | undefined
}

/** The state of a search with results, and the keys. */
const PaletteFooter = ({ status, count, limit }: PaletteFooterProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-t border-line px-4 py-2 text-meta text-ink-3">
    {count > 0 && status !== 'done' && (
      <p>{status === 'failed' ? paletteText.failed : paletteText.looking}</p>
    )}
    {count > 0 && limit && status === 'done' && <p aria-hidden>{limit}</p>}
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
