import type { WorkspaceDb } from '#service/db/db.ts'
import { foldCase } from '#service/search-text.rules.ts'
import type { PlannedList } from './contacts.ts'
import { automationTexts } from './email-texts.ts'
import { daysBefore, momentBetween } from './random-dates.rules.ts'
import { drawn } from './random.rules.ts'
import { type Row, insertRows } from './rows.store.ts'
import type { Kit } from './seed-context.ts'

const outcomes = {
  active: drawn({ completed: 66, active: 24, cancelled: 6, failed: 4 }),
  paused: drawn({ completed: 80, active: 10, cancelled: 8, failed: 2 }),
  archived: drawn({ completed: 90, active: 0, cancelled: 8, failed: 2 }),
}

/** Automations in every state, and who is or was in them. */
export async function fillAutomations(
  db: WorkspaceDb,
  kit: Kit,
  lists: readonly PlannedList[],
  reachable: ReadonlyMap<string, readonly Row<'contacts'>[]>,
): Promise<void> {
  const automations = automationRows(kit, lists.slice(0, kit.amounts.lists))
  await insertRows(db, 'automations', automations)
  await insertRows(db, 'enrollments', enrollmentRows(kit, automations, reachable))
}

function automationRows({ amounts, ids, now }: Kit, lists: readonly PlannedList[]) {
  const makeId = ids('automations')
  return Array.from({ length: amounts.automations }, (_, index): Row<'automations'> => {
    const text = automationTexts[index % automationTexts.length] ?? automationTexts[0]
    const round = Math.floor(index / automationTexts.length)
    const name = round === 0 ? text.name : `${text.name} (${round + 1})`
    const created_at = daysBefore(now, 200 + index * 11)
    return {
      id: makeId('aut', created_at),
      name,
      name_key: foldCase(name),
      status: text.status,
      list_id: lists[(index * 2) % lists.length]?.id ?? '',
      trigger: text.trigger,
      allow_repeat: index % 3 === 1,
      created_at,
      updated_at: created_at,
    }
  })
}

/** Each contact once in each automation, after both were there. */
function* enrollmentRows(
  kit: Kit,
  automations: readonly Row<'automations'>[],
  reachable: ReadonlyMap<string, readonly Row<'contacts'>[]>,
): Generator<Row<'enrollments'>> {
  const random = kit.random('enrollments')
  const makeId = kit.ids('enrollments')
  for (const { id: automation_id, list_id, status, created_at: since } of automations) {
    if (status === 'draft' || status === undefined) continue
    for (const contact of reachable.get(list_id) ?? []) {
      if (!random.chance(0.3)) continue
      const first = contact.created_at > since ? contact.created_at : since
      const created_at = momentBetween(random, first, kit.now)
      const outcome = outcomes[status](random)
      const ended = outcome === 'active' ? null : momentBetween(random, created_at, kit.now, 3)
      yield {
        id: makeId('enr', created_at),
        automation_id,
        contact_id: contact.id,
        status: outcome,
        completed_at: outcome === 'completed' ? ended : null,
        created_at,
        updated_at: ended ?? created_at,
      }
    }
  }
}
