import { type MarkdownLine, markdownLines } from '#client/importers/formats/markdown.ts'
import { type VersionHeading, versionHeading } from './version-heading.ts'

/** One version of a changelog, with the lines up to the next. */
export interface VersionSection {
  readonly heading: VersionHeading
  readonly level: number
  /** Counted from 1. */
  readonly line: number
  readonly lines: readonly MarkdownLine[]
}

export interface SplitChangelog {
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
export function splitChangelog(text: string): SplitChangelog {
  const lines = markdownLines(text)
  const headings = lines.flatMap(({ heading }, at): Start[] => {
    const version = heading && versionHeading(heading.text)
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
    const version = versionHeading(text.trim())
    return version?.date === undefined || version.named ? [] : [{ heading: version, level: 0, at }]
  })
}
