import type { ReactNode } from 'react'

import type { Findings } from '#client/importers/core/import-plan.ts'
import { importText as text } from '#web/messages/en/import.ts'

type FindingsProps = Pick<Findings, 'notes' | 'not_mapped' | 'rejected'>

/** What is not imported and what is imported changed, grouped, with counts. */
export function ImportFindings({ notes, not_mapped, rejected }: FindingsProps) {
  const content = not_mapped.filter(({ bookkeeping }) => !bookkeeping)
  const losses = content.flatMap(({ summary }) => summary ?? [])
  // Their names say something only to those who know the format of the file.
  const fields = not_mapped.filter(({ bookkeeping, summary }) => bookkeeping || summary === null)
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
      {losses.length > 0 && (
        <Group title={text.unmapped}>
          {losses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </Group>
      )}
      {content.length + notes.length + rejected.length === 0 && (
        <p className="text-ink-2">{text.everything}</p>
      )}
      {fields.length > 0 && (
        <details className="text-meta text-ink-2">
          <summary className="w-fit rounded-chip py-1 text-ink-3 hover:text-ink">
            {text.fields(fields.length)}
          </summary>
          <FindingList>{fields.map(toItem)}</FindingList>
        </details>
      )}
    </>
  )
}

const toItem = ({ path, amount, example }: FindingsProps['not_mapped'][number]) => (
  <li key={path}>
    {path}: {amount} <span className="text-ink-3">{example}</span>
  </li>
)

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-1">
    <h3 className="font-medium">{title}</h3>
    <FindingList>{children}</FindingList>
  </section>
)

export const FindingList = ({ children }: { children: ReactNode }) => (
  <ul className="grid list-disc gap-1 ps-5 text-ink-2">{children}</ul>
)
