import { formatNote, type NoteCode } from '#client/importers/core/import-notes.ts'
import type { Findings } from '#client/importers/core/import-plan.ts'

// What a file holds, read without the importers: the oracle of the tests of completeness. Each leaf of a file is in the plan
// of its record, or counted in the report by its path or by one that contains it. A line of the report excuses as many
// values as it counts and no more, so that one which is there anyway hides nothing.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A value of a file that says something: no `null`, no `false`, no zero and no blank text. */
export interface Leaf {
  readonly value: string | number | true
  /** As `cards[].labels[].name`. */
  readonly path: string
  /** As `cards[3].labels[0].name`. */
  readonly place: string
  /**
   * The paths under which a report may count it, the outermost first, each with what is counted there: of a list its item,
   * of anything else the value.
   */
  readonly above: readonly Counted[]
}

interface Counted {
  readonly path: string
  readonly unit: string
  /** The whole value, which notes count. */
  readonly whole?: string
}

export function leavesOf(file: Json): Leaf[] {
  const leaves: Leaf[] = []
  const visit = (value: Json, path: string, place: string, above: Leaf['above']) => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        const unit = `${place}[${index}]`
        visit(item, `${path}[]`, unit, [...above, { path, unit, whole: place }])
      }
    } else if (typeof value === 'object' && value !== null) {
      const next = [...above, { path, unit: place }]
      for (const [key, child] of Object.entries(value)) {
        const join = (parent: string) => (parent === '' ? key : `${parent}.${key}`)
        visit(child, join(path), join(place), next)
      }
    } else if (value !== null && value !== false && value !== 0 && normalize(value) !== '')
      leaves.push({ value, path, place, above: [...above, { path, unit: place }] })
  }
  visit(file, '', '', [])
  return leaves
}

export type JsonObject = { [key: string]: Json }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is at a place of a file, as `cards[3].labels[0]`. */
export function valueAt(file: Json, place: string): Json | undefined {
  let value: Json | undefined = file
  for (const [, key, index] of place.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    if (index !== undefined) value = Array.isArray(value) ? value[Number(index)] : undefined
    else value = isObject(value) ? value[key ?? ''] : undefined
  }
  return value
}

/** The object that a leaf is a value of; empty for an item of a list. */
export function holderOf(file: Json, { place }: Pick<Leaf, 'place'>): JsonObject {
  const holder = valueAt(file, place.replace(/(?:^|\.)[^.[\]]+$/, ''))
  return isObject(holder) ? holder : {}
}

/** As the service stores a text, on one line, without what Markdown needs around it. */
export const normalize = (value: unknown): string =>
  String(value)
    .normalize('NFC')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .replace(/^> ?/gm, '')
    .replaceAll('\\', '')
    .replace(/[\s\uFEFF]+/g, ' ')
    .trim()

/** UTC to the millisecond, as the service writes it; undefined for what is no moment with an offset. */
export function toInstant(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(value))
    return undefined
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** What the kind of a file adds to the comparison. */
export interface LeafRules {
  /** Whether the plan has the value, where it belongs. */
  readonly isPlanned: (leaf: Leaf) => boolean
  /** The paths by which the report knows a path of the file. */
  readonly reportPaths?: (path: string) => readonly string[]
  /** Lines that stand for all of a kind, with what they count of this leaf. */
  readonly aliases?: (leaf: Leaf) => Leaf['above']
}

/** The leaves that are neither in the plan nor in the report, each as its place and value. */
export function findLosses(
  leaves: readonly Leaf[],
  findings: Pick<Findings, 'rejected' | 'notes' | 'not_mapped'>,
  { isPlanned, reportPaths = (path) => [path], aliases = () => [] }: LeafRules,
): string[] {
  const rejected = findings.rejected.map(({ path }) => path)
  const isRejected = (place: string) =>
    rejected.some(
      (path) =>
        ['the file', 'the issue'].includes(path) ||
        (place.startsWith(path) && /^(?:$|[.[])/.test(place.slice(path.length))),
    )
  const rest = leaves.filter((leaf) => !isRejected(leaf.place) && !isPlanned(leaf))

  /** The leaves that no line excuses, when each takes the first line that has room. */
  const findUnexcused = (order: (above: readonly Counted[]) => readonly Counted[]) => {
    const lines: Line[] = [
      ...findings.not_mapped.map(({ path, count }) => ({ path, count, units: new Set<string>() })),
      ...findings.notes.flatMap((note) => {
        if (keptNotes.has(note.code)) return []
        const sentence = formatNote(note)
        const path = /^(.+?): /.exec(sentence)?.[1] ?? sentence
        const isWhole = !itemNotes.has(note.code)
        return { path, count: note.count, units: new Set<string>(), isWhole }
      }),
    ]
    return rest.filter((leaf) => {
      const above = order(leaf.above).flatMap((one) =>
        reportPaths(one.path).map((path) => ({ ...one, path })),
      )
      return ![...aliases(leaf), ...above].some(({ path, unit, whole }) =>
        lines.some((line) => {
          if (line.path !== path) return false
          const own = line.isWhole === true ? (whole ?? unit) : unit
          if (line.units.has(own)) return true
          if (line.units.size >= line.count) return false
          line.units.add(own)
          return true
        }),
      )
    })
  }
  // One way to give each leaf its line is enough.
  const innermost = findUnexcused((above) => above.toReversed())
  const losses = innermost.length === 0 ? innermost : findUnexcused((above) => above)
  return losses.map(({ place, value }) => `${place} = ${JSON.stringify(value)}`)
}

interface Line {
  readonly path: string
  readonly count: number
  /** What it has excused so far. */
  readonly units: Set<string>
  readonly isWhole?: boolean
}

/** Notes that count the items of a list, each for itself. */
const itemNotes = new Set<NoteCode>([
  'unreadable',
  'too_many',
  'unknown_label',
  'unknown_member',
  'other_label',
  'rejected_label',
])

/** Notes on a value that is imported all the same: they excuse no loss. */
const keptNotes = new Set<NoteCode>([
  'no_time_zone',
  'tags_split',
  'title_too_long',
  'date_as_text',
  'future_date_as_text',
])

/** A change of a file: of which path, of which of its places, and what is done there. */
interface Change {
  readonly path: number
  readonly place: number
  readonly kind: keyof typeof changes
}

type Holder = Record<string | number, Json>

/** What is done to a value; `mark` is nowhere in the file. */
export const changes = {
  remove: (holder: Holder, key: string | number) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else delete holder[key]
  },
  rename: (holder: Holder, key: string | number, mark: string) => {
    if (Array.isArray(holder)) return
    holder[mark] = holder[key] ?? null
    delete holder[key]
  },
  repeat: (holder: Holder, key: string | number) => {
    if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)] ?? null))
  },
  'to blank': set(() => ''),
  'to text': set((mark) => mark),
  'to number': set((mark) => mark.length * 9_876_543),
  'to true': set(() => true),
  'to list': set((mark) => [mark]),
  'to object': set((mark) => ({ zq: mark })),
  'to object with a name': set((mark) => ({ name: mark })),
  'to list of lists': set((mark) => [[[mark]]]),
  'into list': set((_mark, value) => [value]),
  'into object': set((_mark, value) => ({ zq: value })),
  'add key': (holder: Holder, _key: string | number, mark: string) => {
    if (!Array.isArray(holder)) holder[mark] = mark
  },
  'add text': (holder: Holder, _key: string | number, mark: string) => {
    if (Array.isArray(holder)) holder.push(mark)
  },
  'add object': (holder: Holder, _key: string | number, mark: string) => {
    if (Array.isArray(holder)) holder.push({ zq: mark, name: mark })
  },
}

function set(create: (mark: string, value: Json) => Json) {
  return (holder: Holder, key: string | number, mark: string) => {
    holder[key] = create(mark, holder[key] ?? null)
  }
}

/** Each path is as likely as any other, however often a file has it. */
export function changeFile(file: Json, list: readonly Change[]): Json {
  const copy = structuredClone(file)
  for (const [index, { path, place, kind }] of list.entries()) {
    const places = [...placesByPath(copy).values()]
    const some = places[path % places.length] ?? []
    const [holder, key] = some[place % some.length] ?? []
    if (holder !== undefined && key !== undefined) changes[kind](holder, key, `Zq${index}xMark`)
  }
  return copy
}

function placesByPath(file: Json): Map<string, [Holder, string | number][]> {
  const byPath = new Map<string, [Holder, string | number][]>()
  const visit = (value: Json, path: string) => {
    if (typeof value !== 'object' || value === null) return
    const isList = Array.isArray(value)
    for (const [name, child] of Object.entries(value)) {
      const next = isList ? `${path}[]` : `${path}.${name}`
      const places = byPath.get(next) ?? []
      // The compiler knows the holder as one or the other, and not that the key fits.
      places.push([value as Holder, isList ? Number(name) : name])
      byPath.set(next, places)
      visit(child, next)
    }
  }
  visit(file, '')
  return byPath
}
