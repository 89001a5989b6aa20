import { addressKey } from '#contract/email/email-address.rules.ts'
import { tagKey } from '#contract/email/tags.rules.ts'
import { unusualContacts } from './contact-texts.ts'
import { fieldNames, fieldValues } from './email-texts.ts'
import { type Person, personOf, placeOf } from './people.rules.ts'
import { after, arrivalOf, hourMs, momentBetween } from './random-dates.rules.ts'
import { type Random, drawn, weighted, zipf } from './random.rules.ts'
import { type Row, searchedBy } from './rows.store.ts'
import type { Kit } from './seed-context.ts'

export interface PlannedList {
  readonly id: string
  /** Which of all lists; the first shows the people that are written out. */
  readonly rank: number
  readonly size: number
  readonly tags: readonly string[]
}

const statusOf = drawn({
  subscribed: 80,
  unsubscribed: 12,
  bounced: 5,
  pending: 2.8,
  complained: 0.2,
})

/** The contacts of a list, oldest first, one by one: a million of them never stand in memory. */
export function* contactsOf(kit: Kit, list: PlannedList): Generator<Row<'contacts'>> {
  const random = kit.random(`contacts/${list.rank}`)
  const makeId = kit.ids(`contacts/${list.rank}`)
  const pickTag = weighted(zipf(list.tags.length, 1.1))
  const written = list.rank === 0 ? unusualContacts : []
  for (let index = 0; index < list.size; index++) {
    const { at, imported } = arrivalOf((index + 1) / list.size, kit.now)
    const person = personOf(index + list.rank * 1_000, random)
    const status = statusOf(random)
    const left = status === 'unsubscribed' ? momentBetween(random, at, kit.now) : null
    const drafted = {
      email_address: person.address,
      status,
      tags: random.chance(0.45) ? [] : someTags(random, list.tags, pickTag),
      fields: fieldsOf(random, person, kit.amounts.fields),
      // The last of the list came last, so they are what is seen first.
      ...written[list.size - 1 - index],
    }
    yield {
      id: makeId('con', at),
      list_id: list.id,
      ...drafted,
      ...searchedBy([drafted.email_address, ...Object.values(drafted.fields ?? {})].join('\n')),
      address_key: addressKey(drafted.email_address) ?? '',
      source: imported ? 'import' : random.chance(0.1) ? 'dashboard' : 'api',
      subscribed_at: drafted.status === 'pending' ? null : at,
      unsubscribed_at: drafted.status === 'unsubscribed' ? (left ?? after(at, hourMs)) : null,
      external_ref: null,
      created_at: at,
      updated_at: drafted.status === 'unsubscribed' ? (left ?? after(at, hourMs)) : at,
    }
  }
}

function someTags(
  random: Random,
  tags: readonly string[],
  pick: (random: Random) => number,
): string[] {
  const count = 1 + random.poisson(0.8)
  const some = new Set(Array.from({ length: count }, () => tags[pick(random)] ?? ''))
  return [...some]
}

/** Values are always text, also numbers, dates and JSON. */
function fieldsOf(random: Random, { first, last }: Person, count: number): Record<string, string> {
  const fields: Record<string, string> = {}
  if (random.chance(0.85)) Object.assign(fields, { first_name: first, last_name: last })
  if (random.chance(0.55)) {
    const [city, country] = placeOf(random)
    Object.assign(fields, { city, country })
  }
  for (let at = 0; at < count - 4; at++) {
    const name = fieldNames[at] ?? `note_${at - fieldNames.length + 1}`
    if (random.chance(at === 0 ? 0.4 : 0.3 / (1 + at / 4)))
      fields[name] = random.oneOf(fieldValues[at % fieldValues.length] ?? [''])
  }
  return fields
}

export const tagRows = ({ id, list_id, created_at, tags = [] }: Row<'contacts'>) =>
  tags.map((tag) => ({ list_id, tag_key: tagKey(tag), created_at, contact_id: id }))
