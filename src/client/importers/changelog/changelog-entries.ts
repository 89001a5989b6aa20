import { allPages } from '#client/importers/core/all-pages.ts'
import { inFlight } from '#client/importers/core/concurrency.ts'
import { differing, isEmpty, sameSet } from '#client/importers/core/diff.ts'
import { grouped } from '#client/importers/core/grouped.ts'
import type { Verdict } from '#client/importers/core/import-outcomes.ts'
import { nameKey } from '#client/importers/core/name-key.ts'
import type { Entry } from '#contract/feedback/changelog.ts'
import type { ChangelogRun } from './changelog-apply.ts'
import type { PlannedEntry } from './changelog-plan.ts'

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
      await run.ledger.settle('entries', { path, id: title }, () =>
        applyEntry(run, entry, byRef.get(external_ref)),
      )
    }
  })
}

async function applyEntry(
  { call, label_ids, dry, mode }: ChangelogRun,
  entry: PlannedEntry,
  here: Entry | undefined,
): Promise<Verdict> {
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
