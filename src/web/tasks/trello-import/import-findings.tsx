import type { ReactNode } from 'react'

import type { Findings } from '#client/importers/core/import-plan.ts'
import { trelloImportText as text } from '#web/messages/en/trello-import.ts'

type FindingsProps = Pick<Findings, 'notes' | 'not_mapped' | 'rejected'>

/** What is not imported and what is imported changed, grouped, with counts. */
export function ImportFindings({ notes, not_mapped, rejected }: FindingsProps) {
  const content = not_mapped.filter(({ bookkeeping }) => !bookkeeping)
  const internal = not_mapped.filter(({ bookkeeping }) => bookkeeping)
  return (
    <>
      {rejected.length > 0 && (
        <Group title={text.rejectedRecords(rejected.length)}>
          {rejected.map(({ path, id, reason }) => (
            <li key={`${path} ${id}`}>
              {id === null ? path : `${path} (${id})`}: {reason}
            </li>
          ))}
        </Group>
      )}
      {notes.length > 0 && (
        <Group title={text.changes}>
          {notes.map(({ what, count, example }) => (
            <li key={what}>
              {what}: <span className="text-ink-3">{text.example(count, example)}</span>
            </li>
          ))}
        </Group>
      )}
      {content.length > 0 ? (
        <Group title={text.unmapped}>{content.map(toItem)}</Group>
      ) : (
        <p className="text-ink-2">{text.everything}</p>
      )}
      {internal.length > 0 && (
        <details className="text-meta text-ink-2">
          <summary className="w-fit rounded-chip py-1 text-ink-3 hover:text-ink">
            {text.internal(internal.length)}
          </summary>
          <ul className="import-items">{internal.map(toItem)}</ul>
        </details>
      )}
    </>
  )
}

const toItem = ({ path, summary, amount, example }: FindingsProps['not_mapped'][number]) => (
  <li key={path}>
    {summary ?? `${path}: ${amount}`}{' '}
    {summary === null && <span className="text-ink-3">{example}</span>}
  </li>
)

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-1">
    <h3 className="font-medium">{title}</h3>
    <ul className="import-items">{children}</ul>
  </section>
)
