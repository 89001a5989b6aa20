import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import { byRef, changedFields, groupBy, isEmpty, sameSet } from '#client/importers/core/diff.ts'
import { type ApplyOptions, fetchAll, type ImportCall } from '#client/importers/core/import-call.ts'
import type { Outcome } from '#client/importers/core/import-outcomes.ts'
import type { ApplyResult } from '#client/importers/core/import-report.ts'
import { finishRun, type ImportRun, startRun } from '#client/importers/core/import-run.ts'
import { eachFile, type Importer } from '#client/importers/core/importer.ts'
import { parseJsonPages } from '#client/importers/formats/json-pages.ts'
import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { nameKey } from '#contract/names.rules.ts'
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
      planChangelog(isJson(text) ? await parseJsonPages(text) : text, name, options),
    applyChangelog,
  )

/** `[Unreleased]` begins like JSON and is Markdown. */
const isJson = (text: string) => /^[\s\uFEFF]*(?:\[\s*)*[[{]\s*(?:[\]{"}]|$)/.test(text)

/** Its `ids` are those of the labels, by `nameKey`. */
type ChangelogRun = ImportRun<ChangelogKind, ChangelogPlan>

/** Makes the labels and entries of a plan. A second run of the same plan changes nothing. */
async function applyChangelog(
  call: ImportCall,
  plan: ChangelogPlan,
  options: ApplyOptions = {},
): Promise<ApplyResult<ChangelogKind>> {
  const run: ChangelogRun = await startRun(call, plan, options)
  await applyLabels(run)
  await applyEntries(run)
  return finishRun(run, { what: 'Changelog', id: null, name: plan.name })
}

/** Labels are known by their names; one that is here keeps its spelling and its colour. */
async function applyLabels({ call, plan, outcomes, ids, write }: ChangelogRun) {
  const labels = await fetchAll(call, 'GET /feedback/changelog/labels', {})
  const byKey = new Map(labels.map((label) => [nameKey(label.name), label]))
  for (const name of plan.labels) {
    await outcomes.runRecord('labels', { path: 'labels', id: name }, async () => {
      const key = nameKey(name)
      const existing = byKey.get(key)
      const draft = { name, color: labelColor(name) }
      const label = existing ?? (await write('POST /feedback/changelog/labels', draft))
      ids.set(key, label?.id ?? key)
      return existing ? 'unchanged' : 'created'
    })
  }
}

/** Several days at a time; the entries of one day one after the other, since the last one made stands on top. */
async function applyEntries(run: ChangelogRun): Promise<void> {
  const input = { include_drafts: true }
  const existing = byRef(await fetchAll(run.call, 'GET /feedback/changelog/entries', input))
  const days = groupBy(run.plan.entries, ({ publish_at }) => publish_at)
  await forEachConcurrently(run.concurrency, [...days.values()], async (entries) => {
    for (const entry of entries) {
      const { path, title, external_ref } = entry
      await run.outcomes.runRecord('entries', { path, id: title }, () =>
        applyEntry(run, entry, existing.get(external_ref)),
      )
    }
  })
}

async function applyEntry(
  { ids, write }: ChangelogRun,
  entry: PlannedEntry,
  existing: Entry | undefined,
): Promise<Outcome> {
  const { external_ref, title, body, publish_at, labels } = entry
  const label_ids = labels.flatMap((name) => ids.get(nameKey(name)) ?? [])
  if (!existing) {
    // Subscribers are not notified of old entries.
    const draft = { external_ref, title, body, publish_at, label_ids, notify: false }
    await write('POST /feedback/changelog/entries', draft)
    return 'created'
  }
  const imported = new Set(ids.values())
  const present = existing.label_ids ?? []
  const together = [...label_ids, ...present.filter((id) => !imported.has(id))]
  const change = {
    ...changedFields({ title, body }, existing),
    ...(sameSet(together, present) ? {} : { label_ids: together }),
    ...(shouldReschedule(entry, existing) ? { publish_at } : {}),
  }
  if (isEmpty(change)) return 'unchanged'
  await write('PATCH /feedback/changelog/entries/:entry_id', { entry_id: existing.id, ...change })
  return 'updated'
}

/** What is published here keeps its date, and what was dated here and not in the file keeps its plan. */
const shouldReschedule = ({ publish_at, dated }: PlannedEntry, existing: Entry) =>
  existing.status !== 'published' &&
  publish_at !== null &&
  (dated ? existing.publish_at !== publish_at : existing.status === 'draft')
