import { type ReactNode, useState } from 'react'

import type { Board } from '#client/resources.ts'
import { filterText as text } from '#web/messages/en/board-filters.ts'
import { boardText } from '#web/messages/en/board.ts'
import { comboboxText } from '#web/messages/en/combobox.ts'
import { controlsText } from '#web/messages/en/controls.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { memberNames } from '#web/tasks/cards/card-copies.rules.ts'
import {
  type CardFilter,
  DUE_FILTERS,
  type DueRange,
  formatDueFilter,
} from '#web/tasks/cards/card-filter.rules.ts'
import { DateField } from '#web/ui/date/date-field.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { OptionSearch } from '#web/ui/form/filter-popover.tsx'
import { PagesError } from '#web/ui/form/pages-error.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { localDay } from '#web/ui/format.ts'
import { formatLabelName, LabelChip } from '#web/ui/label/label-chip.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { now } from '#web/ui/server-time.ts'
import { type CardFilterControls, useBoardMembers } from './use-card-filter.ts'

/** More options are found by typing: a board may have a thousand labels. Beside other filters there is less room. */
const MAX_OPTIONS = 12
const MAX_IN_SECTION = 8

export interface FilterOptionsProps {
  board: Board
  cardFilter: CardFilterControls
  onClose: () => void
  /** Among the other filters, so the focus does not start here. */
  isSection?: boolean
}

export function LabelOptions({ board, cardFilter, onClose, isSection }: FilterOptionsProps) {
  const { label_ids, label_match } = cardFilter.filter
  const options = board.labels.map((label) => ({
    id: label.id,
    label: formatLabelName(label),
    content: <LabelChip label={{ ...label, name: formatLabelName(label) }} />,
  }))
  return (
    <>
      {label_ids.length > 1 && (
        <SegmentedControl
          label={text.match}
          options={[
            { value: 'any', label: text.matchAny },
            { value: 'all', label: text.matchAll },
          ]}
          value={label_match}
          onChoose={(match) => cardFilter.change({ label_match: match === 'all' ? 'all' : null })}
          className="mx-3 mt-3 max-md:mx-5"
        />
      )}
      <CheckboxOptions
        legend={boardText.filterBy.label}
        options={options}
        values={label_ids}
        empty={text.noLabels}
        isSection={isSection}
        onClose={onClose}
        onChange={(values) =>
          cardFilter.change({
            label: values.join(','),
            ...(values.length < 2 && { label_match: null }),
          })
        }
      />
    </>
  )
}

export function MemberOptions({ board, cardFilter, onClose, isSection }: FilterOptionsProps) {
  const [isSearch, setSearch] = useState(false)
  const [members, query] = useBoardMembers(board, true)
  useAllPages(query, isSearch)
  return (
    <>
      <CheckboxOptions
        legend={boardText.filterBy.member}
        options={[...memberNames(members)].map(([id, label]) => ({ id, label }))}
        values={cardFilter.filter.member_ids}
        empty={text.noMembers}
        isPartial={query.hasNextPage || query.isLoading || query.isError}
        onSearch={() => setSearch(true)}
        isSection={isSection}
        onClose={onClose}
        onChange={(values) => cardFilter.change({ member: values.join(',') })}
      />
      <PagesError queries={[query]} />
    </>
  )
}

interface CheckboxOptionsProps {
  legend: string
  options: readonly { id: string; label: string; content?: ReactNode }[]
  values: readonly string[]
  /** When there is nothing to choose. */
  empty: string
  onChange: (values: readonly string[]) => void
  onClose: () => void
  isSection: boolean | undefined
  /** There are more options than these; a search loads them. */
  isPartial?: boolean
  onSearch?: () => void
}

/** Any of several values; those that are chosen when it opens come first. */
function CheckboxOptions(props: CheckboxOptionsProps) {
  const { legend, options, values, empty, onChange, onClose, isSection, isPartial } = props
  const limit = isSection ? MAX_IN_SECTION : MAX_OPTIONS
  const [first] = useState(values)
  const sorted = options.toSorted(
    (one, other) => Number(first.includes(other.id)) - Number(first.includes(one.id)),
  )
  if (options.length === 0 && !isPartial)
    return <p className="px-3 py-3 text-cell text-ink-2 max-md:px-5">{empty}</p>
  return (
    <OptionSearch
      label={legend}
      options={sorted}
      onEnter={onClose}
      onSearch={props.onSearch}
      isPartial={isPartial}
    >
      {(matches) => (
        <fieldset className="grid">
          <legend className="sr-only">{legend}</legend>
          {matches.slice(0, limit).map(({ id, label, content }) => (
            <Checkbox
              key={id}
              label={content ?? label}
              checked={values.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...values, id] : values.filter((one) => one !== id))
              }
            />
          ))}
          {matches.length > limit && (
            <p className="text-meta text-ink-3">
              {comboboxText.truncated(limit, isPartial ? null : matches.length)}
            </p>
          )}
        </fieldset>
      )}
    </OptionSearch>
  )
}

const dueValues = ['any', ...DUE_FILTERS, 'range'] as const
type DueValue = (typeof dueValues)[number]

const dueValueOf = ({ due }: CardFilter): DueValue => {
  if (due === null) return 'any'
  return typeof due === 'string' ? due : 'range'
}

export function DueOptions({ cardFilter, isSection }: FilterOptionsProps) {
  const { filter, change } = cardFilter
  // A range is not in the URL before it has an end.
  const [isRange, setRange] = useState(false)
  const current = dueValueOf(filter)
  const choose = (value: DueValue) => {
    setRange(value === 'range')
    if (value !== 'range') change({ due: value === 'any' ? null : value })
  }
  return (
    <div className="p-3 max-md:px-5">
      <RadioList
        hideLegend
        autoFocus={!isSection}
        legend={boardText.filterBy.due}
        value={isRange ? 'range' : current}
        onChange={choose}
        options={dueValues.map((value) => ({
          value,
          label: text.dueOptions[value],
          content: value === 'range' && <DueRangeFields cardFilter={cardFilter} />,
        }))}
      />
    </div>
  )
}

function DueRangeFields({ cardFilter }: Pick<FilterOptionsProps, 'cardFilter'>) {
  const { filter, change } = cardFilter
  const [range, setRange] = useState<DueRange>(
    typeof filter.due === 'object' && filter.due ? filter.due : {},
  )
  const isReversed = ({ from, to }: DueRange) => Boolean(from && to && to < from)
  const edit = (next: DueRange) => {
    setRange(next)
    if (!isReversed(next)) change({ due: next.from || next.to ? formatDueFilter(next) : null })
  }
  return (
    <div className="grid gap-3">
      <DateField
        label={controlsText.from}
        today={today()}
        value={range.from ?? null}
        onChange={(from) => edit({ ...range, from: from ?? undefined })}
      />
      <DateField
        label={controlsText.to}
        today={today()}
        issue={isReversed(range) ? controlsText.endBeforeStart : undefined}
        value={range.to ?? null}
        onChange={(to) => edit({ ...range, to: to ?? undefined })}
      />
    </div>
  )
}

const today = () => localDay(now())

const statusValues = ['all', 'open', 'done'] as const

export function StatusOptions({ cardFilter, isSection }: FilterOptionsProps) {
  const { completed } = cardFilter.filter
  const params = { all: null, open: 'false', done: 'true' } as const
  return (
    <div className="p-3 max-md:px-5">
      <RadioList
        hideLegend
        autoFocus={!isSection}
        legend={boardText.filterBy.completed}
        value={completed === null ? 'all' : completed ? 'done' : 'open'}
        onChange={(value) => cardFilter.change({ completed: params[value] })}
        options={statusValues.map((value) => ({ value, label: text.statusOptions[value] }))}
      />
    </div>
  )
}
