import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import { changedFields, isEmpty, sameSet, groupBy } from '#client/importers/core/diff.ts'
import { nameKey } from '#client/importers/core/external-ref.ts'
import {
  assertImportMode,
  type ApplyOptions,
  type ImportCall,
  type ImportMode,
  createImportMode,
  fetchAll,
} from '#client/importers/core/import-call.ts'
import {
  type ImportOutcomes,
  assertAllSettled,
  createOutcomes,
  type Outcome,
} from '#client/importers/core/import-outcomes.ts'
import type { ApplyResult } from '#client/importers/core/import-report.ts'
import { eachFile, type Importer } from '#client/importers/core/importer.ts'
import { parseJsonFile } from '#client/importers/formats/json.ts'
import type { ChangelogEntry as Entry, ChangelogLabel } from '#client/resources.ts'
import { labelColor } from './changelog-labels.ts'
import type {
  ChangelogOptions,
  ChangelogKind,
  ChangelogPlan,
  PlannedEntry,
} from './changelog-plan.ts'
import { planChangelog } from './parse-changelog.ts'

/** Changelogs in Markdown and lists of GitHub releases, one to a file. */
export const changelogImporter = (options: ChangelogOptions): Importer =>
  eachFile(
    async ({ text, name }) =>
      planChangelog(isJson(text) ? await parseJsonFile(text) : text, name, options),
    applyChangelog,
  )

/** `[Unreleased]` begins like JSON and is Markdown. */
const isJson = (text: string) => /^[\s\uFEFF]*[[{]\s*(?:[\]{"}]|$)/.test(text)

/** What the steps of one run share. */
interface ChangelogRun {
  readonly call: ImportCall
  readonly plan: ChangelogPlan
  readonly outcomes: ImportOutcomes<ChangelogKind>
  /** Ids of the labels by `nameKey`; in a dry run new ones get the key itself. */
  readonly label_ids: Map<string, string>
  readonly dryRun: boolean
  readonly mode: ImportMode
  readonly in_flight: number
}

/** Makes the labels and entries of a plan. A second run of the same plan changes nothing. */
async function applyChangelog(
  call: ImportCall,
  plan: ChangelogPlan,
  options: ApplyOptions = {},
): Promise<ApplyResult<ChangelogKind>> {
  await assertImportMode(call)
  const run: ChangelogRun = {
    call,
    plan,
    outcomes: createOutcomes(plan, options),
    label_ids: new Map(),
    dryRun: options.dry_run ?? false,
    mode: createImportMode(options),
    in_flight: options.concurrency ?? 4,
  }
  await applyLabels(run)
  await applyEntries(run)
  assertAllSettled(plan, run.outcomes)
  const { counts, rejected } = run.outcomes
  return {
    counts,
    rejected,
    notes: run.outcomes.warnings(),
    into: { what: 'Changelog', id: null, name: plan.name },
  }
}

/** Labels are known by their names; one that is here keeps its spelling and its colour. */
async function applyLabels({ call, plan, outcomes, label_ids, dryRun, mode }: ChangelogRun) {
  const existing = await fetchAll(call, 'GET /feedback/changelog/labels', {})
  const byKey = new Map(
    existing.map((label): [string, ChangelogLabel] => [nameKey(label.name), label]),
  )
  for (const name of plan.labels) {
    await outcomes.runRecord('labels', { path: 'labels', id: name }, async () => {
      const key = nameKey(name)
      const found = byKey.get(key)
      const draft = { name, color: labelColor(name), ...mode }
      const label =
        found ?? (dryRun ? { id: key } : await call('POST /feedback/changelog/labels', draft))
      label_ids.set(key, label.id)
      return found ? 'unchanged' : 'created'
    })
  }
}

/** Several days at a time; the entries of one day one after the other, since the last one made stands on top. */
async function applyEntries(run: ChangelogRun): Promise<void> {
  const existing = await fetchAll(run.call, 'GET /feedback/changelog/entries', {
    include_drafts: true,
  })
  const byRef = new Map(existing.map((entry) => [entry.external_ref, entry]))
  const days = groupBy(run.plan.entries, ({ publish_at }) => publish_at)
  await forEachConcurrently(run.in_flight, [...days.values()], async (entries) => {
    for (const entry of entries) {
      const { path, title, external_ref } = entry
      await run.outcomes.runRecord('entries', { path, id: title }, () =>
        applyEntry(run, entry, byRef.get(external_ref)),
      )
    }
  })
}

async function applyEntry(
  { call, label_ids, dryRun, mode }: ChangelogRun,
  entry: PlannedEntry,
  existing: Entry | undefined,
): Promise<Outcome> {
  const { external_ref, title, body, publish_at, labels } = entry
  const importedLabelIds = labels.flatMap((name) => label_ids.get(nameKey(name)) ?? [])
  if (!existing) {
    // Old news: nobody is told of it.
    const draft = {
      external_ref,
      title,
      body,
      publish_at,
      label_ids: importedLabelIds,
      notify: false,
    }
    if (!dryRun) await call('POST /feedback/changelog/entries', { ...draft, ...mode })
    return 'created'
  }
  const imported = new Set(label_ids.values())
  const present = existing.label_ids ?? []
  const together = [...importedLabelIds, ...present.filter((id) => !imported.has(id))]
  const change = {
    ...changedFields({ title, body }, existing),
    ...(sameSet(together, present) ? {} : { label_ids: together }),
    ...(shouldReschedule(entry, existing) ? { publish_at } : {}),
  }
  if (isEmpty(change)) return 'unchanged'
  const target = { entry_id: existing.id, ...change, ...mode }
  if (!dryRun) await call('PATCH /feedback/changelog/entries/:entry_id', target)
  return 'updated'
}

/** What is published here keeps its date, and what was dated here and not in the file keeps its plan. */
const shouldReschedule = ({ publish_at, dated }: PlannedEntry, existing: Entry) =>
  existing.status !== 'published' &&
  publish_at !== null &&
  (dated ? existing.publish_at !== publish_at : existing.status === 'draft')
