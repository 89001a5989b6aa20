import type { Contact } from '#client/resources.ts'
import {
  type PartEdit,
  type ContactPart,
  type ContactParts,
  fieldOf,
  invertEdits,
  tagOf,
} from './contact-changes.rules.ts'

/** A merge field while it is edited: its name may be empty or repeated. */
export interface FieldRow {
  readonly key: number
  readonly name: string
  readonly value: string
  /** Higher than that of all rows renamed before. */
  readonly renamed?: number
}

/** What the fields of a contact form contain. */
export interface ContactForm {
  readonly email_address: string
  readonly status: string
  readonly tags: readonly string[]
  readonly rows: readonly FieldRow[]
}

export const emptyForm: ContactForm = { email_address: '', status: '', tags: [], rows: [] }

/** Merge fields in the order of the table's columns; others come last. */
export function sortedFields(fields: Contact['fields'], names: readonly string[]) {
  const rank = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  return Object.entries(fields).toSorted(([a], [b]) => rank(a) - rank(b))
}

export const toForm = (
  { email_address, status, tags, fields }: Contact,
  names: readonly string[] = [],
): ContactForm => ({
  email_address,
  status,
  tags,
  rows: sortedFields(fields, names).map(([name, value], key) => ({ key, name, value })),
})

/** A form that was not sent, as text: a line for people, then everything. */
export function formatDraft(form: ContactForm): string {
  const { email_address, tags, rows } = form
  const words = [email_address, ...tags, ...rows.map(({ value }) => value)]
  return `${words.join(' ').replaceAll('\n', ' ').trim()}\n${JSON.stringify(form)}`
}

/** Undefined for a text that is no draft of this version. */
export function parseDraft(draft: string): ContactForm | undefined {
  try {
    const value: unknown = JSON.parse(draft.slice(draft.indexOf('\n') + 1))
    const form = { ...emptyForm, ...(value as Partial<ContactForm>) } // checked below
    const isForm =
      typeof form.email_address === 'string' &&
      Array.isArray(form.tags) &&
      form.tags.every((tag) => typeof tag === 'string') &&
      Array.isArray(form.rows) &&
      form.rows.every(
        ({ key, name, value: text }) =>
          typeof key === 'number' && typeof name === 'string' && typeof text === 'string',
      )
    return isForm ? form : undefined
  } catch {
    return undefined
  }
}

const nextKey = (rows: readonly FieldRow[]) => Math.max(-1, ...rows.map(({ key }) => key)) + 1

export const addRow = (rows: readonly FieldRow[]): readonly FieldRow[] => [
  ...rows,
  { key: nextKey(rows), name: '', value: '' },
]

export const changeRow = (
  rows: readonly FieldRow[],
  key: number,
  change: Partial<Pick<FieldRow, 'name' | 'value'>>,
): readonly FieldRow[] => {
  const renamed = Math.max(0, ...rows.map((row) => row.renamed ?? 0)) + 1
  const next = change.name === undefined ? change : { ...change, renamed }
  return rows.map((row) => (row.key === key ? { ...row, ...next } : row))
}

/** Rows whose name another row had before; they aren't saved. */
export function repeatedRows(rows: readonly FieldRow[]): ReadonlySet<number> {
  const names = new Set<string>()
  const repeated = new Set<number>()
  for (const { key, name } of rows.toSorted((a, b) => (a.renamed ?? 0) - (b.renamed ?? 0))) {
    if (name.trim() !== '' && names.has(name.trim())) repeated.add(key)
    names.add(name.trim())
  }
  return repeated
}

/** Whether a row cannot be saved: its name is missing or another row's. */
export const hasFieldIssue = (rows: readonly FieldRow[]): boolean =>
  repeatedRows(rows).size > 0 || rows.some(isNameless)

export const isNameless = ({ name, value }: FieldRow) => name.trim() === '' && value !== ''

/** The merge fields of the form; rows without a name are not finished. */
export function formFields(rows: readonly FieldRow[]): Readonly<Record<string, string>> {
  const repeated = repeatedRows(rows)
  return Object.fromEntries(
    rows
      .filter(({ key, name }) => name.trim() !== '' && !repeated.has(key))
      .map(({ name, value }) => [name.trim(), value]),
  )
}

export const formParts = ({ email_address, status, tags, rows }: ContactForm): ContactParts =>
  new Map<ContactPart, string>([
    ['email_address', email_address.trim()],
    ['status', status],
    ...tags.map((name) => [`tag:${name}`, 'true'] as const),
    ...Object.entries(formFields(rows)).map(([name, value]) => [`field:${name}`, value] as const),
  ])

/** The form with the parts that edits change, whatever it contained. */
export const editForm = (form: ContactForm, edits: readonly PartEdit[]): ContactForm =>
  edits.reduce(editPart, form)

/** The form after the contact changed: what the person edited stays. */
export function rebaseForm(form: ContactForm, edits: readonly PartEdit[]): ContactForm {
  const parts = formParts(form)
  return editForm(
    form,
    edits.filter(({ part, before }) => parts.get(part) === before),
  )
}

/** The parts that someone else changed while the person edits them. Edits that were sent, or taken back, are their own. */
export function conflictingParts(
  form: ContactForm,
  changes: readonly PartEdit[],
  sent: readonly PartEdit[],
): readonly ContactPart[] {
  const own = new Set([...sent, ...invertEdits(sent)].map((edit) => JSON.stringify(edit)))
  const parts = formParts(form)
  return changes
    .filter(({ part, before, after }) => {
      const value = parts.get(part)
      return tagOf(part) === undefined && value !== before && value !== after
    })
    .filter((change) => !own.has(JSON.stringify(change)))
    .map(({ part }) => part)
}

function editPart(form: ContactForm, { part, after }: PartEdit): ContactForm {
  const [tag, field] = [tagOf(part), fieldOf(part)]
  if (tag !== undefined) {
    const others = form.tags.filter((name) => name !== tag)
    if (after !== undefined && form.tags.includes(tag)) return form
    return { ...form, tags: after === undefined ? others : [...others, tag] }
  }
  if (field === undefined) return { ...form, [part]: after ?? '' }
  const row = form.rows.find(({ name }) => name.trim() === field)
  if (after === undefined) return { ...form, rows: form.rows.filter((one) => one !== row) }
  if (row) return { ...form, rows: changeRow(form.rows, row.key, { value: after }) }
  return { ...form, rows: [...form.rows, { key: nextKey(form.rows), name: field, value: after }] }
}
