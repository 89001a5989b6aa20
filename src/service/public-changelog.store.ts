import type { WorkspaceDb } from '#service/db/db.ts'

interface PublicChangelog {
  readonly isOn: boolean
  /** Where its pages are, also while they are off; null without a base. */
  readonly address: string | null
}

/** The pages of the only workspace of a service have the short address. */
export async function findPublicChangelog(
  { tx, workspace_id }: WorkspaceDb,
  public_base_url: string | null,
): Promise<PublicChangelog> {
  const { public_changelog, other } = await tx
    .selectFrom('workspaces as w')
    .select('w.public_changelog')
    .select((query) =>
      query
        .selectFrom('workspaces as o')
        .select('o.id')
        .where('o.id', '!=', workspace_id)
        .limit(1)
        .as('other'),
    )
    .where('w.id', '=', workspace_id)
    .executeTakeFirstOrThrow()
  const path = other === null ? '/p/changelog' : `/p/${workspace_id}/changelog`
  return {
    isOn: public_changelog,
    address: public_base_url === null ? null : public_base_url + path,
  }
}
