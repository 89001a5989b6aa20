import { lengthOf, sanitizeLine } from '#client/importers/core/sanitize.ts'
import type { MarkdownBlock } from '#client/importers/formats/markdown.ts'

/** What a section of a changelog is called here, by the words it goes by elsewhere. */
const labelAliases = new Map(
  Object.entries({
    New: 'added, add, additions, new, feature, features, new feature, new features',
    Improved: 'improved, improvement, improvements, enhancement, enhancements',
    Changed: 'changed, change, changes',
    Fixed: 'fixed, fix, fixes, bug fix, bug fixes, bugfix, bugfixes',
    Deprecated: 'deprecated, deprecation, deprecations',
    Removed: 'removed, removals',
    Security: 'security',
  }).flatMap(([label, aliases]) => aliases.split(', ').map((word) => [word, label] as const)),
)

const colors: Readonly<Record<string, string>> = {
  New: 'green',
  Improved: 'blue',
  Changed: 'blue',
  Fixed: 'purple',
  Removed: 'red',
  Yanked: 'red',
  Security: 'amber',
  'Pre-release': 'amber',
}

export const labelColor = (name: string): string => colors[name] ?? 'gray'

/**
 * The labels of an entry: the names of its sections that are not empty. Any other name becomes a label only right below
 * the version; further down it is a headline of the text.
 */
export function parseLabels(blocks: readonly MarkdownBlock[], version_level: number): string[] {
  const names = new Set<string>()
  blocks.forEach(({ level, text }, at) => {
    if (level === 0 || !hasContent(blocks, at)) return
    const name = sectionName(text)
    const label = labelAliases.get(name.toLowerCase())
    if (label !== undefined) names.add(label)
    else if (level === version_level + 1 && fits(name)) names.add(name)
  })
  return [...names]
}

/** Whether a heading is that of a section whose label is known, as `🐛 Bug Fixes:`. */
export const isSectionName = (heading: string): boolean =>
  labelAliases.has(sectionName(heading).toLowerCase())

/** Whether a block that is no heading comes before the next heading of the same or a higher level. */
function hasContent(blocks: readonly MarkdownBlock[], at: number): boolean {
  const { level: own = 0 } = blocks[at] ?? {}
  const next = blocks.slice(at + 1).find(({ level }) => level <= own)
  return next?.level === 0
}

/** `🐛 Bug Fixes:` is called Bug Fixes. */
const sectionName = (heading: string) =>
  sanitizeLine(
    heading
      .replace(/\[([^\]]*)\]/g, '$1')
      .replace(/:\w+:/g, '')
      .replace(/^[^\p{L}\p{N}@(]+|[\s:.]+$/gu, ''),
  ).text

const fits = (name: string) => name !== '' && lengthOf(name) <= 255
