import type { Member } from '#contract/developers/workspace.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { fillBoards } from './boards.ts'
import { fillChangelog } from './changelog.ts'
import { fillEmail } from './email.ts'
import { fillFeedback } from './feedback.ts'
import { insertRows } from './rows.store.ts'
import type { Kit } from './seed-context.ts'
import { type SealSecret, fillWebhooks } from './webhooks.ts'
import { teamRows } from './written-boards.ts'

/**
 * Everything a generated workspace holds, written as rows below the verbs: no event tells of it, since nobody could
 * have asked to hear of it. Returns the member that the first key belongs to.
 */
export async function generate(
  db: WorkspaceDb,
  kit: Kit,
  sealSecret: SealSecret | undefined,
): Promise<Member | null> {
  const team = teamRows(kit)
  await insertRows(db, 'members', team)
  const posts = await fillFeedback(db, kit, team)
  await fillBoards(db, kit, team, posts)
  await fillEmail(db, kit)
  await fillChangelog(db, kit, team, posts)
  if (sealSecret) await fillWebhooks(db, kit, sealSecret)
  const [owner] = team
  return owner ? { id: owner.id, name: owner.name, avatar_url: null } : null
}
