import { nameKey } from '#contract/names.rules.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { boardTexts, postTags } from './feedback-texts.ts'
import { daysBefore } from './random-dates.rules.ts'
import { type Row, insertRows } from './rows.store.ts'
import type { Kit } from './seed-context.ts'
import { statusIds } from './statuses.store.ts'

/** What posts hang on, by the names they use. */
interface Setup {
  readonly boards: readonly string[]
  readonly tags: ReadonlyMap<string, string>
  readonly statuses: ReadonlyMap<string, string>
}

export async function fillSetup(db: WorkspaceDb, kit: Kit): Promise<Setup> {
  const boards = boardRows(kit)
  await insertRows(db, 'feedback_boards', boards)
  const tags = tagRows(kit)
  await insertRows(db, 'post_tags', tags)
  return {
    boards: boards.filter(({ archived }) => archived !== true).map(({ id }) => id),
    tags: new Map(tags.map(({ name, id }) => [name, id])),
    statuses: await statusIds(db),
  }
}

const oldBoard = {
  name: 'Old suggestion box',
  slug: 'old-suggestion-box',
  description: 'Paper slips, until 2024.',
}

/** Those of the amounts, the first two written, and an old one that is private and archived. */
function boardRows({ amounts, ids, now }: Kit): Row<'feedback_boards'>[] {
  const makeId = ids('feedback boards')
  return Array.from({ length: amounts.feedback_boards + 1 }, (_, index) => {
    const created_at = daysBefore(now, 730 - index)
    const isLast = index === amounts.feedback_boards
    const number = { name: `Stall no. ${index}`, slug: `stall-no-${index}`, description: null }
    const { name, slug, description } = isLast ? oldBoard : (boardTexts[index] ?? number)
    return {
      id: makeId('fbd', created_at),
      name,
      slug,
      description,
      private: isLast,
      archived: isLast,
      created_at,
      updated_at: created_at,
    }
  })
}

function tagRows({ ids, now }: Kit): Row<'post_tags'>[] {
  const makeId = ids('post tags')
  const created_at = daysBefore(now, 729)
  return postTags.map(([name, color]) => ({
    id: makeId('ptg', created_at),
    name,
    name_key: nameKey(name),
    color,
    created_at,
    updated_at: created_at,
  }))
}
