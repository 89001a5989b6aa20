import type { ColumnTarget } from '#client/importers/contacts/contact-columns.ts'

type Targets = readonly (ColumnTarget | undefined)[]

type ColumnProblem =
  | { readonly kind: 'noAddress' | 'twoAddresses' | 'noFieldName' }
  | { readonly kind: 'sameField'; readonly name: string }

/** Why these columns cannot be imported; undefined when they can. */
export function findColumnProblem(targets: Targets): ColumnProblem | undefined {
  const addresses = targets.filter((target) => target === 'email_address').length
  if (addresses === 0) return { kind: 'noAddress' }
  if (addresses > 1) return { kind: 'twoAddresses' }
  const names = targets.flatMap((target) => fieldNameOf(target) ?? [])
  if (names.some((name) => name.trim() === '')) return { kind: 'noFieldName' }
  const name = names.find((one, at) => names.indexOf(one) < at)
  return name === undefined ? undefined : { kind: 'sameField', name }
}

export const fieldNameOf = (target: ColumnTarget | undefined): string | undefined =>
  target?.startsWith('fields.') ? target.slice('fields.'.length) : undefined

/** Only one column has the addresses: choosing another leaves the first one out. */
export const withTarget = (targets: Targets, at: number, target: ColumnTarget): Targets =>
  targets.map((current, index) => {
    if (index === at) return target
    return target === 'email_address' && current === target ? null : current
  })

interface ImportSpeed {
  readonly isByService: boolean
  readonly hasBatches: boolean
  /** Requests a second. */
  readonly rate: number | undefined
}

/** Seconds that an import of so many contacts takes, as far as the server's limits tell. */
export const estimateSeconds = (
  contacts: number,
  { isByService, hasBatches, rate }: ImportSpeed,
): number => {
  // Contacts with a few fields; an embedded engine on a slow machine takes twice as long.
  if (isByService) return Math.ceil(contacts / 1000)
  // A batch of 200 takes up to a second.
  const perSecond = hasBatches ? Math.min(rate ?? 1, 1) * 200 : Math.min(rate ?? 10, 10)
  return Math.ceil(contacts / perSecond)
}
