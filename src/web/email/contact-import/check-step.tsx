import type { ContactNoteCode } from '#client/importers/core/import-notes.ts'
import type { Findings } from '#client/importers/core/import-plan.ts'
import { pendingAtMost } from '#contract/email/contacts.rules.ts'
import { contactImportText as text } from '#web/messages/en/contact-import.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { FindingList, noteSentence, type NoteTexts } from '#web/ui/import/import-findings.tsx'
import { Step } from '#web/ui/import/import-step.tsx'
import type { StepProps } from './contact-import.data.ts'
import { type FileRow, rowGroups } from './worker-api.ts'

type CheckProps = Pick<
  StepProps,
  'state' | 'contactImport' | 'startsFocused' | 'asksForConfirmation'
>

/** What the file has, before anything is written: each count opens its rows. */
export function CheckStep(props: CheckProps) {
  const { state, contactImport, startsFocused, asksForConfirmation } = props
  const { check } = state
  const pending = pendingAtMost(check?.undecided ?? 0, { double_opt_in: asksForConfirmation })
  if (!check)
    return (
      <Step key="checking" title={text.checking} icon={<Spinner />}>
        {null}
      </Step>
    )
  return (
    <Step key="checked" title={text.rowCount(check.rows)} startsFocused={startsFocused}>
      <div className="grid gap-2">
        {rowGroups
          .filter((group) => group === 'valid' || check.groups[group].count > 0)
          .map((group) => {
            const { count, first } = check.groups[group]
            const hint = group === 'valid' ? '' : text.groupHints[group]
            return (
              <details
                key={group}
                data-group={group}
                className="rounded-card border border-line bg-surface px-3 open:pb-2"
              >
                <summary className="rounded-chip py-2">
                  <span className="font-medium">{text.groups[group](count)}</span>
                  {hint && <span className="text-ink-3"> {hint}</span>}
                </summary>
                <RowList rows={first} total={count} />
              </details>
            )
          })}
      </div>
      {pending > 0 && <p>{text.willBePending(pending)}</p>}
      <ContactFindings notes={check.notes} not_mapped={check.not_mapped} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={check.groups.valid.count === 0}
          onClick={() => contactImport.open('choose')}
        >
          {text.next}
        </Button>
        <Button
          onClick={() => contactImport.open(state.consent?.columns.length ? 'consent' : 'match')}
        >
          {text.back}
        </Button>
      </div>
    </Step>
  )
}

export const RowList = ({ rows, total }: { rows: readonly FileRow[]; total: number }) => (
  <>
    <ul className="grid max-h-80 gap-1 overflow-y-auto">
      {rows.map(({ row, email_address, detail }) => (
        <li key={row} className="flex flex-wrap gap-x-3 text-cell">
          <span className="text-ink-3">{text.rowOf(row)}</span>
          <bdi className="min-w-0 break-all">{email_address}</bdi>
          <span className="text-ink-2">{detail}</span>
        </li>
      ))}
    </ul>
    {rows.length < total && (
      <p className="text-meta text-ink-3">{text.firstRows(rows.length, total)}</p>
    )}
  </>
)

const noteTexts: NoteTexts<ContactNoteCode> = text.notes

/** What an import changes, and the columns that it leaves out. */
export const ContactFindings = ({
  notes,
  not_mapped,
}: Pick<Findings<string, ContactNoteCode>, 'notes' | 'not_mapped'>) => (
  <>
    {notes.length > 0 && (
      <section className="grid gap-1">
        <h3 className="font-medium">{text.changes}</h3>
        <FindingList>
          {notes.map((note) => (
            <li key={noteSentence(note, noteTexts)}>{noteSentence(note, noteTexts)}</li>
          ))}
        </FindingList>
      </section>
    )}
    {not_mapped.length > 0 && (
      <details className="text-meta text-ink-2">
        <summary className="w-fit rounded-chip py-1 text-ink-3 hover:text-ink">
          {text.columnsLeftOut(not_mapped.length)}
        </summary>
        <FindingList>
          {not_mapped.map(({ path, amount, example }) => (
            <li key={path}>
              {path}: {amount} <span className="text-ink-3">{example}</span>
            </li>
          ))}
        </FindingList>
      </details>
    )}
  </>
)
