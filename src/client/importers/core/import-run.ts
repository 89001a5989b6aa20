import type { Member } from '#contract/developers/workspace.ts'
import type { EndpointName, Input, ResponseBody } from '#contract/endpoints.ts'
import { nameKey } from '#contract/names.rules.ts'
import { forEachConcurrently } from './concurrency.ts'
import { groupBy } from './diff.ts'
import {
  type ApplyOptions,
  assertImportMode,
  createImportMode,
  fetchAll,
  type ImportCall,
} from './import-call.ts'
import type { NoteCode } from './import-notes.ts'
import { assertAllSettled, createOutcomes, type ImportOutcomes } from './import-outcomes.ts'
import type { Plan } from './import-plan.ts'
import type { ApplyResult } from './import-report.ts'

type NoteCodeOf<P extends Plan<string>> = P['findings']['notes'][number]['code']

/** The state shared by the steps of applying one plan. */
export interface ImportRun<
  K extends string,
  P extends Plan<K> = Plan<K>,
  C extends NoteCode = NoteCodeOf<P>,
> {
  readonly call: ImportCall
  readonly plan: P
  readonly outcomes: ImportOutcomes<K, C>
  /** Ids here by `external_ref`; in a dry run new records get the ref itself. */
  readonly ids: Map<string, string>
  readonly concurrency: number
  /** What the service can do. */
  readonly capabilities: ReadonlySet<string>
  /** Sends a write in import mode. In a dry run it sends nothing and resolves to undefined. */
  readonly write: <N extends EndpointName>(
    name: N,
    input: Input<N>,
  ) => Promise<ResponseBody<N> | undefined>
}

/** Throws when the service has no import mode. A rejected record of the `essential` kind ends the run. */
export async function startRun<K extends string, P extends Plan<K>>(
  call: ImportCall,
  plan: P & Plan<K>,
  options: ApplyOptions,
  essential?: K,
): Promise<ImportRun<K, P>> {
  const capabilities = await assertImportMode(call)
  const mode = createImportMode(options)
  return {
    call,
    plan,
    capabilities,
    outcomes: createOutcomes(plan, { ...options, essential }),
    ids: new Map(),
    concurrency: options.concurrency ?? 4,
    write: async (name, input) =>
      options.dry_run === true ? undefined : call(name, { ...input, ...mode }),
  }
}

/** Throws when a record of the file has no outcome. */
export function finishRun<K extends string, C extends NoteCode>(
  { plan, outcomes }: Pick<ImportRun<K, Plan<K, C>, C>, 'plan' | 'outcomes'>,
  into: ApplyResult<K>['into'],
): ApplyResult<K, C> {
  assertAllSettled(plan, outcomes)
  const { counts, rejected } = outcomes
  return { counts, rejected, notes: outcomes.warnings(), into }
}

export interface PlannedMember {
  readonly external_ref: string
  readonly name: string
  /** The reference is of one file only: the person may be here under that of another. */
  readonly isLocal?: boolean
}

/** Members belong to the workspace and may have been renamed here: an existing one is never changed. */
export async function applyMembers<K extends string>(
  { call, plan, outcomes, ids, concurrency, write }: ImportRun<K | 'members'>,
  members: readonly PlannedMember[],
): Promise<void> {
  const others = await findOthers(call, plan.source, members)
  await forEachConcurrently(concurrency, members, ({ external_ref, name, isLocal }) => {
    const location = { path: 'members', id: external_ref.replace(/^trello:/, '') }
    return outcomes.runRecord('members', location, async () => {
      const same = (await call('GET /members', { external_ref })).data[0]
      const existing = same ?? (isLocal ? others.get(nameKey(name)) : undefined)
      const member = existing ?? (await write('POST /members', { external_ref, name }))
      ids.set(external_ref, member?.id ?? external_ref)
      return existing ? 'unchanged' : 'created'
    })
  })
}

/** By name, the people that imports of other files of the same source made, where no two have it, there or here. */
async function findOthers(
  call: ImportCall,
  source: string,
  members: readonly PlannedMember[],
): Promise<Map<string, Member>> {
  if (!members.some(({ isLocal }) => isLocal)) return new Map()
  const own = new Set<string | null | undefined>(members.map(({ external_ref }) => external_ref))
  const all = await fetchAll(call, 'GET /members', {})
  const others = groupBy(
    all.filter((one) => one.external_ref?.startsWith(`${source}:`) && !own.has(one.external_ref)),
    ({ name }) => nameKey(name),
  )
  const planned = groupBy(members, ({ name }) => nameKey(name))
  return new Map(
    [...others].flatMap(([key, [first, ...rest]]) =>
      first && rest.length === 0 && planned.get(key)?.length === 1 ? [[key, first] as const] : [],
    ),
  )
}
