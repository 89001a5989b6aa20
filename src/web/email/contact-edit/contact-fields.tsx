import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useId, useRef } from 'react'

import { contactEditText as text } from '#web/messages/en/contact-edit.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { addRow, changeRow, type FieldRow, repeatedRows } from './contact-form.rules.ts'

interface ContactFieldsProps {
  rows: readonly FieldRow[]
  onChange: (rows: readonly FieldRow[]) => void
  /** Names of fields that other contacts of the list have. */
  suggestions: readonly string[]
}

/** Merge fields as names and values, both editable. */
export function ContactFields({ rows, onChange, suggestions }: ContactFieldsProps) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const repeated = repeatedRows(rows)
  const focusLast = () =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('li:last-child input')?.focus(),
    )
  const add = () => {
    onChange(addRow(rows))
    focusLast()
  }
  const remove = (key: number) => {
    addButton.current?.focus() // the button that was pressed goes
    onChange(rows.filter((row) => row.key !== key))
  }
  return (
    <div role="group" aria-labelledby={id} className="contact-fields">
      <h3 id={id} className="contact-label">
        {text.fields}
      </h3>
      {rows.length > 0 && (
        <ul ref={list}>
          {rows.map(({ key, name, value }) => {
            const isRepeated = repeated.has(key)
            return (
              <li key={key}>
                <input
                  aria-label={name === '' ? text.fieldName : text.renameField(name)}
                  placeholder={text.fieldName}
                  list={`${id}-names`}
                  value={name}
                  maxLength={64}
                  autoComplete="off"
                  spellCheck={false}
                  aria-invalid={isRepeated || undefined}
                  aria-describedby={isRepeated ? `${id}-${key}` : undefined}
                  onChange={({ target }) => onChange(changeRow(rows, key, { name: target.value }))}
                />
                <textarea
                  dir="auto"
                  aria-label={text.fieldValue(name)}
                  rows={1}
                  value={value}
                  maxLength={2000}
                  onChange={({ target }) => onChange(changeRow(rows, key, { value: target.value }))}
                />
                <IconButton icon={X} label={text.removeField(name)} onClick={() => remove(key)} />
                {isRepeated && (
                  <p id={`${id}-${key}`} className="contact-issue">
                    {text.fieldRepeated}
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
      <Button ref={addButton} size="small" icon={Plus} onClick={add}>
        {text.addField}
      </Button>
    </div>
  )
}
