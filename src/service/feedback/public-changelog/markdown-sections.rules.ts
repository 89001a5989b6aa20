/** A section may be longer: it ends only where no paragraph, list or code block is open. */
const sectionLength = 2000

/** Splits Markdown where its meaning does not change, so that each part can be rendered alone. */
export function splitSections(source: string): string[] {
  const sections: string[] = []
  let section: string[] = []
  let length = 0
  let previous = ''
  for (const { line, isCode } of markLines(source)) {
    if (length >= sectionLength && !isCode && startsBlock(line, previous)) {
      sections.push(section.join('\n'))
      section = []
      length = 0
    }
    section.push(line)
    length += line.length + 1
    previous = line
  }
  sections.push(section.join('\n'))
  return sections.filter((text) => text.trim() !== '')
}

/** A heading, or a word at the margin after an empty line: both end every list and quote before. */
const startsBlock = (line: string, previous: string) =>
  /^#{1,6}[ \t]/.test(line) || (previous.trim() === '' && /^\p{L}/u.test(line))

/** Definitions of reference links by their labels. The first definition of a label counts. */
export function findDefinitions(source: string): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>()
  for (const { line, isCode } of markLines(source)) {
    const label = isCode ? undefined : /^ {0,3}\[([^\]]+)\]:[ \t]*\S/.exec(line)?.[1]
    if (label !== undefined && !definitions.has(label)) definitions.set(label, line)
  }
  return definitions
}

/** What stands in brackets, and may be the label of a definition. */
export const findLabels = (section: string): ReadonlySet<string> =>
  new Set(Array.from(section.matchAll(/\[([^[\]]+)\]/g), ([, label = '']) => label))

/** The depth of its highest heading: a text may begin with `###`. */
export function topHeadingOf(source: string): number {
  let top = 6
  for (const { line, isCode } of markLines(source)) {
    const depth = isCode ? undefined : /^ {0,3}(?:(#{1,6})(?:[ \t]|$)|=+[ \t]*$)/.exec(line)
    if (depth) top = Math.min(top, depth[1]?.length ?? 1)
  }
  return top
}

/** The lines of a text and which of them are in a fenced code block. */
function* markLines(source: string) {
  let fence: string | undefined
  for (const line of source.split('\n')) {
    const marker = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    const isOpening = fence === undefined && marker !== undefined
    yield { line, isCode: fence !== undefined || isOpening }
    if (isOpening) fence = marker
    else if (fence !== undefined && marker?.startsWith(fence) && line.trim() === marker)
      fence = undefined
  }
}

/** The beginning of a text, up to the end of a paragraph, a line or at least a word, without headings of nothing. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  return removeLastHeadings(findStart(text.slice(0, length)))
}

/** Line by line: an expression for all of them takes exponential time for a line such as "# # # #". */
function removeLastHeadings(text: string): string {
  const lines = text.split('\n')
  let end = lines.length
  for (const [index, line] of [...lines.entries()].toReversed()) {
    if (/^#{1,6}[ \t]/.test(line)) end = index
    else if (line.trim() !== '') break
  }
  return end === lines.length ? text : lines.slice(0, end).join('\n')
}

function findStart(start: string): string {
  for (const end of ['\n\n', '\n', ' ']) {
    const index = start.lastIndexOf(end)
    if (index > start.length / 2)
      return end === ' ' ? `${start.slice(0, index)}…` : start.slice(0, index)
  }
  // Never half a character.
  return `${start.replace(/[\ud800-\udbff]$/, '')}…`
}
