import { useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { Webhook } from '#client/resources.ts'
import { webhookFormText as text } from '#web/messages/en/webhooks.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { MultiCombobox } from '#web/ui/form/combobox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { EventChoice } from './event-choice.tsx'
import {
  filterNames,
  type FormIssues,
  type HeaderRow,
  MAX_HEADERS,
  needsValues,
  type WebhookContent,
} from './webhook-form.rules.ts'

const formats = ['standard', 'slack', 'discord', 'teams'] as const

interface WebhookFieldsProps {
  content: WebhookContent
  issues: FormIssues
  onChange: (next: Partial<WebhookContent>) => void
  /** The webhook that is edited. */
  before?: Webhook
  /** A dialog starts in the address. */
  startsDialog?: boolean
}

/** The fields of a webhook that is created or changed. */
export function WebhookFields(props: WebhookFieldsProps) {
  const { content, issues, onChange, before, startsDialog } = props
  return (
    <>
      <Field
        type="url"
        inputMode="url"
        label={text.url}
        hint={text.urlHint}
        issue={issues['url']}
        value={content.url}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        {...(startsDialog && { 'data-autofocus': true })}
        onChange={({ target }) => onChange({ url: target.value })}
      />
      <Field
        label={text.description}
        hint={text.descriptionHint}
        issue={issues['description']}
        value={content.description}
        maxLength={255}
        autoComplete="off"
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <EventChoice
        isEverything={content.isEverything}
        kinds={content.kinds}
        issue={issues['events']}
        onChange={onChange}
      />
      <RadioList
        legend={text.format}
        value={content.format}
        issue={issues['format']}
        onChange={(format) => onChange({ format })}
        options={formats.map((value) => ({
          value,
          label: text.formats[value],
          hint: text.formatHints[value],
        }))}
      />
      <FilterFields content={content} issues={issues} onChange={onChange} />
      <Checkbox
        label={text.ignoreApi}
        hint={text.ignoreApiHint}
        checked={content.ignore_api}
        onChange={({ target }) => onChange({ ignore_api: target.checked })}
      />
      <HeaderRows
        rows={content.headers}
        issues={issues}
        needsValues={needsValues(before, content)}
        onChange={(headers) => onChange({ headers })}
      />
    </>
  )
}

interface SecretFieldProps {
  value: string
  issue: string | undefined
  onChange: (value: string) => void
}

/** A secret that the receiver already has. */
export const SecretField = ({ value, issue, onChange }: SecretFieldProps) => (
  <Field
    label={text.secret}
    hint={text.secretHint}
    issue={issue}
    value={value}
    maxLength={256}
    autoComplete="off"
    spellCheck={false}
    dir="ltr"
    onChange={({ target }) => onChange(target.value)}
  />
)

type FilterFieldsProps = Pick<WebhookFieldsProps, 'content' | 'issues' | 'onChange'>

/** Which lists and boards: of those that exist, and one that was deleted by its id. */
function FilterFields({ content: { filter }, issues, onChange }: FilterFieldsProps) {
  const lists = useInfiniteQuery(endpointPages('GET /lists', {}))
  const boards = useInfiniteQuery(endpointPages('GET /boards', {}))
  const feedbackBoards = useInfiniteQuery(endpointPages('GET /feedback/boards', {}))
  useAllPages(lists, true)
  useAllPages(boards, true)
  useAllPages(feedbackBoards, true)
  const queries = { list_ids: lists, board_ids: boards, feedback_board_ids: feedbackBoards }
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-0.5 font-medium">{text.filter}</legend>
      <p className="text-meta text-ink-3">{text.filterHint}</p>
      {issues['filter'] && (
        <p role="alert" className="text-meta font-medium text-bad-ink">
          {issues['filter']}
        </p>
      )}
      {filterNames.map((name) => {
        const query = queries[name]
        const options = (query.data?.pages ?? [])
          .flatMap(({ data }): readonly { id: string; name: string }[] => data)
          .map(({ id, name: label }) => ({ id, label }))
        return (
          <MultiCombobox
            key={name}
            label={text.filters[name]}
            placeholder={text.anyItem}
            options={options}
            status={query.isError ? 'failed' : query.isPending ? 'loading' : 'ready'}
            onRetry={() => void query.refetch()}
            values={filter[name].map(
              (id) => options.find((option) => option.id === id) ?? { id, label: id },
            )}
            onChange={(values) =>
              onChange({ filter: { ...filter, [name]: values.map(({ id }) => id) } })
            }
          />
        )
      })}
    </fieldset>
  )
}

interface HeaderRowsProps {
  rows: readonly HeaderRow[]
  issues: FormIssues
  /** Also the stored ones must be entered. */
  needsValues: boolean
  onChange: (rows: readonly HeaderRow[]) => void
}

/** Names and values. A stored value is hidden and kept until it is replaced. */
function HeaderRows({ rows, issues, needsValues, onChange }: HeaderRowsProps) {
  const [nextKey, setNextKey] = useState(1000)
  const group = useRef<HTMLFieldSetElement>(null)
  /** The button that was pressed may be gone afterwards. */
  const change = (next: readonly HeaderRow[], focused: string) => {
    flushSync(() => onChange(next))
    group.current?.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus()
  }
  const withRow = (key: number, next: Partial<HeaderRow>) =>
    rows.map((row) => (row.key === key ? { ...row, ...next } : row))
  const add = () => {
    setNextKey(nextKey + 1)
    const row = { key: nextKey, name: '', value: '', isStored: false }
    change([...rows, row], `name-${nextKey}`)
  }
  const remove = (index: number) => {
    const neighbor = rows[index + 1] ?? rows[index - 1]
    change(rows.toSpliced(index, 1), neighbor ? `remove-${neighbor.key}` : 'add')
  }
  return (
    <fieldset ref={group} className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-0.5 font-medium">{text.headers}</legend>
      <p className="text-meta text-ink-3">{text.headersHint}</p>
      <p role="status" className="text-meta font-medium text-warn-ink empty:hidden">
        {needsValues && text.valuesMoved}
      </p>
      {issues['headers'] && (
        <p role="alert" className="text-meta font-medium text-bad-ink">
          {issues['headers']}
        </p>
      )}
      {rows.map((row, index) => {
        const isHidden = row.isStored && !needsValues
        return (
          <div key={row.key} className="flex flex-wrap items-end gap-2">
            <div className="min-w-36 flex-1 max-md:basis-full">
              <Field
                label={<HeaderLabel visible={text.name} full={text.headerName(index + 1)} />}
                issue={issues[`header-${row.key}`]}
                value={row.name}
                maxLength={64}
                readOnly={row.isStored}
                aria-disabled={row.isStored || undefined}
                autoComplete="off"
                spellCheck={false}
                data-focus={`name-${row.key}`}
                onChange={({ target }) => onChange(withRow(row.key, { name: target.value }))}
              />
            </div>
            <div className="min-w-36 flex-[2]">
              <Field
                label={<HeaderLabel visible={text.value} full={text.headerValue(index + 1)} />}
                issue={issues[`value-${row.key}`]}
                value={isHidden ? text.storedValue : row.isStored ? '' : row.value}
                maxLength={1000}
                readOnly={isHidden}
                aria-disabled={isHidden || undefined}
                autoComplete="off"
                spellCheck={false}
                data-focus={`value-${row.key}`}
                onChange={({ target }) =>
                  onChange(withRow(row.key, { value: target.value, isStored: false }))
                }
              />
            </div>
            {isHidden && (
              <Button
                aria-label={text.replaceValue(row.name)}
                onClick={() =>
                  change(withRow(row.key, { value: '', isStored: false }), `value-${row.key}`)
                }
              >
                {text.replace}
              </Button>
            )}
            <IconButton
              icon={Trash}
              label={text.removeHeader(index + 1)}
              data-focus={`remove-${row.key}`}
              className="mb-0.5 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
              onClick={() => remove(index)}
            />
          </div>
        )
      })}
      {rows.length < MAX_HEADERS && (
        <Button icon={Plus} data-focus="add" className="justify-self-start" onClick={add}>
          {text.addHeader}
        </Button>
      )}
    </fieldset>
  )
}

/** The name of its row is for screen readers; the eye sees the row. */
const HeaderLabel = ({ visible, full }: { visible: string; full: string }) => (
  <>
    <span aria-hidden>{visible}</span>
    <span className="sr-only">{full}</span>
  </>
)
