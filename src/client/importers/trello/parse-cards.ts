import type { PlannedMember } from '#client/importers/core/apply-members.ts'
import type { ParseFindings } from '#client/importers/core/import-plan.ts'
import { instantOf } from '#client/importers/core/parse-date.ts'
import { cleaned, flagOf, lengthOf, manyLines } from '#client/importers/core/sanitize.ts'
import { arrayOf, idOf, objectsOf } from '#client/importers/formats/json.ts'
import type { PlannedCard } from './board-plan.ts'
import type { Labels } from './parse-labels.ts'
import { type Lists, inOrder } from './parse-lists.ts'
import { type Found, type Reading, nameOf, recordsOf, timesOf } from './trello-export.ts'

const cardNameRules = { kind: 'cards', limit: 512 } as const
const longestDescription = 50_000

/** The cards list by list, each list in its own order. */
export function readCards(
  reading: Reading,
  lists: Lists,
  labels: Labels,
  members: Members,
): PlannedCard[] {
  const { notebook } = reading
  const ordered = inOrder(notebook, 'cards', recordsOf(reading, 'cards'))
  const cards = ordered.flatMap((found): PlannedCard[] => {
    const name = nameOf(reading, found, cardNameRules)
    const description = descriptionOf(reading, found)
    if (name === undefined || description === undefined) return []
    const { record, id } = found
    return [
      {
        external_ref: reading.refs.of(id),
        list_ref: lists.refFor(found),
        name,
        description: description === '' ? null : description,
        label_refs: labels.refsFor(found),
        member_refs: members.refsFor(found),
        ...datesOf(notebook, found),
        // Exports before 2016 do not have the key; then nothing is said to be complete.
        completed: flagOf(notebook, 'cards[].dueComplete', id, record['dueComplete']),
        status: flagOf(notebook, 'cards[].closed', id, record['closed']) ? 'archived' : 'open',
        ...timesOf(found),
      },
    ]
  })
  noteOpenInClosed(reading, lists, cards)
  const place = new Map(lists.planned.map(({ external_ref }, index) => [external_ref, index]))
  const listOf = ({ list_ref }: PlannedCard) => place.get(list_ref) ?? 0
  return cards.sort((a, b) => listOf(a) - listOf(b))
}

function descriptionOf({ notebook }: Reading, { record, id, path }: Found): string | undefined {
  const { text } = cleaned(notebook, 'cards[].desc', id, record['desc'], manyLines)
  if (lengthOf(text) <= longestDescription) return text
  const reason = `its description has ${lengthOf(text)} characters, more than ${longestDescription}`
  notebook.reject({ kind: 'cards', path, id, reason })
  return undefined
}

function datesOf(notebook: Pick<ParseFindings, 'warn'>, { record, id }: Found) {
  const read = (key: string) => {
    const value = record[key]
    const instant = instantOf(value)
    if (instant === undefined && value !== undefined && value !== null && value !== '') {
      notebook.warn(`cards[].${key}: not a date and time with its offset, left out`, id)
    }
    return instant ?? null
  }
  const due_at = read('due')
  const start_at = read('start')
  if (start_at === null || due_at === null || start_at <= due_at) return { due_at, start_at }
  notebook.warn('cards[].start: after the due date, left out', id)
  return { due_at, start_at: null }
}

function noteOpenInClosed(
  { notebook }: Reading,
  lists: Lists,
  cards: readonly PlannedCard[],
): void {
  const closed = new Set(
    lists.planned.filter(({ archived }) => archived).map((list) => list.external_ref),
  )
  for (const card of cards) {
    if (card.status === 'open' && closed.has(card.list_ref)) {
      notebook.warn(
        'cards[].closed: open card in a closed list, kept open in the archived list',
        card.name,
      )
    }
  }
}

interface Members {
  readonly planned: PlannedMember[]
  refsFor(card: Found): string[]
}

const memberNameRules = { kind: 'members', limit: 255 } as const
const mostOnCard = 50

/** People to assign, not logins. */
export function readMembers(reading: Reading): Members {
  const { notebook, refs } = reading
  const known = new Map<string, PlannedMember>()
  for (const found of recordsOf(reading, 'members')) {
    const key = typeof found.record['fullName'] === 'string' ? 'fullName' : 'username'
    const name = nameOf(reading, found, memberNameRules, key)
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
        if (!member) notebook.warn('cards[].idMembers: names nobody of the file, left out', id)
        return member ? [member.external_ref] : []
      })
      if (found.length > mostOnCard) {
        notebook.warn(`cards[].idMembers: more than ${mostOnCard} people, the rest left out`, id)
      }
      return found.slice(0, mostOnCard)
    },
  }
}
