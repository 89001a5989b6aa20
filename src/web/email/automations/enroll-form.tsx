import { type FormEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'

import { createCsv } from '#client/csv-text.ts'
import type { Automation } from '#client/resources.ts'
import { contactName } from '#web/email/contacts/contact-fields.rules.ts'
import { enrollText as text } from '#web/messages/en/automations.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { parseAddresses } from '#web/ui/form/email-addresses.rules.ts'
import { Select, TextArea } from '#web/ui/form/field.tsx'
import { localDay } from '#web/ui/format.ts'
import { formatStatus, Pill } from '#web/ui/pill.tsx'
import { now } from '#web/ui/server-time.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import {
  blockingStatus,
  type EnrollRow,
  findContacts,
  getEnrollRows,
  patchRows,
  startable,
  startEnrollments,
} from './enroll.data.ts'

const MAX_ADDRESSES = 1000
/** More would not fit the drawer; the file has all of them. */
const MAX_ROWS = 100

/** Finds contacts by their addresses, shows who they are, and enrolls them. */
export function EnrollForm({ automation }: { automation: Automation }) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  const store = getEnrollRows(session, automation.id)
  const rows = useSyncExternalStore(store.subscribe, store.get)
  const [input, setInput] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const { valid, invalid, repeated } = useMemo(() => parseAddresses(input), [input])
  const issue =
    valid.length > MAX_ADDRESSES
      ? text.tooMany(MAX_ADDRESSES)
      : isSubmitted && valid.length === 0
        ? input.trim() === ''
          ? text.required
          : text.noneValid
        : undefined
  const find = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (offlineProps || valid.length === 0 || valid.length > MAX_ADDRESSES) return
    void findContacts(session, automation, valid, invalid)
  }
  const clear = () => {
    store.set([])
    setInput('')
    setSubmitted(false)
  }
  const field = useRef<HTMLTextAreaElement>(null)
  const hasRows = rows.length > 0
  // The button that was pressed is gone.
  const hadRows = useRef(hasRows)
  useEffect(() => {
    if (hadRows.current && !hasRows) field.current?.focus()
    hadRows.current = hasRows
  }, [hasRows])
  if (hasRows)
    return (
      <EnrollRows {...{ automation, rows, repeated }} takesFocus={isSubmitted} onClear={clear} />
    )
  return (
    <form noValidate className="grid gap-3" onSubmit={find}>
      <TextArea
        label={text.addresses}
        hint={text.hint}
        issue={issue}
        ref={field}
        value={input}
        rows={2}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setInput(target.value)}
      />
      {valid.length > 0 && invalid.length > 0 && (
        <p role="status" className="text-cell text-ink-2">
          {text.invalid(invalid.length)}
        </p>
      )}
      <Button {...offlineProps} type="submit" className="justify-self-start">
        {text.find}
      </Button>
    </form>
  )
}

interface EnrollRowsProps {
  automation: Automation
  rows: readonly EnrollRow[]
  /** Addresses that came again. */
  repeated: number
  /** The button that was pressed is gone. */
  takesFocus: boolean
  onClear: () => void
}

// What needs attention comes first.
const order: readonly EnrollRow['state'][] = [
  'failed',
  'invalid',
  'unread',
  'unknown',
  'found',
  'waiting',
  'searching',
  'started',
]

function EnrollRows({ automation, rows, repeated, takesFocus, onClear }: EnrollRowsProps) {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) note.current?.focus()
  }, [takesFocus])
  const session = useSession()
  const offlineProps = useOfflineProps()
  const ready = startable(rows)
  const searching = rows.filter(({ state }) => state === 'searching').length
  const isWaiting = rows.some(({ state }) => state === 'waiting')
  const isRetry = ready.length > 0 && ready.every(({ state }) => state === 'failed')
  const unread = rows.filter(({ state }) => state === 'unread').map(({ address }) => address)
  const found = rows.filter(({ matches }) => matches.length > 0).length
  const sorted = rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return (
    <div className="grid gap-3">
      <p ref={note} tabIndex={-1} role="status" className="text-cell text-ink-2 outline-none">
        {searching > 0
          ? text.searching(rows.length - searching, rows.length)
          : text.found(found, rows.length)}
        {repeated > 0 && ` ${text.repeated(repeated)}`}
      </p>
      <ul className="overflow-hidden rounded-card border border-line">
        {sorted.slice(0, MAX_ROWS).map((row) => (
          <EnrollItem key={row.address} automation_id={automation.id} row={row} />
        ))}
        {rows.length > MAX_ROWS && <li>{text.more(rows.length - MAX_ROWS)}</li>}
      </ul>
      <div className="flex flex-wrap gap-2">
        {ready.length > 0 && searching === 0 && !isWaiting && (
          <Button
            {...offlineProps}
            variant="primary"
            onClick={() => {
              if (offlineProps) return
              note.current?.focus()
              startEnrollments(session, automation, (row) => reportEnd(automation, row))
            }}
          >
            {isRetry ? text.retry(ready.length) : text.start(ready.length)}
          </Button>
        )}
        {unread.length > 0 && searching === 0 && !isWaiting && (
          <Button
            {...offlineProps}
            onClick={() => !offlineProps && void findContacts(session, automation, unread)}
          >
            {text.searchAgain}
          </Button>
        )}
        {rows.length > 1 && searching === 0 && (
          <Button onClick={() => downloadRows(rows)}>{text.download}</Button>
        )}
        {!isWaiting && <Button onClick={onClear}>{text.clear}</Button>}
      </div>
    </div>
  )
}

/** The drawer may be closed by then. */
function reportEnd({ name }: Automation, row: EnrollRow | undefined) {
  if (row?.state === 'started') toast({ text: text.startedOne(row.address, name) })
  if (row?.state === 'failed') toast({ text: text.failedOne(row.address, row.reason), tone: 'bad' })
}

function EnrollItem({ automation_id, row }: { automation_id: string; row: EnrollRow }) {
  const store = getEnrollRows(useSession(), automation_id)
  const { address, state, matches, choice, reason } = row
  const blocking = blockingStatus(row)
  const isUnsent = state === 'found' || state === 'waiting'
  const contact = matches[choice]?.contact
  const name = contact && contactName(contact)
  const reasons = [
    (state === 'failed' || state === 'unread') && reason,
    blocking && text.cannotStart(formatStatus(blocking)),
  ].filter((one) => typeof one === 'string')
  return (
    <li
      data-testid="enroll-row"
      data-state={state}
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-3 py-2 text-cell last:border-b-0"
    >
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
        <bdi className="truncate">{contact?.email_address ?? address}</bdi>
        {name && <bdi className="text-ink-3">{name}</bdi>}
      </span>
      {isUnsent && contact && <StatusPill kind="contact" value={contact.status} />}
      {state !== 'found' && <Pill family={familyOf[state]}>{text.states[state]}</Pill>}
      {state === 'found' && matches.length > 1 && (
        <Select
          label={text.chooseList(address)}
          value={String(choice)}
          options={matches.map(({ list }, index) => ({ value: String(index), label: list }))}
          onChange={({ target }) => patchRows(store, [address], { choice: Number(target.value) })}
        />
      )}
      {reasons.map((one) => (
        <span key={one} className="flex w-full flex-wrap items-center gap-2 text-cell text-bad-ink">
          {one}
        </span>
      ))}
    </li>
  )
}

const familyOf = {
  invalid: 'bad',
  searching: 'info',
  unknown: 'bad',
  unread: 'bad',
  found: 'mute',
  waiting: 'info',
  started: 'ok',
  failed: 'bad',
} as const

const downloadRows = (rows: readonly EnrollRow[]) =>
  downloadFile({
    name: text.fileName(localDay(now())),
    type: 'text/csv;charset=utf-8',
    text: createCsv(
      [text.columns.address, text.columns.state, text.columns.reason],
      rows.map((row) => {
        const status = blockingStatus(row)
        const reason = status === undefined ? row.reason : text.cannotStart(formatStatus(status))
        return [row.address, text.states[row.state], reason]
      }),
    ),
  })
