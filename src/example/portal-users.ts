import { nameKey } from '#contract/names.rules.ts'
import { type Person, personOf } from './people.rules.ts'
import { daysBefore, momentBetween } from './random-dates.rules.ts'
import { type Random, drawn } from './random.rules.ts'
import { type Row, searchedBy } from './rows.store.ts'
import type { Kit } from './seed-context.ts'

/** How a user of the portal is known. */
const kindOf = drawn({ both: 55, email: 35, external: 10 })

const written = [
  'Asha Bellweather',
  'Dan Whitcombe',
  'Mina Popescu',
  'Rafe Lindqvist',
  '<i>Nia</i> & co',
  'สมหญิง 🌼',
]

/** Oldest first. Whoever comes first in the array was here first, so only later posts and votes are theirs. */
export function* userRows(kit: Kit): Generator<Row<'portal_users'>> {
  const random = kit.random('portal users')
  const makeId = kit.ids('portal users')
  const { users } = kit.amounts
  for (let index = 0; index < users; index++) {
    const created_at = daysBefore(kit.now, 730 * (1 - index / users) ** 0.8 + 1)
    const person = personOf(index + 3_000, random)
    const name = written[index] ?? (random.chance(0.9) ? `${person.first} ${person.last}` : null)
    const ids = identifiers(random, person, index)
    yield {
      id: makeId('usr', created_at),
      ...ids,
      name,
      avatar_url: null,
      attributes: JSON.stringify(attributesOf(random)),
      last_seen_at: random.chance(0.8) ? momentBetween(random, created_at, kit.now, 0.5) : null,
      ...searchedBy([name, ids.email, ids.external_id].filter(Boolean).join('\n')),
      created_at,
      updated_at: created_at,
    }
  }
}

function identifiers(random: Random, { address }: Person, index: number) {
  const kind = kindOf(random)
  const email = kind === 'external' ? null : address
  return {
    external_id: kind === 'email' ? null : `shop-${10_000 + index}`,
    email,
    email_key: email === null ? null : nameKey(email),
  }
}

const attributesOf = (random: Random): Record<string, string> =>
  random.chance(0.6)
    ? {}
    : { plan: random.oneOf(['monthly', 'yearly', 'none']), orders: String(random.under(40)) }
