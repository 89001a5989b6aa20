import { fittingRef, nameKey } from '#client/importers/core/external-ref.ts'
import { type ParseFindings, createFindings } from '#client/importers/core/import-plan.ts'
import type { SourceFile } from '#client/importers/core/importer.ts'
import { lengthOf } from '#client/importers/core/sanitize.ts'
import { readJsonFile } from '#client/importers/formats/json.ts'
import {
  type ChangelogKind,
  type ChangelogOptions,
  type ChangelogPlan,
  type PlannedEntry,
  type ReadEntry,
  changelogKinds,
} from './changelog-plan.ts'
import { readReleases } from './parse-github-releases.ts'
import { type ReadChangelog, readMarkdown } from './parse-markdown-changelog.ts'

/** A changelog in Markdown, or a list of GitHub releases, as what it asks for. */
export function planChangelog(
  { text, name }: Pick<SourceFile, 'text' | 'name'>,
  options: ChangelogOptions,
): ChangelogPlan {
  const notebook = createFindings<ChangelogKind>()
  const plain = text.replace(/^\uFEFF/, '')
  const file = isJson(plain)
    ? readReleases(notebook, readJsonFile(plain), name, options)
    : readMarkdown(notebook, plain, name, options)

  const sound = soundEntries(notebook, file)
  const entries = inOrderOfMaking(sound).map((entry) => planned(notebook, entry, file, options))
  const labels = new Map(
    entries.flatMap((entry) => entry.labels).map((label) => [nameKey(label), label]),
  )
  return {
    source: 'changelog',
    name: file.source,
    kinds: changelogKinds,
    labels: [...labels.values()],
    entries,
    findings: {
      read: { labels: labels.size, entries: entries.length + notebook.rejected.length },
      rejected: notebook.rejected,
      notes: notebook.notes(),
      not_mapped: file.not_mapped,
      empty: [],
    },
  }
}

const isJson = (text: string) => /^\s*[[{]\s*(?:[\]{"}]|$)/.test(text)

const limits = { title: 255, body: 100_000 } as const

/** Without those that cannot be entries, each rejected by its place. */
function soundEntries(
  notebook: ParseFindings<ChangelogKind>,
  { entries }: ReadChangelog,
): ReadEntry[] {
  const seen = new Set<string>()
  return entries.filter(({ key, path, title, body }) => {
    const reject = (reason: string) => {
      notebook.reject({ kind: 'entries', path, id: title || null, reason })
      return false
    }
    if (title === '') return reject('it has neither a name nor a tag')
    for (const [part, limit] of Object.entries(limits)) {
      const length = lengthOf(part === 'title' ? title : body)
      if (length > limit) return reject(`its ${part} has ${length} characters, more than ${limit}`)
    }
    if (seen.has(key)) return reject('this version stands twice in the file; the first one counts')
    seen.add(key)
    return true
  })
}

/**
 * The page of entries shows the latest first, and of one day the one that was made last. Most files begin with the
 * latest, so they are made from their end; a file that begins with the oldest is made from its beginning.
 */
function inOrderOfMaking(entries: readonly ReadEntry[]): readonly ReadEntry[] {
  const dates = entries.flatMap(({ publish_at }) => publish_at ?? [])
  const ascending = (dates[0] ?? '') < (dates.at(-1) ?? '')
  return ascending ? entries : entries.toReversed()
}

function planned(
  notebook: ParseFindings<ChangelogKind>,
  { key, path, title, body, labels, publish_at, draft }: ReadEntry,
  { source }: ReadChangelog,
  { undated, today }: ChangelogOptions,
): PlannedEntry {
  const fate = undated === 'published' ? 'published with the day of the import' : 'made a draft'
  if (!draft && publish_at === null) notebook.warn(`version without a date: ${fate}`, title)
  const moment = publish_at ?? (undated === 'published' ? `${today}T00:00:00.000Z` : null)
  return {
    external_ref: fittingRef(`changelog:${source}@${key}`),
    path,
    title,
    body,
    labels: labels.slice(0, 50),
    publish_at: draft ? null : moment,
    dated: !draft && publish_at !== null,
  }
}
