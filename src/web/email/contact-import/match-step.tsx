import type { ColumnTarget } from '#client/importers/contacts/contact-columns.ts'
import { type DateOrder, parseDate } from '#client/importers/core/parse-date.ts'
import { encodings } from '#client/importers/formats/decode-text.ts'
import { contactImportText as text } from '#web/messages/en/contact-import.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/form/field.tsx'
import { formatDate, formatNumber, timeZone } from '#web/ui/format.ts'
import { Step } from '#web/ui/import/import-step.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { fieldNameOf, findColumnProblem, findUnclearDates, withTarget } from './columns.rules.ts'
import type { StepProps } from './contact-import.data.ts'
import type { PreviewRow } from './worker-api.ts'

type MatchProps = Pick<StepProps, 'state' | 'contactImport' | 'startsFocused'>

/** What each column of the file becomes, and the first rows as they will be stored. */
export function MatchStep({ state, contactImport, startsFocused }: MatchProps) {
  const { file, targets, preview, reading } = state
  if (!file) return null
  const problem = findColumnProblem(state)
  const message =
    problem && ('name' in problem ? text[problem.kind](problem.name) : text[problem.kind])
  const unclearDates = findUnclearDates(state)
  const { encoding, delimiter, name } = file
  return (
    <Step title={name} startsFocused={startsFocused}>
      <p className="-mt-2 text-ink-2">
        {text.rowCount(file.row_count)} · {text.columnCount(file.headers.length)}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={text.encoding}
          value={encoding}
          disabled={reading !== undefined}
          options={encodings.map((value) => ({ value, label: text.encodings[value] }))}
          onChange={({ target }) =>
            void contactImport.reformat({
              encoding: encodings.find((one) => one === target.value) ?? encoding,
            })
          }
        />
        <Select
          label={text.delimiter}
          value={delimiter}
          disabled={reading !== undefined}
          options={Object.entries(text.delimiters).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => void contactImport.reformat({ delimiter: target.value })}
        />
      </div>
      <datalist id={LIST_FIELDS} aria-label={text.listFields}>
        {file.fields.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <table aria-label={text.columns} className="import-columns">
        <thead className="max-[40rem]:sr-only">
          <tr>
            <th scope="col">{text.column}</th>
            <th scope="col">{text.example}</th>
            <th scope="col">{text.becomes}</th>
          </tr>
        </thead>
        <tbody>
          {file.headers.map((header, at) => (
            <ColumnRow
              key={`${at} ${header}`}
              header={header || text.unnamedColumn(at + 1)}
              isNamed={header !== ''}
              examples={file.examples[at] ?? []}
              suggestion={file.targets[at]}
              target={targets[at]}
              onChange={(target) =>
                contactImport.change({
                  targets:
                    target === undefined
                      ? targets.map((one, index) => (index === at ? undefined : one))
                      : withTarget(targets, at, target),
                })
              }
            />
          ))}
        </tbody>
      </table>
      <Select
        label={text.status}
        hint={text.statusHint}
        value={state.status ?? ''}
        options={Object.entries(text.statuses).map(([value, label]) => ({ value, label }))}
        onChange={({ target: { value } }) =>
          contactImport.change({
            status: value === 'subscribed' || value === 'unsubscribed' ? value : undefined,
          })
        }
      />
      {state.unknown_words.map(({ word, count }) => (
        <Select
          key={word}
          label={text.statusWord(word)}
          hint={text.statusWordRows(count)}
          value={state.status_words[word] ?? ''}
          options={[
            { value: '', label: text.skipStatusWord },
            ...wordStatuses.map((value) => ({ value, label: formatStatus(value) })),
          ]}
          onChange={({ target }) =>
            contactImport.change({
              status_words: {
                ...state.status_words,
                [word]: wordStatuses.find((one) => one === target.value),
              },
            })
          }
        />
      ))}
      {unclearDates && (
        <DateOrderSelect
          {...unclearDates}
          value={state.date_order}
          onChange={(date_order) => contactImport.change({ date_order })}
        />
      )}
      {message && (
        <p id={COLUMN_PROBLEM} role="alert" className="font-medium text-bad-ink">
          {message}
        </p>
      )}
      {preview && !problem && <Preview rows={preview} />}
      <div className="sticky bottom-0 z-10 flex flex-wrap gap-2 bg-canvas py-3 max-md:bottom-(--bottom-bar)">
        <Button
          variant="primary"
          aria-disabled={message !== undefined || !state.consent?.isCurrent || undefined}
          aria-describedby={message && COLUMN_PROBLEM}
          onClick={() => {
            if (message !== undefined || !state.consent?.isCurrent) return
            contactImport.open(state.consent.columns.length > 0 ? 'consent' : 'check')
          }}
        >
          {text.next}
        </Button>
        <Button onClick={() => contactImport.open('file')}>{text.another}</Button>
        {targets.some((target) => fieldNameOf(target) !== undefined) && (
          <Button
            onClick={() =>
              contactImport.change({
                targets: targets.map((one) => (fieldNameOf(one) === undefined ? one : null)),
              })
            }
          >
            {text.leaveOutFields}
          </Button>
        )}
      </div>
    </Step>
  )
}

interface DateOrderProps {
  header: string
  /** A date that can be read in two ways. */
  example: string
  value: DateOrder | undefined
  onChange: (order: DateOrder | undefined) => void
}

function DateOrderSelect({ header, example, value, onChange }: DateOrderProps) {
  const options = dateOrders.map((date_order) => {
    const date = parseDate(example, { time_zone: timeZone(), date_order })
    const written = date ? formatDate(new Date(date.instant)) : ''
    return { value: date_order, label: text.dateReading(example, written) }
  })
  return (
    <Select
      label={text.dateOrder(header)}
      hint={text.dateOrderHint}
      value={value ?? ''}
      options={[{ value: '', label: text.chooseDateOrder }, ...options]}
      onChange={({ target }) => onChange(dateOrders.find((one) => one === target.value))}
    />
  )
}

const wordStatuses = ['subscribed', 'pending', 'unsubscribed', 'bounced'] as const

const dateOrders = ['day_first', 'month_first'] as const

const COLUMN_PROBLEM = 'import-column-problem'
/** The id of the suggestions for names of fields. */
const LIST_FIELDS = 'import-list-fields'

const roles = ['email_address', 'tags', 'status', 'created_at', 'opt_in', 'opt_out'] as const

interface ColumnRowProps {
  header: string
  isNamed: boolean
  examples: readonly string[]
  suggestion: ColumnTarget | undefined
  target: ColumnTarget | undefined
  onChange: (target: ColumnTarget | undefined) => void
}

function ColumnRow({ header, isNamed, examples, suggestion, target, onChange }: ColumnRowProps) {
  const fieldName = fieldNameOf(target)
  const value =
    target === undefined
      ? 'header'
      : target === null
        ? 'skip'
        : fieldName === undefined
          ? target
          : 'field'
  const options = [
    ...(suggestion === undefined ? [{ value: 'header', label: text.targets.header }] : []),
    ...roles.map((role) => ({ value: role, label: text.targets[role] })),
    { value: 'field', label: text.targets.field },
    { value: 'skip', label: text.targets.skip },
  ]
  const choose = (choice: string) => {
    const role = roles.find((one) => one === choice)
    if (role) onChange(role)
    else if (choice === 'field')
      onChange(fieldNameOf(suggestion) === undefined ? `fields.${header}` : suggestion)
    else onChange(choice === 'skip' ? null : undefined)
  }
  return (
    <tr data-skipped={target === null || undefined}>
      <th scope="row">{header}</th>
      <td className="text-ink-2">
        {examples.length > 0 ? (
          <bdi className="line-clamp-2">{examples.join(' · ')}</bdi>
        ) : (
          <span className="text-ink-3">{text.none}</span>
        )}
      </td>
      <td>
        {/* Without the gap below a label that only screen readers get. */}
        <div className="grid gap-x-2 gap-y-4 *:-mt-2 sm:grid-cols-2">
          <Select
            label={<span className="sr-only">{text.becomesOf(header)}</span>}
            value={value}
            disabled={!isNamed}
            options={options}
            onChange={(event) => choose(event.target.value)}
          />
          {fieldName !== undefined && (
            <Field
              label={<span className="sr-only">{text.fieldNameOf(header)}</span>}
              value={fieldName}
              maxLength={64}
              list={LIST_FIELDS}
              onChange={(event) => onChange(`fields.${event.target.value}`)}
            />
          )}
        </div>
      </td>
    </tr>
  )
}

const Preview = ({ rows }: { rows: readonly PreviewRow[] }) => (
  <section className="grid gap-2">
    <h3 className="font-medium">{text.preview}</h3>
    <p className="-mt-1 text-meta text-ink-3">{text.previewHint}</p>
    {/* A keyboard scrolls it as well. */}
    <div
      tabIndex={0}
      role="region"
      aria-label={text.preview}
      className="overflow-x-auto rounded-card border border-line bg-surface px-3 wrap-normal"
    >
      <table aria-label={text.preview} className="import-preview">
        <thead>
          <tr>
            <th scope="col">{text.previewRow}</th>
            <th scope="col">{text.previewEmail}</th>
            <th scope="col">{text.previewStatus}</th>
            <th scope="col">{text.previewTags}</th>
            <th scope="col">{text.previewFields}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, email_address, status, tags, fields, problem }) => (
            <tr key={row}>
              <td className="text-ink-3">{formatNumber(row)}</td>
              <td>
                <bdi>{email_address}</bdi>
              </td>
              {problem ? (
                <td colSpan={3} className="text-bad-ink">
                  {problem}
                </td>
              ) : (
                <>
                  <td>
                    {status ? (
                      <StatusPill kind="contact" value={status} />
                    ) : (
                      <span className="text-ink-3">{text.listDefault}</span>
                    )}
                  </td>
                  <td>
                    <bdi>{tags.join(', ')}</bdi>
                  </td>
                  <td>
                    {fields.map(([name, value]) => (
                      <span key={name} className="me-4 inline-block max-w-80 truncate align-bottom">
                        <span className="text-ink-3">{name}</span> <bdi>{value}</bdi>
                      </span>
                    ))}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
