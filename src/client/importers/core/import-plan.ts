/** A record of the file that is not imported. */
export interface Rejection<K extends string = string> {
  readonly kind: K
  /** Where it stands in the file, as `cards[3]` or `row 12`. */
  readonly path: string
  readonly id: string | null
  readonly reason: string
}

/** Something imported otherwise than it stands in the file, or a value left out. */
export interface ImportWarning {
  readonly what: string
  readonly count: number
  readonly example: string
}

/** A path of the file that has no place here. */
export interface UnmappedField {
  readonly path: string
  readonly count: number
  /** As `70 items in 12 cards`. */
  readonly amount: string
  readonly example: string
  /** The source's own keeping, not what people wrote. */
  readonly bookkeeping: boolean
}

/** All that reading a file found, besides what it will make. */
export interface Findings<K extends string = string> {
  /** Records of each kind in the file, the rejected ones too. */
  readonly parsed: Readonly<Record<K, number>>
  readonly rejected: readonly Rejection<K>[]
  readonly notes: readonly ImportWarning[]
  readonly not_mapped: readonly UnmappedField[]
  /** Paths that hold nothing wherever they stand. */
  readonly empty: readonly string[]
}

/** What the parts of an importer write into while they read. */
export interface ParseFindings<K extends string = string> {
  readonly rejected: Rejection<K>[]
  readonly reject: (rejection: Rejection<K>) => void
  /** Counts by `what`; the first example is kept. */
  readonly warn: (what: string, example: string) => void
  readonly notes: () => ImportWarning[]
}

export function createFindings<K extends string>(): ParseFindings<K> {
  const rejected: Rejection<K>[] = []
  const warnings = new Map<string, { count: number; example: string }>()
  return {
    rejected,
    reject: (rejection) => void rejected.push(rejection),
    warn(what, example) {
      const previous = warnings.get(what)
      warnings.set(what, {
        count: (previous?.count ?? 0) + 1,
        example: previous?.example ?? example,
      })
    },
    notes: () => [...warnings].map(([what, seen]) => ({ what, ...seen })),
  }
}
