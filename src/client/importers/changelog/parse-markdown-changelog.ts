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
import { type FoundDate, hasSlashDate, parseReleaseLine, type SlashOrder } from './release-date.ts'
import {
  holdsText,
  type SelectedVersions,
  selectVersions,
  type VersionSection,
} from './select-versions.ts'

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
  const selected = selectVersions(document)
  const { versions } = selected
  if (versions.length === 0) throw new FileRefused(noVersions)
  reportHeadings(findings, selected)

  const used = new Set<string>()
  const byStart = (a: Range, b: Range) => a.start - b.start
  const omitted = [...document.invisible, ...document.definitions].toSorted(byStart)
  const context = { findings, document, omitted, slashOrder: selected.slashOrder, used }
  const entries = versions.map((version, at) => parseEntry(context, version, at === 0))
  return {
    source:
      options.source ??
      findRepository(document.definitions.map(({ url }) => url)) ??
      file_name.replace(/\.\w+$/, ''),
    entries,
    not_mapped: unmappedMarkdown(document, versions, used),
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

/** Each with its line, since what is below it may not be where people look for it. */
function reportHeadings(
  findings: ParseFindings<ChangelogKind>,
  { versions, groups, others }: SelectedVersions,
): void {
  const report = (
    code: 'heading_above_versions' | 'heading_in_version' | 'heading_of_group',
    blocks: readonly MarkdownBlock[],
  ) => {
    const [first, ...rest] = blocks
    if (!first) return
    const places = [`line ${first.line}: ${first.text}`, ...rest.map(({ line }) => `line ${line}`)]
    const example = places.join(', ')
    for (const _ of blocks) findings.warn(code, {}, example)
  }
  const from = versions[0]?.start ?? 0
  report(
    'heading_above_versions',
    others.filter(({ start }) => start < from),
  )
  report(
    'heading_in_version',
    others.filter(({ start }) => start > from),
  )
  report('heading_of_group', groups)
}

interface EntryContext {
  readonly findings: ParseFindings<ChangelogKind>
  readonly document: MarkdownDocument
  /** What no body contains: comments, anchors and definitions. */
  readonly omitted: readonly Range[]
  readonly slashOrder: SlashOrder
  /** Keys of the definitions that entries use. */
  readonly used: Set<string>
}

/** Definitions follow the body of every entry that uses them, since each entry is displayed by itself. */
function parseEntry(
  { findings, document, omitted, slashOrder, used }: EntryContext,
  version: VersionSection,
  isFirst: boolean,
): ParsedEntry {
  const { source, blocks, definitions, references } = document
  const { heading, block, links, end } = version
  const { title, key, words, yanked } = heading
  const isInside = (at: number) => at >= block.end && at < end
  const isLinked = (at: number) => links.some((link) => at >= link.start && at < link.end)
  const keys = new Set(
    references.filter(({ at }) => isInside(at) || isLinked(at)).map((one) => one.key),
  )
  const ownDefinitions = definitions.filter((one) => keys.has(one.key))
  for (const one of ownDefinitions) used.add(one.key)
  const body = trimBlankLines(sliceWithout(source, { start: block.end, end }, omitted))
  // A heading that is the date of the version is no section.
  const content = blocks.filter(
    (one) =>
      isInside(one.start) &&
      holdsText(document, one) &&
      (one.level === 0 || typeof parseReleaseLine(one.text, slashOrder) !== 'object'),
  )
  const line = findReleaseLine(body, { slashOrder, hasDate: heading.date !== undefined })
  // The date of the heading counts, unless the line says that nothing was released on it.
  const below = heading.date === undefined || line === 'unreleased' ? line : undefined
  const date = below === 'unreleased' ? undefined : (below ?? heading)
  reportDate(findings, title, date)
  const parts = [
    links.map((link) => source.slice(link.start, link.end)).join(' '),
    body,
    ownDefinitions.map((one) => one.source).join('\n'),
  ]
  return {
    key,
    words,
    path: `line ${block.line}`,
    title,
    body: parts.filter((part) => part !== '').join('\n\n'),
    labels: [...parseLabels(content, block.level), ...(yanked ? ['Yanked'] : [])],
    publish_at: date?.date ? `${date.date}T00:00:00.000Z` : null,
    // Of several versions under one number the first in the file is the one in development.
    draft:
      heading.unreleased ||
      below === 'unreleased' ||
      (heading.series && isFirst && date?.date === undefined),
  }
}

function reportDate(
  findings: ParseFindings<ChangelogKind>,
  title: string,
  date: (Pick<FoundDate, 'isMonth'> & { readonly date: string | null | undefined }) | undefined,
): void {
  if (date?.date === null) findings.warn('invalid_date', {}, title)
  if (date?.date && date.isMonth) {
    findings.warn('month_without_day', {}, title)
  }
  if (date?.date === undefined && hasSlashDate(title)) findings.warn('two_date_orders', {}, title)
}

/** What the lines below a heading say about its release: the first one, or another that begins with such a word. */
function findReleaseLine(
  body: string,
  { slashOrder, hasDate }: { readonly slashOrder: SlashOrder; readonly hasDate: boolean },
): FoundDate | 'unreleased' | undefined {
  const lines = body
    .split('\n', 12)
    .filter((line) => line.trim() !== '')
    .slice(0, 3)
    // What says when something was released is short.
    .map((line) => line.slice(0, 300).replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1'))
  for (const [at, line] of lines.entries()) {
    const isNamed = /^[\s>*_#+-]*(?:releas|publish|date|status)/i.test(line)
    // Below a date an item of a list is a change, as "- Not released locks are freed".
    const isChange = hasDate && !isNamed && /^\s*[*+-] /.test(line)
    const found =
      (at === 0 || isNamed) && !isChange ? parseReleaseLine(line, slashOrder) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

const trimBlankLines = (body: string) => body.replace(/^(?:[ \t]*\n)+|\s+$/g, '')

/** What a changelog in Markdown has beside its versions. */
function unmappedMarkdown(
  document: MarkdownDocument,
  versions: readonly VersionSection[],
  used: ReadonlySet<string>,
): UnmappedField[] {
  const { source, blocks, comments, anchors, definitions } = document
  const firstVersion = versions[0]?.start ?? 0
  const preamble = blocks
    .filter(({ start, level, text }) => start < firstVersion && (level === 0 || !isTitle(text)))
    .filter((block) => holdsText(document, block))
    .flatMap((block) => sliceWithout(source, block, document.invisible).split('\n'))
    .filter((line) => line.trim() !== '')
  const unused = definitions.filter(({ key }) => !used.has(key)).map((one) => one.source)
  const headingLinks = versions.flatMap(({ block, links }) =>
    block.spans.flatMap(({ link }) =>
      link?.type === 'link' && !links.includes(link) ? [textOf(source, link)] : [],
    ),
  )
  return [
    toUnmappedField('text above the first version', 'lines', preamble),
    ...unmappedInvisible({
      comments: comments.map((range) => textOf(source, range)),
      anchors: anchors.map((range) => textOf(source, range)),
    }),
    toUnmappedField('link definitions that no entry refers to', 'links', unused),
    toUnmappedField('links in headings of versions', 'links', headingLinks),
  ].filter(({ count }) => count > 0)
}

/** What files call themselves, which every changelog here is called. */
const isTitle = (text: string) =>
  /^(?:change ?logs?|changes|history|release notes|releases|news)\W*$/i.test(text.trim())

const textOf = (source: string, { start, end }: Range) => source.slice(start, end)

export interface InvisibleTexts {
  readonly comments: string[]
  readonly anchors: string[]
}

/** What Markdown does not show: it is left out of the entries. */
export const unmappedInvisible = ({ comments, anchors }: InvisibleTexts): UnmappedField[] =>
  [
    toUnmappedField('HTML comments', 'comments', comments),
    toUnmappedField('anchors', 'anchors', anchors, true),
  ].filter(({ count }) => count > 0)
