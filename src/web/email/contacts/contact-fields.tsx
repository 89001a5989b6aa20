import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type FocusEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { contactEditText as text } from '#web/messages/en/contact-edit.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import type { OfflineProps } from '#web/ui/use-offline-props.ts'
import { addRow, changeRow, type FieldRow, isNameless, repeatedRows } from './contact-form.rules.ts'

interface ContactFieldsProps {
  rows: readonly FieldRow[]
  onChange: (rows: readonly FieldRow[]) => void
  /** The focus left a field that can be saved. */
  onLeave?: (() => void) | undefined
  onRemove?: ((rows: readonly FieldRow[]) => void) | undefined
  /** After a rejected submit all errors are shown. */
  isSubmitted?: boolean
  /** Of a form that cannot be saved now. */
  offlineProps?: OfflineProps
  /** Names of fields that other contacts of the list have. */
  suggestions: readonly string[]
}

const fieldClass =
  'field-sizing-content max-h-48 min-h-control w-full min-w-0 resize-none rounded-control border border-control bg-surface px-3 text-cell focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus aria-disabled:bg-sunken aria-disabled:text-ink-3 aria-invalid:border-bad-solid'

/** Merge fields as names and values, both editable. */
export function ContactFields(props: ContactFieldsProps) {
  const { rows, onChange, onLeave, onRemove = onChange, isSubmitted, suggestions } = props
  const { offlineProps } = props
  const readOnly = offlineProps !== undefined
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  /** Rows that had the focus: errors wait until then. */
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const repeated = repeatedRows(rows)
  const issueOf = (row: FieldRow) =>
    repeated.has(row.key)
      ? text.fieldRepeated
      : isNameless(row)
        ? text.fieldNameRequired
        : undefined
  const add = () => {
    if (readOnly) return
    // At once: what is typed next belongs to the new field.
    flushSync(() => onChange(addRow(rows)))
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }
  const remove = (key: number) => {
    if (readOnly) return
    addButton.current?.focus() // the button that was pressed goes
    onRemove(rows.filter((row) => row.key !== key))
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent, row: FieldRow) => {
    const { key, name, value } = row
    const staysInRow = currentTarget.contains(relatedTarget)
    if (!staysInRow || name.trim() !== '') setLeft((keys) => new Set([...keys, key]))
    // The name of a new field is saved with its value.
    if (!staysInRow || (name.trim() !== '' && value !== '')) onLeave?.()
  }
  return (
    <div role="group" aria-labelledby={id} className="grid justify-items-start gap-2">
      <h3 id={id} className="font-medium">
        {text.fields}
      </h3>
      {rows.length > 0 && (
        <ul ref={list} className="grid w-full gap-2">
          {rows.map((row) => {
            const { key, name, value } = row
            const issue = issueOf(row)
            const showsIssue = issue !== undefined && (isSubmitted || left.has(key))
            return (
              <li
                key={key}
                className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-start gap-x-2 gap-y-1"
                onBlur={(event) => onBlur(event, row)}
              >
                <input
                  {...offlineProps}
                  readOnly={readOnly}
                  aria-label={name === '' ? text.fieldName : text.renameField(name)}
                  placeholder={text.fieldName}
                  className={`${fieldClass} py-1.5`}
                  list={`${id}-names`}
                  value={name}
                  maxLength={64}
                  autoComplete="off"
                  spellCheck={false}
                  aria-invalid={issue !== undefined || undefined}
                  {...(showsIssue && { 'aria-describedby': `${id}-${key}` })}
                  onChange={({ target }) => onChange(changeRow(rows, key, { name: target.value }))}
                />
                <textarea
                  {...offlineProps}
                  readOnly={readOnly}
                  dir="auto"
                  className={`${fieldClass} py-[calc((var(--spacing-control)-1lh)/2-1px)]`}
                  aria-label={text.fieldValue(name)}
                  rows={1}
                  value={value}
                  maxLength={2000}
                  onChange={({ target }) => onChange(changeRow(rows, key, { value: target.value }))}
                />
                <IconButton
                  {...offlineProps}
                  icon={X}
                  label={text.removeField(name)}
                  onClick={() => remove(key)}
                />
                {showsIssue && (
                  <p
                    role="alert"
                    id={`${id}-${key}`}
                    className="col-span-full text-meta font-medium text-bad-ink"
                  >
                    {issue}
                  </p>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <datalist id={`${id}-names`}>
        {suggestions
          .filter((name) => rows.every((row) => row.name !== name))
          .map((name) => (
            <option key={name} value={name} />
          ))}
      </datalist>
      <Button {...offlineProps} ref={addButton} size="small" icon={Plus} onClick={add}>
        {text.addField}
      </Button>
    </div>
  )
}
