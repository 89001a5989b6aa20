import { groupBy } from '#client/importers/core/diff.ts'
import type { MarkdownBlock, MarkdownDocument, Range } from '#client/importers/formats/markdown.ts'
import { sliceWithout } from '#client/importers/formats/markdown.ts'
import { isSectionName } from './changelog-labels.ts'
import { findDate, findSlashOrder, type SlashOrder } from './release-date.ts'
import { parseVersionHeading, type VersionHeading } from './version-heading.ts'

/** A heading, or in files without headings for their versions a line, that names a version. */
interface Candidate {
  readonly heading: VersionHeading
  readonly block: MarkdownBlock
  /** Links and images that follow the version in its heading. They go with the text of the version. */
  readonly links: readonly Range[]
}

/** A version, from its heading to that of the next. */
export interface VersionSection extends Candidate, Range {}

export interface SelectedVersions {
  /** In the order of the file. */
  readonly versions: readonly VersionSection[]
  /** Headings that name several versions, and have nothing but these below them. */
  readonly groups: readonly MarkdownBlock[]
  /** Headings that could be versions, and are not taken for any. */
  readonly others: readonly MarkdownBlock[]
  readonly slashOrder: SlashOrder
}

export function selectVersions(document: MarkdownDocument): SelectedVersions {
  const { source, blocks } = document
  const slashOrder = findSlashOrder(
    blocks.filter(({ type }) => type === 'heading' || type === 'paragraph').map(({ text }) => text),
  )
  const candidates = blocks.flatMap((block) => parseCandidate(block, slashOrder) ?? [])
  const accepted = acceptCandidates(candidates)
  const groups = accepted.filter((_, at) => isGroup(document, accepted, at))
  const sections = accepted.map((one, at) => {
    const end = accepted[at + 1]?.block.start ?? source.length
    return { ...one, start: one.block.start, end }
  })
  const versions = sections.filter((_, at) => !isGroup(document, accepted, at))
  const taken = new Set(accepted.map(({ block }) => block))
  return {
    versions,
    groups: groups.map(({ block }) => block),
    others: findOthers(blocks, candidates, taken),
    slashOrder,
  }
}

/** Characters. What is longer is a text, and takes long to tell from a version. */
const MAX_HEADING = 500

function parseCandidate(block: MarkdownBlock, slashOrder: SlashOrder): Candidate | undefined {
  if (block.type !== 'heading' && block.type !== 'paragraph') return undefined
  if (block.text.length > MAX_HEADING) return undefined
  let text = ''
  const links: Range[] = []
  for (const { text: part, link } of block.spans) {
    const isTrailing = hasNumber(text, slashOrder) && findDate(part, slashOrder) === undefined
    if (link && (link.type === 'image' || isTrailing)) links.push(link)
    else text += part
  }
  const heading = parseVersionHeading(text, slashOrder)
  return heading && { heading, block, links }
}

/** Beside a date. */
function hasNumber(text: string, slashOrder: SlashOrder): boolean {
  const found = findDate(text, slashOrder)
  return /\d/.test(found ? `${found.before} ${found.after}` : text)
}

const numbered = new Set<VersionHeading['kind']>(['number', 'words', 'name'])

/** The headings that are versions; where there are none, lines that are. */
function acceptCandidates(candidates: readonly Candidate[]): readonly Candidate[] {
  const headings = candidates.filter(({ block }) => block.type === 'heading')
  const lines = candidates.filter((one) => one.block.type === 'heading' || isPlainVersion(one))
  for (const kinds of [numbered, new Set<VersionHeading['kind']>(['date'])]) {
    const main = findMainLevel(headings.filter(({ heading }) => kinds.has(heading.kind)))
    if (main !== undefined) {
      const own = headings.filter(({ block }) => block.level === main)
      const forms = new Set(own.map(({ heading }) => heading.form))
      return headings.filter((one) => isAccepted(one, main, forms))
    }
  }
  if (lines.some(({ block }) => block.type !== 'heading'))
    return lines.filter(({ heading }) => heading.kind !== 'dated')
  return headings.filter(({ heading }) => heading.kind === 'unreleased')
}

/** The level with most of them; of two the one with more numbers that stand alone, then the higher one. */
function findMainLevel(candidates: readonly Candidate[]): number | undefined {
  const levels = [...new Set(candidates.map(({ block }) => block.level))].sort((a, b) => a - b)
  const weight = (level: number) => {
    const own = candidates.filter(({ block }) => block.level === level)
    const count = (kind: VersionHeading['kind']) =>
      own.filter(({ heading }) => heading.kind === kind).length
    // Headings such as "Downloads of 1.2.0" and "Checksums of 1.2.0" are more than the versions, but each name is not.
    const named = groupBy(
      own.filter(({ heading }) => heading.kind === 'name'),
      ({ heading }) => heading.form.replace(/[\d.]+$/, ''),
    )
    const names = Math.max(0, ...[...named.values()].map(({ length }) => length))
    return own.length - count('name') + names + count('number') / 10_000
  }
  return levels.sort((a, b) => weight(b) - weight(a))[0]
}

/**
 * Versions are headings of one level. Many tools put major releases above it and patch releases below, and files that
 * were written by several tools have more: further away a version has its date or the link to its changes.
 */
function isAccepted(
  { heading, block }: Candidate,
  main: number,
  forms: ReadonlySet<string>,
): boolean {
  const distance = Math.abs(block.level - main)
  if (distance === 0) return true
  if (heading.kind === 'unreleased') return distance === 1
  if (heading.kind !== 'number' && !(numbered.has(heading.kind) && forms.has(heading.form)))
    return false
  const isLinked = block.spans[0]?.link !== undefined
  return distance === 1 || isLinked || heading.yanked || heading.date !== undefined
}

/** `v10.9.0 - August 21, 2026` or `**10.9.0**` as a paragraph, in files without headings for their versions. */
const isPlainVersion = ({ heading, block }: Candidate) =>
  block.type === 'paragraph' &&
  block.line === block.lastLine &&
  heading.kind === 'number' &&
  (heading.date !== undefined || block.isStrong)

/** `1.2.x` or `1.2` directly above the heading of `1.2.1`. */
function isGroup(document: MarkdownDocument, accepted: readonly Candidate[], at: number): boolean {
  const [own, next] = [accepted[at], accepted[at + 1]]
  if (!own || !next || next.block.level <= own.block.level) return false
  if (own.heading.date !== undefined || own.heading.unreleased || !numbered.has(own.heading.kind))
    return false
  const isPart = own.heading.series || next.heading.key.startsWith(`${own.heading.key}.`)
  const { end } = own.block
  const content = document.blocks.filter(({ start }) => start >= end && start < next.block.start)
  return isPart && !content.some((block) => holdsText(document, block))
}

/** Whether people see anything of a block. */
export function holdsText(document: MarkdownDocument, block: MarkdownBlock): boolean {
  if (/definition$/i.test(block.type)) return false
  const { source } = document
  return (
    !source.slice(block.start, block.end).includes('<') ||
    sliceWithout(source, block, document.invisible).trim() !== ''
  )
}

/** At the levels of versions whatever is neither a version nor a section of one, and numbers at any other level. */
function findOthers(
  blocks: readonly MarkdownBlock[],
  candidates: readonly Candidate[],
  taken: ReadonlySet<MarkdownBlock>,
): readonly MarkdownBlock[] {
  const levels = new Set([...taken].map(({ level }) => level))
  const numbers = new Set(
    candidates.filter(({ heading }) => heading.kind === 'number').map(({ block }) => block),
  )
  const first = blocks.find(({ type }) => type === 'heading')
  return blocks.filter(
    (block) =>
      block.type === 'heading' &&
      !taken.has(block) &&
      (numbers.has(block) ||
        (levels.has(block.level) &&
          !isSectionName(block.text) &&
          !(block === first && isDocumentTitle(block.text)))),
  )
}

const isDocumentTitle = (text: string) =>
  /change ?log|\bchanges\b|releases?\b|history|\bnews\b|versions?\b|what['’]?s new/i.test(text)
