import { useEffect, useState } from 'react'

import { type ApiError, asApiError } from '#client/api-error.ts'
import type { Segment } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { messages } from '#web/messages/en/app.ts'
import { segmentEditText as text } from '#web/messages/en/segments.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { formatError } from '#web/ui/error-message.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'

const DEBOUNCE_MS = 300

type Preview = ResponseBody<'POST /lists/:list_id/segments/preview'>

interface SegmentPreviewProps {
  list_id: string
  /** Undefined while a rule is incomplete. */
  filter: Segment['filter']
}

/** How many contacts match the rules now, with some of them. The last result stays until the next one is there. */
export function SegmentPreview({ list_id, filter }: SegmentPreviewProps) {
  const { preview, error, isCounting, retry } = usePreview(list_id, filter)
  return (
    <section
      aria-label={text.preview}
      className="min-h-48 rounded-card border border-line p-3 text-cell"
    >
      <p role="status" className="font-medium">
        {filter === undefined
          ? text.incomplete
          : error
            ? null
            : isCounting || !preview
              ? text.counting
              : text.matching(preview.contact_count)}
      </p>
      {error && filter && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-bad-ink">
          {text.previewFailed} {formatError(error)}
          <Button size="small" onClick={retry}>
            {messages.app.tryAgain}
          </Button>
        </p>
      )}
      {filter && preview && !error && (
        <ul className={`mt-2 grid gap-1.5 ${isCounting ? 'opacity-70' : ''}`}>
          {preview.sample.map(({ id, email_address, status }) => (
            <li key={id} className="flex items-center justify-between gap-3">
              <bdi className="truncate">{email_address}</bdi>
              <StatusPill kind="contact" value={status} />
            </li>
          ))}
          {preview.contact_count > preview.sample.length && (
            <li className="text-ink-3">
              {text.more(preview.contact_count - preview.sample.length)}
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

interface PreviewState {
  readonly request: string
  readonly preview?: Preview | undefined
  readonly error?: ApiError
}

/** Requested once typing pauses; a later filter cancels the earlier request. */
function usePreview(list_id: string, filter: Segment['filter']) {
  const { call } = useSession()
  const [state, setState] = useState<PreviewState>({ request: '' })
  const [attempt, setAttempt] = useState(0)
  const request = filter ? JSON.stringify(filter) : ''
  useEffect(() => {
    if (request === '') return undefined
    const abort = new AbortController()
    const load = async () => {
      try {
        const input = { list_id, filter: JSON.parse(request) }
        const preview = await call('POST /lists/:list_id/segments/preview', input, {
          signal: abort.signal,
        })
        if (!abort.signal.aborted) setState({ request, preview })
      } catch (cause) {
        if (!abort.signal.aborted) setState({ request, error: asApiError(cause) })
      }
    }
    const timer = setTimeout(() => void load(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [call, list_id, request, attempt])
  return {
    preview: state.preview,
    error: state.request === request ? state.error : undefined,
    isCounting: state.request !== request,
    retry: () => {
      setState({ request: '', preview: state.preview })
      setAttempt((count) => count + 1)
    },
  }
}
