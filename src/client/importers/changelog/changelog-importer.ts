import { allPages, inFlight } from '#client/importers/core/concurrency.ts'
import { differing, isEmpty, sameSet, grouped } from '#client/importers/core/diff.ts'
import { nameKey } from '#client/importers/core/external-ref.ts'
import {
  demandImportMode,
  type ApplyOptions,
  type ImportCall,
  type ImportMode,
  modeOf,
} from '#client/importers/core/import-call.ts'
import {
  type ImportOutcomes,
  assertAllSettled,
  openLedger,
  type Outcome,
} from '#client/importers/core/import-outcomes.ts'
import { reportOf, type Applied } from '#client/importers/core/import-report.ts'
import { eachFile, type Importer } from '#client/importers/core/importer.ts'
import type { Entry } from '#contract/feedback/changelog.ts'
import type { ChangelogLabel } from '#contract/feedback/setup.ts'
import { labelColor } from './changelog-labels.ts'
import type {
  ChangelogOptions,
  ChangelogKind,
  ChangelogPlan,
  PlannedEntry,
} from './changelog-plan.ts'
import { planChangelog } from './parse-changelog.ts'

/** Changelogs in Markdown and lists of GitHub releases, one to a file. */
export const changelogImporter = (given: ChangelogOptions): Importer =>
  eachFile((file) => {
    const plan = planChangelog(file, given)
    return {
      async apply(call, options) {
        return reportOf(plan, await applyChangelog(call, plan, options), file.name, options)
      },
    }
  })

/** What the steps of one run share. */
export interface ChangelogRun {
  readonly call: ImportCall
  readonly plan: ChangelogPlan
  readonly ledger: ImportOutcomes<ChangelogKind>
  /** Ids of the labels by `nameKey`; in a dry run new ones get the key itself. */
  readonly label_ids: Map<string, string>
  readonly dry: boolean
  readonly mode: ImportMode
  readonly in_flight: number
}

/** Makes the labels and entries of a plan. A second run of the same plan changes nothing. */
export async function applyChangelog(
  call: ImportCall,
  plan: ChangelogPlan,
  options: ApplyOptions = {},
): Promise<Applied<ChangelogKind>> {
  await demandImportMode(call)
  const run: ChangelogRun = {
    call,
    plan,
    ledger: openLedger(plan, options),
    label_ids: new Map(),
    dry: options.dry_run ?? false,
    mode: modeOf(options),
    in_flight: options.in_flight ?? 4,
  }
  await applyLabels(run)
  await applyEntries(run)
  assertAllSettled(plan, run.ledger)
  const { counts, rejected } = run.ledger
  return {
    counts,
    rejected,
    notes: run.ledger.notes(),
    into: { what: 'Changelog', id: null, name: plan.name },
  }
}

/** Labels are known by their names; one that is here keeps its spelling and its colour. */
async function applyLabels({ call, plan, ledger, label_ids, dry, mode }: ChangelogRun) {
  const here = await allPages((page) => call('GET /feedback/changelog/labels', page))
  const byKey = new Map(here.map((label): [string, ChangelogLabel] => [nameKey(label.name), label]))
  for (const name of plan.labels) {
    await ledger.runRecord('labels', { path: 'labels', id: name }, async () => {
      const key = nameKey(name)
      const known = byKey.get(key)
      const draft = { name, color: labelColor(name), ...mode }
      const label =
        known ?? (dry ? { id: key } : await call('POST /feedback/changelog/labels', draft))
      label_ids.set(key, label.id)
      return known ? 'unchanged' : 'created'
    })
  }
}

/** Several days at a time; the entries of one day one after the other, since the last one made stands on top. */
export async function applyEntries(run: ChangelogRun): Promise<void> {
  const here = await allPages((page) =>
    run.call('GET /feedback/changelog/entries', { include_drafts: true, ...page }),
  )
  const byRef = new Map(here.map((entry) => [entry.external_ref, entry]))
  const days = grouped(run.plan.entries, ({ publish_at }) => publish_at)
  await inFlight(run.in_flight, [...days.values()], async (entries) => {
    for (const entry of entries) {
      const { path, title, external_ref } = entry
      await run.ledger.runRecord('entries', { path, id: title }, () =>
        applyEntry(run, entry, byRef.get(external_ref)),
      )
    }
  })
}

async function applyEntry(
  { call, label_ids, dry, mode }: ChangelogRun,
  entry: PlannedEntry,
  here: Entry | undefined,
): Promise<Outcome> {
  const { external_ref, title, body, publish_at, labels } = entry
  const wanted = labels.flatMap((name) => label_ids.get(nameKey(name)) ?? [])
  if (!here) {
    // Old news: nobody is told of it.
    const draft = { external_ref, title, body, publish_at, label_ids: wanted, notify: false }
    if (!dry) await call('POST /feedback/changelog/entries', { ...draft, ...mode })
    return 'created'
  }
  const imported = new Set(label_ids.values())
  const together = [...wanted, ...here.label_ids.filter((id) => !imported.has(id))]
  const change = {
    ...differing({ title, body }, here),
    ...(sameSet(together, here.label_ids) ? {} : { label_ids: together }),
    ...(isToMove(entry, here) ? { publish_at } : {}),
  }
  if (isEmpty(change)) return 'unchanged'
  const target = { entry_id: here.id, ...change, ...mode }
  if (!dry) await call('PATCH /feedback/changelog/entries/:entry_id', target)
  return 'updated'
}

/** What is published here keeps its date, and what was dated here and not in the file keeps its plan. */
const isToMove = ({ publish_at, dated }: PlannedEntry, here: Entry) =>
  here.status !== 'published' &&
  publish_at !== null &&
  (dated ? here.publish_at !== publish_at : here.status === 'draft')
