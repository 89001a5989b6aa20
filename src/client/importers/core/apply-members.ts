import { forEachConcurrently } from './concurrency.ts'
import type { ImportCall, ImportMode } from './import-call.ts'
import type { ImportOutcomes } from './import-outcomes.ts'

export interface PlannedMember {
  readonly external_ref: string
  readonly name: string
}

interface Run {
  readonly call: ImportCall
  readonly outcomes: Pick<ImportOutcomes<'members'>, 'runRecord'>
  /** Ids here by `external_ref`. */
  readonly ids: Map<string, string>
  readonly dryRun: boolean
  readonly mode: ImportMode
  readonly in_flight: number
}

/** Members belong to the workspace and may have been renamed here: an existing one is never changed. */
export async function applyMembers(run: Run, members: readonly PlannedMember[]): Promise<void> {
  const { call, outcomes, ids, dryRun, mode } = run
  await forEachConcurrently(run.in_flight, members, ({ external_ref, name }) =>
    outcomes.runRecord(
      'members',
      { path: 'members', id: external_ref.replace(/^trello:/, '') },
      async () => {
        const existing = (await call('GET /members', { external_ref })).data[0]
        const draft = { external_ref, name, ...mode }
        const member =
          existing ?? (dryRun ? { id: external_ref } : await call('POST /members', draft))
        ids.set(external_ref, member.id)
        return existing ? 'unchanged' : 'created'
      },
    ),
  )
}
