import { lengthOf, sanitizeLine } from '#client/importers/core/sanitize.ts'
import type { MarkdownLine } from '#client/importers/formats/markdown.ts'

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
 * The labels of an entry: the names of its sections that hold anything. A name of its own makes a label only right
 * below the version; further down it is a headline of the text.
 */
export function parseLabels(lines: readonly MarkdownLine[], version_level: number): string[] {
  const names = new Set<string>()
  lines.forEach(({ heading }, at) => {
    if (!heading || !holdsText(lines, at)) return
    const name = sectionName(heading.text)
    const label = labelAliases.get(name.toLowerCase())
    if (label !== undefined) names.add(label)
    else if (heading.level === version_level + 1 && fits(name)) names.add(name)
  })
  return [...names]
}

function holdsText(lines: readonly MarkdownLine[], at: number): boolean {
  const { heading, lines: taken = 1 } = lines[at] ?? {}
  for (const line of lines.slice(at + taken)) {
    if (line.heading && line.heading.level <= (heading?.level ?? 0)) return false
    if (!line.heading && line.text.trim() !== '') return true
  }
  return false
}

/** `🐛 **Bug Fixes:**` is called Bug Fixes. */
const sectionName = (heading: string) =>
  sanitizeLine(
    heading
      .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, '$1')
      .replace(/:\w+:|[*`]/g, '')
      .replace(/^[^\p{L}\p{N}@(]+|[\s:.]+$/gu, ''),
  ).text

const fits = (name: string) => name !== '' && lengthOf(name) <= 255
