import { cleaned } from '#client/importers/core/clean-value.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import type { Notebook, NotMapped } from '#client/importers/core/import-plan.ts'
import { manyLines } from '#client/importers/core/sanitize.ts'
import { withoutComments } from '#client/importers/formats/markdown-comments.ts'
import { labelsOf } from './changelog-labels.ts'
import {
  type LinkDefinition,
  definitionOf,
  repositoryOf,
  withDefinitions,
} from './changelog-links.ts'
import type { ChangelogKind, ChangelogOptions, ReadEntry } from './changelog-plan.ts'
import { type VersionSection, splitChangelog } from './changelog-versions.ts'
import { tellLeftOut } from './unmapped-changelog-fields.ts'

export interface ReadChangelog {
  readonly source: string
  /** In the order of the file. */
  readonly entries: readonly ReadEntry[]
  readonly not_mapped: readonly NotMapped[]
}

/** The versions of a changelog in Markdown. Refuses a file in which none is found. */
export function readMarkdown(
  notebook: Notebook<ChangelogKind>,
  text: string,
  file_name: string,
  options: ChangelogOptions,
): ReadChangelog {
  const sound = cleaned(notebook, 'text', file_name, text, manyLines).text
  const comments = withoutComments(sound)
  const { before, versions } = splitChangelog(comments.text)
  if (versions.length === 0) throw new FileRefused(noVersions)

  const lines = [before, ...versions.map((version) => version.lines)].flat()
  const definitions = lines.flatMap((line) => definitionOf(line) ?? [])
  const used = new Set<LinkDefinition>()
  const entries = versions.map((version) => entryOf(notebook, version, definitions, used))
  return {
    source:
      options.source ??
      repositoryOf(definitions.map(({ target }) => target)) ??
      file_name.replace(/\.\w+$/, ''),
    entries,
    not_mapped: tellLeftOut(
      comments,
      before,
      definitions.filter((one) => !used.has(one)),
    ),
  }
}

const noVersions =
  'No heading of a version was found, such as "## [1.2.0] - 2024-05-06": this is no changelog that could be imported.'

function entryOf(
  notebook: Notebook<ChangelogKind>,
  { heading, level, line, lines }: VersionSection,
  definitions: readonly LinkDefinition[],
  used: Set<LinkDefinition>,
): ReadEntry {
  const { title, key, date, yanked, unreleased } = heading
  if (date === null) notebook.note('the date is no day of the calendar, left out', title)
  const written = lines.filter((one) => !definitionOf(one)).map((one) => one.text)
  const carried = withDefinitions(trimmed(written.join('\n')), definitions)
  for (const one of carried.used) used.add(one)
  return {
    key,
    path: `line ${line}`,
    title,
    body: carried.body,
    labels: [...labelsOf(lines, level), ...(yanked ? ['Yanked'] : [])],
    publish_at: date ? `${date}T00:00:00.000Z` : null,
    draft: unreleased,
  }
}

const trimmed = (body: string) => body.replace(/^(?:[ \t]*\n)+|\s+$/g, '')
