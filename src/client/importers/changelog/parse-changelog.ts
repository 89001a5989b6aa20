import { createExternalRef } from '#client/importers/core/external-ref.ts'
import { type ParseFindings, createFindings } from '#client/importers/core/import-plan.ts'
import { lengthOf } from '#client/importers/core/sanitize.ts'
import { nameKey } from '#contract/names.rules.ts'
import {
  type ChangelogKind,
  type ChangelogOptions,
  type ChangelogPlan,
  type PlannedEntry,
  type ParsedEntry,
  changelogKinds,
} from './changelog-plan.ts'
import { parseReleases } from './parse-github-releases.ts'
import { type ParsedChangelog, parseMarkdownChangelog } from './parse-markdown-changelog.ts'

/** The plan of a changelog: Markdown as text, or the parsed JSON of GitHub releases. */
export function planChangelog(
  file: unknown,
  file_name: string,
  options: ChangelogOptions,
): ChangelogPlan {
  const findings = createFindings<ChangelogKind>()
  const changelog =
    typeof file === 'string'
      ? parseMarkdownChangelog(findings, file, file_name, options)
      : parseReleases(findings, file, file_name, options)

  const valid = validEntries(findings, changelog)
  const entries = oldestFirst(valid).map((entry) => planEntry(findings, entry, changelog, options))
  const labels = new Map(
    entries.flatMap((entry) => entry.labels).map((label) => [nameKey(label), label]),
  )
  return {
    source: 'changelog',
    name: changelog.source,
    kinds: changelogKinds,
    labels: [...labels.values()],
    entries,
    findings: findings.finish(
      { labels: labels.size, entries: entries.length },
      { not_mapped: changelog.not_mapped, empty: [] },
    ),
  }
}

const maxLabels = 50
const limits = { title: 255, body: 100_000 } as const

/** Without those that cannot be entries, each rejected by its place. */
function validEntries(
  findings: ParseFindings<ChangelogKind>,
  { entries }: ParsedChangelog,
): ParsedEntry[] {
  const seen = new Map<string, string>()
  return entries.flatMap((entry) => {
    const { key, words, path, title, body } = entry
    const reject = (reason: string) => {
      findings.reject({ kind: 'entries', path, id: title || null, reason })
      return []
    }
    if (title === '') return reject('it has neither a name nor a tag')
    for (const [part, limit] of Object.entries(limits)) {
      const length = lengthOf(part === 'title' ? title : body)
      if (length > limit) return reject(`the ${part} has ${length} characters (at most ${limit})`)
    }
    // `1.0.0 for Android` and `1.0.0 for iOS` are two entries, the first of them known by its number alone.
    const ownKey = (seen.get(key) ?? words) === words ? key : `${key} ${words}`.trimEnd()
    if (seen.has(ownKey)) return reject('duplicate version: the first one is used')
    seen.set(ownKey, words)
    return [{ ...entry, key: ownKey }]
  })
}

/**
 * The page of entries shows the latest first, and of one day the one that was made last. Most files begin with the
 * latest, so they are made from their end; a file that begins with the oldest is made from its beginning.
 */
function oldestFirst(entries: readonly ParsedEntry[]): readonly ParsedEntry[] {
  const dates = entries.flatMap(({ publish_at }) => publish_at ?? [])
  const ascending = (dates[0] ?? '') < (dates.at(-1) ?? '')
  return ascending ? entries : entries.toReversed()
}

function planEntry(
  findings: ParseFindings<ChangelogKind>,
  { key, path, title, body, labels, publish_at, draft }: ParsedEntry,
  { source }: ParsedChangelog,
  { undated, today }: ChangelogOptions,
): PlannedEntry {
  const undatedCode = undated === 'published' ? 'undated_published' : 'undated_draft'
  if (!draft && publish_at === null) findings.warn(undatedCode, {}, title)
  for (const _ of labels.slice(maxLabels))
    findings.warn('too_many', { path: 'labels', limit: maxLabels }, title)
  const publishAt = publish_at ?? (undated === 'published' ? `${today}T00:00:00.000Z` : null)
  return {
    external_ref: createExternalRef(`changelog:${source}@${key}`),
    path,
    title,
    body,
    labels: labels.slice(0, maxLabels),
    publish_at: draft ? null : publishAt,
    dated: !draft && publish_at !== null,
  }
}
