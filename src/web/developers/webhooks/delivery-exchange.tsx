import Copy from 'lucide-react/icons/copy'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'

import { buildCurl } from '#client/curl.ts'
import type { Webhook } from '#client/resources.ts'
import { maskedHeaders } from '#contract/developers/webhook-headers.rules.ts'
import type { Attempt, DeliveryDetails } from '#contract/developers/webhook-resources.ts'
import { deliveryText as text } from '#web/messages/en/deliveries.ts'
import { paths } from '#web/paths.ts'
import { setDeliveryToCheck } from '#web/session/delivery-to-check.ts'
import { useSession } from '#web/session/session.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { previewJson, previewText, splitJsonLine } from './delivery-body.rules.ts'
import { formatAddress } from './webhook-words.rules.ts'

/** Each press on "Show more" shows that many lines more. */
const LINES = 200

interface DeliveryExchangeProps {
  webhook: Webhook
  delivery: DeliveryDetails
  /** Undefined before the first. */
  attempt: Attempt | undefined
}

/** What was sent and what was received. */
export function DeliveryExchange({ webhook, delivery, attempt }: DeliveryExchangeProps) {
  const session = useSession()
  const [view, setView] = useState<'request' | 'response'>('request')
  const { request_body, url } = delivery
  const headers = attempt?.request_headers ?? {}
  const isRequest = view === 'request'
  const body = isRequest ? request_body : (attempt?.response_excerpt ?? '')
  const copyCurl = () => {
    const masked = maskedHeaders(headers)
    const success = masked.length > 0 ? text.curlCopiedMasked(masked.join(', ')) : text.curlCopied
    void copyToClipboard(buildCurl({ method: 'POST', url, headers, body: request_body }), success)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          label={text.view}
          value={view}
          onChoose={setView}
          options={[
            { value: 'request', label: text.request },
            { value: 'response', label: text.response },
          ]}
        />
        <IconButton
          icon={Copy}
          label={text.copyBody}
          disabled={body === ''}
          className="size-control! pointer-coarse:min-w-11"
          onClick={() => void copyToClipboard(body, text.bodyCopied)}
        />
        {/* Without its body the request would be another one. */}
        {attempt && request_body !== '' && (
          <Button variant="quiet" onClick={copyCurl}>
            {text.copyCurl}
          </Button>
        )}
      </div>
      {isRequest ? (
        <>
          <BodyBlock
            key={`request ${delivery.id}`}
            label={text.request}
            head={
              <>
                {/* Attempts do not record their URL, and the path of a chat is a secret. */}
                {'POST\n'}
                <HeaderLines headers={headers} />
              </>
            }
            body={request_body}
            emptyText={text.noBody}
          />
          <p className="text-meta text-ink-2">
            {attempt
              ? text.address(formatAddress({ url, format: webhook.format }))
              : text.notSentYet}
          </p>
          {maskedHeaders(headers).length > 0 && (
            <p className="text-meta text-ink-2">{text.maskedHeaders}</p>
          )}
        </>
      ) : (
        <Response attempt={attempt} />
      )}
      {webhook.format === 'standard' && request_body !== '' && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-sunken px-3.5 py-2.5 text-cell text-ink-2">
          {text.checkHint}
          <Link
            to={paths.verify()}
            className="ms-auto inline-flex min-h-6 items-center rounded-chip font-medium text-accent-ink hover:underline pointer-coarse:min-h-11"
            onClick={() => setDeliveryToCheck(session, { body: request_body, headers })}
          >
            {text.checkSignature}
          </Link>
        </p>
      )}
    </>
  )
}

function Response({ attempt }: { attempt: Attempt | undefined }) {
  if (!attempt || attempt.http_status === null)
    return <p className="text-meta text-ink-2">{text.noResponse}</p>
  const { http_status, response_headers, response_excerpt } = attempt
  return (
    <>
      <BodyBlock
        key={`response ${attempt.id}`}
        label={text.response}
        head={
          <>
            {`HTTP ${http_status}\n`}
            <HeaderLines headers={response_headers ?? {}} />
          </>
        }
        body={response_excerpt ?? ''}
        emptyText={text.emptyBody}
      />
      {response_excerpt && <p className="text-meta text-ink-2">{text.cut}</p>}
    </>
  )
}

const HeaderLines = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
  Object.entries(headers).map(([name, value]) => (
    <span key={name}>
      <b className="font-medium text-accent-ink">{name}</b>
      {`: ${value}\n`}
    </span>
  ))

interface BodyBlockProps {
  label: string
  head: ReactNode
  body: string
  emptyText: string
}

/** Headers and the beginning of a body. More of it on demand: a megabyte at once would stop the page. */
function BodyBlock({ label, head, body, emptyText }: BodyBlockProps) {
  const [isRaw, setRaw] = useState(false)
  const [lineCount, setLineCount] = useState(LINES)
  const { lines, hasMore } = useMemo(
    () => (isRaw ? previewText : previewJson)(body, lineCount),
    [isRaw, body, lineCount],
  )
  return (
    <>
      <pre
        // A region that scrolls is reached by Tab.
        tabIndex={0}
        role="region"
        aria-label={label}
        dir="ltr"
        className="min-w-0 shrink-0 overflow-x-auto rounded-card border border-line bg-sunken px-3.5 py-3 font-mono text-code wrap-anywhere whitespace-pre-wrap text-ink -outline-offset-2"
      >
        {head}
        {'\n'}
        {body === ''
          ? emptyText
          : lines.map((line, at) => <Line key={at} line={line} isRaw={isRaw} />)}
      </pre>
      {body !== '' && (
        <div className="flex flex-wrap items-center gap-2">
          {hasMore && (
            <Button size="small" onClick={() => setLineCount(lineCount + LINES)}>
              {text.moreLines}
            </Button>
          )}
          <Button size="small" variant="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
            {text.raw}
          </Button>
        </div>
      )}
    </>
  )
}

function Line({ line, isRaw }: { line: string; isRaw: boolean }) {
  if (isRaw) return `${line}\n`
  return (
    <>
      {splitJsonLine(line).map(({ kind, text: part }, at) =>
        kind === 'key' ? (
          <b key={at} className="font-medium text-accent-ink">
            {part}
          </b>
        ) : kind === 'string' ? (
          <i key={at} className="text-plan-ink not-italic">
            {part}
          </i>
        ) : (
          part
        ),
      )}
      {'\n'}
    </>
  )
}
