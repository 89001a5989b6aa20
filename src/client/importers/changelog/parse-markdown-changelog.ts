import { FileRefused } from '#client/importers/core/import-error.ts'
import type { ParseFindings, UnmappedField } from '#client/importers/core/import-plan.ts'
import { sanitizeField, sanitizeText } from '#client/importers/core/sanitize.ts'
import {
  type MarkdownBlock,
  type MarkdownDocument,
  parseMarkdown,
  type Range,
  sliceWithout,
} from '#client/importers/formats/markdown.ts'
import { toUnmappedField } from '#client/importers/formats/unmapped-fields.ts'
import { parseLabels } from './changelog-labels.ts'
import type { ChangelogKind, ChangelogOptions, ParsedEntry } from './changelog-plan.ts'
import { type VersionHeading, parseVersionHeading } from './version-heading.ts'

export interface ParsedChangelog {
  readonly source: string
  /** In the order of the file. */
  readonly entries: readonly ParsedEntry[]
  readonly not_mapped: readonly UnmappedField[]
}

/** The versions of a changelog in Markdown. Throws a `FileRefused` when there is none. */
export function parseMarkdownChangelog(
  findings: ParseFindings<ChangelogKind>,
  file: string,
  file_name: string,
  options: ChangelogOptions,
): ParsedChangelog {
  const text = file.replace(/^\uFEFF/, '')
  const document = parseMarkdown(sanitizeField(findings, 'text', file_name, text, sanitizeText))
  const versions = findVersions(document)
  if (versions.length === 0) throw new FileRefused(noVersions)

  const used = new Set<string>()
  const entries = versions.map((version) => parseEntry(findings, document, version, used))
  return {
    source:
      options.source ??
      findRepository(document.definitions.map(({ url }) => url)) ??
      file_name.replace(/\.\w+$/, ''),
    entries,
    not_mapped: unmappedMarkdown(document, versions[0]?.start ?? 0, used),
  }
}

const noVersions = 'No version headings found, such as "## [1.2.0] - 2024-05-06".'

const repository =
  /^https?:\/\/[^/]+\/([^/\s]+\/[^/\s]+?)\/(?:-\/)?(?:compare|releases|tree|commits?|tags?)\//

/** The repository that the versions link to, if it is one. */
export function findRepository(urls: readonly string[]): string | undefined {
  const names = new Set(urls.flatMap((url) => repository.exec(url)?.[1] ?? []))
  return names.size === 1 ? [...names][0] : undefined
}

/** A version, from its heading to that of the next. */
interface VersionSection extends Range {
  readonly heading: VersionHeading
  readonly block: MarkdownBlock
}

/** Definitions follow the body of every entry that uses them, since each entry is displayed by itself. */
function parseEntry(
  findings: ParseFindings<ChangelogKind>,
  { source, blocks, comments, definitions, references }: MarkdownDocument,
  { heading, block, end }: VersionSection,
  used: Set<string>,
): ParsedEntry {
  const { title, key, date, yanked, unreleased } = heading
  if (date === null) findings.warn('invalid date, omitted', title)
  const isInside = (at: number) => at >= block.end && at < end
  const keys = new Set(references.filter(({ at }) => isInside(at)).map((one) => one.key))
  const ownDefinitions = definitions.filter((one) => keys.has(one.key))
  for (const one of ownDefinitions) used.add(one.key)
  const omitted = [...comments, ...definitions].sort((a, b) => a.start - b.start)
  const body = sliceWithout(source, { start: block.end, end }, omitted)
  const parts = [trimBlankLines(body), ownDefinitions.map((one) => one.source).join('\n')]
  const content = blocks.filter((one) => isInside(one.start) && holdsText(source, one, comments))
  return {
    key,
    path: `line ${block.line}`,
    title,
    body: parts.filter((part) => part !== '').join('\n\n'),
    labels: [...parseLabels(content, block.level), ...(yanked ? ['Yanked'] : [])],
    publish_at: date ? `${date}T00:00:00.000Z` : null,
    draft: unreleased,
  }
}

const trimBlankLines = (body: string) => body.replace(/^(?:[ \t]*\n)+|\s+$/g, '')

const holdsText = (source: string, block: MarkdownBlock, comments: readonly Range[]) =>
  !/definition$/i.test(block.type) &&
  (block.type !== 'html' || sliceWithout(source, block, comments).trim() !== '')

/** The versions in the order of the file. */
function findVersions({ source, blocks }: MarkdownDocument): VersionSection[] {
  const candidates = blocks.flatMap((block) => {
    const heading = parseVersionHeading(block.text)
    return heading ? [{ heading, block }] : []
  })
  const headings = candidates.filter(({ block }) => block.type === 'heading')
  const versions = headings.some(({ heading }) => !heading.unreleased)
    ? selectVersionLevel(headings)
    : candidates.filter((one) => one.block.type === 'heading' || isPlainVersion(one))
  return versions.map(({ heading, block }, index) => {
    const end = versions[index + 1]?.block.start ?? source.length
    return { heading, block, start: block.start, end }
  })
}

type Candidate = Pick<VersionSection, 'heading' | 'block'>

/** Versions are headings of one level; some tools put patch releases one level below. */
function selectVersionLevel(candidates: readonly Candidate[]): readonly Candidate[] {
  const counts = [1, 2, 3, 4, 5, 6].map(
    (level) => candidates.filter(({ block }) => block.level === level).length,
  )
  const main = counts.indexOf(Math.max(...counts)) + 1
  return candidates.filter(
    ({ block: { level }, heading }) =>
      level === main || (Math.abs(level - main) === 1 && !heading.named),
  )
}

/** `v10.9.0 - August 21, 2026` as a paragraph, in files without headings for their versions. */
const isPlainVersion = ({ heading, block }: Candidate) =>
  block.type === 'paragraph' &&
  block.line === block.lastLine &&
  heading.date !== undefined &&
  !heading.named

/** What a changelog in Markdown has beside its versions. */
function unmappedMarkdown(
  { source, blocks, comments, definitions }: MarkdownDocument,
  firstVersion: number,
  used: ReadonlySet<string>,
): UnmappedField[] {
  const preamble = blocks
    .filter(({ start, level }) => start < firstVersion && level === 0)
    .filter((block) => holdsText(source, block, comments))
    .flatMap((block) => sliceWithout(source, block, comments).split('\n'))
    .filter((line) => line.trim() !== '')
  const unused = definitions.filter(({ key }) => !used.has(key)).map((one) => one.source)
  return [
    toUnmappedField('text above the first version', 'lines', preamble),
    ...unmappedComments(comments.map(({ start, end }) => source.slice(start, end))),
    toUnmappedField('link definitions that no entry refers to', 'links', unused),
  ].filter(({ count }) => count > 0)
}

export const unmappedComments = (comments: readonly string[]): UnmappedField[] =>
  comments.length === 0 ? [] : [toUnmappedField('HTML comments', 'comments', comments)]
