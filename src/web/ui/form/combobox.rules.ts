import { normalizeText } from '#web/ui/normalize-text.ts'

export interface ComboboxOption {
  readonly id: string
  readonly label: string
  /** A second text that is searched and shown as well: the address of a person. */
  readonly detail?: string
  /** Searched but not shown: other names. */
  readonly keywords?: string
}

/** A row of the open list. Its id is unique in the list and has no spaces: it is part of the id of an element. */
export type ComboboxRow<Option extends ComboboxOption> =
  | { readonly type: 'option'; readonly id: string; readonly option: Option }
  | { readonly type: 'create'; readonly id: string; readonly text: string }
  | { readonly type: 'retry'; readonly id: string }

/** Elements in the list at most; more are found by typing. */
export const MAX_ROWS = 100

/** Options that contain every word of the text: first those that begin with it, then those with whole words. */
export function filterOptions<Option extends Pick<ComboboxOption, 'label' | 'detail' | 'keywords'>>(
  options: readonly Option[],
  text: string,
): readonly Option[] {
  const query = normalizeText(text)
  if (query === '') return options
  const words = query.split(/\s+/)
  const groups: [Option[], Option[], Option[]] = [[], [], []]
  for (const option of options) {
    const { label, detail = '', keywords = '' } = option
    const searched = normalizeText(`${label} ${detail} ${keywords}`)
    if (!words.every((word) => searched.includes(word))) continue
    const whole = new Set(searched.split(/[\s,/_]+/))
    const isFirst = normalizeText(label).startsWith(query)
    groups[isFirst ? 0 : words.every((word) => whole.has(word)) ? 1 : 2].push(option)
  }
  return groups.flat()
}

interface RowsInput<Option extends ComboboxOption> {
  options: readonly Option[]
  text: string
  /** Options are already the results for the text. */
  isFiltered: boolean
  canCreate: boolean
  hasFailed: boolean
}

/** The rows for a text, and how many options match it. */
export function buildRows<Option extends ComboboxOption>(input: RowsInput<Option>) {
  const { options, text, isFiltered, canCreate, hasFailed } = input
  const matches = isFiltered ? options : filterOptions(options, text)
  const rows: ComboboxRow<Option>[] = matches
    .slice(0, MAX_ROWS)
    .map((option) => ({ type: 'option', id: `option-${withoutSpaces(option.id)}`, option }))
  const name = text.trim()
  if (canCreate && name !== '' && !findByLabel(options, name))
    rows.push({ type: 'create', id: 'create', text: name })
  if (hasFailed) rows.push({ type: 'retry', id: 'retry' })
  return { rows, total: matches.length }
}

const withoutSpaces = (id: string) =>
  id.replaceAll(/[%\s]/g, (character) => encodeURIComponent(character))

/** The option with this label; case and accents do not matter. */
export const findByLabel = <Option extends ComboboxOption>(
  options: readonly Option[],
  label: string,
): Option | undefined => {
  const name = normalizeText(label)
  return options.find((option) => normalizeText(option.label) === name)
}

/** The row that an arrow key leads to; the list is a ring. From no row, down is the first and up the last. */
export function moveActive<Row extends { readonly id: string }>(
  rows: readonly Row[],
  activeId: string | undefined,
  by: 1 | -1,
): Row | undefined {
  const index = rows.findIndex(({ id }) => id === activeId)
  if (index === -1) return rows.at(by === 1 ? 0 : -1)
  return rows[(index + by + rows.length) % rows.length]
}
