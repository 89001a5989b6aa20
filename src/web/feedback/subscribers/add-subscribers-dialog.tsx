import { type ClipboardEvent, useMemo, useState } from 'react'

import type { Subscriber } from '#client/resources.ts'
import type { ShownRequest } from '#client/shown-request.ts'
import { addSubscribersText as text } from '#web/messages/en/subscribers.ts'
import { useDraft } from '#web/session/mutations/drafts.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { parseAddresses } from '#web/ui/form/email-addresses.rules.ts'
import { TextArea } from '#web/ui/form/field.tsx'
import { now } from '#web/ui/server-time.ts'
import { toast } from '#web/ui/toast.ts'
import { addSubscribers, subscriberInput, useUnsubscribed } from './subscribers.data.ts'

/** More would not fit the dialog. */
const MAX_LINES = 50

/** Chromium needs a minute to insert 5,000 lines; setting them takes no time. */
const LONG_PASTE = 5000

/** Adds one subscriber, or many that were pasted. */
export function AddSubscribersDialog({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const [input, setInput, clear] = useDraft('subscribers')
  const [isSubmitted, setSubmitted] = useState(false)
  const parsed = useMemo(() => parseAddresses(input), [input])
  const { send, ...save } = useEndpointMutation('POST /feedback/changelog/subscribers')
  const [resubscribe, setResubscribe] = useState(false)
  const known = useUnsubscribed()
  const unsubscribed = parsed.valid.filter((email) => known.has(email.toLowerCase()))
  const addresses = resubscribe
    ? parsed.valid
    : parsed.valid.filter((email) => !known.has(email.toLowerCase()))
  const issue =
    !isSubmitted || addresses.length > 0
      ? undefined
      : input.trim() === ''
        ? text.required
        : parsed.valid.length > 0
          ? text.allUnsubscribed
          : text.noneValid

  const addOne = async (email: string, close: () => boolean) => {
    const started_at = now().toISOString()
    const input = subscriberInput(session, email, resubscribe && unsubscribed.length > 0)
    const result = await send(input)
    if (result.state !== 'success') return
    clear()
    close()
    announceOne(result.output, result.request, started_at)
  }
  const announceOne = (subscriber: Subscriber, request: ShownRequest, started_at: string) => {
    const { id, email, status, created_at } = subscriber
    const isNew = created_at !== undefined && created_at >= started_at
    const label =
      status === 'unsubscribed'
        ? (resubscribe && unsubscribed.length > 0 ? text.refused : text.kept)(email)
        : unsubscribed.length > 0
          ? text.again(email)
          : // Without additions a server may have subscribed again one who unsubscribed.
            (isNew ? text.addedOne : text.isSubscribed)(email)
    if (!isNew || !session.capabilities.can('changelog.edit')) return void toast({ text: label })
    const remove = () =>
      void session.mutate('DELETE /feedback/changelog/subscribers/:subscriber_id', {
        subscriber_id: id,
      })
    session.undo.record({ label, undo: remove, requests: [request] }).done()
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (pasted.length < LONG_PASTE) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    setInput(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd))
  }
  const submit = (close: () => boolean) => {
    const [first] = addresses
    if (first === undefined) return
    if (parsed.valid.length === 1) return void addOne(first, close)
    addSubscribers(session, addresses, { resubscribe, unsubscribed })
    clear()
    onClose()
  }
  return (
    <DialogForm
      title={text.title}
      submitLabel={text.submit(addresses.length)}
      // Closing loses nothing, too: the text is a draft on this device.
      isTextKept
      save={save}
      validate={() => (setSubmitted(true), addresses.length > 0)}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* Thousands of pasted lines would push the buttons away. */}
      <div className="[&_textarea]:field-sizing-fixed [&_textarea]:h-48">
        <TextArea
          label={text.addresses}
          hint={text.hint}
          issue={issue}
          value={input}
          rows={4}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          onPaste={onPaste}
          onChange={({ target }) => setInput(target.value)}
        />
      </div>
      <Summary parsed={parsed} />
      {unsubscribed.length > 0 && (
        <div className="grid gap-1.5 text-cell">
          <p role="status" className="wrap-anywhere">
            {parsed.valid.length === 1
              ? text.kept(unsubscribed.join())
              : text.keptCount(unsubscribed.length)}
          </p>
          {parsed.valid.length > 1 && (
            <AddressLines summary={text.showUnsubscribed} lines={unsubscribed} />
          )}
          <Checkbox
            label={text.resubscribe(unsubscribed.length)}
            checked={resubscribe}
            onChange={({ target }) => setResubscribe(target.checked)}
          />
        </div>
      )}
      <p className="text-cell text-ink-2">{text.consent}</p>
    </DialogForm>
  )
}

/** What was read from the text, and what was not. */
function Summary({ parsed }: { parsed: ReturnType<typeof parseAddresses> }) {
  const { valid, invalid, repeated } = parsed
  if (valid.length + invalid.length < 2 && repeated === 0) return null
  return (
    <div className="text-cell">
      <p role="status">
        {text.found(valid.length)} {repeated > 0 && text.repeated(repeated)}{' '}
        {invalid.length > 0 && text.invalid(invalid.length)}
      </p>
      {invalid.length > 0 && <AddressLines summary={text.showInvalid} lines={invalid} />}
    </div>
  )
}

function AddressLines({ summary, lines }: { summary: string; lines: readonly string[] }) {
  const rest = lines.length - MAX_LINES
  return (
    <details className="mt-1.5">
      <summary>{summary}</summary>
      <ul className="mt-1.5 max-h-40 overflow-y-auto rounded-control border border-line px-2 py-1 text-ink-2">
        {lines.slice(0, MAX_LINES).map((one, index) => (
          <li key={index}>
            <bdi>{one.slice(0, 200)}</bdi>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="text-ink-3">{text.more(rest)}</p>}
    </details>
  )
}
