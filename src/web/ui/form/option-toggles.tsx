import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'

import { comboboxText } from '#web/messages/en/combobox.ts'
import {
  type ComboboxOption,
  type ComboboxRow,
  filterOptions,
  findByLabel,
  moveActive,
} from '#web/ui/form/combobox.rules.ts'
import { ListboxSearch } from '#web/ui/form/listbox-search.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'

/** Of an option: that of all things that are changed together, of some, or of none. */
type SharedState = 'all' | 'some' | 'none'

/** Elements of a list at most, beside those of the board; more are found by typing. */
const MAX_ROWS = 20

interface OptionTogglesProps<Option extends ComboboxOption> {
  /** What is chosen: "Labels". */
  label: string
  /** Of the text field. */
  searchLabel: string
  options: readonly Option[]
  stateOf: (option: Option) => SharedState
  onToggle: (option: Option, isAdded: boolean) => void
  renderOption: (option: Option) => ReactNode
  /** What a toggle did, where that is more than this option. */
  formatToggle?: ((option: Option, isAdded: boolean) => string) | undefined
  /** One option at most is on: they keep their order, and it has a check mark. */
  isSingle?: boolean
  /** Offers a text that no option has as a new option. */
  onCreate?: ((name: string) => void) | undefined
  formatCreate?: ((name: string) => string) | undefined
  /** Why nothing more can be added, or that options are missing. */
  message?: string | undefined
  /** Options may still come: Enter before they do is kept. */
  isLoading?: boolean
  /** There are more options than these; a search loads them. */
  isPartial?: boolean
  onSearch?: () => void
  /** While there are no options at all. */
  emptyMessage: string
}

/** A combobox of several options whose list is always open (APG). Enter switches the active one on or off. */
export function OptionToggles<Option extends ComboboxOption>(props: OptionTogglesProps<Option>) {
  const { label, options, stateOf, onCreate, message, isLoading = false, isPartial } = props
  const { isSingle = false } = props
  const listboxId = useId()
  const [text, setText] = useState('')
  const [activeId, setActiveId] = useState<string>()
  const [awaitedName, setAwaitedName] = useState<string>()
  const [selectedFirst] = useState(
    () => new Set(options.filter((one) => stateOf(one) !== 'none').map(({ id }) => id)),
  )
  // As they were when the list opened: nothing moves under the pointer.
  const rank = ({ id }: Option) => (selectedFirst.has(id) && !isSingle ? 0 : 1)
  const ordered =
    text === ''
      ? options.toSorted((one, other) => rank(one) - rank(other))
      : filterOptions(options, text)
  const name = text.trim()
  const rows: ComboboxRow<Option>[] = ordered
    .slice(0, MAX_ROWS)
    .map((option) => ({ type: 'option', id: option.id, option }))
  if (onCreate && name !== '' && !findByLabel(options, name))
    rows.push({ type: 'create', id: 'create', text: name })
  const active = rows.find(({ id }) => id === activeId) ?? (name === '' ? undefined : rows[0])

  const choose = (row: ComboboxRow<Option> | undefined) => {
    setAwaitedName(!row && isLoading && name !== '' ? name : undefined)
    if (row?.type === 'create') onCreate?.(row.text)
    if (row?.type === 'option') {
      const isAdded = stateOf(row.option) !== 'all'
      const format = isAdded ? comboboxText.added : comboboxText.removed
      const message = props.formatToggle?.(row.option, isAdded) ?? format(row.option.label)
      props.onToggle(row.option, isAdded)
      announce(message)
    }
    if (row?.type === 'create') setText('')
    setActiveId(row?.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0) setActiveId(moveActive(rows, active?.id, by)?.id)
    else if (event.key === 'Enter') choose(active)
    else return
    event.preventDefault()
  }
  const search = (next: string) => {
    setText(next)
    if (next !== '') props.onSearch?.()
  }

  const count = ordered.length
  const results = text === '' ? '' : comboboxText.results(count)
  useEffect(() => {
    if (results) announce(results)
  }, [results])

  const isAwaitedHere = active !== undefined && awaitedName === name
  const chooseAwaited = useEffectEvent(() => choose(active))
  useEffect(() => {
    if (isAwaitedHere) chooseAwaited()
  }, [isAwaitedHere])
  const note =
    count > MAX_ROWS
      ? comboboxText.truncated(MAX_ROWS, isPartial ? null : count)
      : rows.length > 0
        ? ''
        : isLoading
          ? comboboxText.loading
          : name === ''
            ? props.emptyMessage
            : comboboxText.noResults(name)

  return (
    <div className="grid gap-1 p-1.5 max-md:px-5 max-md:pb-5">
      <ListboxSearch
        label={props.searchLabel}
        listboxId={listboxId}
        activeId={active && `${listboxId}-${active.id}`}
        value={text}
        onChange={(value) => {
          search(value)
          setActiveId(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listboxId}
        role="listbox"
        aria-label={label}
        aria-multiselectable={!isSingle}
        className="md:max-h-80 md:overflow-y-auto"
      >
        {rows.map((row) => (
          <Row
            key={row.id}
            id={`${listboxId}-${row.id}`}
            isActive={row === active}
            isSingle={isSingle}
            state={row.type === 'option' ? stateOf(row.option) : undefined}
            onChoose={() => choose(row)}
          >
            {row.type === 'option' && props.renderOption(row.option)}
            {row.type === 'create' && (props.formatCreate ?? comboboxText.create)(row.text)}
          </Row>
        ))}
      </div>
      {note && <p className="px-2 py-1.5 text-cell break-words text-ink-3">{note}</p>}
      {message && (
        <p role="status" className="px-2 py-1.5 text-cell break-words text-ink-2">
          {message}
        </p>
      )}
    </div>
  )
}

interface RowProps {
  id: string
  isActive: boolean
  isSingle: boolean
  /** Omitted, the row creates an option. */
  state: SharedState | undefined
  onChoose: () => void
  children: ReactNode
}

const checked = { all: true, some: 'mixed', none: false } as const

function Row({ id, isActive, isSingle, state, onChoose, children }: RowProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const isOn = state === 'all' || state === 'some'
  return (
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={state === 'all'}
      aria-checked={isSingle ? undefined : state && checked[state]}
      data-highlighted={isActive || undefined}
      // The text field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-chip px-2 text-cell select-none hover:bg-hover data-highlighted:bg-selected pointer-coarse:min-h-11"
    >
      {state === undefined ? (
        <Icon of={Plus} className="text-ink-3" />
      ) : isSingle ? (
        <span aria-hidden className="size-4 shrink-0 text-accent-ink">
          {isOn && <Icon of={Check} />}
        </span>
      ) : (
        <span
          aria-hidden
          className={`grid size-4 shrink-0 place-items-center rounded-[5px] border ${isOn ? 'border-accent bg-accent text-on-accent' : 'border-control'}`}
        >
          {isOn && <Icon of={state === 'all' ? Check : Minus} size={13} />}
        </span>
      )}
      <span className="flex min-w-0 flex-1 items-center gap-2 wrap-anywhere">{children}</span>
    </div>
  )
}
