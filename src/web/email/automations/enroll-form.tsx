import { type FormEvent, useMemo, useState, useSyncExternalStore } from 'react'

import { createCsv } from '#client/csv-text.ts'
import type { Automation } from '#client/resources.ts'
import { enrollText as text } from '#web/messages/en/automations.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { useSession } from '#web/session/session.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { parseAddresses } from '#web/ui/form/email-addresses.rules.ts'
import { Select, TextArea } from '#web/ui/form/field.tsx'
import { localDay } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import { Pill, StatusPill } from '#web/ui/status-pill.tsx'
import {
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
  const { valid, invalid } = useMemo(() => parseAddresses(input), [input])
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
    void findContacts(session, automation, valid)
  }
  const clear = () => {
    store.set([])
    setInput('')
    setSubmitted(false)
  }
  if (rows.length > 0) return <EnrollRows {...{ automation, rows }} onClear={clear} />
  return (
    <form noValidate className="automation-form" onSubmit={find}>
      <TextArea
        label={text.addresses}
        hint={text.hint}
        issue={issue}
        value={input}
        rows={2}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setInput(target.value)}
      />
      {valid.length > 0 && invalid.length > 0 && (
        <p role="status" className="automation-note">
          {text.invalid(invalid.length)}
        </p>
      )}
      <Button {...offlineProps} type="submit" className="automation-find">
        {text.find}
      </Button>
    </form>
  )
}

interface EnrollRowsProps {
  automation: Automation
  rows: readonly EnrollRow[]
  onClear: () => void
}

// What needs attention comes first.
const order: readonly EnrollRow['state'][] = [
  'failed',
  'unread',
  'unknown',
  'found',
  'waiting',
  'searching',
  'started',
]

function EnrollRows({ automation, rows, onClear }: EnrollRowsProps) {
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
    <div className="automation-form">
      <p role="status" className="automation-note">
        {searching > 0
          ? text.searching(rows.length - searching, rows.length)
          : text.found(found, rows.length)}
      </p>
      <ul className="automation-rows">
        {sorted.slice(0, MAX_ROWS).map((row) => (
          <EnrollItem key={row.address} automation_id={automation.id} row={row} />
        ))}
        {rows.length > MAX_ROWS && <li>{text.more(rows.length - MAX_ROWS)}</li>}
      </ul>
      <div className="automation-buttons">
        {ready.length > 0 && searching === 0 && !isWaiting && (
          <Button
            {...offlineProps}
            variant="primary"
            onClick={() => !offlineProps && startEnrollments(session, automation)}
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

function EnrollItem({ automation_id, row }: { automation_id: string; row: EnrollRow }) {
  const store = getEnrollRows(useSession(), automation_id)
  const { address, state, matches, choice, reason } = row
  const contact = matches[choice]?.contact
  const name =
    contact && [contact.fields['first_name'], contact.fields['last_name']].filter(Boolean)
  return (
    <li data-testid="enroll-row" data-state={state} className="automation-row">
      <span className="automation-who">
        <bdi className="truncate">{contact?.email_address ?? address}</bdi>
        {name && name.length > 0 && <bdi className="text-ink-3">{name.join(' ')}</bdi>}
      </span>
      {state === 'found' && contact ? (
        <StatusPill kind="contact" value={contact.status} />
      ) : (
        <Pill family={familyOf[state]}>{text.states[state]}</Pill>
      )}
      {state === 'found' && matches.length > 1 && (
        <Select
          label={text.chooseList(address)}
          value={String(choice)}
          options={matches.map(({ list }, index) => ({ value: String(index), label: list }))}
          onChange={({ target }) => patchRows(store, [address], { choice: Number(target.value) })}
        />
      )}
      {(state === 'failed' || state === 'unread') && reason && (
        <span className="automation-reason">{reason}</span>
      )}
    </li>
  )
}

const familyOf = {
  searching: 'info',
  unknown: 'bad',
  unread: 'bad',
  found: 'mute',
  waiting: 'warn',
  started: 'ok',
  failed: 'bad',
} as const

const downloadRows = (rows: readonly EnrollRow[]) =>
  downloadFile({
    name: text.fileName(localDay(now())),
    type: 'text/csv;charset=utf-8',
    text: createCsv(
      [text.columns.address, text.columns.state, text.columns.reason],
      rows.map(({ address, state, reason }) => [address, text.states[state], reason]),
    ),
  })
