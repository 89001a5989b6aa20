import { useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { words } from '#web/messages/en/en.ts'
import { Button } from './button.tsx'
import { copy } from './clipboard.ts'

/** The fold-out of a failure: what support asks for, never the key. */
export function ErrorDetails({ error }: { error: ApiError }) {
  const said = words.app.states
  const [time] = useState(() => new Date().toISOString())
  const rows = [
    [said.code, error.code],
    [said.message, error.message],
    [said.requestId, error.request_id],
    [said.time, time],
  ].filter(([, value]) => value)

  const text = rows.map((row) => row.join(': ')).join('\n')

  return (
    <details className="text-meta text-ink-2">
      <summary className="rounded-chip py-1 text-ink-3 hover:text-ink">{said.details}</summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-control bg-sunken p-3">
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
          look="quiet"
          className="mt-1"
          onClick={() => void copy(text, said.copied)}
        >
          {said.copyDetails}
        </Button>
      )}
    </details>
  )
}
