import { allPages } from '#client/importers/core/all-pages.ts'
import { demandImportMode } from '#client/importers/core/demand-import-mode.ts'
import {
  type ApplyOptions,
  type ImportCall,
  type ImportMode,
  modeOf,
} from '#client/importers/core/import-call.ts'
import {
  type Ledger,
  assertAllSettled,
  openLedger,
} from '#client/importers/core/import-outcomes.ts'
import type { Applied } from '#client/importers/core/import-report.ts'
import { nameKey } from '#client/importers/core/name-key.ts'
import type { ChangelogLabel } from '#contract/feedback/setup.ts'
import { applyEntries } from './changelog-entries.ts'
import { labelColor } from './changelog-labels.ts'
import type { ChangelogKind, ChangelogPlan } from './changelog-plan.ts'

/** What the steps of one run share. */
export interface ChangelogRun {
  readonly call: ImportCall
  readonly plan: ChangelogPlan
  readonly ledger: Ledger<ChangelogKind>
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
    await ledger.settle('labels', { path: 'labels', id: name }, async () => {
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
