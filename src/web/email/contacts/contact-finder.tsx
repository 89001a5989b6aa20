import AtSign from 'lucide-react/icons/at-sign'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import type { ApiError } from '#client/api-error.ts'
import type { Contact, List } from '#client/resources.ts'
import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import { findContactText as text } from '#web/messages/en/contacts.ts'
import { listHeaderText } from '#web/messages/en/lists.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Button, buttonClass, IconButton, KeyHint } from '#web/ui/button.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isChord } from '#web/ui/keyboard.ts'
import { contactQuery, findInLists } from './contact.data.ts'
import { findContact } from './edit-contact.data.ts'

interface ContactFinderProps {
  list_id: string
  /** Whether the server finds words, and those that the table shows now. */
  canSearch: boolean
  search: string | undefined
  onSearch: (words: string | undefined) => void
  onOpen: (contact: Contact) => void
  /** Adds the address that was not found; omitted where this key cannot. */
  onAdd: ((address: string) => void) | undefined
  singleKeys: boolean
}

type Result =
  | { readonly state: 'searching' | 'incomplete' }
  | { readonly state: 'missing'; readonly address: string }
  | { readonly state: 'failed'; readonly error: ApiError }

/** Typing stops for so long before the server searches. */
const PAUSE_MS = 300

/** Finds a contact by its address with one request, in a list of any size; by words where the server can. */
export function ContactFinder(props: ContactFinderProps) {
  const { list_id, canSearch, search, onSearch, onOpen, onAdd, singleKeys } = props
  const session = useSession()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(0)
  // Since a contact was found: the focus returns here, and Ctrl+Z undoes what was done in the drawer.
  const isUntouched = useRef(false)
  const [value, setValue] = useState(search ?? '')
  const [result, setResult] = useState<Result>()
  useEffect(() => () => clearTimeout(timer.current), [])

  // Back, or Clear filters.
  const [previous, setPrevious] = useState(search)
  if (search !== previous) {
    setPrevious(search)
    if (search !== (value.trim() || undefined)) setValue(search ?? '')
  }

  const change = (next: string) => {
    clearTimeout(timer.current)
    latest.current += 1
    isUntouched.current = false
    setValue(next)
    setResult(undefined)
    const words = next.trim() || undefined
    if (canSearch && words !== search) timer.current = setTimeout(() => onSearch(words), PAUSE_MS)
    else if (words === undefined && search !== undefined) onSearch(undefined)
  }
  const lookUp = async (address: string) => {
    const number = ++latest.current
    setResult({ state: 'searching' })
    const found = await findContact(session, list_id, address).then(
      (contact): Result | Contact => contact ?? { state: 'missing', address },
      (error: ApiError): Result => ({ state: 'failed', error }),
    )
    if (latest.current !== number) return
    if ('state' in found) return setResult(found)
    setResult(undefined)
    setValue('')
    isUntouched.current = true
    // The drawer reads it by its id.
    session.queryClient.setQueryData(contactQuery(list_id, found.id).queryKey, found)
    onOpen(found)
  }
  const submit = () => {
    const words = value.trim()
    clearTimeout(timer.current)
    if (isEmailAddress(words)) void lookUp(words)
    else if (canSearch) onSearch(words || undefined)
    else if (words !== '') setResult({ state: 'incomplete' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') submit()
    if (isUntouched.current && isChord(event.nativeEvent, 'z') && session.undo.undoLast())
      event.preventDefault()
    if (event.key === 'Escape' && (result || value !== '')) {
      event.preventDefault()
      change('')
    }
  }
  const label = canSearch ? text.byWords : text.byAddress
  return (
    <div role="search" className="relative min-w-40 max-md:flex-1 md:w-64">
      <Icon
        of={canSearch ? Search : AtSign}
        className="absolute start-2.5 top-1/2 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={field}
        type="search"
        className="peer h-control w-full rounded-control border border-line-strong bg-surface ps-8 pe-8 text-cell [&::-webkit-search-cancel-button]:hidden"
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts={singleKeys ? '/' : undefined}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => change(target.value)}
        onKeyDown={onKeyDown}
      />
      {value !== '' && (
        <IconButton
          icon={X}
          label={text.clear}
          onClick={() => (change(''), field.current?.focus())}
          className="absolute end-1 top-1/2 -translate-y-1/2"
        />
      )}
      {singleKeys && value === '' && (
        <span className="pointer-events-none absolute end-2 top-1/2 -translate-y-1/2 text-ink-3 peer-focus:hidden">
          <KeyHint>/</KeyHint>
        </span>
      )}
      {result && (
        <div
          role="status"
          className="absolute start-0 top-full z-20 mt-1 grid w-max max-w-[min(24rem,calc(100vw-2rem))] gap-2 rounded-card border border-line-strong bg-raised px-3 py-2.5 text-cell shadow-float"
        >
          {result.state === 'searching' && text.searching}
          {result.state === 'incomplete' && text.wholeAddress}
          {result.state === 'failed' && formatLoadError(result.error)}
          {result.state === 'missing' && (
            <NotFound key={result.address} address={result.address} list_id={list_id}>
              {onAdd && (
                <Button size="small" variant="primary" onClick={() => onAdd(result.address)}>
                  {listHeaderText.addContact}
                </Button>
              )}
            </NotFound>
          )}
        </div>
      )}
    </div>
  )
}

interface NotFoundProps {
  address: string
  list_id: string
  children: ReactNode
}

interface Elsewhere {
  readonly found: readonly { list: List; contact: Contact }[]
  readonly state: 'searching' | 'done' | 'failed'
}

/** No one in this list has the address; the other lists are searched on request. */
function NotFound({ address, list_id, children }: NotFoundProps) {
  const session = useSession()
  const [elsewhere, setElsewhere] = useState<Elsewhere>()
  const abort = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    abort.current = controller
    return () => controller.abort()
  }, [])
  const look = async () => {
    const { signal } = abort.current
    setElsewhere({ found: [], state: 'searching' })
    const end = await findInLists(session, address, {
      signal,
      onFound: (list, contact) => {
        if (list.id === list_id) return
        setElsewhere((now) => ({
          state: 'searching',
          found: [...(now?.found ?? []), { list, contact }],
        }))
      },
    }).then(
      () => 'done' as const,
      () => 'failed' as const,
    )
    if (!signal.aborted) setElsewhere((now) => ({ found: now?.found ?? [], state: end }))
  }
  return (
    <>
      <p>{text.notFound}</p>
      {/* Above what is found, which would move them under the pointer. */}
      <div className="flex flex-wrap gap-2">
        {children}
        {elsewhere === undefined && (
          <Button size="small" onClick={() => void look()}>
            {text.otherLists}
          </Button>
        )}
      </div>
      {elsewhere ? (
        <>
          <ul>
            {elsewhere.found.map(({ list, contact }) => (
              <li key={list.id}>
                <Link
                  className={buttonClass('quiet', 'small')}
                  to={paths.contact(list.id, contact.id)}
                >
                  {list.name}
                </Link>
              </li>
            ))}
          </ul>
          {elsewhere.state === 'searching' && <p>{text.searching}</p>}
          {elsewhere.state === 'failed' && <p>{text.elsewhereFailed}</p>}
          {elsewhere.state === 'done' && elsewhere.found.length === 0 && <p>{text.nowhere}</p>}
        </>
      ) : null}
    </>
  )
}
