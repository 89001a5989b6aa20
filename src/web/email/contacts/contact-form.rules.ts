import type { Contact } from '#client/resources.ts'
import { tagKey } from '#contract/email/tags.rules.ts'
import {
  compareParts,
  type ContactParts,
  fieldOf,
  invertEdits,
  type PartEdit,
  tagOf,
  toParts,
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

export const formParts = ({ rows, ...form }: ContactForm): ContactParts =>
  toParts({ ...form, email_address: form.email_address.trim(), fields: formFields(rows) })

/** The form after the contact changed: what the person edited stays. */
function rebaseForm(form: ContactForm, edits: readonly PartEdit[]): ContactForm {
  const parts = formParts(form)
  return edits.filter(({ part, before }) => parts.get(part) === before).reduce(editPart, form)
}

/** What a person edits, and what they saw of it. */
export interface SeenForm {
  readonly form: ContactForm
  /** The parts as they were when the person began to edit them; the others as they are. */
  readonly seen: ContactParts
}

const replaceParts = (parts: ContactParts, edits: readonly PartEdit[]): ContactParts => {
  const next = new Map(parts)
  for (const { part, after } of edits) {
    if (after === undefined) next.delete(part)
    else next.set(part, after)
  }
  return next
}

/** After the contact changed: what the person is editing is still an edit of what they saw. */
export function receiveParts({ form, seen }: SeenForm, current: ContactParts): SeenForm {
  const changes = compareParts(seen, current)
  const parts = formParts(form)
  const isEdited = ({ part, before, after }: PartEdit) =>
    parts.get(part) !== before && parts.get(part) !== after
  return {
    form: rebaseForm(form, changes),
    seen: replaceParts(
      seen,
      changes.filter((change) => !isEdited(change)),
    ),
  }
}

/** After edits were saved, with what the service has of them now, or not: then they stay in the form. */
export function settleEdits(
  { form, seen }: SeenForm,
  edits: readonly PartEdit[],
  saved: ContactParts | undefined,
): SeenForm {
  const seenNow = ({ part }: PartEdit) => seen.get(part)
  if (!saved) {
    const failed = edits.filter((edit) => seenNow(edit) === edit.after)
    return { form: rebaseForm(form, edits), seen: replaceParts(seen, invertEdits(failed)) }
  }
  const results = edits.map(({ part, before, after }) => ({
    part,
    before: after,
    after: saved.get(part),
    seen: before,
  }))
  return {
    form: rebaseForm(form, results),
    seen: replaceParts(
      seen,
      results.filter((result) => seenNow(result) === result.seen),
    ),
  }
}

function editPart(form: ContactForm, { part, after }: PartEdit): ContactForm {
  const [tag, field] = [tagOf(part), fieldOf(part)]
  if (tag !== undefined) {
    const isTag = (name: string) => tagKey(name) === tag
    if (after === undefined) return { ...form, tags: form.tags.filter((name) => !isTag(name)) }
    const tags = form.tags.map((name) => (isTag(name) ? after : name))
    return { ...form, tags: tags.includes(after) ? tags : [...tags, after] }
  }
  if (field === undefined) return { ...form, [part]: after ?? '' }
  const row = form.rows.find(({ name }) => name.trim() === field)
  if (after === undefined) return { ...form, rows: form.rows.filter((one) => one !== row) }
  if (row) return { ...form, rows: changeRow(form.rows, row.key, { value: after }) }
  return { ...form, rows: [...form.rows, { key: nextKey(form.rows), name: field, value: after }] }
}
