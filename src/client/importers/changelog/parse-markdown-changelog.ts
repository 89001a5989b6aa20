import { FileRefused } from '#client/importers/core/import-error.ts'
import type { ParseFindings, UnmappedField } from '#client/importers/core/import-plan.ts'
import { sanitizeField, sanitizeText } from '#client/importers/core/sanitize.ts'
import {
  withoutComments,
  type MarkdownLine,
  markdownLines,
} from '#client/importers/formats/markdown.ts'
import { parseLabels } from './changelog-labels.ts'
import {
  type LinkDefinition,
  definitionOf,
  repositoryOf,
  withDefinitions,
} from './changelog-links.ts'
import type { ChangelogKind, ChangelogOptions, ParsedEntry } from './changelog-plan.ts'
import { unmappedMarkdown } from './unmapped-changelog-fields.ts'
import { type VersionHeading, parseVersionHeading } from './version-heading.ts'

export interface ParsedChangelog {
  readonly source: string
  /** In the order of the file. */
  readonly entries: readonly ParsedEntry[]
  readonly not_mapped: readonly UnmappedField[]
}

/** The versions of a changelog in Markdown. Refuses a file in which none is found. */
export function parseMarkdownChangelog(
  findings: ParseFindings<ChangelogKind>,
  text: string,
  file_name: string,
  options: ChangelogOptions,
): ParsedChangelog {
  const sound = sanitizeField(
    findings,
    'text',
    file_name,
    text.replace(/^\uFEFF/, ''),
    sanitizeText,
  ).text
  const comments = withoutComments(sound)
  const { before, versions } = splitChangelog(comments.text)
  if (versions.length === 0) throw new FileRefused(noVersions)

  const lines = [before, ...versions.map((version) => version.lines)].flat()
  const definitions = lines.flatMap((line) => definitionOf(line) ?? [])
  const used = new Set<LinkDefinition>()
  const entries = versions.map((version) => entryOf(findings, version, definitions, used))
  return {
    source:
      options.source ??
      repositoryOf(definitions.map(({ target }) => target)) ??
      file_name.replace(/\.\w+$/, ''),
    entries,
    not_mapped: unmappedMarkdown(
      comments,
      before,
      definitions.filter((one) => !used.has(one)),
    ),
  }
}

const noVersions =
  'No heading of a version was found, such as "## [1.2.0] - 2024-05-06": this is no changelog that could be imported.'

function entryOf(
  findings: ParseFindings<ChangelogKind>,
  { heading, level, line, lines }: VersionSection,
  definitions: readonly LinkDefinition[],
  used: Set<LinkDefinition>,
): ParsedEntry {
  const { title, key, date, yanked, unreleased } = heading
  if (date === null) findings.warn('the date is no day of the calendar, left out', title)
  const written = lines.filter((one) => !definitionOf(one)).map((one) => one.text)
  const carried = withDefinitions(trimmed(written.join('\n')), definitions)
  for (const one of carried.used) used.add(one)
  return {
    key,
    path: `line ${line}`,
    title,
    body: carried.body,
    labels: [...parseLabels(lines, level), ...(yanked ? ['Yanked'] : [])],
    publish_at: date ? `${date}T00:00:00.000Z` : null,
    draft: unreleased,
  }
}

const trimmed = (body: string) => body.replace(/^(?:[ \t]*\n)+|\s+$/g, '')

/** One version of a changelog, with the lines up to the next. */
interface VersionSection {
  readonly heading: VersionHeading
  readonly level: number
  /** Counted from 1. */
  readonly line: number
  readonly lines: readonly MarkdownLine[]
}

interface SplitChangelog {
  /** What stands above the first version. */
  readonly before: readonly MarkdownLine[]
  /** In the order of the file. */
  readonly versions: readonly VersionSection[]
}

interface Start {
  readonly heading: VersionHeading
  readonly level: number
  readonly at: number
}

/** Cuts a changelog at the headings of its versions; no versions when it has none. */
function splitChangelog(text: string): SplitChangelog {
  const lines = markdownLines(text)
  const headings = lines.flatMap(({ heading }, at): Start[] => {
    const version = heading && parseVersionHeading(heading.text)
    return heading && version ? [{ heading: version, level: heading.level, at }] : []
  })
  const starts = headings.some(({ heading }) => !heading.unreleased)
    ? amongVersions(headings)
    : [...headings, ...plainLines(lines)].sort((a, b) => a.at - b.at)
  return {
    before: lines.slice(0, starts[0]?.at ?? lines.length),
    versions: starts.map(({ heading, level, at }, index) => ({
      heading,
      level,
      line: at + 1,
      lines: lines.slice(at + (lines[at]?.lines ?? 1), starts[index + 1]?.at),
    })),
  }
}

/** Versions are headings of one level; some tools put small ones a level below the great ones. */
function amongVersions(starts: readonly Start[]): Start[] {
  const counts = [1, 2, 3, 4, 5, 6].map(
    (level) => starts.filter((one) => one.level === level).length,
  )
  const main = counts.indexOf(Math.max(...counts)) + 1
  return starts.filter(
    ({ level, heading }) => level === main || (Math.abs(level - main) === 1 && !heading.named),
  )
}

/** `v10.9.0 - August 21, 2026` alone on its line, in files that have no headings for their versions. */
function plainLines(lines: readonly MarkdownLine[]): Start[] {
  const isBlank = (at: number) => (lines[at]?.text ?? '').trim() === ''
  return lines.flatMap(({ text, code, heading }, at): Start[] => {
    if (code || heading || !isBlank(at - 1) || !isBlank(at + 1)) return []
    const version = parseVersionHeading(text.trim())
    return version?.date === undefined || version.named ? [] : [{ heading: version, level: 0, at }]
  })
}
