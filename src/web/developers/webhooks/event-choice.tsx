import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import type { ResponseBody } from '#contract/endpoints.ts'
import { messages } from '#web/messages/en/app.ts'
import { webhookFormText as text } from '#web/messages/en/webhooks.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { filterByName } from '#web/ui/form/filter-by-name.ts'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { isInternal } from './webhook-form.rules.ts'
import { eventKindsQuery } from './webhooks.data.ts'

type KindRow = ResponseBody<'GET /event-kinds'>['data'][number]

interface EventChoiceProps {
  isEverything: boolean
  kinds: readonly string[]
  issue: string | undefined
  onChange: (next: { isEverything?: boolean; kinds?: readonly string[] }) => void
}

/** Everything, or kinds of events by group. */
export function EventChoice({ isEverything, kinds, issue, onChange }: EventChoiceProps) {
  const query = useQuery(eventKindsQuery())
  const internal = query.data?.data.filter(({ kind }) => isInternal(kind)) ?? []
  const hasInternal = kinds.some(isInternal)
  const setInternal = (isOn: boolean) => {
    const others = kinds.filter((kind) => !isInternal(kind))
    onChange({ kinds: isOn ? [...others, ...internal.map(({ kind }) => kind)] : others })
  }
  return (
    <RadioList
      boxed
      legend={text.events}
      value={isEverything ? 'all' : 'some'}
      issue={issue}
      onChange={(value) => onChange({ isEverything: value === 'all' })}
      options={[
        {
          value: 'all',
          label: text.everything,
          hint: text.everythingHint,
          content: internal.length > 0 && (
            <Checkbox
              label={text.internalNotes}
              checked={hasInternal}
              onChange={({ target }) => setInternal(target.checked)}
            />
          ),
        },
        {
          value: 'some',
          label: text.chosen,
          hint: isEverything ? undefined : text.chosenCount(kinds.length),
          content: query.data ? (
            <KindGroups
              rows={query.data.data}
              kinds={kinds}
              onChange={(next) => onChange({ kinds: next })}
            />
          ) : query.error ? (
            <p role="alert" className="flex flex-wrap items-center gap-3 text-bad-ink">
              {text.kindsFailed}
              <Button size="small" onClick={() => void query.refetch()}>
                {messages.app.tryAgain}
              </Button>
            </p>
          ) : (
            <p className="text-ink-2">{text.kindsLoading}</p>
          ),
        },
      ]}
    />
  )
}

interface KindGroupsProps {
  rows: readonly KindRow[]
  kinds: readonly string[]
  onChange: (kinds: readonly string[]) => void
}

function KindGroups({ rows, kinds, onChange }: KindGroupsProps) {
  const [search, setSearch] = useState('')
  const found = filterByName(
    rows.map((row) => ({ ...row, name: `${row.kind} ${row.summary} ${row.group}` })),
    search,
  )
  const groups = [...new Set(found.map(({ group }) => group))]
  // In the order of the server, so that the same choice is the same request.
  const set = (names: readonly string[], isOn: boolean) =>
    onChange(
      rows
        .map(({ kind }) => kind)
        .filter((kind) => (names.includes(kind) ? isOn : kinds.includes(kind))),
    )
  return (
    <div className="grid grid-cols-1 gap-3">
      <Field
        type="search"
        label={text.findKinds}
        value={search}
        autoComplete="off"
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => {
          // It would send the form.
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
        }}
      />
      <div
        role="group"
        aria-label={text.events}
        // A region that scrolls; its checkboxes are reached by Tab.
        className="grid max-h-80 grid-cols-1 gap-4 overflow-y-auto rounded-control border border-line bg-surface p-3"
      >
        {found.length === 0 && <p className="text-ink-2">{text.noKinds(search)}</p>}
        {groups.map((group) => (
          <KindGroup
            key={group}
            members={found.filter((row) => row.group === group)}
            {...{ group, kinds, set }}
          />
        ))}
      </div>
    </div>
  )
}

interface KindGroupProps {
  group: string
  members: readonly KindRow[]
  kinds: readonly string[]
  set: (names: readonly string[], isOn: boolean) => void
}

function KindGroup({ group, members, kinds, set }: KindGroupProps) {
  const id = useId()
  const names = members.map(({ kind }) => kind)
  const chosen = names.filter((kind) => kinds.includes(kind))
  const isAll = chosen.length === names.length
  return (
    <div role="group" aria-labelledby={id} className="grid grid-cols-1">
      <div id={id} className="font-medium">
        <Checkbox
          label={group}
          hint={text.groupCount(chosen.length, names.length)}
          checked={isAll}
          indeterminate={chosen.length > 0 && !isAll}
          onChange={() => set(names, !isAll)}
        />
      </div>
      <div className="grid grid-cols-1 ps-6">
        {members.map(({ kind, summary }) => (
          <Checkbox
            key={kind}
            label={<code className="font-mono text-code">{kind}</code>}
            hint={summary}
            checked={kinds.includes(kind)}
            onChange={({ target }) => set([kind], target.checked)}
          />
        ))}
      </div>
    </div>
  )
}
