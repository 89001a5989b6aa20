import { tagKey } from '#contract/email/tags.rules.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { foldCase } from '#service/search-text.rules.ts'
import { fillAutomations } from './automations.ts'
import { fillCampaigns } from './campaigns.ts'
import { type PlannedList, contactsOf, tagRows } from './contacts.ts'
import { listTexts, tagNames } from './email-texts.ts'
import { arrivalOf, daysBefore } from './random-dates.rules.ts'
import { chunked, insertRows, type Row, searchedBy } from './rows.store.ts'
import type { Kit } from './seed-context.ts'
import { segmentRows } from './segments.ts'
import { split } from './sizes.rules.ts'

/** Lists with their contacts, tags and segments, and what was sent to them. */
export async function fillEmail(db: WorkspaceDb, kit: Kit): Promise<void> {
  const lists = planLists(kit)
  await insertRows(db, 'email_lists', listRows(kit, lists))
  await insertRows(db, 'list_tags', tagsOfLists(kit, lists))
  const segments = segmentRows(kit, lists)
  await insertRows(db, 'segments', segments)
  const reachable = new Map<string, readonly Row<'contacts'>[]>()
  for (const list of lists) reachable.set(list.id, await fillList(db, kit, list))
  await fillCampaigns(db, kit, lists, segments)
  await fillAutomations(db, kit, lists, reachable)
}

/** The lists of the plan, one that is archived, and one that nobody is on. */
function planLists({ amounts, ids, now }: Kit): PlannedList[] {
  const makeId = ids('lists')
  const born = arrivalOf(0, now).at
  const tags = Array.from(
    { length: amounts.tags },
    (_, index) => tagNames[index] ?? `campaign ${2016 + (index % 11)} no. ${index}`,
  )
  const sizes = split(amounts.contacts, amounts.lists, amounts.largest_list)
  return [...sizes, 12, 0].map((size, rank) => ({ id: makeId('lst', born), rank, size, tags }))
}

function listRows({ now, amounts }: Kit, lists: readonly PlannedList[]): Row<'email_lists'>[] {
  return lists.map(({ id, rank }) => {
    const extra = rank - amounts.lists
    const name =
      ['Spring fair 2024', 'Press'][extra] ?? listTexts[rank]?.name ?? `Market visitors ${rank - 1}`
    const created_at = daysBefore(arrivalOf(0, now).at, 1 + rank)
    const text = listTexts[rank]
    const description = extra < 0 ? (text?.description ?? null) : null
    return {
      id,
      name,
      name_key: foldCase(name),
      description,
      double_opt_in: text !== undefined && 'double_opt_in' in text,
      archived: extra === 0,
      ...searchedBy(`${name}\n${description ?? ''}`),
      created_at,
      updated_at: created_at,
    }
  })
}

const tagsOfLists = ({ now }: Kit, lists: readonly PlannedList[]): Row<'list_tags'>[] =>
  lists.flatMap(({ id, tags }) =>
    tags.map((name) => {
      const created_at = arrivalOf(0, now).at
      return { list_id: id, key: tagKey(name), name, created_at, updated_at: created_at }
    }),
  )

// Enough to enrol, few enough to keep.
const sampleSize = 400

/** Writes the contacts of a list with what is counted of them. Returns some who can be written to. */
async function fillList(db: WorkspaceDb, kit: Kit, list: PlannedList) {
  const counts = new Map<string, number>()
  const reachable: Row<'contacts'>[] = []
  const every = Math.max(1, Math.floor(list.size / sampleSize / 1.5))
  let seen = 0
  for (const contacts of chunked(contactsOf(kit, list), 5_000)) {
    await insertRows(db, 'contacts', contacts)
    await insertRows(db, 'contact_tags', contacts.flatMap(tagRows))
    for (const contact of contacts) {
      for (const key of [
        `status ${contact.status}`,
        ...(contact.tags ?? []).map((tag) => `tag ${tagKey(tag)}`),
      ])
        counts.set(key, (counts.get(key) ?? 0) + 1)
      if (contact.status === 'subscribed' && seen++ % every === 0 && reachable.length < sampleSize)
        reachable.push(contact)
    }
  }
  await insertRows(db, 'list_counts', countRows(list.id, counts))
  return reachable
}

const countRows = (list_id: string, counts: ReadonlyMap<string, number>): Row<'list_counts'>[] =>
  [...counts].map(([counted, count]) => {
    const at = counted.indexOf(' ')
    const kind = counted.slice(0, at) === 'tag' ? 'tag' : 'status'
    return { list_id, counted: kind, key: counted.slice(at + 1), count }
  })
