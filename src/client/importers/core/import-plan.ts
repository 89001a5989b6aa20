import type { Note, NoteCode, NoteParams } from './import-notes.ts'

/** A record of the file that is not imported. */
export interface Rejection<K extends string = string> {
  readonly kind: K
  /** Where it is in the file, as `cards[3]` or `row 12`. */
  readonly path: string
  readonly id: string | null
  readonly reason: string
}

/** Where a record is in its file, and its id there. */
export type SourceLocation = Pick<Rejection, 'path' | 'id'>

/** A note, with how many records it is about. */
export interface ImportWarning<C extends NoteCode = NoteCode> extends Note<C> {
  readonly count: number
  readonly example: string
  /** Where the example is, in a table. */
  readonly row?: number | undefined
}

/** A path of the file that the service has no field for. */
export interface UnmappedField {
  readonly path: string
  readonly count: number
  /** As `70 items in 12 cards`. */
  readonly amount: string
  /** As `27 attachments in 22 cards`, in the words of people who use the source; null for what has no such word. */
  readonly summary: string | null
  readonly example: string
  /** Internal data of the source, not content that people wrote. */
  readonly bookkeeping: boolean
}

/** The unmapped fields of a file, and the paths that are empty in every record. */
export interface UnmappedFields {
  readonly not_mapped: readonly UnmappedField[]
  readonly empty: readonly string[]
}

/** What parsing a file found, beside the records to import. */
export interface Findings<
  K extends string = string,
  C extends NoteCode = NoteCode,
> extends UnmappedFields {
  /** Records of each kind in the file, including the rejected ones. */
  readonly read: Readonly<Record<K, number>>
  readonly rejected: readonly Rejection<K>[]
  readonly notes: readonly ImportWarning<C>[]
  /** What became part of the text of other records, as `29 comments in 12 cards`. */
  readonly in_descriptions?: readonly string[] | undefined
}

/** What every plan has beside its records. */
export interface Plan<K extends string, C extends NoteCode = NoteCode> {
  /** The source, as `trello`; external references begin with it. */
  readonly source: string
  /** The kinds of records, in the order of the report. */
  readonly kinds: readonly K[]
  readonly findings: Findings<K, C>
}

/** Notes that a value is imported changed, or omitted. */
export type Warn<C extends NoteCode> = <Code extends C>(
  code: Code,
  params: NoteParams[Code],
  example: string,
  row?: number,
) => void

/** Collects findings while a file is parsed. */
export interface ParseFindings<K extends string = string, C extends NoteCode = NoteCode> {
  readonly rejected: Rejection<K>[]
  readonly reject: (rejection: Rejection<K>) => void
  /** Counts by code and parameters; the first example is kept. */
  readonly warn: Warn<C>
  readonly warnings: () => ImportWarning<C>[]
  /** The findings of the file, from the number of records accepted of each kind. */
  readonly finish: (
    accepted: Readonly<Record<K, number>>,
    rest: UnmappedFields & Pick<Findings, 'in_descriptions'>,
  ) => Findings<K, C>
}

export function createFindings<K extends string, C extends NoteCode = NoteCode>(): ParseFindings<
  K,
  C
> {
  const rejected: Rejection<K>[] = []
  const notes = createNoteTally<C>()
  return {
    rejected,
    reject: (rejection) => void rejected.push(rejection),
    warn: (code, params, example, row) => notes.add({ code, params, count: 1, example, row }),
    warnings: notes.list,
    finish(accepted, rest) {
      const read: Record<K, number> = { ...accepted }
      for (const { kind } of rejected) read[kind] += 1
      return { read, rejected, notes: notes.list(), ...rest }
    },
  }
}

/** Adds up warnings of one code with the same parameters; the first example is kept. */
export function createNoteTally<C extends NoteCode>() {
  const byKey = new Map<string, ImportWarning<C>>()
  return {
    add(warning: ImportWarning<C>): void {
      // A database may return the parameters in another order.
      const params = Object.entries({ ...warning.params }).toSorted(([a], [b]) => (a < b ? -1 : 1))
      const key = JSON.stringify([warning.code, params])
      const previous = byKey.get(key)
      byKey.set(key, previous ? { ...previous, count: previous.count + warning.count } : warning)
    },
    list: (): ImportWarning<C>[] => [...byKey.values()],
  }
}
