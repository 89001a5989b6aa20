import { useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { messages } from '#web/messages/en/app.ts'
import { Button } from './button.tsx'
import { copyToClipboard } from './clipboard.ts'

const statesText = messages.app.states

/** The fold-out of a failure: what support asks for, never the key. */
export function ErrorDetails({ error }: { error: ApiError }) {
  const [time] = useState(() => new Date().toISOString())
  const rows = [
    [statesText.code, error.code],
    [statesText.message, error.message],
    [statesText.requestId, error.request_id],
    [statesText.time, time],
  ].filter(([, value]) => value)

  const text = rows.map((row) => row.join(': ')).join('\n')

  return (
    <details className="mt-2 max-w-full text-meta text-ink-2">
      <summary className="mx-auto w-fit rounded-chip py-1 text-ink-3 hover:text-ink">
        {statesText.details}
      </summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-control bg-sunken p-3 text-start">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="font-mono text-code break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {'clipboard' in navigator && (
        <Button
          size="small"
          variant="quiet"
          className="mt-1"
          onClick={() => void copyToClipboard(text, statesText.copied)}
        >
          {statesText.copyDetails}
        </Button>
      )}
    </details>
  )
}
