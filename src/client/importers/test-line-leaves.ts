import type { ChangelogPlan } from '#client/importers/changelog/changelog-plan.ts'
import { type Leaf, type LeafRules, normalize } from './test-leaves.ts'

/** The lines of a changelog that say something, with the comment that each is a part of. */
export function linesOf(text: string): Leaf[] {
  const clean = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  let number = 0
  // Comments and anchors are not shown; each counts once.
  const marked = clean.replace(/<!--[^]*?-->|<a (?:name|id)="[^"]*">(?:\s*<\/a>)?/g, (all) => {
    number += 1
    return all.replace(
      /[^\n]+/g,
      `\u0001${all.startsWith('<!') ? 'HTML comments' : 'anchors'} ${number}\u0002`,
    )
  })
  return marked.split('\n').flatMap((line, index) => {
    const place = `line ${index + 1}`
    const hidden = [...line.matchAll(/\u0001(.*?) (\d+)\u0002/g)].map(
      ([, path = '', unit = '']) => ({
        ...{ value: path, path, place, above: [{ path, unit }] },
      }),
    )
    const value = normalize(line.replace(/\u0001.*?\u0002/g, ''))
    // Rules say nothing, and what a changelog calls itself at its top every changelog is called here.
    const isTitle = /^#* *(?:change ?log|changes|history|release notes|releases|news)$/i.test(value)
    return !isTitle && /[\p{L}\p{N}]/u.test(value)
      ? [...hidden, { value, path: 'line', place, above: [{ path: 'line', unit: place }] }]
      : hidden
  })
}

/** Of a changelog in Markdown: each line is in the entry that it stands in, as often as it is there. */
export function lineRules(plan: ChangelogPlan): LeafRules {
  const numberOf = (path: string) => Number(/line (\d+)/.exec(path)?.[1] ?? 0)
  const starts = [...plan.entries, ...plan.findings.rejected]
    .map(({ path }) => numberOf(path))
    .toSorted((a, b) => a - b)
  const startOf = (line: number) => starts.findLast((start) => start <= line)
  const rejected = new Set(plan.findings.rejected.map(({ path }) => numberOf(path)))
  const bodies = new Map(
    plan.entries.map(({ path, title, body, publish_at }) => {
      const counts = new Map<string, number>()
      for (const line of body.split('\n').map(normalize))
        counts.set(line, (counts.get(line) ?? 0) + 1)
      return [numberOf(path), { title, counts, publish_at }]
    }),
  )
  const publish_at = (entry: { publish_at: string | null }) => entry.publish_at?.slice(0, 10)
  const isDefinition = (text: string) => /^ {0,3}\[[^\]]+\]:/.test(text)
  return {
    isPlanned: ({ path, place, value }) => {
      if (path !== 'line') return false
      const line = numberOf(place)
      const start = startOf(line)
      const text = String(value)
      if (start !== undefined && rejected.has(start)) return true
      if (isDefinition(text))
        return [...bodies.values()].some(({ counts }) => counts.has(normalize(text)))
      const entry = start === undefined ? undefined : bodies.get(start)
      if (!entry) return false
      const [day] = /\b\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b/.exec(text) ?? []
      // A heading in a heading is no version whose date is looked for.
      const isOne = !/^#+\s+#/.test(text)
      if (start === line && isOne && day !== undefined && publish_at(entry) !== day) return false
      if (start === line) {
        // A title may have the text of a link without its address.
        const texts = [text, text.replaceAll(/\]\([^()]*\)/g, ']')]
        const plain = (one: string) => normalize(one).replace(/[[\]#\s]/g, '')
        return texts.some((one) => plain(one).includes(plain(entry.title)))
      }
      const left = entry.counts.get(text) ?? 0
      entry.counts.set(text, left - 1)
      return left > 0
    },
    aliases: ({ path, place: unit, value }) =>
      path !== 'line'
        ? []
        : [
            ...(isDefinition(String(value))
              ? [{ path: 'link definitions that no entry refers to', unit }]
              : []),
            { path: 'heading that is no version', unit },
            { path: 'heading above the first version that is no version', unit },
            { path: 'heading of a group of versions', unit },
            { path: 'text above the first version', unit },
          ],
  }
}

/** What is done to one line of a text. */
export const lineChanges = {
  'line removed': (lines: string[], at: number) => void lines.splice(at, 1),
  'line repeated': (lines: string[], at: number) => void lines.splice(at, 0, lines[at] ?? ''),
  'text added': (lines: string[], at: number, mark: string) => void lines.splice(at, 0, mark),
  'item added': (lines: string[], at: number, mark: string) =>
    void lines.splice(at, 0, `- ${mark}`),
  'title added': (lines: string[], at: number, mark: string) =>
    void lines.splice(at, 0, `# ${mark}`),
  'heading added': (lines: string[], at: number, mark: string) =>
    void lines.splice(at, 0, `## ${mark}`),
  'comment added': (lines: string[], at: number, mark: string) =>
    void lines.splice(at, 0, `<!-- ${mark} -->`),
  'definition added': (lines: string[], at: number, mark: string) =>
    void lines.splice(at, 0, `[${mark}]: https://${mark}.example`),
  'line to heading': (lines: string[], at: number) =>
    void lines.splice(at, 1, `## ${lines[at] ?? ''}`),
  'heading to line': (lines: string[], at: number) =>
    void lines.splice(at, 1, (lines[at] ?? '').replace(/^#+ */, '')),
} as const
