import type { ReactNode } from 'react'

import type { NoteCode, NoteParams } from '#client/importers/core/import-notes.ts'
import type { Findings, ImportWarning } from '#client/importers/core/import-plan.ts'
import { importText as text } from '#web/messages/en/import.ts'

/** A sentence for each note that an importer may have. */
export type NoteTexts<C extends NoteCode> = {
  readonly [Code in C]: (count: number, params: NoteParams[Code]) => string
}

interface FindingsProps<C extends NoteCode> extends Pick<
  Findings<string, C>,
  'notes' | 'not_mapped' | 'rejected'
> {
  noteTexts: NoteTexts<C>
}

/** What is not imported and what is imported changed, grouped, with counts. */
export function ImportFindings<C extends NoteCode>(props: FindingsProps<C>) {
  const { notes, not_mapped, rejected, noteTexts } = props
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
          {notes.map((note) => (
            <li key={noteSentence(note, noteTexts)}>
              {noteSentence(note, noteTexts)}{' '}
              <span className="text-ink-3">{text.example(note.example)}</span>
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

/** A note in the words of the page. */
export const noteSentence = <C extends NoteCode>(
  { code, params, count }: ImportWarning<C>,
  texts: NoteTexts<C>,
): string => texts[code](count, params)

const toItem = ({ path, amount, example }: Findings['not_mapped'][number]) => (
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
