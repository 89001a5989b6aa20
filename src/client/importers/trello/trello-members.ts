import type { PlannedMember } from '#client/importers/core/apply-members.ts'
import { arrayOf, idOf, objectsOf } from '#client/importers/formats/json-values.ts'
import { type Found, type Reading, nameOf, recordsOf } from './trello-reader.ts'

export interface Members {
  readonly planned: PlannedMember[]
  refsFor(card: Found): string[]
}

const rules = { kind: 'members', limit: 255 } as const
const mostOnCard = 50

/** People to assign, not logins. */
export function readMembers(reading: Reading): Members {
  const { notebook, refs } = reading
  const known = new Map<string, PlannedMember>()
  for (const found of recordsOf(reading, 'members')) {
    const key = typeof found.record['fullName'] === 'string' ? 'fullName' : 'username'
    const name = nameOf(reading, found, rules, key)
    if (name !== undefined) known.set(found.id, { external_ref: refs.of(found.id), name })
  }
  return {
    planned: [...known.values()],
    refsFor({ record, id }) {
      const ids = Array.isArray(record['idMembers'])
        ? arrayOf(record['idMembers']).map(idOf)
        : objectsOf(record['members']).map((member) => idOf(member['id']))
      const found = [...new Set(ids)].flatMap((member_id) => {
        const member = known.get(member_id ?? '')
        if (!member) notebook.note('cards[].idMembers: names nobody of the file, left out', id)
        return member ? [member.external_ref] : []
      })
      if (found.length > mostOnCard) {
        notebook.note(`cards[].idMembers: more than ${mostOnCard} people, the rest left out`, id)
      }
      return found.slice(0, mostOnCard)
    },
  }
}
