import type { PlannedMember } from '#client/importers/core/import-run.ts'
import { formatExcerpt, idOf, type JsonObject } from '#client/importers/formats/json.ts'
import { nameKey } from '#contract/names.rules.ts'
import {
  isTrelloId,
  parseItems,
  parseList,
  parseName,
  parseRecords,
  type SourceRecord,
  type TrelloContext,
} from './trello-export.ts'

export interface Members {
  readonly planned: PlannedMember[]
  /** The people of a card: its ids, and who is described or named in it. */
  refsFor(card: SourceRecord): string[]
}

const maxPerCard = 50

/** A text names a person, who has no other id. */
const toMember = (text: string): JsonObject => ({ id: text, fullName: text })

/** People to assign, not logins. */
export function parseMembers(context: TrelloContext): Members {
  const { findings, refs } = context
  const planned: PlannedMember[] = []
  /** By id, and by every name; undefined for one that was rejected. */
  const byKey = new Map<string, PlannedMember | undefined>()

  const add = (source: SourceRecord): PlannedMember | undefined => {
    const { fullName, username } = source.record
    const key = typeof fullName === 'string' ? 'fullName' : 'username'
    const name = parseName(context, source, 'members', 255, key)
    const member =
      name === undefined
        ? undefined
        : { external_ref: refs.forRecord(source.id), name, isLocal: !isTrelloId(source.id) }
    if (member) planned.push(member)
    byKey.set(source.id, member)
    for (const text of [username, fullName])
      if (typeof text === 'string' && !byKey.has(nameKey(text))) byKey.set(nameKey(text), member)
    return member
  }
  const find = (key: string, source: () => SourceRecord | undefined) => {
    for (const known of [key, nameKey(key)]) if (byKey.has(known)) return byKey.get(known)
    const described = source()
    return described && add(described)
  }
  for (const source of parseRecords(context, 'members', toMember)) add(source)

  const describedIn = ({ record, path }: SourceRecord): SourceRecord[] =>
    parseItems(context, 'cards[].members', record['members'], 'fullName').flatMap((member) => {
      const id = idOf(member['id']) ?? idOf(member['username']) ?? idOf(member['fullName'])
      if (id !== undefined) return [{ record: member, id, path: `${path}.members` }]
      findings.warn('unreadable', { path: 'cards[].members' }, formatExcerpt(member))
      return []
    })

  return {
    planned,
    refsFor(card) {
      const described = describedIn(card)
      const ids = parseList(context, 'cards[].idMembers', card.record['idMembers']).map(
        (id) => idOf(id) ?? '',
      )
      const ofIds = ids.flatMap((id) => {
        const member = find(id, () => described.find((one) => one.id === id))
        if (!member) findings.warn('unknown_member', {}, card.id)
        return member ?? []
      })
      const others = described.flatMap((source) => find(source.id, () => source) ?? [])
      const distinct = [...new Set([...ofIds, ...others].map(({ external_ref }) => external_ref))]
      for (const _ of distinct.slice(maxPerCard))
        findings.warn('too_many', { path: 'cards[].idMembers', limit: maxPerCard }, card.id)
      return distinct.slice(0, maxPerCard)
    },
  }
}
